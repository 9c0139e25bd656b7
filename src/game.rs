//! The driver: plays any variant, keeps the history, notices repetition.

use std::sync::Arc;

use crate::kernel::board::Side;
use crate::text::notation::{Given, PositionError, give, read_position, write_position};
use crate::variant::{Move, Outcome, Play, Position, Variant};

/// How a game came to its end.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::Display, strum::EnumIter,
)]
#[strum(serialize_all = "snake_case")]
pub enum Ending {
    /// By what lies on the board: a row emptied, a majority reached.
    Board,
    /// The player to move had no legal move.
    NoMove,
    /// The position had come up before, and the rules end the game there.
    Repetition,
    /// A player resigned.
    Resignation,
}

/// A game of one variant, with its history.
#[derive(Debug)]
pub struct Game<V: Variant> {
    variant: Arc<V>,
    start: Given<V::Position>,
    past: Vec<(V::Position, Move)>,
    position: V::Position,
    ending: Option<Ending>,
}

impl<V: Variant> Clone for Game<V> {
    fn clone(&self) -> Self {
        Self {
            variant: Arc::clone(&self.variant),
            start: self.start.clone(),
            past: self.past.clone(),
            position: self.position,
            ending: self.ending,
        }
    }
}

/// How a game that is over where it begins came to its end.
fn ending_of<P: Position>(start: &Given<P>) -> Option<Ending> {
    let ending = if start.stuck {
        Ending::NoMove
    } else {
        Ending::Board
    };
    start.position.status().result.map(|_| ending)
}

impl<V: Variant> Game<V> {
    /// A game from the opening.
    #[must_use]
    pub fn new(variant: Arc<V>) -> Self {
        let start = give(&*variant, variant.opening());
        Self::starting(variant, start)
    }

    /// A game from a written position.
    ///
    /// # Errors
    ///
    /// A [`PositionError`] if it can't be read.
    pub fn from_text(variant: Arc<V>, text: &str) -> Result<Self, PositionError> {
        let start = read_position(&*variant, text)?;
        Ok(Self::starting(variant, start))
    }

    fn starting(variant: Arc<V>, start: Given<V::Position>) -> Self {
        Self {
            variant,
            past: Vec::new(),
            position: start.position,
            ending: ending_of(&start),
            start,
        }
    }

    /// The variant that is played.
    #[must_use]
    pub fn variant(&self) -> &V {
        &self.variant
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &V::Position {
        &self.position
    }

    /// How many moves have been played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.past.len()
    }

    /// The moves played so far, each with the position it was played in.
    #[must_use]
    pub fn past(&self) -> &[(V::Position, Move)] {
        &self.past
    }

    /// The result, once the game is over.
    #[must_use]
    pub fn result(&self) -> Option<Outcome> {
        self.position.status().result
    }

    /// How the game came to its end, once it is over.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// How often the position has come up in this game, this time included.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        1 + self
            .past
            .iter()
            .filter(|(position, _)| *position == self.position)
            .count()
    }

    /// Plays a move that is known to be legal, given the position it leads to.
    ///
    /// Whether the opponent has a move then is not looked at: a player who finds none calls
    /// [`conclude`](Self::conclude).
    pub fn advance(&mut self, mv: Move, after: V::Position) {
        self.past.push((self.position, mv));
        self.position = after;
        if after.status().result.is_some() {
            self.ending = Some(Ending::Board);
        } else if self.variant.recurrence() > 0 && self.repetitions() >= self.variant.recurrence() {
            let result = self.variant.repeated(&mut self.position);
            self.position.status_mut().result = result;
            self.ending = result.map(|_| Ending::Repetition);
        }
    }

    /// Ends the game where the player to move has no legal move (`G5`).
    pub fn conclude(&mut self) {
        if self.result().is_none() {
            let before = self.past.last().map(|(position, _)| position);
            self.position.status_mut().result = Some(self.variant.stuck(before, &self.position));
            self.ending = Some(Ending::NoMove);
        }
    }

    /// Plays a move that is known to be legal and works out whether the game is over.
    pub fn play(&mut self, mv: Move, after: V::Position) {
        self.advance(mv, after);
        if self.result().is_none() && !self.variant.has_move(&self.position) {
            self.conclude();
        }
    }

    /// A player resigns; nothing happens if the game is over.
    pub fn resign(&mut self, side: Side) {
        if self.result().is_none() {
            self.position.status_mut().result = Some(Outcome::win(side.other()));
            self.ending = Some(Ending::Resignation);
        }
    }

    /// Takes the last move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some((position, _)) = self.past.pop() else {
            return false;
        };
        self.position = position;
        self.ending = None;
        true
    }

    /// Takes all moves back.
    pub fn rewind(&mut self) {
        if let Some((position, _)) = self.past.first() {
            self.position = *position;
            self.past.clear();
            self.ending = None;
        } else {
            self.position = self.start.position;
            self.ending = ending_of(&self.start);
        }
    }

    /// The position as text; at the start as it was given.
    #[must_use]
    pub fn text(&self) -> String {
        if self.past.is_empty() && (self.ending == Some(Ending::Board) || self.start.stuck) {
            return self.start.text.clone();
        }
        write_position(&*self.variant, &self.position)
    }
}
