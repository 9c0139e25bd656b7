//! Parts of a match, for several machines.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// One of several parts of a match: `2/4` is the second of four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// Whole match.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Returns the number of this part, from 1, and the number of parts.
    pub const fn parts(self) -> (u32, u32) {
        (self.number, self.of)
    }

    /// Returns the games of this part: whole pairs, distributed as evenly as possible.
    pub fn games(self, games: u64) -> Range<u64> {
        let pairs = u128::from(games.div_ceil(2));
        let cut = |number: u32| {
            let pair = pairs * u128::from(number) / u128::from(self.of);
            u64::try_from(2 * pair).map_or(games, |game| game.min(games))
        };
        cut(self.number - 1)..cut(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Error for an invalid shard.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a part and the number of parts, like 1/4 or 4/4, found {0:?}")]
pub struct ShardError(String);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let refuse = || ShardError(text.chars().take(40).collect());
        let number = |text: &str| {
            let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
            text.parse::<u32>().ok().filter(|_| plain).ok_or_else(refuse)
        };
        let (part, of) = text.split_once('/').ok_or_else(refuse)?;
        let (part, of) = (number(part)?, number(of)?);
        if part > of { Err(refuse()) } else { Ok(Self { number: part, of }) }
    }
}
