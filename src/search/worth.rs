//! What a position is worth: a value, what is proved of it, who asks, and how the table has it.

use super::table::{Bound, Found, WIDEST};
use crate::variant::score::PROVEN;

/// Who asks, where unknown is to count against them: then values are proved bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    /// Nobody: what is unknown is estimated.
    Nobody,
    /// The player to move: unknown is the least that it can be.
    Mover,
    /// The other player: unknown is the most.
    Other,
}

impl Asks {
    /// The same for a position after a move.
    pub(super) const fn after(self, same: bool) -> Self {
        match self {
            Self::Mover if !same => Self::Other,
            Self::Other if !same => Self::Mover,
            asks => asks,
        }
    }
}

/// What a position is worth to its player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Worth {
    /// Exact within the window that was asked about, else a bound.
    pub(crate) value: i32,
    /// What is proved whatever the depth; nothing where that is not asked.
    pub(super) proved: [i32; 2],
}

impl Worth {
    /// It is worth this, and nothing is proved.
    pub(super) const fn of(value: i32) -> Self {
        let proved = [-WIDEST, WIDEST];
        Self { value, proved }
    }

    /// It is worth this.
    pub(super) const fn exactly(value: i32) -> Self {
        let proved = [value, value];
        Self { value, proved }
    }

    /// The same for whoever made the move that led here, and what it gained them.
    pub(super) const fn before(self, same: bool, gain: i32) -> Self {
        let [low, high] = self.proved;
        if same {
            Self {
                value: self.value + gain,
                proved: [low + gain, high + gain],
            }
        } else {
            Self {
                value: gain - self.value,
                proved: [gain - high, gain - low],
            }
        }
    }
}

/// What two pairs of bounds come to.
#[inline]
pub(super) fn meet(a: [i32; 2], b: [i32; 2]) -> [i32; 2] {
    [a[0].max(b[0]), a[1].min(b[1])]
}

/// The value where bounds answer what is asked.
#[inline]
pub(super) fn decides([low, high]: [i32; 2], alpha: i32, beta: i32) -> Option<i32> {
    if low >= beta {
        Some(low)
    } else if high <= alpha {
        Some(high)
    } else {
        (low == high).then_some(low)
    }
}

/// The value where what was found at a depth answers what is asked.
#[inline]
pub(super) fn decided_by(found: &Found, ply: u32, alpha: i32, beta: i32) -> Option<i32> {
    let value = from_table(found.value, ply);
    let decides = match found.bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Least => value >= beta,
        Bound::Most => value <= alpha,
    };
    decides.then_some(value)
}

/// Distances in the table count from the position itself, those in the search from the root.
pub(super) fn to_table(value: i32, ply: u32) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    match value {
        value if value > PROVEN => value + ply,
        value if value < -PROVEN => value - ply,
        value => value,
    }
}

/// The way back.
pub(super) fn from_table(value: i32, ply: u32) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    match value {
        value if value > PROVEN => value - ply,
        value if value < -PROVEN => value + ply,
        value => value,
    }
}
