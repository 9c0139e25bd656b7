//! The texts that make up a variant, laid over one another: what it inherits, the file, overrides.
//!
//! Each text is read with its own stretch of byte positions, so that a mistake found in the whole is
//! shown where it was written.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, ValueDeserializer};

use crate::ruleset::Faults;
use crate::text::diagnostic::{Diagnostic, Diagnostics};

/// So many mistakes are reported at once.
const MOST_MISTAKES: usize = 20;

/// What a variant takes from the one it inherits from.
pub(crate) const INHERITED: [&str; 4] = ["ruleset", "board", "setup", "rules"];

/// A key of a variant with its value, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// `section.key`.
    pub key: String,
    /// The value as TOML.
    pub value: String,
    /// The file or override that it was written in.
    pub origin: String,
}

/// One text, moved to its own stretch of byte positions.
#[derive(Debug, Clone)]
pub(crate) struct Layer {
    origin: String,
    offset: usize,
    /// As many spaces as bytes come before, then the text.
    padded: String,
    inherited: bool,
}

impl Layer {
    fn end(&self) -> usize {
        self.padded.len()
    }

    fn text(&self) -> &str {
        &self.padded[self.offset..]
    }
}

/// The texts of a variant, lowest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layers(Vec<Layer>);

impl Layers {
    /// Lays a text over those before; of one that is inherited only some keys are taken.
    pub(crate) fn push(&mut self, origin: &str, text: &str, inherited: bool) {
        let offset = self.0.last().map_or(0, |layer| layer.end() + 1);
        let padded = format!("{}{text}", " ".repeat(offset));
        self.0.push(Layer {
            origin: origin.to_owned(),
            offset,
            padded,
            inherited,
        });
    }

    /// Lays one `key=value` over those before; a value that is not TOML is taken as a string.
    pub(crate) fn push_override(&mut self, set: &str) {
        let plain = DeTable::parse(set).is_ok();
        let text = match set.split_once('=') {
            Some((key, value)) if !plain => {
                format!("{}={}", key.trim(), toml::Value::from(value.trim()))
            }
            _ => set.to_owned(),
        };
        self.push(&format!("--set {set}"), &text, false);
    }

    fn at(&self, position: usize) -> Option<&Layer> {
        self.0
            .iter()
            .find(|layer| (layer.offset..=layer.end()).contains(&position))
    }

    fn diagnostic(&self, span: &Range<usize>, message: &str) -> Diagnostic {
        match self.at(span.start) {
            Some(layer) => {
                let span = span.start - layer.offset..span.end.max(span.start) - layer.offset;
                Diagnostic::at(&layer.origin, layer.text(), &span, message)
            }
            None => Diagnostic::new(self.top(), message),
        }
    }

    /// What the topmost text that is a file is called.
    fn top(&self) -> &str {
        let own = self.0.iter().find(|layer| !layer.inherited);
        own.map_or("", |layer| &layer.origin)
    }
}

/// A value with the place where it was written.
type Value<'t> = Spanned<DeValue<'t>>;

/// The texts of a variant as one table, and the mistakes found in it.
pub(crate) struct Document<'t> {
    layers: &'t Layers,
    table: DeTable<'t>,
    mistakes: Vec<(Option<Range<usize>>, String)>,
}

