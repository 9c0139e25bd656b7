//! Scales of the solver's values: seeds if more seeds win, else results.

use crate::kernel::ByTurn;
use crate::variant::{AnyPosition, AnyVariant, Lead, Outcome, Position};

/// Scale of a game's values, always for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Result: 1 a win, 0 a draw, −1 a loss.
    Result,
    /// Final margin in seeds for the player to move, without the seeds won so far.
    SeedsToGo,
    /// Final margin in seeds for the player to move, with this total number of seeds.
    Seeds(i32),
}

impl Scale {
    /// Returns the scale of a game that begins with this position, which has this many seeds.
    pub(super) fn of(variant: &dyn AnyVariant, position: &AnyPosition, seeds: u32) -> Self {
        if variant.count(None, position).is_none() {
            Self::Result
        } else if variant.set_aside(position).is_some() {
            Self::SeedsToGo
        } else {
            Self::Seeds(seeds.cast_signed())
        }
    }

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

    /// Returns the value of a position if its recurrence ends the game; `None` if that value is unknown.
    pub(super) fn again(self, variant: &dyn AnyVariant, position: &AnyPosition) -> Option<i32> {
        let side = position.status().to_move;
        match self {
            Self::Result => {
                Some(self.over(variant, None, position, variant.repeated(&mut { *position })?))
            }
            Self::SeedsToGo | Self::Seeds(_) => {
                let ByTurn([own, other]) = variant.count_repeated(position)?.seen_by(side);
                Some(i32::from(own) - i32::from(other))
            }
        }
    }

    /// Returns the position to search, and the mover's lead in seeds won so far.
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

    /// Returns the limits of any value of a position.
    #[inline]
    pub(super) fn limits(self, position: &AnyPosition) -> [i32; 2] {
        let most = match self {
            Self::Result => 1,
            Self::SeedsToGo => i32::from(position.seeds()),
            Self::Seeds(all) => all,
        };
        [-most, most]
    }

    #[inline]
    pub(super) const fn estimate(self, lead: Lead, value: i32) -> i32 {
        match self {
            Self::Result => value.signum(),
            // The evaluation counts won seeds only, and those on the board are still open.
            Self::SeedsToGo if matches!(lead, Lead::Won) => 0,
            Self::SeedsToGo | Self::Seeds(_) => value / 100,
        }
    }

    #[inline]
    pub(super) fn key(self, variant: &dyn AnyVariant, position: &AnyPosition) -> u64 {
        let exact = match self {
            Self::SeedsToGo => variant.exact_key(position),
            Self::Result | Self::Seeds(_) => None,
        };
        exact.unwrap_or_else(|| variant.key(position))
    }
}
