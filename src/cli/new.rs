//! `mankala new`: a commented variant file to start from, whole or an heir that says only what differs.

use std::path::{Path, PathBuf};

use crate::files::catalogue::{Catalogue, GivenBy, Loaded, Written};
use crate::files::schema;
use crate::files::spec::is_name;
use crate::text::visible::{visible, visible_json};
use clap::Args;
use serde_json::{Value, json};

use super::file::OutArgs;
use super::output::Output;
use super::variant::{files_of, named_by};
use super::{Failure, program};
use crate::files::named::{is_path, taken_apart};

/// What it is called and what it starts from.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The name of the new variant: small letters, digits and hyphens.
    name: String,
    /// The variant from which it starts.
    #[arg(long, value_name = "VARIANT")]
    from: String,
    /// Inherit from that variant, and write down only what differs.
    #[arg(long)]
    inherit: bool,
    /// Change a key of it.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    out: OutArgs,
}

/// Prints the file, or writes it.
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
    let loaded = catalogue.load(&arguments.from, &arguments.set);
    let loaded = loaded.map_err(|wrong| Failure::refused(named_by("--from", wrong)))?;
    let place = arguments.out.place(&files_of(&loaded))?;
    if catalogue.names().any(|taken| taken == name) {
        output.note(format!(
            "a variant is called {name} already; yours is found by its path only, like ./{name}.toml"
        ));
    }
    let mut text = if arguments.inherit {
        let parent = parent(arguments, &loaded)?;
        heir(name, catalogue, &loaded, &parent)
    } else {
        whole(name, catalogue, &loaded)
    };
    text.push_str(&example(&loaded));
    if let Some(mut place) = place {
        place.write(&text)?;
        if output.is_json() {
            let path = place.name().display().to_string();
            output.object(&json!({ "name": name, "path": path }))?;
        }
        Ok(())
    } else if output.is_json() {
        output.object(&json!({ "name": name, "file": text }))
    } else {
        output.line(text.trim_end())
    }
}

/// A text as TOML, which reads any string of JSON: with escapes for what a terminal would act on.
fn quoted(text: &str) -> String {
    visible_json(&Value::from(text).to_string()).into_owned()
}

/// The first lines of the file.
fn head(name: &str, loaded: &Loaded) -> String {
    format!(
        "# {name}, begun from {from}.\n\
         # Save it as {name}.toml, change it, then: {program} check {name}.toml\n\n\
         name = {}\n\
         title = {}\n",
        quoted(name),
        quoted(&format!("{}, changed", loaded.header.title)),
        from = loaded.header.name,
        program = program(),
    )
}

/// A file that says everything.
fn whole(name: &str, catalogue: &Catalogue, loaded: &Loaded) -> String {
    let header = &loaded.header;
    let mut text = head(name, loaded);
    text.push_str(&format!(
        "# The ruleset that plays it; `{program} schema {ruleset}` describes every key.\n\
         ruleset = {}\n\
         region = {}\n\
         # The year of its first description.\n\
         year = {year}\n\
         about = \"What kind of game it is, in a sentence or two.\"\n\n\
         # Where its rules are written; repeat for each source.\n\
         [[sources]]\n\
         author = \"you\"\n\
         title = \"where the rules are from\"\n\
         year = {year}\n",
        quoted(loaded.ruleset),
        quoted(&header.region),
        ruleset = loaded.ruleset,
        year = header.year,
        program = program(),
    ));
    text.push_str(&sections(catalogue, loaded, |_| true));
    text
}

/// A file that says what differs from the one that it inherits from.
fn heir(name: &str, catalogue: &Catalogue, loaded: &Loaded, parent: &str) -> String {
    let mut text = head(name, loaded);
    text.push_str(&format!(
        "# Region, year, about, sources and all keys that are not in this file are those of {};\n\
         # `{} show` explains them. Write here what differs.\n\
         inherits = {}\n",
        visible(parent),
        program(),
        quoted(parent),
    ));
    // Of an heir all that it says itself differs, of another only what was changed just now.
    let inherits = loaded.header.inherits.is_some();
    let is_own = |written: &Written| {
        let changed = written.given_by == GivenBy::Change;
        changed || inherits && written.given_by == GivenBy::File
    };
    // That section is inherited whole or not at all.
    let is_of_rounds = |written: &Written| written.key.starts_with("rounds.");
    let own_rounds = loaded
        .values
        .iter()
        .any(|written| is_of_rounds(written) && is_own(written));
    text.push_str(&sections(catalogue, loaded, |written| {
        own_rounds && is_of_rounds(written) || is_own(written)
    }));
    text
}

/// The parent of the heir, as its file has to name it.
fn parent(arguments: &Arguments, loaded: &Loaded) -> Result<String, Failure> {
    let (from, _) = taken_apart(&arguments.from);
    let inherited = loaded.header.inherits.as_deref();
    if !is_path(inherited.unwrap_or(from)) {
        return Ok(inherited.unwrap_or(from).to_owned());
    }
    // One level of inheritance is the most, so the heir of an heir inherits what that inherits.
    let path = match inherited {
        Some(inherited) => Path::new(from).with_file_name("").join(inherited),
        None => PathBuf::from(from),
    };
    let out = arguments.out.out.as_deref().unwrap_or(Path::new(""));
    let folder = out.with_file_name("");
    let whole = |path: &Path| {
        let path = if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        };
        path.canonicalize()
            .map_err(|error| Failure::Refused(format!("{}: {error}", path.display())))
    };
    let (path, folder) = (whole(&path)?, whole(&folder)?);
    let beside = path.strip_prefix(&folder).ok().and_then(Path::to_str);
    beside.map(str::to_owned).ok_or_else(|| {
        Failure::Refused(format!(
            "--inherit: a file inherits only from files in its own folder or further down, and {} is not in {}",
            path.display(),
            folder.display()
        ))
    })
}

/// The sections of a file with some of their keys, each explained.
fn sections(catalogue: &Catalogue, loaded: &Loaded, wanted: impl Fn(&Written) -> bool) -> String {
    let schema = catalogue.schema(loaded.ruleset).unwrap_or_default();
    let mut text = String::new();
    let mut last = "";
    for written in loaded.values.iter().filter(|written| wanted(written)) {
        let Some((section, key)) = written.key.split_once('.') else {
            continue;
        };
        if section != last {
            text.push_str(&format!("\n[{section}]\n"));
            last = section;
        }
        let words = schema::alternatives(&schema, section, key);
        for line in comment(&schema::description(&schema, section, key), &words) {
            text.push_str(&format!("# {line}\n"));
        }
        text.push_str(&format!("{key} = {}\n", written.value));
    }
    text
}

/// An example to begin with: the first move of the game.
fn example(loaded: &Loaded) -> String {
    let opening = loaded.game();
    let Some(first) = opening.moves().into_iter().next() else {
        return String::new();
    };
    format!(
        "\n# An example: played by `{program} check`, so that it stays true.\n\
         [[example]]\n\
         name = \"a first move\"\n\
         # Identifiers of the rules it shows; `{program} show {}` lists them.\n\
         rules = []\n\
         position = {}\n\
         moves = [{}]\n\
         after = {}\n\
         shows = \"What happens in this example.\"\n",
        loaded.header.name,
        quoted(&opening.text()),
        quoted(&first.text),
        quoted(&first.after),
        program = program(),
    )
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
