//! Texts of new variant files, with comments that explain every key.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::catalogue::{Catalogue, GivenBy, Loaded, Written};
use super::named::{is_path, taken_apart};
use super::schema;
use mankala_core::text::visible::{visible, visible_json};
use mankala_core::text::width::wrapped;

/// Writer of a new variant file.
pub struct Draft<'a> {
    /// Catalogue with the descriptions of the keys.
    pub catalogue: &'a Catalogue,
    /// Variant to start from, with its changes.
    pub loaded: &'a Loaded,
    /// Name of the program in the comments.
    pub program: &'a str,
}

impl Draft<'_> {
    /// Writes a file with all settings.
    pub fn whole(&self, named: [&str; 2]) -> String {
        let (header, loaded) = (&self.loaded.header, self.loaded);
        let mut text = self.head(named);
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
            program = self.program,
        ));
        text + &self.sections(|_| true) + &self.example()
    }

    /// Writes a file with the differences from its parent; an empty description is inherited.
    pub fn heir(&self, [name, title, about]: [&str; 3], parent: &str) -> String {
        let loaded = self.loaded;
        let mut text = self.head([name, title]);
        text.push_str(&format!(
            "# Region, year, about, sources and all keys that are not in this file are those of {};\n\
             # `{} show` explains them. Write here what differs.\n\
             inherits = {}\n",
            visible(parent),
            self.program,
            quoted(parent),
        ));
        if !about.is_empty() {
            text.push_str(&format!("about = {}\n", quoted(about)));
        }
        // An heir's own keys all differ from its parent; for other variants only the new changes do.
        let inherits = loaded.header.inherits.is_some();
        let is_own = |written: &Written| {
            written.given_by == GivenBy::Change || inherits && written.given_by == GivenBy::File
        };
        // The section [rounds] is inherited whole or not at all.
        let is_of_rounds = |written: &Written| written.key.starts_with("rounds.");
        let mut values = loaded.values.iter();
        let own_rounds = values.any(|written| is_of_rounds(written) && is_own(written));
        let is_wanted = |written: &Written| own_rounds && is_of_rounds(written) || is_own(written);
        text + &self.sections(is_wanted) + &self.example()
    }

    fn head(&self, [name, title]: [&str; 2]) -> String {
        format!(
            "# {name}, based on {from}.\n\
             # To check this file after changes: {program} check {name}.toml\n\n\
             name = {}\n\
             title = {}\n",
            quoted(name),
            quoted(title),
            from = self.loaded.header.name,
            program = self.program,
        )
    }

    /// Formats the sections of a file with some of their keys, each with its description.
    fn sections(&self, wanted: impl Fn(&Written) -> bool) -> String {
        let schema = self.catalogue.schema(self.loaded.ruleset).unwrap_or_default();
        let mut text = String::new();
        let mut last = "";
        for written in self.loaded.values.iter().filter(|written| wanted(written)) {
            let Some((section, key)) = written.key.split_once('.') else { continue };
            if section != last {
                text.push_str(&format!("\n[{section}]\n"));
                last = section;
            }
            let mut about = schema::description(&schema, &written.key);
            let words = schema::alternatives(&schema, &written.key);
            if !words.is_empty() {
                about.push_str(&format!(" One of {}.", words.join(", ")));
            }
            for line in wrapped(&about, 91) {
                text.push_str(&format!("# {line}\n"));
            }
            text.push_str(&format!("{key} = {}\n", written.value));
        }
        text
    }

    /// Formats an example to start with: the first legal move of the opening.
    fn example(&self) -> String {
        let opening = self.loaded.game();
        let Some(first) = opening.moves().into_iter().next() else { return String::new() };
        format!(
            "\n# An example; `{program} check` plays it and reports any difference.\n\
             [[example]]\n\
             name = \"a first move\"\n\
             # Identifiers of the rules it shows; `{program} show {} --rules` lists them.\n\
             rules = []\n\
             # Played from the opening, unless it has a `position`.\n\
             moves = [{}]\n\
             after = {}\n\
             shows = \"what this example shows\"\n",
            self.loaded.header.name,
            quoted(&first.text),
            quoted(&first.after),
            program = self.program,
        )
    }
}

/// Formats a text as TOML, which reads JSON strings; control characters for terminals are escaped.
fn quoted(text: &str) -> String {
    visible_json(&Value::from(text).to_string()).into_owned()
}

/// Returns the parent of a variant that was loaded by this name, as a new file in this folder must name it.
///
/// # Errors
///
/// A sentence if the parent is a file that does not lie in the folder, or if there is no folder.
pub fn parent(from: &str, folder: Option<&Path>, loaded: &Loaded) -> Result<String, String> {
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
    let folder = folder.ok_or("expected a folder for the new file")?;
    let whole = |path: &Path| {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))
    };
    let (path, folder) = (whole(&path)?, whole(folder)?);
    path.strip_prefix(&folder).ok().and_then(Path::to_str).map(str::to_owned).ok_or_else(|| {
        format!(
            "expected a file in the folder of the new file or below it, but {} is not in {}",
            path.display(),
            folder.display()
        )
    })
}
