//! Types that all requests and responses share: ids, large numbers, errors.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

use super::limits::{LONGEST_ID, LONGEST_MESSAGE};
use mankala_core::text::diagnostic::{Diagnostic, Diagnostics};
use mankala_core::text::notation::ByRule;

/// Version of requests and responses. It changes when an existing field changes its meaning or is removed.
pub const PROTOCOL: u32 = 1;

/// Id of a request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Id {
    /// A whole number.
    Number(i64),
    /// A text of at most 200 bytes.
    Text(String),
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;

        impl Visitor<'_> for Read {
            type Value = Id;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number, or a text of at most {LONGEST_ID} bytes")
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Id, E> {
                Ok(Id::Number(number))
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Id, E> {
                let fits = i64::try_from(number);
                fits.map(Id::Number)
                    .map_err(|_| E::custom("expected a number below 2^63, or a text"))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Id, E> {
                if text.len() > LONGEST_ID {
                    return Err(E::invalid_length(text.len(), &self));
                }
                Ok(Id::Text(text.to_owned()))
            }
        }

        deserializer.deserialize_any(Read)
    }
}

/// A whole number, written as a text of digits above 2^53, as some JSON readers lose digits there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Big(pub u64);

/// Largest number up to which every JSON reader is exact.
const SAFE: u64 = 1 << 53;

impl Serialize for Big {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 <= SAFE {
            serializer.serialize_u64(self.0)
        } else {
            serializer.collect_str(&self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Big {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;

        impl Visitor<'_> for Read {
            type Value = Big;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(
                    f,
                    "a whole number from 0 to {SAFE}, or as a text of digits from 0 to {}",
                    u64::MAX
                )
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Big, E> {
                if number > SAFE {
                    return Err(E::custom(format_args!(
                        "some programs lose digits of numbers above {SAFE}: expected {number} as a text"
                    )));
                }
                Ok(Big(number))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Big, E> {
                let digits = text.bytes().all(|byte| byte.is_ascii_digit());
                text.parse().ok().filter(|_| digits).map(Big).ok_or_else(|| {
                    let shown: String = text.chars().take(40).collect();
                    E::invalid_value(serde::de::Unexpected::Str(&shown), &self)
                })
            }
        }

        deserializer.deserialize_any(Read)
    }
}

impl JsonSchema for Big {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Big".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "integer", "minimum": 0, "maximum": SAFE },
                { "type": "string", "pattern": "^[0-9]{1,20}$" },
            ],
        })
    }
}

/// Kind of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The request is not JSON, or no object with a known `request`.
    Malformed,
    /// A field has an invalid value.
    Invalid,
    /// The request is too large, or asks for too much.
    TooLarge,
    /// There is no room for the request now; try again later.
    Busy,
    /// The request was stopped before it had an answer.
    Stopped,
}

/// Error that a request gets instead of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Refusal")]
pub struct RequestError {
    /// Kind of the error.
    pub kind: Kind,
    /// Path of the wrong field, like `game.moves[2]`; null for the request as a whole.
    pub field: Option<String>,
    /// The message: the found value and the expected one.
    pub message: String,
    /// The errors in a variant, each with its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<TextError>,
    /// The rule that refuses a move, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Box<ByRule>>,
}

impl RequestError {
    /// Creates an error about the request as a whole.
    pub fn new(kind: Kind, message: impl fmt::Display) -> Self {
        let message = message.to_string();
        let message = match message.char_indices().nth(LONGEST_MESSAGE) {
            Some((end, _)) => format!("{}…", &message[..end]),
            None => message,
        };
        Self { kind, field: None, message, mistakes: Vec::new(), refused: None }
    }

    /// Creates an error about an invalid field.
    pub fn invalid(field: impl Into<String>, message: impl fmt::Display) -> Self {
        Self::new(Kind::Invalid, message).of(field)
    }

    /// Creates an error about a variant that could not be read.
    pub(crate) fn mistaken(field: &str, wrong: &Diagnostics) -> Self {
        let first = wrong.told.first();
        let message = first.map_or("", |mistake| &mistake.message);
        let place = first.and_then(|mistake| Some((&mistake.origin, mistake.place?)));
        let message = match place {
            Some((origin, (line, column))) => {
                format!("{message} ({origin}, line {line}, column {column})")
            }
            None => message.to_owned(),
        };
        Self {
            mistakes: wrong.told.iter().map(TextError::from).collect(),
            ..Self::invalid(field, message)
        }
    }

    /// Names the field that the error is about.
    pub(crate) fn of(self, field: impl Into<String>) -> Self {
        Self { field: Some(field.into()), ..self }
    }
}

/// An error in a variant, with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Mistake")]
pub struct TextError {
    /// The text with the error: that of the request, a variant that it inherits from, or a change.
    pub origin: String,
    /// Line, from 1; null if the error has no place.
    pub line: Option<usize>,
    /// Column, from 1, in characters.
    pub column: Option<usize>,
    /// Number of wrong characters in the line.
    pub length: Option<usize>,
    /// The message: the found value and the expected one.
    pub message: String,
    /// The expected value alone, if the message has one.
    pub expected: Option<String>,
    /// Name of the wrong example, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

impl From<&Diagnostic> for TextError {
    fn from(wrong: &Diagnostic) -> Self {
        let marked = wrong.line.as_ref().and_then(|(line, span)| line.get(span.clone()));
        Self {
            origin: wrong.origin.clone(),
            line: wrong.place.map(|place| place.0),
            column: wrong.place.map(|place| place.1),
            length: marked.map(|marked| marked.chars().count()),
            message: wrong.message.clone(),
            expected: wrong.expected().map(str::to_owned),
            example: wrong.example.as_deref().map(str::to_owned),
        }
    }
}

/// Takes one field out of a request and reads it.
pub(crate) fn field<T: for<'a> Deserialize<'a>>(
    fields: &mut serde_json::Map<String, serde_json::Value>,
    name: &str,
) -> Result<Option<T>, RequestError> {
    let value = fields.shift_remove(name);
    let read = value.filter(|value| !value.is_null()).map(T::deserialize);
    read.transpose().map_err(|error: serde_json::Error| RequestError::invalid(name, error))
}

/// Reads the fields of a type, and names the wrong field in errors.
pub(crate) fn fields<T: for<'a> Deserialize<'a>>(
    fields: serde_json::Map<String, serde_json::Value>,
) -> Result<T, RequestError> {
    serde_path_to_error::deserialize(serde_json::Value::Object(fields)).map_err(|error| {
        let path = error.path().to_string();
        let path = if path == "." { "" } else { &path };
        let message = error.inner().to_string();
        // Serde reports a missing or unknown key at its parent object.
        let key = ["missing field `", "unknown field `"].iter().find_map(|begin| {
            let (key, _) = message.strip_prefix(begin)?.split_once('`')?;
            Some(key)
        });
        let last = path.rsplit('.').next().unwrap_or_default();
        let place = match key {
            Some(key) if path.is_empty() => key.to_owned(),
            Some(key) if last != key => format!("{path}.{key}"),
            _ => path.to_owned(),
        };
        RequestError::invalid(place, message)
    })
}
