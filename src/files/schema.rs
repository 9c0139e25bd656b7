//! JSON Schema of variant files, made from the types that read them.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::files::document::{INHERITED, SWAP};
use crate::files::spec::{Example, Header};
use crate::variant::ruleset::{BoardSpec, Rounds, Ruleset};

/// A generator that writes every type out where it is used, so that editors show descriptions in place.
fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft07().for_deserialize();
    settings
        .with(|settings| settings.inline_subschemas = true)
        .into_generator()
}

/// The schemas of `[setup]` and `[rules]` in the files of a ruleset.
pub(crate) struct Own {
    pub setup: Value,
    pub rules: Value,
}

impl Own {
    pub(crate) fn of<R: Ruleset>() -> Self {
        let mut generator = generator();
        Self {
            setup: generator.subschema_for::<R::Setup>().to_value(),
            rules: generator.subschema_for::<R::Rules>().to_value(),
        }
    }
}

/// The schema of the files of a ruleset, which give it by this name.
pub(crate) fn of_files(ruleset: &str, Own { setup, rules }: Own) -> Value {
    let mut generator = generator();
    let header = generator.subschema_for::<Header>().to_value();
    let mut properties = header.get("properties").cloned().unwrap_or_default();
    // A file that inherits may leave out what it takes from its parent, another must have it all.
    let mut complete = Map::new();
    let (mut always, mut alone) = (Vec::new(), vec!["ruleset".to_owned()]);
    for key in required(&header) {
        let inherited = INHERITED.contains(&&*key);
        if inherited { &mut alone } else { &mut always }.push(key);
    }
    let sections = [
        (
            "board",
            generator.subschema_for::<BoardSpec>().to_value(),
            "The shape of the board.",
        ),
        ("setup", setup, "How a game begins."),
        (
            "rules",
            rules,
            "What two players agree on before they sit down.",
        ),
        (
            "rounds",
            generator.subschema_for::<Rounds>().to_value(),
            "How rounds follow each other, if there are several.",
        ),
    ];
    for (name, mut schema, about) in sections {
        let required = required(&schema);
        // A section without a key that has to be there need not be there either.
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
                "description": "Whether the player who did not begin may take over the other side instead of a first turn (S1).",
                "type": "boolean",
                "default": false,
            });
        }
        properties[name] = schema;
    }
    properties["example"] = generator.subschema_for::<Vec<Example>>().to_value();
    properties["example"]["description"] =
        "Positions with moves and what must come of them: played by `check`.".into();
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

/// The keys that a schema says must be there.
fn required(schema: &Value) -> Vec<String> {
    let keys = schema["required"].as_array().into_iter().flatten();
    keys.filter_map(|key| key.as_str().map(str::to_owned))
        .collect()
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

/// What one of the words that a key may be means; `None` if the schema does not say.
#[must_use]
pub fn meaning(schema: &Value, section: &str, key: &str, value: &str) -> Option<String> {
    let options = schema["properties"][section]["properties"][key]["oneOf"].as_array()?;
    let word = value.trim_matches('"');
    let chosen = options.iter().find(|option| option["const"] == word)?;
    chosen["description"].as_str().map(str::to_owned)
}
