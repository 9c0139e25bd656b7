//! `mankala new`: a commented variant file to start from.

use std::path::PathBuf;

use crate::Catalogue;
use crate::files::catalogue::Written;
use crate::files::schema;
use crate::files::spec::is_name;
use clap::Args;
use serde_json::json;

use super::Failure;
use super::file::write_new;
use super::output::Output;
use super::variant::load;

/// What it is called and what it starts from.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The name of the new variant: small letters, digits and hyphens.
    name: String,
    /// The variant from which it starts.
    #[arg(long, value_name = "VARIANT")]
    from: String,
    /// Change a key of it.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Write it to a new file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Prints the file.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let name = &arguments.name;
    if !is_name(name) {
        let message =
            format!("expected a name of small letters, digits and hyphens, found {name:?}");
        return Err(Failure::Usage(message));
    }
    let loaded = load(catalogue, &arguments.from, &arguments.set)?;
    if catalogue.names().any(|taken| taken == name) {
        output.note(format!(
            "a variant is called {name} already; yours is found by its path only, like ./{name}.toml"
        ));
    }
    let schema = catalogue.schema(loaded.ruleset).unwrap_or_default();
    let (header, program) = (&loaded.header, super::program());
    let mut text = format!(
        "# {name}, begun from {from}.\n\
         # Save it as {name}.toml, change it, then: {program} check {name}.toml\n\n\
         name = \"{name}\"\n\
         title = \"{title}, changed\"\n\
         # The ruleset that plays it; `{program} schema {ruleset}` describes every key.\n\
         ruleset = \"{ruleset}\"\n\
         region = {region:?}\n\
         # The year of its first description.\n\
         year = {year}\n\
         about = \"What kind of game it is, in a sentence or two.\"\n\n\
         # Where its rules are written; repeat for each source.\n\
         [[sources]]\n\
         author = \"you\"\n\
         title = \"where the rules are from\"\n\
         year = {year}\n",
        from = header.name,
        title = header.title,
        ruleset = loaded.ruleset,
        region = header.region,
        year = header.year,
    );
    for section in ["board", "setup", "rules"] {
        text.push_str(&format!("\n[{section}]\n"));
        for Written { key, value, .. } in &loaded.values {
            let Some(key) = key
                .strip_prefix(section)
                .and_then(|key| key.strip_prefix('.'))
            else {
                continue;
            };
            let words = schema::alternatives(&schema, section, key);
            for line in comment(&schema::description(&schema, section, key), &words) {
                text.push_str(&format!("# {line}\n"));
            }
            text.push_str(&format!("{key} = {value}\n"));
        }
    }
    let opening = loaded.game();
    let first = opening.moves().into_iter().next();
    if let Some(written) = first {
        text.push_str(&format!(
            "\n# An example: played by `{program} check`, so that it stays true.\n\
             [[example]]\n\
             name = \"a first move\"\n\
             # Identifiers of the rules it shows; `{program} show {}` lists them.\n\
             rules = []\n\
             position = \"{}\"\n\
             moves = [\"{}\"]\n\
             after = \"{}\"\n\
             shows = \"What happens in this example.\"\n",
            header.name,
            opening.text(),
            written.text,
            written.after,
        ));
    }
    if let Some(path) = &arguments.out {
        write_new(path, &text)
    } else if output.is_json() {
        output.object(&json!({ "name": name, "file": text }))
    } else {
        output.line(text.trim_end())
    }
}

/// A description, and what else the value may be, in lines of bounded width.
fn comment(description: &str, alternatives: &[String]) -> Vec<String> {
    let mut text = description.to_owned();
    if !alternatives.is_empty() {
        text.push_str(&format!(" One of {}.", alternatives.join(", ")));
    }
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.len() + word.len() > 90 {
            lines.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
}
