//! Deserializer of variant files that collects every error.
//!
//! A wrong or missing value is replaced by a placeholder of the right type, so one pass finds all errors.
//! Placeholders are never returned to the caller.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected,
    IntoDeserializer, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use toml::Value;

use crate::files::mistakes::ErrorList;
use crate::files::tree::{Entry, Kind, Location, Node};
use mankala_core::text::like::{hint, likest};
use mankala_core::text::visible::{shortened, visible};

/// Deserializes a value and collects its errors; `beside` lists keys allowed in addition to those of the type.
pub(crate) fn read<T: DeserializeOwned>(
    node: &Node,
    beside: &[&str],
    mistakes: &mut ErrorList,
) -> Option<T> {
    let mut value = None;
    let mut attempt = |reader: Reader<'_>| {
        value = Some(T::deserialize(reader)?);
        Ok(())
    };
    attempted(node, beside, mistakes, &mut attempt).then_some(value)?
}

/// Reads a value once, or again for each missing key; returns `false` if there are errors.
fn attempted(
    node: &Node,
    beside: &[&str],
    mistakes: &mut ErrorList,
    attempt: &mut dyn FnMut(Reader<'_>) -> Result<(), Error>,
) -> bool {
    let mut missing: Vec<Missing> = Vec::new();
    loop {
        let notes = Notes { missing: &missing, mistakes: RefCell::default() };
        let read = attempt(Reader { node: Some(node), beside, notes: &notes });
        let found = notes.mistakes.into_inner();
        match read {
            // A required key shows only by its absence, so the value is read once more with it.
            Err(Error { missing: Some(key), .. })
                if key.of.is_some() && !missing.contains(&key) =>
            {
                missing.push(key);
                continue;
            }
            Ok(()) if found.is_empty() => return true,
            // An error about a placeholder is not reported.
            Err(error) if found.is_empty() => {
                mistakes.note(error.place.unwrap_or(node.place), || error.to_string());
            }
            _ => {}
        }
        mistakes.extend(found);
        return false;
    }
}

/// State of one pass.
struct Notes<'a> {
    /// Required keys that are missing somewhere.
    missing: &'a [Missing],
    mistakes: RefCell<ErrorList>,
}

/// Required key of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Missing {
    key: &'static str,
    /// Name and keys of the type; `None` without fixed keys, or for a struct variant of an enum.
    of: Option<(&'static str, &'static [&'static str])>,
}

/// Error of deserializing a type, with its location.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
struct Error {
    message: String,
    /// Key that a section lacks, if that is the error.
    missing: Option<Missing>,
    place: Option<Location>,
}

impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { message: message.to_string(), missing: None, place: None }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("expected {expected}, found {found}"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("expected {expected}, found {found}"))
    }

    fn missing_field(key: &'static str) -> Self {
        Self {
            missing: Some(Missing { key, of: None }),
            ..Self::custom(format_args!("missing key `{key}`"))
        }
    }
}

/// Deserializer of one value; without a node, of a placeholder for a missing value.
#[derive(Clone, Copy)]
struct Reader<'a> {
    node: Option<&'a Node>,
    beside: &'a [&'a str],
    notes: &'a Notes<'a>,
}

impl<'a> Reader<'a> {
    fn within(self, node: Option<&'a Node>) -> Self {
        Self { node, beside: &[], notes: self.notes }
    }

