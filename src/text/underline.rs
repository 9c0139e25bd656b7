//! A part of a text marked with carets, for messages.

use std::ops::Range;

use crate::text::visible::visible;
use crate::text::width::width_of;

/// So many characters are shown on either side of what is marked.
const AROUND: usize = 60;

/// A line of text with a row of carets below a part of it; long lines are cut around that part.
#[must_use]
pub(crate) fn underline(text: &str, span: &Range<usize>, indent: &str) -> String {
    let before = text.get(..span.start).unwrap_or(text);
    let marked = text.get(span.clone()).unwrap_or("");
    let after = text.get(span.end..).unwrap_or("");
    let start = before.char_indices().rev().nth(AROUND - 1);
    let shown = &before[start.map_or(0, |(start, _)| start)..];
    let head = if shown.len() < before.len() {
        "…"
    } else {
        ""
    };
    let (marked, cut) = first(marked, 2 * AROUND);
    let (after, cut_after) = first(after, if cut { 0 } else { AROUND });
    let tail = if cut || cut_after { "…" } else { "" };
    let [shown, marked, after] = [shown, marked, after].map(clean);
    let spaces = " ".repeat(width_of(head) + width_of(&shown));
    let carets = "^".repeat(width_of(&marked).max(1));
    format!("{indent}{head}{shown}{marked}{after}{tail}\n{indent}{spaces}{carets}")
}

/// The first characters of a text, and whether it was cut.
fn first(text: &str, most: usize) -> (&str, bool) {
    match text.char_indices().nth(most) {
        Some((end, _)) => (&text[..end], true),
        None => (text, false),
    }
}

/// A part of a line of a terminal: a tab is as wide as a caret, other control characters are shown.
fn clean(text: &str) -> String {
    visible(&text.replace('\t', " ")).into_owned()
}
