//! Puzzles on the page of a game, from those of the page with the board.

use std::sync::LazyLock;

use maud::{Markup, html};
use serde::Deserialize;

use super::super::prelude::*;
use super::Book;
use super::draw::board;
use super::facts::result;
use crate::review::{Level, Value};

/// Games with puzzles, by name.
static COLLECTED: LazyLock<BTreeMap<String, Collected>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../web/page/puzzles.json")).unwrap_or_default()
});

/// Number of puzzles on a page.
const SHOWN: usize = 3;

/// Number of plies of a main line that is easy to follow on paper.
const SHORT: usize = 7;

/// Puzzles of a game, and the digest of the rules for which they are proved.
#[derive(Deserialize)]
struct Collected {
    rules: String,
    puzzles: Vec<Puzzle>,
}

/// Puzzle: its position, its result, the weakest player that solves it, its themes, its main line and its other lines.
#[derive(Deserialize)]
struct Puzzle(String, Value, Option<String>, String, String, Vec<String>);

impl Puzzle {
    fn plies(&self) -> usize {
        self.4.split(' ').count()
    }

    /// Returns the level, as the page with the board grades it.
    fn level(&self) -> Level {
        Level::of(self.2.as_deref())
    }
}

/// Chooses an easy puzzle, a difficult one and one between them, each with its number.
fn chosen(puzzles: &[Puzzle]) -> Vec<(usize, &Puzzle)> {
    let mut found: Vec<(usize, &Puzzle)> = (1..).zip(puzzles).collect();
    found.sort_by_key(|(_, puzzle)| puzzle.plies());
    let short = found.iter().filter(|(_, it)| it.plies() <= SHORT).count();
    found.truncate(short.max(SHOWN));
    found.sort_by_key(|(_, puzzle)| puzzle.level());
    let last = found.len().saturating_sub(1);
    let step = last.div_ceil(SHOWN - 1).max(1);
    let places = (0..SHOWN).map(|place| (place * step).min(last));
    let mut places: Vec<usize> = places.collect();
    places.dedup();
    places.into_iter().filter_map(|place| found.get(place).copied()).collect()
}

impl Book {
    /// Shows some puzzles, with their solutions out of sight.
    pub(super) fn puzzles(&self, loaded: &Loaded) -> Markup {
        let name = &loaded.header.name;
        let of_game = COLLECTED.get(name).filter(|it| it.rules == loaded.digest());
        let puzzles = of_game.map_or(&[][..], |it| &it.puzzles);
        let tab = self.on_board(loaded, None, &[]).map(|link| link + "&tab=puzzles");
        html! {
            h3 #puzzles { "Puzzles" }
            @if puzzles.is_empty() { p { "There are no puzzles of this game yet. " code { "mankala puzzles " (name) } " looks for some." } }
            @else {
                p {
                    "In each puzzle, the solver has proved that exactly one move is right."
                    @if let Some(link) = tab { " " a href=(link) { "All puzzles on the board: " (puzzles.len()) } }
                }
                div.examples {
                    @for (number, puzzle) in chosen(puzzles) { (self.puzzle(loaded, number, puzzle)) }
                }
            }
        }
    }

    fn puzzle(&self, loaded: &Loaded, number: usize, puzzle: &Puzzle) -> Markup {
        let Puzzle(position, value, _, themes, solution, others) = puzzle;
        let Ok(mut game) = loaded.game_from(position) else {
            return html! {};
        };
        let goal = if *value == Value::Win { "wins" } else { "holds the draw" };
        let (start, link) = (game.clone(), self.on_board(loaded, Some(position), &[]));
        let is_legal = solution.split(' ').all(|text| game.play(text).is_ok());
        html! {
            section id=(format!("puzzle-{number}")) {
                h4 {
                    "Puzzle " (number) ", " (puzzle.level())
                    @if !themes.is_empty() { ": " (themes.replace(',', ", ")) }
                }
                p { (start.to_move()) " to move: find the only move that " (goal) "." }
                (board(&start, &format!("Puzzle {number}, {} to move", start.to_move())))
                @if is_legal { details {
                    summary { "Solution of puzzle " (number) }
                    p {
                        b { (solution) }
                        @if let Some(outcome) = game.result() { ". The game is over: " (result(outcome)) }
                        "."
                        @if !others.is_empty() { " Other replies lead to further only moves." }
                    }
                    (board(&game, &format!("Puzzle {number}, solved")))
                } }
                @if let Some(link) = link { p { a href=(format!("{link}&tab=puzzles")) { "Puzzle " (number) " on the board" } } }
            }
        }
    }
}
