//! What a game is to the rest of the crate: the trait [`Variant`], which an author writes, and
//! [`Play`], which everybody gets for it.

use crate::kernel::board::Side;
use crate::kernel::event::Observer;
use crate::kernel::layout::{Layout, Ways};
pub use crate::kernel::outcome::Outcome;
use crate::kernel::sow::Endless;
pub use crate::kernel::start::{Start, Starts};

mod any;
mod chooser;
mod features;
mod field;
mod glance;
mod key;
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
pub(crate) use order::{in_order, sort_by};
pub use packed::{AnyPosition, Bits, Packed, Packer, Unpacker, packed_fields};
pub use perft::DEEPEST;
pub use play::Play;
pub use playout::Playout;
pub use position::{Position, Status, position};
pub(crate) use swap::Swapping;

/// What tells who is ahead in the middle of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Lead {
    /// The seeds that each side has won, as the first field of seeds of a written position counts them: seeds on the board are
    /// nobody's yet.
    Won,
    /// All seeds of each side ([`Variant::holdings`]), those on the board too.
    Seeds,
    /// The ruleset's evaluation ([`Variant::evaluate`]): seeds alone do not win it.
    Evaluation,
}

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

/// Why a move that somebody wrote down is none, for [`Variant::refused_by`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// It starts from an empty pit, or from one that is not the mover's.
    NoStart,
    /// No move starts from this spot of the mover's ring, though seeds lie there.
    Barred(u8),
    /// Moves from this spot go the other way.
    OtherWay(u8),
    /// The move from this spot does not have what its tier asks for ([`Refusal::Unfit`]).
    Unfit(u8),
    /// Moves of an earlier tier come first.
    Later,
    /// It never ends ([`Refusal::Endless`]).
    Endless,
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
/// (legal moves, playing, searching, notation, pictures, statistics) is made from these, see [`Play`].
pub trait Variant: Send + Sync + Sized + 'static {
    /// A position of this game.
    type Position: Position;

    /// The classes of moves, by name; a class counts only if those before it hold no legal move (`G4`).
    const TIERS: &'static [&'static str] = &["moves"];

    /// What tells who is ahead in the middle of a game.
    const LEAD: Lead = Lead::Seeds;

    /// Names of what [`features`](Self::features) counts, [`MOST_FEATURES`] at most: for a game in which seeds alone say little.
    const FEATURES: &'static [&'static str] = &[];

    /// The shape of the board.
    fn layout(&self) -> &Layout;

    /// The position at the start of a game.
    fn opening(&self) -> Self::Position;

    /// Where a move of this tier may start.
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

    /// Whether each start of this tier is known to give a legal move: who asks only for starts need not play them then. Safe to leave
    /// out, which is slower.
    #[inline]
    fn starts_are_moves(&self, _position: &Self::Position, _tier: u8) -> bool {
        false
    }

    /// The rule of the book by which a move is refused in this position: messages name it. Safe to leave out.
    fn refused_by(&self, _position: &Self::Position, _refused: Refused) -> Option<&'static str> {
        None
    }

    /// What may come up to be chosen in moves of this tier: nothing, if this is left out.
    #[inline]
    fn choices(&self, _position: &Self::Position, _tier: u8) -> Choices {
        Choices::None
    }

    /// The position after a pass, if a player without any other move passes.
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

    /// The result of a position that is over by what lies on the board, as if the last move had just
    /// been made (`G9`). It may be left out where a game ends only for want of a move, since
    /// [`stuck`](Self::stuck) is asked then; and where [`turn`](Self::turn) writes every other end in the status
    /// it may not, since a position that somebody writes down is judged by this alone.
    fn ended(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }

    /// The result where the player to move has no legal move (`G5`); `before` is the position that the last move was made in.
    fn stuck(&self, before: Option<&Self::Position>, position: &Self::Position) -> Outcome;

    /// At which time a position comes up that the game ends by it: 2 when it comes back, 3 at the third
    /// time; 0 if it never does. See [`repeated`](Self::repeated).
    fn recurrence(&self) -> usize {
        0
    }

    /// Whether no position from before this move can come back after it: who looks for repetitions need not remember them. Safe to leave
    /// out, which is slower.
    #[inline]
    fn never_returns(&self, _before: &Self::Position, _after: &Self::Position) -> bool {
        false
    }

    /// The result when a position has come up as often as [`recurrence`](Self::recurrence) says; may
    /// tidy the board up.
    fn repeated(&self, _position: &mut Self::Position) -> Option<Outcome> {
        None
    }

    /// The seeds that count for each side, `[south, north]`: what lies on its side or was won by it.
    fn holdings(&self, position: &Self::Position) -> [u16; 2];

    /// What each side has when the game is over in this position, `[south, north]`, where it is more seeds that win;
    /// `None` where something else does, in every position then. Exact solving is about this number of seeds where there
    /// is one, and else about the result.
    ///
    /// `before` is the position that the last move was made in. Ends by repetition are not meant.
    fn count(
        &self,
        _before: Option<&Self::Position>,
        _position: &Self::Position,
    ) -> Option<[u16; 2]> {
        None
    }

    /// The position without the seeds that have been won for good, and how many more of them the player to move has won.
    ///
    /// To be given only where what follows does not depend on them: the same moves lead to positions that are the same
    /// without them, and the count at the end ([`count`](Self::count)) is smaller by what was set aside. What is
    /// left to be won must lie on the rings then. Positions that differ in nothing else are solved once.
    fn set_aside(&self, _position: &Self::Position) -> Option<(Self::Position, i16)> {
        None
    }

    /// A number that no other position has which is searched by what [`set_aside`](Self::set_aside) leaves of it, unless it is the same one
    /// turned round. Without it positions are looked up by a hash of 64 bits.
    fn exact_key(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// What each side has, `[south, north]`, when the game ends in this position because it has come back
    /// ([`repeated`](Self::repeated)), where [`count`](Self::count) gives a number; `None` if that is not known.
    fn count_repeated(&self, _position: &Self::Position) -> Option<[u16; 2]> {
        None
    }

    /// The same game played to its last seed, where this one is over as soon as a player has won more than half of them for good
    /// ([`set_aside`](Self::set_aside)): the same player wins, by so many seeds ([`count`](Self::count)). `None` where it is not over
    /// then, or what makes the half may be lost again.
    fn played_out(&self) -> Option<Self> {
        None
    }

    /// The pits that were won for good in a position that [`set_aside`](Self::set_aside) leaves, as bits: the mover's pits from the left, then the
    /// opponent's. They hold nothing any more, and never will.
    fn claims(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// A position as [`set_aside`](Self::set_aside) leaves it, without any seeds, in which just these pits were won for good; `None` if
    /// there is none. Pits that can be won together can be won one by one too.
    fn with_claims(&self, pits: u32) -> Option<Self::Position> {
        use crate::kernel::board::Pits as _;
        let (mut position, _) = self.set_aside(&self.opening())?;
        let none = position.rings().map(|ring| ring.masked(Default::default()));
        position.set_rings(none);
        (pits == 0).then_some(position)
    }

    /// How good a position is for the player to move, in hundredths of a seed.
    fn evaluate(&self, position: &Self::Position) -> i32 {
        let side = position.status().to_move;
        let [own, other] = side.arrange(self.holdings(position));
        100 * (i32::from(own) - i32::from(other))
    }

    /// How much more of each feature the player to move has than the opponent, in the order of their names.
    fn features(&self, _position: &Self::Position) -> Features {
        [0; MOST_FEATURES]
    }

    /// What the features are worth, found out by play; see [`Play::judge`].
    fn weights(&self) -> &Weights {
        &Weights::NONE
    }

    /// The fields of a written position besides rows, side and result, in order.
    fn fields(&self) -> Vec<Field<Self::Position>> {
        Vec::new()
    }

    /// Writes a legal move, given the position after it; [`Move::PASS`] is written `pass` and not asked for.
    fn write_move(&self, position: &Self::Position, mv: Move, _after: &Self::Position) -> String {
        self.layout()
            .start_name(position.status().to_move, mv.start)
    }

    /// Other ways in which this legal move may be written: with the direction that the rules force, say.
    fn other_spellings(
        &self,
        position: &Self::Position,
        mv: Move,
        after: &Self::Position,
    ) -> Vec<String> {
        match self.layout().ways() {
            Ways::Forward | Ways::Backward => {
                let letter = self.layout().direction_letter(mv.start);
                vec![format!("{}{letter}", self.write_move(position, mv, after))]
            }
            Ways::Both => Vec::new(),
        }
    }
}

/// The result in a four-row game by who has an empty front row: its owner has lost; with both empty
/// the player to move (`G9`). `empty` holds the mover's row, then the opponent's.
#[must_use]
pub fn by_front_rows(mover: Side, empty: [bool; 2]) -> Option<Outcome> {
    match empty {
        [true, _] => Some(Outcome::win(mover.other())),
        [false, true] => Some(Outcome::win(mover)),
        [false, false] => None,
    }
}
