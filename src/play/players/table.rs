//! A table of fixed size that remembers what was found out about positions.

use crate::kernel::board::Direction;
use crate::variant::{Move, Start};

/// What a remembered number says about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Bound {
    /// It is worth this.
    Exact,
    /// It is worth this or more.
    Least,
    /// It is worth this or less.
    Most,
}

/// What was found out about a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) depth: u8,
    pub(super) bound: Bound,
    pub(super) value: i32,
    pub(super) best: Option<Move>,
}

/// Sixteen bytes: the key, and what was found out.
#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u64,
    value: i32,
    choice: u16,
    /// The spot, and 64 if the direction is backward; 255 for no move.
    start: u8,
    /// Depth in the upper six bits, bound in the lower two; 3 if the entry is empty.
    found: u8,
}

const EMPTY: Entry = Entry {
    key: 0,
    value: 0,
    choice: 0,
    start: NO_MOVE,
    found: 3,
};
const NO_MOVE: u8 = u8::MAX;
const BACKWARD: u8 = 64;

impl Entry {
    fn read(self) -> Found {
        let best = (self.start != NO_MOVE).then_some(Move {
            start: Start {
                spot: self.start & (BACKWARD - 1),
                direction: if self.start & BACKWARD == 0 {
                    Direction::Forward
                } else {
                    Direction::Backward
                },
            },
            choice: self.choice,
        });
        let bound = match self.found & 3 {
            0 => Bound::Exact,
            1 => Bound::Least,
            _ => Bound::Most,
        };
        Found {
            depth: self.found >> 2,
            bound,
            value: self.value,
            best,
        }
    }

    fn written(key: u64, found: Found) -> Self {
        let start = found
            .best
            .map_or(NO_MOVE, |best| match best.start.direction {
                Direction::Forward => best.start.spot,
                Direction::Backward => best.start.spot | BACKWARD,
            });
        Self {
            key,
            value: found.value,
            choice: found.best.map_or(0, |best| best.choice),
            start,
            found: found.depth << 2 | found.bound as u8,
        }
    }
}

/// Pairs of entries: the first keeps the deeper search, the second the latest.
#[derive(Debug)]
pub(super) struct Table {
    pairs: Vec<[Entry; 2]>,
}

impl Table {
    /// A table of 2 to the power of `bits` pairs.
    pub(super) fn new(bits: u32) -> Self {
        Self {
            pairs: vec![[EMPTY; 2]; 1 << bits],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.pairs.fill([EMPTY; 2]);
    }

    #[expect(clippy::cast_possible_truncation, reason = "only low bits are wanted")]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.pairs.len() - 1)
    }

    /// What is known about a position.
    pub(super) fn find(&self, key: u64) -> Option<Found> {
        let pair = self.pairs[self.place(key)];
        let known = |entry: &Entry| entry.key == key && entry.found & 3 != 3;
        pair.into_iter().find(known).map(Entry::read)
    }

    /// Remembers what was found out.
    pub(super) fn keep(&mut self, key: u64, found: Found) {
        let place = self.place(key);
        let pair = &mut self.pairs[place];
        let entry = Entry::written(key, found);
        let first = pair[0];
        if first.found & 3 == 3 || first.key == key || first.found >> 2 <= found.depth {
            if first.key != key {
                pair[1] = first;
            }
            pair[0] = entry;
        } else {
            pair[1] = entry;
        }
    }
}
