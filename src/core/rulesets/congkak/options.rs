//! Keys of `[rules]` in `congkak`, and their values.

use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::two_row_rules;

two_row_rules! {
    /// Keys of `[rules]`; the defaults are those of Kalah.
    // `Default` gives each key the default of its type. `is_kalah` must name the keys with another default.
    #[derive(PartialEq, Eq, Default)]
    pub struct Rules {
        /// Effect of a last seed in an empty pit (CK5, CK6, CK7).
        pub capture: Capture,
        /// Whether the capturing seed goes to the store with the captured seeds (CK5).
        pub taken: Taken,
        /// Row in which a last seed captures (CK5).
        pub side: CaptureRow,
        /// Whether the move goes on after a lap (CK4).
        pub laps: Laps,
        /// Stores that are sown (CK1, CK8).
        pub stores: Stores,
        /// End of a player's row at which their store lies (CK1).
        pub store: AtTheEnd,
        /// Effect of a last seed in the mover's own store (CK3).
        pub in_store: InStore,
        /// Effect of a last seed in the opponent's store (CK8).
        pub in_theirs: InTheirs,
        /// Rows that are sown (CK1).
        pub ring: Circle,
        /// Effect of a capture of all of the opponent's seeds (CK5).
        pub grand_slam: GrandSlam,
        /// Whether a move may start from a pit whose seeds reach its owner's row again (CK2).
        pub full_round: FullRound,
        /// Penalty for a last seed in an empty pit of the opponent (CK9).
        pub empty_across: EmptyAcross,
        /// Condition, besides a stuck player, that ends the game (CK10).
        pub over: Over,
    }
}

options! {
    /// Effect of a last seed in an empty pit.
    pub enum Capture {
        /// Captures the opposite pit, if that is filled.
        OppositeFilled,
        /// Captures always; if the opposite pit is empty, the single seed alone is banked.
        Always,
        /// Captures nothing.
        Never,
        /// Banks the single seed alone.
        LastOnly,
        /// Captures nothing, but the seeds of the opposite pit join the single seed.
        Pulls,
        /// Captures nothing. In a filled pit of the mover, instead of sowing on, the player may stop. The last seed then
        /// goes to the opposite pit, and all seeds there are captured.
        Swap,
    }

    /// Whether the capturing seed goes to the store with the captured seeds.
    pub enum Taken {
        /// Yes.
        Both,
        /// No, it stays in its pit.
        Opposite,
    }

    /// Row in which a last seed captures.
    pub enum CaptureRow {
        /// The mover's own row.
        Own,
        /// The opponent's row; the seeds in the mover's own opposite pit are banked.
        Opponent,
        /// Either row.
        Any,
    }

    /// Whether the move goes on after a lap.
    pub enum Laps {
        /// No.
        Single,
        /// Yes, if the last seed falls in a filled pit, which is sown on.
        Relay,
        /// Yes, if the last seed falls in a filled pit of the mover's own row, which is sown on.
        RelayOwnRow,
        /// Yes, if the last seed falls in a filled pit of the opponent's row, which is sown on.
        RelayOpponentsRow,
        /// Yes, if the last seed captured nothing and the next pit (or own store) is filled, which is sown on.
        Next,
    }

    /// Stores that are sown.
    pub enum Stores {
        /// The mover's own store.
        Own,
        /// Both stores.
        Both,
    }

    /// End of a player's row at which their store lies.
    pub enum AtTheEnd {
        /// The owner's right.
        Right,
        /// The owner's left.
        Left,
        /// The end towards which players sow along their own row.
        Ahead,
    }

    /// Effect of a last seed in the mover's own store.
    pub enum InStore {
        /// The player moves again.
        Again,
        /// The move ends.
        Ends,
    }

    /// Effect of a last seed in the opponent's store.
    pub enum InTheirs {
        /// The move ends.
        Ends,
        /// The player moves again.
        Again,
        /// All seeds in that store go to the mover's store.
        Captures,
    }

    /// Penalty for a last seed in an empty pit of the opponent.
    pub enum EmptyAcross {
        /// None.
        Nothing,
        /// All seeds in the mover's store go to the opponent's store.
        LosesStore,
    }

    /// Condition, besides a stuck player, that ends the game.
    pub enum Over {
        /// A player's pits are empty.
        RowEmpty,
        /// A move leaves the mover's own pits empty.
        OwnRowEmpty,
        /// A move leaves the opponent's pits empty.
        OpponentsRowEmpty,
        /// None.
        Stuck,
    }

    /// Rows that are sown.
    pub enum Circle {
        /// Both rows.
        BothRows,
        /// The mover's own row, and the store.
        OwnRow,
    }

    /// Effect of a capture of all of the opponent's seeds.
    pub enum GrandSlam {
        /// Captures them.
        Captures,
        /// Captures them, and the opponent gets the seeds in the mover's row.
        CostsRow,
    }

    /// Whether a move may start from a pit whose seeds reach its owner's row again.
    pub enum FullRound {
        /// Yes.
        Played,
        /// No, and its seeds belong to neither player at the end.
        Barred,
    }
}
