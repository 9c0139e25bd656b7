//! State of a search: a line for each candidate and stage, so that a search continues where it was stopped.

use std::collections::HashMap;
use std::io::Read;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::race::{Candidate, Plan, Stage};
use crate::report::Figures;
use mankala_core::play::matches::{Lines, PartError};
use mankala_core::text::checksum::{line, sealed};
use mankala_core::text::join;

const FORMAT: &str = "mankala design";
/// Version of the format. It changes when older files can't be read.
const FORMAT_VERSION: u32 = 2;

/// Result of a stage of a candidate: a line of the file.
#[derive(Debug, Serialize, Deserialize)]
pub struct Line {
    game: String,
    rules: String,
    stage: String,
    figures: Figures,
}

impl Line {
    pub(super) fn new(candidate: &Candidate, stage: Stage, figures: &Figures) -> Self {
        Self {
            game: candidate.game.clone(),
            rules: candidate.digest.clone(),
            stage: stage.to_string(),
            figures: figures.clone(),
        }
    }

    /// Returns the line without a line feed.
    pub fn text(&self) -> String {
        line(self)
    }
}

/// Results by digest and stage.
#[derive(Debug, Default)]
pub struct Known(HashMap<(String, Stage), Figures>);

impl Known {
    pub(super) fn get(&self, digest: &str, stage: Stage) -> Option<Figures> {
        self.0.get(&(digest.to_owned(), stage)).cloned()
    }
}

/// Returns the first line of a search's file, without a line feed. Searches with equal lines share their results.
pub fn first_line(plan: &Plan) -> String {
    let first = json!({
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "version": env!("CARGO_PKG_VERSION"),
        "goal": join(&plan.goal.all, ", "),
        "spread": join(plan.spread, ","),
        "player": plan.player.stated(),
        "confirm": plan.stronger.stated(),
        "seed": plan.seed,
        "games": plan.games,
        "ply_limit": plan.ply_limit,
    });
    line(&first)
}

/// Reads a search's file into `known`; returns the number of bytes in its complete lines.
///
/// # Errors
///
/// A [`PartError`] if it holds another search, or with the first wrong line.
pub fn read(input: impl Read, plan: &Plan, known: &mut Known) -> Result<u64, PartError> {
    let mut lines = Lines::new(input);
    let measures = plan.measures().len();
    while lines.advance()? {
        let line = lines.line();
        if lines.number() == 1 {
            let first = first_line(plan);
            if line != first.as_bytes() {
                return Err(lines.wrong(other_search(&first, line)));
            }
            continue;
        }
        sealed(line).map_err(|message| lines.wrong(message))?;
        let wrong =
            |message: &str| lines.wrong(format!("expected a candidate of a search: {message}"));
        let read: Line = serde_json::from_slice(line).map_err(|error| wrong(&error.to_string()))?;
        let stage: Stage = read.stage.parse().map_err(|_| wrong("unknown stage"))?;
        if read.figures.len() != measures {
            return Err(wrong("the number of figures is wrong"));
        }
        known.0.insert((read.rules, stage), read.figures);
    }
    Ok(lines.end())
}

/// Returns a setting as it was typed.
fn typed(setting: &Value) -> String {
    setting.as_str().map_or_else(|| setting.to_string(), str::to_owned)
}

/// Returns what is wrong with a first line that belongs to another search: the first setting that differs.
fn other_search(expected: &str, found: &[u8]) -> String {
    let [expected, found]: [Value; 2] =
        [expected.as_bytes(), found].map(|line| serde_json::from_slice(line).unwrap_or_default());
    let settings = expected.as_object().into_iter().flatten();
    let mut settings = settings.filter(|(key, value)| found.get(key) != Some(value));
    let other =
        settings.next().filter(|_| found.is_object()).map_or_else(String::new, |(key, value)| {
            let [its, own] = [found.get(key).unwrap_or(&Value::Null), value].map(typed);
            format!(" (its {key} is {its}, not {own})")
        });
    format!("expected the same search, found another one{other}; choose another folder")
}
