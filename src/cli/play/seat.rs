//! Players of a side: a person, or one of the programs.

use std::fmt;
use std::str::FromStr;

use crate::play::players::{PlayerError, PlayerSpec};

/// Player of a side.
#[derive(Debug, Clone, Copy)]
pub(super) enum Seat {
    Human,
    Player(PlayerSpec),
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "human" {
            return Ok(Self::Human);
        }
        let player = text.parse().map(Self::Player);
        player.map_err(|error: PlayerError| format!("{error}, or human"))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Player(player) => player.fmt(f),
        }
    }
}
