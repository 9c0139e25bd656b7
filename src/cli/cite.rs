//! `mankala cite`: the sources of a variant, as plain text and for BibTeX.

use clap::Args;
use serde_json::json;

use super::Failure;
use super::output::Output;
use super::variant::VariantArgs;
use crate::files::catalogue::Catalogue;

/// Variant whose sources are cited.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
}

/// Prints each source: the first known description, then the sources of the rules.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let loaded = arguments.variant.load(catalogue)?;
    let header = &loaded.header;
    for source in header.attested.iter().chain(&header.sources) {
        let bibtex = source.bibtex();
        if output.is_json() {
            output.object(&json!({ "text": source.to_string(), "bibtex": bibtex }))?;
        } else {
            output.text(&format!("{source}\n\n{bibtex}\n"))?;
        }
    }
    Ok(())
}
