//! Games whose value with perfect play is known from literature or the solver, shown beside the results of players.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::files::catalogue::Loaded;

/// Value of a game with perfect play, and its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solved {
    /// `first`, `second`, `draw` or `endless`.
    pub value: &'static str,
    /// Margin in seeds, if it is known.
    pub margin: Option<i32>,
    /// Source of the value.
    pub source: &'static str,
}

/// Digest of the rules, unit, value and winner of each game that this program solved, from `examples/solved`.
const PROVED: &str = include_str!(concat!(env!("OUT_DIR"), "/solved.csv"));

/// Source of these values.
const BY_PROOF: &str = "proved by `mankala solve`, see `examples/solved`";

/// Values of other boards, proved by this program or published, each with the digest of its rules.
const BOARDS: &str = include_str!("../../examples/solved/boards.tsv");

/// Known values, each with the digest of its game: a game is recognised by its rules, not by its name.
static KNOWN: LazyLock<HashMap<&str, Solved>> =
    LazyLock::new(|| proved().chain(boards()).collect());

/// Returns a sentence on a value, with its source.
pub(super) fn perfect_play([value, source]: [&str; 2]) -> String {
    format!("With perfect play {value} ({source}).")
}

/// Reads the values that this program proved.
fn proved() -> impl Iterator<Item = (&'static str, Solved)> {
    PROVED.lines().filter_map(|row| {
        let mut fields = row.split(',');
        let (rules, unit, margin) = (fields.next()?, fields.next()?, fields.next()?);
        let margin = margin.parse().ok().filter(|_| unit == "seeds");
        Some((rules, Solved::new(fields.next()?, margin, BY_PROOF)))
    })
}

/// Reads the values of other boards.
fn boards() -> impl Iterator<Item = (&'static str, Solved)> {
    BOARDS.lines().skip(1).filter_map(|row| {
        let mut fields = row.split('\t');
        let (rules, margin, value) = (fields.next()?, fields.next()?, fields.next()?);
        let source = fields.nth(1)?;
        Some((rules, Solved::new(value, margin.parse().ok(), source)))
    })
}

impl Solved {
    pub(super) const fn new(
        value: &'static str,
        margin: Option<i32>,
        source: &'static str,
    ) -> Self {
        Self {
            value,
            margin,
            source,
        }
    }

    /// Returns the known value of a game.
    pub fn of(loaded: &Loaded) -> Option<&'static Self> {
        KNOWN.get(&*loaded.digest())
    }

    /// Returns the value and its source as a sentence.
    pub fn words(&self) -> String {
        perfect_play([&self.value(), self.source])
    }

    /// Returns the winner and the margin in words.
    pub fn value(&self) -> String {
        let value = match self.value {
            "first" => "the first player wins",
            "second" => "the second player wins",
            "draw" => "the game is a draw",
            _ => "the game never ends",
        };
        let margin = self.margin.filter(|&margin| margin != 0);
        let margin = margin.map_or_else(String::new, |margin| format!(" by {}", margin.abs()));
        format!("{value}{margin}")
    }
}
