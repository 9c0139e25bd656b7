//! Helpers of all requests, and the progress of those that take long: thoughts of a player, and played games.

use schemars::JsonSchema;
use serde::Serialize;

use crate::files::catalogue::Catalogue;
use crate::report::Plain;
use mankala_core::play::players::{Valuation, WON, Weighing, proven};
use mankala_core::variant::sort_by;

/// Helpers of a request.
pub(crate) struct Work<'a> {
    pub(crate) catalogue: &'a Catalogue,
    /// Names and purposes of all requests.
    pub(crate) requests: &'a [(&'static str, &'static str)],
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
    pub(crate) tell: &'a dyn Fn(Progress),
}

/// Progress of a request.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Progress {
    /// Choice and valuations of a player so far.
    Choose(Thought),
    /// Progress in games, or in plies of a review.
    Measure(Played),
}

/// Choice and valuations of a player so far.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Thought {
    /// The chosen move; null if the game is over.
    #[serde(rename = "move")]
    pub choice: Option<String>,
    /// Depth to which all moves were searched, in plies; null for players that do not search.
    pub depth: Option<u32>,
    /// Valuations of the moves, the best first; empty for players that do not value moves.
    pub moves: Vec<Valued>,
}

/// Value of a move for its mover.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Valued {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Value by the ruleset's evaluation; null if a forced win or loss was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// Number of plies to a forced win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins_in: Option<i32>,
    /// Number of plies to a forced loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loses_in: Option<i32>,
    /// Mean result of the random games after the move, 1 for a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Plain>,
    /// Number of these random games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u32>,
    /// Expected points of the mover after the move: 1 for a win, ½ for a draw.
    pub chance: Plain,
}

impl Valued {
    fn new(text: String, valuation: Valuation, points: &dyn Fn(i32) -> f64) -> Self {
        let (value, sampled, chance) = match valuation {
            Valuation::Value(value) => (Some(value), None, points(value)),
            Valuation::Sampled { score, visits } => (None, Some((score, visits)), score),
        };
        let forced = |win| value.filter(|&value| proven(value) == win);
        Self {
            text,
            value: forced(None),
            wins_in: forced(Some(true)).map(|value| WON - value),
            loses_in: forced(Some(false)).map(|value| WON + value),
            score: sampled.map(|(score, _)| Plain::from(score)),
            visits: sampled.map(|(_, visits)| visits),
            chance: Plain::from(chance),
        }
    }
}

impl Thought {
    /// Creates a thought; `points` returns the expected points of the mover from a value of a search.
    pub(super) fn new(weighing: Weighing, points: &dyn Fn(i32) -> f64) -> Self {
        let (choice, mut moves) = (weighing.choice, weighing.moves);
        // Of equal moves, the chosen one is the best.
        let others = |(text, _): &(String, _)| Some(text) != choice.as_ref();
        sort_by(&mut moves, |a, b| others(a).cmp(&others(b)));
        let number = |valuation: &Valuation| match *valuation {
            Valuation::Value(value) => f64::from(value),
            Valuation::Sampled { score, .. } => score,
        };
        sort_by(&mut moves, |(_, a), (_, b)| number(b).total_cmp(&number(a)));
        let valued = |(text, valuation)| Valued::new(text, valuation, points);
        Self { choice, depth: weighing.depth, moves: moves.into_iter().map(valued).collect() }
    }
}

/// Progress in games, or in plies of a review.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Played {
    /// Number done so far.
    pub done: u64,
    /// Number in all.
    pub all: u64,
}
