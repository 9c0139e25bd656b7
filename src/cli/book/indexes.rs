//! Lists of games: all, by place, people, century, mechanism and board; and the definitions of measures.

use std::collections::BTreeMap;

use maud::{Markup, html};
use strum::IntoEnumIterator;

use super::Book;
use super::draw::{Spot, map, world};
use super::frame::{INDEXES, Page, STYLE};
use super::game::capital;
use crate::atlas::mechanisms::{Block, Value, all};
use crate::atlas::places::{coordinates, parts_around, people_of};
use crate::report::figure_of;
use mankala_core::measure::names::{LITERATURE, Measure};
use mankala_core::text::join;

/// Heading for games without a known place.
const ELSEWHERE: &str = "Elsewhere";

/// Games below two headings.
type Groups = BTreeMap<(usize, String), BTreeMap<String, Vec<usize>>>;

impl Book {
    /// Returns the files that belong to no single game.
    pub(super) fn indexes(&self) -> Vec<(String, String)> {
        let others = [
            ("measures.html", self.definitions()),
            ("style.css", STYLE.to_owned()),
            ("world.svg", world()),
        ];
        let files = INDEXES.map(|[file, title, about]| (file, self.index(file, title, about)));
        files.into_iter().chain(others).map(|(file, text)| (file.to_owned(), text)).collect()
    }

    fn index(&self, file: &str, title: &str, about: &str) -> String {
        let all = format!("{} mancala games", self.shown.len());
        let (title, main) = match file {
            "by-place.html" => (title, self.by_place()),
            "by-people.html" => (title, self.by_people()),
            "by-century.html" => (title, self.by_century()),
            "by-mechanism.html" => (title, self.by_mechanism()),
            "by-board.html" => (title, self.by_board()),
            _ => (&*all, self.every()),
        };
        self.framed(&Page {
            file,
            title,
            about,
            head: html! {},
            lead: html! { p.lead { (about) } },
            main,
        })
    }

    /// Lists all games, with a map of their places.
    fn every(&self) -> Markup {
        let mut places: BTreeMap<String, (Spot, Vec<&str>)> = BTreeMap::new();
        for &place in &self.shown {
            let Some(at) = coordinates(&self.games[place].0.header.region) else {
                continue;
            };
            let link = match self.place_of(place) {
                (large, small) if large == small => slug(&large),
                (large, small) => slug(&format!("{large} {small}")),
            };
            let link = format!("by-place.html#{link}");
            let spot = || ((at, 0, String::new(), Some(link)), Vec::new());
            let (spot, titles) = places.entry(format!("{at:?}")).or_insert_with(spot);
            spot.1 += 1;
            titles.push(self.title(place));
        }
        let spots: Vec<Spot> = places
            .into_values()
            .map(|((at, count, _, link), titles)| {
                let more = (count > 4).then(|| format!(" and {} more", count - 4));
                let words = join(titles.into_iter().take(4), ", ");
                (at, count, words + &more.unwrap_or_default(), link)
            })
            .collect();
        html! {
            (map("Map of the world with the places of the games", &spots))
            h2 { "By name" }
            (self.list(&self.shown))
        }
    }

    fn list(&self, places: &[usize]) -> Markup {
        html! {
            ul.names {
                @for &place in places {
                    @let header = &self.games[place].0.header;
                    li { a href=(self.file(place)) { (header.title) } " " small { (header.region) ", " (header.since()) } }
                }
            }
        }
    }

    /// Lists the games below the headings to which each belongs.
    fn grouped(&self, of: impl Fn(usize) -> Vec<((usize, String), String)>) -> Markup {
        let mut groups = Groups::new();
        for &place in &self.shown {
            for (heading, part) in of(place) {
                groups.entry(heading).or_default().entry(part).or_default().push(place);
            }
        }
        html! {
            nav aria-label="On this page" { @for (_, heading) in groups.keys() { a href=(format!("#{}", slug(heading))) { (heading) } " " } }
            @for ((_, heading), parts) in &groups {
                section {
                    h2 id=(slug(heading)) { (heading) }
                    @for (part, places) in parts {
                        @if !part.is_empty() && part != heading { h3 id=(slug(&format!("{heading} {part}"))) { (part) } }
                        (self.list(places))
                    }
                }
            }
        }
    }

