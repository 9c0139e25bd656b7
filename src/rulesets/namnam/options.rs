//! The options of captures in `namnam`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rulesets::two_rows::{self, Whose};

/// In whose row pits are captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// In either.
    #[default]
    Any,
    /// In the opponent's.
    Opponent,
    /// In the mover's own.
    Own,
    /// In none: a last seed captures nothing.
    None,
}

impl Side {
    /// Whose pits are captured.
    #[must_use]
    pub const fn whose(self) -> Whose {
        match self {
            Self::Any => Whose::ANY,
            Self::Opponent => Whose::OPPONENTS,
            Self::Own => Whose::OWN,
            Self::None => Whose::NOBODYS,
        }
    }
}

/// Which further pits are captured with the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Chain {
    /// None.
    #[default]
    None,
    /// Those before it, against the way of the hand, as long as each could be captured itself.
    Back,
    /// Those after it, in the way of the hand.
    Onward,
}

/// What the pit after that of a last seed must hold for it to be sown on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RelayIf {
    /// Anything.
    #[default]
    Always,
    /// Seeds.
    NextFilled,
}

/// What a capture of all of the opponent's seeds does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GrandSlam {
    /// It captures them.
    #[default]
    Captures,
    /// It takes nothing, the move stands.
    CapturesNothing,
    /// If it would take several pits of the opponent, it leaves the one farthest to the right as the mover
    /// sees the board.
    LeavesRightmost,
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
