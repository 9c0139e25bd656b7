//! Lines of text with carets below a part, for messages.

use std::ops::Range;

use crate::text::visible::visible;
use crate::text::width::width_of;

/// Maximum number of characters shown on either side of the marked part.
const AROUND: usize = 60;

/// Returns a line of text with a row of carets below a part of it; long lines are cut around that part.
pub(crate) fn underline(text: &str, span: &Range<usize>, indent: &str) -> String {
    let before = text.get(..span.start).unwrap_or(text);
    let marked = text.get(span.clone()).unwrap_or("");
    let after = text.get(span.end..).unwrap_or("");
    let start = before.char_indices().rev().nth(AROUND - 1);
    let shown = &before[start.map_or(0, |(start, _)| start)..];
    let head = if shown.len() < before.len() { "…" } else { "" };
    let (marked, cut) = first(marked, 2 * AROUND);
    let (after, cut_after) = first(after, if cut { 0 } else { AROUND });
    let tail = if cut || cut_after { "…" } else { "" };
    let [shown, marked, after] = [shown, marked, after].map(clean);
    let spaces = " ".repeat(width_of(head) + width_of(&shown));
    let carets = "^".repeat(width_of(&marked).max(1));
    format!("{indent}{head}{shown}{marked}{after}{tail}\n{indent}{spaces}{carets}")
}

/// Returns the first characters of a text, and whether it was cut.
fn first(text: &str, most: usize) -> (&str, bool) {
    match text.char_indices().nth(most) {
        Some((end, _)) => (&text[..end], true),
        None => (text, false),
    }
}

/// Prepares part of a line for a terminal: a tab becomes a space, other control characters are escaped.
fn clean(text: &str) -> String {
    visible(&text.replace('\t', " ")).into_owned()
}
