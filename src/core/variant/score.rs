//! Values of positions: wins by their distance, and estimates in a separate range.

use crate::kernel::{Outcome, Side};

/// Value of a won game; `n` less if it is won after `n` plies, and negated if it is lost.
pub const WON: i32 = 1 << 29;
/// Bound of proven values: above it a win is proven, below its negative a loss.
pub(crate) const PROVEN: i32 = WON - 10_000;

/// Returns whether the value is a proven win or loss; `None` if it proves neither.
pub const fn proven(value: i32) -> Option<bool> {
    match value {
        value if value > PROVEN => Some(true),
        value if value < -PROVEN => Some(false),
        _ => None,
    }
}

/// Returns the value for `side` of a result reached `ply` plies from the root.
pub fn of_outcome(outcome: Outcome, side: Side, ply: u32) -> i32 {
    let won = WON - i32::try_from(ply).unwrap_or(0);
    match outcome.winner() {
        Some(winner) if winner == side => won,
        Some(_) => -won,
        None => 0,
    }
}

/// Static evaluation of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Judge {
    /// Evaluation of the ruleset, [`Judging::evaluate`](super::Judging::evaluate).
    Plain,
    /// Evaluation with tuned weights, [`Play::judge`](super::Play::judge).
    Weighed,
    /// Evaluation by the [network](super::net::Net) of the variant; `Weighed` if it has none.
    Net,
}

/// Limits an estimate to the range of unproven values.
#[inline]
pub(super) fn estimate(value: i32) -> i32 {
    value.clamp(1 - PROVEN, PROVEN - 1)
}
