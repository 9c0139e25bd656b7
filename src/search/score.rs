//! Numbers for positions: wins by their distance, and repeated positions.

use crate::game::Game;
use crate::kernel::board::Side;
use crate::variant::{Outcome, Play, Position, Variant};

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
pub(crate) fn of_outcome(outcome: Outcome, side: Side, ply: u32) -> i32 {
    let won = WON - i32::try_from(ply).unwrap_or(0);
    match outcome.winner() {
        Some(winner) if winner == side => won,
        Some(_) => -won,
        None => 0,
    }
}

/// The variant's own evaluation for the player to move, kept apart from proven results.
#[inline]
pub(crate) fn estimate<V: Variant>(variant: &V, position: &V::Position) -> i32 {
    variant.evaluate(position).clamp(1 - PROVEN, PROVEN - 1)
}

/// The result of a position after a move, if the game is over there: by the board, or since its player can't move.
#[inline]
pub(crate) fn over<V: Variant>(
    variant: &V,
    before: &V::Position,
    position: &V::Position,
) -> Option<Outcome> {
    match position.status().result {
        None if !variant.has_move(position) => Some(variant.stuck(Some(before), position)),
        result => result,
    }
}

/// What a position is worth to its player to move, not looking further than whether they can move.
#[inline]
pub(crate) fn at_rest<V: Variant>(
    variant: &V,
    before: &V::Position,
    position: &V::Position,
    ply: u32,
) -> i32 {
    match over(variant, before, position) {
        Some(outcome) => of_outcome(outcome, position.status().to_move, ply),
        None => estimate(variant, position),
    }
}

/// A number for the player to move in `after`, as seen by the player to move in `before`.
#[inline]
pub(crate) fn seen_from<P: Position>(before: &P, after: &P, number: i32) -> i32 {
    if before.status().to_move == after.status().to_move {
        number
    } else {
        -number
    }
}

/// The result if this position has come up in the game and the rules end it there.
pub(crate) fn repeated<V: Variant>(game: &Game<V>, position: &V::Position) -> Option<Outcome> {
    if game.variant().recurrence() == 0 {
        return None;
    }
    let past = game.this_round().iter().map(|(past, _)| past);
    let mut past = past.chain([game.position()]);
    if !past.any(|past| past == position) {
        return None;
    }
    game.variant().repeated(&mut { *position })
}
