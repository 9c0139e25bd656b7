//! What a lap is, where it ends, and in which pits its seeds fall.

use crate::kernel::board::Direction;

/// Whether the pit that the seeds were lifted from gets one of them when a lap comes round to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Skip {
    /// Every pit of the ring gets its seed.
    Nothing,
    /// The pit before the first one, from which the seeds were lifted, is passed over.
    Origin,
    /// These spots are passed over, as bits: pits out of play, or closed to the player.
    Pits(u32),
}

/// One sowing: a number of seeds dropped one by one from a first pit on.
///
/// The first pit need not follow the pit where the seeds come from, so seeds that enter at a kichwa
/// are an ordinary lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lap {
    /// The spot where the first seed falls.
    pub first: u8,
    /// How many seeds are sown, at least one.
    pub seeds: u8,
    /// The way the hand moves.
    pub direction: Direction,
    /// Whether the pit before `first` is passed over.
    pub skip: Skip,
}

/// Where a lap ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Landing {
    /// The spot where the last seed fell.
    pub spot: u8,
    /// The seeds that lie there now, the last one included.
    pub seeds: u8,
}

impl Landing {
    /// Whether the pit held nothing just before the last seed fell (`G2`).
    #[must_use]
    #[inline]
    pub const fn was_empty(self) -> bool {
        self.seeds == 1
    }
}

/// The pits in which the seeds of a lap fall, in order, on a ring of `len` pits.
///
/// This is what sowing means; the [`LapTable`](crate::kernel::sow::LapTable) are this, added up beforehand.
pub fn drops(len: u8, lap: Lap) -> impl Iterator<Item = u8> {
    let step = move |spot: u8| match lap.direction {
        Direction::Forward => (spot + 1) % len,
        Direction::Backward => (spot + len - 1) % len,
    };
    let origin = match lap.direction {
        Direction::Forward => (lap.first + len - 1) % len,
        Direction::Backward => (lap.first + 1) % len,
    };
    let ring = u32::MAX >> (32 - u32::from(len.clamp(1, 32)));
    let passed_over = move |spot: &u8| match lap.skip {
        Skip::Nothing => false,
        Skip::Origin => *spot == origin && len > 1,
        // Seeds have to fall somewhere.
        Skip::Pits(pits) => pits >> (spot & 31) & 1 == 1 && pits & ring != ring,
    };
    std::iter::successors(Some(lap.first % len), move |&spot| Some(step(spot)))
        .filter(move |spot| !passed_over(spot))
        .take(usize::from(lap.seeds))
}
