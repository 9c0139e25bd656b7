//! Rules of a file of `congkak`, and the values of its options.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rulesets::two_rows::two_row_rules;

two_row_rules! {
    /// What a variant file says under `[rules]`; what it leaves out is as in Kalah.
    pub struct Rules {
        /// When a last seed in an empty pit captures (CK5, CK6, CK7).
        #[serde(default)]
        pub capture: Capture,
        /// Whether the capturing seed goes to the store with what is captured (CK5).
        #[serde(default)]
        pub taken: Taken,
        /// In whose row a last seed captures (CK5).
        #[serde(default)]
        pub side: Side,
        /// Whether the move goes on after a lap (CK4).
        #[serde(default)]
        pub laps: Laps,
        /// Which stores get seeds (CK1, CK8).
        #[serde(default)]
        pub stores: Stores,
        /// At which end of the own row the own store lies (CK1).
        #[serde(default)]
        pub store: AtTheEnd,
        /// What a last seed in the own store does (CK3).
        #[serde(default)]
        pub in_store: InStore,
        /// What a last seed in the opponent's store does (CK8).
        #[serde(default)]
        pub in_theirs: InTheirs,
        /// Which rows are sown (CK1).
        #[serde(default)]
        pub ring: Circle,
        /// What a capture of all of the opponent's seeds does (CK5).
        #[serde(default)]
        pub grand_slam: GrandSlam,
        /// Whether a move may start from a pit whose seeds come round to its owner's row (CK2).
        #[serde(default)]
        pub full_round: FullRound,
        /// What a last seed in an empty pit of the opponent costs (CK9).
        #[serde(default)]
        pub empty_across: EmptyAcross,
        /// When the game is over though the player to move could go on (CK10).
        #[serde(default)]
        pub over: Over,
    }
}

/// When a last seed in an empty pit captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Capture {
    /// If the opposite pit is filled: what lies there.
    #[default]
    OppositeFilled,
    /// Always: with nothing opposite, the single seed alone is banked.
    Always,
    /// Never.
    Never,
    /// Always, but only the single seed is banked.
    LastOnly,
    /// Never, but what lies opposite joins the single seed.
    Pulls,
    /// Never. In a filled own pit, instead of sowing on, the player may stop: the last seed goes to the pit
    /// opposite, and all that lies there is captured.
    Swap,
}

/// Whether the capturing seed goes to the store with what is captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Taken {
    /// It does.
    #[default]
    Both,
    /// It stays in its pit.
    Opposite,
}

/// In whose row a last seed captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// In the mover's own.
    #[default]
    Own,
    /// In the opponent's: what lies in the mover's own pit opposite is banked.
    Opponent,
    /// In either.
    Any,
}

/// Whether the move goes on after a lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Laps {
    /// It ends.
    #[default]
    Single,
    /// A filled pit in which the last seed falls is sown on.
    Relay,
    /// The same in the mover's own row only.
    RelayOwnRow,
    /// The same in the opponent's row only.
    RelayOpponentsRow,
    /// After a last seed that captured nothing the next pit is sown on if it is filled; the own store is a pit too.
    Next,
}

/// Which stores get seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stores {
    /// The mover's own.
    #[default]
    Own,
    /// Both players'.
    Both,
}

/// At which end of the own row the own store lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AtTheEnd {
    /// At the owner's right.
    #[default]
    Right,
    /// At the owner's left.
    Left,
    /// At the end to which players sow along their own row.
    Ahead,
}

/// What a last seed in the own store does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InStore {
    /// The player moves again.
    #[default]
    Again,
    /// The move ends.
    Ends,
}

/// What a last seed in the opponent's store does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InTheirs {
    /// The move ends.
    #[default]
    Ends,
    /// The player moves again.
    Again,
    /// All seeds in that store go to the own one.
    Captures,
}

/// What a last seed in an empty pit of the opponent costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EmptyAcross {
    /// Nothing.
    #[default]
    Nothing,
    /// All seeds in the mover's store go to the opponent's.
    LosesStore,
}

/// When the game is over though the player to move could go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// As soon as a player's pits are empty.
    #[default]
    RowEmpty,
    /// When a move leaves the mover's own pits empty.
    OwnRowEmpty,
    /// When a move leaves the opponent's pits empty.
    OpponentsRowEmpty,
    /// Never.
    Stuck,
}

/// Which rows are sown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Circle {
    /// Both.
    #[default]
    BothRows,
    /// The mover's own, and the store.
    OwnRow,
}

/// What a capture of all of the opponent's seeds does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GrandSlam {
    /// It captures them.
    #[default]
    Captures,
    /// It captures them, and the opponent gets what lies in the mover's row.
    CostsRow,
}

/// Whether a move may start from a pit whose seeds come round to its owner's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FullRound {
    /// It may.
    #[default]
    Played,
    /// It may not, and what lies there at the end is nobody's.
    Barred,
}
