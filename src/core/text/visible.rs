//! Escapes control characters in untrusted text, so that terminals show them instead of acting on them.

use std::borrow::Cow;

/// Maximum number of characters of a word in a message.
const LONGEST_WORD: usize = 60;

/// Escapes all control characters, as in `\u{1b}` and `\n`, so that the text fits on one line.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, acts, |c| c.escape_default().to_string())
}

/// Escapes control characters except line feeds and tabs.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    let escapes = |c| acts(c) && !matches!(c, '\n' | '\t');
    escaped(text, escapes, |c| c.escape_default().to_string())
}

/// Escapes control characters in a line of JSON; the result is equivalent JSON.
pub fn visible_json(json: &str) -> Cow<'_, str> {
    escaped(json, acts, |c| format!("\\u{:04x}", u32::from(c)))
}

/// Shortens a long word for a message.
pub fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST_WORD) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Returns `true` if a terminal acts on a character instead of showing it: controls and marks of text direction.
fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}' | '\u{feff}')
}

/// Replaces some characters of a text by their escapes.
fn escaped(
    text: &str,
    escapes: impl Fn(char) -> bool,
    escape: impl Fn(char) -> String,
) -> Cow<'_, str> {
    if !text.contains(&escapes) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if escapes(c) {
            shown.push_str(&escape(c));
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}
