//! Numbers for positions: wins by their distance, and estimates kept apart from them.

use crate::kernel::board::Side;
use crate::kernel::outcome::Outcome;

/// What a won game is worth; one that is won `n` plies later is worth `n` less, a lost one the negative.
pub const WON: i32 = 1 << 29;
/// Above this a number means a win that is proven, below its negative a proven loss.
pub(crate) const PROVEN: i32 = WON - 10_000;

/// Whether a value says that the game is won, or lost; `None` where it is no proof.
#[must_use]
pub const fn proven(value: i32) -> Option<bool> {
    match value {
        value if value > PROVEN => Some(true),
        value if value < -PROVEN => Some(false),
        _ => None,
    }
}

/// What a result reached `ply` plies from the root is worth to this side.
#[must_use]
pub fn of_outcome(outcome: Outcome, side: Side, ply: u32) -> i32 {
    let won = WON - i32::try_from(ply).unwrap_or(0);
    match outcome.winner() {
        Some(winner) if winner == side => won,
        Some(_) => -won,
        None => 0,
    }
}

/// By what a position is judged that is not searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judge {
    /// The ruleset's own evaluation, [`Judging::evaluate`](super::Judging::evaluate).
    Plain,
    /// What has been found out by play, [`Play::judge`](super::Play::judge).
    Weighed,
}

/// Keeps an estimate apart from proven results.
#[inline]
pub(super) fn estimate(value: i32) -> i32 {
    value.clamp(1 - PROVEN, PROVEN - 1)
}
