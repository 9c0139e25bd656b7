//! `mankala schema`: the JSON Schema of a ruleset's files, or of API requests.

use super::prelude::*;
use crate::api;

/// Name for requests and their answers.
const API: &str = "api";

/// Ruleset of the schema.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Name of a ruleset, or api for the requests and answers of `engine`.
    ruleset: String,
}

/// Prints the schema as JSON, on one line with `--json` and indented without.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let schema = match &*arguments.ruleset {
        API => Some(api::json_schema()),
        ruleset => catalogue.schema(ruleset),
    };
    let Some(schema) = schema else {
        let known = join(catalogue.rulesets(), ", ");
        refuse!(
            "unknown ruleset {:?}, expected one of {known}, or {API} for the requests of `engine`",
            arguments.ruleset
        );
    };
    output.say(&schema, format!("{schema:#}"))
}
