//! `mankala cite`: the sources of a variant, as plain text and for BibTeX.

use clap::Args;
use serde_json::json;

use super::Result;
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
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let loaded = arguments.variant.load(catalogue)?;
    let header = &loaded.header;
    let mut keys: Vec<String> = Vec::new();
    for source in header.attested.iter().chain(&header.sources) {
        let key = source.key();
        // Two works of one author and year get the letters a, b and so on.
        let known = keys.iter().filter(|known| **known == key).count();
        let letter = (b'a'..=b'z').nth(known.saturating_sub(1)).map(char::from);
        let unique = match letter.filter(|_| known > 0) {
            Some(letter) => format!("{key}{letter}"),
            None => key.clone(),
        };
        keys.push(key);
        let bibtex = source.bibtex(&unique);
        if output.is_json() {
            output.object(&json!({ "text": source.to_string(), "bibtex": bibtex }))?;
        } else {
            output.text(&format!("{source}\n\n{bibtex}\n"))?;
        }
    }
    Ok(())
}
