//! Mechanisms of games, found from the keys in force by `mechanisms.toml`.
//!
#![doc = include_str!("../../docs/mechanisms.md")]

use std::collections::BTreeSet;
use std::fmt;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::json;
use toml::Table;

use crate::files::catalogue::{Catalogue, Loaded};
use crate::files::condition::full;
use crate::files::schema::alternatives;
use mankala_core::system::number::real;
use mankala_core::text::join;
use mankala_core::text::like::hint;
use mankala_core::text::ordered::Ordered;

/// Largest number of seeds in sets such as "even".
const LAST_NUMBER: u8 = 24;

/// Part of a game to which a mechanism belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(strum::Display, strum::EnumCount, strum::EnumIter)]
#[strum(serialize_all = "lowercase")]
pub enum Block {
    /// Board and opening position.
    Board,
    /// Sowing of seeds.
    Sowing,
    /// Captures and the use of captured seeds.
    Capture,
    /// End of the game and its winner.
    Ending,
    /// Everything else: rounds, further turns, claims.
    Special,
}

/// Feature of rules that games may share, or a part of one.
pub struct Mechanism {
    /// Part of the game to which it belongs.
    pub block: Block,
    /// Name; `claims.number` is a part of `claims`.
    pub name: String,
    /// Index in [`all`] of the mechanism of which it is a part.
    pub parent: Option<usize>,
    /// Meaning.
    pub meaning: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    mechanism: Vec<Whole>,
}

/// Mechanism in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    block: Block,
    name: String,
    means: String,
    cases: Vec<Case>,
    #[serde(default)]
    part: Vec<Detail>,
}

/// Detail of a mechanism in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Detail {
    name: String,
    means: String,
    cases: Vec<Case>,
}

/// Value of a mechanism under some conditions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// Alternatives, each a table of keys with the values that they must have, or must not have.
    #[serde(default)]
    when: Vec<Table>,
    /// Value.
    word: Option<String>,
    /// Meaning of the word.
    means: Option<String>,
    /// Key that holds the value, if no word is given.
    key: Option<String>,
    /// Range of values that are sizes.
    size: Option<[f64; 2]>,
    /// Set for values that are sets of numbers.
    #[serde(default)]
    numbers: bool,
}

/// Value of a mechanism in a game.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Present, without further detail.
    Yes,
    /// Word, one of several.
    Word(String),
    /// Size, and the range of such sizes.
    Size {
        /// Size itself.
        value: f64,
        /// Smallest and largest size.
        range: [f64; 2],
    },
    /// Set of numbers of seeds, and its text.
    Numbers(BTreeSet<u8>, String),
}

/// Mechanisms of a game: a value, or `None`, for each of [`all`].
#[derive(Debug, Clone, PartialEq)]
pub struct Profile(Vec<Option<Value>>);

/// Returns all mechanisms, block by block, each followed by its parts.
pub fn all() -> &'static [Mechanism] {
    static ALL: LazyLock<Vec<Mechanism>> = LazyLock::new(|| {
        let file: File = toml::from_str(include_str!("mechanisms.toml")).expect("valid TOML");
        let mut all = Vec::new();
        for whole in file.mechanism {
            let (block, place) = (whole.block, all.len());
            let prefix = format!("{}.", whole.name);
            let mechanism =
                |name, parent, meaning, cases| Mechanism { block, name, parent, meaning, cases };
            all.push(mechanism(whole.name, None, whole.means, whole.cases));
            all.extend(whole.part.into_iter().map(|part| {
                mechanism(format!("{prefix}{}", part.name), Some(place), part.means, part.cases)
            }));
        }
        all
    });
    &ALL
}

/// Returns the names of all mechanisms, and their values that have a meaning of their own.
pub(crate) fn terms() -> impl Iterator<Item = &'static str> {
    all().iter().flat_map(|it| it.words().map(|(word, _)| word).chain([&*it.name]))
}

/// Schemas of the files of all rulesets.
static SCHEMAS: LazyLock<Vec<serde_json::Value>> = LazyLock::new(|| {
    let catalogue = Catalogue::new();
    catalogue.rulesets().filter_map(|name| catalogue.schema(name)).collect()
});