    fn plain(self) -> Option<&'a Value> {
        self.node?.kind.try_as_plain_ref()
    }

    /// Returns the value read; if there is none, adds an "expected …" error and returns the default.
    fn or_expected<T: Default>(self, read: Option<T>, expected: impl Fn() -> String) -> T {
        if read.is_none() {
            self.note_expected(&expected);
        }
        read.unwrap_or_default()
    }

    /// Adds an "expected …, found …" error.
    #[cold]
    fn note_expected(self, expected: &dyn Fn() -> String) {
        if let Some(node) = self.node {
            let message = || format!("expected {}, found {}", expected(), node.described());
            self.notes.mistakes.borrow_mut().note(node.place, message);
        }
    }

    /// Adds this location to an error that has none.
    #[cold]
    fn placed(self, error: Error) -> Error {
        Error { place: error.place.or(self.node.map(|node| node.place)), ..error }
    }

    /// Deserializes the value with a seed and adds the location to errors; compiled once for each type.
    #[inline(never)]
    fn seeded<'de, S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self).map_err(|error| self.placed(error))
    }

    /// Returns each key of a section with a reader of its value.
    fn entries(self) -> Entries<'a> {
        let section = self.node.and_then(Node::as_section);
        let entries = self.or_expected(section.map(Some), || "a section".to_owned());
        let entry =
            |(key, entry): (&'a String, &'a Entry)| (key.as_str(), self.within(Some(&entry.node)));
        Entries(entries.into_iter().flatten().map(entry).collect())
    }

    /// Returns the keys of a section of this type with readers of their values; adds errors for unknown keys.
    ///
    /// Like the methods below it does not depend on the visitor, and so is compiled once.
    #[inline(never)]
    fn fields(self, name: &'static str, fields: &'static [&'static str]) -> Entries<'a> {
        let mut entries = self.entries();
        entries.0.retain(|(key, _)| {
            let known = fields.contains(key);
            if !known && !self.beside.contains(key) {
                self.unknown(key, fields);
            }
            known
        });
        let Some(node) = self.node.filter(|node| node.as_section().is_some()) else {
            entries.0.extend(fields.iter().map(|&key| (key, self.within(None))));
            return entries;
        };
        let of = Some((name, fields));
        let missing = self.notes.missing.iter();
        for &Missing { key, .. } in missing.filter(|missing| missing.of == of) {
            if entries.0.iter().all(|(other, _)| *other != key) {
                let message = || format!("missing key `{key}`");
                self.notes.mistakes.borrow_mut().note(node.place, message);
                entries.0.push_back((key, self.within(None)));
            }
        }
        entries
    }

    #[inline(never)]
    fn items(self) -> Items<'a> {
        let items = self.node.and_then(Node::as_list);
        let items = self.or_expected(items, || "a list".to_owned()).iter();
        Items(items.map(|item| self.within(Some(item))).collect())
    }

    /// Returns readers of the items of a list of this length.
    #[inline(never)]
    fn items_of(self, length: usize) -> Items<'a> {
        let items = self.node.and_then(Node::as_list);
        let read = items.filter(|items| items.len() == length);
        self.or_expected(read, || match items {
            Some(_) => format!("{length} items"),
            None => format!("a list of {length} items"),
        });
        let item = |index| self.within(items.and_then(|items| items.get(index)));
        Items((0..length).map(item).collect())
    }

    /// Reads a word that must be one of `words`.
    #[inline(never)]
    fn word(self, words: &'static [&'static str]) -> &'static str {
        let word = self.node.and_then(Node::as_str);
        let known = word.and_then(|word| words.iter().find(|&&known| known == word));
        if let (Some(node), None) = (self.node, known) {
            let message = || {
                let expected = one_of(words.iter());
                match word.map(shortened) {
                    Some(word) => {
                        let hint = hint(&word, words.iter().copied());
                        format!("unknown value `{}`, {hint}expected {expected}", visible(&word))
                    }
                    None => format!("expected {expected}, found {}", node.described()),
                }
            };
            self.notes.mistakes.borrow_mut().note(node.place, message);
        }
        known.or(words.first()).copied().unwrap_or_default()
    }

    /// Reads an enum value: a word, or a section with one key and the contents.
    #[inline(never)]
    fn kind(self, words: &'static [&'static str]) -> OneKind<'a> {
        let section = self.node.and_then(Node::as_section).filter(|section| section.len() == 1);
        let (word, content) = section.and_then(|_| self.entries().0.pop_front()).unzip();
        OneKind { word: word.unwrap_or_else(|| self.word(words)), content }
    }

    #[inline(never)]
    fn text(self) -> &'a str {
        self.or_expected(self.plain().and_then(Value::as_str), || "a string".to_owned())
    }

    #[inline(never)]
    fn truth(self) -> bool {
        self.or_expected(self.plain().and_then(Value::as_bool), || "true or false".to_owned())
    }

    fn whole<T: TryFrom<i64> + Default + fmt::Display>(self, [least, most]: [T; 2]) -> T {
        let number = self.plain().and_then(Value::as_integer);
        let number = number.and_then(|number| T::try_from(number).ok());
        self.or_expected(number, || format!("a whole number from {least} to {most}"))
    }

    fn unknown(self, key: &str, fields: &[&str]) {
        let section = self.node.and_then(Node::as_section);
        let Some((section, entry)) = section.and_then(|all| Some((all, all.get(key)?))) else {
            return;
        };
        let message = || {
            let name = shortened(key);
            // Keys here, and those in the sections beside them.
            let own = fields.iter().chain(self.beside);
            let mut known: Vec<_> = own.clone().map(|own| (*own, (*own).to_owned())).collect();
            for part in self.beside {
                let within = section.get(*part).and_then(|entry| entry.node.as_section());
                let keys = within.into_iter().flatten().map(|(inner, _)| &**inner);
                known.extend(keys.map(|inner| (inner, format!("{part}.{inner}"))));
            }
            let like = likest(&name, known.iter().map(|(own, _)| *own)).first().copied();
            let meant = known.iter().find(|(own, _)| Some(*own) == like);
            let expected = match meant {
                Some((_, right)) => format!("did you mean {}?", visible(right)),
                None => format!("expected {}", one_of(own)),
            };
            format!("unknown key `{}`, {expected}", visible(&name))
        };
        self.notes.mistakes.borrow_mut().note(entry.key, message);
    }
}

