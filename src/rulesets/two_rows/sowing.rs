//! How seeds are sown on two rows: from which pits, which way, and what becomes of the emptied pit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Marked, Marks, Rows};
use crate::kernel::board::{Direction, Pits};
use crate::kernel::lap::{Lap, Skip};
use crate::kernel::layout::Ways;
use crate::kernel::pair::ByTurn;
use crate::kernel::pair::Player;
use crate::kernel::sow::LapTable;
use crate::variant::Starts;

/// Which way a player sows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Counterclockwise.
    #[default]
    Counterclockwise,
    /// Clockwise.
    Clockwise,
    /// Either way, as the player chooses for each move.
    Chosen,
    /// From the left half of a row clockwise, from the right half counterclockwise, from a middle pit
    /// either way.
    ByHalf,
    /// The same, and from the end pits of a row either way too.
    ByHalfEndsChosen,
    /// An odd number of seeds counterclockwise, an even number clockwise.
    ByParity,
    /// The way of the first move of the round, for both players.
    FirstMover,
    /// The first player the way of the first move, the other one the opposite way.
    EachTheirOwn,
    /// Counterclockwise in each player's first turn, either way later.
    ChosenLater,
}

impl Way {
    /// Whether it depends on the half of a row that a pit lies in.
    #[must_use]
    pub const fn is_by_half(self) -> bool {
        matches!(self, Self::ByHalf | Self::ByHalfEndsChosen)
    }
}

/// What becomes of the pit that a lap is lifted from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// It gets a seed when the hand comes round to it.
    #[default]
    Sown,
    /// It is passed over by that lap.
    PassedOver,
    /// It gets the first seed.
    FirstSeed,
    /// It gets the first seed, unless there is only one.
    FirstSeedUnlessSingle,
}

/// Whether a move may start from a single seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Singles {
    /// It may.
    #[default]
    Free,
    /// It may not.
    Never,
    /// It may if no pit that the player could start from holds more.
    Last,
    /// The same, and one that would leave the player's own pits only if there is no other.
    LastLeavingLast,
    /// It may if the next pit in play is empty.
    ToEmpty,
    /// The same, if no pit that the player could start from holds more.
    LastToEmpty,
}

/// Whose pits a move may start from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum From {
    /// The player's own.
    #[default]
    Own,
    /// Either player's.
    AnyPit,
    /// The player's own pit nearest to their right end that may be played.
    Rightmost,
}

/// Whether a single seed that came across from one row into an empty pit of the other may be moved back at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CrossingBack {
    /// It may.
    #[default]
    Free,
    /// Not in the next turn.
    Barred,
}

/// How seeds are sown, as a ruleset's options say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sowing {
    /// Which way.
    pub way: Way,
    /// What becomes of the emptied pit.
    pub origin: Origin,
    /// Whether single seeds may start.
    pub singles: Singles,
    /// Whose pits may be played.
    pub from: From,
}

impl Sowing {
    /// Which ways laps can go, for the tables and for how moves are written.
    #[must_use]
    pub const fn ways(self) -> Ways {
        match self.way {
            Way::Counterclockwise => Ways::Forward,
            Way::Clockwise => Ways::Backward,
            _ => Ways::Both,
        }
    }

    /// The kinds of laps that are needed.
    #[must_use]
    pub const fn skips(self) -> &'static [Skip] {
        match self.origin {
            Origin::PassedOver => &[Skip::Origin],
            _ => &[Skip::Nothing],
        }
    }

    /// Whether laps pass over the pit that they are lifted from.
    #[inline]
    pub(in crate::rulesets) const fn skip(self) -> Skip {
        match self.origin {
            Origin::PassedOver => Skip::Origin,
            Origin::Sown | Origin::FirstSeed | Origin::FirstSeedUnlessSingle => Skip::Nothing,
        }
    }

    /// Whether a player with seeds always has a start.
    #[must_use]
    pub const fn frees_singles(self) -> bool {
        matches!(
            self.singles,
            Singles::Free | Singles::Last | Singles::LastLeavingLast
        )
    }

    /// Whether a direction has to be remembered.
    #[must_use]
    pub const fn keeps_way(self) -> bool {
        matches!(self.way, Way::FirstMover | Way::EachTheirOwn)
    }

    /// How many turns of each player have to be counted.
    #[must_use]
    pub const fn counted(self) -> u8 {
        matches!(self.way, Way::ChosenLater) as u8
    }

    /// The pits that the mover owns, as bits.
    #[inline]
    pub(super) fn own<P: Pits>(rows: &Rows<P>, marks: Marks) -> u32 {
        rows.owned_bits(marks.strange)
    }

    /// Where a move may start, feeding and a ruleset's own conditions not looked at.
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
            Singles::Free | Singles::ToEmpty => filled,
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
            Way::ChosenLater if marks.turns[Player::Mover] == 0 => Starts::forward(spots),
            Way::Counterclockwise => Starts::forward(spots),
            Way::Clockwise => Starts::backward(spots),
            Way::Chosen | Way::ChosenLater => Starts::new(spots, spots),
            Way::ByHalf => {
                let [left, right] = rows.halves();
                Starts::new(spots & right, spots & left)
            }
            Way::ByHalfEndsChosen => {
                let [left, right] = rows.halves();
                let both = rows.ends();
                Starts::new(spots & (right | both), spots & (left | both))
            }
            Way::ByParity => {
                let bits = (0..32).filter(|spot| spots >> spot & 1 == 1);
                let odd = bits
                    .filter(|&spot| position.ring.get(spot) % 2 == 1)
                    .fold(0, |odd, spot| odd | 1 << spot);
                Starts::new(odd, spots & !odd)
            }
            Way::FirstMover | Way::EachTheirOwn => match marks.ways[Player::Mover] {
                None => Starts::new(spots, spots),
                Some(Direction::Forward) => Starts::forward(spots),
                Some(Direction::Backward) => Starts::backward(spots),
            },
        }
    }

    /// Returns the directions that are settled by a move made this way.
    pub(super) const fn settled(self, made: Direction) -> ByTurn<Option<Direction>> {
        ByTurn(match self.way {
            Way::FirstMover => [Some(made); 2],
            Way::EachTheirOwn => [Some(made), Some(made.turned())],
            _ => [None; 2],
        })
    }

    /// The lap of seeds lifted from a pit; `passed` are the pits that it passes over.
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
        let first = if first_seed {
            spot
        } else {
            laps.next(spot, direction)
        };
        Lap {
            first,
            seeds,
            direction,
            skip,
        }
    }
}
