//! The options of `pussa` that other two-row rulesets do not share.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a turn goes on after a lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GoesOn {
    /// The pit after that of the last seed is lifted and sown on; the laps end where it is empty.
    #[default]
    Next,
    /// The same after a last seed in a filled pit; the laps end, and capture, after one in an empty pit.
    NextIfFilled,
    /// The same after a last seed in a filled pit; the laps end where that next pit is empty, or after one in an empty pit.
    NextAfterFilled,
    /// The pit of the last seed is lifted and sown on; the laps end with one in an empty pit.
    Landing,
    /// The same, but before such a pit is lifted there is a capture, if there is something to capture.
    LandingCapturing,
    /// It has one lap.
    Single,
}

/// What is captured when the laps have ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Capture {
    /// If the next pit is empty, the pit beyond it.
    #[default]
    BeyondGap,
    /// If the next pit is empty, the pit opposite to it.
    OppositeGap,
    /// The next pit.
    Next,
    /// Nothing.
    Nothing,
}

/// Where the last seed must lie for a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LastSeed {
    /// Anywhere.
    #[default]
    Anywhere,
    /// In a pit that held seeds.
    WithOthers,
    /// In a pit of the opponent.
    Across,
}

/// Who captures a pit in which a seed makes one of the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Passing {
    /// Nobody.
    #[default]
    Nobody,
    /// Its owner, if the seed is not the last of its lap.
    Owner,
    /// Its owner.
    OwnerAlways,
}

/// Whether a capture gives the player another move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Again {
    /// It does not.
    #[default]
    Never,
    /// It does, once in a turn.
    Once,
}

/// When the middle pits of both rows are captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Middle {
    /// At once, like any other.
    #[default]
    AtOnce,
    /// At the end of the round, by the players who earned it.
    AtTheEnd,
}

/// Whose pits are whose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Owners {
    /// Each player has a row.
    #[default]
    Rows,
    /// Each player has the left half of both rows, as the player sees them, a middle pit of the near row too.
    Halves,
}
