//! Optional parts of a game: each method has a default that is valid for every game.

use super::{
    BySide, ByTurn, Features, Field, MOST_FEATURES, Move, Outcome, Position, Variant, Weights,
};
use crate::kernel::{Directions, Pits as _};

/// Notation of a game: its positions, its moves, and messages about them.
pub trait Notation: Variant {
    /// Identifier of the rule on starts, if that is the only one by which moves are refused, besides G3.
    const START: Option<&'static str> = None;

    /// Returns the fields of a written position besides rows, side and result, in order.
    fn fields(&self) -> Vec<Field> {
        Vec::new()
    }

    /// Writes a legal move, given the position after it; not called for [`Move::PASS`], which is written `pass`.
    fn write_move(&self, position: &Self::Position, mv: Move, _after: &Self::Position) -> String {
        self.layout().start_name(position.status().to_move, mv.start)
    }

    /// Lists alternative spellings of a legal move, for example with the direction that the rules force.
    fn other_spellings(
        &self,
        position: &Self::Position,
        mv: Move,
        after: &Self::Position,
    ) -> Vec<String> {
        match self.layout().directions() {
            Directions::Forward | Directions::Backward => {
                let letter = self.layout().direction_letter(mv.start);
                vec![format!("{}{letter}", self.write_move(position, mv, after))]
            }
            Directions::Both => Vec::new(),
        }
    }

    /// Returns the identifier of the rule that refuses a move in this position, for messages.
    fn refused_by(&self, _: &Self::Position, refused: IllegalMove) -> Option<&'static str> {
        match refused {
            IllegalMove::Endless => Self::START.and(Some("G3")),
            _ => Self::START,
        }
    }
}

/// Game that may end because a position comes back.
pub trait Repeating: Variant {
    /// Returns how many times a position must occur to end the game, for example 2 if the first repetition ends it; 0
    /// if repetition never ends it.
    fn recurrence(&self) -> usize {
        0
    }

    /// Returns the result once a position has occurred [`recurrence`](Self::recurrence) times; may change the board.
    fn repeated(&self, _position: &mut Self::Position) -> Option<Outcome> {
        None
    }
}

/// Evaluation of positions; by default, the difference in seeds.
pub trait Judging: Variant {
    /// Criterion for who is ahead in the middle of a game.
    const LEAD: Lead = Lead::Seeds;

    /// Names of the [`features`](Self::features), at most [`MOST_FEATURES`], for games in which seed counts say little.
    const FEATURES: &'static [&'static str] = &[];

    /// Evaluates a position for the player to move, in hundredths of a seed.
    fn evaluate(&self, position: &Self::Position) -> i32 {
        let ByTurn([own, other]) = self.holdings(position).seen_by(position.status().to_move);
        100 * (i32::from(own) - i32::from(other))
    }

    /// Returns each feature of the player to move minus that of the opponent, in the order of their names.
    fn features(&self, _position: &Self::Position) -> Features {
        [0; MOST_FEATURES]
    }

    /// Returns the tuned weights of the features; see [`Play::judge`](super::Play::judge).
    fn weights(&self) -> &Weights {
        &Weights::NONE
    }
}

/// Facts that speed up search. Exact solving needs [`count`](Self::count).
pub trait Solving: Variant {
    /// Returns `true` if every start of this tier is legal, so callers can skip playing it.
    #[inline]
    fn starts_are_moves(&self, _position: &Self::Position, _tier: u8) -> bool {
        false
    }

    /// Returns `true` if the move is irreversible, so repetition detection can drop earlier positions.
    #[inline]
    fn never_returns(&self, _before: &Self::Position, _after: &Self::Position) -> bool {
        false
    }

    /// Counts the final seeds of each side if the game is over in this position and more seeds win. Returns `None` in
    /// every position if something else wins.
    ///
    /// Exact solving computes this number of seeds, or the result if there is none. `before` is the position before
    /// the last move. Ends by repetition are excluded.
    fn count(
        &self,
        _before: Option<&Self::Position>,
        _position: &Self::Position,
    ) -> Option<BySide<u16>> {
        None
    }

    /// Returns the position without the seeds won for good, and the lead in these of the player to move.
    ///
    /// Implement it only if these seeds do not influence what follows. Equal moves must lead to equal positions
    /// without them, and the final [`count`](Self::count) must decrease by the seeds set aside. The seeds still to be
    /// won must then lie on the rings. Positions that differ in nothing else are solved once.
    fn set_aside(&self, _position: &Self::Position) -> Option<(Self::Position, i16)> {
        None
    }

    /// Returns a number that is unique among the positions that [`set_aside`](Self::set_aside) returns. A position and
    /// the same position turned round, with the other player to move, share their number. Without it, positions are
    /// looked up by a hash of 64 bits.
    fn exact_key(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// Returns a number of seeds on the board that the player to move wins, whatever the opponent does. The solver cuts
    /// its search short with it.
    ///
    /// Applies only to positions that [`set_aside`](Self::set_aside) returns. Any lower number is right, too.
    fn in_reach(&self, _position: &Self::Position) -> u16 {
        0
    }

    /// Counts the final seeds of each side if the game ends in this position by repetition ([`Repeating::repeated`])
    /// and [`count`](Self::count) returns a number. `None` if this is unknown.
    fn count_repeated(&self, _position: &Self::Position) -> Option<BySide<u16>> {
        None
    }

    /// Returns this game played to its last seed, if it ends once a player has won more than half of the seeds for
    /// good ([`set_aside`](Self::set_aside)). The same player must win it, by [`count`](Self::count). `None` if the
    /// game does not end then, or a majority can be lost again.
    fn played_out(&self) -> Option<Self> {
        None
    }

    /// Returns the pits won for good, as bits: the mover's pits from the left, then the opponent's. In a position that
    /// [`set_aside`](Self::set_aside) returned, they are empty and stay so.
    fn claims(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// Returns a position as after [`set_aside`](Self::set_aside), without seeds, in which exactly these pits are won
    /// for good; `None` if there is none. If a set of pits can be won, each of its subsets must also be possible.
    fn with_claims(&self, pits: u32) -> Option<Self::Position> {
        let (mut position, _) = self.set_aside(&self.opening())?;
        position.set_rings(position.rings().map(|ring| ring.masked(Default::default())));
        (pits == 0).then_some(position)
    }
}

/// Criterion for who is ahead in the middle of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Lead {
    /// Seeds that each side has won: the first field of a written position that counts seeds. Seeds on the board do not
    /// count.
    Won,
    /// All seeds of each side ([`Variant::holdings`]), including those on the board.
    Seeds,
    /// Evaluation of the ruleset ([`Judging::evaluate`]), as seeds alone do not win.
    Evaluation,
}

/// Reason why a written move is not legal, for [`Notation::refused_by`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalMove {
    /// The pit is empty or not the mover's.
    NoStart,
    /// No move starts from this spot of the mover's ring, although seeds lie there.
    Barred(u8),
    /// Moves from this spot go in the other direction.
    OtherDirection(u8),
    /// The move from this spot does not meet the condition of its tier ([`TurnError::Unfit`](super::TurnError::Unfit)).
    Unfit(u8),
    /// A move of an earlier tier is available.
    Later,
    /// The move never ends ([`TurnError::Endless`](super::TurnError::Endless)).
    Endless,
}
