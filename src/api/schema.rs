//! `schema`: the JSON Schema of the variant files of a ruleset.

use super::prelude::*;

/// Ruleset of the schema.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Name of the ruleset, as in variant files.
    pub ruleset: String,
}

/// The schema of a ruleset's files.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// The schema.
    pub schema: Value,
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        let schema = work.catalogue.schema(&self.ruleset).ok_or_else(|| {
            let known: Vec<&str> = work.catalogue.rulesets().collect();
            RequestError::invalid("ruleset", format!("expected one of {}", known.join(", ")))
        })?;
        Ok(Answer { schema })
    }
}
