//! `mankala schema`: the JSON Schema of the files of a ruleset.

use crate::Catalogue;
use clap::Args;

use super::Failure;
use super::output::Output;

/// Which ruleset.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The name of a ruleset, as files give it.
    ruleset: String,
}

/// Prints the schema; it is JSON with or without `--json`, only laid out differently.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let Some(schema) = catalogue.schema(&arguments.ruleset) else {
        let known: Vec<&str> = catalogue.rulesets().collect();
        let message = format!(
            "no ruleset is called {:?}, expected one of {}",
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
