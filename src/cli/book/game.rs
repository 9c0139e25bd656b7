//! Page of a game.

use maud::{Markup, PreEscaped, html};
use strum::IntoEnumIterator;

use super::super::prelude::*;
use super::Book;
use super::draw::{board, map};
use super::facts::{Facts, PLAYERS, result};
use super::frame::Page;
use crate::atlas::places::coordinates;
use crate::files::check::holding;
use crate::files::solved::Solved;
use crate::files::spec::{Example, Header, Source};
use crate::report::{
    Report, advantages, coded, figures_of, kinds_of_pits, skill_of, stored_games, with_code,
};
use crate::review::Opening;

/// Number of first moves in a table.
const FIRST_MOVES: usize = 12;

impl Book {
    pub(super) fn page(&self, place: usize, facts: &Facts) -> String {
        let loaded = &self.games[place].0;
        let (header, file) = (&loaded.header, self.file(place));
        let structured = self.structured(loaded, &file).to_string();
        // The text of a script ends at the first `</`.
        let structured = PreEscaped(structured.replace('<', "\\u003c"));
        let main = html! {
            (kinds_of_pits())
            div.opening { (board(&loaded.game(), &format!("Opening of {}", header.title))) }
            @if let Some(link) = self.on_board(loaded, None, &[]) {
                p { a.play href=(link) { "Play " (header.title) } }
            }
            nav aria-label="On this page" {
                a href="#rules" { "Rules" } a href="#examples" { "Examples" } a href="#play" { "Play" }
                a href="#openings" { "Openings" } a href="#puzzles" { "Puzzles" }
                a href="#numbers" { "Numbers" } a href="#relatives" { "Relatives" } a href="#sources" { "Sources" } a href="#cite" { "How to cite" }
            }
            (spot(loaded))
            (self.rules(loaded))
            (self.play(loaded, facts))
            (numbers(loaded, facts))
            (self.near(place))
            (sources(header))
            (self.cite(loaded, &file))
        };
        self.framed(&Page {
            file: &file,
            title: &header.title,
            about: &header.about,
            head: html! { script type="application/ld+json" { (structured) } },
            lead: lead(loaded),
            main,
        })
    }

    /// Returns the address of a game on the board, if there is a board, at its start.
    pub(super) fn on_board(
        &self,
        loaded: &Loaded,
        start: Option<&str>,
        moves: &[String],
    ) -> Option<String> {
        let board = self.board.as_ref()?;
        let mut link = format!("{board}#v={}", encoded(&loaded.header.name));
        if let Some(start) = start {
            link += &format!("&p={}", encoded(start));
        }
        if !moves.is_empty() {
            link += &format!("&m={}&ply=0", encoded(&moves.join(" ")));
        }
        Some(link)
    }

