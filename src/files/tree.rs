//! Trees of TOML values with their locations, ready to be merged.

use std::ops::Range;

use toml::de::{DeTable, DeValue};
use toml::map::Map;
use toml::{Spanned, Value};
use toml_parser::parser::{RecursionGuard, ValidateWhitespace, parse_document};
use toml_parser::{ParseError, Source};

use mankala_core::text::visible::shortened;

/// Source of settings, in the order errors are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Layer {
    /// The file itself.
    Own,
    /// An override, by its index.
    Set(usize),
    /// No single text: something is missing in all.
    Whole,
    /// The parent's file.
    Inherited,
}

/// Location: a range of bytes in one of the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Location {
    pub layer: Layer,
    pub start: usize,
    pub end: usize,
}

impl Location {
    /// The variant as a whole.
    pub(crate) const WHOLE: Self = Self { layer: Layer::Whole, start: 0, end: 0 };

    pub(crate) fn new(layer: Layer, span: Range<usize>) -> Self {
        Self { layer, start: span.start, end: span.end.max(span.start) }
    }
}

/// Value with its location.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub place: Location,
    pub kind: Kind,
}

/// Type and contents of a value.
#[derive(Debug, Clone, strum::EnumTryAs)]
pub(crate) enum Kind {
    /// Any value other than a list or a section.
    Plain(Value),
    List(Vec<Node>),
    Section(Section),
}

/// Values of a section by key, in the order in which they were written.
pub(crate) type Section = Map<String, Entry>;

/// Callback for errors, with the location of each.
type Wrong<'a> = dyn FnMut(Location, String) + 'a;

/// Value of a key, with the location of the key.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub key: Location,
    pub node: Node,
}

/// Maximum number of syntax errors per text. An error takes hundreds of bytes, and a megabyte may contain a million.
const MOST_ERRORS: usize = 1000;
/// Maximum nesting depth of lists and sections, as in [`toml`] itself.
const DEEPEST: u32 = 80;

/// Parses a TOML text; calls `wrong` for each error.
pub(crate) fn read(layer: Layer, text: &str, wrong: &mut Wrong<'_>) -> Section {
    if let Ok(table) = DeTable::parse(text) {
        return section(layer, table.into_inner(), wrong);
    }
    let (count, end) = syntax_errors(text);
    let (table, errors) = DeTable::parse_recoverable(&text[..end]);
    let left_out = count.saturating_sub(errors.len());
    let header = unreadable_header(text, &errors);
    for error in errors {
        let start = error.span().map_or(0, |span| span.start);
        if start > header && error.message() == DUPLICATE {
            continue;
        }
        let span = error.span();
        let place = span.map_or(Location::WHOLE, |span| Location::new(layer, span));
        wrong(place, error.message().replace(UNQUOTED, VALUES).replace(NO_KEY, KEYS));
    }
    let place = Location::new(layer, end..end);
    for _ in 0..left_out {
        wrong(place, String::new());
    }
    section(layer, table.into_inner(), wrong)
}

/// Message of the parser for a key that is set twice.
const DUPLICATE: &str = "duplicate key";
/// Message of the parser for a key without a value, and for a word without quotes.
const UNQUOTED: &str = "string values must be quoted, expected literal string";
/// Message in its place.
const VALUES: &str = "expected a number, true, false, a list, or a string in quotes";
/// Message of the parser for a missing name, and the message in its place.
const NO_KEY: &str = "unquoted keys cannot be empty";
const KEYS: &str = "the name of a key or section is missing";

