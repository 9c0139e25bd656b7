//! The one object-safe interface of a game: everything above the rules is written over it.

use std::fmt;
use std::hash::Hasher;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::order::in_order;
use super::score::{Judge, of_outcome};
use super::{
    AnyPosition, BySide, ByTurn, Choices, Features, Fixed, Found, Glance, Lead, Move, Outcome,
    Playout, Position, Refusal, Refused, Shape, Start, Starts,
};
use crate::kernel::diagram::{Diagram, FieldError, Value};
use crate::kernel::dice::Dice;
use crate::kernel::event::Event;
use crate::kernel::layout::Layout;

/// A visitor of legal moves with the positions after them; it says whether to go on.
pub type Visit<'a> = dyn FnMut(Move, &AnyPosition) -> ControlFlow<()> + 'a;

/// The starts of a tier.
#[derive(Debug, Clone, Copy)]
pub struct Offer {
    /// The starts, see [`Variant::starts`](super::Variant::starts).
    pub starts: Starts,
    /// `true` if each start is known to give a legal move.
    pub sure: bool,
    /// The choices that may come up.
    pub choices: Choices,
}

/// A search's wish: what it wants to know of the positions after each move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// An estimate, and the key if that is wanted.
    Estimate {
        /// By what positions are judged.
        judge: Judge,
        /// Whether the key is wanted.
        keyed: bool,
    },
    /// The key, the evaluation, and what was won for good, which is set aside if the game offers that.
    Settle {
        /// Whether won seeds are set aside.
        aside: bool,
    },
}

/// Facts about a position after a move; all zero where the game is over there.
#[derive(Debug, Clone, Copy, Default)]
pub struct Facts {
    /// The number by which it is looked up.
    pub key: u64,
    /// The estimate for its player to move, in hundredths of a seed.
    pub value: i32,
    /// The seeds set aside that its player to move has won more than the other.
    pub won: i32,
}

/// A visitor of legal moves, the positions after them and what is known of those; it says whether to go on.
pub type VisitFacts<'a> = dyn FnMut(Move, &AnyPosition, Facts) -> ControlFlow<()> + 'a;

/// A game with all its rules, whatever the types of its ruleset: the object-safe counterpart of
/// [`Variant`](super::Variant) and [`Play`](super::Play).
///
/// An author writes [`Variant`](super::Variant), which explains the methods in full, and calls [`Play::boxed`](super::Play::boxed).
/// A position of another game gives a meaningless answer.
pub trait AnyVariant: Send + Sync {
    /// Returns the shape of the board.
    fn layout(&self) -> &Layout;

