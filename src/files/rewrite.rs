//! Changes written into the text of a variant: all else in it, comments and layout too, stays as it is.

use std::ops::Range;

use toml::Value;

use crate::Loaded;
use crate::files::catalogue::{GivenBy, Written};
use crate::files::check::Lack;
use crate::files::tree::{self, Entry, Kind, Layer, Node, Section};

impl Loaded {
    /// The text of the file with all changes made to it written in: what plays the same by itself.
    #[must_use]
    pub fn text_with_changes(&self) -> String {
        let changed = |written: &Written| written.given_by == GivenBy::Change;
        let of_rounds = |written: &Written| written.key.starts_with("rounds.");
        // That section is inherited whole or not at all.
        let rounds = self.values.iter().any(|one| of_rounds(one) && changed(one));
        let inherited = |written: &Written| written.given_by == GivenBy::Parent;
        let wanted = |one: &&Written| changed(one) || rounds && of_rounds(one) && inherited(one);
        let wanted = self.values.iter().filter(wanted);
        wanted.fold(
            self.text.clone(),
            |text, Written { key, value, .. }| match key.split_once('.') {
                Some((section, key)) => with(&text, section, key, value),
                None => text,
            },
        )
    }

    /// The text of the file with what its examples lack written in.
    #[must_use]
    pub fn text_with_lacks(&self, lacks: &[Lack]) -> String {
        lacks.iter().fold(self.text.clone(), |text, lack| {
            let value = Value::from(&*lack.value).to_string();
            let with = with_in_example(&text, lack.index, [lack.key, &value]);
            with.unwrap_or(text)
        })
    }
}

/// A text in which a key of a section has this value, which is TOML.
fn with(text: &str, section: &str, key: &str, value: &str) -> String {
    let whole = tree::read(Layer::Own, text, &mut |_, _| {});
    let Some(Entry { node, .. }) = whole.get(section) else {
        let lines = format!("\n[{section}]\n{key} = {value}\n");
        return with_lines(text, last(&whole), &lines);
    };
    let Kind::Section(entries) = &node.kind else {
        // It would not have been read.
        return text.to_owned();
    };
    let line = if is_header(text, node) {
        format!("{key} = {value}\n")
    } else {
        format!("{section}.{key} = {value}\n")
    };
    let behind = (!entries.is_empty()).then(|| last(entries));
    with_key(text, node, [key, value], &line, behind).unwrap_or_else(|| text.to_owned())
}

/// A text in which a key of the example of this number has this value, which is TOML; nothing if there is no such example.
///
/// A new key stands behind what it follows from, as in a file written by hand.
fn with_in_example(text: &str, index: usize, [key, value]: [&str; 2]) -> Option<String> {
    let whole = tree::read(Layer::Own, text, &mut |_, _| {});
    let Kind::List(examples) = &whole.get("example")?.node.kind else {
        return None;
    };
    let example = examples.get(index)?;
    let Kind::Section(entries) = &example.kind else {
        return None;
    };
    let causes = entries.iter().filter(|(key, entry)| {
        let causes = matches!(&***key, "name" | "rules" | "position" | "moves");
        causes && !is_header(text, &entry.node)
    });
    let behind = causes.map(|(_, entry)| end(&entry.node)).max();
    let line = format!("{key} = {value}\n");
    with_key(text, example, [key, value], &line, behind)
}

/// A text in which a key of a section has this value: where the section stands on lines of its own, a new key as this line. What it
/// is to stand behind, if there is anything, ends in this place. Nothing if it is no section.
fn with_key(
    text: &str,
    section: &Node,
    [key, value]: [&str; 2],
    line: &str,
    behind: Option<usize>,
) -> Option<String> {
    let Kind::Section(entries) = &section.kind else {
        return None;
    };
    if let Some(Entry { node, .. }) = entries.get(key) {
        return Some(spliced(text, span(node), value));
    }
    if text[span(section)].starts_with('{') {
        let place = behind.unwrap_or(section.place.start + 1);
        let before = if behind.is_some() { "," } else { "" };
        let after = if entries.is_empty() { " " } else { "" };
        let new = format!("{before} {key} = {value}{after}");
        return Some(spliced(text, place..place, &new));
    }
    let place = behind.unwrap_or(0).max(section.place.end);
    Some(with_lines(text, place, line))
}

/// Whether a section begins with a line of its own, `[section]` or `[[section]]`.
fn is_header(text: &str, node: &Node) -> bool {
    matches!(node.kind, Kind::Section(_)) && text[span(node)].starts_with('[')
}

fn span(node: &Node) -> Range<usize> {
    node.place.start..node.place.end
}

/// Where the last of some entries ends.
fn last(entries: &Section) -> usize {
    let ends = entries.iter().map(|(_, entry)| end(&entry.node));
    ends.max().unwrap_or(0)
}

/// Where a value ends with all that belongs to it; nowhere for a list of sections.
fn end(node: &Node) -> usize {
    match &node.kind {
        Kind::Section(within) => last(within).max(node.place.end),
        // The first section of such a list begins where the list does.
        Kind::List(items) if items.first().is_some_and(|item| span(item) == span(node)) => 0,
        Kind::List(_) | Kind::Plain(_) => node.place.end,
    }
}

/// A text with something else in a place.
fn spliced(text: &str, place: Range<usize>, new: &str) -> String {
    [&text[..place.start], new, &text[place.end..]].concat()
}

/// A text with more lines below the line of a place.
fn with_lines(text: &str, place: usize, lines: &str) -> String {
    let feed = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let lines = lines.replace('\n', feed);
    match text[place..].find('\n') {
        Some(end) => {
            let next = place + end + 1;
            spliced(text, next..next, &lines)
        }
        None => [text, feed, &lines].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::{with, with_in_example};

    const SEEDS: [&str; 3] = ["setup", "seeds", "3"];

    #[track_caller]
    fn assert_written(before: &str, [section, key, value]: [&str; 3], after: &str) {
        assert_eq!(with(before, section, key, value), after);
        // The same with the ends of lines that other systems write.
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
            (
                "[rules]\n\"capture\" = ",
                "\n[[example]]\nname = \"capture\"\n",
            ),
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
        assert_written("[setup]", SEEDS, "[setup]\nseeds = 3\n");
        assert_written("setup = {}\n", SEEDS, "setup = { seeds = 3 }\n");
        assert_written(
            "setup = { a = 1 }\n",
            SEEDS,
            "setup = { a = 1, seeds = 3 }\n",
        );
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
        let (line, inline) = (
            "after = \"\"\n",
            "example = [{ moves = [], shows = \"d\" }, {}]\n",
        );
        let new = |text: &str, index| with_in_example(text, index, ["after", "\"\""]);
        let both = [head, rest].concat();
        assert_eq!(new(&both, 0), Some([head, line, rest].concat()));
        let second = both.replace("[[example]]\nshows", "[[example]]\nafter = \"\"\nshows");
        assert_eq!(new(&both, 1), Some(second.clone()));
        assert_eq!(new(&second, 1), Some(second));
        let first = inline.replace("[],", "[], after = \"\",");
        assert_eq!(new(inline, 0), Some(first));
        assert_eq!(
            new(inline, 1),
            Some(inline.replace("{}", "{ after = \"\" }"))
        );
        assert_eq!(new(inline, 2), None);
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
