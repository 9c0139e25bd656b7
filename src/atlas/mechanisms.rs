//! What a game does, told from the keys in force by one table, which is also its documentation:
//!
#![doc = include_str!("mechanisms.md")]

use std::collections::BTreeSet;
use std::fmt;
use std::sync::LazyLock;

use serde_json::{Map, json};

use crate::files::catalogue::Loaded;
use crate::files::condition::{Item, full};
use crate::measure::stats::real;
use crate::text::like::likest;

/// The table as it is written.
const TABLE: &str = include_str!("mechanisms.md");

/// Sets like "even" stop at this number of seeds.
const LAST_NUMBER: u8 = 24;

/// What part of a game a mechanism belongs to.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    strum::Display,
    strum::EnumIter,
    strum::EnumString,
)]
#[strum(serialize_all = "lowercase")]
pub enum Block {
    /// The board and how it is filled at first.
    Board,
    /// How seeds are sown.
    Sowing,
    /// What is captured, and what becomes of it.
    Capture,
    /// How the game ends, and who has won.
    Ending,
    /// Whatever else there is: rounds, further turns, claims.
    Special,
}

/// Something that games do, or that one does in its own way.
pub struct Mechanism {
    /// What part of a game it belongs to.
    pub block: Block,
    /// What it is called; `claims.number` is a part of `claims`.
    pub name: String,
    /// The mechanism of which it is a part, by its place in [`all`].
    pub parent: Option<usize>,
    /// What it means.
    pub meaning: String,
    cases: Vec<Case>,
}

/// An item below a mechanism.
struct Case {
    /// The word in bold.
    word: Option<String>,
    item: Item,
    gives: Gives,
}

/// Where a value comes from, and what kind it is of.
enum Gives {
    /// From a key of the file.
    Key(String, Kind),
    /// From the table itself.
    Plain(String, Kind),
}

/// What is made of a text.
enum Kind {
    Yes,
    Word,
    Size([f64; 2]),
    Numbers,
}

/// What a game has of a mechanism.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// It is there, and nothing more can be said.
    Yes,
    /// One of several.
    Word(String),
    /// A size, and between which ones such sizes lie.
    Size {
        /// How much.
        value: f64,
        /// The least and the greatest.
        range: [f64; 2],
    },
    /// A set of numbers of seeds, with how it is written.
    Numbers(BTreeSet<u8>, String),
}

/// What a game does: a value, or none, for each of [`all`] mechanisms.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile(Vec<Option<Value>>);

/// All mechanisms, block by block, parts behind what they are a part of.
#[must_use]
pub fn all() -> &'static [Mechanism] {
    static ALL: LazyLock<Vec<Mechanism>> = LazyLock::new(|| read(TABLE));
    &ALL
}

/// Reads the table.
fn read(table: &str) -> Vec<Mechanism> {
    let mut read: Vec<Mechanism> = Vec::new();
    let (mut block, mut whole) = (Block::Board, None);
    for section in table.split("\n##").skip(1) {
        let (title, text) = section.split_once('\n').unwrap_or((section, ""));
        let (level, name) = title.split_once(' ').unwrap_or(("", title));
        let name = name.trim();
        if level.is_empty() {
            block = name.parse().unwrap_or(block);
            continue;
        }
        let parent = whole.filter(|_| level == "##");
        let name = match parent {
            Some(parent) => format!("{}.{name}", Mechanism::name_of(&read, parent)),
            None => name.to_owned(),
        };
        if parent.is_none() {
            whole = Some(read.len());
        }
        let (meaning, cases) = text.split_once("\n- ").unwrap_or((text, ""));
        read.push(Mechanism {
            block,
            name,
            parent,
            meaning: meaning.split_whitespace().collect::<Vec<_>>().join(" "),
            cases: Case::read_all(cases),
        });
    }
    read
}

impl Mechanism {
    fn name_of(all: &[Self], place: usize) -> &str {
        &all[place].name
    }

    /// Its values that have a meaning of their own, with that.
    pub fn words(&self) -> impl Iterator<Item = (&str, &str)> {
        let cases = self.cases.iter();
        cases.filter_map(|case| Some((case.word.as_deref()?, &*case.item.words)))
    }

    /// The keys of variant files by which it is told.
    pub fn keys(&self) -> impl Iterator<Item = String> {
        let within = |case: &Case| match &case.gives {
            Gives::Key(key, _) => Some(key.clone()),
            Gives::Plain(..) => None,
        };
        let cases = self.cases.iter();
        cases.flat_map(move |case| case.item.keys().chain(within(case)))
    }

    /// What a game has of it; a part is not asked whether there is the whole.
    fn of<'v>(&self, value: &impl Fn(&str) -> Option<&'v str>) -> Option<Value> {
        let cases = self.cases.iter();
        let mut holding = cases.filter(|case| case.item.holds(value));
        holding.find_map(|case| case.value(value))
    }
}

impl Case {
    /// Reads a list without its first hyphen.
    fn read_all(list: &str) -> Vec<Self> {
        let texts = list.split("\n- ").map(str::trim);
        texts
            .filter(|text| !text.is_empty())
            .map(Self::read)
            .collect()
    }

