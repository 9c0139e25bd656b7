//! Edits of a variant's text that preserve everything else, including comments and layout.

use toml_edit::{DocumentMut, Item, Key, RawString, Table, TableLike, Value};

use crate::files::catalogue::{GivenBy, Loaded, Written};
use crate::files::check::Lack;

impl Loaded {
    /// Returns the text of the file with all changes applied, so that it plays the same without them.
    pub fn text_with_changes(&self) -> String {
        let changed = |written: &Written| written.given_by == GivenBy::Change;
        let of_rounds = |written: &Written| written.key.starts_with("rounds.");
        // The section `rounds` is inherited as a whole or not at all.
        let rounds = self.values.iter().any(|one| of_rounds(one) && changed(one));
        let inherited = |written: &Written| written.given_by == GivenBy::Parent;
        let wanted = |one: &&Written| changed(one) || rounds && of_rounds(one) && inherited(one);
        edited(&self.text, |document| {
            for Written { key, value, .. } in self.values.iter().filter(wanted) {
                if let (Some((section, key)), Ok(value)) = (key.split_once('.'), value.parse()) {
                    put_in_section(document, section, key, value);
                }
            }
        })
    }

    /// Returns the text of the file with the missing keys of its examples added.
    pub fn text_with_lacks(&self, lacks: &[Lack]) -> String {
        edited(&self.text, |document| {
            for lack in lacks {
                put_in_example(document, lack.index, lack.key, Value::from(&*lack.value));
            }
        })
    }
}

/// Edits a TOML text. The parsed document uses line feeds and ends with one; the original line ends are restored.
fn edited(text: &str, edit: impl FnOnce(&mut DocumentMut)) -> String {
    let Ok(mut document) = text.parse::<DocumentMut>() else { return text.to_owned() };
    edit(&mut document);
    let mut new = document.to_string();
    if !text.ends_with('\n') {
        new.truncate(new.trim_end_matches('\n').len());
    }
    if text.contains("\r\n") {
        new = new.replace('\n', "\r\n");
    }
    new
}

/// Sets a value in a section; a new section follows the last one that is not in a list.
fn put_in_section(document: &mut DocumentMut, section: &str, key: &str, value: Value) {
    if !document.contains_key(section) {
        let mut table = Table::new();
        table.set_position(Some(last_position(document)));
        document.insert(section, Item::Table(table));
    }
    if let Some(table) = document[section].as_table_like_mut() {
        let end = table.iter().count();
        put(table, key, value, end);
    }
}

/// Returns the position of the last section that is not in a list.
fn last_position(table: &Table) -> isize {
    let within = table.iter().filter_map(|(_, item)| item.as_table());
    within.map(last_position).chain(table.position()).max().unwrap_or(0)
}

/// Sets a value in an example; a new key follows the keys on which it depends, as in files written by hand.
fn put_in_example(document: &mut DocumentMut, index: usize, key: &str, value: Value) -> Option<()> {
    let example: &mut dyn TableLike = match document.get_mut("example")? {
        Item::ArrayOfTables(examples) => examples.get_mut(index)?,
        list => list.as_array_mut()?.get_mut(index)?.as_inline_table_mut()?,
    };
    let is_cause = |(key, item): (&str, &Item)| {
        !item.is_table() && matches!(key, "name" | "rules" | "position" | "moves")
    };
    let causes: Vec<bool> = example.iter().map(is_cause).collect();
    let last = causes.iter().rposition(|&is_cause| is_cause);
    put(example, key, value, last.map_or(0, |last| last + 1));
    Some(())
}

