//! Laps: where they start and end, and which pits receive their seeds.

use crate::kernel::board::Direction;

/// Pits that a lap passes over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Skip {
    /// None: every pit of the ring gets its seed.
    Nothing,
    /// The pit before the first one, where the seeds were lifted.
    Origin,
    /// These spots, as bits: pits out of play, or closed to the player.
    Pits(u32),
}

/// One sowing: a number of seeds dropped one by one, starting in a first pit.
///
/// The first pit need not follow the pit where the seeds come from, so seeds that enter at a kichwa
/// make an ordinary lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lap {
    /// Spot where the first seed falls.
    pub first: u8,
    /// Number of seeds, at least one.
    pub seeds: u8,
    /// Direction of sowing.
    pub direction: Direction,
    /// Pits that are passed over.
    pub skip: Skip,
}

/// End of a lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Landing {
    /// Spot where the last seed fell.
    pub spot: u8,
    /// Seeds in that pit now, the last one included.
    pub seeds: u8,
}

impl Landing {
    /// Returns `true` if the pit was empty before the last seed fell (`G2`).
    #[must_use]
    #[inline]
    pub const fn was_empty(self) -> bool {
        self.seeds == 1
    }
}

/// Returns the pits that receive the seeds of a lap, in order, on a ring of `len` pits.
///
/// This is the definition of sowing; a [`LapTable`](crate::kernel::sow::LapTable) holds its precomputed sums.
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
        // If all pits were passed over, no seed could fall anywhere.
        Skip::Pits(pits) => pits >> (spot & 31) & 1 == 1 && pits & ring != ring,
    };
    std::iter::successors(Some(lap.first % len), move |&spot| Some(step(spot)))
        .filter(move |spot| !passed_over(spot))
        .take(usize::from(lap.seeds))
}
