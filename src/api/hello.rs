//! `hello`: the program, its version and its requests.

use super::prelude::*;
use super::wire::PROTOCOL;

/// No parameters.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {}

/// The program and its requests.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// Name of the program.
    pub name: &'static str,
    /// Version of the program.
    pub version: &'static str,
    /// Version of requests and responses.
    pub protocol: u32,
    /// The known requests.
    pub requests: Vec<Known>,
}

/// A known request.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// Description in one sentence.
    pub about: &'static str,
}

impl Request {
    #[expect(
        clippy::unnecessary_wraps,
        clippy::unused_self,
        reason = "same signature as the other requests"
    )]
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        Ok(Answer {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            protocol: PROTOCOL,
            requests: work.requests.iter().map(|&(name, about)| Known { name, about }).collect(),
        })
    }
}
