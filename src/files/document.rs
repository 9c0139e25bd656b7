//! Documents: the texts of a variant in layers, which are the parent's file, its own file and overrides.
//!
//! Each text is parsed by itself, and each value keeps the text it comes from. An error in the merged document is
//! therefore reported where it was written.

use std::ops::Range;

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::de::DeTable;
use toml::{Table, Value};

use crate::files::mistakes::ErrorList;
use crate::files::reader::read;
use crate::files::tree::{self, Kind, Layer, Location, Node, Section};
use mankala_core::text::diagnostic::{Diagnostic, Diagnostics};
use mankala_core::text::without_mark;
use mankala_core::variant::ruleset::Conflicts;
use mankala_core::variant::sort_by;

/// Keys that a variant inherits from its parent unless it sets them.
pub(crate) const INHERITED: [&str; 11] = [
    "ruleset", "region", "year", "attested", "about", "sources", "rulings", "board", "setup",
    "rules", "rounds",
];

/// Key of `[rules]` that all rulesets share: the swap rule (S1).
pub(crate) const SWAP: &str = "swap";

/// Key of a variant with its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Written {
    /// Key, as `section.key`.
    pub key: String,
    /// The value as TOML.
    // In a canonical form: equal values have equal texts.
    pub value: String,
    /// The kind of source that sets it.
    pub given_by: GivenBy,
    /// The text or change that sets it; empty for none.
    pub origin: String,
}

/// Origin of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GivenBy {
    /// The parent's file.
    Parent,
    /// The variant's own file.
    File,
    /// An override.
    Change,
    /// The ruleset's default.
    Ruleset,
}

impl Written {
    /// Returns `key=value` for a command line, without quotes if the value is parsed as a string without them.
    pub(crate) fn assignment(&self) -> String {
        let Self { key, value, .. } = self;
        let word = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        let plain = |word: &&str| {
            let letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            word.chars().all(letter) && DeTable::parse(&format!("{key}={word}")).is_err()
        };
        format!("{key}={}", word.filter(plain).unwrap_or(value))
    }
}

/// Text with its name in messages.
#[derive(Debug)]
struct Text {
    origin: String,
    text: String,
}

impl Text {
    fn new(origin: &str, text: &str) -> Self {
        Self { origin: origin.to_owned(), text: without_mark(text).to_owned() }
    }
}

/// Texts of a variant merged into one section, and the errors found in it.
pub(crate) struct Document {
    own: Text,
    sets: Vec<Text>,
    inherited: Option<Text>,
    whole: Node,
    mistakes: ErrorList,
}

impl Document {
    /// Parses the variant's own text.
    pub(crate) fn new(origin: &str, text: &str) -> Self {
        let mut document = Self {
            own: Text::new(origin, text),
            sets: Vec::new(),
            inherited: None,
            whole: Node::whole(Section::new()),
            mistakes: ErrorList::default(),
        };
        let own = document.read_text(Layer::Own);
        document.lay_over(own);
        document
    }

    /// Merges the text of the parent below the variant's own.
    pub(crate) fn inherit(&mut self, origin: &str, text: &str) {
        self.inherited = Some(Text::new(origin, text));
        let mut parent = self.read_text(Layer::Inherited);
        parent.retain(|key, _| INHERITED.contains(&key));
        // A first description goes with the year of the source; like rounds, it is inherited whole or not at all.
        if self.get("year").is_some() || self.get("attested").is_some() {
            parent.remove("attested");
        }
        // The keys in use depend on the kind of rounds.
        if self.get("rounds").is_some() {
            parent.remove("rounds");
        }
        let own = std::mem::replace(&mut self.whole.kind, Kind::Section(parent));
        self.lay_over(own.try_as_section().unwrap_or_default());
    }

    /// Merges one `key=value` over all layers; a value that is not TOML is taken as a string.
    pub(crate) fn set(&mut self, set: &str) {
        let text = match set.split_once('=') {
            Some((key, value)) if DeTable::parse(set).is_err() => {
                format!("{}={}", key.trim(), Value::from(value.trim()))
            }
            _ => set.to_owned(),
        };
        self.sets.push(Text::new(&format!("--set {set}"), &text));
        let mut section = self.read_text(Layer::Set(self.sets.len() - 1));
        if let Some(inherits) = section.remove("inherits") {
            self.mistake(inherits.key, "`inherits` can't be overridden; other keys can");
        }
        self.lay_over(section);
    }

    fn read_text(&mut self, layer: Layer) -> Section {
        let mut mistakes = ErrorList::default();
        let text = self.text(layer).map_or("", |text| &text.text);
        let section = tree::read(layer, text, &mut |place, message| {
            mistakes.note(place, || message);
        });
        self.mistakes.extend(mistakes);
        section
    }

    fn lay_over(&mut self, section: Section) {
        let mistakes = &mut self.mistakes;
        if let Some(whole) = self.whole.kind.try_as_section_mut() {
            tree::lay_over(whole, section, &mut |place, message| mistakes.note(place, || message));
        }
    }

    fn text(&self, layer: Layer) -> Option<&Text> {
        match layer {
            Layer::Own => Some(&self.own),
            Layer::Set(number) => self.sets.get(number),
            Layer::Inherited => self.inherited.as_ref(),
            Layer::Whole => None,
        }
    }

    pub(crate) fn mistake(&mut self, place: Location, message: impl Into<String>) {
        self.mistakes.note(place, || message.into());
    }

    pub(crate) fn is_right(&self) -> bool {
        self.mistakes.is_empty()
    }

    /// Returns the value of a key, `section.key` or one at the top level, if it is set.
    pub(crate) fn get(&self, path: &str) -> Option<&Node> {
        self.whole.at(path)
    }

