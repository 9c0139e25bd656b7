//! Earlier positions of a game, for rules that end a game by repetition.

use crate::kernel::Side;

/// Earlier positions of a game, all with the same number of seeds. Once a seed leaves the board, none of them can
/// recur.
#[derive(Debug, Default)]
pub(crate) struct Bygone {
    /// Keys that include the side to move, each with the value of its recurrence for that side, if known.
    pub(super) positions: Vec<(u64, Option<i32>)>,
    seeds: u16,
    /// Salt for the keys of positions with this number of seeds: it separates results that depend on the past from
    /// others.
    salt: u64,
}

/// Odd number with well-mixed bits: the golden ratio.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns a key that includes the side to move.
///
/// A position and the same position turned round with the other player to move share the plain key. Only one of the two
/// occurred in the game.
#[inline]
const fn sided(key: u64, side: Side) -> u64 {
    match side {
        Side::South => key,
        Side::North => key ^ MIXER,
    }
}

impl Bygone {
    /// Adds an earlier position: its plain key, side to move, seeds, and value for that side if it recurs.
    pub(super) fn add(&mut self, key: u64, side: Side, seeds: u16, again: Option<i32>) {
        if !self.holds(seeds) {
            *self = Self::default();
        }
        let key = sided(key, side);
        self.positions.push((key, again));
        self.seeds = seeds;
        self.salt = (self.salt ^ key).wrapping_add(1).wrapping_mul(MIXER).rotate_left(29);
    }

    /// Returns `true` if a position with this many seeds can lead to one of these.
    #[inline]
    pub(super) fn holds(&self, seeds: u16) -> bool {
        seeds == self.seeds && !self.positions.is_empty()
    }

    /// Returns the key of a position with this many seeds, given its plain key.
    #[inline]
    pub(super) fn key(&self, key: u64, side: Side, seeds: u16) -> u64 {
        if self.holds(seeds) { sided(key, side) ^ self.salt } else { key }
    }

    /// Looks up a position with as many seeds as these by its [`key`](Self::key).
    ///
    /// Returns the value of its recurrence; the inner `None` means that the value is unknown.
    #[inline]
    #[expect(clippy::option_option, reason = "none of these, or not known")]
    pub(super) fn again(&self, key: u64) -> Option<Option<i32>> {
        Some(self.positions.iter().find(|(other, _)| other ^ self.salt == key)?.1)
    }
}
