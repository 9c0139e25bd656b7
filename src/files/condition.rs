//! Lists of conditional items, as at the start of rule books: `` `capture = "always"` or …: words``.

use std::ops::Range;

/// Item of a list: its condition and its text.
pub(crate) struct Item {
    /// Alternatives, each a list of comparisons that must all hold; without alternatives the item always holds.
    conditions: Vec<Vec<Comparison>>,
    pub(crate) words: String,
}

/// Comparison `key = value` or `key != value`.
#[derive(PartialEq, Eq)]
struct Comparison {
    key: String,
    value: String,
    is_equal: bool,
}

/// Parses the items of a list.
pub(crate) fn items(text: &str) -> Vec<Item> {
    let text = format!("\n{}", text.trim());
    let items = text.split("\n- ").skip(1);
    items.map(Item::read).collect()
}

impl Item {
    /// Parses an item, without the hyphen before it.
    pub(crate) fn read(text: &str) -> Self {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        // Keys that look like code are written as code.
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

    /// Returns the keys in the condition.
    pub(crate) fn keys(&self) -> impl Iterator<Item = String> {
        let all = self.conditions.iter().flatten();
        all.map(|comparison| comparison.key.clone())
    }

    /// Returns the keys whose values the condition determines: those compared with one value in every alternative.
    pub(crate) fn tells(&self) -> impl Iterator<Item = &str> {
        let first = self.conditions.first().into_iter().flatten();
        let pinned =
            first.filter(|it| it.is_equal && self.conditions.iter().all(|all| all.contains(it)));
        pinned.map(|it| &*it.key)
    }

    /// Returns `true` if the condition holds for these values.
    pub(crate) fn holds<'v>(&self, value: &impl Fn(&str) -> Option<&'v str>) -> bool {
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
        Self {
            key: full(sides.0),
            value: sides.1.to_owned(),
            is_equal,
        }
    }

    /// Evaluates the comparison; without the key it is always false.
    fn holds<'v>(&self, value: &impl Fn(&str) -> Option<&'v str>) -> bool {
        value(&self.key).is_some_and(|value| (value == self.value) == self.is_equal)
    }
}

/// Returns the range of the next key in braces.
pub(crate) fn braces(text: &str) -> Option<Range<usize>> {
    let start = text.find('{')?;
    Some(start..start + text[start..].find('}')? + 1)
}

/// Returns a key with its section; `ruleset` has none.
pub(crate) fn full(key: &str) -> String {
    if key.contains('.') || key == "ruleset" {
        key.to_owned()
    } else {
        format!("rules.{key}")
    }
}

#[cfg(test)]
mod tests {
    use super::items;

    #[test]
    fn items_may_run_over_lines() {
        let found = items("- one\n  and more\n- two\n");
        let words: Vec<&str> = found.iter().map(|item| &*item.words).collect();
        assert_eq!(words, ["one and more", "two"]);
    }
}
