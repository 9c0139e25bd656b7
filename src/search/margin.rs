//! What a game comes to, as the solver counts: in seeds where more seeds win, else by its result.

use crate::kernel::pair::ByTurn;
use crate::variant::{AnyPosition, AnyVariant, Lead, Outcome, Position};

/// The scale of a game's values, always for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// 1 a win, 0 a draw, −1 a loss.
    Result,
    /// How many seeds the player to move will have more than the other, what has been won so far not counted.
    SeedsToGo,
    /// How many seeds the player to move will have more than the other, of so many in all.
    Seeds(i32),
}

impl Scale {
    /// The scale of a game that begins with this position, which holds so many seeds in all.
    pub(super) fn of(variant: &dyn AnyVariant, position: &AnyPosition, seeds: u32) -> Self {
        if variant.count(None, position).is_none() {
            Self::Result
        } else if variant.set_aside(position).is_some() {
            Self::SeedsToGo
        } else {
            Self::Seeds(seeds.cast_signed())
        }
    }

    /// What a finished game has come to.
    pub(super) fn over(
        self,
        variant: &dyn AnyVariant,
        before: Option<&AnyPosition>,
        position: &AnyPosition,
        outcome: Outcome,
    ) -> i32 {
        let side = position.status().to_move;
        let seeds = match self {
            Self::Result => None,
            Self::SeedsToGo | Self::Seeds(_) => variant.count(before, position),
        };
        match (seeds, outcome.winner()) {
            (Some(counts), _) => {
                let ByTurn([own, other]) = counts.seen_by(side);
                i32::from(own) - i32::from(other)
            }
            (None, Some(winner)) if winner == side => 1,
            (None, Some(_)) => -1,
            (None, None) => 0,
        }
    }

    /// What a position comes to that ends the game by coming back, if that is known.
    pub(super) fn again(self, variant: &dyn AnyVariant, position: &AnyPosition) -> Option<i32> {
        let side = position.status().to_move;
        match self {
            Self::Result => {
                let outcome = variant.repeated(&mut { *position })?;
                Some(self.over(variant, None, position, outcome))
            }
            Self::SeedsToGo | Self::Seeds(_) => {
                let ByTurn([own, other]) = variant.count_repeated(position)?.seen_by(side);
                Some(i32::from(own) - i32::from(other))
            }
        }
    }

    /// The position as it is searched, and what its player to move has won more than the other.
    #[inline]
    pub(super) fn settle(
        self,
        variant: &dyn AnyVariant,
        position: &AnyPosition,
    ) -> (AnyPosition, i32) {
        match self {
            Self::SeedsToGo => match variant.set_aside(position) {
                Some((settled, margin)) => (settled, i32::from(margin)),
                None => (*position, 0),
            },
            Self::Result | Self::Seeds(_) => (*position, 0),
        }
    }

    /// What a position that is searched can come to at all.
    #[inline]
    pub(super) fn limits(self, position: &AnyPosition) -> [i32; 2] {
        let most = match self {
            Self::Result => 1,
            Self::SeedsToGo => i32::from(position.seeds()),
            Self::Seeds(all) => all,
        };
        [-most, most]
    }

    /// What a position of this evaluation seems to come to.
    #[inline]
    pub(super) const fn estimate(self, lead: Lead, value: i32) -> i32 {
        match self {
            Self::Result => value.signum(),
            // Seeds on the board are nobody's yet.
            Self::SeedsToGo if matches!(lead, Lead::Won) => 0,
            Self::SeedsToGo | Self::Seeds(_) => value / 100,
        }
    }

    /// What it is looked up by.
    #[inline]
    pub(super) fn key(self, variant: &dyn AnyVariant, position: &AnyPosition) -> u64 {
        let exact = match self {
            Self::SeedsToGo => variant.exact_key(position),
            Self::Result | Self::Seeds(_) => None,
        };
        exact.unwrap_or_else(|| variant.key(position))
    }
}
