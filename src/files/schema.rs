//! JSON Schema of variant files, generated from the types that parse them.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::files::document::{INHERITED, SWAP};
use crate::files::spec::{Example, Header};
use mankala_core::variant::ruleset::{BoardSpec, Rounds, Ruleset};

/// Creates a generator that inlines every type, so that editors show descriptions in place.
fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft07().for_deserialize();
    settings.with(|settings| settings.inline_subschemas = true).into_generator()
}

/// Returns the schemas of `[setup]` and `[rules]` in the files of a ruleset.
pub(crate) fn own<R: Ruleset>() -> [Value; 2] {
    let mut generator = generator();
    let setup = generator.subschema_for::<R::Setup>().to_value();
    [setup, generator.subschema_for::<R::Rules>().to_value()]
}

/// Returns the schema of the files of the ruleset with this name.
pub(crate) fn of_files(ruleset: &str, [setup, rules]: [Value; 2]) -> Value {
    let mut generator = generator();
    let header = generator.subschema_for::<Header>().to_value();
    let mut properties = header.get("properties").cloned().unwrap_or_default();
    // A file that inherits may omit the inherited keys; other files must have all of them.
    let mut complete = Map::new();
    let (mut always, mut alone) = (Vec::new(), vec!["ruleset".to_owned()]);
    for key in required(&header) {
        if INHERITED.contains(&&*key) { &mut alone } else { &mut always }.push(key);
    }
    let sections = [
        ("board", generator.subschema_for::<BoardSpec>().to_value(), "The shape of the board."),
        ("setup", setup, "How a game begins."),
        ("rules", rules, "Options of the rules."),
        (
            "rounds",
            generator.subschema_for::<Rounds>().to_value(),
            "How rounds follow each other, if there are several.",
        ),
    ];
    for (name, mut schema, about) in sections {
        let required = required(&schema);
        // A section without required keys is optional itself.
        if !required.is_empty() {
            complete.insert(name.to_owned(), json!({ "required": required }));
            alone.push(name.to_owned());
        }
        if let Some(schema) = schema.as_object_mut() {
            schema.remove("required");
        }
        schema["description"] = about.into();
        if name == "rules" {
            schema["properties"][SWAP] = json!({
                "description": "Allows the second player to take over the other side instead of making a first turn (S1).",
                "type": "boolean",
                "default": false,
            });
        }
        properties[name] = schema;
    }
    properties["example"] = generator.subschema_for::<Vec<Example>>().to_value();
    properties["example"]["description"] =
        "Positions with moves and their expected outcome, checked by `check`.".into();
    properties["ruleset"]["enum"] = json!([ruleset]);
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": format!("mankala variant file, ruleset {ruleset}"),
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
        "required": always,
        "if": { "not": { "required": ["inherits"] } },
        "then": { "required": alone, "properties": complete },
    })
}

fn required(schema: &Value) -> Vec<String> {
    let keys = schema["required"].as_array().into_iter().flatten();
    keys.filter_map(|key| key.as_str().map(str::to_owned)).collect()
}

/// Returns the schema of a key, `section.key`.
fn of_key<'s>(schema: &'s Value, key: &str) -> &'s Value {
    let (section, name) = key.split_once('.').unwrap_or(("", key));
    &schema["properties"][section]["properties"][name]
}

/// Returns the description of a key, `section.key`, in a schema from
/// [`Catalogue::schema`](crate::Catalogue::schema).
pub fn description(schema: &Value, key: &str) -> String {
    of_key(schema, key)["description"].as_str().unwrap_or("").to_owned()
}

/// Returns the words allowed for a key in a schema from [`Catalogue::schema`](crate::Catalogue::schema), if it has
/// a list of them.
pub fn alternatives(schema: &Value, key: &str) -> Vec<String> {
    let key = of_key(schema, key);
    let words = options(key).filter_map(|option| option["const"].as_str());
    let plain = key["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
    words.chain(plain).map(|word| format!("{word:?}")).collect()
}

/// Returns all values allowed for a key: its words, or `true` and `false`. Empty if they are numbers or lists.
pub fn all_values(schema: &Value, key: &str) -> Vec<String> {
    if of_key(schema, key)["type"] == "boolean" {
        return [true, false].map(|value| value.to_string()).to_vec();
    }
    alternatives(schema, key)
}

/// Returns the description of one of the words allowed for a key; `None` if the schema has none.
pub fn meaning(schema: &Value, key: &str, value: &str) -> Option<String> {
    let word = value.trim_matches('"');
    let chosen = options(of_key(schema, key)).find(|option| option["const"] == word)?;
    chosen["description"].as_str().map(str::to_owned)
}

/// Iterates over the words allowed for a key, also of one that may be omitted.
fn options(key: &Value) -> impl Iterator<Item = &Value> {
    fn list(value: &Value) -> impl Iterator<Item = &Value> {
        value.as_array().into_iter().flatten()
    }
    list(&key["oneOf"]).chain(list(&key["anyOf"]).flat_map(|kind| list(&kind["oneOf"])))
}
