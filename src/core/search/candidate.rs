//! A move that may be searched, with what is known of it before.

use super::score::Score;
use crate::variant::{AnyPosition, Move};

/// Move with the position after it; all values are from the mover's side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) after: AnyPosition,
    pub(super) key: u64,
    pub(super) promise: i32,
    /// Seeds won for good by the move.
    pub(super) gain: i32,
    /// Whether the same player moves again.
    pub(super) same: bool,
    /// Index of the move in the order of generation.
    pub(super) index: u8,
    /// Value known before the search.
    pub(super) known: Score,
    /// Whether the move ends the game.
    pub(super) over: bool,
}

impl Candidate {
    /// Returns `true` unless the exact value is known.
    pub(super) const fn is_open(&self) -> bool {
        let [low, high] = self.known.proved;
        !self.over && low < high
    }

    /// Returns `true` if the same player moves again and the move wins seeds.
    pub(super) const fn is_free(&self) -> bool {
        self.same && self.gain > 0
    }
}

/// Number of distinct move starts, by which moves are recorded.
pub(super) const STARTS: usize = 128;
/// Moves the index of the most promising candidate to the front and returns it; the first if several are equal.
#[inline]
pub(super) fn bring_best(list: &[Candidate], order: &mut [u32]) -> usize {
    let mut best = 0;
    for place in 1..order.len() {
        if list[order[place] as usize].promise > list[order[best] as usize].promise {
            best = place;
        }
    }
    order.swap(0, best);
    order[0] as usize
}
