//! A game in short: its aim and a turn in a few lines, from the head of its rule book and the options in force.
//!
//! A rule book begins with two lists under the headings *Aim* and *A turn*. An item may begin with a condition:
//! `` `capture = "always"`: `` or `` `goal != "last"` and `seeds = 4` or … : ``. It holds for a variant if the
//! condition does, *and* binding more closely than *or*. `{key}` stands for a value, `{counts}` as in "2 or 3". Keys
//! are those of `[rules]` unless they name their section.

use std::ops::Range;

use crate::files::catalogue::{GivenBy, Loaded, Written};

/// A game in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brief<'a> {
    /// What wins.
    pub aim: Vec<String>,
    /// A turn, line by line.
    pub turn: Vec<String>,
    /// Rules that the variant sets and of which the lines above say nothing.
    pub further: Vec<&'a Written>,
}

/// An item of a list: what it asks for, and what it says then.
struct Item {
    /// Any of these lists of comparisons must hold as a whole; none asks for nothing.
    conditions: Vec<Vec<Comparison>>,
    words: String,
}

/// `key = value`, or `key != value`.
struct Comparison {
    key: String,
    value: String,
    is_equal: bool,
}

impl Loaded {
    /// The game in short.
    #[must_use]
    pub fn brief(&self) -> Brief<'_> {
        let mut told: Vec<String> = Vec::new();
        let [aim, turn] = ["Aim", "A turn"].map(|title| {
            let items = items(section(self.book, title));
            let holding = items.iter().filter(|item| item.holds(self));
            let lines = holding.map(|item| {
                told.extend(item.keys());
                self.filled_in(&item.words, &mut told)
            });
            lines.collect()
        });
        let further = self.values.iter().filter(|written| {
            let is_rule = ["rules.", "rounds."]
                .iter()
                .any(|part| written.key.starts_with(part));
            is_rule && written.given_by != GivenBy::Ruleset && !told.contains(&written.key)
        });
        let further = further.collect();
        Brief { aim, turn, further }
    }

    fn value(&self, key: &str) -> Option<&str> {
        let written = self.values.iter().find(|written| written.key == key)?;
        Some(&written.value)
    }

    /// Words with the values of the keys in braces; the keys are told then.
    fn filled_in(&self, words: &str, told: &mut Vec<String>) -> String {
        let mut text = words.to_owned();
        while let Some(place) = braces(&text) {
            let key = full(&text[place.start + 1..place.end - 1]);
            let value = self.value(&key).map_or_else(|| "?".to_owned(), in_words);
            text.replace_range(place, &value);
            told.push(key);
        }
        text
    }
}

/// The next key in braces.
fn braces(text: &str) -> Option<Range<usize>> {
    let start = text.find('{')?;
    Some(start..start + text[start..].find('}')? + 1)
}

/// A key with its section.
fn full(key: &str) -> String {
    if key.contains('.') {
        key.to_owned()
    } else {
        format!("rules.{key}")
    }
}

/// A value as people say it: `[2, 3]` is "2 or 3", kinds of numbers are numbers, and strings have no quotes.
fn in_words(value: &str) -> String {
    if let "\"even\"" | "\"odd\"" | "\"any\"" = value {
        let article = if value == "\"any\"" { "" } else { "an " };
        return format!("{article}{} number", value.replace('"', ""));
    }
    let inner = value
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let value = match inner.map(|items| (items, items.rsplit_once(", "))) {
        Some((_, Some((others, last)))) => format!("{others} or {last}"),
        Some((only, None)) => only.to_owned(),
        None => value.to_owned(),
    };
    value.replace('"', "")
}

/// What stands under a heading, up to the next one.
fn section<'b>(book: &'b str, title: &str) -> &'b str {
    let heading = format!("\n## {title}\n");
    let text = book.split_once(&heading).map_or("", |(_, text)| text);
    text.split_once("\n#").map_or(text, |(text, _)| text)
}

