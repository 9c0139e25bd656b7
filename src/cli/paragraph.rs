//! Running text in lines of bounded width.

use crate::text::visible::visible_lines;

/// A text in lines of at most this width, the first after `hang`, the others as far in as it is wide.
///
/// A word that is wider than a line has one for itself. Control characters are shown.
pub(crate) fn paragraph(text: &str, hang: &str, width: usize) -> String {
    let indent = " ".repeat(hang.chars().count());
    let mut lines = String::new();
    let mut line = hang.to_owned();
    let mut is_empty = true;
    for word in visible_lines(text).split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > width {
            lines.push_str(line.trim_end());
            lines.push('\n');
            line.clone_from(&indent);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    if !is_empty {
        lines.push_str(&line);
        lines.push('\n');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::paragraph;

    #[test]
    fn lines_are_filled_and_no_wider() {
        for (text, hang, width, lines) in [
            ("a b c d", "", 3, "a b\nc d\n"),
            ("one two", "1. ", 6, "1. one\n   two\n"),
            ("toowideforit b", "", 4, "toowideforit\nb\n"),
            ("  ", "  ", 4, ""),
            ("\u{1b}c\u{202e}d", "", 4, "\\u{1b}c\\u{202e}d\n"),
        ] {
            assert_eq!(paragraph(text, hang, width), lines, "{text}");
        }
    }
}
