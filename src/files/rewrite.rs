//! Changes written into the text of a variant: all else in it, comments and layout too, stays as it is.

use std::ops::Range;

use crate::Loaded;
use crate::files::catalogue::{GivenBy, Written};
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
    if let Some(Entry { node, .. }) = entries.get(key) {
        return spliced(text, span(node), value);
    }
    let begins = |sign| text[span(node)].starts_with(sign);
    if begins('{') {
        let comma = if entries.is_empty() { " " } else { "," };
        let start = node.place.start + 1;
        return spliced(text, start..start, &format!(" {key} = {value}{comma}"));
    }
    let line = if begins('[') {
        format!("{key} = {value}\n")
    } else {
        format!("{section}.{key} = {value}\n")
    };
    with_lines(text, last(entries).max(node.place.end), &line)
}

fn span(node: &Node) -> Range<usize> {
    node.place.start..node.place.end
}

/// Where the last of some entries ends; lists of sections are left out.
fn last(entries: &Section) -> usize {
    let end = |node: &Node| match &node.kind {
        Kind::Section(within) => last(within).max(node.place.end),
        // The first section of such a list begins where the list does.
        Kind::List(items) if items.first().is_some_and(|item| span(item) == span(node)) => 0,
        Kind::List(_) | Kind::Plain(_) => node.place.end,
    };
    let ends = entries.iter().map(|(_, entry)| end(&entry.node));
    ends.max().unwrap_or(0)
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
    use super::with;

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
            "setup = { seeds = 3, a = 1 }\n",
        );
        assert_written(
            "setup.a = 1\nname = \"a\"\n",
            SEEDS,
            "setup.a = 1\nsetup.seeds = 3\nname = \"a\"\n",
        );
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
