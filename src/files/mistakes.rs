//! Errors of a variant, in the order of its texts: the first ones, and the number of all.

use crate::files::tree::Location;

/// Maximum number of errors reported; of the others only the number is given.
pub(crate) const MOST_TOLD: usize = 20;

/// First errors with their locations, and the number of all.
#[derive(Debug, Clone, Default)]
pub(crate) struct ErrorList {
    first: Vec<(Location, String)>,
    all: usize,
}

impl ErrorList {
    /// Adds an error; its message is created only if the error is among the first.
    pub(crate) fn note(&mut self, place: Location, message: impl FnOnce() -> String) {
        self.all += 1;
        let rank = self.first.partition_point(|(other, _)| *other <= place);
        if rank < MOST_TOLD {
            self.first.insert(rank, (place, message()));
            self.first.truncate(MOST_TOLD);
        }
    }

    pub(crate) fn extend(&mut self, others: Self) {
        let untold = others.all - others.first.len();
        for (place, message) in others.first {
            self.note(place, || message);
        }
        self.all += untold;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all == 0
    }

    /// Returns the errors to report, and the number of those omitted.
    pub(crate) fn told(self) -> (Vec<(Location, String)>, usize) {
        let more = self.all - self.first.len();
        (self.first, more)
    }
}
