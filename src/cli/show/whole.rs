//! All rules of a game in words, in a format of choice.

use clap::ValueEnum;
use maud::{DOCTYPE, html};

use super::book;
use crate::files::catalogue::Loaded;
use mankala_core::text::visible::visible;

/// Format of the rules in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for the terminal.
    Text,
    /// Markdown: headings and lists.
    Markdown,
    /// A page of its own.
    Html,
}

pub(super) fn whole(loaded: &Loaded, format: Format, width: usize) -> String {
    match format {
        Format::Text => book::text(&loaded.text_in_words(), width),
        Format::Markdown => loaded.text_in_words(),
        Format::Html => page(loaded),
    }
}

fn page(loaded: &Loaded) -> String {
    let title = visible(&loaded.header.title);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (title) }
            }
            body {
                h1 { (title) }
                @for part in loaded.in_words() {
                    h2 { (part.title) }
                    ul { @for line in &part.lines { li { (line.words) } } }
                }
            }
        }
    };
    format!("{}\n", page.into_string())
}
