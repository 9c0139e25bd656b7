//! Results of games.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use crate::kernel::board::{Side, WordError};

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
    #[must_use]
    pub const fn win(side: Side) -> Self {
        match side {
            Side::South => Self::South,
            Side::North => Self::North,
        }
    }

    /// Returns the winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::South => Some(Side::South),
            Self::North => Some(Side::North),
            Self::Draw => None,
        }
    }

    /// Returns the win of the larger of the counts `[south, north]`, or a draw if they are equal.
    #[must_use]
    pub fn by_count(counts: [u16; 2]) -> Self {
        match counts[0].cmp(&counts[1]) {
            std::cmp::Ordering::Greater => Self::South,
            std::cmp::Ordering::Less => Self::North,
            std::cmp::Ordering::Equal => Self::Draw,
        }
    }

    /// Returns the result once a side has more than half of `total`, or both have exactly half. The counts are
    /// `[south, north]`.
    #[must_use]
    #[inline]
    pub fn by_majority(counts: [u16; 2], total: u16) -> Option<Self> {
        let decided = counts.iter().any(|count| 2 * count > total)
            || counts[0] + counts[1] == total && counts[0] == counts[1];
        decided.then(|| Self::by_count(counts))
    }

    /// Returns the word used in written positions and in JSON: `S`, `N` or `draw`.
    #[must_use]
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
