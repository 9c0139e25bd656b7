//! Lists of conditional items, as at the start of rule books: `` `capture = "always"` or …: words``.

use std::borrow::Cow;
use std::ops::Range;

/// Item of a list: its condition and its text.
pub(crate) struct Item {
    /// Alternatives, each a list of comparisons that must all hold; without alternatives the item always holds.
    conditions: Vec<Vec<Comparison>>,
    pub(crate) words: String,
    /// Identifiers of the rules that it states, from the parentheses at its end.
    pub(crate) rules: Vec<String>,
}

/// Comparison `key = value` or `key != value`.
#[derive(PartialEq, Eq)]
struct Comparison {
    key: String,
    value: String,
    is_equal: bool,
}

pub(crate) fn items(text: &str) -> Vec<Item> {
    format!("\n{}", text.trim()).split("\n- ").skip(1).map(Item::read).collect()
}

impl Item {
    /// Parses an item, without the hyphen before it.
    pub(crate) fn read(text: &str) -> Self {
        let (text, rules) = cited(&text.split_whitespace().collect::<Vec<_>>().join(" "));
        let condition = text.split_once("`: ").filter(|_| text.starts_with('`'));
        let compared = |all: &str| all.split("` and `").map(Comparison::read).collect();
        let alternatives = condition.map(|(all, _)| all[1..].split("` or `").map(compared));
        Self {
            conditions: alternatives.map_or_else(Vec::new, Iterator::collect),
            // Keys that look like code are written as code.
            words: (condition.map_or(&*text, |(_, words)| words))
                .replace("`{", "{")
                .replace("}`", "}"),
            rules,
        }
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = String> {
        self.conditions.iter().flatten().map(|comparison| comparison.key.clone())
    }

    /// Returns the keys whose values the condition determines: those compared with one value in every alternative.
    pub(crate) fn tells(&self) -> impl Iterator<Item = &str> {
        let first = self.conditions.first().into_iter().flatten();
        let pinned =
            first.filter(|it| it.is_equal && self.conditions.iter().all(|all| all.contains(it)));
        pinned.map(|it| &*it.key)
    }

    pub(crate) fn holds<'v>(&self, value: &impl Fn(&str) -> Option<Cow<'v, str>>) -> bool {
        let fits = |all: &Vec<Comparison>| all.iter().all(|each| each.holds(value));
        self.conditions.is_empty() || self.conditions.iter().any(fits)
    }
}

impl Comparison {
    fn read(text: &str) -> Self {
        let (is_equal, sides) = match text.split_once(" != ") {
            Some(sides) => (false, sides),
            None => (true, text.split_once(" = ").unwrap_or((text, "true"))),
        };
        Self { key: full(sides.0), value: sides.1.to_owned(), is_equal }
    }

    /// Evaluates the comparison; without the key, only `key = absent` is true.
    fn holds<'v>(&self, value: &impl Fn(&str) -> Option<Cow<'v, str>>) -> bool {
        match value(&self.key) {
            Some(value) => (value == self.value) == self.is_equal,
            None => self.is_equal && self.value == "absent",
        }
    }
}

/// Splits a text and the identifiers of rules in parentheses at its end: `You pass (K4, K5).`
fn cited(text: &str) -> (String, Vec<String>) {
    let sentence = text.strip_suffix('.');
    let inner = sentence.unwrap_or(text).strip_suffix(')');
    let is_rule = |id: &str| {
        let digits = id.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
        digits.len() < id.len() && digits.starts_with(|digit: char| digit.is_ascii_digit())
    };
    let split = inner.and_then(|inner| inner.rsplit_once(" ("));
    let cited = split.filter(|(_, list)| list.split(", ").all(is_rule));
    let Some((words, list)) = cited else { return (text.to_owned(), Vec::new()) };
    let point = if sentence.is_some() { "." } else { "" };
    (format!("{words}{point}"), list.split(", ").map(str::to_owned).collect())
}

/// Returns the range of the next key in braces.
pub(crate) fn braces(text: &str) -> Option<Range<usize>> {
    let start = text.find('{')?;
    Some(start..start + text[start..].find('}')? + 1)
}

/// Returns a key with its section; `ruleset` has none.
pub(crate) fn full(key: &str) -> String {
    if key.contains('.') || key == "ruleset" { key.to_owned() } else { format!("rules.{key}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_may_run_over_lines() {
        let found = items("- one\n  and more\n- two\n");
        let words: Vec<&str> = found.iter().map(|item| &*item.words).collect();
        assert_eq!(words, ["one and more", "two"]);
    }

    #[test]
    fn identifiers_of_rules_at_the_end_are_no_words() {
        for (text, words, rules) in [
            ("You pass. (K4, K5)", "You pass.", vec!["K4", "K5"]),
            ("You pass (K4).", "You pass.", vec!["K4"]),
            ("`swap = true`: You pass (Z3.2a)", "You pass", vec!["Z3.2a"]),
            ("You pass (or not).", "You pass (or not).", vec![]),
        ] {
            let item = Item::read(text);
            assert_eq!(
                (&*item.words, item.rules),
                (words, rules.into_iter().map(str::to_owned).collect()),
                "{text}"
            );
        }
    }
}
