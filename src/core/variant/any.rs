//! The object-safe interface of a game, which all code above the rules uses.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::order::sort_by;
use super::score::{Judge, of_outcome};
use super::{
    AnyPosition, BySide, ByTurn, Choices, Enumeration, Features, Field, Fixed, IllegalMove, Lead,
    Move, Outcome, Playout, Poll, Position, Possible, Start, Starts, TurnError,
};
use crate::kernel::{Diagram, Dice, Event, FieldError, Layout, Value};

/// Callback for legal moves with the positions after them; it returns whether to continue.
pub type Visit<'a> = dyn FnMut(Move, &AnyPosition) -> ControlFlow<()> + 'a;

/// Callback for the events of a move.
pub type Tell<'a> = dyn FnMut(Event) + 'a;

/// Starts of a tier.
#[derive(Debug, Clone, Copy)]
pub struct Offer {
    /// Pits and directions, see [`Variant::starts`](super::Variant::starts).
    pub starts: Starts,
    /// `true` if every start is sure to give a legal move.
    pub sure: bool,
    /// Choices that may come up.
    pub choices: Choices,
}

/// Facts that a search requests for the position after each move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// An estimate, and optionally the key.
    Estimate {
        /// Evaluation to use.
        judge: Judge,
        /// Set if the key is requested.
        keyed: bool,
    },
    /// The key, the evaluation, and the seeds won for good, which are set aside if the game supports that.
    Settle {
        /// Set if won seeds are set aside.
        aside: bool,
    },
}

/// Facts about a position after a move; all zero if the game is over there.
#[derive(Debug, Clone, Copy, Default)]
pub struct Facts {
    /// Key for table lookups.
    pub key: u64,
    /// Estimate for its player to move, in hundredths of a seed.
    pub value: i32,
    /// Seeds set aside: those of its player to move minus those of the opponent.
    pub won: i32,
}

/// Callback for legal moves with the positions after them and [`Facts`]; it returns whether to continue.
pub type VisitFacts<'a> = dyn FnMut(Move, &AnyPosition, Facts) -> ControlFlow<()> + 'a;

/// Properties of a game that are the same in every position.
#[derive(Debug, Clone)]
pub struct Properties {
    /// Shape of the board.
    pub layout: Layout,
    /// Names of the tiers.
    pub tiers: &'static [&'static str],
    /// Bounds of the moves.
    pub possible: Possible,
    /// Criterion for who is ahead in the middle of a game.
    pub lead: Lead,
    /// Index of the field of the seeds won, if these decide who is ahead.
    pub won: Option<usize>,
    /// Position at the start of a game.
    pub opening: AnyPosition,
    /// Number of occurrences of a position that ends the game; 0 if repetition never does.
    pub recurrence: usize,
    /// Size of a position in the game's own type, in bytes.
    pub position_size: usize,
    /// Names of the features.
    pub feature_names: &'static [&'static str],
    /// Fields of a written position besides rows, side and result, in order.
    pub fields: Vec<Field>,
}

/// Game with all its rules, independent of its types: the object-safe counterpart of [`Variant`](super::Variant) and
/// [`Play`](super::Play).
///
/// Authors implement [`Variant`](super::Variant), which documents the methods in full, and call
/// [`Play::boxed`](super::Play::boxed). Results for positions of another game are meaningless.
pub trait AnyVariant: Send + Sync {
    /// Returns the properties that are the same in every position.
    fn properties(&self) -> &Properties;