    fn read(text: &str) -> Self {
        let bold = text
            .strip_prefix("**")
            .and_then(|rest| rest.split_once("** "));
        let (word, text) = bold.map_or((None, text), |(word, rest)| (Some(word), rest));
        let item = Item::read(text);
        let words = word.unwrap_or(&item.words);
        let (kind, words) = match (words.strip_prefix("numbers "), words.split_once(" from ")) {
            (Some(words), _) => (Kind::Numbers, words),
            (None, Some((words, range))) => {
                let ends = range.split_once(" to ").unwrap_or((range, range));
                let end = |text: &str| text.parse().unwrap_or(1.0);
                (Kind::Size([end(ends.0), end(ends.1)]), words)
            }
            (None, None) if words == "yes" => (Kind::Yes, words),
            (None, None) => (Kind::Word, words),
        };
        let key = words
            .strip_prefix('{')
            .and_then(|key| key.strip_suffix('}'));
        let gives = match key {
            Some(key) => Gives::Key(full(key), kind),
            None => Gives::Plain(words.to_owned(), kind),
        };
        Self {
            word: word.map(str::to_owned),
            item,
            gives,
        }
    }

    /// The value that it gives, if the key that it asks for says anything.
    fn value<'v>(&self, value: &impl Fn(&str) -> Option<&'v str>) -> Option<Value> {
        let (text, kind) = match &self.gives {
            Gives::Key(key, kind) => (value(key)?, kind),
            Gives::Plain(text, kind) => (&**text, kind),
        };
        if matches!(text, "[]" | "{}" | "false") {
            return None;
        }
        Some(match *kind {
            Kind::Yes => Value::Yes,
            Kind::Word => Value::Word(text.replace('"', "")),
            Kind::Size(range) => Value::Size {
                value: text.parse().ok()?,
                range,
            },
            Kind::Numbers => numbers(text),
        })
    }
}

/// A set of numbers as files write it.
fn numbers(text: &str) -> Value {
    let word = text.trim_matches('"');
    let listed = |number: &u8| {
        let mut list = text.trim_matches(['[', ']']).split(", ");
        list.any(|item| item == number.to_string())
    };
    let set = (1..=LAST_NUMBER).filter(|number| match word {
        "any" => true,
        "even" => number % 2 == 0,
        "odd" => number % 2 == 1,
        _ => listed(number),
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
    /// The value for programs: true, a word, a number, or a list of numbers.
    #[must_use]
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
    /// What a game does.
    #[must_use]
    pub fn of(loaded: &Loaded) -> Self {
        let opening = loaded.game().diagram();
        let pits: Vec<u8> = opening.pits.iter().flatten().copied().collect();
        let on_board: f64 = pits.iter().map(|&seeds| f64::from(seeds)).sum();
        let mean = (on_board / real(pits.len() as u128)).to_string();
        let is_even = pits.iter().all(|seeds| *seeds == pits[0]);
        let value = |key: &str| match key {
            "ruleset" => Some(loaded.ruleset),
            "opening.seeds" => Some(&*mean),
            "opening.shape" => Some(if is_even { "even" } else { "uneven" }),
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

    /// What a game has of the mechanism at this place of [`all`].
    #[must_use]
    pub fn at(&self, place: usize) -> Option<&Value> {
        self.0.get(place)?.as_ref()
    }

    /// What a game has of the mechanism of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.at(all().iter().position(|mechanism| mechanism.name == name)?)
    }

    /// Every mechanism that it has.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Mechanism, &Value)> {
        let values = all().iter().zip(&self.0);
        values.filter_map(|(mechanism, value)| Some((mechanism, value.as_ref()?)))
    }

    /// Every mechanism that it has, for programs.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        let fields = self.iter();
        let fields = fields.map(|(mechanism, value)| (mechanism.name.clone(), value.json()));
        fields.collect::<Map<_, _>>().into()
    }

    /// Whether it has what is meant by `NAME`, a mechanism or one of the words in bold, or by `NAME=VALUE`.
    ///
    /// # Errors
    ///
    /// Names like this one, if it is none.
    pub fn has(&self, wanted: &str) -> Result<bool, Unknown> {
        if let Some((name, word)) = wanted.split_once('=') {
            let Some(place) = all().iter().position(|mechanism| mechanism.name == name) else {
                return Err(Unknown::new(name));
            };
            let list = |text: &str| text.replace(" or ", ",").replace(", ", ",");
            let found = self.at(place).map(|value| list(&value.to_string()));
            return Ok(found.is_some_and(|value| value == list(word)));
        }
        if let Some(place) = all().iter().position(|mechanism| mechanism.name == wanted) {
            return Ok(self.at(place).is_some());
        }
        let has_word = |mechanism: &Mechanism| mechanism.words().any(|(word, _)| word == wanted);
        let Some(place) = all().iter().position(has_word) else {
            return Err(Unknown::new(wanted));
        };
        Ok(matches!(self.at(place), Some(Value::Word(word)) if word == wanted))
    }
}

/// A name that no mechanism has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// The name.
    pub name: String,
    /// Those that are like it, the likest first.
    pub like: Vec<&'static str>,
}

impl Unknown {
    fn new(name: &str) -> Self {
        let words = |mechanism: &'static Mechanism| {
            let words = mechanism.words().map(|(word, _)| word);
            words.chain([&*mechanism.name])
        };
        Self {
            name: name.to_owned(),
            like: likest(name, all().iter().flat_map(words)),
        }
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no mechanism is called {:?}; ", self.name)?;
        if !self.like.is_empty() {
            write!(f, "did you mean {}? ", self.like.join(", "))?;
        }
        f.write_str("expected a name that `mankala list --mechanisms` shows, or NAME=VALUE")
    }
}

impl std::error::Error for Unknown {}

#[cfg(test)]
mod tests {
    use super::all;

    /// A condition that can't be read would be part of the words.
    #[test]
    fn items_are_read_as_they_are_meant() {
        for mechanism in all() {
            assert!(!mechanism.cases.is_empty(), "{}", mechanism.name);
            for case in &mechanism.cases {
                let words = &case.item.words;
                assert!(!words.contains(['`', '*']), "{}: {words}", mechanism.name);
            }
        }
    }
}
