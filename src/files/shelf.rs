//! Variant files of a catalogue: those of this crate and those that were added.

use std::borrow::Cow;
use std::iter;
#[cfg(feature = "compact")]
use std::{io, sync::LazyLock};

#[cfg(feature = "compact")]
use ppmd_rust::Ppmd7Decoder;
use toml::de::DeTable;

use crate::files::spec::is_name;
use mankala_core::text::like::letters;

/// Names and texts of the files in `variants/`, divided by zeros, in the order of the files.
#[cfg(not(feature = "compact"))]
static FILES: &str = include_str!(concat!(env!("OUT_DIR"), "/variants"));

#[cfg(feature = "compact")]
static FILES: LazyLock<String> = LazyLock::new(|| {
    let packed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/variants"));
    // Order and memory of the model, as `build.rs` has them.
    let reader = Ppmd7Decoder::new(packed, 10, 1 << 24).map_err(io::Error::other);
    reader.and_then(io::read_to_string).expect("text packed by build.rs")
});

/// Returns the name and the text of each variant file that is part of the program.
pub fn embedded() -> Vec<(&'static str, &'static str)> {
    let mut pieces = FILES.split('\0');
    iter::from_fn(|| pieces.next().zip(pieces.next())).collect()
}

#[derive(Debug, Clone)]
struct Held {
    name: Cow<'static, str>,
    /// Name in messages.
    origin: String,
    text: Cow<'static, str>,
    /// Set for a file of this crate.
    own: bool,
}

/// Files by name, in list order.
#[derive(Debug, Clone)]
pub(crate) struct Shelf(Vec<Held>);

impl Shelf {
    /// Creates the list of the files of this crate.
    pub(crate) fn embedded() -> Self {
        let held = |(name, text): (&'static str, &'static str)| Held {
            name: name.into(),
            origin: format!("variants/{name}.toml"),
            text: text.into(),
            own: true,
        };
        Self(embedded().into_iter().map(held).collect())
    }

    /// Adds a file, which replaces one of the same name.
    ///
    /// A file without a readable name is added too, so that loading it reports its errors.
    pub(crate) fn add(&mut self, text: Cow<'static, str>) {
        let read = name_in(&text);
        let place = read.as_ref().and_then(|name| self.place(name));
        let name = read.unwrap_or_else(|| format!("unnamed-{}", self.0.len() + 1));
        let held = Held { origin: format!("{name}.toml"), name: name.into(), text, own: false };
        match place {
            Some(place) => self.0[place] = held,
            None => self.0.push(held),
        }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|held| &*held.name)
    }

    /// Returns the name in messages and the text of the file with this name.
    pub(crate) fn find(&self, name: &str) -> Option<(String, String)> {
        let held = &self.0[self.place(name)?];
        Some((held.origin.clone(), held.text.clone().into_owned()))
    }

    /// Returns `true` if the file with this name is one of this crate.
    pub(crate) fn is_own(&self, name: &str) -> bool {
        self.place(name).is_some_and(|place| self.0[place].own)
    }

    /// Returns the files whose title or other name matches, ignoring case, spaces and hyphens: only one of this name, if
    /// there is one.
    pub(crate) fn also_called(&self, words: &str) -> Vec<&str> {
        let wanted = letters(words);
        if wanted.is_empty() {
            return Vec::new();
        }
        if let Some(name) = self.names().find(|name| letters(name) == wanted) {
            return vec![name];
        }
        let is_called =
            |held: &&Held| calls_itself(&held.text).iter().any(|name| letters(name) == wanted);
        self.0.iter().filter(is_called).map(|held| &*held.name).collect()
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|held| held.name == name)
    }
}

/// Returns the title and the other names in a file.
fn calls_itself(text: &str) -> Vec<String> {
    let (table, _) = DeTable::parse_recoverable(text);
    let value = |key: &str| Some(table.get_ref().get(key)?.get_ref());
    let title = value("title").and_then(|title| title.as_str());
    let also = value("also").and_then(|also| also.as_array()).into_iter().flatten();
    let also = also.filter_map(|name| name.get_ref().as_str());
    title.into_iter().chain(also).map(str::to_owned).collect()
}

/// Returns the name in a file, even if the file has errors.
fn name_in(text: &str) -> Option<String> {
    let (table, _) = DeTable::parse_recoverable(text);
    let name = table.get_ref().get("name")?.get_ref().as_str()?;
    is_name(name).then(|| name.to_owned())
}
