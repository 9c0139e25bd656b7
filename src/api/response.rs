//! A response: an answer, an error, or how far a request has come.

use schemars::JsonSchema;
use serde::Serialize;

use super::progress::Progress;
use super::requests::Answer;
use super::wire::{Id, RequestError};
use mankala_core::text::visible::visible_json;

/// Content of a response.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outgoing {
    /// The final response: an answer.
    Answer(Answer),
    /// The final response: an error.
    Error(RequestError),
    /// Progress; more responses follow.
    Progress(Progress),
}

/// A response, as one line.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Response {
    /// The id of the request; null if none could be read.
    pub id: Option<Id>,
    /// The content.
    #[serde(flatten)]
    pub says: Outgoing,
}

impl Response {
    /// Creates the response with an error.
    pub fn error(id: Option<Id>, error: RequestError) -> Self {
        Self { id, says: Outgoing::Error(error) }
    }

    /// Writes the response as a line of JSON, without a line feed or control characters for terminals.
    pub fn line(&self) -> String {
        visible_json(&serde_json::to_string(self).unwrap_or_default()).into_owned()
    }
}
