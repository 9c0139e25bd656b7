//! Uniformly random games, played as fast as the engine goes.

use crate::kernel::dice::Dice;
use crate::variant::{Outcome, Play, Position, Variant};

/// How a random game went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playout {
    /// How many moves were played.
    pub plies: u32,
    /// The result; `None` if the game was cut off by the limit (`G6`).
    pub result: Option<Outcome>,
}

/// Plays uniformly random moves to the end of the game, or until `limit` moves have been played.
///
/// Looks at positions alone: rules about repeated positions need a [`Game`](crate::Game).
pub fn playout<V: Variant>(
    variant: &V,
    start: &V::Position,
    dice: &mut Dice,
    limit: u32,
) -> Playout {
    // The position and the one after it take turns, so that neither is ever copied.
    let mut boards = [*start; 2];
    for plies in 0..limit {
        let [first, second] = &mut boards;
        let (position, other) = if plies % 2 == 0 {
            (first, second)
        } else {
            (second, first)
        };
        if let Some(result) = position.status().result {
            return Playout {
                plies,
                result: Some(result),
            };
        }
        if variant.draw_into(other, position, dice).is_none() {
            let before = (plies > 0).then_some(&*other);
            return Playout {
                plies,
                result: Some(variant.stuck(before, position)),
            };
        }
    }
    Playout {
        plies: limit,
        result: boards[limit as usize % 2].status().result,
    }
}
