//! Game driver: plays any variant, keeps the history, detects repetition.

mod written;

use std::fmt;
use std::sync::Arc;

pub use written::LegalMove;

use crate::kernel::{BySide, Diagram, Side};
use crate::text::notation::{Given, PositionError, give, read_position, write_position};
use crate::variant::sections::rounds::{Next, RoundEnd, Rounds};
use crate::variant::{AnyPosition, AnyVariant, Move, Outcome, Position, key};

/// Reason why a game ended.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    strum::Display,
    strum::EnumIter,
    serde::Serialize,
    schemars::JsonSchema,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The board decided: for example, a row is empty or a player has a majority.
    Board,
    /// The player to move had no legal move.
    NoMove,
    /// The position occurred before, and the rules end the game there.
    Repetition,
    /// A player resigned.
    Resignation,
}

/// Completed round of a game of several rounds.
#[derive(Debug, Clone, Copy)]
pub struct Round {
    /// Reason why the round ended.
    pub end: RoundEnd,
    /// Position at the end of the round.
    pub position: AnyPosition,
    /// Number of moves played up to then, in all rounds.
    pub plies: usize,
    /// Points of South and North after the round, if points are counted.
    pub points: BySide<u32>,
}

/// State of a game of several rounds.
#[derive(Debug, Clone)]
struct Several {
    rounds: Rounds,
    /// Opening of the first round.
    first: Diagram,
    /// Player who began the first round that is played.
    began: Side,
    /// Completed rounds.
    over: Vec<Round>,
}

/// Game of one variant, with its history.
///
/// The game ends with its first round, unless [`over_rounds`](Self::over_rounds) is called.
#[derive(Clone)]
pub struct Game {
    variant: Arc<dyn AnyVariant>,
    /// Number of times that a position must occur to end the game; 0 if repetition never ends it.
    recurrence: usize,
    start: Given,
    past: Vec<(AnyPosition, Move)>,
    /// If positions can recur: a key of the mover's ring in each past position and the current one, to skip most full
    /// comparisons.
    fingerprints: Vec<u32>,
    position: AnyPosition,
    ending: Option<Ending>,
    several: Option<Box<Several>>,
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({:?} after {} moves)", self.text(), self.plies())
    }
}

/// Returns the ending of a game that is over at its start.
fn ending_of(start: &Given) -> Option<Ending> {
    let ending = if start.stuck { Ending::NoMove } else { Ending::Board };
    start.position.status().result.map(|_| ending)
}

impl dyn AnyVariant {
    /// Creates a game from the opening.
    pub fn game(self: Arc<Self>) -> Game {
        Game::new(self)
    }

    /// Creates a game from a position in text form.
    ///
    /// # Errors
    ///
    /// Returns a [`PositionError`] if the text is not a valid position.
    pub fn game_from(self: Arc<Self>, position: &str) -> Result<Game, PositionError> {
        Game::from_text(self, position)
    }
}

impl Game {
    /// Creates a game from the opening.
    pub fn new(variant: Arc<dyn AnyVariant>) -> Self {
        let opening = variant.opening();
        Self::from_position(variant, opening)
    }

    /// Creates a game from a position in text form.
    ///
    /// # Errors
    ///
    /// Returns a [`PositionError`] if the text is not a valid position.
    pub fn from_text(variant: Arc<dyn AnyVariant>, text: &str) -> Result<Self, PositionError> {
        Ok(Self::starting(read_position(&*variant, text)?, variant))
    }

    /// Creates a game from a position.
    pub fn from_position(variant: Arc<dyn AnyVariant>, position: AnyPosition) -> Self {
        Self::starting(give(&*variant, position), variant)
    }

    fn starting(start: Given, variant: Arc<dyn AnyVariant>) -> Self {
        Self {
            recurrence: variant.recurrence(),
            variant,
            past: Vec::new(),
            fingerprints: Vec::new(),
            position: start.position,
            ending: ending_of(&start),
            start,
            several: None,
        }
    }

    /// Continues with the next round after each round, until the whole game is over.
    ///
    /// The last move of a round also sets up the next one. Call this before the first move.
    pub fn over_rounds(&mut self, rounds: Rounds) {
        self.several = rounds.several().then(|| {
            Box::new(Several {
                rounds,
                first: self.variant.diagram(&self.variant.opening()),
                began: self.position.status().to_move,
                over: Vec::new(),
            })
        });
    }

