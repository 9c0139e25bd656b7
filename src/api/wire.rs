//! What every request and response has: ids, large numbers, errors.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

use super::limits::{LONGEST_ID, LONGEST_MESSAGE};
use super::requests::{Answer, Progress};
use crate::text::diagnostic::{Diagnostic, Diagnostics};
use crate::text::notation::ByRule;
use crate::text::visible::visible_json;

/// What a request is known by.
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

/// A whole number that may be too large for some readers of JSON: above 2^53 it is written as a text of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Big(pub u64);

/// The largest whole number up to which every reader of JSON tells all from one another.
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
                let number = text.parse().ok().filter(|_| digits);
                number.map(Big).ok_or_else(|| {
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

/// What kind of error it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// What came is no request: not JSON, or not an object with a known `request`.
    Malformed,
    /// A field can't be what it is.
    Invalid,
    /// It is larger, or asks for more, than is allowed.
    TooLarge,
    /// There is no room for it now; later there may be.
    Busy,
    /// It was stopped before there was anything to answer.
    Stopped,
}

/// Why a request has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refusal {
    /// What kind of error it is.
    pub kind: Kind,
    /// The field that is wrong, like `game.moves[2]`; null where it is the request as a whole.
    pub field: Option<String>,
    /// What was found and what was expected.
    pub message: String,
    /// What is wrong with a variant, each at its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<Mistake>,
    /// Why a move is refused, where a rule does it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Box<ByRule>>,
}

impl Refusal {
    /// A refusal of the request as a whole.
    #[must_use]
    pub fn new(kind: Kind, message: impl fmt::Display) -> Self {
        let message = message.to_string();
        let message = match message.char_indices().nth(LONGEST_MESSAGE) {
            Some((end, _)) => format!("{}…", &message[..end]),
            None => message,
        };
        Self {
            kind,
            field: None,
            message,
            mistakes: Vec::new(),
            refused: None,
        }
    }

    /// A field that can't be what it is.
    #[must_use]
    pub fn invalid(field: impl Into<String>, message: impl fmt::Display) -> Self {
        Self::new(Kind::Invalid, message).of(field)
    }

    /// Something in a field of which there is more than is allowed.
    pub(crate) fn too_large(
        field: impl Into<String>,
        most: usize,
        what: &str,
        found: usize,
    ) -> Self {
        let message = format!("expected at most {most} {what}, found {found}");
        Self::new(Kind::TooLarge, message).of(field)
    }

    /// A variant that can't be read.
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
            mistakes: wrong.told.iter().map(Mistake::from).collect(),
            ..Self::invalid(field, message)
        }
    }

    fn of(self, field: impl Into<String>) -> Self {
        Self {
            field: Some(field.into()),
            ..self
        }
    }
}

/// A mistake in a variant and its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mistake {
    /// The text in which it is: that of the request, a variant from which that inherits, a change.
    pub origin: String,
    /// Its line, from 1; null if it has no place.
    pub line: Option<usize>,
    /// Its column, from 1, in characters.
    pub column: Option<usize>,
    /// How many characters of the line are wrong.
    pub length: Option<usize>,
    /// What was found and what was expected.
    pub message: String,
    /// What was expected alone, where the message says it.
    pub expected: Option<String>,
    /// The name of the example that is wrong, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

impl Mistake {
    /// A mistake somewhere in a line.
    pub(crate) fn in_line(origin: &str, line: usize, message: String) -> Self {
        Self {
            line: Some(line),
            ..Self::from(&Diagnostic::new(origin, message))
        }
    }
}

impl From<&Diagnostic> for Mistake {
    fn from(wrong: &Diagnostic) -> Self {
        let marked = wrong.line.as_ref();
        let marked = marked.and_then(|(line, span)| line.get(span.clone()));
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

/// What comes back for a request.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outgoing {
    /// The last word: an answer.
    Answer(Answer),
    /// The last word: why there is none.
    Error(Refusal),
    /// How far it has come; more will follow.
    Progress(Progress),
}

/// A line for whoever asked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Response {
    /// The id of the request; null if it has none that can be read.
    pub id: Option<Id>,
    /// What is said.
    #[serde(flatten)]
    pub says: Outgoing,
}

impl Response {
    /// That there is no answer, and why.
    #[must_use]
    pub fn refusal(id: Option<Id>, refusal: Refusal) -> Self {
        let says = Outgoing::Error(refusal);
        Self { id, says }
    }

    /// The response as a line of JSON without a line feed, and without a character on which a terminal acts.
    #[must_use]
    pub fn line(&self) -> String {
        let line = serde_json::to_string(self);
        visible_json(&line.unwrap_or_default()).into_owned()
    }
}

/// Reads one field of a request that has been taken apart.
pub(crate) fn field<T: for<'a> Deserialize<'a>>(
    fields: &mut serde_json::Map<String, serde_json::Value>,
    name: &str,
) -> Result<Option<T>, Refusal> {
    let value = fields.shift_remove(name);
    let read = value.filter(|value| !value.is_null()).map(T::deserialize);
    read.transpose()
        .map_err(|error: serde_json::Error| Refusal::invalid(name, error))
}

/// Reads the fields of a type, and says which is wrong.
pub(crate) fn fields<T: for<'a> Deserialize<'a>>(
    fields: serde_json::Map<String, serde_json::Value>,
) -> Result<T, Refusal> {
    let value = serde_json::Value::Object(fields);
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let path = if path == "." { "" } else { &path };
        let message = error.inner().to_string();
        // That a key is missing or unknown is found in the object that should have it, or should not.
        let key = ["missing field `", "unknown field `"]
            .iter()
            .find_map(|begin| {
                let (key, _) = message.strip_prefix(begin)?.split_once('`')?;
                Some(key)
            });
        let last = path.rsplit('.').next().unwrap_or_default();
        let place = match key {
            Some(key) if path.is_empty() => key.to_owned(),
            Some(key) if last != key => format!("{path}.{key}"),
            _ => path.to_owned(),
        };
        Refusal::invalid(place, message)
    })
}