/// The items of a list.
fn items(text: &str) -> Vec<Item> {
    let text = format!("\n{}", text.trim());
    let items = text.split("\n- ").skip(1);
    items.map(Item::read).collect()
}

impl Item {
    fn read(text: &str) -> Self {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        // A key whose name looks like code is written as code.
        let text = text.replace("`{", "{").replace("}`", "}");
        let condition = text.split_once("`: ").filter(|_| text.starts_with('`'));
        let Some((condition, words)) = condition else {
            return Self {
                conditions: Vec::new(),
                words: text,
            };
        };
        let compared = |all: &str| all.split("` and `").map(Comparison::read).collect();
        Self {
            conditions: condition[1..].split("` or `").map(compared).collect(),
            words: words.to_owned(),
        }
    }

    fn keys(&self) -> impl Iterator<Item = String> {
        let all = self.conditions.iter().flatten();
        all.map(|comparison| comparison.key.clone())
    }

    fn holds(&self, loaded: &Loaded) -> bool {
        let fits = |all: &Vec<Comparison>| all.iter().all(|each| each.holds(loaded));
        self.conditions.is_empty() || self.conditions.iter().any(fits)
    }
}

impl Comparison {
    fn read(text: &str) -> Self {
        let (is_equal, sides) = match text.split_once(" != ") {
            Some(sides) => (false, sides),
            None => (true, text.split_once(" = ").unwrap_or((text, "true"))),
        };
        Self {
            key: full(sides.0),
            value: sides.1.to_owned(),
            is_equal,
        }
    }

    /// A key that there is not holds no comparison at all.
    fn holds(&self, loaded: &Loaded) -> bool {
        let value = loaded.value(&self.key);
        value.is_some_and(|value| (value == self.value) == self.is_equal)
    }
}

/// The keys that a rule book asks for in its head, for tests of rule books.
#[must_use]
pub fn keys_of(book: &str) -> Vec<String> {
    let lists = ["Aim", "A turn"].map(|title| items(section(book, title)));
    let mut keys = Vec::new();
    for item in lists.iter().flatten() {
        keys.extend(item.keys());
        let mut rest = &*item.words;
        while let Some(place) = braces(rest) {
            keys.push(full(&rest[place.start + 1..place.end - 1]));
            rest = &rest[place.end..];
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::{Item, in_words, items};
    use crate::Catalogue;

    #[test]
    fn conditions_are_asked_of_the_options_in_force() {
        let kalah = Catalogue::new().load("kalah", &[]).expect("kalah");
        for (text, holds) in [
            ("always", true),
            (r#"`capture = "always"`: no"#, false),
            (r#"`capture != "always"`: yes"#, true),
            (r#"`setup.seeds = 4` and `capture = "always"`: no"#, false),
            (r#"`setup.seeds = 4` or `capture = "always"`: yes"#, true),
            ("`nothing != 1`: no", false),
            ("`setup.seeds` is a key: no condition", true),
        ] {
            assert_eq!(Item::read(text).holds(&kalah), holds, "{text}");
        }
        let mut told = Vec::new();
        let words = kalah.filled_in("with {setup.seeds} and {capture}", &mut told);
        assert_eq!(words, "with 4 and opposite-filled");
        assert_eq!(told, ["setup.seeds", "rules.capture"]);
    }

    #[test]
    fn values_are_said_as_people_say_them() {
        for (value, words) in [
            ("[2, 3]", "2 or 3"),
            ("[2, 4, 6]", "2, 4 or 6"),
            ("[4]", "4"),
            ("\"even\"", "an even number"),
            ("\"own-row\"", "own-row"),
            ("7", "7"),
        ] {
            assert_eq!(in_words(value), words);
        }
    }

    #[test]
    fn items_may_run_over_lines() {
        let found = items("- one\n  and more\n- two\n");
        let words: Vec<&str> = found.iter().map(|item| &*item.words).collect();
        assert_eq!(words, ["one and more", "two"]);
    }
}
