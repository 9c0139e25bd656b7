//! The player that leaves it to chance.

use super::Player;
use crate::game::Game;
use crate::kernel::dice::Dice;
use crate::variant::{Move, Play, Variant};

/// Plays each legal move with equal chance.
#[derive(Debug, Clone, Copy)]
pub struct Random;

impl<V: Variant> Player<V> for Random {
    fn choose(
        &mut self,
        game: &Game<V>,
        dice: &mut Dice,
        _stop: &dyn Fn() -> bool,
    ) -> Option<(Move, V::Position)> {
        game.variant().draw_move(game.position(), dice)
    }
}
