//! JSON Schema of variant files, made from the types that read them.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::files::spec::{Example, Header};
use crate::ruleset::BoardSpec;

/// A generator that writes every type out where it is used, so that editors show descriptions in place.
fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft07().for_deserialize();
    settings
        .with(|settings| settings.inline_subschemas = true)
        .into_generator()
}

/// The schema of the files of a ruleset, given those of its `[setup]` and `[rules]`.
pub(crate) fn of_files(
    ruleset: &str,
    sections: impl FnOnce(&mut SchemaGenerator) -> [Schema; 2],
) -> Value {
    let mut generator = generator();
    let header = generator.subschema_for::<Header>().to_value();
    let board = generator.subschema_for::<BoardSpec>();
    let examples = generator.subschema_for::<Vec<Example>>();
    let [setup, rules] = sections(&mut generator);
    let mut properties = header.get("properties").cloned().unwrap_or_default();
    // A file that inherits may leave out any key of these sections, another must have them all.
    let mut complete = Map::new();
    let sections = [
        ("board", board, "The shape of the board."),
        ("setup", setup, "How a game begins."),
        (
            "rules",
            rules,
            "What two players agree on before they sit down.",
        ),
    ];
    for (name, schema, about) in sections {
        let mut schema = schema.to_value();
        let required = schema
            .as_object_mut()
            .and_then(|schema| schema.remove("required"));
        complete.insert(name.to_owned(), json!({ "required": required }));
        schema["description"] = about.into();
        properties[name] = schema;
    }
    properties["example"] = examples.to_value();
    properties["example"]["description"] =
        "Positions with moves and what must come of them: played by `check`.".into();
    properties["ruleset"]["enum"] = json!([ruleset]);
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": format!("mankala variant file, ruleset {ruleset}"),
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
        "required": header.get("required"),
        "if": { "not": { "required": ["inherits"] } },
        "then": { "required": ["ruleset", "board", "setup", "rules"], "properties": complete },
    })
}

/// What a key of a schema from [`Catalogue::schema`](crate::Catalogue::schema) means.
#[must_use]
pub fn description(schema: &Value, section: &str, key: &str) -> String {
    let text = &schema["properties"][section]["properties"][key]["description"];
    text.as_str().unwrap_or("").to_owned()
}

/// The values that a key of a schema from [`Catalogue::schema`](crate::Catalogue::schema) may have, if they are a list of words.
#[must_use]
pub fn alternatives(schema: &Value, section: &str, key: &str) -> Vec<String> {
    let key = &schema["properties"][section]["properties"][key];
    let options = key["oneOf"].as_array().into_iter().flatten();
    let words = options.filter_map(|option| option["const"].as_str());
    let plain = key["enum"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    words.chain(plain).map(|word| format!("{word:?}")).collect()
}