    /// Returns the completed rounds of a game of several rounds.
    pub fn rounds(&self) -> &[Round] {
        self.several.as_ref().map_or(&[], |several| &several.over)
    }

    /// Returns the number of moves played before the end of each completed round.
    pub fn round_ends(&self) -> Vec<usize> {
        self.rounds().iter().map(|round| round.plies).collect()
    }

    /// Returns the variant.
    pub fn variant(&self) -> &dyn AnyVariant {
        &*self.variant
    }

    /// Returns a shared reference to the variant.
    pub fn shared_variant(&self) -> Arc<dyn AnyVariant> {
        Arc::clone(&self.variant)
    }

    /// Returns the current position.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// Returns the number of moves played.
    pub fn plies(&self) -> usize {
        self.past.len()
    }

    /// Returns the moves played so far, each with the position before it.
    pub fn past(&self) -> &[(AnyPosition, Move)] {
        &self.past
    }

    /// Returns the moves of the current round, or all moves of a single-round game.
    pub fn this_round(&self) -> &[(AnyPosition, Move)] {
        let rounds = self.rounds().iter().rev();
        let mut before = rounds.map(|round| round.plies);
        let last = before.find(|&plies| plies < self.past.len() || self.ending.is_none());
        &self.past[last.unwrap_or(0)..]
    }

    /// Iterates over the positions after each move, before any new round is set up.
    pub fn afters(&self) -> impl Iterator<Item = &AnyPosition> {
        let later = self.past.iter().skip(1).map(|(position, _)| position);
        let later = later.chain([&self.position]);
        let mut rounds = self.rounds().iter().peekable();
        (1..).zip(later).take(self.past.len()).map(move |(plies, after)| {
            let ended = rounds.next_if(|round| round.plies == plies);
            ended.map_or(after, |round| &round.position)
        })
    }

    /// Returns the result if the game is over.
    pub fn result(&self) -> Option<Outcome> {
        self.position.status().result
    }

    /// Returns the reason why the game ended, or `None` if it is not over.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Returns the seeds that count for each side.
    ///
    /// If the game ended by its rules (not by resignation) and these award the remaining seeds, the awarded seeds are
    /// included.
    pub fn holdings(&self) -> BySide<u16> {
        let (variant, position) = (&*self.variant, &self.position);
        let before = self.past.last().map(|(before, _)| before);
        let counted = || variant.count(before, position);
        let awarded = match self.ending {
            None | Some(Ending::Resignation) => None,
            Some(Ending::Repetition) => counted().and_then(|_| variant.count_repeated(position)),
            Some(Ending::Board | Ending::NoMove) => counted(),
        };
        awarded.unwrap_or_else(|| variant.holdings(position))
    }

    /// Returns how often the current position occurred in this round, including now.
    pub fn repetitions(&self) -> usize {
        let round = self.this_round();
        if let Some((fingerprint, past)) = self.fingerprints.split_last()
            && past.len() == self.past.len()
        {
            let past = &past[past.len() - round.len()..];
            let alike: u32 = past.iter().map(|other| u32::from(other == fingerprint)).sum();
            if alike == 0 {
                return 1;
            }
        }
        1 + round.iter().filter(|(past, _)| *past == self.position).count()
    }

    /// Returns the result if the position occurred before in this round and the rules end the game there.
    pub fn repeated(&self, position: &AnyPosition) -> Option<Outcome> {
        if self.recurrence == 0 {
            return None;
        }
        let past = self.this_round().iter().map(|(past, _)| past);
        let mut past = past.chain([&self.position]);
        if !past.any(|past| past == position) {
            return None;
        }
        self.variant.repeated(&mut { *position })
    }

    /// Stores the key of the current position.
    fn fingerprint(&mut self) {
        if self.fingerprints.len() == self.past.len() {
            self.fingerprints.push(key(&self.position.rings().own()) as u32);
        }
    }

