//! First moves: when one is due, and from which pits it is made (`EN12`).

use super::options::{By, First};
use crate::kernel::board::Direction;
use crate::kernel::lap::{Lap, Skip};
use crate::kernel::pair::ByTurn;
use crate::variant::Starts;

impl First {
    /// Whether a player who has made so many turns, and the other so many, is to make such a move.
    pub(super) fn is_due(self, turns: ByTurn<u8>) -> bool {
        match self.by {
            By::Each => turns.own() == 0,
            By::Starter => turns == ByTurn([0, 0]),
        }
    }

    /// The spots of a row of so many pits that it may be made from, as bits.
    pub(super) fn spots(self, columns: u8) -> u32 {
        (0..columns)
            .filter(|spot| self.from.has(columns - spot))
            .fold(0, |spots, spot| spots | 1 << spot)
    }

    /// Those of the starts from which it may be made: all, if the pits that are meant give none.
    pub(super) fn among(spots: u32, starts: Starts) -> Starts {
        let meant = starts.and(Starts::new(spots, spots));
        if meant.is_empty() { starts } else { meant }
    }
}

/// A lap of one seed into this pit.
pub(super) const fn one_seed(first: u8, direction: Direction) -> Lap {
    Lap {
        first,
        seeds: 1,
        direction,
        skip: Skip::Pits(0),
    }
}
