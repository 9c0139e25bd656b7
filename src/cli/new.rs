//! `mankala new`: a commented variant file to start from, complete or with only the differences from its parent.

use super::prelude::*;
use crate::files::catalogue::{COMMAND_LINE, GivenBy, Written};
use crate::files::schema;
use crate::files::spec::is_name;
use mankala_core::text::width::wrapped;

use crate::files::named::is_path;

/// Name and parent of the new variant.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Name of the new variant: small letters, digits and hyphens.
    name: String,
    /// Variant to start from.
    #[arg(long, value_name = "VARIANT")]
    from: String,
    /// Inherit from that variant, and write only the differences.
    #[arg(long)]
    inherit: bool,
    /// Override a key of the variant.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    out: OutArgs,
}

/// Prints or writes the file.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let name = &arguments.name;
    if !is_name(name) {
        misuse!("expected a name of small letters, digits and hyphens, found {name:?}");
    }
    let loaded = catalogue.load(&arguments.from, &arguments.set);
    let loaded =
        loaded.map_err(|wrong| CommandError::input(wrong.renamed(COMMAND_LINE, "--from")))?;
    let place = arguments.out.place(&files_of(&loaded))?;
    if catalogue.names().any(|taken| taken == name) {
        output.note(format!(
            "a variant called {name} already exists; refer to yours by its path, like ./{name}.toml"
        ));
    }
    let title = format!("{}, changed", loaded.header.title);
    let mut text = if arguments.inherit {
        let out = arguments.out.out.as_deref().unwrap_or(Path::new(""));
        let parent = parent(&arguments.from, out, &loaded)?;
        heir([name, &title, ""], catalogue, &loaded, &parent)
    } else {
        whole([name, &title], catalogue, &loaded)
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

/// Formats a text as TOML, which reads JSON strings; control characters for terminals are escaped.
fn quoted(text: &str) -> String {
    visible_json(&Value::from(text).to_string()).into_owned()
}

/// Formats a variant file with this name, title and description, given the variant with its changes as loaded.
///
/// The file inherits if the variant is built in or lies in the folder `out`; otherwise it is complete.
pub(super) fn designed(
    [name, title, about]: [&str; 3],
    catalogue: &Catalogue,
    [from, out]: [&Path; 2],
    loaded: &Loaded,
) -> String {
    let from = from.to_string_lossy();
    let file = out.join(format!("{name}.toml"));
    let text = match parent(&from, &file, loaded) {
        Ok(parent) => heir([name, title, about], catalogue, loaded, &parent),
        Err(_) => whole([name, title], catalogue, loaded),
    };
    text + &example(loaded)
}

/// Formats the first lines of the file.
fn head([name, title]: [&str; 2], loaded: &Loaded) -> String {
    format!(
        "# {name}, based on {from}.\n\
         # Save it as {name}.toml, change it, then: {program} check {name}.toml\n\n\
         name = {}\n\
         title = {}\n",
        quoted(name),
        quoted(title),
        from = loaded.header.name,
        program = program(),
    )
}

/// Formats a file with all settings.
fn whole(named: [&str; 2], catalogue: &Catalogue, loaded: &Loaded) -> String {
    let header = &loaded.header;
    let mut text = head(named, loaded);
    text.push_str(&format!(
        "# The ruleset that it uses; `{program} schema {ruleset}` describes every key.\n\
         ruleset = {}\n\
         region = {}\n\
         # The year of the source of its rules.\n\
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

/// Formats a file with the differences from its parent; an empty description is inherited.
fn heir(
    [name, title, about]: [&str; 3],
    catalogue: &Catalogue,
    loaded: &Loaded,
    parent: &str,
) -> String {
    let mut text = head([name, title], loaded);
    text.push_str(&format!(
        "# Region, year, about, sources and all keys that are not in this file are those of {};\n\
         # `{} show` explains them. Write here what differs.\n\
         inherits = {}\n",
        visible(parent),
        program(),
        quoted(parent),
    ));
    if !about.is_empty() {
        text.push_str(&format!("about = {}\n", quoted(about)));
    }
    // An heir's own keys all differ from its parent; for other variants only the new changes do.
    let inherits = loaded.header.inherits.is_some();
    let is_own = |written: &Written| {
        let changed = written.given_by == GivenBy::Change;
        changed || inherits && written.given_by == GivenBy::File
    };
    // The section [rounds] is inherited whole or not at all.
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

/// Formats a file with the differences from a variant of the catalogue, none so far.
pub(super) fn draft(catalogue: &Catalogue, loaded: &Loaded) -> String {
    let header = &loaded.header;
    let parent = header.inherits.as_deref().unwrap_or(&header.name);
    let title = format!("{}, changed", header.title);
    heir(["my-game", &title, ""], catalogue, loaded, parent) + &example(loaded)
}

/// Returns the parent as the new file must name it.
fn parent(from: &str, out: &Path, loaded: &Loaded) -> Result<String> {
    let (from, _) = taken_apart(from);
    let inherited = loaded.header.inherits.as_deref();
    if !is_path(inherited.unwrap_or(from)) {
        return Ok(inherited.unwrap_or(from).to_owned());
    }
    // Inheritance has one level, so the heir of an heir inherits from its parent's parent.
    let path = match inherited {
        Some(inherited) => Path::new(from).with_file_name("").join(inherited),
        None => PathBuf::from(from),
    };
    let folder = out.with_file_name("");
    let whole = |path: &Path| {
        let path = if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        };
        path.canonicalize()
            .map_err(|error| CommandError::Input(format!("{}: {error}", path.display())))
    };
    let (path, folder) = (whole(&path)?, whole(&folder)?);
    let beside = path.strip_prefix(&folder).ok().and_then(Path::to_str);
    beside.map(str::to_owned).ok_or_else(|| {
        CommandError::Input(format!(
            "--inherit: expected a file in the folder of the new file or below it, but {} is not in {}",
            path.display(),
            folder.display()
        ))
    })
}

/// Formats the sections of a file with some of their keys, each with its description.
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
        let words = schema::alternatives(&schema, &written.key);
        for line in comment(&schema::description(&schema, &written.key), &words) {
            text.push_str(&format!("# {line}\n"));
        }
        text.push_str(&format!("{key} = {}\n", written.value));
    }
    text
}

/// Formats an example to start with: the first legal move of the opening.
fn example(loaded: &Loaded) -> String {
    let opening = loaded.game();
    let Some(first) = opening.moves().into_iter().next() else {
        return String::new();
    };
    format!(
        "\n# An example; `{program} check` plays it and reports any difference.\n\
         [[example]]\n\
         name = \"a first move\"\n\
         # Identifiers of the rules it shows; `{program} show {} --rules` lists them.\n\
         rules = []\n\
         position = {}\n\
         moves = [{}]\n\
         after = {}\n\
         shows = \"what this example shows\"\n",
        loaded.header.name,
        quoted(&opening.text()),
        quoted(&first.text),
        quoted(&first.after),
        program = program(),
    )
}

/// Formats a description and the other possible values as lines of bounded width.
fn comment(description: &str, alternatives: &[String]) -> Vec<String> {
    let mut text = description.to_owned();
    if !alternatives.is_empty() {
        text.push_str(&format!(" One of {}.", alternatives.join(", ")));
    }
    wrapped(&text, 91)
}
