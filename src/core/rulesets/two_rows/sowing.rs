//! Sowing on two rows: starts, directions, and the emptied pit.

use super::{Marked, Rows};
use crate::rulesets::prelude::*;

options! {
    /// Direction of sowing.
    pub enum DirectionRule {
        /// Counterclockwise.
        Counterclockwise,
        /// Clockwise.
        Clockwise,
        /// Either direction, chosen for each move.
        Chosen,
        /// Clockwise from the left half of a row, counterclockwise from the right half, in either direction from a middle
        /// pit.
        ByHalf,
        /// Counterclockwise from the left half of a row, clockwise from the right half, in either direction from a middle
        /// pit.
        ToMiddle,
        /// As `by-half`, but in either direction from the end pits of a row.
        ByHalfEndsChosen,
        /// Counterclockwise with an odd number of seeds, clockwise with an even number.
        ByParity,
        /// The direction of the first move of the round, for both players.
        FirstMover,
        /// For the first player, the direction of the first move; for the other player, the opposite one.
        EachTheirOwn,
        /// Counterclockwise in each player's first turn, in either direction later.
        ChosenLater,
    }

    /// Treatment of the pit that a lap is lifted from.
    pub enum Origin {
        /// The pit gets a seed whenever the hand passes it.
        Sown,
        /// The lap skips the pit.
        PassedOver,
        /// The pit gets the first seed.
        FirstSeed,
        /// The pit gets the first seed, unless there is only one.
        FirstSeedUnlessSingle,
    }

    /// Whether a move may start from a single seed.
    pub enum Singles {
        /// Yes.
        Free,
        /// No.
        Never,
        /// Only if no pit that the player could start from holds more.
        Last,
        /// Only if no pit that the player could start from holds more. It may leave the player's own pits only if there
        /// is no other move.
        LastLeavingLast,
        /// Only if the next pit in play is the player's own.
        ToOwn,
        /// Only if the next pit in play is empty.
        ToEmpty,
        /// Only if the next pit in play is empty and no pit that the player could start from holds more.
        LastToEmpty,
    }

    /// Pits from which a move may start.
    pub enum From {
        /// The player's own.
        Own,
        /// Either player's.
        AnyPit,
        /// The player's playable pit nearest to their right end.
        Rightmost,
    }

    /// Whether a single seed that has crossed into an empty pit of the other row may move back at once.
    pub enum CrossingBack {
        /// Yes.
        Free,
        /// Not in the next turn.
        Barred,
    }
}

impl DirectionRule {
    /// Returns `true` if the direction depends on the half of the row.
    pub const fn is_by_half(self) -> bool {
        matches!(self, Self::ByHalf | Self::ByHalfEndsChosen | Self::ToMiddle)
    }
}

/// Options of sowing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sowing {
    /// Direction.
    pub way: DirectionRule,
    /// Treatment of the emptied pit.
    pub origin: Origin,
    /// Rule on starts from single seeds.
    pub singles: Singles,
    /// Pits from which a move may start.
    pub from: From,
}

impl Sowing {
    /// Returns the possible directions of laps, for the tables and for the notation of moves.
    pub const fn directions(self) -> Directions {
        match self.way {
            DirectionRule::Counterclockwise => Directions::Forward,
            DirectionRule::Clockwise => Directions::Backward,
            _ => Directions::Both,
        }
    }

    /// Returns `Skip::Origin` if laps skip the pit that they are lifted from.
    #[inline]
    pub(in crate::rulesets) const fn skip(self) -> Skip {
        match self.origin {
            Origin::PassedOver => Skip::Origin,
            Origin::Sown | Origin::FirstSeed | Origin::FirstSeedUnlessSingle => Skip::Nothing,
        }
    }

    /// Returns `true` if a player with seeds always has a start.
    pub const fn frees_singles(self) -> bool {
        matches!(self.singles, Singles::Free | Singles::Last | Singles::LastLeavingLast)
    }

    /// Returns `true` if positions must store directions.
    pub const fn keeps_direction(self) -> bool {
        matches!(self.way, DirectionRule::FirstMover | DirectionRule::EachTheirOwn)
    }

    /// Returns how many turns of each player must be counted.
    pub const fn counted(self) -> u8 {
        matches!(self.way, DirectionRule::ChosenLater) as u8
    }

