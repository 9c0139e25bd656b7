//! The list of requests, and their JSON Schema.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::progress::{Progress, Work};
use super::wire::{Id, Kind, PROTOCOL, RequestError, field, fields};
use super::{
    check, choose, diff, hello, measure, openings, play, position, puzzle, record, review, schema,
    transcript, variant, variants, which,
};
use crate::files::catalogue::Catalogue;
use crate::review::{Engine, OpeningTask, puzzle_memory};

/// Declares the requests: for each the description, the name here, and the module with its types and its work.
macro_rules! requests {
    ($($(#[doc = $about:literal])* $request:ident => $module:ident,)*) => {
        /// A request.
        #[derive(Debug)]
        pub enum Request {
            $($(#[doc = $about])* $request(Box<$module::Request>),)*
        }

        /// An answer.
        #[derive(Debug, Clone, Serialize, JsonSchema)]
        #[serde(untagged)]
        pub enum Answer {
            $($(#[doc = $about])* $request(Box<$module::Answer>),)*
        }

        const REQUESTS: &[(&str, &str)] =
            &[$((stringify!($module), concat!($($about),*).trim_ascii_start()),)*];

        impl Request {
            pub(crate) fn read(mut from: Map<String, Value>) -> Result<Self, RequestError> {
                let name: Option<String> = field(&mut from, "request")?;
                match name.as_deref() {
                    $(Some(stringify!($module)) => fields(from).map(|read| Self::$request(Box::new(read))),)*
                    name => Err(unknown(name)),
                }
            }

            pub(crate) fn answer(
                &self,
                catalogue: &Catalogue,
                stop: &(dyn Fn() -> bool + Sync),
                tell: &dyn Fn(Progress),
            ) -> Result<Answer, RequestError> {
                let work = Work { catalogue, requests: REQUESTS, stop, tell };
                match self {
                    $(Self::$request(request) => request.answer(&work).map(|answer| Answer::$request(Box::new(answer))),)*
                }
            }
        }

        fn schemas(asked: &mut SchemaGenerator, said: &mut SchemaGenerator) -> Vec<[Value; 2]> {
            vec![$([
                asked.subschema_for::<$module::Request>().to_value(),
                said.subschema_for::<$module::Answer>().to_value(),
            ],)*]
        }
    };
}

requests! {
    /// The program and its requests; answered at once, even by an engine that is searching.
    Hello => hello,
    /// All variants.
    Variants => variants,
    /// One variant: its board, its rules, its rule book, its examples and its text.
    Variant => variant,
    /// The JSON Schema of the variant files of a ruleset.
    Schema => schema,
    /// A position with its legal moves and the position after each.
    Position => position,
    /// A move with all its events.
    Play => play,
    /// A transcript, played ply by ply.
    Transcript => transcript,
    /// A game as a transcript.
    Record => record,
    /// The move that a player would make, and its valuation of the others.
    Choose => choose,
    /// Winning chances, grades of moves and accuracy of a game.
    Review => review,
    /// A position with one right move, proved by the solver, and its solution.
    Puzzle => puzzle,
    /// A tree of first moves with their winning chances or proved results.
    Openings => openings,
    /// The errors in the text of a variant.
    Check => check,
    /// The measures of games of a variant.
    Measure => measure,
    /// The differences between two variants.
    Diff => diff,
    /// The next question about an unknown game, and the likeliest games.
    Which => which,
}

impl Request {
    /// Returns `true` if the request searches or plays, which may take long.
    pub const fn is_long(&self) -> bool {
        matches!(
            self,
            Self::Choose(_)
                | Self::Review(_)
                | Self::Puzzle(_)
                | Self::Openings(_)
                | Self::Measure(_)
        )
    }

    /// Returns the bytes of memory that searching or playing may take.
    pub(crate) fn memory(&self) -> u64 {
        match self {
            Self::Choose(request) => request.memory(),
            Self::Review(_) => Engine::memory() as u64,
            Self::Puzzle(_) => puzzle_memory() as u64,
            Self::Openings(request) => OpeningTask::memory(request.effort) as u64,
            Self::Measure(request) => request.memory(),
            _ => 0,
        }
    }
}

fn unknown(name: Option<&str>) -> RequestError {
    let names: Vec<&str> = REQUESTS.iter().map(|(name, _)| *name).collect();
    let found = name.map_or_else(String::new, |name| {
        let shown: String = name.chars().take(40).collect();
        format!(", found {shown:?}")
    });
    let message = format!("expected one of {}{found}", names.join(", "));
    RequestError { kind: Kind::Malformed, ..RequestError::invalid("request", message) }
}

/// Returns the JSON Schema of requests and responses.
pub fn json_schema() -> Value {
    let inline = |settings: SchemaSettings| settings.with(|it| it.inline_subschemas = true);
    let mut asked = inline(SchemaSettings::draft07().for_deserialize()).into_generator();
    let mut said = inline(SchemaSettings::draft07().for_serialize()).into_generator();
    let id = said.subschema_for::<Option<Id>>().to_value();
    let error = said.subschema_for::<RequestError>().to_value();
    let progress = said.subschema_for::<Progress>().to_value();
    let (mut requests, mut answers) = (Vec::new(), Map::new());
    let schemas = schemas(&mut asked, &mut said);
    for ((name, about), [mut request, answer]) in REQUESTS.iter().zip(schemas) {
        let own = request["properties"].take();
        let mut properties = json!({
            "id": id,
            "every": { "type": "integer", "minimum": 0, "description": "Milliseconds between two progress responses." },
            "request": { "const": name },
        });
        if let (Some(properties), Value::Object(own)) = (properties.as_object_mut(), own) {
            properties.extend(own);
        }
        let mut required = vec![json!("request")];
        required.extend(request["required"].as_array().into_iter().flatten().cloned());
        requests.push(json!({
            "title": name,
            "description": about,
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        }));
        answers.insert((*name).to_owned(), answer);
    }
    let says = |what: &str, schema: Value| {
        json!({
            "type": "object",
            "properties": { "id": id, what: schema },
            "required": ["id", what],
        })
    };
    let answer = json!({ "anyOf": answers.values().cloned().collect::<Vec<_>>() });
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": format!("mankala requests and responses, protocol {PROTOCOL}"),
        "definitions": {
            "request": { "oneOf": requests },
            "response": { "oneOf": [says("answer", answer), says("error", error), says("progress", progress)] },
            "answers": answers,
        },
        "anyOf": [{ "$ref": "#/definitions/request" }, { "$ref": "#/definitions/response" }],
    })
}