    /// Names the classes of moves.
    fn tiers(&self) -> &'static [&'static str];

    /// Says what tells who is ahead in the middle of a game.
    fn lead(&self) -> Lead;

    /// Returns the size of a position in the game's own type, in bytes.
    fn position_size(&self) -> usize;

    /// Returns the position at the start of a game.
    fn opening(&self) -> AnyPosition;

    /// Shows every legal move with the position after it, until the visitor breaks off.
    fn show_moves(&self, position: &AnyPosition, visit: &mut Visit<'_>) -> ControlFlow<()>;

    /// Shows every legal way through the moves that begin as `mv` does, earlier tiers not looked at.
    fn each_way(
        &self,
        position: &AnyPosition,
        mv: Move,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<(), Found>;

    /// Returns the starts of a tier, and what is known of them.
    fn offer(&self, position: &AnyPosition, tier: u8) -> Offer;

    /// Draws one of the legal moves, each equally likely; `None` if there is none.
    ///
    /// Once `stop` says yes it is one of those found by then.
    fn draw_move(
        &self,
        position: &AnyPosition,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Move, AnyPosition)>;

    /// Carries out a legal move and tells what happens; `None` if it is no move of this position.
    fn make(
        &self,
        position: &AnyPosition,
        mv: Move,
        tell: &mut dyn FnMut(Event),
    ) -> Option<AnyPosition>;

    /// Plays a turn from a start of a tier and tells what happens to whoever listens.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the start gives no move.
    fn turn(
        &self,
        position: &AnyPosition,
        tier: u8,
        start: Start,
        fixed: &mut Fixed,
        tell: Option<&mut dyn FnMut(Event)>,
    ) -> Result<AnyPosition, Refusal>;

    /// Returns the result of a position that is over by what lies on the board.
    fn ended(&self, position: &AnyPosition) -> Option<Outcome>;

    /// Returns the result where the player to move has no legal move.
    fn stuck(&self, before: Option<&AnyPosition>, position: &AnyPosition) -> Outcome;

    /// Returns how often a position has to come up for the game to end by it; 0 if it never does.
    fn recurrence(&self) -> usize;

    /// Returns `true` if no position from before this move can come back after it.
    fn never_returns(&self, before: &AnyPosition, after: &AnyPosition) -> bool;

    /// Returns the result when a position has come up as often as [`recurrence`](Self::recurrence) says; may tidy the board up.
    fn repeated(&self, position: &mut AnyPosition) -> Option<Outcome>;

    /// Counts the seeds of each side.
    fn holdings(&self, position: &AnyPosition) -> BySide<u16>;

    /// Counts what each side has when the game is over in this position, where more seeds win.
    fn count(&self, before: Option<&AnyPosition>, position: &AnyPosition) -> Option<BySide<u16>>;

    /// Removes the seeds won for good, and returns how many more of them the player to move has won.
    fn set_aside(&self, position: &AnyPosition) -> Option<(AnyPosition, i16)>;

    /// Returns a number that no other position left by [`set_aside`](Self::set_aside) has.
    fn exact_key(&self, position: &AnyPosition) -> Option<u64>;

    /// Counts what each side has when the game ends in this position because it has come back.
    fn count_repeated(&self, position: &AnyPosition) -> Option<BySide<u16>>;

    /// Returns the game played to its last seed, where this one is over with a majority.
    fn played_out(&self) -> Option<Arc<dyn AnyVariant>>;

    /// Returns the pits won for good in a position left by [`set_aside`](Self::set_aside), as bits.
    fn claims(&self, position: &AnyPosition) -> u32;

    /// Builds a position without seeds in which just these pits were won for good; `None` if there is none.
    fn with_claims(&self, pits: u32) -> Option<AnyPosition>;

    /// Evaluates a position for the player to move, in hundredths of a seed.
    fn evaluate(&self, position: &AnyPosition) -> i32;

    /// Evaluates a position as search takes it, kept apart from proven results.
    fn estimate(&self, position: &AnyPosition, judge: Judge) -> i32;

    /// Names the features.
    fn feature_names(&self) -> &'static [&'static str];

    /// Counts how much more of each feature the player to move has than the opponent.
    fn features(&self, position: &AnyPosition) -> Features;

    /// Returns the fields of a written position besides rows, side and result, in order.
    fn fields(&self) -> &[Shape];

    /// Returns the value of a field by its number, as South and North see it.
    fn value(&self, field: usize, position: &AnyPosition) -> Value;

    /// Sets a field by its number in a position whose rows are set.
    ///
    /// # Errors
    ///
    /// A [`FieldError`] if the position can't have this value, or it is of another kind.
    fn set_value(
        &self,
        field: usize,
        position: &mut AnyPosition,
        value: &Value,
    ) -> Result<(), FieldError>;

    /// Tells the values of all fields in numbers; see [`Field::tell`](super::Field::tell).
    fn tell_fields(&self, position: &AnyPosition, by_mover: bool, tell: &mut dyn FnMut(i32));

    /// Writes a legal move that is no pass, given the position after it.
    fn write_move(&self, position: &AnyPosition, mv: Move, after: &AnyPosition) -> String;

    /// Returns the other ways in which a legal move may be written.
    fn other_spellings(&self, position: &AnyPosition, mv: Move, after: &AnyPosition)
    -> Vec<String>;

    /// Returns the rule of the book by which a move is refused in this position, if the ruleset names one.
    fn refused_by(&self, position: &AnyPosition, refused: Refused) -> Option<&'static str>;

    /// Hashes a position, as searches look it up.
    fn key(&self, position: &AnyPosition) -> u64;

    /// Feeds a position to another hasher.
    fn hash(&self, position: &AnyPosition, hasher: &mut dyn Hasher);

    /// Counts the move sequences of exactly this length; once `stop` says yes the number is of no use.
    fn perft(&self, position: &AnyPosition, depth: u32, stop: &dyn Fn() -> bool) -> u64;

    /// Plays uniformly random moves to the end of the game, or until `limit` moves have been played or `stop` says yes.
    fn playout(
        &self,
        position: &AnyPosition,
        dice: &mut Dice,
        limit: u32,
        stop: &dyn Fn() -> bool,
    ) -> Playout;

    /// Values a position for its player to move, looking no further than whether they can move.
    fn at_rest(&self, before: &AnyPosition, position: &AnyPosition, ply: u32, judge: Judge) -> i32 {
        match self.outcome(before, position) {
            Some(outcome) => of_outcome(outcome, position.status().to_move, ply),
            None => self.estimate(position, judge),
        }
    }

    /// Values the best move by the positions after each, up to one worth `enough`; `None` without a move. Each move is a step of
    /// `glance`; once that is stopped the value is of no use.
    fn best_at_rest(
        &self,
        position: &AnyPosition,
        ply: u32,
        enough: i32,
        judge: Judge,
        glance: &mut Glance,
        stop: &dyn Fn() -> bool,
    ) -> Option<i32>;

    /// Shows every legal move with the facts that a search wants.
    fn show_facts(
        &self,
        position: &AnyPosition,
        wish: Wish,
        visit: &mut VisitFacts<'_>,
    ) -> ControlFlow<()>;

    /// Returns `true` if the player to move has a legal move.
    fn has_move(&self, position: &AnyPosition) -> bool {
        let any = &mut |_, _: &AnyPosition| ControlFlow::Break(());
        self.show_moves(position, any).is_break()
    }

    /// Returns the result of a position after a move, if the game is over there: by the board, or since its player can't move.
    fn outcome(&self, before: &AnyPosition, position: &AnyPosition) -> Option<Outcome> {
        match position.status().result {
            None if !self.has_move(position) => Some(self.stuck(Some(before), position)),
            result => result,
        }
    }
}

