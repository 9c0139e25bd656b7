//! What a game is to the rest of the crate: the trait [`Variant`], which an author writes, its optional parts, and
//! [`Play`], which everybody gets for it.

use crate::kernel::board::Side;
use crate::kernel::event::Observer;
use crate::kernel::layout::Layout;
pub use crate::kernel::outcome::Outcome;
pub use crate::kernel::pair::{BySide, ByTurn, Player};
use crate::kernel::sow::Endless;
pub use crate::kernel::start::{Start, Starts};

mod any;
mod chooser;
mod features;
mod field;
mod glance;
mod key;
mod optional;
mod order;
mod packed;
mod perft;
mod play;
mod playout;
mod position;
pub mod ruleset;
pub mod score;
pub mod sections;
mod swap;
mod typed;

pub use any::{AnyVariant, Facts, Offer, Visit, VisitFacts, Wish, moves};
pub use chooser::{Chooser, Decision, Fixed, Found, MOST_PICKS};
pub use features::{Features, MOST_FEATURES, Weights, compared};
pub use field::{Field, Get, Set, Shape, Spots, Ways as KeptWays};
pub use glance::Glance;
pub(crate) use key::key;
pub use optional::{Judging, Lead, Notation, Refused, Repeating, Solving};
pub(crate) use order::{in_order, sort_by};
pub use packed::{AnyPosition, Bits, Packed, Packer, Unpacker, packed_fields};
pub use perft::DEEPEST;
pub use play::Play;
pub use playout::Playout;
pub use position::{Position, Status, position};
pub(crate) use swap::Swapping;

/// A move: where it starts and what was chosen on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The class of moves to which it belongs, an index into [`Variant::TIERS`].
    pub tier: u8,
    /// Pit and direction.
    pub start: Start,
    /// How often the player went on where the move could have been stopped.
    pub gone_on: u16,
    /// What was picked on the way, packed into one number; 0 where nothing was to be picked.
    pub picks: u32,
}

impl Move {
    /// The player passes, having no other move ([`Variant::pass`]).
    pub const PASS: Self = Self::new(
        u8::MAX,
        Start {
            spot: u8::MAX,
            direction: crate::kernel::board::Direction::Forward,
        },
    );

    /// The player takes over the other side (S2).
    pub const SWAP: Self = Self::new(
        u8::MAX,
        Start {
            spot: u8::MAX,
            direction: crate::kernel::board::Direction::Backward,
        },
    );

    /// Where the move starts; `None` for a pass and a swap.
    #[must_use]
    pub fn place(self) -> Option<Start> {
        (self.start.spot != u8::MAX).then_some(self.start)
    }

    /// A move from a start of a tier in which nothing was to be chosen.
    #[must_use]
    #[inline]
    pub const fn new(tier: u8, start: Start) -> Self {
        Self {
            tier,
            start,
            gone_on: 0,
            picks: 0,
        }
    }
}

/// Why a start that looked possible gives no move.
///
/// It takes a word, since it lies in the place of the first pits of a position: so the compiler can keep either in
/// registers.
#[repr(u64)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The move never ends (`G3`).
    #[error("the move never ends")]
    Endless,
    /// The move does not have what its tier asks for.
    #[error("the move does not have what is asked for")]
    Unfit,
}

impl From<Endless> for Refusal {
    #[inline]
    fn from(_: Endless) -> Self {
        Self::Endless
    }
}

/// What can come up to be chosen in the moves of a tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choices {
    /// No value.
    None,
    /// The player may stop, or go on to the end, at one place at most.
    OneStop,
    /// Anything, any number of times.
    Any,
}

/// A mancala game with all its rules: what an author writes.
///
/// A ruleset says where a move may start ([`starts`](Self::starts)), how a turn goes
/// ([`turn`](Self::turn)), and who has won ([`ended`](Self::ended), [`stuck`](Self::stuck)). All else
/// (legal moves, playing, searching, pictures, statistics) is made from these, see [`Play`].
///
/// Four more traits hold what most games leave as it is. Each method there has a default that suits every game, so
/// `impl Solving for MyGame {}` is enough for one of them: [`Notation`] for what is written, [`Repeating`] for
/// positions that come back, [`Judging`] for what a position is worth, [`Solving`] for what makes search faster.
pub trait Variant: Send + Sync + Sized + 'static {
    /// A position of this game.
    type Position: Position;

    /// The classes of moves, by name; a class counts only if those before it hold no legal move (`G4`).
    const TIERS: &'static [&'static str] = &["moves"];

    /// Returns the shape of the board.
    fn layout(&self) -> &Layout;

    /// Returns the position at the start of a game.
    fn opening(&self) -> Self::Position;

    /// Returns where a move of this tier may start.
    ///
    /// Each start that gives a finite turn is a legal move, if no earlier tier has one. The position
    /// is not a finished one.
    fn starts(&self, position: &Self::Position, tier: u8) -> Starts;

    /// Plays one turn from a start of this tier: the one place where a move is carried out.
    ///
    /// Every seed that moves has to be told to the observer: what is lifted, entered, captured, banked or swept
    /// as an [`Event::Move`](crate::Event::Move), what is sown as an [`Event::Sow`](crate::Event::Sow). Marks
    /// and [`Event::Choice`](crate::Event::Choice) are for readers and may be left out, but for marks that
    /// change a field. In a debug build a trace says what was not told, see
    /// [`untold`](crate::text::trace::untold). Every choice is asked of the chooser.
    ///
    /// The position it returns is seen by the player who is to move then. After a move that gives the same player
    /// another one that is the same player: [`Status::to_move`] and the rings stay as they are. Else both are
    /// turned.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the start gives no move.
    fn turn(
        &self,
        position: &Self::Position,
        tier: u8,
        start: Start,
        chooser: &mut impl Chooser<Self::Position>,
        observer: &mut impl Observer,
    ) -> Result<Self::Position, Refusal>;

    /// Announces what may come up to be chosen in moves of this tier: nothing, if this is left out.
    #[inline]
    fn choices(&self, _position: &Self::Position, _tier: u8) -> Choices {
        Choices::None
    }

    /// Returns the position after a pass, if a player without any other move passes.
    ///
    /// Asked only where there is no other legal move; without an answer the player is stuck.
    #[inline]
    fn pass(
        &self,
        _position: &Self::Position,
        _observer: &mut impl Observer,
    ) -> Option<Self::Position> {
        None
    }

    /// Returns the result of a position that is over by what lies on the board, as if the last move had just
    /// been made (`G9`).
    ///
    /// It may be left out where a game ends only for want of a move: [`stuck`](Self::stuck) is asked then. Where
    /// [`turn`](Self::turn) writes other ends in the status it is needed, since it alone judges a position that is written down.
    fn ended(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }

    /// Returns the result where the player to move has no legal move (`G5`); `before` is the position that the last move was made in.
    fn stuck(&self, before: Option<&Self::Position>, position: &Self::Position) -> Outcome;

    /// Counts the seeds of each side: what lies there or was won.
    fn holdings(&self, position: &Self::Position) -> BySide<u16>;
}

/// The result in a four-row game by who has an empty front row: its owner has lost; with both empty
/// the player to move (`G9`).
#[must_use]
pub fn by_front_rows(mover: Side, empty: ByTurn<bool>) -> Option<Outcome> {
    match empty.0 {
        [true, _] => Some(Outcome::win(mover.other())),
        [false, true] => Some(Outcome::win(mover)),
        [false, false] => None,
    }
}