    /// Returns the largest and the smallest known part of the world around a game.
    fn place_of(&self, place: usize) -> (String, String) {
        let parts = parts_around(&self.games[place].0.header.region);
        let elsewhere = || ELSEWHERE.to_owned();
        let part = |part: Option<&&str>| part.map_or_else(elsewhere, |part| (*part).to_owned());
        (part(parts.first()), part(parts.last()))
    }

    fn by_place(&self) -> Markup {
        self.grouped(|place| {
            let (large, small) = self.place_of(place);
            vec![((usize::from(large == ELSEWHERE), large), small)]
        })
    }

    fn by_people(&self) -> Markup {
        self.grouped(|place| {
            let people = people_of(&self.games[place].0.header.region);
            people.map_or_else(Vec::new, |people| {
                let first = people.chars().next().unwrap_or(' ').to_uppercase();
                vec![((0, first.collect()), people.to_owned())]
            })
        })
    }

    fn by_century(&self) -> Markup {
        self.grouped(|place| {
            let century = self.games[place].0.header.since().div_ceil(100);
            let ending = match century % 20 {
                1 => "st",
                2 => "nd",
                3 => "rd",
                _ => "th",
            };
            vec![((century.into(), format!("{century}{ending} century")), String::new())]
        })
    }

    fn by_board(&self) -> Markup {
        self.grouped(|place| {
            let board = self.games[place].0.board;
            let [rows, columns] = [board.rows, board.columns].map(usize::from);
            vec![((rows, format!("{rows} rows")), format!("{columns:>2} pits per row"))]
        })
    }

    fn by_mechanism(&self) -> Markup {
        let blocks: Vec<Block> = Block::iter().collect();
        self.grouped(|place| {
            let had = self.games[place].1.iter().filter(|(mechanism, value)| {
                mechanism.parent.is_none() && !matches!(value, Value::Size { .. })
            });
            had.map(|(mechanism, value)| {
                let block = blocks.iter().position(|block| *block == mechanism.block);
                let meaning = mechanism.meaning.trim_end_matches('.');
                let part = match value {
                    Value::Word(_) if mechanism.words().next().is_some() => {
                        format!("{meaning}: {}", self.said(place, mechanism, value))
                    }
                    _ => meaning.to_owned(),
                };
                ((block.unwrap_or(0), capital(&mechanism.block.to_string())), part)
            })
            .collect()
        })
    }

    fn definitions(&self) -> String {
        let shown = Measure::iter().filter(|&measure| figure_of("oware", measure).is_some());
        let about = "Definitions of the measures in this book, and the methods used.";
        self.framed(&Page {
            file: "measures.html",
            title: "Measures and methods",
            about,
            head: html! {},
            lead: html! { p.lead { (about) } },
            main: html! {
                h2 { "Measures" }
                @for measure in shown {
                    h3 id=(measure) { (measure.label()) }
                    p { (measure.definition().replace('`', "")) " Unit: " (measure.unit()) ". Source: " (measure.source()) ". Interval: " (measure.interval()) "." }
                }
                h2 { "Mechanisms" }
                p { "The program finds relatives by comparing " (all().iter().filter(|it| it.parent.is_none()).count()) " features of rules, with equal weight for board, sowing, capture, ending and the rest (Gower 1971)." }
                h2 { "Literature" }
                ul { @for work in LITERATURE { li { (work) } } }
            },
        })
    }
}

/// Returns a text as the name of a place on a page.
fn slug(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric());
    join(words.filter(|word| !word.is_empty()).map(str::to_lowercase), "-")
}
