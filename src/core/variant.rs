//! Interface of a game: the trait [`Variant`] that an author implements, its optional parts, and [`Play`], which
//! follows from them.

pub use crate::kernel::{BySide, ByTurn, Outcome, Player, Start, Starts};
use crate::kernel::{Direction, Endless, Layout, Observer, Side};

mod any;
mod chooser;
mod features;
mod field;
mod key;
pub mod net;
mod optional;
mod order;
mod packed;
mod perft;
mod play;
mod playout;
mod poll;
mod position;
pub mod ruleset;
pub(crate) mod schemas;
pub mod score;
pub mod sections;
mod swap;
mod typed;

pub(crate) use any::listed;
pub use any::{AnyVariant, Facts, Offer, Properties, Tell, Visit, VisitFacts, Wish, moves};
pub use chooser::{Chooser, Decision, Enumeration, Fixed, MOST_PICKS, may_stop};
pub use features::{Features, MOST_FEATURES, Weights, compared};
pub use field::{Field, FieldValue, KeptDirections, Seen, Spots};
pub(crate) use key::key;
pub use optional::{IllegalMove, Judging, Lead, Notation, Repeating, Solving};
pub use order::sort_by;
pub use packed::{AnyPosition, Bits, Packed, Packer, Unpacker, packed_fields};
pub use perft::DEEPEST;
pub use play::Play;
pub use playout::Playout;
pub use poll::{Poll, limited};
pub use position::{Position, Status, position};
pub use swap::Swapping;

/// Move: its start and the choices made during it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Class of the move, an index into [`Variant::TIERS`].
    pub tier: u8,
    /// Pit and direction.
    pub start: Start,
    /// Number of times that the player continued where the move could have stopped.
    pub gone_on: u16,
    /// Picks made during the move, packed into one number; 0 without picks.
    pub picks: u32,
}

impl Move {
    /// Pass of a player without any other move ([`Variant::pass`]).
    pub const PASS: Self = Self::without_start(Direction::Forward);

    /// Swap: the player takes over the other side (S2).
    pub const SWAP: Self = Self::without_start(Direction::Backward);

    const fn without_start(direction: Direction) -> Self {
        Self::new(u8::MAX, Start { spot: u8::MAX, direction })
    }

    /// Returns the start of the move; `None` for a pass and a swap.
    pub fn place(self) -> Option<Start> {
        (self.start.spot != u8::MAX).then_some(self.start)
    }

    /// Creates a move without choices.
    #[inline]
    pub const fn new(tier: u8, start: Start) -> Self {
        Self { tier, start, gone_on: 0, picks: 0 }
    }
}

/// Reason why a start gives no move.
///
/// As large as a machine word: it shares memory with the first pits of a position, so that the compiler can keep either
/// in registers.
#[repr(u64)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// The move never ends (`G3`).
    #[error("the move never ends")]
    Endless,
    /// The move does not meet the condition of its tier.
    #[error("the move does not meet the condition of its tier")]
    Unfit,
}

impl From<Endless> for TurnError {
    #[inline]
    fn from(_: Endless) -> Self {
        Self::Endless
    }
}

/// Choices that can come up in the moves of a tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choices {
    /// No choice.
    None,
    /// One choice at most: to stop, or to continue to the end.
    OneStop,
    /// Any choices, any number of times.
    Any,
}

/// Bounds of the moves of a game: what no rule excludes in all positions. Learners may number only these actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Possible {
    /// Starts of moves.
    pub starts: Starts,
    /// Whether a player may pass or swap.
    pub pass: bool,
    /// Whether choices come up within moves.
    pub choices: bool,
}

impl Possible {
    /// Everything.
    pub const ANY: Self = Self { starts: Starts::ALL, pass: true, choices: true };

    /// Moves from these starts, without passes.
    pub const fn moves(starts: Starts, choices: bool) -> Self {
        Self { starts, pass: false, choices }
    }
}

