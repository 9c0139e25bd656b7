//! `variants`: all variants, each as `mankala list --json` prints it, or the relatives of one.

use super::prelude::*;
use crate::atlas::by_distance;
use crate::atlas::places::{coordinates, parts_around, spoken_in};

/// Order of the variants.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Variant whose relatives to list, the nearest by its rules first; it is left out itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<VariantOf>,
}

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
    /// Parts of the world in which the region lies, the larger ones first.
    pub parts: Vec<&'static str>,
    /// Other names and languages of the peoples and places that the region names.
    pub spoken: Vec<&'static str>,
    /// Year of the source of its rules.
    pub year: u16,
    /// Year of its first known description.
    pub since: u16,
    /// First source of its rules.
    pub source: Option<String>,
    /// First sentence about the game.
    pub about: String,
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
    pub fn new(loaded: &Loaded, profile: &Profile) -> Self {
        let (header, board) = (&loaded.header, loaded.board);
        Self {
            name: header.name.clone(),
            title: header.title.clone(),
            board: format!("{}x{}", board.rows, board.columns),
            region: header.region.clone(),
            at: coordinates(&header.region),
            parts: parts_around(&header.region),
            spoken: spoken_in(&header.region),
            year: header.year,
            since: header.since(),
            source: header.sources.first().map(ToString::to_string),
            about: first_sentence(&header.about),
            inherited: header.inherited.clone(),
            ruleset: loaded.ruleset,
            also: header.also.clone(),
            mechanisms: profile.json(),
        }
    }
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        let like = self.like.as_ref();
        let like = like.map(|like| like.load(work.catalogue, "like")).transpose()?;
        let (mut games, mut mistakes) = (Vec::new(), Vec::new());
        for loaded in work.catalogue.load_all() {
            match loaded {
                Ok(loaded) => games.push(loaded),
                Err(wrong) => mistakes.push(wrong.to_string()),
            }
        }
        let variants = match like {
            Some(like) => by_distance(&like, &games)
                .iter()
                .map(|relative| Listed::new(relative.loaded, &relative.profile))
                .collect(),
            None => games.iter().map(|loaded| Listed::new(loaded, &Profile::of(loaded))).collect(),
        };
        Ok(Answer { variants, mistakes })
    }
}

fn first_sentence(text: &str) -> String {
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = text
        .match_indices(". ")
        .map(|(at, _)| at)
        .find(|&at| text[at + 2..].starts_with(char::is_uppercase) && !is_initial(&text[..at]));
    if let Some(at) = end {
        text.truncate(at + 1);
    }
    text
}

/// Returns `true` if a text ends in the initial of a name.
fn is_initial(text: &str) -> bool {
    let mut last = text.chars().rev();
    last.next().is_some_and(char::is_uppercase) && !last.next().is_some_and(char::is_alphanumeric)
}