    fn rules(&self, loaded: &Loaded) -> Markup {
        let examples = holding(loaded, &super::interrupt::stopped);
        let showing = |rules: &[String]| -> Vec<usize> {
            let of_rules = |(_, (example, _)): &(usize, &(&Example, Game))| {
                example.rules.iter().any(|rule| rules.contains(rule))
            };
            let shown = (1..).zip(&examples).filter(of_rules);
            shown.map(|(number, _)| number).take(3).collect()
        };
        html! {
            section #rules {
                h2 { "Rules" }
                @for part in loaded.in_words() {
                    h3 { (part.title) }
                    ul {
                        @for line in &part.lines {
                            li {
                                (with_code(&line.words))
                                @let shown = showing(&line.rules);
                                @if !shown.is_empty() {
                                    " "
                                    span.seen {
                                        "(example"
                                        @if shown.len() > 1 { "s" }
                                        @for (place, number) in shown.iter().enumerate() {
                                            @if place > 0 { "," }
                                            " "
                                            a href=(format!("#example-{number}")) { (number) }
                                        }
                                        ")"
                                    }
                                }
                            }
                        }
                    }
                }
            }
            section #examples {
                h2 { "Examples" }
                @if examples.is_empty() { p { "There are no examples." } }
                div.examples {
                    @for (number, (example, end)) in (1..).zip(&examples) { (self.example(loaded, number, example, end)) }
                }
            }
        }
    }

    /// Shows the board before and after the moves of an example.
    fn example(&self, loaded: &Loaded, number: usize, example: &Example, end: &Game) -> Markup {
        let start = loaded.game_at(example.position.as_deref()).unwrap_or_else(|_| loaded.game());
        let link = self.on_board(loaded, example.position.as_deref(), &example.moves);
        html! {
            section id=(format!("example-{number}")) {
                h3 { (number) ". " (capital(&example.name.replace('-', " "))) }
                p { (with_code(&capital(&example.shows))) "." }
                (board(&start, &format!("Example {number}, before")))
                @for (label, moves) in [("Legal moves", &example.legal), ("Not legal", &example.illegal)] {
                    @if let Some(moves) = moves {
                        p { (label) ": " @if moves.is_empty() { "none" } @else { (moves) } }
                    }
                }
                @if !example.moves.is_empty() {
                    p { (start.to_move()) " to move. After " b { (example.moves.join(" ")) } ":" }
                    (board(end, &format!("Example {number}, after")))
                    @if let Some(outcome) = end.result() { p { "The game is over: " (result(outcome)) "." } }
                }
                @if let Some(link) = link {
                    p { a href=(link) { "Example " (number) " on the board" } }
                }
            }
        }
    }

    fn play(&self, loaded: &Loaded, facts: &Facts) -> Markup {
        let name = &loaded.header.name;
        html! {
            section #play {
                h2 { "Play" }
                h3.first { "A game to watch" }
                @match &facts.typical {
                    Some(game) => {
                        @let moves = game.record();
                        p {
                            "A typical game takes " (moves.len()) " moves between two players that take as much as they can ("
                            code { (PLAYERS.stated()) } "). It has the median length of five games. At the end "
                            @if let Some(outcome) = game.result() { (result(outcome)) } "."
                        }
                        @if let Some(link) = self.on_board(loaded, None, &moves) { p { a href=(link) { "Watch this game on the board" } } }
                        details { summary { "Its moves" } p { (moves.join(" ")) } }
                        details { summary { "Its last position" } (board(game, "Last position of the typical game")) }
                    },
                    None => p { "None of five games between two players that take as much as they can ended within 200 moves." },
                }
                (first_moves(&facts.openings))
                (self.puzzles(loaded))
                p { "To play at a terminal: " code { "mankala play " (name) } }
            }
        }
    }

    fn near(&self, place: usize) -> Markup {
        html! {
            section #relatives {
                h2 { "Relatives" }
                p.about { "The games with the most similar rules. The distance is 0 for the same rules and 1 for games that share nothing." }
                @for relative in self.relatives(place) {
                    h3 {
                        @if self.shown.contains(&relative.place) { a href=(self.file(relative.place)) { (self.title(relative.place)) } }
                        @else { (self.title(relative.place)) }
                        " " small { (self.games[relative.place].0.header.region) ", distance " (format!("{:.2}", relative.distance)) }
                    }
                    @if relative.words.is_empty() { p { "No mechanism differs." } }
                    ul {
                        @for words in &relative.words { li { (words) "." } }
                        @if relative.more > 0 { li { "There are " (relative.more) " smaller differences." } }
                    }
                }
            }
        }
    }

    fn cite(&self, loaded: &Loaded, file: &str) -> Markup {
        let header = &loaded.header;
        let keyed = header.attested.iter().chain(&header.sources);
        let entries: Vec<String> = keyed.map(|source| source.bibtex(&source.key())).collect();
        html! {
            section #cite {
                h2 { "How to cite" }
                p { "For the rules, cite their sources above. For measures and counts, cite the program:" }
                p {
                    (Report::version()) ", page “" (header.title) "”"
                    @if let Some(site) = &self.site { ", " (site) (file) }
                    ", rules with the digest " code { (loaded.digest()) } "."
                }
                @if !entries.is_empty() { details { summary { "Sources for BibTeX" } pre { (entries.join("\n")) } } }
            }
        }
    }

    /// Returns the data of the game for search engines.
    fn structured(&self, loaded: &Loaded, file: &str) -> serde_json::Value {
        let header = &loaded.header;
        let works = header.attested.iter().chain(&header.sources).map(|source| {
            let mut work = json!({
                "@type": "CreativeWork",
                "author": source.author,
                "name": source.title,
                "datePublished": source.year.to_string(),
            });
            if let Some(url) = address(source) {
                work["url"] = json!(url);
            }
            work
        });
        let geo = coordinates(&header.region).map(|[latitude, longitude]| {
            json!({ "@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude })
        });
        let mut game = json!({
            "@context": "https://schema.org",
            "@type": "Game",
            "name": header.title,
            "alternateName": header.also,
            "description": header.about,
            "numberOfPlayers": { "@type": "QuantitativeValue", "value": 2 },
            "gameLocation": { "@type": "Place", "name": header.region },
            "citation": works.collect::<Vec<_>>(),
        });
        if let Some(site) = &self.site {
            game["url"] = json!(format!("{site}{file}"));
        }
        if let Some(geo) = geo {
            game["gameLocation"]["geo"] = geo;
        }
        game
    }
}

fn first_moves(openings: &[Opening]) -> Markup {
    html! {
        h3 #openings { "Openings" }
        p { "South's winning chances after each first move. A short search estimates them; where the solver proves the result, it replaces the estimate." }
        div.scroll { table {
            caption { "Values of first moves" }
            thead { tr { th scope="col" { "Move" } th scope="col" { "South's chances" } } }
            tbody { @for opening in openings.iter().take(FIRST_MOVES) {
                tr {
                    th scope="row" { (opening.line.concat()) }
                    td { (opening.words()) @if !opening.proved { ", estimated" } }
                }
            } }
        } }
        @if openings.len() > FIRST_MOVES { p { "First moves left out: " (openings.len() - FIRST_MOVES) "." } }
    }
}

/// Shows what the game is and where it comes from.
fn lead(loaded: &Loaded) -> Markup {
    let header = &loaded.header;
    html! {
        p.lead { (header.of_whom("about", &header.about)) }
        dl.facts {
            @if !header.also.is_empty() { dt { "Other names" } dd { (header.also.join(", ")) } }
            dt { "Where" } dd { (header.of_whom("region", &header.region)) }
            dt { "First described" } dd { (header.since()) }
            dt { "Board" }
            dd { (loaded.board.rows) " rows of " (loaded.board.columns) " pits, " (loaded.game().seeds()) " seeds" }
        }
    }
}

fn spot(loaded: &Loaded) -> Markup {
    let region = &loaded.header.region;
    html! {
        @if let Some(at) = coordinates(region) {
            figure {
                (map(&format!("Map of the world with {region}"), &[(at, 4, region.clone(), None)]))
                figcaption { p { (region) ", to the accuracy of a country or region" } }
            }
        }
    }
}

fn numbers(loaded: &Loaded, facts: &Facts) -> Markup {
    let name = &loaded.header.name;
    let rows: Vec<_> = Measure::iter()
        .map(|measure| (measure, figures_of(name, measure)))
        .filter(|(_, figures)| figures.iter().any(Option::is_some))
        .collect();
    html! {
        section #numbers {
            h2 { "Numbers" }
            h3.first { "Perfect play" }
            p { (perfect(loaded, facts.openings.first())) }
            h3 { "Measures" }
            @if rows.is_empty() { p { "This game has not been measured. " code { "mankala compare " (name) } " measures it." } }
            @else {
                @for words in advantages(loaded) { p { (words) } }
                @if let Some([elo, ends, games]) = skill_of(name) {
                    p { "Of two players by Monte Carlo tree search, the one with twice the playouts gains " (elo) " Elo (95 % interval " (ends) ", " (games) " of games)." }
                }
                p.about {
                    "Means or shares of " (stored_games()) " games, with 95 % confidence intervals. "
                    a href="measures.html" { "Definitions" }
                }
                div.scroll role="region" tabindex="0" aria-label="Measures" { table {
                    caption { "Measures" }
                    thead { tr { th scope="col" { "Measure" } th scope="col" { "Random players" } th scope="col" { "Players that look two plies ahead" } } }
                    tbody { @for (measure, figures) in &rows {
                        tr {
                            th scope="row" { (measure.label()) small { (measure.unit()) } }
                            @for figure in figures {
                                td { @match figure { Some((_, [value, ends])) => { (value) small { (ends) } }, None => "–" } }
                            }
                        }
                    } }
                } }
            }
            h3 { "Exact counts" }
            p.about { "Number of different sequences of moves from the opening (perft)." }
            div.scroll { table {
                caption { "Exact counts" }
                thead { tr { th scope="col" { "Moves" } th scope="col" { "Sequences" } } }
                tbody { @for (depth, count) in (1..).zip(&facts.counts) { tr { th scope="row" { (depth) } td { (count) } } } }
            } }
        }
    }
}

