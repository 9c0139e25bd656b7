//! Options of captures in `namnam`.

use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{self, Whose};

options! {
    /// Row in which a last seed captures.
    pub enum CaptureRow {
        /// Either row.
        Any,
        /// The opponent's row.
        Opponent,
        /// The mover's own row.
        Own,
        /// Neither row: a last seed captures nothing.
        None,
    }

    /// Further pits captured with the pit of the last seed.
    pub enum Chain {
        /// None.
        None,
        /// The pits before it, against the direction of sowing, as long as each can be captured.
        Back,
        /// The pits after it, in the direction of sowing, as long as each can be captured.
        Onward,
    }

    /// Effect of the next pit on the laps that follow the first one.
    pub enum RelayIf {
        /// None.
        Always,
        /// The pit of the last seed is sown on only if the next pit holds seeds.
        NextFilled,
        /// The next pit is lifted and sown on, if it holds seeds, instead of the pit of the last seed.
        NextLifted,
    }

    /// Effect of a capture of all of the opponent's seeds.
    pub enum GrandSlam {
        /// Captures them.
        Captures,
        /// Captures nothing, but the move is legal.
        CapturesNothing,
        /// Spares the opponent's rightmost pit from the mover's view, if the capture would take several.
        LeavesRightmost,
    }
}

impl CaptureRow {
    /// Returns the owners whose pits are captured.
    pub const fn whose(self) -> Whose {
        match self {
            Self::Any => Whose::ANY,
            Self::Opponent => Whose::OPPONENTS,
            Self::Own => Whose::OWN,
            Self::None => Whose::NOBODYS,
        }
    }
}

impl From<GrandSlam> for two_rows::GrandSlam {
    fn from(slam: GrandSlam) -> Self {
        match slam {
            GrandSlam::Captures => Self::Captures,
            GrandSlam::CapturesNothing => Self::CapturesNothing,
            GrandSlam::LeavesRightmost => Self::LeavesRightmost,
        }
    }
}
