//! A table of fixed size that remembers what was found out about positions.

use crate::variant::Move;

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
    /// A number that stands for the best move, 0 for none; see [`stamp`].
    pub(super) best: u32,
}

/// A number of 24 bits that stands for a move; moves of one position about never share one.
pub(super) fn stamp(mv: Move) -> u32 {
    let start = u32::from(mv.start.spot) << 1 | mv.start.direction as u32;
    let choices = u32::from(mv.gone_on) ^ mv.picks.wrapping_mul(0x9e37_79b1) >> 8;
    1 + ((start << 16) ^ choices ^ u32::from(mv.tier) << 22) % 0x00ff_ffff
}

/// Sixteen bytes: the key, and what was found out.
#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u64,
    value: i32,
    /// From the top: depth in six bits, bound in two (3 if the entry is empty), the stamp of the best move.
    found: u32,
}

const EMPTY: Entry = Entry {
    key: 0,
    value: 0,
    found: 3 << 24,
};

impl Entry {
    const fn depth(self) -> u8 {
        (self.found >> 26) as u8
    }

    const fn is_empty(self) -> bool {
        self.found >> 24 & 3 == 3
    }

    const fn read(self) -> Found {
        let bound = match self.found >> 24 & 3 {
            0 => Bound::Exact,
            1 => Bound::Least,
            _ => Bound::Most,
        };
        Found {
            depth: self.depth(),
            bound,
            value: self.value,
            best: self.found & 0x00ff_ffff,
        }
    }

    fn written(key: u64, found: Found) -> Self {
        let head = u32::from(found.depth << 2 | found.bound as u8);
        Self {
            key,
            value: found.value,
            found: head << 24 | found.best,
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

    /// The bytes of a table of that size.
    pub(super) const fn memory(bits: u32) -> usize {
        size_of::<[Entry; 2]>() << bits
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
        let known = |entry: &Entry| entry.key == key && !entry.is_empty();
        pair.into_iter().find(known).map(Entry::read)
    }

    /// Remembers what was found out.
    pub(super) fn keep(&mut self, key: u64, found: Found) {
        let place = self.place(key);
        let pair = &mut self.pairs[place];
        let entry = Entry::written(key, found);
        let first = pair[0];
        if first.is_empty() || first.key == key || first.depth() <= found.depth {
            if first.key != key {
                pair[1] = first;
            }
            pair[0] = entry;
        } else {
            pair[1] = entry;
        }
    }
}