impl Mechanism {
    /// Returns its values that have a meaning of their own, with that meaning.
    pub fn words(&self) -> impl Iterator<Item = (&str, &str)> {
        self.cases.iter().filter_map(|case| Some((case.word.as_deref()?, case.means.as_deref()?)))
    }

    /// Refuses a value that it can't have; the contents of lists and sections are not checked.
    fn check(&self, value: &str) -> Result<(), Unknown> {
        let found = format!("`{value}`");
        let is_number =
            |text: &str| text.parse::<f64>().is_ok_and(|it| it.is_finite() && it >= 0.0);
        let kind = |fits, kind: &str| vec![if fits { found.clone() } else { kind.to_owned() }];
        let values = self.cases.iter().flat_map(|case| match (&case.word, &case.key) {
            _ if case.numbers => {
                let is_word = matches!(value, "any" | "even" | "odd");
                kind(is_word || value.split(',').all(is_number), "numbers like 2,3")
            }
            _ if case.size.is_some() => kind(is_number(value), "a number"),
            (Some(word), _) => vec![format!("`{word}`")],
            (None, None) => vec!["`yes`".to_owned()],
            (None, Some(key)) => {
                let words = SCHEMAS.iter().flat_map(|schema| alternatives(schema, &full(key)));
                let words: Vec<_> = words.map(|word| word.replace('"', "`")).collect();
                let fits = value.starts_with(['[', '{']) || is_number(value);
                if words.is_empty() { kind(fits, "a number, list or section") } else { words }
            }
        });
        let expected: BTreeSet<String> = values.collect();
        if expected.contains(&found) {
            return Ok(());
        }
        let one = if expected.len() > 1 { "one of " } else { "" };
        let expected = join(expected, ", ");
        Err(Unknown(format!("unknown value {found} of {}, expected {one}{expected}", self.name)))
    }

    /// Returns the keys of variant files that determine it.
    pub fn keys(&self) -> impl Iterator<Item = String> {
        let cases = self.cases.iter();
        let keys = cases.flat_map(|case| case.when.iter().flat_map(Table::keys).chain(&case.key));
        keys.map(|key| full(key))
    }

    /// Returns its value in a game. For a part, the caller checks that the game has the whole.
    fn of<'v>(&self, value: &impl Fn(&str) -> Option<&'v str>) -> Option<Value> {
        self.cases.iter().filter(|case| case.holds(value)).find_map(|case| case.value(value))
    }
}

impl Case {
    /// Returns `true` if one of the alternatives holds. A key that the game lacks fails any comparison.
    fn holds<'v>(&self, value: &impl Fn(&str) -> Option<&'v str>) -> bool {
        let compared = |(key, wanted): (&String, &toml::Value)| {
            let (wanted, is_equal) = match wanted.get("not") {
                Some(other) => (other, false),
                None => (wanted, true),
            };
            value(&full(key)).is_some_and(|found| (found == wanted.to_string()) == is_equal)
        };
        self.when.is_empty() || self.when.iter().any(|all| all.iter().all(compared))
    }

    /// Returns its value, if the key that it refers to has one.
    fn value<'v>(&self, value: &impl Fn(&str) -> Option<&'v str>) -> Option<Value> {
        let text = match (&self.word, &self.key) {
            (Some(word), _) => word,
            (None, Some(key)) => value(&full(key))?,
            (None, None) => return Some(Value::Yes),
        };
        if matches!(text, "[]" | "{}" | "false") {
            return None;
        }
        Some(match self.size {
            Some(range) => Value::Size { value: text.parse().ok()?, range },
            None if self.numbers => numbers(text),
            None => Value::Word(text.replace('"', "")),
        })
    }
}

/// Reads a set of numbers as files write it.
fn numbers(text: &str) -> Value {
    let word = text.trim_matches('"');
    let set = (1..=LAST_NUMBER).filter(|number| match word {
        "any" => true,
        "even" => number % 2 == 0,
        "odd" => number % 2 == 1,
        _ => word.split(['[', ']', ',']).any(|item| item.trim() == number.to_string()),
    });
    let words = text.trim_matches(['[', ']', '"']).replace(", ", " or ");
    Value::Numbers(set.collect(), words)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes => f.write_str("yes"),
            Self::Word(word) => f.write_str(word),
            Self::Size { value, .. } => write!(f, "{}", (value * 10.0).round() / 10.0),
            Self::Numbers(_, words) => f.write_str(words),
        }
    }
}

