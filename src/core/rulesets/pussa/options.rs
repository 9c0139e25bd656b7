//! Options of `pussa` that other two-row rulesets do not share.

use crate::rulesets::prelude::*;

options! {
    /// Continuation of a turn after a lap.
    pub enum GoesOn {
        /// The next pit is lifted and sown on; the laps end if it is empty.
        Next,
        /// As `next`, but the turn ends, without a capture, before a filled pit from which no move starts.
        NextIfPlayed,
        /// As `next`, without captures, after a last seed in a filled pit; one in an empty pit ends the laps and captures.
        NextIfFilled,
        /// As `next`, but only after a last seed in a filled pit; the laps end after one in an empty pit too.
        NextAfterFilled,
        /// As `next`, but only after a last seed in an empty pit; the laps end after one in a filled pit too.
        NextAfterEmpty,
        /// The pit of the last seed is lifted and sown on; the laps end in an empty pit.
        Landing,
        /// As `landing`, but each of these pits first captures, if there is anything to capture.
        LandingCapturing,
        /// The turn has one lap.
        Single,
    }

    /// Pits captured when the laps have ended.
    pub enum Capture {
        /// The pit beyond the next one, if the next one is empty.
        BeyondGap,
        /// The pit opposite that of the last seed.
        Opposite,
        /// The next pit.
        Next,
        /// The pit of the last seed, if it holds one of the counts.
        Landing,
        /// The pit of the last seed, if it holds one of the counts, and each pit beside it that does. If it does not, one
        /// of these, which the player chooses.
        LandingAndBeside,
        /// None.
        Nothing,
    }

    /// Pits in which a last seed can capture.
    pub enum LastSeed {
        /// Any pit.
        Anywhere,
        /// A pit that held seeds.
        WithOthers,
        /// A pit of the mover.
        Own,
        /// A pit of the opponent.
        Across,
    }

    /// Player who captures a pit in which a seed makes one of the numbers.
    pub enum Passing {
        /// Neither player.
        Nobody,
        /// The owner of the pit, if the seed is not the last of its lap.
        Owner,
        /// The owner of the pit.
        OwnerAlways,
    }

    /// Whether a capture gives the player another move.
    pub enum Again {
        /// No.
        Never,
        /// Yes, once in a turn.
        Once,
    }

    /// Time at which the middle pits of both rows are captured.
    pub enum Middle {
        /// Immediately, like any other pit.
        AtOnce,
        /// At the end of the round, by the players who have earned them.
        AtTheEnd,
    }

    /// Position that ends the game, besides one in which players can't move.
    pub enum Over {
        /// None.
        Stuck,
        /// A position in which each player has a single seed, or none.
        OneEach,
    }

    /// Division of the pits between the players.
    pub enum Owners {
        /// One row for each player.
        Rows,
        /// For each player, the left half of both rows from their view, with the middle pit of the near row.
        Halves,
    }
}
