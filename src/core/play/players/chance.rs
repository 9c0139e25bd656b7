//! Random player.

use super::Player;
use crate::game::Game;
use crate::kernel::dice::Dice;
use crate::variant::{AnyPosition, Move};

/// Plays uniformly random legal moves.
#[derive(Debug, Clone, Copy)]
pub struct Random;

impl Player for Random {
    fn choose(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Move, AnyPosition)> {
        game.variant().random_move(game.position(), dice, stop)
    }
}