/// Mancala game with all its rules, as its author implements it.
///
/// A ruleset defines the possible starts of a move ([`starts`](Self::starts)), the course of a turn
/// ([`turn`](Self::turn)) and the winner ([`ended`](Self::ended), [`stuck`](Self::stuck)). [`Play`] derives everything
/// else from these: legal moves, play, search, diagrams, statistics.
///
/// Four more traits are optional. Their methods have defaults that suit every game, so `impl Solving for MyGame {}` is
/// enough. [`Notation`] is for written positions and moves, [`Repeating`] for repeated positions, [`Judging`] for the
/// evaluation, [`Solving`] for faster search.
pub trait Variant: Send + Sync + Sized + 'static {
    /// Position of this game.
    type Position: Position;

    /// Names of the classes of moves. A class counts only if the earlier ones hold no legal move (`G4`).
    const TIERS: &'static [&'static str] = &["moves"];

    /// Returns the shape of the board.
    fn layout(&self) -> &Layout;

    /// Returns the position at the start of a game.
    fn opening(&self) -> Self::Position;

    /// Returns the possible starts of a move of this tier.
    ///
    /// Each start with a finite turn is a legal move, if no earlier tier has one. The game is not over in the
    /// position.
    fn starts(&self, position: &Self::Position, tier: u8) -> Starts;

    /// Plays one turn from a start of this tier. All moves are made here and nowhere else.
    ///
    /// Report every seed that moves to the observer: seeds lifted, entered, captured, banked or swept as an
    /// [`Event::Move`](crate::Event::Move), seeds sown as an [`Event::Sow`](crate::Event::Sow). Marks and
    /// [`Event::Choice`](crate::Event::Choice) are for readers and optional, except marks that change a field. In a
    /// debug build a trace lists unreported changes, see [`untold`](crate::text::trace::untold). Leave every choice to
    /// the chooser.
    ///
    /// The returned position is seen by the next player. If the same player moves again, keep
    /// [`Status::to_move`] and the rings as they are. Otherwise turn both.
    ///
    /// # Errors
    ///
    /// Returns a [`TurnError`] if the start gives no move.
    fn turn(
        &self,
        position: &Self::Position,
        tier: u8,
        start: Start,
        chooser: &mut impl Chooser<Self::Position>,
        observer: &mut impl Observer,
    ) -> Result<Self::Position, TurnError>;

    /// Returns the choices that may come up in moves of this tier; none by default.
    #[inline]
    fn choices(&self, _position: &Self::Position, _tier: u8) -> Choices {
        Choices::None
    }

    /// Returns the position after a pass, or `None` if a player without a legal move is stuck.
    ///
    /// Called only if there is no other legal move.
    #[inline]
    fn pass(
        &self,
        _position: &Self::Position,
        _observer: &mut impl Observer,
    ) -> Option<Self::Position> {
        None
    }

    /// Returns bounds of the moves in all positions; by default, no bounds.
    fn possible(&self) -> Possible {
        Possible::ANY
    }

    /// Returns the result if the board ends the game in this position, as after a move (`G9`).
    ///
    /// Optional for games that end only for lack of a move, which [`stuck`](Self::stuck) decides. Required if
    /// [`turn`](Self::turn) ends games in the status, as only this method judges a position read from text.
    fn ended(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }

    /// Returns the result if the player to move has no legal move (`G5`). `before` is the position before the last
    /// move.
    fn stuck(&self, before: Option<&Self::Position>, position: &Self::Position) -> Outcome;

    /// Counts the seeds of each side, on the board and won.
    fn holdings(&self, position: &Self::Position) -> BySide<u16>;
}

/// Returns the result of a game that one of the players has lost, as by an empty front row. If both have, the player to
/// move loses (`G9`).
pub fn by_loss(mover: Side, lost: ByTurn<bool>) -> Option<Outcome> {
    match lost.0 {
        [true, _] => Some(Outcome::win(mover.other())),
        [false, true] => Some(Outcome::win(mover)),
        [false, false] => None,
    }
}
