//! Values of positions: value, proved bounds, pessimism, and conversion for the table.

use super::table::{Bound, Stored, WIDEST};
use crate::variant::score::PROVEN;

/// Player for whom unknown values are scored pessimistically, giving a proved bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    /// Neither: unknown values are estimated.
    Nobody,
    /// Player to move: unknown values count as their minimum.
    Mover,
    /// Opponent: unknown values count as their maximum.
    Other,
}

impl Asks {
    /// Returns the pessimism for a position after a move.
    pub(super) const fn after(self, same: bool) -> Self {
        match self {
            Self::Mover if !same => Self::Other,
            Self::Other if !same => Self::Mover,
            asks => asks,
        }
    }
}

/// Value of a position for its player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Score {
    /// Value: exact within the search window, else a bound.
    pub(crate) value: i32,
    /// Proved bounds, valid at any depth; the widest ones if not requested.
    pub(super) proved: [i32; 2],
}

impl Score {
    /// Creates a value without proved bounds.
    pub(super) const fn of(value: i32) -> Self {
        Self { value, proved: [-WIDEST, WIDEST] }
    }

    /// Creates a proved exact value.
    pub(super) const fn exactly(value: i32) -> Self {
        Self { value, proved: [value, value] }
    }

    /// Converts the value after a move to that for its player, who gained seeds by it.
    pub(super) const fn before(self, same: bool, gain: i32) -> Self {
        let [low, high] = self.proved;
        if same {
            Self { value: self.value + gain, proved: [low + gain, high + gain] }
        } else {
            Self { value: gain - self.value, proved: [gain - high, gain - low] }
        }
    }
}

/// Intersects two pairs of bounds.
#[inline]
pub(super) fn meet(a: [i32; 2], b: [i32; 2]) -> [i32; 2] {
    [a[0].max(b[0]), a[1].min(b[1])]
}

/// Returns the value if the bounds decide the search window.
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

/// Returns the value of a table entry if it decides the search window.
#[inline]
pub(super) fn decided_by(found: &Stored, ply: u32, alpha: i32, beta: i32) -> Option<i32> {
    let value = from_table(found.value, ply);
    let decides = match found.bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    decides.then_some(value)
}

/// Converts the distance of a win from the root, as in the search, to that from the position, as in the table.
pub(super) fn to_table(value: i32, ply: u32) -> i32 {
    from_root(value, ply.cast_signed())
}

/// Converts the distance of a win from the position, as in the table, to that from the root, as in the search.
pub(super) fn from_table(value: i32, ply: u32) -> i32 {
    from_root(value, -ply.cast_signed())
}

/// Makes a win or a loss nearer by some plies.
fn from_root(value: i32, plies: i32) -> i32 {
    match value {
        value if value > PROVEN => value + plies,
        value if value < -PROVEN => value - plies,
        value => value,
    }
}
