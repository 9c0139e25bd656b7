//! The options of `weg` that other two-row rulesets do not share.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a pit may be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Places {
    /// The opponent's pits.
    #[default]
    Opponents,
    /// Any pit.
    Any,
    /// The opponent's pits, and of the player's own those at the ends of the rows.
    OpponentsAndOwnEnds,
    /// Of the opponent's pits those at the ends of the rows, of the player's own the others.
    OpponentsEndsAndOwnMiddle,
    /// The pits at the ends of the rows, and of the opponent's those next to them.
    EndsAndOpponentsNext,
    /// The player's own pits but for those at the ends of the rows.
    OwnMiddle,
}

/// Which pit is claimed with the one of the last seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AlsoClaims {
    /// None.
    #[default]
    Nothing,
    /// The one opposite.
    Opposite,
    /// That of the last seed but one, if one of the two holds the number and the other one less.
    LastButOne,
}

/// Which pits are claimed from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimedFirst {
    /// None.
    #[default]
    None,
    /// Each player's right end pit.
    RightEnds,
}

/// Who sows into a claimed pit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sown {
    /// Both players.
    #[default]
    All,
    /// Only who has claimed it; the other passes it over.
    Own,
    /// Who has claimed it; the other passes it over, but for the last seed of a lap.
    OwnAndLast,
}

/// Whether the first last seed in a pit that the other player has claimed takes seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstTouch {
    /// It does.
    #[default]
    Takes,
    /// It takes nothing, later ones do.
    TakesNothing,
}

/// Which seeds taken from claimed pits give the mover another turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Again {
    /// None.
    #[default]
    Never,
    /// Those from pits that the opponent has claimed.
    AfterTheirs,
    /// Those from pits that the mover has claimed.
    AfterOwn,
}

/// What becomes of captured seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TakenTo {
    /// They go to the mover's store.
    #[default]
    Store,
    /// They go to the first pit that the mover has claimed; nothing is captured while there is none.
    OwnClaim,
}

/// How a turn goes on after a lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Laps {
    /// A last seed in a pit that held seeds lifts it, and it is sown on.
    #[default]
    Relay,
    /// The turn is one lap.
    Single,
    /// It is sown on if the first lap came to a pit of the opponent.
    RelayIfCrossed,
}

/// What a last seed in an own empty pit captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Taken {
    /// What lies opposite.
    #[default]
    Opposite,
    /// The same and the last seed.
    OppositeAndLast,
}

/// Which pits opposite are captured besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Chain {
    /// None.
    #[default]
    None,
    /// Those opposite the following pits, as long as these are own, empty and face such a pit.
    Onward,
}

/// What a last seed in an own empty pit does that faces three seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pair {
    /// Nothing of its own.
    #[default]
    None,
    /// Both pits are claimed.
    Kept,
    /// Both pits are claimed, and one of the three crosses over, so that each holds two.
    Evened,
}

/// Whether the right end pit of a row may be closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RightEnds {
    /// It may.
    #[default]
    Closable,
    /// It stays open.
    Open,
}

/// Whether a pit may be claimed whose seeds have not been lifted yet in this round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unmoved {
    /// It may.
    #[default]
    Claimable,
    /// It may not.
    Safe,
}

/// What is special about the left end pit of a player's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LeftEnd {
    /// Nothing.
    #[default]
    Ordinary,
    /// No move starts from it while it holds three seeds or fewer, if another can be made.
    Kept,
    /// A last seed takes nothing from it in the mover's own row; in the opponent's it gives another turn.
    Guarded,
}

/// What a single seed does that a move takes across into a pit of the opponent, where it makes the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FromSingle {
    /// It claims the pit.
    #[default]
    Claims,
    /// It claims nothing.
    ClaimsNothing,
    /// Such a move may not be made.
    Barred,
}

/// How the first move of a round is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// Like any other.
    #[default]
    Free,
    /// From the right end pit.
    FirstFromRight,
    /// One seed of the pit goes to the one opposite, and going round from the next pit every second one
    /// gives a seed to the pit after it.
    PlusMinus,
}
