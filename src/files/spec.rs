//! What a variant file holds, typed and strict, and what a ruleset has to offer to be read from one.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The keys at the top of a variant file: what the game is and where it comes from.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The name on the command line: small letters, digits and hyphens.
    #[schemars(regex(pattern = r"^[a-z0-9-]+$"))]
    pub name: String,
    /// The name that people use.
    pub title: String,
    /// Other names of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The ruleset that plays it; inherited if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// The variant from which all but name and title is taken where this file does not say otherwise: a name,
    /// or the path of a file beside this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inherits: Option<String>,
    /// Where it is played; inherited if left out, like all that follows.
    pub region: String,
    /// The year of the source that the rules are taken from.
    pub year: u16,
    /// The first known description of the game, if it is older than that source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attested: Option<Source>,
    /// What kind of game it is, in a sentence or two.
    pub about: String,
    /// Where its rules are written.
    pub sources: Vec<Source>,
    /// Decisions of this program where the sources are silent or disagree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<Ruling>,
    /// The day on which a second reader compared the file with its sources, as `2026-11-23`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^\d{4}-\d{2}-\d{2}$"))]
    pub checked: Option<String>,
    /// Which of region, year, about and sources are not its own, but those of the variant that it inherits from.
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub inherited: Vec<String>,
}

impl Header {
    /// Returns the year of the first known description.
    #[must_use]
    pub fn since(&self) -> u16 {
        self.attested.as_ref().map_or(self.year, |first| first.year)
    }

    /// Names the variant from which a key is inherited; `None` if the file states it itself.
    #[must_use]
    pub fn whose(&self, key: &str) -> Option<&str> {
        let inherited = self.inherited.iter().any(|it| it == key);
        self.inherits.as_deref().filter(|_| inherited)
    }

    /// Puts before what a key says of which game it is said, if the key is inherited.
    #[must_use]
    pub fn of_whom(&self, key: &str, said: impl fmt::Display) -> String {
        match self.whose(key) {
            Some(parent) => format!("(of {parent}, from which it inherits) {said}"),
            None => said.to_string(),
        }
    }
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
    /// What was taken from it.
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
        if let Some(publisher) = &self.publisher {
            write!(f, ", {publisher}")?;
        }
        if let Some(pages) = &self.pages {
            write!(f, ", p. {pages}")?;
        }
        if let Some(through) = &self.through {
            write!(f, ", read through {through}")?;
        }
        if let Some(doi) = &self.doi {
            write!(f, ", doi:{doi}")?;
        }
        if let Some(url) = &self.url {
            write!(f, ", {url}")?;
        }
        match &self.note {
            Some(note) => write!(f, " — {note}"),
            None => Ok(()),
        }
    }
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