impl<'t> Document<'t> {
    /// Reads the texts as TOML and lays them over one another.
    pub(crate) fn new(layers: &'t Layers) -> Self {
        let mut document = Self {
            layers,
            table: DeTable::new(),
            mistakes: Vec::new(),
        };
        for layer in &layers.0 {
            let (table, errors) = DeTable::parse_recoverable(&layer.padded);
            for error in errors {
                document
                    .mistakes
                    .push((error.span(), error.message().to_owned()));
            }
            let taken = |key: &Spanned<DeString<'_>>| {
                !layer.inherited || INHERITED.contains(&&**key.get_ref())
            };
            let entries = table.into_inner().into_iter().filter(|(key, _)| taken(key));
            lay_over(&mut document.table, entries.collect());
        }
        document
    }

    /// Notes a mistake.
    pub(crate) fn mistake(&mut self, span: Option<Range<usize>>, message: impl Into<String>) {
        self.mistakes.push((span, message.into()));
    }

    /// Whether no mistake was found so far.
    pub(crate) fn is_right(&self) -> bool {
        self.mistakes.is_empty()
    }

    /// The value of a top key, if it is there.
    pub(crate) fn top(&self, key: &str) -> Option<&Value<'t>> {
        self.table.get(key)
    }

    /// The value of a key within a section.
    fn within(&self, path: &str) -> Option<&Value<'t>> {
        let mut keys = path.split('.');
        let first = self.table.get(keys.next()?)?;
        keys.try_fold(first, |value, key| value.get_ref().as_table()?.get(key))
    }

    /// Reads a section, noting what is wrong in it.
    pub(crate) fn section<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        if let Some(value) = self.table.get(name).cloned() {
            self.read(value, &[])
        } else {
            self.mistake(None, format!("missing section [{name}]"));
            None
        }
    }

    /// Reads the items of a list of sections, none if there is no such list.
    pub(crate) fn list<T: DeserializeOwned>(&mut self, name: &str) -> Option<Vec<T>> {
        let Some(value) = self.table.get(name).cloned() else {
            return Some(Vec::new());
        };
        let span = value.span();
        let DeValue::Array(items) = value.into_inner() else {
            self.mistake(Some(span), format!("expected sections [[{name}]]"));
            return None;
        };
        let items: Vec<Option<T>> = items.into_iter().map(|item| self.read(item, &[])).collect();
        items.into_iter().collect()
    }

    /// Where something of an item of a list was written: a key of it, an item of that key's value.
    pub(crate) fn span_in_list(
        &self,
        list: &str,
        index: usize,
        key: &str,
        item: Option<usize>,
    ) -> Option<Range<usize>> {
        let section = self.table.get(list)?.get_ref().as_array()?.get(index)?;
        let value = section.get_ref().as_table()?.get(key).unwrap_or(section);
        let within = item.and_then(|item| value.get_ref().as_array()?.get(item));
        Some(within.unwrap_or(value).span())
    }

    /// Reads all keys but those of the given sections.
    pub(crate) fn rest<T: DeserializeOwned>(&mut self, sections: &[&str]) -> Option<T> {
        let entries = self
            .table
            .clone()
            .into_iter()
            .filter(|(key, _)| !sections.contains(&&**key.get_ref()));
        let rest = DeValue::Table(entries.collect());
        let before = self.mistakes.len();
        let read = self.read(Spanned::new(usize::MAX..usize::MAX, rest), sections);
        for index in before..self.mistakes.len() {
            let Some(key) = self.mistakes[index].1.strip_prefix("unknown key `") else {
                continue;
            };
            let key = key.split('`').next().unwrap_or("");
            let holds = |section: &&&str| self.within(&format!("{section}.{key}")).is_some();
            if let Some(section) = sections.iter().find(holds) {
                let message = format!("unknown key `{key}`, did you mean {section}.{key}?");
                self.mistakes[index].1 = message;
            }
        }
        read
    }

    /// Reads a value; where a key is wrong it is noted and taken away, so that the next one is found too.
    ///
    /// `others` are keys that may stand beside those of the type.
    fn read<T: DeserializeOwned>(&mut self, mut value: Value<'t>, others: &[&str]) -> Option<T> {
        let mut removed: Vec<String> = Vec::new();
        loop {
            let error = match T::deserialize(ValueDeserializer::from(value.clone())) {
                Ok(read) => return removed.is_empty().then_some(read),
                Err(error) => error,
            };
            let message = error.message();
            let missing = |key: &String| message == format!("missing field `{key}`");
            if removed.iter().any(missing) {
                return None;
            }
            let span = error.span().filter(|span| span.start != usize::MAX);
            self.mistake(span.clone(), in_words(message, others));
            match span.and_then(|span| remove_at(&mut value, &span)) {
                Some(key) if self.mistakes.len() < MOST_MISTAKES => removed.push(key),
                _ => return None,
            }
        }
    }

    /// Notes what a ruleset found wrong, each where its key was written.
    pub(crate) fn faults(&mut self, faults: &Faults) {
        for (key, message) in faults.iter() {
            let span = self.within(key).map(Spanned::span);
            self.mistake(span, format!("{key}: {message}"));
        }
    }

    /// The keys of a section with their values as written, and where they were written.
    pub(crate) fn values(&self, section: &str) -> Vec<Written> {
        let table = self
            .table
            .get(section)
            .and_then(|value| value.get_ref().as_table());
        let entries = table.into_iter().flat_map(|table| table.iter());
        let written = |(key, value): (&Spanned<_>, &Value<'t>)| {
            let key: &std::borrow::Cow<'_, str> = key.get_ref();
            let span = value.span();
            let layer = self.layers.at(span.start)?;
            let text = layer.padded.get(span)?.to_owned();
            let (key, origin) = (format!("{section}.{key}"), layer.origin.clone());
            Some(Written {
                key,
                value: text,
                origin,
            })
        };
        entries.filter_map(written).collect()
    }

    /// All mistakes in the order of the texts; those in what is inherited come last.
    pub(crate) fn diagnostics(mut self) -> Diagnostics {
        let layers = self.layers;
        let inherited = |start| layers.at(start).is_some_and(|layer| layer.inherited);
        self.mistakes.sort_by_key(|(span, _)| {
            let start = span.as_ref().map_or(usize::MAX, |span| span.start);
            (inherited(start), start)
        });
        let shown = self.mistakes.iter().take(MOST_MISTAKES);
        let diagnostics = shown.map(|(span, message)| match span {
            Some(span) => self.layers.diagnostic(span, message),
            None => Diagnostic::new(self.layers.top(), message),
        });
        Diagnostics(diagnostics.collect())
    }
}

