//! Choices and evaluations of players in text form.

use super::{PlayerSpec, Valuation, Weighed};
use crate::game::Game;
use crate::kernel::Dice;

/// Evaluation of the legal moves of a position by a player, in text form.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Weighing {
    /// Chosen move.
    pub choice: Option<String>,
    /// Number of plies to which all moves were searched, if the player searches.
    pub depth: Option<u32>,
    /// Moves with their values; empty if the player does not evaluate moves.
    pub moves: Vec<(String, Valuation)>,
}

impl Game {
    /// Returns the move chosen by a player; `None` if the game is over or once `stop` returns `true`.
    pub fn choose(
        &self,
        player: PlayerSpec,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<String> {
        if self.result().is_some() {
            return None;
        }
        let (mv, after) = player.player().choose(self, dice, stop)?;
        (!stop()).then(|| self.write_move(mv, after))
    }

    /// Evaluates the legal moves by a player and chooses one; no choice if the game is over.
    ///
    /// Calls `told` after each completed depth. Once `stop` returns `true`, the best result so far is returned.
    pub fn weigh(
        &self,
        player: PlayerSpec,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
        told: &mut dyn FnMut(Weighing),
    ) -> Weighing {
        if self.result().is_some() {
            return Weighing::default();
        }
        let mut tell = |weighed: &Weighed| told(self.written(weighed));
        self.written(&player.player().weigh(self, dice, stop, &mut tell))
    }

    /// Converts an evaluation to text form.
    fn written(&self, weighed: &Weighed) -> Weighing {
        let moves = weighed.moves.iter();
        Weighing {
            choice: weighed.choice.map(|(mv, after)| self.write_move(mv, after)),
            depth: weighed.depth,
            moves: moves.map(|&(mv, after, worth)| (self.write_move(mv, after), worth)).collect(),
        }
    }
}
