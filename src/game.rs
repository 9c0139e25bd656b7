//! The driver: plays any variant, keeps the history, notices repetition, and hides the types behind object-safe faces.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::board::Side;
use crate::dice::Dice;
use crate::event::Event;
use crate::layout::Layout;
use crate::matches::{Heading, MatchSpec, Played, Writer, play_series};
use crate::measure::{self, Tally};
use crate::notation::{
    Diagram, Given, Legal, MoveError, PositionError, legal_moves, read_move, read_position, settle,
    write_position,
};
use crate::perft::{divide, perft};
use crate::players::PlayerSpec;
use crate::speed::{self, Counts};
use crate::trace::{Step, trace};
use crate::variant::{Lead, Move, Outcome, Position, Variant};

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

impl<V: Variant> Game<V> {
    /// A game from the opening.
    #[must_use]
    pub fn new(variant: Arc<V>) -> Self {
        let position = variant.opening();
        let diagram = variant.diagram(&position);
        let start = Given {
            position,
            text: write_position(&*variant, &position),
            seeds: diagram.total(),
        };
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
        let position = start.position;
        let ending = position.status().result.map(|_| Ending::Board);
        Self {
            variant,
            start,
            past: Vec::new(),
            position,
            ending,
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
        } else if V::REPETITION && self.repetitions() > 1 {
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
            self.ending = self.position.status().result.map(|_| Ending::Board);
        }
    }

    /// The position as text; at the start as it was given.
    #[must_use]
    pub fn text(&self) -> String {
        if self.past.is_empty() && self.ending == Some(Ending::Board) {
            return self.start.text.clone();
        }
        write_position(&*self.variant, &self.position)
    }
}

/// A legal move as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The move.
    pub text: String,
    /// The position after it.
    pub after: String,
    /// The result after it, if the game is over then.
    pub result: Option<Outcome>,
}

/// A game, whatever the variant.
pub trait AnyGame: Send {
    /// The shape of the board.
    fn layout(&self) -> &Layout;

    /// The player to move.
    fn to_move(&self) -> Side;

    /// The result, once the game is over.
    fn result(&self) -> Option<Outcome>;

    /// How the game came to its end, once it is over.
    fn ending(&self) -> Option<Ending>;

    /// The position as text.
    fn text(&self) -> String;

    /// The position as a diagram.
    fn diagram(&self) -> Diagram;

    /// All seeds of the position, on the board and off it.
    fn seeds(&self) -> u32;

    /// How many moves have been played.
    fn plies(&self) -> usize;

    /// How often the position has come up, this time included.
    fn repetitions(&self) -> usize;

    /// The moves played so far.
    fn record(&self) -> Vec<String>;

    /// The legal moves.
    fn moves(&self) -> Vec<Written>;

    /// One of the legal moves, each equally likely; `None` if there is none.
    fn random_move(&self, dice: &mut Dice) -> Option<String>;

    /// Plays a move and returns it in canonical form.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if it is not legal; the game stays as it was.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;

    /// What a move does, step by step.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if it is not legal.
    fn trace(&self, text: &str) -> Result<Vec<Step>, MoveError>;

    /// The events of a move.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if it is not legal.
    fn events(&self, text: &str) -> Result<Vec<Event>, MoveError>;

    /// The move that a player would make; `None` if the game is over.
    fn choose(&self, player: PlayerSpec, dice: &mut Dice) -> Option<String>;

    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// A player resigns; nothing happens if the game is over.
    fn resign(&mut self, side: Side);

    /// The number of move sequences of exactly this length.
    fn perft(&self, depth: u32) -> u64;

    /// [`perft`](Self::perft) for each legal move.
    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)>;

    /// A copy of the game.
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
}

impl<V: Variant> AnyGame for Game<V> {
    fn layout(&self) -> &Layout {
        self.variant.layout()
    }

    fn to_move(&self) -> Side {
        self.position.status().to_move
    }

    fn result(&self) -> Option<Outcome> {
        self.result()
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }

    fn text(&self) -> String {
        self.text()
    }

    fn diagram(&self) -> Diagram {
        self.variant.diagram(&self.position)
    }

    fn seeds(&self) -> u32 {
        self.diagram().total()
    }

    fn plies(&self) -> usize {
        self.plies()
    }

    fn repetitions(&self) -> usize {
        self.repetitions()
    }

    fn record(&self) -> Vec<String> {
        let afters = self
            .past
            .iter()
            .skip(1)
            .map(|(position, _)| position)
            .chain([&self.position]);
        let plies = self.past.iter().zip(afters);
        plies
            .map(|((position, mv), after)| self.variant.write_move(position, *mv, after))
            .collect()
    }

    fn moves(&self) -> Vec<Written> {
        let written = |legal: Legal<V::Position>| Written {
            text: legal.text,
            after: write_position(&*self.variant, &legal.after),
            result: legal.after.status().result,
        };
        legal_moves(&*self.variant, &self.position)
            .into_iter()
            .map(written)
            .collect()
    }