    /// Returns the location of a key's value, or the whole variant if the key is not set.
    pub(crate) fn place(&self, path: &str) -> Location {
        self.get(path).map_or(Location::WHOLE, |node| node.place)
    }

    /// Parses an optional key and collects its errors.
    pub(crate) fn key<T: DeserializeOwned>(&mut self, path: &str) -> Option<T> {
        read(self.whole.at(path)?, &[], &mut self.mistakes)
    }

    /// Parses a section and collects its errors; a missing section is treated as empty.
    pub(crate) fn section<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        if let Some(node) = self.whole.at(name) {
            let beside: &[&str] = if name == "rules" { &[SWAP] } else { &[] };
            return read(node, beside, &mut self.mistakes);
        }
        let section = read(&Node::whole(Section::new()), &[], &mut ErrorList::default());
        if section.is_none() {
            self.mistake(Location::WHOLE, format!("missing section [{name}]"));
        }
        section
    }

    /// Parses the items of a list of sections; a missing list is empty.
    pub(crate) fn list<T: DeserializeOwned>(&mut self, name: &str) -> Option<Vec<T>> {
        let Some(node) = self.whole.at(name) else { return Some(Vec::new()) };
        let Some(items) = node.as_list() else {
            let place = node.place;
            self.mistake(place, format!("expected sections [[{name}]]"));
            return None;
        };
        // All items are parsed before any is discarded, so that every error is found.
        let items = items.iter();
        let items: Vec<Option<T>> = items.map(|item| read(item, &[], &mut self.mistakes)).collect();
        items.into_iter().collect()
    }

    /// Parses all top-level keys except the given sections.
    pub(crate) fn header<T: DeserializeOwned>(&mut self, sections: &[&str]) -> Option<T> {
        read(&self.whole, sections, &mut self.mistakes)
    }

    /// Returns the location of a part of a list item: a key, an item of that key's value, or some bytes
    /// of a text.
    pub(crate) fn place_in_list(
        &self,
        list: &str,
        index: usize,
        key: &str,
        item: Option<usize>,
        part: Option<Range<usize>>,
    ) -> Location {
        let Some(section) = self.get(list).and_then(|list| list.as_list()?.get(index)) else {
            return Location::WHOLE;
        };
        let value = section.as_section().and_then(|section| section.get(key));
        let node = value.map_or(section, |entry| &entry.node);
        let node = item.and_then(|item| node.as_list()?.get(item)).unwrap_or(node);
        part.and_then(|part| self.part(node, part)).unwrap_or(node.place)
    }

    /// Returns the location of some bytes of a string value, if it was written without escapes.
    fn part(&self, node: &Node, part: Range<usize>) -> Option<Location> {
        let Location { layer, start, end } = node.place;
        let written = self.text(layer)?.text.get(start..end)?;
        let start = start + written.find(node.as_str()?)?;
        Some(Location::new(layer, start + part.start..start + part.end))
    }

    /// Adds the errors that a ruleset found, each at its key.
    pub(crate) fn conflicts(&mut self, conflicts: &Conflicts) {
        for (key, message) in conflicts.iter() {
            self.mistake(self.place(key), format!("{key}: {message}"));
        }
    }

    /// Returns a section as TOML, including default values.
    pub(crate) fn written_out(&mut self, name: &str, section: &impl Serialize) -> Option<Table> {
        let written = Table::try_from(section);
        if let Err(error) = &written {
            let message =
                format!("[{name}] can't be written as TOML: {}", error.to_string().trim());
            self.mistake(self.place(name), message);
        }
        written.ok()
    }

    /// Returns the keys of some sections with their values and origins.
    pub(crate) fn values<const N: usize>(&self, sections: [(&str, Table); N]) -> Vec<Written> {
        let written = |section: &str, key: &str, value: Value| {
            let key = format!("{section}.{key}");
            let place = self.get(&key).map(|node| node.place);
            let text = place.and_then(|place| self.text(place.layer));
            Written {
                value: sorted(value).to_string(),
                origin: text.map_or_else(String::new, |text| text.origin.clone()),
                given_by: match place.map(|place| place.layer) {
                    Some(Layer::Inherited) => GivenBy::Parent,
                    Some(Layer::Own) => GivenBy::File,
                    Some(Layer::Set(_)) => GivenBy::Change,
                    Some(Layer::Whole) | None => GivenBy::Ruleset,
                },
                key,
            }
        };
        let mut all = Vec::new();
        for (section, values) in sections {
            all.extend(values.into_iter().map(|(key, value)| written(section, &key, value)));
        }
        all
    }

    /// Creates a diagnostic at a location in one of the texts.
    pub(crate) fn diagnostic(&self, place: Location, message: impl Into<String>) -> Diagnostic {
        match self.text(place.layer) {
            Some(Text { origin, text }) => {
                Diagnostic::at(origin, text, &(place.start..place.end), message)
            }
            None => Diagnostic::new(&self.own.origin, message),
        }
    }

    /// Returns the first errors in the order of the texts, those in the parent last, and the number of the others.
    pub(crate) fn diagnostics(mut self) -> Diagnostics {
        let (told, more) = std::mem::take(&mut self.mistakes).told();
        let told = told.into_iter();
        Diagnostics {
            told: told.map(|(place, message)| self.diagnostic(place, message)).collect(),
            more,
        }
    }
}

/// Sorts the keys of all sections in a value, so that equal values have equal texts.
fn sorted(value: Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        Value::Table(table) => {
            let sorted = table.into_iter().map(|(key, value)| (key, sorted(value)));
            let mut sorted: Vec<_> = sorted.collect();
            sort_by(&mut sorted, |(a, _), (b, _)| a.cmp(b));
            Value::Table(sorted.into_iter().collect())
        }
        plain => plain,
    }
}