impl Value {
    /// Returns `true` if a text names this value. Sizes agree to a decimal, and sets in any order.
    fn is(&self, text: &str) -> bool {
        match self {
            Self::Size { value, .. } => {
                let rounded = (value * 10.0).round();
                text.parse().is_ok_and(|size: f64| (size * 10.0 - rounded).abs() < 1e-6)
            }
            Self::Numbers(set, _) => {
                matches!(numbers(text), Self::Numbers(named, _) if named == *set)
            }
            Self::Yes | Self::Word(_) => self.to_string().replace(", ", ",") == text,
        }
    }

    /// Returns the value as JSON: true, a word, a number, or a list of numbers.
    pub fn json(&self) -> serde_json::Value {
        match self {
            Self::Yes => true.into(),
            Self::Word(word) => word.as_str().into(),
            Self::Size { value, .. } if value.fract() == 0.0 => json!(value.round() as i64),
            Self::Size { value, .. } => json!(value),
            Self::Numbers(set, _) => json!(set),
        }
    }
}

impl Profile {
    /// Finds the mechanisms of a game.
    pub fn of(loaded: &Loaded) -> Self {
        let opening = loaded.game().diagram();
        let pits: Vec<u8> = opening.pits.iter().flatten().copied().collect();
        let on_board: f64 = pits.iter().map(|&seeds| f64::from(seeds)).sum();
        let mean = (on_board / real(pits.len() as u128)).to_string();
        let is_even = pits.iter().all(|seeds| *seeds == pits[0]);
        let shape = if is_even { "\"even\"" } else { "\"uneven\"" };
        let ruleset = format!("{:?}", loaded.ruleset);
        let value = |key: &str| match key {
            "ruleset" => Some(&*ruleset),
            "opening.seeds" => Some(&*mean),
            "opening.shape" => Some(shape),
            _ => {
                let written = loaded.values.iter().find(|written| written.key == key);
                written.map(|written| &*written.value)
            }
        };
        let mut values: Vec<Option<Value>> = Vec::with_capacity(all().len());
        for mechanism in all() {
            let applies = mechanism.parent.is_none_or(|whole| values[whole].is_some());
            values.push(if applies { mechanism.of(&value) } else { None });
        }
        Self(values)
    }

    /// Returns the value of the mechanism with this index in [`all`].
    pub fn at(&self, place: usize) -> Option<&Value> {
        self.0.get(place)?.as_ref()
    }

    /// Returns the value of the mechanism with this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.at(all().iter().position(|mechanism| mechanism.name == name)?)
    }

    /// Returns every mechanism that the game has, with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Mechanism, &Value)> {
        let values = all().iter().zip(&self.0);
        values.filter_map(|(mechanism, value)| Some((mechanism, value.as_ref()?)))
    }

    /// Returns every mechanism that the game has, as JSON.
    pub fn json(&self) -> Ordered<serde_json::Value> {
        self.iter().map(|(mechanism, value)| (mechanism.name.clone(), value.json())).collect()
    }

    /// Returns `true` if the game has `NAME`, a mechanism or a word in bold, or `NAME=VALUE`.
    ///
    /// # Errors
    ///
    /// Similar names, if no mechanism has this name, or the possible values, if this is none of them.
    pub fn has(&self, wanted: &str) -> Result<bool, Unknown> {
        if let Some((name, word)) = wanted.split_once('=') {
            let place = all().iter().position(|mechanism| mechanism.name == name);
            let place = place.ok_or_else(|| Unknown::new(name))?;
            let word = word.replace(" or ", ",").replace(", ", ",");
            all()[place].check(&word)?;
            return Ok(self.at(place).is_some_and(|value| value.is(&word)));
        }
        if let Some(place) = all().iter().position(|mechanism| mechanism.name == wanted) {
            return Ok(self.at(place).is_some());
        }
        let has_word = |mechanism: &Mechanism| mechanism.words().any(|(word, _)| word == wanted);
        let place = all().iter().position(has_word).ok_or_else(|| Unknown::new(wanted))?;
        Ok(matches!(self.at(place), Some(Value::Word(word)) if word == wanted))
    }
}

