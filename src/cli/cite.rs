//! `mankala cite`: the sources of a variant, as plain text and for BibTeX.

use super::prelude::*;

/// Variant whose sources are cited.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
    /// Format of the sources; both if left out.
    #[arg(long)]
    format: Option<Format>,
}

/// Format of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Plain text.
    Text,
    /// An entry for BibTeX.
    Bibtex,
}

/// Prints each source: the first known description, then the sources of the rules.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let loaded = arguments.variant.load(catalogue)?;
    let header = &loaded.header;
    let mut keys = BTreeMap::<String, usize>::new();
    for source in header.attested.iter().chain(&header.sources) {
        let mut key = source.key();
        let count = keys.entry(key.clone()).or_default();
        if *count > 0 {
            key = format!("{key}-{}", *count + 1);
        }
        *count += 1;
        let bibtex = source.bibtex(&key);
        if output.is_json() {
            output.object(&json!({ "text": source.to_string(), "bibtex": bibtex }))?;
        } else {
            output.text(&match arguments.format {
                None => format!("{source}\n\n{bibtex}\n"),
                Some(Format::Text) => format!("{source}\n"),
                Some(Format::Bibtex) => bibtex,
            })?;
        }
    }
    Ok(())
}
