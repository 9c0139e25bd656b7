//! `mankala check`: reads files strictly, plays their examples, and fills in missing expectations.

use super::prelude::*;
use crate::api::check::{Answer, wrong_of};
use crate::files::check::{remarks, rules_without_example};

use super::bless::bless;

/// Files to check.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Variant files, or names from `list`.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Write missing `after` and `result` keys of examples, and show the boards.
    ///
    /// Check the boards yourself: the program plays the rules as they are, not as you mean them.
    #[arg(long)]
    bless: bool,
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let mut refused = 0;
    for file in &arguments.files {
        interrupt::check()?;
        refused += usize::from(!is_in_order(file, arguments.bless, catalogue, output)?);
    }
    match refused {
        0 => Ok(()),
        1 => refuse!("1 file has errors"),
        _ => refuse!("{refused} files have errors"),
    }
}

/// Checks a file, prints its errors, and returns whether it has none.
fn is_in_order(
    file: &str,
    fill_in: bool,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<bool> {
    let mut read = catalogue.load(file, &[]);
    let mut blessed = Vec::new();
    if let (true, Ok(loaded)) = (fill_in, &read) {
        blessed = bless(file, loaded, catalogue, output)?;
        read = catalogue.load(file, &[]);
    }
    let wrong = wrong_of(&read, &interrupt::stopped);
    let loaded = read.as_ref().ok();
    let remarks = loaded.map_or_else(Vec::new, |loaded| remarks(catalogue, loaded));
    if output.is_json() {
        let mut object = json!(Answer::new(catalogue, file, loaded, &wrong));
        if fill_in {
            object["blessed"] = blessed.into();
        }
        output.object(&object)?;
    } else if let (Some(loaded), true) = (loaded, wrong.is_empty()) {
        let examples = several(loaded.examples.len(), "example");
        let file = visible(file);
        output.line(format!("{file}: no errors, {examples} played"))?;
        let missing = rules_without_example(loaded, &loaded.examples);
        if !missing.is_empty() {
            let missing = missing.join(" ");
            output.line(format!("  rules without an example: {missing}"))?;
        }
    }
    for remark in &remarks {
        output.warn(format!("{file}: {remark}"));
    }
    for mistake in &wrong.told {
        output.complain(&mistake.to_string());
    }
    if let Some(rest) = wrong.rest() {
        output.complain(&format!("{file}: {rest}"));
    }
    Ok(wrong.is_empty())
}
