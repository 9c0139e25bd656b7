//! What is wrong with a variant, in the order of its texts: the first mistakes, and how many there are in all.

use crate::files::tree::Place;

/// So many mistakes are told; of the others only the number.
pub(crate) const MOST_TOLD: usize = 20;

/// The first mistakes with their places, and the number of all.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mistakes {
    first: Vec<(Place, String)>,
    all: usize,
}

impl Mistakes {
    /// Notes a mistake; it is put into words only if it is among the first.
    pub(crate) fn note(&mut self, place: Place, message: impl FnOnce() -> String) {
        self.all += 1;
        let rank = self.first.partition_point(|(other, _)| *other <= place);
        if rank < MOST_TOLD {
            self.first.insert(rank, (place, message()));
            self.first.truncate(MOST_TOLD);
        }
    }

    /// Notes all of some others.
    pub(crate) fn extend(&mut self, others: Self) {
        let untold = others.all - others.first.len();
        for (place, message) in others.first {
            self.note(place, || message);
        }
        self.all += untold;
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.all == 0
    }

    /// The mistakes to tell, and how many are left out.
    pub(crate) fn told(self) -> (Vec<(Place, String)>, usize) {
        let more = self.all - self.first.len();
        (self.first, more)
    }
}
