//! Frame of every page: head, navigation, footer; and the style sheet.

use maud::{DOCTYPE, Markup, html};

use super::Book;
use crate::report::Report;

/// Style of the pages, after that of reports.
pub(super) const STYLE: &str =
    concat!(include_str!("../../report/page.css"), include_str!("book.css"));

/// Indexes: file, title and summary.
pub(super) const INDEXES: [[&str; 3]; 6] = [
    [
        "index.html",
        "All games",
        "An encyclopedia: for each game its rules in words, examples, openings, puzzles, sources, relatives and measures.",
    ],
    ["by-place.html", "Places", "Games by the place where they are played."],
    [
        "by-people.html",
        "Peoples and towns",
        "Games by the people who play them, or by the town, as far as sources name one.",
    ],
    ["by-century.html", "Centuries", "Games by the century of their first known description."],
    ["by-mechanism.html", "Mechanisms", "Games by the features of their rules."],
    ["by-board.html", "Boards", "Games by the size of the board."],
];

/// Page without its frame.
pub(super) struct Page<'a> {
    pub(super) file: &'a str,
    pub(super) title: &'a str,
    /// Summary for search engines.
    pub(super) about: &'a str,
    /// Further elements of the head.
    pub(super) head: Markup,
    /// Elements below the title, before the main part.
    pub(super) lead: Markup,
    pub(super) main: Markup,
}

impl Book {
    /// Returns the page as a complete document.
    pub(super) fn framed(&self, page: &Page<'_>) -> String {
        let version = Report::version();
        let markup = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (page.title) " – Mancala games" }
                    meta name="description" content=(page.about);
                    meta name="generator" content=(version);
                    link rel="stylesheet" href="style.css";
                    @if let Some(site) = &self.site {
                        link rel="canonical" href={ (site) (page.file) };
                    }
                    (page.head)
                }
                body {
                    a.skip href="#main" { "To the text" }
                    header {
                        nav.indexes aria-label="Indexes" {
                            @for [file, title, _] in INDEXES {
                                @if file == page.file { a href=(file) aria-current="page" { (title) } }
                                @else { a href=(file) { (title) } }
                                " "
                            }
                            @if let Some(board) = &self.board { a href=(board) { "Play" } }
                        }
                        h1 { (page.title) }
                        (page.lead)
                    }
                    main #main { (page.main) }
                    footer {
                        p {
                            "Written by " (version) " from the files of its games. The program words the rules itself; facts are given with their sources. "
                            a href="measures.html" { "Measures and methods" }
                        }
                    }
                }
            }
        };
        markup.into_string()
    }
}
