//! Typed parts of variant files that do not depend on the ruleset.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Top-level keys of a variant file: what the game is and where it comes from.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Name on the command line: lowercase letters, digits and hyphens.
    #[schemars(regex(pattern = r"^[a-z0-9-]+$"))]
    pub name: String,
    /// Common name of the game.
    pub title: String,
    /// Other names of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// Ruleset that plays the game; inherited if omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// Parent variant: its name, or the path of a file beside this one. This file inherits all keys that it omits,
    /// except name and title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inherits: Option<String>,
    /// Region where the game is played; inherited if omitted, like all keys below except `checked`.
    pub region: String,
    /// The year of the source that the rules are taken from.
    pub year: u16,
    /// The first known description of the game, if it is older than that source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attested: Option<Source>,
    /// Short description of the game, in a sentence or two.
    pub about: String,
    /// Sources of the rules.
    pub sources: Vec<Source>,
    /// Decisions of this program where the sources are silent or disagree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<Ruling>,
    /// The day on which a second reader compared the file with its sources, as `2026-11-23`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^\d{4}-\d{2}-\d{2}$"))]
    pub checked: Option<String>,
    /// Keys of this header that are inherited from the parent.
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub inherited: Vec<String>,
}

impl Header {
    /// Returns the year of the first known description.
    pub fn since(&self) -> u16 {
        self.attested.as_ref().map_or(self.year, |first| first.year)
    }

    /// Iterates over the name, the title and the other names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [&self.name, &self.title].into_iter().chain(&self.also).map(String::as_str)
    }

    /// Returns the variant from which a key is inherited; `None` if the file sets it itself.
    pub fn whose(&self, key: &str) -> Option<&str> {
        self.inherits.as_deref().filter(|_| self.inherited.iter().any(|it| it == key))
    }

    /// Prefixes the value of an inherited key with the name of the variant it comes from.
    pub fn of_whom(&self, key: &str, said: impl fmt::Display) -> String {
        match self.whose(key) {
            Some(parent) => format!("(inherited from {parent}) {said}"),
            None => said.to_string(),
        }
    }
}

/// Returns `true` if a text has the form of a date, like `2026-11-23`.
pub(crate) fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    parts.iter().map(|part| part.len()).eq([4, 2, 2]) && parts.iter().all(digits)
}

/// Returns `true` if a text is a valid name of a variant: lowercase letters, digits and hyphens.
pub fn is_name(text: &str) -> bool {
    let fits = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    !text.is_empty() && text.bytes().all(fits)
}

/// Source of rules.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Author.
    pub author: String,
    /// Title of the book, article or page.
    pub title: String,
    /// Year of publication.
    pub year: u16,
    /// Journal, publisher or collection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    /// Pages, sections or diagrams: `53-57`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<String>,
    /// Digital object identifier, without `https://doi.org/`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doi: Option<String>,
    /// Address of a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The work that reports it, if it was not read first hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub through: Option<String>,
    /// Note on what was taken from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A decision of this program where the sources are silent or disagree.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// The statement of the source, or the gap in it, as a sentence.
    pub source: String,
    /// The rule as it is played here, as a sentence.
    pub ruled: String,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): {}", self.author, self.year, self.title)?;
        let pages = match &self.pages {
            Some(pages) if pages.contains(['-', ',']) => ", pp. ",
            _ => ", p. ",
        };
        for (before, part) in [
            (", ", &self.publisher),
            (pages, &self.pages),
            (", read through ", &self.through),
            (", doi:", &self.doi),
            (", ", &self.url),
            (" — ", &self.note),
        ] {
            if let Some(part) = part {
                write!(f, "{before}{part}")?;
            }
        }
        Ok(())
    }
}

/// Example: a position, moves, and the outcome. Examples are checked by `check` and by tests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// Short name.
    pub name: String,
    /// Identifiers of the rules that the example shows, as in the rule book.
    pub rules: Vec<String>,
    /// Position; the opening if omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves played from there, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// Expected position after the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// All legal moves of the position, separated by spaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<String>,
    /// Moves that must be rejected in the position, separated by spaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<String>,
    /// Expected result after the moves: `S`, `N`, `draw`, or `none` while the game continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Explanation of what the example shows, in a sentence.
    pub shows: String,
}

/// Returns the rule identifiers of a rule book, in order: the bold words that begin list items.
pub fn rule_ids(book: &str) -> Vec<&str> {
    let items = book.lines().filter_map(|line| line.trim_start().strip_prefix("- **"));
    items.filter_map(|item| item.split_once("**")).map(|(id, _)| id).collect()
}
