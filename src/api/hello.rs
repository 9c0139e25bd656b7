//! `hello`: who answers, and what can be asked for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::wire::{PROTOCOL, Refusal};
use super::work::Work;

/// Nothing more to say.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {}

/// Who answers.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// The program.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The version of requests and responses.
    pub protocol: u32,
    /// What can be asked for.
    pub requests: Vec<Known>,
}

/// A request that is known.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
}

impl Request {
    #[expect(
        clippy::unnecessary_wraps,
        clippy::unused_self,
        reason = "as the others are"
    )]
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, Refusal> {
        let known = |&(name, about)| Known { name, about };
        Ok(Answer {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            protocol: PROTOCOL,
            requests: work.requests.iter().map(known).collect(),
        })
    }
}
