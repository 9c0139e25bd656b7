//! Values of games with perfect play: lines of a file, CSV, and a page.

use serde::{Deserialize, Serialize};

use super::data::{optional, quoted};
use super::kept::KeptLine;
use super::page::{framed, made_by};
use super::prelude::*;
use super::solved::winner_of;
use mankala_core::text::checksum;

/// Size and checksum of a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofSize {
    /// Number of moves.
    pub moves: usize,
    /// Size of the file in bytes.
    pub bytes: usize,
    /// Checksum of the file, FNV-1a with 64 bits.
    pub check: String,
}

/// Value of the opening of a game, or the bounds that were proved. The value is that of a single round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameValue {
    /// Name of the variant.
    pub variant: String,
    /// Opening.
    pub position: String,
    /// `seeds` for margins in seeds; `result` for 1, 0 and −1.
    pub unit: String,
    /// Value for the first player, if it is known.
    pub value: Option<i32>,
    /// Lower bound.
    pub low: Option<i32>,
    /// Upper bound.
    pub high: Option<i32>,
    /// Line of best play, if it is known.
    pub line: Vec<String>,
    /// Number of positions searched.
    pub nodes: u64,
    /// Processor time in seconds.
    pub seconds: f64,
    /// Digest of the rules.
    pub rules: String,
    /// `first`, `second`, `draw` or `endless`; `None` if it is unknown.
    pub winner: Option<String>,
    /// Best first move, unless all moves lose.
    pub best: Option<String>,
    /// Method that found the value, `alpha-beta` or `proof numbers`, or the only one that was tried.
    pub method: String,
    /// Certificate, if one was found.
    pub proof: Option<ProofSize>,
    /// Limit of processor time in seconds.
    pub budget: f64,
    /// Limit of memory in bytes.
    pub memory: usize,
}

/// The winner of a game that neither player can end for the better.
pub const ENDLESS_GAME: &str = "endless";

impl KeptLine for GameValue {
    const FORMAT: &'static str = "mankala values";
    const BEGIN: &'static [u8] = br#"{"variant":"#;
    const WHAT: &'static str = "the value of a game";

    fn is_right(&self) -> bool {
        let value = self.low.filter(|_| self.low == self.high);
        let winner = winner_of(self.low, self.high);
        let told = self.winner.as_deref().filter(|&it| it != ENDLESS_GAME);
        self.value == value && told == winner
    }
}

impl GameValue {
    /// Returns the line of a file, without a line feed.
    pub fn line(&self) -> String {
        checksum::line(self)
    }

    /// Returns `true` if the winner is known.
    pub const fn is_solved(&self) -> bool {
        self.winner.is_some()
    }

    /// Returns `true` if not both values can be right.
    pub fn contradicts(&self, other: &Self) -> bool {
        let above = |low: Option<i32>, high: Option<i32>| {
            low.zip(high).is_some_and(|(low, high)| low > high)
        };
        above(self.low, other.high) || above(other.low, self.high)
    }

    /// Returns `true` if this value says more than another one of the same game.
    pub fn is_better(&self, other: &Self) -> bool {
        let rank = |it: &Self| (it.value.is_some(), it.is_solved(), it.budget);
        rank(self) > rank(other)
    }

    /// Adds the bounds that another value of the same game proves.
    pub fn narrow(&mut self, other: &Self) {
        let is_endless = |it: &Self| it.winner.as_deref() == Some(ENDLESS_GAME);
        if self.unit != other.unit || is_endless(self) || is_endless(other) {
            return;
        }
        self.low = self.low.max(other.low);
        self.high = self.high.into_iter().chain(other.high).min();
        self.value = self.low.filter(|_| self.low == self.high);
        self.winner = winner_of(self.low, self.high).map(str::to_owned);
    }

    /// Returns the row of a CSV file, without a line feed.
    pub fn row(&self) -> String {
        let proof = self.proof.as_ref();
        let fields = [
            self.variant.clone(),
            self.rules.clone(),
            self.unit.clone(),
            optional(self.value),
            optional(self.low),
            optional(self.high),
            optional(self.winner.as_ref()),
            optional(self.best.as_ref()),
            self.method.clone(),
            optional(proof.map(|proof| proof.moves)),
            optional(proof.map(|proof| proof.bytes)),
            optional(proof.map(|proof| &proof.check)),
            self.nodes.to_string(),
            format!("{:.2}", self.seconds),
            self.budget.to_string(),
            self.memory.to_string(),
        ];
        // Negative numbers are no formulas.
        let is_number = |field: &str| field.parse::<f64>().is_ok();
        let fields = fields.map(|it| if is_number(&it) { it } else { quoted(&it) });
        visible_lines(&fields.join(",")).into_owned()
    }

    /// Returns the bounds in words.
    fn words(&self) -> String {
        match (self.value, self.low, self.high) {
            (Some(value), _, _) => value.to_string(),
            (_, None, None) => String::new(),
            (_, Some(low), None) => format!("{low} or more"),
            (_, None, Some(high)) => format!("{high} or less"),
            (_, Some(low), Some(high)) => format!("{low} to {high}"),
        }
    }
}

/// Heads of values as CSV.
pub const VALUE_HEADS: &str = "variant,rules,unit,value,low,high,winner,best,method,proof_moves,proof_bytes,proof_check,nodes,seconds,budget,memory";

/// Returns the number of solved games in words.
pub fn values_words(values: &[GameValue]) -> String {
    let winners: Vec<_> = values.iter().map(|it| it.winner.as_deref()).collect();
    let count = |winner| winners.iter().filter(|it| **it == Some(winner)).count();
    let [first, second, draws, endless] = ["first", "second", "draw", ENDLESS_GAME].map(count);
    let (solved, all) = (first + second + draws + endless, values.len());
    format!(
        "{solved} of {all} variants solved (won by the first player: {first}, by the second: {second}, drawn: {draws}, \
         endless: {endless}); values are those of single rounds"
    )
}

/// Returns the values as a self-contained page; `command` makes it again.
pub fn values_page(values: &[GameValue], command: &str) -> String {
    let title = "Values with perfect play";
    let about = "Values are for the first player: margins in seeds, or 1 for a win, 0 for a draw, −1 for a loss. \
                 In an endless game, neither player can force a better end. Games without a winner are unsolved. A proof is the number of moves in its certificate.";
    let heads =
        ["Game", "Winner", "Value", "Unit", "Best move", "Method", "Proof", "Nodes", "Seconds"];
    let row = |value: &GameValue| {
        let proof = value.proof.as_ref();
        [
            value.variant.clone(),
            optional(value.winner.as_ref()),
            value.words(),
            value.unit.clone(),
            optional(value.best.as_ref()),
            value.method.clone(),
            optional(proof.map(|proof| proof.moves)),
            value.nodes.to_string(),
            format!("{:.1}", value.seconds),
        ]
    };
    let rows =
        html! { @for value in values { tr { @for cell in row(value) { td { (cell) } } } "\n" } };
    let body = html! {
        header { h1 { (title) } p.headline { (values_words(values)) "." } }
        main { (table("Values", about, &heads, &rows)) }
        (made_by(command, &html! {}, None))
    };
    framed(title, "", None, &body)
}