/// Unknown name or value of a mechanism, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unknown(String);

impl Unknown {
    fn new(name: &str) -> Self {
        let hint = hint(name, terms().filter(|other| *other != name));
        Self(format!(
            "unknown mechanism {name:?}; {hint}expected a name that `mankala list --mechanisms` \
             shows, or NAME=VALUE"
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::*;
    use strum::IntoEnumIterator as _;

    const HEAD: &str = "\
# The mechanisms of mancala games

The features of games, in terms that hold for all rulesets. A test makes this document from `src/atlas/mechanisms.toml`.

Each block consists of *mechanisms*, each under a heading of its own. Smaller headings below a mechanism are its details,
which count only in games with that mechanism. Each item gives a value and the condition on the keys of the variant
under which it applies; the first item that applies counts. The value is a word (in bold with its meaning, or
plain), the value of a key, or *yes*, which only means that the game has the mechanism. A key without a section is one
of `[rules]`. `ruleset` is the name of the ruleset, `opening.seeds` the mean number of seeds per pit at the opening, and
`opening.shape` is `even` or `uneven`. Sizes have a range; sets of numbers are compared number by number.
";

    /// Formats a case as an item of a list.
    fn item(case: &Case) -> String {
        let comparison = |(key, value): (&String, &toml::Value)| match value.get("not") {
            Some(other) => format!("`{key} != {other}`"),
            None => format!("`{key} = {value}`"),
        };
        let alternative = |all: &toml::Table| join(all.iter().map(comparison), " and ");
        let when: Vec<String> = case.when.iter().map(alternative).collect();
        let word = match (&case.word, &case.means) {
            (Some(word), Some(_)) => format!("**{word}** "),
            _ => String::new(),
        };
        let mut value = match (&case.word, &case.key) {
            (_, _) if case.means.is_some() => case.means.clone().unwrap_or_default(),
            (Some(word), _) => word.clone(),
            (None, Some(key)) => format!("the value of `{key}`"),
            (None, None) => "yes".to_owned(),
        };
        if let Some([least, most]) = case.size {
            value += &format!(", from {least} to {most}");
        }
        if case.numbers {
            value += ", a set of numbers";
        }
        let colon = if when.is_empty() { "" } else { ": " };
        format!("- {word}{}{colon}{value}\n", when.join(" or "))
    }

    /// The document lists all mechanisms and is generated from them.
    #[test]
    fn the_document_says_what_the_table_says() {
        let mut text = HEAD.to_owned();
        for block in Block::iter() {
            text += &format!("\n## {block}\n");
            for mechanism in all().iter().filter(|mechanism| mechanism.block == block) {
                let (level, name) = match mechanism.name.split_once('.') {
                    Some((_, part)) => ("####", part),
                    None => ("###", &*mechanism.name),
                };
                let items: String = mechanism.cases.iter().map(item).collect();
                text += &format!("\n{level} {name}\n\n{}\n\n{items}", mechanism.meaning);
            }
        }
        let file = "docs/mechanisms.md";
        if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
            fs::write(file, &text).expect("the document is written");
        }
        assert!(
            fs::read_to_string(file).is_ok_and(|found| found == text),
            "{file} is out of date; set INSTA_UPDATE=always to write it"
        );
    }

    #[test]
    fn every_case_gives_one_value() {
        for mechanism in all() {
            assert!(!mechanism.cases.is_empty(), "{}", mechanism.name);
            for case in &mechanism.cases {
                let Case { word, means, key, size, numbers, .. } = case;
                assert!(word.is_none() || key.is_none(), "{}", mechanism.name);
                assert!(means.is_none() || word.is_some(), "{}", mechanism.name);
                assert!(size.is_none() || !numbers, "{}", mechanism.name);
            }
        }
    }
}
