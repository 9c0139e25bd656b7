//! Options of `endodoi` that other two-row rulesets do not share.

use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::Counts;

options! {
    /// Effect of a last seed in a filled pit.
    pub enum Laps {
        /// The pit is lifted and sown on.
        Relay,
        /// The pit is lifted and sown on, each lap in the direction opposite to the one before.
        Alternating,
        /// The turn ends after one lap.
        Single,
    }

    /// Order in which laps pass the opponent's pits.
    pub enum Track {
        /// From the first to the last, as the opponent's own laps do.
        Ring,
        /// From the last to the first.
        Winding,
    }

    /// Empty pits in which a last seed captures.
    pub enum CaptureRow {
        /// The mover's own pits: the mover captures the opponent's seeds opposite.
        Own,
        /// Any pit: the mover captures the seeds opposite, of either player.
        Any,
        /// Any pit: its owner captures the other player's seeds opposite.
        Owners,
    }

    /// Seeds taken by a capture.
    pub enum Taken {
        /// The seeds opposite.
        Opposite,
        /// The seeds opposite and the last seed.
        OppositeAndLast,
    }

    /// Further pits captured with the first one.
    pub enum Chain {
        /// None.
        None,
        /// The pits opposite the following ones, in the direction of sowing, as long as the following ones are empty.
        Onward,
        /// The pits opposite the following ones, in the direction of sowing, whether these are empty or not.
        OnwardOverAny,
        /// Every pit that can be captured and does not belong to the capturing player.
        All,
    }

    /// Effect of a capture of all of a player's seeds.
    pub enum GrandSlam {
        /// Captures them.
        Captures,
        /// Spares the rightmost pit from the mover's view, if the capture would take several pits.
        LeavesRightmost,
    }

    /// Effect of a last seed in an empty pit of the mover before the move has reached a pit of the opponent.
    pub enum Uncrossed {
        /// Captures as usual.
        Captures,
        /// Ends the turn.
        Ends,
        /// Captures nothing, and the player moves again.
        MovesAgain,
    }

    /// Effect of a capture.
    pub enum After {
        /// The turn ends.
        Ends,
        /// The last seed moves to the next pit, where it has its usual effect.
        LastMovesOn,
        /// The player moves again.
        Again,
    }

    /// Condition on moves that are not first moves.
    pub enum Reach {
        /// None.
        Free,
        /// The first lap must drop a seed in a pit of the opponent or end in an empty pit of the mover.
        CrossOrEmpty,
        /// The first lap must end in a pit of the opponent or in an empty pit of the mover.
        EndAcrossOrEmpty,
    }

    /// Pits from which a turn may start.
    pub enum StartPits {
        /// All that the other keys allow.
        Any,
        /// In each player's first turn the player's own pits. Later the first filled pit after the one in which the turn
        /// before ended, in either row.
        AfterOpponent,
    }

    /// Whether a move may start from a pit of two seeds.
    pub enum Twos {
        /// Yes.
        Free,
        /// Only if there is no other start.
        Last,
        /// Only if there is no other start, and then from the pit nearest to the player's right end.
        LastFromRight,
    }

    /// Players whose first move is special.
    pub enum By {
        /// Both players.
        Each,
        /// The player who begins the round.
        Starter,
    }

    /// Sowing of a first move.
    pub enum Sown {
        /// As in any other move.
        AsEver,
        /// In one lap; a last seed that would fall in the player's own pits goes to the opponent's first pit instead.
        OverTheBorder,
        /// Only two seeds of the pit are sown.
        Two,
        /// Three seeds fall in the next pit, the rest in the pit after it.
        ThreeAndTheRest,
    }
}

keys! {
    /// Rules of first moves.
    #[derive(Copy, PartialEq, Eq)]
    pub struct First {
        /// Start pits, counted from the right end of the row among those in play; any pit if these give no start.
        required pub from: Counts,
        /// Players whose first move is special.
        pub by: By,
        /// Sowing of a first move.
        pub sown: Sown,
    }
}