/// A message about a key or a value, in the words of this program instead of the language it is written in.
fn in_words(message: &str, others: &[&str]) -> String {
    let (found, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let expected = match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        expected if expected.starts_with("struct ") => "a section",
        expected => expected,
    };
    if let Some(key) = found.strip_prefix("unknown field ") {
        let others = others.iter().map(|other| format!(", `{other}`"));
        return format!(
            "unknown key {key}, expected {expected}{}",
            others.collect::<String>()
        );
    }
    if let Some(value) = found.strip_prefix("unknown variant ") {
        return format!("unknown value {value}, expected {expected}");
    }
    if let Some(key) = found.strip_prefix("missing field ") {
        return format!("missing key {key}");
    }
    let prefixes = ["invalid type: ", "invalid value: "];
    match prefixes
        .iter()
        .find_map(|prefix| found.strip_prefix(prefix))
    {
        Some(found) => format!("expected {expected}, found {found}"),
        None => message.to_owned(),
    }
}

/// Puts the entries of a table over those of another; tables in it are merged, one level deep.
fn lay_over<'t>(under: &mut DeTable<'t>, over: DeTable<'t>) {
    for (key, value) in over {
        let span = value.span();
        match (under.get_mut(&key), value.into_inner()) {
            (Some(section), DeValue::Table(entries)) if section.get_ref().is_table() => {
                let mut merged = section.get_ref().as_table().cloned().unwrap_or_default();
                for (key, value) in entries {
                    merged.remove(&key);
                    merged.insert(key, value);
                }
                // What is wrong with the whole section is wrong where it was last written.
                *section = Spanned::new(span, DeValue::Table(merged));
            }
            (_, value) => {
                under.remove(&key);
                under.insert(key, Spanned::new(span, value));
            }
        }
    }
}

/// Takes the entry out of a table in which the span lies, and names it.
fn remove_at(value: &mut Value<'_>, span: &Range<usize>) -> Option<String> {
    let DeValue::Table(table) = value.get_mut() else {
        return None;
    };
    let holds = |outer: Range<usize>| outer.start <= span.start && span.end <= outer.end;
    let found = table
        .iter()
        .find(|(key, value)| holds(key.span()) || holds(value.span()));
    let key = found?.0.clone();
    table.remove(&key);
    Some(key.into_inner().into_owned())
}
