//! Summary of a game: its aim and a turn in a few lines, from the start of its rule book and the options in force.
//!
//! A rule book begins with two lists under the headings *Aim* and *A turn*. An item may begin with a condition:
//! `` `capture = "always"`: `` or `` `goal != "last"` and `seeds = 4` or … : ``. *And* binds more tightly than
//! *or*. The item is shown for variants that meet its condition. `{key}` stands for a value, `{counts}` as in
//! "2 or 3". Keys are those of `[rules]` unless they name their section. An item covers a key if its condition
//! determines the value or its text contains it. Rules that a variant sets and no item covers follow the lists,
//! each with its description in the schema.

use crate::files::catalogue::{GivenBy, Loaded, Written};
use serde_json::Value;

use crate::files::condition::{braces, full, items};
use crate::files::schema;

/// Line about the swap rule, which all rulesets share.
const SWAP: &str = "Once, right after the first turn, the other player may swap sides instead of moving. The board is turned round, \
and the player who began moves again (S1, S2).";

/// Summary of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brief<'a> {
    /// How to win, line by line.
    pub aim: Vec<String>,
    /// How a turn is played, line by line.
    pub turn: Vec<String>,
    /// Rules that the variant sets and the lines above do not cover.
    pub further: Vec<&'a Written>,
}

impl Brief<'_> {
    /// Describes the further rules in the words of the ruleset's schema, a line each.
    #[must_use]
    pub fn besides(&self, schema: &Value) -> Vec<String> {
        let line = |written: &&Written| {
            let Written { key, value, .. } = written;
            let (section, name) = key.split_once('.').unwrap_or(("", key));
            let meaning = schema::description(schema, section, name);
            let chosen = match &**value {
                "true" => "Yes.".to_owned(),
                "false" => "No.".to_owned(),
                _ => schema::meaning(schema, section, name, value).unwrap_or_default(),
            };
            format!("{key} = {value}: {meaning} {chosen}")
                .trim_end()
                .to_owned()
        };
        self.further.iter().map(line).collect()
    }
}

impl Loaded {
    /// Returns the summary of the game.
    #[must_use]
    pub fn brief(&self) -> Brief<'_> {
        let mut told: Vec<String> = Vec::new();
        let [aim, turn] = ["Aim", "A turn"].map(|title| {
            let items = items(section(self.book, title));
            let holding = items
                .iter()
                .filter(|item| item.holds(&|key| self.value(key)));
            let lines = holding.map(|item| {
                told.extend(item.tells().map(str::to_owned));
                self.filled_in(&item.words, &mut told)
            });
            lines.collect()
        });
        let mut turn: Vec<String> = turn;
        if self.value("rules.swap") == Some("true") {
            turn.push(SWAP.to_owned());
            told.push("rules.swap".to_owned());
        }
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

    /// Replaces the keys in braces by their values, and adds these keys to `told`.
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

/// Formats a value in words: `[2, 3]` is "2 or 3", `even` is "an even number", and strings have no quotes.
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

/// Returns the text under a heading, up to the next one.
fn section<'b>(book: &'b str, title: &str) -> &'b str {
    let heading = format!("\n## {title}\n");
    let text = book.split_once(&heading).map_or("", |(_, text)| text);
    text.split_once("\n#").map_or(text, |(text, _)| text)
}

/// Returns the keys used in the lists of a rule book, for tests of rule books.
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
    use super::in_words;
    use crate::Catalogue;
    use crate::files::condition::Item;

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
            assert_eq!(
                Item::read(text).holds(&|key| kalah.value(key)),
                holds,
                "{text}"
            );
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
}
