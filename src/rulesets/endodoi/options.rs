//! The options of `endodoi` that other two-row rulesets do not share.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rulesets::two_rows::Counts;

/// What follows a last seed in a pit that holds seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Laps {
    /// The pit is lifted and sown on.
    #[default]
    Relay,
    /// The same, each lap in the way opposite to the one before.
    Alternating,
    /// The turn ends: it has one lap.
    Single,
}

/// In whose empty pits a last seed captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// In the mover's own, what the opponent has opposite.
    #[default]
    Own,
    /// In any, what lies opposite, whose ever it is.
    Any,
    /// In any: its owner captures what the other player has opposite.
    Owners,
}

/// What is taken by a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Taken {
    /// What lies opposite.
    #[default]
    Opposite,
    /// That and the last seed.
    OppositeAndLast,
}

/// Which further pits are captured with the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Chain {
    /// None.
    #[default]
    None,
    /// Those opposite the pits after it in the way of the hand, as long as these are empty too.
    Onward,
    /// Those opposite the pits after it, whatever these hold.
    OnwardOverAny,
    /// Every pit that could be captured and is not the capturing player's own.
    All,
}

/// What a capture of all of a player's seeds does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GrandSlam {
    /// It captures them.
    #[default]
    Captures,
    /// If it would take several pits, it leaves the one farthest to the right as the mover sees the board.
    LeavesRightmost,
}

/// What a last seed in an empty own pit does while no seed of the move has fallen in a pit of the opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Uncrossed {
    /// It captures as ever.
    #[default]
    Captures,
    /// It ends the turn.
    Ends,
    /// It captures nothing, and the player moves again.
    MovesAgain,
}

/// What follows a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum After {
    /// The turn ends.
    #[default]
    Ends,
    /// The last seed is moved on to the next pit, and what it does there goes on.
    LastMovesOn,
    /// The player moves again.
    Again,
}

/// Where a move must lead that is not a first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// Anywhere.
    #[default]
    Free,
    /// Its first lap must drop a seed in a pit of the opponent or end in an empty pit of the player's own.
    CrossOrEmpty,
    /// A single seed must fall in an empty pit.
    SinglesToEmpty,
}

/// Whether a move may start from a pit of two seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Twos {
    /// It may.
    #[default]
    Free,
    /// If there is no other start.
    Last,
    /// If there is no other start, and then from the one nearest to the player's right end.
    LastFromRight,
}

/// How a first move is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct First {
    /// From which pits of the row, counted from its right end; from any if these are empty.
    pub from: Counts,
    /// Whose.
    #[serde(default)]
    pub by: By,
    /// How it is sown.
    #[serde(default)]
    pub sown: Sown,
}

/// Whose first move is made in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// That of each player.
    #[default]
    Each,
    /// The first one of the round.
    Starter,
}

/// How a first move is sown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sown {
    /// Like any other.
    #[default]
    AsEver,
    /// In one lap; a last seed that would fall in the player's own pits falls in the opponent's first one instead.
    OverTheBorder,
    /// Only two seeds of the pit are sown.
    Two,
    /// Three seeds fall in the next pit, what is left in the one after it.
    ThreeAndTheRest,
}
