//! Whether a value is what a JSON Schema says, as far as the schema of requests and responses goes.

use serde_json::Value;

/// Fails unless a value is what this definition says.
pub(super) fn to(schema: &Value, definition: &str, value: &Value) {
    let expected = &schema["definitions"][definition];
    let wrong = wrong(schema, expected, value);
    assert!(wrong.is_none(), "{definition}: {}\n{value:#}", wrong.unwrap_or_default());
}

/// Checks the answer to a request of this name against the schema.
pub(super) fn to_answer(schema: &Value, request: &str, value: &Value) {
    let expected = &schema["definitions"]["answers"][request];
    assert!(expected.is_object(), "{request} has no answer");
    let wrong = wrong(schema, expected, value);
    assert!(wrong.is_none(), "{request}: {}\n{value:#}", wrong.unwrap_or_default());
}

/// Returns the first difference from the schema.
fn wrong(schema: &Value, expected: &Value, value: &Value) -> Option<String> {
    if let Some(allowed) = expected.as_bool() {
        return (!allowed).then(|| format!("{value} is not allowed"));
    }
    let all = |key: &str| expected[key].as_array().map_or(&[][..], Vec::as_slice);
    let fitting = |key: &str| {
        let fits = |option: &&Value| wrong(schema, option, value).is_none();
        all(key).iter().filter(fits).count()
    };
    if let Some(message) = all("allOf").iter().find_map(|part| wrong(schema, part, value)) {
        return Some(message);
    }
    if !all("anyOf").is_empty() && fitting("anyOf") == 0 {
        let why = all("anyOf").iter().filter_map(|option| wrong(schema, option, value));
        return Some(format!("none of several: {}", why.collect::<Vec<_>>().join("; ")));
    }
    if !all("oneOf").is_empty() && fitting("oneOf") != 1 {
        return Some(format!("{} of those of which one should fit", fitting("oneOf")));
    }
    if let Some(constant) = expected.get("const")
        && constant != value
    {
        return Some(format!("{value} is not {constant}"));
    }
    if !all("enum").is_empty() && !all("enum").contains(value) {
        return Some(format!("{value} is none of {}", expected["enum"]));
    }
    let types = match &expected["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !types.is_empty() && !types.iter().any(|kind| is(kind, value)) {
        return Some(format!("{value} is no {}", types.join(" or ")));
    }
    members(schema, expected, value).or_else(|| items(schema, expected, value))
}

fn is(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the type {other}"),
    }
}

fn members(schema: &Value, expected: &Value, value: &Value) -> Option<String> {
    let object = value.as_object()?;
    let required = expected["required"].as_array().into_iter().flatten();
    for key in required.filter_map(Value::as_str) {
        if !object.contains_key(key) {
            return Some(format!("{key} is missing"));
        }
    }
    for (key, value) in object {
        let known = expected["properties"].get(key);
        let expected = known.or(expected.get("additionalProperties"));
        if let Some(message) = expected.and_then(|expected| wrong(schema, expected, value)) {
            return Some(format!("{key}: {message}"));
        }
    }
    None
}

fn items(schema: &Value, expected: &Value, value: &Value) -> Option<String> {
    for (index, item) in value.as_array()?.iter().enumerate() {
        let expected = match &expected["items"] {
            Value::Array(each) => each.get(index),
            each => Some(each),
        };
        let expected = expected.filter(|expected| !expected.is_null());
        if let Some(message) = expected.and_then(|expected| wrong(schema, expected, item)) {
            return Some(format!("[{index}]: {message}"));
        }
    }
    None
}
