//! A response: an answer, an error, or how far a request has come.

use schemars::JsonSchema;
use serde::Serialize;

use super::progress::Progress;
use super::requests::Answer;
use super::wire::{Id, Refusal};
use crate::text::visible::visible_json;

/// What comes back for a request.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outgoing {
    /// The last word: an answer.
    Answer(Answer),
    /// The last word: why there is none.
    Error(Refusal),
    /// How far it has come; more will follow.
    Progress(Progress),
}

/// A line for whoever asked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Response {
    /// The id of the request; null if it has none that can be read.
    pub id: Option<Id>,
    /// What is said.
    #[serde(flatten)]
    pub says: Outgoing,
}

impl Response {
    /// That there is no answer, and why.
    #[must_use]
    pub fn refusal(id: Option<Id>, refusal: Refusal) -> Self {
        let says = Outgoing::Error(refusal);
        Self { id, says }
    }

    /// The response as a line of JSON without a line feed, and without a character on which a terminal acts.
    #[must_use]
    pub fn line(&self) -> String {
        let line = serde_json::to_string(self);
        visible_json(&line.unwrap_or_default()).into_owned()
    }
}