fn perfect(loaded: &Loaded, best: Option<&Opening>) -> String {
    if let Some(solved) = Solved::of(loaded) {
        return solved.words().replace('`', "");
    }
    let Some(best) = best.filter(|best| best.proved) else {
        return "The value with perfect play is not known.".to_owned();
    };
    let words = best.words().replace("proved: ", "");
    format!("With perfect play the result is: {words}. The solver of this program proves it.")
}

fn sources(header: &Header) -> Markup {
    html! {
        section #sources {
            h2 { "Sources" }
            @if let Some(first) = &header.attested { h3 { "First known description" } p { (cited(first)) } }
            h3 { "Sources of the rules" }
            @if let Some(parent) = header.whose("sources") { p { "These are the sources of " (parent) "." } }
            ul { @for source in &header.sources { li { (cited(source)) } } }
            @if !header.rulings.is_empty() {
                h3 { "Rulings" }
                p.about { "Decisions of this program where the sources are silent or disagree." }
                ul { @for ruling in &header.rulings { li { (ruling.source) " " b { "We ruled:" } " " (ruling.ruled) } } }
            }
            @if let Some(day) = &header.checked { p { "A second reader compared the rules with the sources on " time datetime=(day) { (day) } "." } }
        }
    }
}

/// Returns a source with a link, if it has an address.
fn cited(source: &Source) -> Markup {
    let link = address(source);
    html! {
        @match link { Some(link) => a href=(link) { (source) }, None => (source) }
    }
}

fn address(source: &Source) -> Option<String> {
    let doi = source.doi.as_ref();
    let doi = doi.map(|doi| format!("https://doi.org/{}", encoded(doi)));
    let is_web = |url: &&String| url.starts_with("https://") || url.starts_with("http://");
    doi.or_else(|| source.url.as_ref().filter(is_web).cloned())
}

/// Returns a text that begins with a capital letter and has no dot at its end.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Encodes a text for the part of an address after `#`, as forms do.
fn encoded(text: &str) -> String {
    coded(text, "-._~/,").replace("%20", "+")
}
