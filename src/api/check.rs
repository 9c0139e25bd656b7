//! `check`: the errors in the text of a variant, each with its place.

use super::given::checked_text;
use super::prelude::*;
use super::wire::TextError;
use crate::files::check::{remarks, rules_without_example, wrong_examples};
use mankala_core::text::diagnostic::Diagnostics;

/// Text to check.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The text of a variant file.
    pub text: String,
}

/// Errors of the text, as `mankala check --json` prints them.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// Name of the text in messages.
    pub file: String,
    /// Whether there are no errors.
    pub ok: bool,
    /// Number of examples, if the text could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub examples: Option<usize>,
    /// The errors.
    pub mistakes: Vec<TextError>,
    /// Number of errors beyond those listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistakes_left_out: Option<usize>,
    /// Rules of the rule book without an example, if the text could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules_without_example: Option<Vec<String>>,
    /// Warnings, if the text could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remarks: Option<Vec<String>>,
}

impl Answer {
    /// Collects the answer from a file that was read (`loaded`) or not.
    pub fn new(
        catalogue: &Catalogue,
        file: &str,
        loaded: Option<&Loaded>,
        wrong: &Diagnostics,
    ) -> Self {
        Self {
            file: file.to_owned(),
            ok: wrong.is_empty(),
            examples: loaded.map(|loaded| loaded.examples.len()),
            mistakes: wrong.told.iter().map(TextError::from).collect(),
            mistakes_left_out: (wrong.more > 0).then_some(wrong.more),
            rules_without_example: loaded.map(|loaded| {
                let rules = rules_without_example(loaded, &loaded.examples);
                rules.into_iter().map(str::to_owned).collect()
            }),
            remarks: loaded.map(|loaded| remarks(catalogue, loaded)),
        }
    }
}

/// Returns the errors of a file or, if it could be read, of its examples up to the time when `stop` is true.
pub(crate) fn wrong_of(read: &Result<Loaded, Diagnostics>, stop: &dyn Fn() -> bool) -> Diagnostics {
    match read {
        Ok(loaded) => wrong_examples(loaded, stop),
        Err(wrong) => wrong.clone(),
    }
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        let read = work.catalogue.parse(TEXT, checked_text(&self.text, "text")?, &[]);
        let wrong = wrong_of(&read, work.stop);
        if (work.stop)() {
            return Err(stopped("while playing its examples"));
        }
        Ok(Answer::new(work.catalogue, TEXT, read.as_ref().ok(), &wrong))
    }
}