    fn random_move(&self, dice: &mut Dice) -> Option<String> {
        let (mv, after) = self.variant.draw_move(&self.position, dice)?;
        let after = settle(&*self.variant, &self.position, after);
        Some(self.variant.write_move(&self.position, mv, &after))
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let legal = read_move(&*self.variant, &self.position, text)?;
        let after = self
            .variant
            .make(&self.position, legal.mv, &mut ())
            .unwrap_or(legal.after);
        Game::play(self, legal.mv, after);
        Ok(legal.text)
    }

    fn trace(&self, text: &str) -> Result<Vec<Step>, MoveError> {
        let events = self.events(text)?;
        Ok(trace(self.variant.layout(), &self.diagram(), &events))
    }

    fn events(&self, text: &str) -> Result<Vec<Event>, MoveError> {
        let legal = read_move(&*self.variant, &self.position, text)?;
        let mut events = Vec::new();
        self.variant.make(&self.position, legal.mv, &mut events);
        Ok(events)
    }

    fn choose(&self, player: PlayerSpec, dice: &mut Dice) -> Option<String> {
        if self.result().is_some() {
            return None;
        }
        let (mv, after) = player.player::<V>().choose(self, dice)?;
        let after = settle(&*self.variant, &self.position, after);
        Some(self.variant.write_move(&self.position, mv, &after))
    }

    fn undo(&mut self) -> bool {
        self.undo()
    }

    fn resign(&mut self, side: Side) {
        if self.result().is_none() {
            self.position.status_mut().result = Some(Outcome::win(side.other()));
            self.ending = Some(Ending::Resignation);
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&*self.variant, &self.position, depth)
    }

    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)> {
        let counts = divide(&*self.variant, &self.position, depth, threads);
        let written = |(mv, after, nodes)| {
            let after = settle(&*self.variant, &self.position, after);
            (self.variant.write_move(&self.position, mv, &after), nodes)
        };
        counts.into_iter().map(written).collect()
    }

    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}

/// A variant, whatever its types.
pub trait AnyVariant: Send + Sync {
    /// The bytes of a position in memory.
    fn position_size(&self) -> usize;

    /// How much one thread plays in a time; see [`speed`](crate::speed).
    fn count_speed(&self, seed: u64, time: Duration) -> Counts;

    /// Laps a move in random games.
    fn laps_per_ply(&self) -> f64;

    /// What tells who is ahead in the middle of a game.
    fn lead(&self) -> Lead;

    /// An upper bound of the number of positions, as a decimal logarithm.
    fn positions_log10(&self) -> f64;

    /// Plays a match and tallies it; `progress` is called after each game. Incomplete if `stop` was set.
    fn tally(
        self: Arc<Self>,
        spec: &MatchSpec,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(),
    ) -> Tally;

    /// Plays the games numbered `games` of a match and hands over each with its record, in order.
    ///
    /// The record is one JSON object without a line feed. See [`play_series`] for the rest.
    fn play_games(
        self: Arc<Self>,
        heading: &Heading,
        spec: &MatchSpec,
        games: Range<u64>,
        threads: usize,
        stop: &AtomicBool,
        sink: &mut dyn FnMut(Played, String) -> ControlFlow<()>,
    );

    /// A game from the opening.
    fn game(self: Arc<Self>) -> Box<dyn AnyGame>;

    /// A game from a written position.
    ///
    /// # Errors
    ///
    /// A [`PositionError`] if it can't be read.
    fn game_from(self: Arc<Self>, position: &str) -> Result<Box<dyn AnyGame>, PositionError>;
}

impl<V: Variant> AnyVariant for V {
    fn position_size(&self) -> usize {
        size_of::<V::Position>()
    }

    fn count_speed(&self, seed: u64, time: Duration) -> Counts {
        speed::count(self, seed, time)
    }

    fn laps_per_ply(&self) -> f64 {
        speed::laps_per_ply(self, 0, 200)
    }

    fn lead(&self) -> Lead {
        V::LEAD
    }

    fn positions_log10(&self) -> f64 {
        measure::positions_log10(self)
    }

    fn tally(
        self: Arc<Self>,
        spec: &MatchSpec,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(),
    ) -> Tally {
        measure::tally(&self, spec, threads, stop, progress)
    }

    fn play_games(
        self: Arc<Self>,
        heading: &Heading,
        spec: &MatchSpec,
        games: Range<u64>,
        threads: usize,
        stop: &AtomicBool,
        sink: &mut dyn FnMut(Played, String) -> ControlFlow<()>,
    ) {
        let writer = Writer::new(heading);
        play_series(
            &self,
            spec,
            games,
            threads,
            stop,
            || (),
            |(), game, played| (played, writer.line(game, &played)),
            |(played, line)| sink(played, line),
        );
    }

    fn game(self: Arc<Self>) -> Box<dyn AnyGame> {
        Box::new(Game::new(self))
    }

    fn game_from(self: Arc<Self>, position: &str) -> Result<Box<dyn AnyGame>, PositionError> {
        Ok(Box::new(Game::from_text(self, position)?))
    }
}
