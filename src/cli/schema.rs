//! `mankala schema`: the JSON Schema of the files of a ruleset, or of the requests that programs send.

use crate::api;
use crate::files::catalogue::Catalogue;
use clap::Args;

use super::Failure;
use super::output::Output;

/// What stands for requests and their answers.
const API: &str = "api";

/// Which ruleset.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The name of a ruleset, as files give it; api for what `engine` reads and answers.
    ruleset: String,
}

/// Prints the schema; it is JSON with or without `--json`, only laid out differently.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let schema = match &*arguments.ruleset {
        API => Some(api::json_schema()),
        ruleset => catalogue.schema(ruleset),
    };
    let Some(schema) = schema else {
        let known: Vec<&str> = catalogue.rulesets().collect();
        let message = format!(
            "no ruleset is called {:?}, expected one of {}, or {API} for the requests of `engine`",
            arguments.ruleset,
            known.join(", ")
        );
        return Err(Failure::Refused(message));
    };
    if output.is_json() {
        output.object(&schema)
    } else {
        output.line(format!("{schema:#}"))
    }
}
