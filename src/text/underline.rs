//! A part of a text marked with carets, for messages.

use std::ops::Range;

/// A line of text with a row of carets below a part of it; long lines are cut around that part.
#[must_use]
pub(crate) fn underline(text: &str, span: &Range<usize>, indent: &str) -> String {
    const AROUND: usize = 60;
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let before: Vec<char> = text
        .get(..span.start)
        .unwrap_or(text)
        .chars()
        .map(clean)
        .collect();
    let marked: Vec<char> = text
        .get(span.clone())
        .unwrap_or("")
        .chars()
        .map(clean)
        .collect();
    let after: Vec<char> = text
        .get(span.end..)
        .unwrap_or("")
        .chars()
        .map(clean)
        .collect();
    let cut_before = before.len().saturating_sub(AROUND);
    let cut_marked = marked.len().min(2 * AROUND);
    let cut_after = after.len().min(AROUND);
    let ellipsis = |cut: bool| if cut { "…" } else { "" };
    let line: String = before[cut_before..]
        .iter()
        .chain(&marked[..cut_marked])
        .collect();
    let rest: String = if cut_marked < marked.len() {
        String::new()
    } else {
        after[..cut_after].iter().collect()
    };
    let head = ellipsis(cut_before > 0);
    let tail = ellipsis(cut_marked < marked.len() || cut_after < after.len());
    let spaces = " ".repeat(head.chars().count() + before.len() - cut_before);
    let carets = "^".repeat(cut_marked.max(1));
    format!("{indent}{head}{line}{rest}{tail}\n{indent}{spaces}{carets}")
}
