//! Text padded and wrapped by its width on a terminal: combining letters take no column, wide ones take two.

use std::borrow::Cow;

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::text::visible::visible_lines;

/// Counts the columns that a text takes on a terminal.
pub fn width_of(text: &str) -> usize {
    text.width()
}

/// Counts the columns of the widest of some texts.
pub fn widest<'t>(texts: impl IntoIterator<Item = &'t str>) -> usize {
    texts.into_iter().map(width_of).max().unwrap_or(0)
}

/// Pads a text with spaces on its right.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", spaces(text, width))
}

/// Pads a text with spaces on its left.
pub fn padded_left(text: &str, width: usize) -> String {
    format!("{}{text}", spaces(text, width))
}

/// Returns the spaces that pad a text to this width.
fn spaces(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(width_of(text)))
}

/// Cuts a text that is wider than `most`, and marks the cut.
pub fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if width_of(text) <= most {
        return text.into();
    }
    let mut taken = 1;
    let end = text.char_indices().find(|(_, letter)| {
        taken += letter.width().unwrap_or(0);
        taken > most
    });
    let kept = &text[..end.map_or(text.len(), |(end, _)| end)];
    format!("{}…", kept.trim_end()).into()
}

/// Wraps running text to lines of at most this width; wider words get their own line. Escapes control characters.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let text = visible_lines(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return Vec::new();
    }
    let words = words.join(" ");
    let options = Options::new(width)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let lines = textwrap::wrap(&words, options);
    lines.into_iter().map(Cow::into_owned).collect()
}

/// Wraps running text to lines of at most this width; `hang` starts the first line, the others are indented equally.
pub fn paragraph(text: &str, hang: &str, width: usize) -> String {
    let room = width.saturating_sub(width_of(hang));
    let lines = wrapped(text, room);
    if lines.is_empty() {
        return String::new();
    }
    let indent = format!("\n{}", spaces("", width_of(hang)));
    format!("{hang}{}\n", lines.join(&indent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filled_and_no_wider() {
        for (text, hang, width, lines) in [
            ("a b c d", "", 3, "a b\nc d\n"),
            ("one two", "1. ", 6, "1. one\n   two\n"),
            ("toowideforit b", "", 4, "toowideforit\nb\n"),
            ("one-two", "", 4, "one-two\n"),
            ("  ", "  ", 4, ""),
            ("a", "", 0, "a\n"),
            ("\u{1b}c\u{202e}d", "", 4, "\\u{1b}c\\u{202e}d\n"),
            // Two letters of two columns each, and two letters with an accent each in four characters.
            ("播棋 a", "", 5, "播棋\na\n"),
            ("e\u{301}e\u{301} a", "", 4, "e\u{301}e\u{301} a\n"),
            ("a b", "棋 ", 4, "棋 a\n   b\n"),
        ] {
            assert_eq!(paragraph(text, hang, width), lines, "{text}");
        }
    }

    #[test]
    fn cells_are_as_wide_as_shown() {
        for (text, shown) in [
            ("播棋播棋", "播… "),
            ("播棋", "播棋"),
            ("e\u{301}bc", "e\u{301}bc "),
            ("abcde", "abc…"),
        ] {
            let cell = padded(&cut(text, 4), 4);
            assert_eq!((width_of(&cell), &*cell), (4, shown));
        }
    }
}
