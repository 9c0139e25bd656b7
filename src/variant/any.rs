//! The one object-safe interface of a game: everything above the rules is written over it.

use std::fmt;
use std::hash::Hasher;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::order::in_order;
use super::score::{Judge, of_outcome};
use super::{
    AnyPosition, Choices, Features, Fixed, Found, Lead, Move, Outcome, Playout, Position, Refusal,
    Shape, Start, Starts,
};
use crate::kernel::diagram::{Diagram, FieldError, Value};
use crate::kernel::dice::Dice;
use crate::kernel::event::Event;
use crate::kernel::layout::Layout;

/// Hears of a legal move and the position after it, and says whether to go on.
pub type Visit<'a> = dyn FnMut(Move, &AnyPosition) -> ControlFlow<()> + 'a;

/// The starts of a tier.
#[derive(Debug, Clone, Copy)]
pub struct Offer {
    /// Where a move may start, see [`Variant::starts`](super::Variant::starts).
    pub starts: Starts,
    /// Whether each start is known to give a legal move.
    pub sure: bool,
    /// What may come up to be chosen.
    pub choices: Choices,
}

/// What a search wants to know of the positions after the moves of another.
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

/// What is known of a position after a move; nothing where the game is over there.
#[derive(Debug, Clone, Copy, Default)]
pub struct Facts {
    /// The number by which it is looked up.
    pub key: u64,
    /// How good it is for its player to move, in hundredths of a seed.
    pub value: i32,
    /// How many seeds more its player to move has won that were set aside.
    pub won: i32,
}

/// Hears of a legal move, the position after it and what is known of that, and says whether to go on.
pub type VisitFacts<'a> = dyn FnMut(Move, &AnyPosition, Facts) -> ControlFlow<()> + 'a;

/// A game with all its rules, whatever the types of its ruleset: the object-safe counterpart of
/// [`Variant`](super::Variant) and [`Play`](super::Play).
///
/// An author writes [`Variant`](super::Variant) and calls [`Play::boxed`](super::Play::boxed). Methods without a word here are
/// explained there. Positions are those of this game; others give nonsense.
pub trait AnyVariant: Send + Sync {
    /// The shape of the board.
    fn layout(&self) -> &Layout;

