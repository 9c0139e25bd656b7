//! What a variant file holds, typed and strict, and what a ruleset has to offer to be read from one.

use std::fmt;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::any::AnyVariant;
use crate::diagram::MOST_SEEDS;

/// The keys at the top of a variant file: what the game is and where it comes from.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The name on the command line: small letters, digits and hyphens.
    #[schemars(regex(pattern = r"^[a-z0-9-]+$"))]
    pub name: String,
    /// The name that people use.
    pub title: String,
    /// The ruleset that plays it; inherited if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// The variant from which board, setup and rules are taken where this file does not say otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inherits: Option<String>,
    /// Where it is played.
    pub region: String,
    /// The year of its first description.
    pub year: u16,
    /// What kind of game it is, in a sentence or two.
    pub about: String,
    /// Where its rules are written.
    pub sources: Vec<Source>,
}

/// Whether a text can be the name of a variant: small letters, digits and hyphens.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let fits = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    !text.is_empty() && text.bytes().all(fits)
}

/// Where rules are written.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Who wrote them.
    pub author: String,
    /// Title of the book, article or page.
    pub title: String,
    /// When it appeared.
    pub year: u16,
    /// What was taken from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): {}", self.author, self.year, self.title)?;
        match &self.note {
            Some(note) => write!(f, " — {note}"),
            None => Ok(()),
        }
    }
}

/// What a variant file says under `[board]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardSpec {
    /// How many rows the board has, both players' together.
    pub rows: u8,
    /// How many pits a row has.
    pub columns: u8,
}

/// What a variant file says under `[setup]` where every pit starts with the same number of seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SameSeeds {
    /// Seeds in each pit.
    #[schemars(range(min = 1, max = 127))]
    pub seeds: u8,
}

/// One example: a position, moves, and what comes of them. Played by `check` and pinned by tests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// A short name.
    pub name: String,
    /// Identifiers of the rules that it shows, as in the rule book.
    pub rules: Vec<String>,
    /// The position; the opening if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves played one after another from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The position that must come of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// All legal moves of the position, separated by spaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<String>,
    /// Moves that must be refused in the position, separated by spaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<String>,
    /// The result after the moves: `S`, `N`, `draw`, or `none` while the game goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// What the example shows, in a sentence.
    pub shows: String,
}

/// What is wrong with values that are fine each by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults(Vec<(String, String)>);

impl Faults {
    /// Notes a fault of a key, `section.key`, unless the condition holds.
    pub fn check(&mut self, holds: bool, key: &str, message: fmt::Arguments<'_>) {
        if !holds {
            self.0.push((key.to_owned(), message.to_string()));
        }
    }

    /// Checks the shape of the board against what the ruleset can play.
    pub fn check_board(&mut self, board: &BoardSpec, rows: u8, columns: RangeInclusive<u8>) {
        let found = board.rows;
        let message = format_args!("this ruleset has {rows} rows, not {found}");
        self.check(found == rows, "board.rows", message);
        let (least, most, found) = (columns.start(), columns.end(), board.columns);
        let message = format_args!("a row has {least} to {most} pits here, not {found}");
        self.check(columns.contains(&found), "board.columns", message);
    }

    /// Checks that a board can start with so many seeds in each pit (`G7`).
    pub fn check_seeds(&mut self, board: &BoardSpec, setup: &SameSeeds) {
        self.check(
            setup.seeds > 0,
            "setup.seeds",
            format_args!("must be at least 1"),
        );
        let pits = u32::from(board.rows) * u32::from(board.columns);
        self.check_total(pits * u32::from(setup.seeds));
    }

    /// Checks that a game has no more seeds than a position can hold (`G7`).
    pub fn check_total(&mut self, seeds: u32) {
        let message = format_args!("{seeds} seeds in all, the most is {MOST_SEEDS} (G7)");
        self.check(seeds <= u32::from(MOST_SEEDS), "setup", message);
    }

    /// Checks the limit to the seeds that a move may sow (`G3`).
    pub fn check_max_sown(&mut self, max_sown: u32, most: u32) {
        let message = format_args!("must be from 1 to {most}, not {max_sown}");
        self.check((1..=most).contains(&max_sown), "rules.max_sown", message);
    }

    /// Whether everything was in order.
    ///
    /// # Errors
    ///
    /// The faults, if there are any.
    pub fn none(&mut self) -> Result<(), Self> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(std::mem::take(self))
        }
    }

    /// Each fault with its key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(key, message)| (key.as_str(), message.as_str()))
    }
}

/// A family of games played by the same code: what its files hold, and how a file becomes a game.
pub trait Ruleset: Send + Sync + 'static {
    /// What `[setup]` holds. A doc comment on each field becomes its description.
    type Setup: DeserializeOwned + JsonSchema;
    /// What `[rules]` holds.
    type Rules: DeserializeOwned + JsonSchema;
    /// The name that files give as `ruleset`.
    const NAME: &'static str;
    /// The source file of the ruleset, `include_str!` of itself: the comment at its head is the rule book.
    const SOURCE: &'static str;

    /// Checks what takes several keys to check, and builds the tables.
    ///
    /// # Errors
    ///
    /// The [`Faults`] found.
    fn variant(
        board: &BoardSpec,
        setup: &Self::Setup,
        rules: &Self::Rules,
    ) -> Result<Box<dyn AnyVariant>, Faults>;
}

/// The rule book of a ruleset: the module comment at the head of its source.
#[must_use]
pub fn rule_book(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let lines: Vec<&str> = lines
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    lines.join("\n")
}

/// The rule identifiers of a rule book, in order: what stands in bold at the start of a list item.
#[must_use]
pub fn rule_ids(book: &str) -> Vec<&str> {
    let items = book
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("- **"));
    items
        .filter_map(|item| item.split_once("**"))
        .map(|(id, _)| id)
        .collect()
}
