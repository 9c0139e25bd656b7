//! Options of `weg` that other two-row rulesets do not share.

use crate::rulesets::prelude::*;

options! {
    /// Pits that may be claimed.
    pub enum Places {
        /// The opponent's pits.
        Opponents,
        /// Any pit.
        Any,
        /// The opponent's pits, and the player's own end pits.
        OpponentsAndOwnEnds,
        /// The opponent's end pits, and the player's own pits except the ends.
        OpponentsEndsAndOwnMiddle,
        /// All end pits, and the opponent's pits next to them.
        EndsAndOpponentsNext,
        /// The player's own pits except the ends.
        OwnMiddle,
        /// The end pits of both rows.
        Ends,
    }

    /// Pit claimed together with that of the last seed.
    pub enum AlsoClaims {
        /// None.
        Nothing,
        /// The opposite pit.
        Opposite,
        /// The pit of the last seed but one, if one of the two pits holds the number and the other one seed less.
        LastButOne,
    }

    /// Pits claimed from the start.
    pub enum ClaimedFirst {
        /// None.
        None,
        /// Each player's right end pit.
        RightEnds,
    }

    /// Players who sow into a claimed pit.
    pub enum Sown {
        /// Both players.
        All,
        /// The player who has claimed it; the opponent skips it.
        Own,
        /// The player who has claimed it; the opponent skips it, except with the last seed of a lap.
        OwnAndLast,
    }

    /// Whether the first lap that ends in a pit claimed by the opponent takes seeds.
    pub enum FirstTouch {
        /// Yes.
        Takes,
        /// No, only later ones do.
        TakesNothing,
    }

    /// Events of claimed pits that give the mover another turn.
    pub enum Again {
        /// None.
        Never,
        /// Taking seeds from a pit claimed by the opponent.
        AfterTheirs,
        /// Taking seeds from a pit claimed by the mover.
        AfterOwn,
        /// Claiming a pit with a certain number of seeds.
        AfterClaim,
    }

    /// Destination of captured seeds.
    pub enum TakenTo {
        /// The mover's store.
        Store,
        /// The first pit claimed by the mover; nothing is captured while there is none.
        OwnClaim,
    }

    /// Continuation of a turn after a lap.
    pub enum Laps {
        /// The pit of the last seed is lifted and sown on, if it held seeds.
        Relay,
        /// The turn has one lap.
        Single,
        /// As `relay`, if the first lap reached a pit of the opponent.
        RelayIfCrossed,
    }

    /// Seeds captured by a last seed in an empty pit of the mover.
    pub enum Taken {
        /// The seeds opposite.
        Opposite,
        /// The seeds opposite and the last seed.
        OppositeAndLast,
    }

    /// Further pits captured by a last seed in an empty pit of the mover.
    pub enum Chain {
        /// None.
        None,
        /// The pits opposite the mover's following pits, while these are empty and face a pit that can be captured.
        Onward,
    }

    /// Effect of a last seed in an empty pit of the mover that faces three seeds.
    pub enum Pair {
        /// None.
        None,
        /// Both pits are claimed.
        Kept,
        /// Both pits are claimed, and one of the three seeds crosses over, so that each holds two.
        Evened,
    }

    /// Whether the right end pit of a row may be closed.
    pub enum RightEnds {
        /// Yes.
        Closable,
        /// No.
        Open,
    }

    /// Whether a pit may be claimed before its seeds have been lifted in this round.
    pub enum Unmoved {
        /// Yes.
        Claimable,
        /// No.
        Safe,
    }

    /// Special rule for the left end pit of a player's row.
    pub enum LeftEnd {
        /// None.
        Ordinary,
        /// No move starts from it while it holds three seeds or fewer, if there is another move.
        Kept,
        /// A last seed takes nothing from it in the mover's own row, and gives another turn in the opponent's row.
        Guarded,
    }

    /// Effect of a single seed that moves across and brings a pit of the opponent to `claim` seeds.
    pub enum FromSingle {
        /// Claims the pit.
        Claims,
        /// Claims nothing.
        ClaimsNothing,
        /// Makes the move illegal.
        Barred,
    }

    /// Owners of the pits that a lap skips for their number of seeds.
    pub enum PassedOverIn {
        /// Both players.
        Either,
        /// The opponent.
        Opponents,
    }

    /// Special rule for the first move of a round.
    pub enum Opening {
        /// None.
        Free,
        /// The move starts from the right end pit.
        FirstFromRight,
        /// The first move of each player starts from an end pit of their row.
        EachFromAnEnd,
        /// One seed of the pit goes to the opposite pit. From the next pit on, every second pit gives a seed to the pit
        /// after it.
        PlusMinus,
    }
}