    /// The classes of moves, by name.
    fn tiers(&self) -> &'static [&'static str];

    /// What tells who is ahead in the middle of a game.
    fn lead(&self) -> Lead;

    /// The bytes of a position in the game's own type.
    fn position_size(&self) -> usize;

    /// The position at the start of a game.
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

    /// Where moves of a tier may start, and what is known of them.
    fn offer(&self, position: &AnyPosition, tier: u8) -> Offer;

    /// Draws one of the legal moves, each equally likely; `None` if there is none.
    fn draw_move(&self, position: &AnyPosition, dice: &mut Dice) -> Option<(Move, AnyPosition)>;

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

    /// The result of a position that is over by what lies on the board.
    fn ended(&self, position: &AnyPosition) -> Option<Outcome>;

    /// The result where the player to move has no legal move.
    fn stuck(&self, before: Option<&AnyPosition>, position: &AnyPosition) -> Outcome;

    /// At which time a position comes up that the game ends by it; 0 if it never does.
    fn recurrence(&self) -> usize;

    /// Whether no position from before this move can come back after it.
    fn never_returns(&self, before: &AnyPosition, after: &AnyPosition) -> bool;

    /// The result when a position has come up as often as [`recurrence`](Self::recurrence) says; may tidy the board up.
    fn repeated(&self, position: &mut AnyPosition) -> Option<Outcome>;

    /// The seeds that count for each side, `[south, north]`.
    fn holdings(&self, position: &AnyPosition) -> [u16; 2];

    /// What each side has when the game is over in this position, `[south, north]`, where it is more seeds that win.
    fn count(&self, before: Option<&AnyPosition>, position: &AnyPosition) -> Option<[u16; 2]>;

    /// The position without the seeds that have been won for good, and how many more of them the player to move has won.
    fn set_aside(&self, position: &AnyPosition) -> Option<(AnyPosition, i16)>;

    /// A number that no other position has which is searched by what [`set_aside`](Self::set_aside) leaves of it.
    fn exact_key(&self, position: &AnyPosition) -> Option<u64>;

    /// What each side has, `[south, north]`, when the game ends in this position because it has come back.
    fn count_repeated(&self, position: &AnyPosition) -> Option<[u16; 2]>;

    /// The same game played to its last seed, where this one is over with a majority.
    fn played_out(&self) -> Option<Arc<dyn AnyVariant>>;

    /// The pits that were won for good in a position that [`set_aside`](Self::set_aside) leaves, as bits.
    fn claims(&self, position: &AnyPosition) -> u32;

    /// A position without any seeds in which just these pits were won for good; `None` if there is none.
    fn with_claims(&self, pits: u32) -> Option<AnyPosition>;

    /// How good a position is for the player to move, in hundredths of a seed.
    fn evaluate(&self, position: &AnyPosition) -> i32;

    /// How good a position is as search takes it, kept apart from proven results.
    fn estimate(&self, position: &AnyPosition, judge: Judge) -> i32;

    /// The names of the features.
    fn feature_names(&self) -> &'static [&'static str];

    /// How much more of each feature the player to move has than the opponent.
    fn features(&self, position: &AnyPosition) -> Features;

    /// The fields of a written position besides rows, side and result, in order.
    fn fields(&self) -> &[Shape];

    /// The value of a field by its number, as South and North see it.
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

    /// Writes a legal move, given the position after it; a pass is not asked for.
    fn write_move(&self, position: &AnyPosition, mv: Move, after: &AnyPosition) -> String;

    /// Other ways in which a legal move may be written.
    fn other_spellings(&self, position: &AnyPosition, mv: Move, after: &AnyPosition)
    -> Vec<String>;

    /// A number that stands for a position; two share one about never.
    fn key(&self, position: &AnyPosition) -> u64;

    /// Feeds a position to a hasher.
    fn hash(&self, position: &AnyPosition, hasher: &mut dyn Hasher);

    /// The number of move sequences of exactly this length.
    fn perft(&self, position: &AnyPosition, depth: u32) -> u64;

    /// Plays uniformly random moves to the end of the game, or until `limit` moves have been played.
    fn playout(&self, position: &AnyPosition, dice: &mut Dice, limit: u32) -> Playout;

    /// What a position is worth to its player to move, not looking further than whether they can move.
    fn at_rest(&self, before: &AnyPosition, position: &AnyPosition, ply: u32, judge: Judge) -> i32 {
        match self.outcome(before, position) {
            Some(outcome) => of_outcome(outcome, position.status().to_move, ply),
            None => self.estimate(position, judge),
        }
    }

    /// The best that a move brings its player without any search, until one is worth `enough`; `None` without a move.
    fn best_at_rest(
        &self,
        position: &AnyPosition,
        ply: u32,
        enough: i32,
        judge: Judge,
    ) -> Option<i32>;

    /// Shows every legal move with what a search wants to know of the position after it.
    fn show_facts(
        &self,
        position: &AnyPosition,
        wish: Wish,
        visit: &mut VisitFacts<'_>,
    ) -> ControlFlow<()>;

    /// Whether the player to move has a legal move.
    fn has_move(&self, position: &AnyPosition) -> bool {
        let any = &mut |_, _: &AnyPosition| ControlFlow::Break(());
        self.show_moves(position, any).is_break()
    }

    /// The result of a position after a move, if the game is over there: by the board, or since its player can't move.
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
    /// Whether a tier holds a legal move, earlier tiers not looked at.
    #[must_use]
    pub fn tier_has_move(&self, position: &AnyPosition, tier: u8) -> bool {
        let mut starts = self.offer(position, tier).starts.iter();
        starts.any(|start| {
            self.turn(position, tier, start, &mut Fixed::first(), None)
                .is_ok()
        })
    }

    /// The position after a pass, if a player without any other move passes.
    #[must_use]
    pub fn pass(&self, position: &AnyPosition) -> Option<AnyPosition> {
        self.make(position, Move::PASS, &mut |_| ())
    }

    /// The position as a diagram.
    #[must_use]
    pub fn diagram(&self, position: &AnyPosition) -> Diagram {
        let status = position.status();
        let [own, across] = position.rings();
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

    /// The position that a diagram shows; the board has the right shape and at most 255 seeds.
    ///
    /// # Errors
    ///
    /// A [`FieldError`] that names the field and says what is wrong with it.
    pub fn read_diagram(&self, diagram: &Diagram) -> Result<AnyPosition, FieldError> {
        let mut position = self.opening();
        let (own, across) = self.layout().gather(diagram.to_move, &diagram.pits);
        position.set_rings([own, across]);
        position.status_mut().to_move = diagram.to_move;
        position.status_mut().result = diagram.result;
        for (number, field) in self.fields().iter().enumerate() {
            let value = diagram.value(field.name).unwrap_or(&field.left_out);
            self.set_value(number, &mut position, value)?;
        }
        Ok(position)
    }
}

/// All legal moves with the positions after them, by start and choice.
#[must_use]
pub fn moves(variant: &dyn AnyVariant, position: &AnyPosition) -> Vec<(Move, AnyPosition)> {
    debug_assert!(position.status().result.is_none() || !variant.has_move(position));
    let mut moves = Vec::new();
    let _ = variant.show_moves(position, &mut |mv, after| {
        moves.push((mv, *after));
        ControlFlow::Continue(())
    });
    let place = |mv: &Move| {
        let direction = std::cmp::Reverse(mv.start.direction);
        (mv.start.spot, direction, mv.gone_on, mv.picks)
    };
    let places: Vec<_> = moves.iter().map(|(mv, _)| place(mv)).collect();
    in_order(&places, moves)
}
