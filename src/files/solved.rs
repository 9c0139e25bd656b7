//! Known values of games with perfect play, from literature or the solver.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::LazyLock;

use serde_json::{Value, json};

use super::catalogue::Loaded;
use mankala_core::game::Game;

/// Value of a game with perfect play, and its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solved {
    /// `first`, `second`, `draw` or `endless`.
    pub value: &'static str,
    /// Margin in seeds, if it is known.
    pub margin: Option<i32>,
    /// Lower bound of the winner's margin, if the margin is not known.
    pub least: Option<i32>,
    /// A best first move, if this program found one.
    pub best: Option<&'static str>,
    /// Source of the value.
    pub source: &'static str,
    /// Whether the game has rounds, of which this is the value of one.
    pub round: bool,
}

/// Digest of the rules, unit, bounds, best move and winner of each game that this program solved, from `examples/solved`.
const PROVED: &str = include_str!(concat!(env!("OUT_DIR"), "/solved.csv"));

/// Source of these values.
const BY_PROOF: &str = "proved by `mankala solve`, see `examples/solved`";

/// Values of other boards, proved by this program or published, each with the digest of its rules and, where it is known,
/// the best first move.
const BOARDS: &str = include_str!("../../examples/solved/boards.tsv");

/// Known values of games, without and with rounds, by the digest of their rules: a game is recognised by its rules, not
/// by its name.
static KNOWN: LazyLock<HashMap<&str, [Solved; 2]>> = LazyLock::new(|| {
    let known = proved().chain(boards());
    known.map(|(rules, it)| (rules, [it, Solved { round: true, ..it }])).collect()
});

/// Remark on the value of a game with rounds.
pub(crate) const SINGLE_ROUND: &str = "This is the value of a single round.";

/// Returns a sentence on a value, with its source.
pub(crate) fn perfect_play([value, source]: [impl Display; 2]) -> String {
    format!("With perfect play {value} ({source}).")
}

fn proved() -> impl Iterator<Item = (&'static str, Solved)> {
    PROVED.lines().filter_map(|row| {
        let mut fields = row.split('\t');
        let (rules, unit) = (fields.next()?, fields.next()?);
        let bounds = [fields.next()?, fields.next()?].map(|bound| bound.parse().ok());
        let [low, high]: [Option<i32>; 2] = bounds.map(|bound| bound.filter(|_| unit == "seeds"));
        let best = fields.next().filter(|best| !best.is_empty());
        let solved = Solved::new(fields.next()?, low.filter(|_| low == high), BY_PROOF);
        let least = match solved.value {
            "first" => low,
            "second" => high.map(|high| -high),
            _ => None,
        };
        let least = least.filter(|&least| least > 1 && solved.margin.is_none());
        Some((rules, Solved { least, best, ..solved }))
    })
}

fn boards() -> impl Iterator<Item = (&'static str, Solved)> {
    BOARDS.lines().skip(1).filter_map(|row| {
        let mut fields = row.split('\t');
        let (rules, margin, value) = (fields.next()?, fields.next()?, fields.next()?);
        let solved = Solved::new(value, margin.parse().ok(), fields.nth(1)?);
        Some((rules, Solved { best: fields.next(), ..solved }))
    })
}

impl Solved {
    pub(crate) const fn new(
        value: &'static str,
        margin: Option<i32>,
        source: &'static str,
    ) -> Self {
        Self { value, margin, least: None, best: None, source, round: false }
    }

    /// Returns the known value of a game.
    pub fn of(loaded: &Loaded) -> Option<&'static Self> {
        KNOWN.get(&*loaded.digest()).map(|known| &known[usize::from(loaded.rounds.several())])
    }

    /// Returns the known value of a position if it is the usual opening.
    pub fn at(loaded: &Loaded, game: &Game) -> Option<&'static Self> {
        Self::of(loaded).filter(|_| game.text() == loaded.game().text())
    }

    /// Returns the value, the margin of the first player, the best first move and the source.
    pub fn json(&self) -> Value {
        let Self { value, margin, least: _, best, source, round: _ } = self;
        json!({ "value": value, "margin": margin, "best": best, "source": source })
    }

    /// Returns the value, the best first move and the source as a sentence.
    pub fn words(&self) -> String {
        let mut words = perfect_play([&*self.value(), self.source]);
        if self.round {
            words += &format!(" {SINGLE_ROUND}");
        }
        self.best.map_or(words.clone(), |best| format!("{words} A best first move is {best}."))
    }

    /// Returns the winner and the margin in words.
    pub fn value(&self) -> String {
        let value = match self.value {
            "first" => "the first player wins",
            "second" => "the second player wins",
            "draw" => "the game is a draw",
            _ => "the game never ends",
        };
        match (self.margin, self.least) {
            (Some(margin), _) if margin != 0 => format!("{value} by {}", margin.abs()),
            (None, Some(least)) => format!("{value} by {least} or more"),
            _ => value.to_owned(),
        }
    }
}
