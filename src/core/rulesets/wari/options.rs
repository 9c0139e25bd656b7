//! Keys of `[rules]` in `wari`, and the values of those that other two-row rulesets do not share.

use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{Counts, CrossingBack, GrandSlam, Whose, two_row_rules};

two_row_rules! {
    /// Keys of `[rules]`.
    // `Default` gives each key the default of its type. `is_as_oware` must name the keys with another default.
    #[derive(PartialEq, Eq, Default)]
    pub struct Rules {
        /// Numbers of seeds at which a pit is captured (W3).
        required pub counts: Counts,
        /// Row in which pits are captured (W3).
        pub side: CaptureRow,
        /// Pits considered for a capture (W4).
        pub r#where: Where,
        /// Further pits captured (W5).
        pub chain: Chain,
        /// Maximum number of further pits captured on each side (W5).
        #[schemars(range(min = 1))]
        pub chain_limit: u8 = "no_limit",
        /// Condition on the opposite pit for a capture (W20).
        pub opposite: Opposite,
        /// Player who gets the captured seeds (W6).
        pub taker: Taker,
        /// Effect of a capture of all of the opponent's seeds (W7).
        pub grand_slam: GrandSlam,
        /// Captures before the seeds are lifted (W8).
        pub before_sowing: Before,
        /// Captures of a move that starts from a single seed (W9).
        pub from_single: FromSingle,
        /// Whether a move may start from a pit that faces a single seed (W9).
        pub facing_singles: FacingSingles,
        /// Whether a single seed that has crossed to the other row may move back at once (W9).
        pub crossing_back: CrossingBack,
        /// Pits from which the first moves start (W10).
        pub opening: Opening,
        /// Whether pits from which nothing has been moved yet may be captured (W11).
        pub unmoved: Unmoved,
        /// Maximum number of seeds in a pit; laps skip a full one (W12). 0 for no limit.
        pub most: u8,
        /// Whether a pit that was played may be played again at once (W18).
        pub used: Used,
        /// Maximum number of seeds that a move lifts; the player chooses how many and leaves at least one (W19). 0 for
        /// all seeds of a pit.
        pub lifted: u8,
        /// Effect if no pit holds more than one seed (W17).
        pub only_singles: OnlySingles,
        /// Number of seeds left on the board at which the game ends (W21). 0 for none.
        pub last_seeds: u8,
    }
}

/// Returns the default of upper limits.
const fn no_limit() -> u8 {
    u8::MAX
}

options! {
    /// Row in which pits are captured.
    pub enum CaptureRow {
        /// The opponent's row.
        Opponent,
        /// The mover's own row.
        Own,
        /// Either row.
        Any,
        /// The opponent's row for the first pit, either row for the chain.
        OpponentFirst,
    }

    /// Pits considered for a capture.
    pub enum Where {
        /// The pit of the last seed.
        Last,
        /// The pit after that of the last seed.
        Next,
        /// The pit of the last seed, or the one after it if that of the last seed can't be captured.
        LastOrNext,
        /// All pits, sown or not.
        Every,
        /// All pits, if the last seed fell in the opponent's row or in the mover's last pit before it.
        EveryIfReached,
        /// Each pit that gets a seed, at that moment.
        Passing,
    }

    /// Further pits captured with the first one.
    pub enum Chain {
        /// None.
        None,
        /// The pits before it, against the direction of sowing, as long as each can be captured.
        Back,
        /// The pits after it, in the direction of sowing, as long as each can be captured.
        Onward,
        /// The pits on both sides.
        Both,
    }

    /// Condition on the opposite pit for a capture.
    pub enum Opposite {
        /// None: the seeds opposite stay.
        Any,
        /// As many seeds as in the captured pit: both pits are captured.
        Equal,
    }

    /// Player who gets the captured seeds.
    pub enum Taker {
        /// The player who moved.
        Mover,
        /// The player whose pit it was.
        Owner,
    }

    /// Captures before the seeds of a move are lifted.
    pub enum Before {
        /// None.
        Nothing,
        /// A single seed that starts the move captures the opposite pit.
        SingleTakesOpposite,
        /// Every single seed in the mover's row captures the opposite pit, whichever pit is played.
        SinglesTakeOpposite,
    }

    /// Captures of a move that starts from a single seed.
    pub enum FromSingle {
        /// As for any other move.
        Captures,
        /// None.
        CapturesNothing,
    }

    /// Whether a move may start from a pit that faces a single seed.
    pub enum FacingSingles {
        /// Yes.
        Free,
        /// No.
        Barred,
    }

    /// Whether a pit that was played may be played again at once.
    pub enum Used {
        /// Yes.
        Free,
        /// No: the pit is closed until the opponent sows into it.
        Closed,
    }

    /// Effect if no pit holds more than one seed.
    pub enum OnlySingles {
        /// The game goes on.
        Played,
        /// The game ends after the move.
        Ends,
    }

    /// Pits from which the first moves start.
    pub enum Opening {
        /// Any pit.
        Free,
        /// Until a player has moved from each of their pits, only the pits that they have not moved from.
        EachPitOnce,
        /// The right end pit, for the first move of the game.
        FirstFromRight,
    }

    /// Whether pits from which nothing has been moved yet in this round may be captured.
    pub enum Unmoved {
        /// Yes.
        Takeable,
        /// No, and they end a chain.
        Safe,
    }
}

impl CaptureRow {
    /// Returns the owners whose pits may be captured first.
    pub(in crate::rulesets) const fn first(self) -> Whose {
        match self {
            Self::Opponent | Self::OpponentFirst => Whose::OPPONENTS,
            Self::Own => Whose::OWN,
            Self::Any => Whose::ANY,
        }
    }

    /// Returns the owners of the further pits.
    pub(super) const fn further(self) -> Whose {
        match self {
            Self::Opponent => Whose::OPPONENTS,
            Self::Own => Whose::OWN,
            Self::Any | Self::OpponentFirst => Whose::ANY,
        }
    }
}
