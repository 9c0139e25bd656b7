//! `variants`: all variants, each in a line as `mankala list --json` has it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::wire::Refusal;
use super::work::Work;
use crate::atlas::mechanisms::Profile;
use crate::files::catalogue::Loaded;
use crate::text::ordered::Ordered;

/// Nothing more to say.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {}

/// The variants.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// Those that can be read.
    pub variants: Vec<Listed>,
    /// What is wrong with the others.
    pub mistakes: Vec<String>,
}

/// A variant in a list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// Rows and columns of its board, `2x6`.
    pub board: String,
    /// Where it is played.
    pub region: String,
    /// The year of its first description.
    pub year: u16,
    /// Where its rules are written, first of all.
    pub source: Option<String>,
    /// Which of region, year, about and sources are not its own, but those of the variant that it inherits from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inherited: Vec<String>,
    /// The ruleset that plays it.
    pub ruleset: &'static str,
    /// Other names of the game.
    pub also: Vec<String>,
    /// What it does, in words common to all games.
    pub mechanisms: Ordered<Value>,
}

impl Listed {
    /// A variant and what it does.
    #[must_use]
    pub fn new(loaded: &Loaded, profile: &Profile) -> Self {
        let (header, board) = (&loaded.header, loaded.board);
        Self {
            name: header.name.clone(),
            title: header.title.clone(),
            board: format!("{}x{}", board.rows, board.columns),
            region: header.region.clone(),
            year: header.year,
            source: header.sources.first().map(ToString::to_string),
            inherited: header.inherited.clone(),
            ruleset: loaded.ruleset,
            also: header.also.clone(),
            mechanisms: profile.json(),
        }
    }
}

impl Request {
    #[expect(
        clippy::unnecessary_wraps,
        clippy::unused_self,
        reason = "as the others are"
    )]
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, Refusal> {
        let (mut variants, mut mistakes) = (Vec::new(), Vec::new());
        for loaded in work.catalogue.load_all() {
            match loaded {
                Ok(loaded) => variants.push(Listed::new(&loaded, &Profile::of(&loaded))),
                Err(wrong) => mistakes.push(wrong.to_string()),
            }
        }
        Ok(Answer { variants, mistakes })
    }
}
