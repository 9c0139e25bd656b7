//! End of a game on two rows: stuck players, feeding, majority, the remaining seeds, and the winner.

use crate::rulesets::prelude::*;

options! {
    /// Effect if the player to move has no legal move.
    pub enum Stuck {
        /// The game ends.
        Ends,
        /// The player passes and the opponent plays on; the game ends if neither can move.
        Passes,
        /// The game ends. A player without seeds counts as stuck at once, even if it is the other player's turn.
        RowEmpty,
    }

    /// Whether an opponent without seeds must be given some.
    pub enum Feeding {
        /// No.
        None,
        /// Yes. If no move gives any, the game ends, or with `stuck = "passes"` every move is legal.
        Required,
        /// Yes, if possible.
        IfPossible,
        /// A move that leaves the opponent without seeds is legal only if every move does so.
        Always,
        /// The player first puts one seed from a pit of two or more in the opponent's first pit. A player without such a
        /// pit is stuck.
        OneSeed,
    }

    /// Owner of the seeds left on the board at the end. Seeds in claimed pits belong to the owner of the claim.
    pub enum Rest {
        /// The owner of each pit.
        OwnRow,
        /// The player who is not stuck.
        Other,
        /// The player who moved last.
        LastMover,
        /// The player who could not be fed, or else the owner of each pit.
        Unfed,
        /// Neither player.
        Nobody,
        /// Both players, half each.
        Divided,
    }

    /// Condition for winning.
    pub enum Goal {
        /// The player with more seeds wins.
        Most,
        /// The player who moved last wins: a player without a move has lost.
        LastMove,
        /// As `last-move`, but a draw if the player without a move has won as many seeds as their row held at first.
        LastMoveUnlessFull,
        /// The player whose pits are empty after a move wins; if all pits are empty, the one who made it.
        FirstEmpty,
        /// A player with seeds wins if the opponent has none; if neither has any, the one who moved last wins. A player
        /// without a move has lost.
        LastWithSeeds,
    }

    /// Effect of a repeated position.
    pub enum Repetition {
        /// None.
        None,
        /// The game ends, and each player gets the seeds in their own pits.
        OwnRows,
        /// The game ends, and neither player gets the seeds on the board.
        Nobodys,
        /// The game ends in a draw.
        Draw,
    }
}

/// Options for the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ending {
    /// Rule for a player without a move.
    pub stuck: Stuck,
    /// Rule for an opponent without seeds.
    pub feeding: Feeding,
    /// Owner of the seeds left on the board.
    pub rest: Rest,
    /// Condition for winning.
    pub goal: Goal,
    /// Set if the game ends once a player has won more than half of the seeds, or both have won half.
    pub majority: bool,
    /// Rule for repeated positions.
    pub repetition: Repetition,
}
