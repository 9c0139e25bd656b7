//! All rules of a game in words, in a format of choice.

use clap::ValueEnum;

use super::book;
use crate::files::catalogue::Loaded;
use crate::report::rules_page;

/// Format of the rules in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for the terminal.
    Text,
    /// Markdown: headings and lists.
    Markdown,
    /// A page of its own, with the opening and the sources.
    Html,
}

pub(super) fn whole(loaded: &Loaded, format: Format, width: usize) -> String {
    match format {
        Format::Text => book::text(&loaded.text_in_words(), width),
        Format::Markdown => loaded.text_in_words(),
        Format::Html => rules_page(loaded),
    }
}