impl fmt::Debug for dyn AnyVariant + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyVariant").finish_non_exhaustive()
    }
}

impl dyn AnyVariant + '_ {
    /// Returns `true` if a tier holds a legal move, whatever earlier tiers hold.
    #[must_use]
    pub fn tier_has_move(&self, position: &AnyPosition, tier: u8) -> bool {
        let mut starts = self.offer(position, tier).starts.iter();
        starts.any(|start| {
            self.turn(position, tier, start, &mut Fixed::first(), None)
                .is_ok()
        })
    }

    /// Returns the position after a swap if the player to move may swap, else after a pass if a player without any other move passes.
    #[must_use]
    pub fn pass(&self, position: &AnyPosition) -> Option<AnyPosition> {
        let moves = [Move::SWAP, Move::PASS].into_iter();
        let mut after = moves.map(|mv| self.make(position, mv, &mut |_| ()));
        after.find_map(|after| after)
    }

    /// Draws a position as a diagram.
    #[must_use]
    pub fn diagram(&self, position: &AnyPosition) -> Diagram {
        let status = position.status();
        let ByTurn([own, across]) = position.rings();
        let fields = self.fields().iter().enumerate();
        Diagram {
            pits: self.layout().spread(status.to_move, own, across),
            to_move: status.to_move,
            fields: fields
                .map(|(number, field)| (field.name, self.value(number, position)))
                .collect(),
            result: status.result,
        }
    }

    /// Reads the position of a diagram; the board has the right shape and at most 255 seeds.
    ///
    /// # Errors
    ///
    /// A [`FieldError`] that names the field and says what is wrong with it.
    pub fn read_diagram(&self, diagram: &Diagram) -> Result<AnyPosition, FieldError> {
        let mut position = self.opening();
        let (own, across) = self.layout().gather(diagram.to_move, &diagram.pits);
        position.set_rings(ByTurn([own, across]));
        position.status_mut().to_move = diagram.to_move;
        position.status_mut().result = diagram.result;
        for (number, field) in self.fields().iter().enumerate() {
            let value = diagram.value(field.name).unwrap_or(&field.left_out);
            self.set_value(number, &mut position, value)?;
        }
        Ok(position)
    }
}

/// [`AnyVariant::best_at_rest`] for a game that shows its moves and nothing else.
pub(super) fn best_at_rest(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    ply: u32,
    enough: i32,
    judge: Judge,
    glance: &mut Glance,
    stop: &dyn Fn() -> bool,
) -> Option<i32> {
    let mut best = None;
    let _ = variant.show_moves(position, &mut |_, after| {
        let value = variant.at_rest(position, after, ply + 1, judge);
        best = best.max(Some(after.seen_from(position, value)));
        if best >= Some(enough) {
            return ControlFlow::Break(());
        }
        glance.step(stop)
    });
    best
}

/// [`AnyVariant::show_facts`] for a game that shows its moves and nothing else.
pub(super) fn show_facts(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    wish: Wish,
    visit: &mut VisitFacts<'_>,
) -> ControlFlow<()> {
    variant.show_moves(position, &mut |mv, after| {
        if after.status().result.is_some() {
            return visit(mv, after, Facts::default());
        }
        match wish {
            Wish::Estimate { judge, keyed } => {
                let facts = Facts {
                    key: if keyed { variant.key(after) } else { 0 },
                    value: variant.estimate(after, judge),
                    won: 0,
                };
                visit(mv, after, facts)
            }
            Wish::Settle { aside } => {
                let settled = aside.then(|| variant.set_aside(after)).flatten();
                let (after, won) = settled.unwrap_or((*after, 0));
                let exact = aside.then(|| variant.exact_key(&after)).flatten();
                let facts = Facts {
                    key: exact.unwrap_or_else(|| variant.key(&after)),
                    value: variant.evaluate(&after),
                    won: won.into(),
                };
                visit(mv, &after, facts)
            }
        }
    })
}

/// Lists all legal moves with the positions after them, by start and choice; those found so far once `stop` says yes.
#[must_use]
pub fn moves(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    stop: &dyn Fn() -> bool,
) -> Vec<(Move, AnyPosition)> {
    debug_assert!(position.status().result.is_none() || !variant.has_move(position));
    let (mut moves, mut glance) = (Vec::new(), Glance::default());
    let _ = variant.show_moves(position, &mut |mv, after| {
        moves.push((mv, *after));
        glance.step(stop)
    });
    let place = |mv: &Move| {
        let direction = std::cmp::Reverse(mv.start.direction);
        (mv.start.spot, direction, mv.gone_on, mv.picks)
    };
    let places: Vec<_> = moves.iter().map(|(mv, _)| place(mv)).collect();
    in_order(&places, moves)
}
