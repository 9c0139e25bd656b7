//! Players of a side: a person, or one of the programs.

use std::fmt;

use super::exec;
use mankala_core::play::players::PlayerSpec;

const HUMAN: &str = "human";

#[derive(Debug, Clone, Copy)]
pub(super) enum Participant {
    Human,
    Player(PlayerSpec),
}

impl Participant {
    /// Reads a player of the command line; unlike those of transcripts, it may be a program.
    pub(super) fn given(text: &str) -> Result<Self, String> {
        if text == HUMAN {
            return Ok(Self::Human);
        }
        exec::player(text).map(Self::Player).map_err(|error| format!("{error}, or {HUMAN}"))
    }

    /// Reads a player of a transcript; names of people are no players of this program.
    pub(super) fn said(text: &str) -> Option<Self> {
        if text == HUMAN {
            return Some(Self::Human);
        }
        text.parse().ok().map(Self::Player)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Human => HUMAN,
            Self::Player(player) => player.name(),
        }
    }
}

impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str(HUMAN),
            Self::Player(player) => player.fmt(f),
        }
    }
}