/// Returns the start of the first error in a header of a section.
///
/// The keys of that section go to the section before it, where some are set twice.
fn unreadable_header(text: &str, errors: &[toml::de::Error]) -> usize {
    let in_header = |start: &usize| {
        let line = text.get(..*start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
        line.trim_start().starts_with('[')
    };
    let others = errors
        .iter()
        .filter(|error| error.message() != DUPLICATE)
        .filter_map(|error| Some(error.span()?.start));
    others.filter(in_header).min().unwrap_or(usize::MAX)
}

/// Returns the number of syntax errors, and the end of the part that contains at most [`MOST_ERRORS`].
fn syntax_errors(text: &str) -> (usize, usize) {
    let (mut count, mut end) = (0, text.len());
    let mut note = |error: ParseError| {
        count += 1;
        let place = error.unexpected().or(error.context());
        if let Some(place) = place
            && count >= MOST_ERRORS
            && end == text.len()
            && text.is_char_boundary(place.end())
        {
            end = place.end();
        }
    };
    let source = Source::new(text);
    let mut nothing = ();
    let mut blanks = ValidateWhitespace::new(&mut nothing, source);
    let mut receiver = RecursionGuard::new(&mut blanks, DEEPEST);
    parse_document(&source.lex().into_vec(), &mut receiver, &mut note);
    (count, end)
}

fn section(layer: Layer, table: DeTable<'_>, wrong: &mut Wrong<'_>) -> Section {
    let entries = table.into_iter().map(|(key, value)| {
        let entry =
            Entry { key: Location::new(layer, key.span()), node: node(layer, value, wrong) };
        (key.into_inner().into_owned(), entry)
    });
    entries.collect()
}

fn node(layer: Layer, value: Spanned<DeValue<'_>>, wrong: &mut Wrong<'_>) -> Node {
    let place = Location::new(layer, value.span());
    let kind = match value.into_inner() {
        DeValue::String(text) => Kind::Plain(Value::String(text.into_owned())),
        DeValue::Integer(number) => {
            let whole = i64::from_str_radix(number.as_str(), number.radix());
            Kind::Plain(Value::Integer(whole.unwrap_or_else(|_| {
                let most = i64::MAX;
                wrong(place, format!("expected a whole number up to {most}, positive or negative"));
                0
            })))
        }
        // TOML's floats have Rust's syntax, apart from underscores, which the parser has removed.
        DeValue::Float(number) => {
            Kind::Plain(Value::Float(number.as_str().parse().unwrap_or(f64::NAN)))
        }
        DeValue::Boolean(truth) => Kind::Plain(Value::Boolean(truth)),
        DeValue::Datetime(date) => Kind::Plain(Value::Datetime(date)),
        DeValue::Array(items) => {
            Kind::List(items.into_iter().map(|item| node(layer, item, wrong)).collect())
        }
        DeValue::Table(table) => Kind::Section(section(layer, table, wrong)),
    };
    Node { place, kind }
}

impl Node {
    /// Creates the value of a whole variant.
    pub(crate) const fn whole(section: Section) -> Self {
        Self { place: Location::WHOLE, kind: Kind::Section(section) }
    }

    /// Returns the value of a key, `section.key` or one at the top level, if it is set.
    pub(crate) fn at(&self, path: &str) -> Option<&Self> {
        path.split('.').try_fold(self, |node, key| Some(&node.as_section()?.get(key)?.node))
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        self.kind.try_as_plain_ref()?.as_str()
    }

    pub(crate) fn as_list(&self) -> Option<&[Self]> {
        self.kind.try_as_list_ref().map(Vec::as_slice)
    }

    pub(crate) fn as_section(&self) -> Option<&Section> {
        self.kind.try_as_section_ref()
    }

    pub(crate) fn described(&self) -> String {
        match &self.kind {
            Kind::Plain(Value::String(text)) => format!("string {:?}", shortened(text)),
            Kind::Plain(Value::Integer(number)) => format!("integer `{number}`"),
            Kind::Plain(Value::Float(number)) => format!("floating point `{number:?}`"),
            Kind::Plain(value) => format!("{} `{value}`", value.type_str()),
            Kind::List(items) => format!("a list of {}", items.len()),
            Kind::Section(_) => "a section".to_owned(),
        }
    }
}

/// Merges the entries of a section over those of another; nested sections are merged, one level deep.
///
/// Calls `wrong` for a section in place of another value, which would hide the whole section.
pub(crate) fn lay_over(under: &mut Section, over: Section, wrong: &mut Wrong<'_>) {
    for (key, entry) in over {
        let covered = under.get_mut(&key).filter(|_| entry.node.as_section().is_some());
        let Some(Entry { node, .. }) = covered else {
            under.insert(key, entry);
            continue;
        };
        let (within, entries) = (node.kind.try_as_section_mut(), entry.node.kind.try_as_section());
        if let (Some(within), Some(entries)) = (within, entries) {
            within.extend(entries);
            // Errors of the whole section are reported where it was last written.
            node.place = entry.node.place;
        } else {
            let message = format!("expected `{key}` to be a section, found {}", node.described());
            wrong(entry.key, message);
        }
    }
}
