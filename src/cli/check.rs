//! `mankala check`: reads files strictly and plays their examples.

use crate::files::check::{rules_without_example, wrong_examples};
use crate::text::diagnostic::Diagnostic;
use crate::{Catalogue, Loaded};
use clap::Args;
use serde_json::{Value, json};

use super::Failure;
use super::output::Output;

/// Which files.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Variant files, or names from `list`.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
}

/// Checks every file and says what is wrong with each.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut refused = 0;
    for file in &arguments.files {
        let mistakes = match catalogue.load(file, &[]) {
            Ok(loaded) => examples(file, &loaded, output)?,
            Err(diagnostics) => {
                let mistakes = diagnostics.0.iter().map(ToString::to_string).collect();
                if output.is_json() {
                    let places: Vec<_> = diagnostics.0.iter().map(object).collect();
                    output.object(&json!({ "file": file, "ok": false, "mistakes": places }))?;
                }
                mistakes
            }
        };
        for mistake in &mistakes {
            output.complain(mistake);
        }
        refused += usize::from(!mistakes.is_empty());
    }
    match refused {
        0 => Ok(()),
        1 => Err(Failure::Refused("1 file is not in order".to_owned())),
        _ => Err(Failure::Refused(format!(
            "{refused} files are not in order"
        ))),
    }
}

/// Plays the examples of a file that could be read; returns what is wrong.
fn examples(file: &str, loaded: &Loaded, output: &mut Output) -> Result<Vec<String>, Failure> {
    let wrong = wrong_examples(loaded);
    let missing = rules_without_example(loaded, &loaded.examples);
    let count = loaded.examples.len();
    if output.is_json() {
        let mistakes = wrong.iter().map(|(name, mistake)| {
            let mut object = object(mistake);
            object["example"] = name.as_str().into();
            object
        });
        let mistakes: Vec<_> = mistakes.collect();
        output.object(&json!({
            "file": file,
            "ok": wrong.is_empty(),
            "examples": count,
            "mistakes": mistakes,
            "rules_without_example": missing,
        }))?;
    } else if wrong.is_empty() {
        let examples = if count == 1 { "example" } else { "examples" };
        output.line(format!("{file}: in order, {count} {examples} played"))?;
        if !missing.is_empty() {
            output.line(format!(
                "  rules without an example here: {}",
                missing.join(" ")
            ))?;
        }
    }
    Ok(wrong
        .into_iter()
        .map(|(_, mistake)| mistake.to_string())
        .collect())
}

/// A mistake and its place.
fn object(mistake: &Diagnostic) -> Value {
    json!({
        "line": mistake.place.map(|place| place.0),
        "column": mistake.place.map(|place| place.1),
        "message": mistake.message,
    })
}
