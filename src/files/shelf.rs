//! The variant files that a catalogue holds: those of this crate and an embedder's own.

use std::borrow::Cow;

use toml::de::DeTable;

use crate::files::spec::is_name;
use crate::text::like::{letters, likest};

/// The files of `variants/` by name, with their texts.
const VARIANTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/variants.rs"));

/// Returns the name and the text of each variant file that is part of the program.
#[must_use]
pub fn embedded() -> Vec<(&'static str, &'static str)> {
    let variant = |(file, text): &(&'static str, _)| Some((file.strip_suffix(".toml")?, *text));
    VARIANTS.iter().filter_map(variant).collect()
}

/// One file.
#[derive(Debug, Clone)]
struct Held {
    name: Cow<'static, str>,
    /// What messages call it.
    origin: String,
    text: Cow<'static, str>,
    /// Set for a file of this crate.
    own: bool,
}

/// Files by name, in the order in which they are listed.
#[derive(Debug, Clone)]
pub(crate) struct Shelf(Vec<Held>);

impl Shelf {
    /// The files of this crate.
    pub(crate) fn embedded() -> Self {
        let held = |(name, text): (&'static str, &'static str)| Held {
            name: name.into(),
            origin: format!("variants/{name}.toml"),
            text: text.into(),
            own: true,
        };
        Self(embedded().into_iter().map(held).collect())
    }

    /// One file more; it takes the place of one that has the same name.
    ///
    /// A file whose name can't be read is held too, so that loading it says what is wrong with it.
    pub(crate) fn add(&mut self, text: Cow<'static, str>) {
        let read = name_in(&text);
        let place = read.as_ref().and_then(|name| self.place(name));
        let name = read.unwrap_or_else(|| format!("unnamed-{}", self.0.len() + 1));
        let held = Held {
            origin: format!("{name}.toml"),
            name: name.into(),
            text,
            own: false,
        };
        match place {
            Some(place) => self.0[place] = held,
            None => self.0.push(held),
        }
    }

    /// The names of all files.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|held| &*held.name)
    }

    /// What messages call the file of this name, and its text.
    pub(crate) fn find(&self, name: &str) -> Option<(&str, &str)> {
        let held = &self.0[self.place(name)?];
        Some((&held.origin, &held.text))
    }

    /// Whether the file of this name is one of this crate.
    pub(crate) fn is_own(&self, name: &str) -> bool {
        self.place(name).is_some_and(|place| self.0[place].own)
    }

    /// The names of the files whose game is also called this, whatever the letters' case, spaces and hyphens.
    pub(crate) fn also_called(&self, words: &str) -> Vec<&str> {
        let wanted = letters(words);
        let is_called = |held: &&Held| {
            let called = calls_itself(&held.text);
            !wanted.is_empty() && called.iter().any(|name| letters(name) == wanted)
        };
        self.0
            .iter()
            .filter(is_called)
            .map(|held| &*held.name)
            .collect()
    }

    /// The names most like this one, the likest first; none if none is.
    pub(crate) fn like(&self, name: &str) -> Vec<&str> {
        likest(name, self.names())
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|held| held.name == name)
    }
}

/// The title of a file and the other names of its game.
fn calls_itself(text: &str) -> Vec<String> {
    let (table, _) = DeTable::parse_recoverable(text);
    let value = |key: &str| Some(table.get_ref().get(key)?.get_ref());
    let title = value("title").and_then(|title| title.as_str());
    let also = value("also").and_then(|also| also.as_array());
    let also = also.into_iter().flatten();
    let also = also.filter_map(|name| name.get_ref().as_str());
    title.into_iter().chain(also).map(str::to_owned).collect()
}

/// The name that a file gives itself, even if something else in it is wrong.
fn name_in(text: &str) -> Option<String> {
    let (table, _) = DeTable::parse_recoverable(text);
    let name = table.get_ref().get("name")?.get_ref().as_str()?;
    is_name(name).then(|| name.to_owned())
}
