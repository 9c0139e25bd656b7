//! Uniformly random games, at full speed.

use super::{Outcome, Play, Position};
use crate::kernel::Dice;

/// Outcome of a random game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playout {
    /// Number of moves played.
    pub plies: u32,
    /// Result; `None` if the limit ended the game (`G6`).
    pub result: Option<Outcome>,
}

/// Plies between two calls of `stop`; an even number.
const BLOCK: u32 = 512;

/// Plays random moves to the end of the game, to `limit` moves, or until `stop` returns `true`.
///
/// Ignores rules about repeated positions, which need a [`Game`](crate::Game).
pub(super) fn playout<V: Play>(
    variant: &V,
    start: &V::Position,
    dice: &mut Dice,
    limit: u32,
    stop: &dyn Fn() -> bool,
) -> Playout {
    // The position and the next one alternate between two variables, so neither is ever copied.
    let (mut even, mut odd) = (*start, *start);
    for plies in (0..limit).step_by(2) {
        if let Some(result) = ply(variant, &even, &mut odd, plies, dice, stop) {
            return Playout { plies, result: Some(result) };
        }
        let plies = plies + 1;
        if plies == limit {
            break;
        }
        if let Some(result) = ply(variant, &odd, &mut even, plies, dice, stop) {
            return Playout { plies, result: Some(result) };
        }
        // The number of plies is in a register; a separate counter would be in memory.
        if plies % BLOCK == BLOCK - 1 && stop() {
            return Playout { plies, result: None };
        }
    }
    let last = if limit.is_multiple_of(2) { even } else { odd };
    Playout { plies: limit, result: last.status().result }
}

/// Plays one random move, or returns the result if the game is over. On entry, `other` holds the previous position; on
/// return, the position after the move.
// Called once a move, for two places only.
#[inline(always)]
fn ply<V: Play>(
    variant: &V,
    position: &V::Position,
    other: &mut V::Position,
    plies: u32,
    dice: &mut Dice,
    stop: &dyn Fn() -> bool,
) -> Option<Outcome> {
    if let Some(result) = position.status().result {
        return Some(result);
    }
    if variant.draw_into(other, position, dice, stop).is_some() {
        return None;
    }
    let before = (plies > 0).then_some(&*other);
    Some(variant.stuck(before, position))
}