    /// Sets the file of the network that [`Judge::Net`] asks, unless there is one already; the first use reads it.
    fn learn(&self, file: &'static str);

    /// Calls `visit` for every legal move with the position after it, until it breaks.
    fn show_moves(&self, position: &AnyPosition, visit: &mut Visit<'_>) -> ControlFlow<()>;

    /// Calls `visit` for every legal way to complete the move `mv`, until it breaks; earlier tiers are ignored.
    fn each_way(
        &self,
        position: &AnyPosition,
        mv: Move,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<(), Enumeration>;

    /// Returns the starts of a tier with the known facts about them.
    fn offer(&self, position: &AnyPosition, tier: u8) -> Offer;

    /// Draws a legal move uniformly at random; `None` if there is none.
    ///
    /// Once `stop` returns `true`, it draws from the moves found so far.
    fn random_move(
        &self,
        position: &AnyPosition,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Move, AnyPosition)>;

    /// Plays a legal move and reports its events; `None` if it is not a move of this position.
    ///
    /// Moves of earlier tiers are not considered.
    fn make(&self, position: &AnyPosition, mv: Move, tell: &mut Tell<'_>) -> Option<AnyPosition>;

    /// Plays a turn from a start of a tier and reports its events to `tell`, if given.
    ///
    /// # Errors
    ///
    /// A [`TurnError`] if the start gives no move.
    fn turn(
        &self,
        position: &AnyPosition,
        tier: u8,
        start: Start,
        fixed: &mut Fixed,
        tell: Option<&mut dyn FnMut(Event)>,
    ) -> Result<AnyPosition, TurnError>;

    /// Returns the result if the board ends the game in this position.
    fn ended(&self, position: &AnyPosition) -> Option<Outcome>;

    /// Returns the result if the player to move has no legal move.
    fn stuck(&self, before: Option<&AnyPosition>, position: &AnyPosition) -> Outcome;

    /// Returns `true` if the move is irreversible: no position before it can recur after it.
    fn never_returns(&self, before: &AnyPosition, after: &AnyPosition) -> bool;

    /// Returns the result once a position has occurred [`recurrence`](Properties::recurrence) times; may change the
    /// board.
    fn repeated(&self, position: &mut AnyPosition) -> Option<Outcome>;

    /// Counts the seeds of each side.
    fn holdings(&self, position: &AnyPosition) -> BySide<u16>;

    /// Counts the final seeds of each side if the game is over in this position and more seeds win.
    fn count(&self, before: Option<&AnyPosition>, position: &AnyPosition) -> Option<BySide<u16>>;

    /// Removes the seeds won for good, and returns those of the player to move minus those of the opponent.
    fn set_aside(&self, position: &AnyPosition) -> Option<(AnyPosition, i16)>;

    /// Returns an exact key, unique among the positions that [`set_aside`](Self::set_aside) returns.
    fn exact_key(&self, position: &AnyPosition) -> Option<u64>;

    /// Returns a number of seeds that the player to move is sure to win, in a position that
    /// [`set_aside`](Self::set_aside) returned.
    fn in_reach(&self, position: &AnyPosition) -> u16;

    /// Counts the final seeds of each side if the game ends in this position by repetition.
    fn count_repeated(&self, position: &AnyPosition) -> Option<BySide<u16>>;

    /// Returns the game played to its last seed, if this one ends at a majority.
    fn played_out(&self) -> Option<Arc<dyn AnyVariant>>;

    /// Returns the pits won for good in a position that [`set_aside`](Self::set_aside) returned, as bits.
    fn claims(&self, position: &AnyPosition) -> u32;

    /// Builds a position without seeds in which exactly these pits are won for good; `None` if there is none.
    fn with_claims(&self, pits: u32) -> Option<AnyPosition>;

    /// Evaluates a position for the player to move, in hundredths of a seed, in the range of unproven values.
    fn estimate(&self, position: &AnyPosition, judge: Judge) -> i32;

    /// Returns each feature of the player to move minus that of the opponent.
    fn features(&self, position: &AnyPosition) -> Features;

    /// Returns the notation of a legal move other than a pass, given the position after it.
    fn write_move(&self, position: &AnyPosition, mv: Move, after: &AnyPosition) -> String;

    /// Returns alternative spellings of a legal move.
    fn other_spellings(&self, position: &AnyPosition, mv: Move, after: &AnyPosition)
    -> Vec<String>;

    /// Returns the identifier of the rule that refuses a move in this position, if the ruleset names one.
    fn refused_by(&self, position: &AnyPosition, refused: IllegalMove) -> Option<&'static str>;

    /// Hashes a position for table lookups.
    fn key(&self, position: &AnyPosition) -> u64;

    /// Counts the move sequences of exactly this length; the count is invalid once `stop` returns `true`.
    fn perft(&self, position: &AnyPosition, depth: u32, stop: &dyn Fn() -> bool) -> u64;

    /// Plays random moves to the end of the game, to `limit` moves, or until `stop` returns `true`.
    fn playout(
        &self,
        position: &AnyPosition,
        dice: &mut Dice,
        limit: u32,
        stop: &dyn Fn() -> bool,
    ) -> Playout;

    /// Evaluates the position after each legal move and returns the value of the best move; may stop at the first value
    /// of at least `enough`. `None` if there is no legal move. Each move is a step of `poll`; once that stops, the
    /// value is invalid.
    fn best_static_value(
        &self,
        position: &AnyPosition,
        ply: u32,
        enough: i32,
        judge: Judge,
        poll: &mut Poll,
        stop: &dyn Fn() -> bool,
    ) -> Option<i32>;

    /// Calls `visit` for every legal move with the requested facts.
    fn show_facts(
        &self,
        position: &AnyPosition,
        wish: Wish,
        visit: &mut VisitFacts<'_>,
    ) -> ControlFlow<()>;
}

impl fmt::Debug for dyn AnyVariant + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyVariant").finish_non_exhaustive()
    }
}

impl dyn AnyVariant + '_ {
    /// Returns the shape of the board.
    pub fn layout(&self) -> &Layout {
        &self.properties().layout
    }

    /// Returns the position at the start of a game.
    pub fn opening(&self) -> AnyPosition {
        self.properties().opening
    }

    /// Returns the number of occurrences of a position that ends the game; 0 if repetition never does.
    pub fn recurrence(&self) -> usize {
        self.properties().recurrence
    }

    /// Counts the seeds that decide who is ahead: those won, or all that a side holds.
    pub fn decisive_seeds(&self, position: &AnyPosition) -> BySide<u16> {
        let properties = self.properties();
        let field = properties.won.map(|field| &properties.fields[field]);
        match field.map(|field| field.value(&properties.layout, position)) {
            Some(Value::Seeds(won)) => won.map(u16::from),
            _ => self.holdings(position),
        }
    }

    /// Returns `true` if the player to move has a legal move.
    pub fn has_move(&self, position: &AnyPosition) -> bool {
        self.show_moves(position, &mut |_, _: &AnyPosition| ControlFlow::Break(())).is_break()
    }

    /// Returns the result if the game is over after a move: by the board, or because the next player can't move.
    pub fn outcome(&self, before: &AnyPosition, position: &AnyPosition) -> Option<Outcome> {
        match position.status().result {
            None if !self.has_move(position) => Some(self.stuck(Some(before), position)),
            result => result,
        }
    }

    /// Evaluates a position for its player to move. The only search is for a legal move of that player, as the game may
    /// be over without one.
    pub fn static_value(
        &self,
        before: &AnyPosition,
        position: &AnyPosition,
        ply: u32,
        judge: Judge,
    ) -> i32 {
        match self.outcome(before, position) {
            Some(outcome) => of_outcome(outcome, position.status().to_move, ply),
            None => self.estimate(position, judge),
        }
    }

    /// Returns `true` if a tier has a legal move, whatever earlier tiers have.
    pub fn tier_has_move(&self, position: &AnyPosition, tier: u8) -> bool {
        let mut starts = self.offer(position, tier).starts.iter();
        starts.any(|start| self.turn(position, tier, start, &mut Fixed::first(), None).is_ok())
    }

    /// Returns the position after a swap if it is legal, else after a pass if that is the only move.
    pub fn pass(&self, position: &AnyPosition) -> Option<AnyPosition> {
        let moves = [Move::SWAP, Move::PASS].into_iter();
        let mut after = moves.map(|mv| self.make(position, mv, &mut |_| ()));
        after.find_map(|after| after)
    }

    /// Converts a position to a diagram.
    pub fn diagram(&self, position: &AnyPosition) -> Diagram {
        let status = position.status();
        let ByTurn([own, across]) = position.rings();
        let (layout, fields) = (self.layout(), self.properties().fields.iter());
        Diagram {
            pits: layout.spread(status.to_move, own, across),
            to_move: status.to_move,
            fields: fields.map(|field| (field.name, field.value(layout, position))).collect(),
            result: status.result,
        }
    }

    /// Reads a position from a diagram with a board of the right shape and at most 255 seeds.
    ///
    /// # Errors
    ///
    /// A [`FieldError`] that names the field and the error.
    pub fn read_diagram(&self, diagram: &Diagram) -> Result<AnyPosition, FieldError> {
        let mut position = self.opening();
        let (own, across) = self.layout().gather(diagram.to_move, &diagram.pits);
        position.set_rings(ByTurn([own, across]));
        position.status_mut().to_move = diagram.to_move;
        position.status_mut().result = diagram.result;
        for field in &self.properties().fields {
            let value = diagram.value(field.name).unwrap_or(&field.left_out);
            field.set(self.layout(), &mut position, value)?;
        }
        Ok(position)
    }
}

/// Lists the legal moves with the positions after them, by start and choice; stops once `stop` returns `true`.
pub fn moves(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    stop: &dyn Fn() -> bool,
) -> Vec<(Move, AnyPosition)> {
    listed(variant, position, &mut Poll::default(), stop).0
}

/// Lists the legal moves like [`moves`], with each as a step of `poll`; returns whether the list is complete.
pub(crate) fn listed(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    poll: &mut Poll,
    stop: &dyn Fn() -> bool,
) -> (Vec<(Move, AnyPosition)>, bool) {
    debug_assert!(position.status().result.is_none() || !variant.has_move(position));
    let mut moves = Vec::new();
    let flow = variant.show_moves(position, &mut |mv, after| {
        moves.push((mv, *after));
        poll.step(stop)
    });
    let place = |mv: &Move| {
        let direction = std::cmp::Reverse(mv.start.direction);
        (mv.start.spot, direction, mv.gone_on, mv.picks)
    };
    sort_by(&mut moves, |(a, _), (b, _)| place(a).cmp(&place(b)));
    (moves, flow.is_continue())
}
