//! The optional parts of a game: each method has a default that suits every game.

use super::{
    BySide, ByTurn, Features, Field, MOST_FEATURES, Move, Outcome, Position, Variant, Weights,
};
use crate::kernel::board::Pits as _;
use crate::kernel::layout::Ways;

/// A game as it is written: its positions, its moves, and messages about them.
pub trait Notation: Variant {
    /// Lists the fields of a written position besides rows, side and result, in order.
    fn fields(&self) -> Vec<Field<Self::Position>> {
        Vec::new()
    }

    /// Writes a legal move, given the position after it; [`Move::PASS`] is written `pass` and not asked for.
    fn write_move(&self, position: &Self::Position, mv: Move, _after: &Self::Position) -> String {
        self.layout()
            .start_name(position.status().to_move, mv.start)
    }

    /// Lists other ways in which this legal move may be written: with the direction that the rules force, say.
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

    /// Names the rule of the book by which a move is refused in this position, for messages.
    fn refused_by(&self, _position: &Self::Position, _refused: Refused) -> Option<&'static str> {
        None
    }
}

/// A game that may end because a position comes back.
pub trait Repeating: Variant {
    /// Returns at which time a position comes up that the game ends by it: 2 when it comes back, 3 at the third
    /// time; 0 if it never does.
    fn recurrence(&self) -> usize {
        0
    }

    /// Returns the result when a position has come up as often as [`recurrence`](Self::recurrence) says; may
    /// tidy the board up.
    fn repeated(&self, _position: &mut Self::Position) -> Option<Outcome> {
        None
    }
}

/// A game that says what a position is worth; else it is the difference in seeds.
pub trait Judging: Variant {
    /// What tells who is ahead in the middle of a game.
    const LEAD: Lead = Lead::Seeds;

    /// Names of what [`features`](Self::features) counts, [`MOST_FEATURES`] at most: for a game in which seeds alone say little.
    const FEATURES: &'static [&'static str] = &[];

    /// Returns how good a position is for the player to move, in hundredths of a seed.
    fn evaluate(&self, position: &Self::Position) -> i32 {
        let held = self.holdings(position);
        let ByTurn([own, other]) = held.seen_by(position.status().to_move);
        100 * (i32::from(own) - i32::from(other))
    }

    /// Counts how much more of each feature the player to move has than the opponent, in the order of their names.
    fn features(&self, _position: &Self::Position) -> Features {
        [0; MOST_FEATURES]
    }

    /// Returns what the features are worth, found out by play; see [`Play::judge`](super::Play::judge).
    fn weights(&self) -> &Weights {
        &Weights::NONE
    }
}

/// A game that tells search what it knows: exact solving needs [`count`](Self::count), all else makes it faster.
pub trait Solving: Variant {
    /// Returns `true` if each start of this tier is known to give a legal move, so that it need not be played to know.
    #[inline]
    fn starts_are_moves(&self, _position: &Self::Position, _tier: u8) -> bool {
        false
    }

    /// Returns `true` if no position from before this move can come back after it, so that none need be remembered.
    #[inline]
    fn never_returns(&self, _before: &Self::Position, _after: &Self::Position) -> bool {
        false
    }

    /// Counts what each side has when the game is over in this position, where it is more seeds that win;
    /// `None` where something else does, in every position then.
    ///
    /// Exact solving is about this number of seeds where there is one, and else about the result.
    /// `before` is the position that the last move was made in. Ends by repetition are not meant.
    fn count(
        &self,
        _before: Option<&Self::Position>,
        _position: &Self::Position,
    ) -> Option<BySide<u16>> {
        None
    }

    /// Returns the position without the seeds that have been won for good, and how many more of them the player to move has won.
    ///
    /// To be given only where what follows does not depend on them: the same moves lead to positions that are the same
    /// without them, and the count at the end ([`count`](Self::count)) is smaller by what was set aside. What is
    /// left to be won must lie on the rings then. Positions that differ in nothing else are solved once.
    fn set_aside(&self, _position: &Self::Position) -> Option<(Self::Position, i16)> {
        None
    }

    /// Returns a number that no other position has which is searched by what [`set_aside`](Self::set_aside) leaves of it, unless it is
    /// this one turned round. Without it positions are looked up by a hash of 64 bits.
    fn exact_key(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// Counts what each side has when the game ends in this position because it has come back
    /// ([`Repeating::repeated`]), where [`count`](Self::count) gives a number; `None` if that is not known.
    fn count_repeated(&self, _position: &Self::Position) -> Option<BySide<u16>> {
        None
    }

    /// Returns this game played to its last seed, where it is over as soon as a player has won more than half of them for good
    /// ([`set_aside`](Self::set_aside)): the same player wins, by so many seeds ([`count`](Self::count)). `None` where it is not over
    /// then, or what makes the half may be lost again.
    fn played_out(&self) -> Option<Self> {
        None
    }

    /// Returns the pits that were won for good in a position that [`set_aside`](Self::set_aside) leaves, as bits: the mover's pits from
    /// the left, then the opponent's. They hold nothing any more, and never will.
    fn claims(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// Returns a position as [`set_aside`](Self::set_aside) leaves it, without any seeds, in which just these pits were won for good;
    /// `None` if there is none. Pits that can be won together can be won one by one too.
    fn with_claims(&self, pits: u32) -> Option<Self::Position> {
        let (mut position, _) = self.set_aside(&self.opening())?;
        let none = position.rings().map(|ring| ring.masked(Default::default()));
        position.set_rings(none);
        (pits == 0).then_some(position)
    }
}

/// A sign of who is ahead in the middle of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Lead {
    /// The seeds that each side has won, as the first field of seeds of a written position counts them: seeds on the board are
    /// nobody's yet.
    Won,
    /// All seeds of each side ([`Variant::holdings`]), those on the board too.
    Seeds,
    /// The ruleset's evaluation ([`Judging::evaluate`]): seeds alone do not win it.
    Evaluation,
}

/// A reason why a written move is none, for [`Notation::refused_by`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// It starts from an empty pit, or from one that is not the mover's.
    NoStart,
    /// No move starts from this spot of the mover's ring, though seeds lie there.
    Barred(u8),
    /// Moves from this spot go the other way.
    OtherWay(u8),
    /// The move from this spot does not have what its tier asks for ([`Refusal::Unfit`](super::Refusal::Unfit)).
    Unfit(u8),
    /// Moves of an earlier tier come first.
    Later,
    /// It never ends ([`Refusal::Endless`](super::Refusal::Endless)).
    Endless,
}
