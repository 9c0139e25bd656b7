//! How far a request has come that takes long: the thoughts of a player, and games that have been played.

use schemars::JsonSchema;
use serde::Serialize;

use crate::play::players::{WON, Weighing, Worth, proven};
use crate::report::Plain;
use crate::variant::sort_by;

/// How far a request has come.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Progress {
    /// What a player thinks so far.
    Choose(Thought),
    /// How many games have been played.
    Measure(Played),
}

/// What a player thinks so far.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Thought {
    /// The move that it would make; null if the game is over.
    #[serde(rename = "move")]
    pub choice: Option<String>,
    /// How many plies ahead it has looked at all moves; null for players that do not look ahead.
    pub depth: Option<u32>,
    /// What the moves are worth to it, the best first; empty for a player who does not say.
    pub moves: Vec<Valued>,
}

/// What a move is worth to the player who makes it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Valued {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// By the ruleset's evaluation; null where the end of the game is in sight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// It wins after so many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins_in: Option<i32>,
    /// It loses after so many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loses_in: Option<i32>,
    /// The mean result of random games behind it, 1 for a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Plain>,
    /// How many of them there were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u32>,
}

impl Valued {
    fn new(text: String, worth: Worth) -> Self {
        let nothing = Self {
            text,
            value: None,
            wins_in: None,
            loses_in: None,
            score: None,
            visits: None,
        };
        match worth {
            Worth::Value(value) => match proven(value) {
                Some(true) => Self {
                    wins_in: Some(WON - value),
                    ..nothing
                },
                Some(false) => Self {
                    loses_in: Some(WON + value),
                    ..nothing
                },
                None => Self {
                    value: Some(value),
                    ..nothing
                },
            },
            Worth::Sampled { score, visits } => Self {
                score: Some(Plain::from(score)),
                visits: Some(visits),
                ..nothing
            },
        }
    }
}

impl From<Weighing> for Thought {
    fn from(weighing: Weighing) -> Self {
        let Weighing {
            choice,
            depth,
            mut moves,
        } = weighing;
        // Of equal moves the one that it would make is the best.
        let others = |(text, _): &(String, _)| Some(text) != choice.as_ref();
        sort_by(&mut moves, |a, b| others(a).cmp(&others(b)));
        let worth = |worth: &Worth| match *worth {
            Worth::Value(value) => f64::from(value),
            Worth::Sampled { score, .. } => score,
        };
        sort_by(&mut moves, |(_, a), (_, b)| worth(b).total_cmp(&worth(a)));
        let moves = moves.into_iter();
        Self {
            choice,
            depth,
            moves: moves
                .map(|(text, worth)| Valued::new(text, worth))
                .collect(),
        }
    }
}

/// How many games have been played.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Played {
    /// So far.
    pub done: u64,
    /// In all.
    pub all: u64,
}
