//! How a game on two rows ends: without a move, without seeds to feed, by a majority; who gets the rest; who wins.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What becomes of a player who is to move and can't.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stuck {
    /// The game ends.
    #[default]
    Ends,
    /// They pass and the other plays on; the game ends when neither can move.
    Passes,
}

/// Whether an opponent without seeds must be given some.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Feeding {
    /// No.
    #[default]
    None,
    /// Yes; if that can't be done, the game is over. Where players pass it is as `if-possible`.
    Required,
    /// Yes, if it can be done.
    IfPossible,
    /// No move may leave the opponent without seeds if another doesn't.
    Always,
    /// The player first puts one seed, out of a pit of two or more, in the opponent's first pit; if they
    /// have no such pit, they are stuck.
    OneSeed,
}

/// Who gets the seeds that lie on the board at the end. Those in claimed pits are their owner's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rest {
    /// Each player those of their own pits.
    #[default]
    OwnRow,
    /// The player who is not stuck.
    Other,
    /// Who moved last.
    LastMover,
    /// The player who could not be fed; else each those of their own pits.
    Unfed,
    /// Nobody.
    Nobody,
    /// Each player half of them.
    Divided,
}

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Who has most seeds.
    #[default]
    Most,
    /// Who moved last: a player without a move has lost.
    LastMove,
    /// Who moved last, but it is a draw if the player without a move has won as many seeds as their row held at first.
    LastMoveUnlessFull,
    /// Whose pits are empty after a move; if both players' are, who made it.
    FirstEmpty,
    /// Who has seeds in their pits when the other has none; if neither has any, who moved last. A player without
    /// a move has lost.
    LastWithSeeds,
}

/// Who gets the seeds on the board when a position comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// There is no rule about it.
    #[default]
    None,
    /// The game ends, each player those of their own pits.
    OwnRows,
    /// The game ends, nobody.
    Nobodys,
}

/// How a game ends, as a ruleset's options say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ending {
    /// A player without a move.
    pub stuck: Stuck,
    /// An opponent without seeds.
    pub feeding: Feeding,
    /// What lies on the board.
    pub rest: Rest,
    /// Who wins.
    pub goal: Goal,
    /// Whether the game is over as soon as a player has won more than half of the seeds, or both half.
    pub majority: bool,
    /// A position that comes back.
    pub repetition: Repetition,
}
