//! Variant files with unknown values: `key = "unknown"`.

use std::ops::Range;

use toml_edit::{Document, Item, Key};

/// Value that marks a key as unknown.
pub const UNKNOWN: &str = "unknown";

/// Text of a file without its unknown values, and their keys.
#[derive(Debug, Clone, Default)]
pub struct Gaps {
    /// Text in which spaces replace the unknown keys, so that places in it stay the same.
    pub text: String,
    /// Keys such as `ruleset` and `rules.capture`; `rules` if the whole section is unknown.
    pub keys: Vec<String>,
}

/// Takes the unknown values out of a file; `None` if the text is not TOML.
pub fn without_unknown(text: &str) -> Option<Gaps> {
    let document = Document::parse(text).ok()?;
    let mut gaps = Gaps { text: text.to_owned(), keys: Vec::new() };
    for (key, item) in document.as_table() {
        match item.as_table_like() {
            Some(section) => {
                for (inner, item) in section.iter() {
                    gaps.take(format!("{key}.{inner}"), section.key(inner), item);
                }
            }
            // A region that is no place is no evidence, and needs no change.
            None if key != "region" => {
                gaps.take(key.to_owned(), document.as_table().key(key), item);
            }
            None => {}
        }
    }
    Some(gaps)
}

impl Gaps {
    fn take(&mut self, name: String, key: Option<&Key>, item: &Item) {
        if item.as_str() != Some(UNKNOWN) {
            return;
        }
        let (Some(key), Some(value)) = (key.and_then(Key::span), item.span()) else {
            return;
        };
        // The year is required, and 0 is no evidence.
        let (place, with): (Range<usize>, &str) = match &*name {
            "year" => (value, "0"),
            _ => (key.start..value.end, ""),
        };
        let filled = format!("{with:<width$}", width = place.len());
        self.text.replace_range(place, &filled);
        self.keys.push(name);
    }
}
