//! Uniformly random games, played as fast as the engine goes.

use super::{Outcome, Play, Position};
use crate::kernel::dice::Dice;

/// How a random game went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playout {
    /// How many moves were played.
    pub plies: u32,
    /// The result; `None` if the game was cut off by the limit (`G6`).
    pub result: Option<Outcome>,
}

/// Plies between two questions to `stop`; an even number.
const BLOCK: u32 = 512;

/// Plays uniformly random moves to the end of the game, or until `limit` moves have been played or `stop` says yes.
///
/// Looks at positions alone: rules about repeated positions need a [`Game`](crate::Game).
pub(super) fn playout<V: Play>(
    variant: &V,
    start: &V::Position,
    dice: &mut Dice,
    limit: u32,
    stop: &dyn Fn() -> bool,
) -> Playout {
    // The position and the one after it take turns, so that neither is ever copied.
    let (mut even, mut odd) = (*start, *start);
    for plies in (0..limit).step_by(2) {
        if let Some(result) = ply(variant, &even, &mut odd, plies, dice, stop) {
            let result = Some(result);
            return Playout { plies, result };
        }
        let plies = plies + 1;
        if plies == limit {
            break;
        }
        if let Some(result) = ply(variant, &odd, &mut even, plies, dice, stop) {
            let result = Some(result);
            return Playout { plies, result };
        }
        // The number of plies lies in a register; a count of its own would lie in memory.
        if plies % BLOCK == BLOCK - 1 && stop() {
            let result = None;
            return Playout { plies, result };
        }
    }
    let last = if limit.is_multiple_of(2) { even } else { odd };
    Playout {
        plies: limit,
        result: last.status().result,
    }
}

/// Plays one random move; the result where the game is over instead. The place for the position after it holds the
/// one before until then.
#[expect(
    clippy::inline_always,
    reason = "called once a move, for two places only"
)]
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
