//! `variants`: all variants, each as `mankala list --json` prints it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::wire::Refusal;
use super::work::Work;
use crate::atlas::mechanisms::Profile;
use crate::atlas::places::coordinates;
use crate::files::catalogue::Loaded;
use crate::text::ordered::Ordered;

/// No parameters.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {}

/// The variants.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// The readable variants.
    pub variants: Vec<Listed>,
    /// The errors of the others.
    pub mistakes: Vec<String>,
}

/// A variant in a list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Listed {
    /// Name of the variant.
    pub name: String,
    /// Title of the game.
    pub title: String,
    /// Rows and columns of its board, `2x6`.
    pub board: String,
    /// Region where it is played.
    pub region: String,
    /// Latitude and longitude of the region, in degrees, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[f64; 2]>,
    /// Year of the source of its rules.
    pub year: u16,
    /// Year of its first known description.
    pub since: u16,
    /// First source of its rules.
    pub source: Option<String>,
    /// Which of region, year, about and sources come from the variant that it inherits from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inherited: Vec<String>,
    /// Ruleset that plays it.
    pub ruleset: &'static str,
    /// Other names of the game.
    pub also: Vec<String>,
    /// Its mechanisms, in words common to all games.
    pub mechanisms: Ordered<Value>,
}

impl Listed {
    /// Describes a variant and its mechanisms.
    #[must_use]
    pub fn new(loaded: &Loaded, profile: &Profile) -> Self {
        let (header, board) = (&loaded.header, loaded.board);
        Self {
            name: header.name.clone(),
            title: header.title.clone(),
            board: format!("{}x{}", board.rows, board.columns),
            region: header.region.clone(),
            at: coordinates(&header.region),
            year: header.year,
            since: header.since(),
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
        reason = "same signature as the other requests"
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
