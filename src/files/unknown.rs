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
    /// First and last year of the century, or the year before Christ. A wrong century stays in the text.
    pub years: Option<[i32; 2]>,
}

/// Takes the unknown values out of a file; a text that is not TOML stays as it is.
pub fn without_unknown(text: &str) -> Gaps {
    let mut gaps = Gaps { text: text.to_owned(), ..Gaps::default() };
    let Ok(document) = Document::parse(text) else { return gaps };
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
    let number = |key| document.get(key).and_then(Item::as_integer);
    let key = if number("year").is_some() { "year" } else { "century" };
    gaps.years = number(key).and_then(|number| match key {
        "century" => years_of(number),
        // Files of games have no years before Christ.
        _ => i32::try_from(number).ok().filter(|year| *year < 0).map(|year| [year; 2]),
    });
    let place = (document.key(key).and_then(Key::span), document.get(key).and_then(Item::span));
    if let (Some(_), (Some(key), Some(value))) = (gaps.years, place) {
        gaps.blank(key.start..value.end, "year = 0");
    }
    gaps
}

/// Returns the first and the last year of a century: of the 19th from 1801 to 1900, of the -5th from -500 to -401.
fn years_of(century: i64) -> Option<[i32; 2]> {
    let century =
        i32::try_from(century).ok().filter(|century| (1..=100).contains(&century.abs()))?;
    let first = 100 * (century - i32::from(century > 0));
    Some(if century > 0 { [first + 1, first + 100] } else { [first, first + 99] })
}

impl Gaps {
    /// Overwrites a part of the text, so that places in it stay the same.
    fn blank(&mut self, place: Range<usize>, with: &str) {
        let filled = format!("{with:<width$}", width = place.len());
        self.text.replace_range(place, &filled);
    }

    fn take(&mut self, name: String, key: Option<&Key>, item: &Item) {
        if item.as_str() != Some(UNKNOWN) {
            return;
        }
        let (Some(key), Some(value)) = (key.and_then(Key::span), item.span()) else { return };
        // The year is required, and 0 is no evidence.
        let (place, with) = if name == "year" { (value, "0") } else { (key.start..value.end, "") };
        self.blank(place, with);
        self.keys.push(name);
    }
}