    /// Plays a legal move, given the position it leads to.
    ///
    /// Does not check whether the opponent can move: a caller who finds no move calls [`conclude`](Self::conclude).
    pub fn advance(&mut self, mv: Move, after: &AnyPosition) {
        let recurrence = self.recurrence;
        if recurrence > 0 {
            self.fingerprint();
        }
        self.past.push((self.position, mv));
        self.position = *after;
        if after.status().result.is_some() {
            self.ending = Some(Ending::Board);
        } else if recurrence > 0 {
            self.fingerprint();
            if self.repetitions() >= recurrence {
                let result = self.variant.repeated(&mut self.position);
                self.position.status_mut().result = result;
                self.ending = result.map(|_| Ending::Repetition);
            }
        }
        if self.ending.is_some() {
            self.next_round();
        }
    }

    /// Begins the next round if a round is over and the game is not.
    fn next_round(&mut self) {
        let Some(result) = self.position.status().result else {
            return;
        };
        let Some(mut several) = self.several.take() else {
            return;
        };
        if let Some((before, _)) = self.past.last() {
            let last = several.over.last().map(|round| (round.plies, round.points));
            let (opened, mut points) = last.unwrap_or_default();
            let first = self.past.get(opened);
            let began = first.map_or(several.began, |(first, _)| first.status().to_move);
            let end = RoundEnd {
                seeds: self.variant.holdings(&self.position),
                result,
                began,
                last: before.status().to_move,
            };
            let layout = self.variant.layout();
            let left = self.variant.diagram(&self.position);
            let next = (several.rounds).next(layout, &several.first, (end, &left), &mut points);
            several.over.push(Round {
                end,
                position: self.position,
                plies: self.past.len(),
                points,
            });
            self.begin(next, end);
        }
        self.several = Some(several);
    }

    /// Begins a round. The game is over if there is no next round or if that round is over at its start.
    fn begin(&mut self, next: Next, end: RoundEnd) {
        let result = match next {
            Next::Over(outcome) => outcome,
            Next::Round(diagram) => {
                if let Ok(opening) = self.variant.read_diagram(&diagram) {
                    self.position = give(&*self.variant, opening).position;
                    self.fingerprints.truncate(self.past.len());
                    if self.result().is_none() {
                        self.ending = None;
                        return;
                    }
                }
                Outcome::by_count(end.seeds)
            }
        };
        self.position.status_mut().result = Some(result);
    }

    /// Ends the game because the player to move has no legal move (`G5`).
    pub fn conclude(&mut self) {
        if self.result().is_none() {
            let before = self.past.last().map(|(position, _)| position);
            self.position.status_mut().result = Some(self.variant.stuck(before, &self.position));
            self.ending = Some(Ending::NoMove);
            self.next_round();
        }
    }

    /// Plays a legal move and checks whether the game is over.
    pub fn commit(&mut self, mv: Move, after: &AnyPosition) {
        self.advance(mv, after);
        if self.result().is_none() && !self.variant.has_move(&self.position) {
            self.conclude();
        }
    }

    /// Resigns for a player; does nothing if the game is over.
    pub fn resign(&mut self, side: Side) {
        if self.result().is_none() {
            self.position.status_mut().result = Some(Outcome::win(side.other()));
            self.ending = Some(Ending::Resignation);
        }
    }

    /// Returns `true` if the game goes on after its first round.
    pub const fn is_over_rounds(&self) -> bool {
        self.several.is_some()
    }

    /// Takes back the last move; returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some((position, _)) = self.past.pop() else {
            return false;
        };
        self.fingerprints.truncate(self.past.len() + 1);
        self.position = position;
        self.ending = None;
        if let Some(several) = &mut self.several {
            several.over.retain(|round| round.plies <= self.past.len());
        }
        true
    }

    /// Takes back all moves.
    pub fn rewind(&mut self) {
        if let Some(several) = &mut self.several {
            several.over.clear();
        }
        if let Some((position, _)) = self.past.first() {
            self.position = *position;
            self.past.clear();
            self.fingerprints.truncate(1);
            self.ending = None;
        } else {
            self.position = self.start.position;
            self.ending = ending_of(&self.start);
        }
    }

    /// Returns the position as text; at the start, as it was given.
    pub fn text(&self) -> String {
        if self.past.is_empty() && (self.ending == Some(Ending::Board) || self.start.stuck) {
            return self.start.text.clone();
        }
        write_position(&*self.variant, &self.position)
    }
}
