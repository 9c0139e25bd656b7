//! A move that may be searched, with what is known of it before.

use super::worth::Worth;
use crate::variant::{AnyPosition, Move};

/// A move with the position after it, all as the player sees it who makes it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) after: AnyPosition,
    pub(super) key: u64,
    pub(super) promise: i32,
    /// What the move wins for good.
    pub(super) gain: i32,
    /// Whether the same player moves again.
    pub(super) same: bool,
    /// Its place in the order in which moves are found.
    pub(super) index: u8,
    /// What is known of it.
    pub(super) known: Worth,
    /// Whether the game is over with it.
    pub(super) over: bool,
}

impl Candidate {
    /// Whether the same player moves again and has won something by it.
    pub(super) const fn is_free(&self) -> bool {
        self.same && self.gain > 0
    }
}

/// Moves are remembered by where they start.
pub(super) const STARTS: usize = 128;
/// Brings the most promising candidate to the front; the first of equals.
#[inline]
pub(super) fn bring_best(list: &mut [Candidate]) {
    let mut best = 0;
    for place in 1..list.len() {
        if list[place].promise > list[best].promise {
            best = place;
        }
    }
    list.swap(0, best);
}
