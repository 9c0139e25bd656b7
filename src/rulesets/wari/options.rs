//! Rules of a file of `wari`, and the values of those options that other two-row rulesets do not share.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rulesets::two_rows::{Counts, CrossingBack, GrandSlam, Whose, two_row_rules};

two_row_rules! {
    /// What a variant file says under `[rules]`.
    pub struct Rules {
        /// How many seeds a pit holds that is captured (W3).
        pub counts: Counts,
        /// In whose row pits are captured (W3).
        #[serde(default)]
        pub side: Side,
        /// Which pits are looked at (W4).
        #[serde(default)]
        pub r#where: Where,
        /// Which further pits are captured (W5).
        #[serde(default)]
        pub chain: Chain,
        /// Who gets what is captured (W6).
        #[serde(default)]
        pub taker: Taker,
        /// What a capture of all of the opponent's seeds does (W7).
        #[serde(default)]
        pub grand_slam: GrandSlam,
        /// What is captured before the seeds are lifted (W8).
        #[serde(default)]
        pub before_sowing: Before,
        /// What a start from a single seed may capture (W9).
        #[serde(default)]
        pub from_single: FromSingle,
        /// Whether a move may start from a pit that faces a single seed (W9).
        #[serde(default)]
        pub facing_singles: FacingSingles,
        /// Whether a single seed that came across may be moved back at once (W9).
        #[serde(default)]
        pub crossing_back: CrossingBack,
        /// From which pits the first moves are made (W10).
        #[serde(default)]
        pub opening: Opening,
        /// Whether pits may be captured from which nobody has moved yet (W11).
        #[serde(default)]
        pub unmoved: Unmoved,
        /// How many seeds a pit may hold; a fuller one is passed over (W12). No limit if it is 0.
        #[serde(default)]
        pub most: u8,
        /// What becomes of a game in which no pit holds more than one seed (W17).
        #[serde(default)]
        pub only_singles: OnlySingles,
    }
}

/// In whose row pits are captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// In the opponent's.
    #[default]
    Opponent,
    /// In the mover's own.
    Own,
    /// In either.
    Any,
    /// The first one in the opponent's, those of the chain in either.
    OpponentFirst,
}

impl Side {
    /// Whose the first captured pit is.
    pub(in crate::rulesets) const fn first(self) -> Whose {
        match self {
            Self::Opponent | Self::OpponentFirst => Whose::OPPONENTS,
            Self::Own => Whose::OWN,
            Self::Any => Whose::ANY,
        }
    }

    /// Whose the further pits are.
    pub(super) const fn further(self) -> Whose {
        match self {
            Self::Opponent => Whose::OPPONENTS,
            Self::Own => Whose::OWN,
            Self::Any | Self::OpponentFirst => Whose::ANY,
        }
    }
}

/// Which pits are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Where {
    /// That of the last seed.
    #[default]
    Last,
    /// The one after it.
    Next,
    /// All, sown or not.
    Every,
    /// All, if the last seed fell in the opponent's row or in the mover's last pit before it.
    EveryIfReached,
    /// Each that gets a seed, at the moment when it gets it.
    Passing,
}

/// Which further pits are captured with the first one.
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
    /// Those on both sides.
    Both,
}

/// Who gets what is captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Taker {
    /// The player who moved.
    #[default]
    Mover,
    /// The player whose pit it was.
    Owner,
}

/// What is captured before the seeds of a move are lifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Before {
    /// Nothing.
    #[default]
    Nothing,
    /// A start from a single seed captures what lies opposite.
    SingleTakesOpposite,
    /// Every single seed in the mover's row captures what lies opposite, whichever pit is played.
    SinglesTakeOpposite,
}

/// What a start from a single seed may capture when it is sown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FromSingle {
    /// What any other may.
    #[default]
    Captures,
    /// Nothing.
    CapturesNothing,
}

/// Whether a move may start from a pit that faces a single seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FacingSingles {
    /// It may.
    #[default]
    Free,
    /// It may not.
    Barred,
}

/// What becomes of a game in which no pit holds more than one seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnlySingles {
    /// It goes on.
    #[default]
    Played,
    /// It ends after the move.
    Ends,
}

/// From which pits the first moves are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// From any.
    #[default]
    Free,
    /// Until a player has moved from each of their pits they move from one they have not moved from.
    EachPitOnce,
    /// The first move of all is made from the right end pit.
    FirstFromRight,
}

/// Whether pits may be captured from which nobody has moved yet in this round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unmoved {
    /// They may.
    #[default]
    Takeable,
    /// They may not, and end a chain.
    Safe,
}
