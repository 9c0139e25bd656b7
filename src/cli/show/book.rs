//! The rule book and the rules in words as text, or one rule with its parts.

use crate::files::catalogue::Loaded;
use crate::files::spec::{Example, rule_ids};
use mankala_core::text::join;
use mankala_core::text::width::paragraph;

/// Formats Markdown: the whole rule book, or the rules in words.
pub(crate) fn text(markdown: &str, width: usize) -> String {
    join(markdown.trim().split("\n\n").map(|text| block(text, width)), "\n")
}

/// Formats a rule with its parts: `Z3` includes `Z3.2` and all others with this prefix.
pub(crate) fn rule(loaded: &Loaded, id: &str, width: usize) -> Result<String, String> {
    let is_part = |rule: &str| {
        let rest = rule.get(..id.len()).filter(|head| head.eq_ignore_ascii_case(id));
        let next = rule[id.len().min(rule.len())..].chars().next();
        rest.is_some() && !id.is_empty() && next.is_none_or(|next| !next.is_ascii_digit())
    };
    let items = loaded.book.split("\n\n").flat_map(items);
    let parts = items.filter_map(named).filter(|(rule, _)| is_part(rule));
    let mut text: String = parts.map(|(rule, words)| item(rule, words, width)).collect();
    if text.is_empty() {
        let all = rule_ids(loaded.book).join(", ");
        return Err(format!("unknown rule {id:?}, expected one of {all}"));
    }
    let shows_it = |example: &&Example| example.rules.iter().any(|rule| is_part(rule));
    let found = loaded.examples.iter().filter(shows_it);
    let names = join(found.map(|example| &*example.name), "; ");
    if !names.is_empty() {
        let words = format!("Shown by the examples: {names}");
        text.push_str(&paragraph(&words, "  ", width));
    }
    Ok(text)
}

/// Returns the rules of a book that contain a ruling, as no source decides everything.
pub(super) fn ruled(book: &str) -> Vec<&str> {
    let items = book.split("\n\n").flat_map(items).filter_map(named);
    let ruled = items.filter(|(_, words)| words.contains("*ruled*") || words.contains("*Ruled"));
    ruled.map(|(id, _)| id).collect()
}

/// Formats a block of the rule book: a heading, a list of rules, or a paragraph.
fn block(block: &str, width: usize) -> String {
    if let Some(title) = block.trim_start().strip_prefix('#') {
        return paragraph(&plain(title.trim_start_matches('#').trim()).to_uppercase(), "", width);
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

/// Splits a list into its items; any other block is one item.
fn items(block: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(block);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.find("\n- ");
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// Splits an item into the name of a rule and its text.
fn named(item: &str) -> Option<(&str, &str)> {
    item.strip_prefix("- **")?.split_once("**")
}

/// Formats a rule, with its name hanging to the left of its text.
fn item(id: &str, words: &str, width: usize) -> String {
    paragraph(&plain(words), &format!("  {id:<5} "), width)
}

/// Removes the marks of Markdown. Asterisks between backticks stay, as they belong to moves. Keys keep their backticks,
/// as a key like `rest` would read as a word.
fn plain(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(number, part)| match number % 2 {
        0 => part.replace('*', ""),
        _ if is_key(part) => format!("`{part}`"),
        _ => part.to_owned(),
    });
    parts.collect()
}

/// Returns `true` if a code span is a key, alone or with its value.
fn is_key(span: &str) -> bool {
    let key = span.split_once(" = ").or(span.split_once(" != ")).map_or(span, |(key, _)| key);
    key.starts_with(|c: char| c.is_ascii_lowercase())
        && key.chars().all(|c| c.is_ascii_lowercase() || "_.-".contains(c))
}
