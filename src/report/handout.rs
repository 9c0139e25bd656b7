//! All rules of a game as a page, to read or to print.

use super::drawing;
use super::page::framed;
use super::prelude::*;

/// Returns the opening, all rules in words, the sources and the rulings of a game as a self-contained page.
pub fn rules_page(loaded: &Loaded) -> String {
    let header = &loaded.header;
    let game = loaded.game();
    let body = html! {
        header { h1 { (header.title) } p.headline { (header.of_whom("about", &header.about)) } }
        main {
            (drawing::kinds())
            figure { (drawing::board(game.layout(), &game.diagram(), "Opening")) }
            @for part in loaded.in_words() {
                section { h2 { (part.title) } ul { @for line in &part.lines { li { (line.words) } } } }
            }
            section {
                h2 { "Sources" }
                ul {
                    @for source in header.attested.iter().chain(&header.sources) { li { (source) } }
                }
                @for ruling in &header.rulings { p { (with_code(&format!("{} We ruled: {}", ruling.source, ruling.ruled))) } }
            }
        }
    };
    framed(&header.title, "", None, &body)
}
