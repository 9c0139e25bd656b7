//! The positions that a game has come through, for rules about those that come back.

use crate::variant::{Position, key};

/// What a game has come through.
#[derive(Debug, Clone)]
pub(super) struct History<P> {
    past: Vec<P>,
    /// The key of the position it has come to, if it is known.
    key: Option<u64>,
    /// A bit for each position, at a place that follows from its key: most new ones are known to be new by theirs.
    met: [u64; 8],
}

impl<P> Default for History<P> {
    fn default() -> Self {
        Self {
            past: Vec::new(),
            key: None,
            met: [0; 8],
        }
    }
}

impl<P: Position> History<P> {
    /// Forgets all, and keeps the room for it.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.past.clear();
        self.key = None;
        self.met = [0; 8];
    }

    /// Goes on from one position to the next: how often that has come up, this time included.
    #[inline]
    pub(super) fn go(&mut self, before: P, after: &P) -> usize {
        let known = self.key.unwrap_or_else(|| key(&before));
        let (word, bit) = place(known);
        self.met[word] |= bit;
        self.past.push(before);
        let next = key(after);
        self.key = Some(next);
        let (word, bit) = place(next);
        if self.met[word] & bit == 0 {
            return 1;
        }
        1 + self.past.iter().filter(|past| *past == after).count()
    }
}

#[inline]
const fn place(key: u64) -> (usize, u64) {
    ((key >> 61) as usize, 1 << (key >> 55 & 63))
}
