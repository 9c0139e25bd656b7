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
