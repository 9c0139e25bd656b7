//! `check`: what is wrong with the text of a variant, each mistake at its place.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::given::{TEXT, checked_text, stopped};
use super::wire::{Mistake, Refusal};
use super::work::Work;
use crate::files::catalogue::{Catalogue, Loaded};
use crate::files::check::{remarks, rules_without_example, wrong_examples};
use crate::text::diagnostic::Diagnostics;

/// Which text.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The text of a variant file.
    pub text: String,
}

/// What is wrong, as `mankala check --json` prints it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// What the text is called.
    pub file: String,
    /// Whether nothing is wrong.
    pub ok: bool,
    /// How many examples there are, if it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub examples: Option<usize>,
    /// What is wrong.
    pub mistakes: Vec<Mistake>,
    /// How many more mistakes there are, if not all are told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistakes_left_out: Option<usize>,
    /// The rules of the rule book that no example shows, if it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules_without_example: Option<Vec<String>>,
    /// What is no mistake but may be one of its author, if it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remarks: Option<Vec<String>>,
}

impl Answer {
    /// What there is to say about a file that has been read, or not.
    #[must_use]
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
            mistakes: wrong.told.iter().map(Mistake::from).collect(),
            mistakes_left_out: (wrong.more > 0).then_some(wrong.more),
            rules_without_example: loaded.map(|loaded| {
                let rules = rules_without_example(loaded, &loaded.examples);
                rules.into_iter().map(str::to_owned).collect()
            }),
            remarks: loaded.map(|loaded| remarks(catalogue, loaded)),
        }
    }
}

/// What is wrong with a file or with its examples, as far as it was looked at once `stop` says yes.
pub(crate) fn wrong_of(read: &Result<Loaded, Diagnostics>, stop: &dyn Fn() -> bool) -> Diagnostics {
    match read {
        Ok(loaded) => wrong_examples(loaded, stop),
        Err(wrong) => wrong.clone(),
    }
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, Refusal> {
        let text = checked_text(&self.text, "text")?;
        let read = work.catalogue.parse(TEXT, text, &[]);
        let wrong = wrong_of(&read, work.stop);
        if (work.stop)() {
            return Err(stopped("while its examples were played"));
        }
        Ok(Answer::new(
            work.catalogue,
            TEXT,
            read.as_ref().ok(),
            &wrong,
        ))
    }
}