/// Keys yet to be read, with readers of their values.
struct Entries<'a>(VecDeque<(&'a str, Reader<'a>)>);

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        let key = self.0.front().map(|(key, _)| key.into_deserializer());
        key.map(|key: StrDeserializer<'_, Error>| seed.deserialize(key)).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let (_, reader) = self.0.pop_front().expect("a value follows its key");
        reader.seeded(seed)
    }
}

/// Items yet to be read.
struct Items<'a>(VecDeque<Reader<'a>>);

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        self.0.pop_front().map(|reader| reader.seeded(seed)).transpose()
    }
}

/// Variant of an enum, with a reader of its contents.
struct OneKind<'a> {
    word: &'a str,
    content: Option<Reader<'a>>,
}

impl<'de, 'a> EnumAccess<'de> for OneKind<'a> {
    type Error = Error;
    type Variant = Content<'a>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Content<'a>), Error> {
        let word: StrDeserializer<'_, Error> = self.word.into_deserializer();
        Ok((seed.deserialize(word)?, Content(self.content)))
    }
}

/// Contents of an enum variant.
struct Content<'a>(Option<Reader<'a>>);

impl<'a> Content<'a> {
    /// Returns the reader of the contents; unit variants have none.
    fn reader(self, expected: &str) -> Result<Reader<'a>, Error> {
        self.0.ok_or_else(|| Error::invalid_type(Unexpected::UnitVariant, &expected))
    }
}

impl<'de> VariantAccess<'de> for Content<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        self.0.map_or(Ok(()), |reader| reader.seeded(PhantomData))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        self.reader("newtype variant")?.seeded(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        let reader = self.reader("tuple variant")?;
        reader.deserialize_tuple(length, visitor).map_err(|error| reader.placed(error))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let reader = self.reader("struct variant")?;
        reader.deserialize_map(visitor).map_err(|error| reader.placed(error))
    }
}

/// Formats a list of words for a message.
fn one_of<'a>(words: impl Iterator<Item = &'a &'a str>) -> String {
    let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    match words.len() {
        0 => "none".to_owned(),
        1 => words.concat(),
        _ => format!("one of {}", words.join(", ")),
    }
}

/// Defines methods that read integers, each of one type.
macro_rules! whole_numbers {
    ($($method:ident, $visit:ident, $type:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(self.whole([<$type>::MIN, <$type>::MAX]))
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Some(node) = self.node else { return visitor.visit_unit() };
        match &node.kind {
            Kind::List(_) => self.deserialize_seq(visitor),
            Kind::Section(_) => self.deserialize_map(visitor),
            Kind::Plain(Value::Integer(_)) => self.deserialize_i64(visitor),
            Kind::Plain(Value::Float(_)) => self.deserialize_f64(visitor),
            Kind::Plain(Value::Boolean(_)) => self.deserialize_bool(visitor),
            Kind::Plain(Value::Datetime(date)) => visitor.visit_string(date.to_string()),
            Kind::Plain(_) => self.deserialize_str(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(self.truth())
    }

    whole_numbers! {
        deserialize_i8, visit_i8, i8;
        deserialize_i16, visit_i16, i16;
        deserialize_i32, visit_i32, i32;
        deserialize_i64, visit_i64, i64;
        deserialize_i128, visit_i128, i128;
        deserialize_u8, visit_u8, u8;
        deserialize_u16, visit_u16, u16;
        deserialize_u32, visit_u32, u32;
        deserialize_u64, visit_u64, u64;
        deserialize_u128, visit_u128, u128;
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_f64(visitor)
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "a whole number stands for the nearest floating-point number"
    )]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let number = self
            .plain()
            .and_then(|value| value.as_float().or(value.as_integer().map(|number| number as f64)));
        visitor.visit_f64(self.or_expected(number, || "a number".to_owned()))
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let mut letters = self.plain().and_then(Value::as_str).unwrap_or("").chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        visitor.visit_char(self.or_expected(letter, || "one letter".to_owned()))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.text())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.node.is_some() { visitor.visit_some(self) } else { visitor.visit_none() }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(self.items())
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_seq(self.items_of(length))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(self.entries())
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_map(self.fields(name, fields)).map_err(|mut error| {
            // An error without a location is about a key of this section, not of a nested one.
            if let (Some(missing), None) = (&mut error.missing, error.place) {
                missing.of = missing.of.or(Some((name, fields)));
            }
            error
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.kind(variants))
    }

    serde::forward_to_deserialize_any! {
        bytes byte_buf unit unit_struct ignored_any
    }
}

#[cfg(test)]
mod tests;
