//! The rule book as text: all of it, or the rules of a name.

use crate::files::catalogue::Loaded;
use crate::files::spec::rule_ids;
use crate::text::width::paragraph;

/// The whole rule book.
pub(crate) fn rules(loaded: &Loaded, width: usize) -> String {
    let blocks = loaded.book.trim().split("\n\n");
    let blocks: Vec<String> = blocks.map(|text| block(text, width)).collect();
    blocks.join("\n")
}

/// A rule and those that are parts of it: `Z3` is `Z3.2` and all others that begin so, too.
pub(crate) fn rule(loaded: &Loaded, id: &str, width: usize) -> Result<String, String> {
    let is_part = |rule: &str| {
        let rest = rule
            .get(..id.len())
            .filter(|head| head.eq_ignore_ascii_case(id));
        let next = rule[id.len().min(rule.len())..].chars().next();
        rest.is_some() && !id.is_empty() && next.is_none_or(|next| !next.is_ascii_digit())
    };
    let items = loaded.book.split("\n\n").flat_map(items);
    let mut text = String::new();
    for (rule, words) in items.filter_map(named) {
        if is_part(rule) {
            text.push_str(&item(rule, words, width));
        }
    }
    let mut shown = loaded.examples.iter();
    let mut names = Vec::new();
    while let Some(example) = shown.find(|example| example.rules.iter().any(|rule| is_part(rule))) {
        names.push(&*example.name);
    }
    if !text.is_empty() && !names.is_empty() {
        let names = names.join("; ");
        text.push_str(&paragraph(
            &format!("Shown by the examples: {names}"),
            "  ",
            width,
        ));
    }
    if text.is_empty() {
        let all = rule_ids(loaded.book).join(", ");
        return Err(format!("there is no rule {id:?}, the rules are {all}"));
    }
    Ok(text)
}

/// The rules of a book of which no source says everything, so that something was ruled.
pub(super) fn ruled(book: &str) -> Vec<&str> {
    let items = book.split("\n\n").flat_map(items).filter_map(named);
    let ruled = items.filter(|(_, words)| words.contains("*ruled*") || words.contains("*Ruled"));
    ruled.map(|(id, _)| id).collect()
}

/// A block of the rule book: a heading, a list of rules, or a paragraph.
fn block(block: &str, width: usize) -> String {
    if let Some(title) = block.trim_start().strip_prefix('#') {
        let title = plain(title.trim_start_matches('#').trim());
        return paragraph(&title.to_uppercase(), "", width);
    }
    let items = items(block).map(|text| match named(text) {
        Some((id, words)) => item(id, words, width),
        None => match text.strip_prefix("- ") {
            Some(text) => paragraph(&plain(text), "  - ", width),
            None => paragraph(&plain(text), "", width),
        },
    });
    items.collect()
}

/// The items of a list; a block that is no list is one item.
fn items(block: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(block);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.find("\n- ");
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// The name of a rule and its words.
fn named(item: &str) -> Option<(&str, &str)> {
    item.strip_prefix("- **")?.split_once("**")
}

/// A rule, its name hanging to the left of its words.
fn item(id: &str, words: &str, width: usize) -> String {
    paragraph(&plain(words), &format!("  {id:<5} "), width)
}

/// Words without the marks of Markdown. Asterisks between backticks are no marks: the notation of moves has some.
fn plain(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(number, part)| match number % 2 {
        0 => part.replace('*', ""),
        _ => part.to_owned(),
    });
    parts.collect()
}
