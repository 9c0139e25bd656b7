//! First moves: when they are due, and the pits from which they start (`EN12`).

use super::options::{By, First};
use crate::rulesets::prelude::*;

impl First {
    /// Returns `true` if a first move is due after these numbers of turns of the mover and the opponent.
    pub(super) fn is_due(self, turns: ByTurn<u8>) -> bool {
        match self.by {
            By::Each => turns.own() == 0,
            By::Starter => turns == ByTurn([0, 0]),
        }
    }

    /// Returns the start spots of a first move in a row of this length, as bits.
    pub(super) fn spots(self, columns: u8) -> u32 {
        (0..columns)
            .filter(|spot| self.from.has(columns - spot))
            .fold(0, |spots, spot| spots | 1 << spot)
    }

    /// Returns the starts at these spots, or all starts if there are none.
    pub(super) fn among(spots: u32, starts: Starts) -> Starts {
        let meant = starts.and(Starts::both(spots));
        if meant.is_empty() { starts } else { meant }
    }
}

/// Returns a lap of one seed into this pit.
pub(super) const fn one_seed(first: u8, direction: Direction) -> Lap {
    Lap {
        first,
        seeds: 1,
        direction,
        skip: Skip::Pits(0),
    }
}
