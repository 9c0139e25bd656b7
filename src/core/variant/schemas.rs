//! JSON Schemas of the values that the macro `options` declares.

use schemars::{Schema, json_schema};
use serde_json::{Value, json};

/// Returns the schema of an enum with this documentation, from the names of its values in Rust and their documentation.
pub(crate) fn options(about: &str, values: &[(&str, &str)]) -> Schema {
    let value = |&(name, about): &(&str, &str)| {
        json!({
            "type": "string",
            "const": kebab(name),
            "description": text(about),
        })
    };
    let values: Vec<Value> = values.iter().map(value).collect();
    json_schema!({ "oneOf": values, "description": text(about) })
}

/// Returns a name in kebab case, as serde writes it.
fn kebab(name: &str) -> String {
    let mut written = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !written.is_empty() {
            written.push('-');
        }
        written.push(letter.to_ascii_lowercase());
    }
    written
}

/// Returns the text of doc comments, each of which begins with a space and ends with a line break.
fn text(lines: &str) -> String {
    let lines = lines.lines().map(|line| line.strip_prefix(' ').unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_texts_are_those_of_serde_and_rustdoc() {
        assert_eq!(kebab("OppositeFilled"), "opposite-filled");
        assert_eq!(text(" One line\n that goes on.\n"), "One line\nthat goes on.");
    }
}
