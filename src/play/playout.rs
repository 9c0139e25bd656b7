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
    let mut before = None;
    let mut position = *start;
    for plies in 0..limit {
        if let Some(result) = position.status().result {
            return Playout {
                plies,
                result: Some(result),
            };
        }
        let Some((_, after)) = variant.draw_move(&position, dice) else {
            return Playout {
                plies,
                result: Some(variant.stuck(before.as_ref(), &position)),
            };
        };
        before = Some(position);
        position = after;
    }
    Playout {
        plies: limit,
        result: position.status().result,
    }
}
