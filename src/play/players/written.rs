//! What players choose, and what they think, as text.

use super::{PlayerSpec, Weighed, Worth};
use crate::game::Game;
use crate::kernel::dice::Dice;

/// What a player thinks of the legal moves of a position, as text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Weighing {
    /// The move that it would make.
    pub choice: Option<String>,
    /// How many plies ahead it has looked at all moves, if it looks ahead.
    pub depth: Option<u32>,
    /// What the moves are worth to it; empty for a player who does not say.
    pub moves: Vec<(String, Worth)>,
}

impl Game {
    /// The move that a player would make; `None` if the game is over, or once `stop` says yes.
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

    /// What a player thinks of the legal moves and which it would make; no choice if the game is over.
    ///
    /// `told` hears of every depth that has been searched. Once `stop` says yes, the best so far is the answer.
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
        let weighed = player.player().weigh(self, dice, stop, &mut tell);
        self.written(&weighed)
    }

    /// What a player thinks, with its moves as text.
    fn written(&self, weighed: &Weighed) -> Weighing {
        let moves = weighed.moves.iter();
        Weighing {
            choice: weighed.choice.map(|(mv, after)| self.write_move(mv, after)),
            depth: weighed.depth,
            moves: moves
                .map(|&(mv, after, worth)| (self.write_move(mv, after), worth))
                .collect(),
        }
    }
}