/// Sets a value in a table with the layout of the old value; a new key is inserted at `place`.
fn put(table: &mut dyn TableLike, key: &str, mut value: Value, place: usize) {
    if let Some(old) = table.get_mut(key).and_then(Item::as_value_mut) {
        *value.decor_mut() = old.decor().clone();
        *old = value;
        return;
    }
    let later: Vec<Key> =
        table.iter().skip(place).filter_map(|(key, _)| table.key(key).cloned()).collect();
    let later: Vec<_> =
        later.into_iter().filter_map(|key| Some((table.remove(&key)?, key))).collect();
    value.decor_mut().clear();
    // The space before a closing brace belongs to the last value; the new value has its own.
    let last = table.iter_mut().last();
    if let Some((_, Item::Value(last))) = last
        && last.decor().suffix().and_then(RawString::as_str) == Some(" ")
    {
        last.decor_mut().set_suffix("");
    }
    table.insert(key, Item::Value(value));
    for (item, key) in later {
        table.entry_format(&key).or_insert(item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEDS: [&str; 3] = ["setup", "seeds", "3"];

    fn with(text: &str, section: &str, key: &str, value: &str) -> String {
        let value = value.parse().expect("TOML");
        edited(text, |document| put_in_section(document, section, key, value))
    }

    #[track_caller]
    fn assert_written(before: &str, [section, key, value]: [&str; 3], after: &str) {
        assert_eq!(with(before, section, key, value), after);
        // Repeats the check with the line ends of other systems.
        if before.contains('\n') {
            let [before, after] = [before, after].map(|text| text.replace('\n', "\r\n"));
            assert_eq!(with(&before, section, key, value), after);
        }
    }

    #[test]
    fn a_value_is_replaced_wherever_it_stands() {
        for (before, after) in [
            ("[rules]\n# Why.\ncapture = ", " # That is why.\nlap = 2\n"),
            ("rules.capture = ", ""),
            ("rules = { lap = 2, capture = ", " }\n"),
            ("[rules]\n\"capture\" = ", "\n[[example]]\nname = \"capture\"\n"),
        ] {
            for old in ["\"always\"", "'''\nal\n'''", "[\n 1,\n]"] {
                let new = "\"never\"";
                let whole = |value: &str| [before, value, after].concat();
                assert_written(&whole(old), ["rules", "capture", new], &whole(new));
            }
        }
    }

    #[test]
    fn a_key_joins_its_section() {
        assert_written(
            "name = \"a\"\n\n[setup] # head\na = 1 # one\n# below\n\n[rules]\n",
            SEEDS,
            "name = \"a\"\n\n[setup] # head\na = 1 # one\nseeds = 3\n# below\n\n[rules]\n",
        );
        assert_written("[setup]", SEEDS, "[setup]\nseeds = 3");
        assert_written("setup = {}\n", SEEDS, "setup = { seeds = 3 }\n");
        assert_written("setup = { a = 1 }\n", SEEDS, "setup = { a = 1, seeds = 3 }\n");
        assert_written(
            "setup.a = 1\nname = \"a\"\n",
            SEEDS,
            "setup.a = 1\nsetup.seeds = 3\nname = \"a\"\n",
        );
    }

    #[test]
    fn a_key_of_an_example_stands_behind_its_cause() {
        let head = "name = \"a\"\n[[example]]\nname = \"b\"\n";
        let rest = "shows = \"c\"\n[example.board]\nrows = 2\n[[example]]\nshows = \"d\"\n";
        let (line, inline) = ("after = \"\"\n", "example = [{ moves = [], shows = \"d\" }, {}]\n");
        let new = |text: &str, index| {
            edited(text, |document| {
                put_in_example(document, index, "after", "".into());
            })
        };
        let both = [head, rest].concat();
        assert_eq!(new(&both, 0), [head, line, rest].concat());
        let second = both.replace("[[example]]\nshows", "[[example]]\nafter = \"\"\nshows");
        assert_eq!(new(&both, 1), second);
        assert_eq!(new(&second, 1), second);
        let first = inline.replace("[],", "[], after = \"\",");
        assert_eq!(new(inline, 0), first);
        assert_eq!(new(inline, 1), inline.replace("{}", "{ after = \"\" }"));
        assert_eq!(new(inline, 2), inline);
    }

    #[test]
    fn a_section_comes_before_the_examples() {
        assert_written(
            "name = \"a\"\n[[sources]]\nyear = 1\n\n[board]\nrows = 2\n\n# One.\n[[example]]\nname = \"b\"\n",
            SEEDS,
            "name = \"a\"\n[[sources]]\nyear = 1\n\n[board]\nrows = 2\n\n[setup]\nseeds = 3\n\n# One.\n[[example]]\nname = \"b\"\n",
        );
        assert_written(
            "name = \"a\"\nexample = [{ name = \"b\" }]\n",
            SEEDS,
            "name = \"a\"\nexample = [{ name = \"b\" }]\n\n[setup]\nseeds = 3\n",
        );
    }
}