    /// Returns the starts, ignoring feeding and a ruleset's own conditions.
    #[inline]
    pub(super) fn starts<P: Pits>(self, rows: &Rows<P>, position: &Marked<P>) -> Starts {
        let marks = position.marks;
        let owned = match self.from {
            From::Own | From::Rightmost => rows.owned_bits(marks.strange) & rows.all_bits(),
            From::AnyPit => rows.all_bits(),
        };
        let allowed = owned & !(marks.all_claimed() | marks.out | marks.barred);
        let filled = position.ring.filled() & allowed;
        let spots = match self.singles {
            Singles::Free | Singles::ToOwn | Singles::ToEmpty => filled,
            Singles::Never => position.ring.at_least(2) & allowed,
            Singles::Last | Singles::LastLeavingLast | Singles::LastToEmpty => {
                let several = position.ring.at_least(2) & allowed;
                if several == 0 { filled } else { several }
            }
        };
        let spots = match self.from {
            From::Rightmost => spots & 1 << rows.nearest_to_right(spots),
            From::Own | From::AnyPit => spots,
        };
        match self.way {
            DirectionRule::ChosenLater if marks.turns[Player::Mover] == 0 => Starts::forward(spots),
            DirectionRule::ByParity => {
                let is_odd = |start: &Start| position.ring.get(start.spot) % 2 == 1;
                let odd = Starts::forward(spots).iter().filter(is_odd);
                let odd = odd.fold(0, |odd, start| odd | 1 << start.spot);
                Starts::new(odd, spots & !odd)
            }
            DirectionRule::FirstMover | DirectionRule::EachTheirOwn => {
                match marks.directions[Player::Mover] {
                    None => Starts::both(spots),
                    Some(Direction::Forward) => Starts::forward(spots),
                    Some(Direction::Backward) => Starts::backward(spots),
                }
            }
            _ => self.ways(rows, spots),
        }
    }

    /// Returns the starts from these pits whose directions are possible in some position.
    #[inline]
    pub(super) fn ways<P: Pits>(self, rows: &Rows<P>, spots: u32) -> Starts {
        let halves = || rows.halves().map(|half| spots & half);
        match self.way {
            DirectionRule::Counterclockwise => Starts::forward(spots),
            DirectionRule::Clockwise => Starts::backward(spots),
            DirectionRule::ByHalf => {
                let [left, right] = halves();
                Starts::new(right, left)
            }
            DirectionRule::ToMiddle => {
                let [left, right] = halves();
                Starts::new(left, right)
            }
            DirectionRule::ByHalfEndsChosen => {
                let ([left, right], ends) = (halves(), spots & rows.ends());
                Starts::new(right | ends, left | ends)
            }
            _ => Starts::both(spots),
        }
    }

    /// Returns the directions that a move in this direction settles.
    pub(super) const fn settled(self, made: Direction) -> ByTurn<Option<Direction>> {
        ByTurn(match self.way {
            DirectionRule::FirstMover => [Some(made); 2],
            DirectionRule::EachTheirOwn => [Some(made), Some(made.turned())],
            _ => [None; 2],
        })
    }

    /// Returns the lap of seeds lifted from a pit; the pits in `passed` are skipped.
    #[inline]
    pub(super) fn lap<P: Pits>(
        self,
        laps: &LapTable<P>,
        spot: u8,
        seeds: u8,
        direction: Direction,
        passed: u32,
    ) -> Lap {
        if passed == 0 && matches!(self.origin, Origin::Sown | Origin::PassedOver) {
            return laps.onward(spot, seeds, direction, self.skip());
        }
        let first_seed = match self.origin {
            Origin::Sown | Origin::PassedOver => false,
            Origin::FirstSeed => true,
            Origin::FirstSeedUnlessSingle => seeds > 1,
        };
        let over_origin = self.origin == Origin::PassedOver;
        let skip = match (passed, over_origin) {
            (0, false) => Skip::Nothing,
            (0, true) => Skip::Origin,
            (passed, false) => Skip::Pits(passed),
            (passed, true) => Skip::Pits(passed | 1 << spot),
        };
        let first = if first_seed { spot } else { laps.next(spot, direction) };
        Lap { first, seeds, direction, skip }
    }
}
