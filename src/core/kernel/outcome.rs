//! Results of games.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use crate::kernel::board::{Side, WordError};
use crate::kernel::pair::BySide;

/// Result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
pub enum Outcome {
    /// South has won.
    #[serde(rename = "S")]
    South,
    /// North has won.
    #[serde(rename = "N")]
    North,
    /// The game is drawn.
    #[serde(rename = "draw")]
    Draw,
}

impl Outcome {
    /// Returns the win of a side.
    pub const fn win(side: Side) -> Self {
        match side {
            Side::South => Self::South,
            Side::North => Self::North,
        }
    }

    /// Returns the winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::South => Some(Side::South),
            Self::North => Some(Side::North),
            Self::Draw => None,
        }
    }

    /// Returns a side's points: 1 for a win, ½ for a draw, 0 for a loss.
    pub fn points(self, side: Side) -> f64 {
        self.winner().map_or(0.5, |winner| f64::from(u8::from(winner == side)))
    }

    /// Returns the result by counts of seeds or points: the higher count wins, and equal counts are a draw.
    pub fn by_count<N: Ord>(BySide([south, north]): BySide<N>) -> Self {
        match south.cmp(&north) {
            std::cmp::Ordering::Greater => Self::South,
            std::cmp::Ordering::Less => Self::North,
            std::cmp::Ordering::Equal => Self::Draw,
        }
    }

    /// Returns the result once one side has more than half of `total`, or both have exactly half; `None` before.
    #[inline]
    pub fn by_majority(counts: BySide<u16>, total: u16) -> Option<Self> {
        let BySide([south, north]) = counts;
        let left = total - (south + north);
        let decided = left == 0 || south.abs_diff(north) > left;
        decided.then(|| Self::by_count(counts))
    }

    /// Returns the word used in written positions and in JSON: `S`, `N` or `draw`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::South => "S",
            Self::North => "N",
            Self::Draw => "draw",
        }
    }
}

impl FromStr for Outcome {
    type Err = WordError;

    /// Parses the word of a result, `S`, `N` or `draw`.
    fn from_str(text: &str) -> Result<Self, WordError> {
        [Self::South, Self::North, Self::Draw]
            .into_iter()
            .find(|outcome| outcome.word() == text)
            .ok_or_else(|| WordError::new(text, "a result, S, N or draw"))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
