//! The texts that make up a variant, laid over one another: what it inherits, the file, overrides.
//!
//! Each text is read with its own stretch of byte positions, so that a mistake found in the whole is
//! shown where it was written.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, ValueDeserializer};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::spec::Faults;

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
            Some((key, value)) if !plain => format!("{}={:?}", key.trim(), value.trim()),
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
            self.read(value)
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
        let items: Vec<Option<T>> = items.into_iter().map(|item| self.read(item)).collect();
        items.into_iter().collect()
    }

    /// Reads all keys but those of the given sections.
    pub(crate) fn rest<T: DeserializeOwned>(&mut self, sections: &[&str]) -> Option<T> {
        let entries = self
            .table
            .clone()
            .into_iter()
            .filter(|(key, _)| !sections.contains(&&**key.get_ref()));
        self.read(Spanned::new(
            usize::MAX..usize::MAX,
            DeValue::Table(entries.collect()),
        ))
    }

    /// Reads a value; where a key is wrong it is noted and taken away, so that the next one is found too.
    fn read<T: DeserializeOwned>(&mut self, mut value: Value<'t>) -> Option<T> {
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
            self.mistake(span.clone(), message);
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

    /// All mistakes, in the order of the texts.
    pub(crate) fn diagnostics(mut self) -> Diagnostics {
        self.mistakes
            .sort_by_key(|(span, _)| span.as_ref().map_or(usize::MAX, |span| span.start));
        let shown = self.mistakes.iter().take(MOST_MISTAKES);
        let diagnostics = shown.map(|(span, message)| match span {
            Some(span) => self.layers.diagnostic(span, message),
            None => Diagnostic::new(self.layers.top(), message),
        });
        Diagnostics(diagnostics.collect())
    }
}

/// Puts the entries of a table over those of another; tables in it are merged, one level deep.
fn lay_over<'t>(under: &mut DeTable<'t>, over: DeTable<'t>) {
    for (key, value) in over {
        if let (Some(DeValue::Table(section)), DeValue::Table(_)) =
            (under.get_mut(&key).map(Spanned::get_mut), value.get_ref())
        {
            if let DeValue::Table(entries) = value.into_inner() {
                for (key, value) in entries {
                    section.remove(&key);
                    section.insert(key, value);
                }
            }
        } else {
            under.remove(&key);
            under.insert(key, value);
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
