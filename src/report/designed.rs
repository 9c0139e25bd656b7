//! Games found by a search over rules, as JSON, CSV and a page.

use std::ops::Range;

use super::data::{ends, optional, quoted};
use super::drawing;
use super::page::{framed, made_by, sections};
use super::prelude::*;
use super::svg::scrolled;
use mankala_core::kernel::Diagram;
use mankala_core::measure::condition::Conditions;

/// Maximum number of boards on the page.
const BOARDS: usize = 24;
/// Size of a cell of the grid, and room for the words beside it.
const CELL: f64 = 30.0;
const ROOM: f64 = 70.0;

/// Value and ends of the interval of each measure, in single precision so that text preserves them.
pub type Figures = Vec<Option<[f32; 3]>>;

/// Result of a search over rules.
#[derive(Debug)]
pub struct Designed {
    /// Command that reproduces the result.
    pub command: String,
    /// Goal.
    pub goal: Conditions,
    /// Measures of all figures.
    pub measures: Vec<Measure>,
    /// Number of games behind each measure in the race, and again in fresh games.
    pub behind: Vec<u64>,
    /// Measures of the grid.
    pub spread: [Measure; 2],
    /// Player of the race, and the stronger one.
    pub players: [PlayerSpec; 2],
    /// Number of games of each of the best candidates.
    pub games: u64,
    /// Random seed of the race.
    pub seed: u64,
    /// Counts of the race.
    pub counts: SearchCounts,
    /// Number of candidates that reached the goal in the race.
    pub reached: usize,
    /// Cells of the grid that are not empty.
    pub cells: Vec<Cell>,
    /// Best candidates, after fresh games.
    pub best: Vec<Best>,
}

/// Counts of a search.
#[derive(Debug, Clone, Copy, Default)]
pub struct SearchCounts {
    /// Number of candidates that were played.
    pub candidates: u64,
    /// Number of games played, also by the players of `elo_per_doubling`.
    pub games: u64,
    /// Number of rule sets that the rulesets refused.
    pub refused: u64,
    /// Number of candidates whose games were cut off too often.
    pub endless: u64,
    /// Number of candidates that played exactly like another one.
    pub alike: u64,
}

impl SearchCounts {
    /// Adds the counts of another part.
    pub fn add(&mut self, other: Self) {
        self.candidates += other.candidates;
        self.games += other.games;
        self.refused += other.refused;
        self.endless += other.endless;
        self.alike += other.alike;
    }
}

/// Cell of the grid with its best candidate.
#[derive(Debug, serde::Serialize)]
pub struct Cell {
    /// Tenths of the known games by both measures.
    pub at: [usize; 2],
    /// Known game with its changes.
    pub game: String,
    /// Sum of the distances from the conditions.
    pub misses: f64,
    /// Last stage that it played.
    pub stage: String,
}

/// One of the best candidates.
#[derive(Debug)]
pub struct Best {
    /// Known game with its changes.
    pub game: String,
    /// Name of the variant file; `None` for a known game.
    pub file: Option<String>,
    /// Text of the variant file; `None` for a known game.
    pub text: Option<String>,
    /// Title of the game.
    pub title: String,
    /// Title of the nearest known game.
    pub near: String,
    /// Differences from that game, in words.
    pub differs: String,
    /// Whether, in fresh games, no other one of the best is at least as good by each condition and better by one.
    pub front: bool,
    /// Figures of the race, of fresh games, and of fresh games by the stronger player.
    pub figures: [Figures; 3],
    /// Layout of the board.
    pub layout: Layout,
    /// Opening position.
    pub opening: Diagram,
}

impl Best {
    /// Names of the three figures of a measure.
    pub const STAGES: [&str; 3] = ["race", "again", "stronger"];

    /// Returns a measure with its interval: of the race, of fresh games, or of those by the stronger player.
    pub fn figure(&self, stage: usize, place: usize) -> Option<[f64; 3]> {
        let figure = self.figures[stage].get(place).copied().flatten();
        // The shortest decimal digits, not those of the single precision.
        figure.map(|figure| figure.map(|end| end.to_string().parse().unwrap_or(f64::NAN)))
    }
}

impl Designed {
    /// Returns `true` if the values of a stage lie within all conditions.
    pub fn holds(&self, best: &Best, stage: usize) -> bool {
        self.goal.hold(|measure| {
            let place = self.measures.iter().position(|it| *it == measure)?;
            best.figure(stage, place).map(|[value, ..]| value)
        })
    }

    /// Returns the stages that were played by different players or with different seeds.
    fn stages(&self) -> Range<usize> {
        0..if self.players[0] == self.players[1] { 2 } else { 3 }
    }

    fn holding(&self, stage: usize) -> usize {
        self.best.iter().filter(|it| self.holds(it, stage)).count()
    }

    /// Puts the games that reach the goal with a stronger player first, then those that reach it in fresh games.
    pub fn sort(&mut self) {
        let mut best = std::mem::take(&mut self.best);
        best.sort_by_key(|it| [2, 1].map(|stage| !self.holds(it, stage)));
        self.best = best;
    }

    /// Returns the result in a sentence or two.
    pub fn words(&self) -> String {
        let [player, stronger] = &self.players;
        let count = |count: usize| match count {
            0 => "none".to_owned(),
            1 => "one".to_owned(),
            count => count.to_string(),
        };
        let (all, reached) = (self.counts.candidates, count(self.reached));
        let begin = format!("Of {all} rule sets, {reached} reached the goal in the race");
        let nearest = self.cells.iter().min_by(|a, b| a.misses.total_cmp(&b.misses));
        if let (true, Some(Cell { game, .. })) = (self.best.is_empty(), nearest) {
            return format!("{begin}. The nearest was {game}. No variant files were written.");
        }
        let mut again = format!("{} reached the goal by {player}", count(self.holding(1)));
        if player != stronger {
            again += &format!(", {} by {stronger}", count(self.holding(2)));
        }
        let known = if self.best.iter().all(|best| best.file.is_none()) {
            " Known games get no variant file; a larger --best names others."
        } else {
            ""
        };
        let best = count(self.best.len());
        format!("{begin}. Of the best, {best} then played new games: {again}.{known}")
    }

    /// Returns the result as JSON.
    pub fn json(&self) -> Value {
        let best = |best: &Best| {
            let measure = |(place, measure): (usize, &Measure)| {
                let stage = |stage: usize| {
                    let figure = best.figure(stage, place);
                    let figure = figure.map(|[value, low, high]| Estimate { value, low, high });
                    (Best::STAGES[stage].to_owned(), json!(figure.as_ref().map(ends)))
                };
                let stages: Map<String, Value> = (0..Best::STAGES.len()).map(stage).collect();
                (measure.to_string(), Value::from(stages))
            };
            let measures: Map<String, Value> =
                self.measures.iter().enumerate().map(measure).collect();
            let holds = [0, 1, 2].map(|stage| self.holds(best, stage));
            json!({
                "game": best.game,
                "file": best.file,
                "title": best.title,
                "nearest": best.near,
                "differs": best.differs,
                "front": best.front,
                "holds": holds,
                "measures": measures,
            })
        };
        let best: Vec<Value> = self.best.iter().map(best).collect();
        json!({
            "command": self.command,
            "version": VERSION,
            "goal": self.goal.words,
            "players": self.players.map(PlayerSpec::stated),
            "games": self.games,
            "seed": self.seed,
            "candidates": self.counts.candidates,
            "games_played": self.counts.games,
            "refused": self.counts.refused,
            "endless": self.counts.endless,
            "alike": self.counts.alike,
            "reached": self.reached,
            "confirmed": { "again": self.holding(1), "stronger": self.holding(2) },
            "games_behind": self.measures.iter().zip(&self.behind).map(|(it, n)| (it.to_string(), json!(n))).collect::<Map<_, _>>(),
            "spread": self.spread.each_ref().map(Measure::to_string),
            "cells": self.cells,
            "best": best,
        })
    }

    /// Returns the best games as CSV: a row for each, with three values of each measure, then their intervals and the
    /// number of games.
    pub fn csv(&self) -> String {
        let mut text =
            String::from("game,file,title,nearest,differs,front,reached_again,reached_stronger");
        text.extend(
            self.measures.iter().flat_map(|it| Best::STAGES.map(|stage| format!(",{it}_{stage}"))),
        );
        let ends = ["low", "high"].map(|end| Best::STAGES.map(|stage| format!("{stage}_{end}")));
        for it in &self.measures {
            text.extend(ends.iter().flatten().map(|end| format!(",{it}_{end}")));
            text += &format!(",{it}_games");
        }
        for best in &self.best {
            let words = [
                &best.game,
                best.file.as_ref().unwrap_or(&String::new()),
                &best.title,
                &best.near,
                &best.differs,
            ]
            .map(|it| quoted(it));
            let (words, front) = (words.join(","), best.front);
            let [again, stronger] = [1, 2].map(|stage| self.holds(best, stage));
            text += &format!("\n{words},{front},{again},{stronger}");
            for place in 0..self.measures.len() {
                for stage in 0..Best::STAGES.len() {
                    let value = best.figure(stage, place).map(|[value, ..]| value);
                    let _ = write!(text, ",{}", optional(value));
                }
            }
            for (place, games) in self.behind.iter().enumerate() {
                for end in [1, 2] {
                    for stage in 0..Best::STAGES.len() {
                        let end = best.figure(stage, place).map(|figure| figure[end]);
                        let _ = write!(text, ",{}", optional(end));
                    }
                }
                let _ = write!(text, ",{games}");
            }
        }
        visible_lines(&(text + "\n")).into_owned()
    }

    /// Returns the result as a self-contained page.
    pub fn page(&self) -> String {
        let title = format!("Games designed for {}", self.goal.words);
        let [player, stronger] = &self.players;
        let links = [
            ("best", "Best games"),
            ("grid", "Grid"),
            ("variants", "Boards"),
            ("made", "How it was made"),
        ];
        let note = html! {
            p {
                "Rulesets refused " (self.counts.refused) " further rule sets. In " (self.counts.endless)
                " candidates, too many games were cut off; "
                (self.counts.alike) " played exactly like another one."
            }
        };
        let body = html! {
            header {
                h1 { (breakable(&title)) }
                p.headline { (self.words()) }
                p.lead {
                    "The race had " (self.counts.games) " games by " (player.to_string())
                    ". Winners of a race are partly lucky, so each of the best has "
                    (self.games) " fresh games by " (player.to_string())
                    @if player != stronger { ", and " (self.games) " by " (stronger.to_string()) }
                    ". Ranges are 95 % confidence intervals."
                }
                (sections(&links))
            }
            main { (self.table()) (self.grid()) (self.boards()) }
            (made_by(&self.command, &note, Some(self.seed)))
        };
        framed(&title, "", None, &body)
    }

    fn table(&self) -> Markup {
        let heads = html! {
            th scope="col" { "Game" }
            th scope="col" { "Reaches the goal" }
            @for (measure, games) in self.measures.iter().zip(&self.behind) {
                th scope="col" { (measure.label()) small { (games) " games" } }
            }
        };
        let (stages, [player, stronger]) = (self.stages(), &self.players);
        let further =
            if player == stronger { String::new() } else { format!(" and by {stronger}") };
        let about = format!(
            "Each cell has the value of the race with its interval, then those of as many fresh games by {player}{further}. A star \
             marks games that no other one beats by all conditions in fresh games by {player}."
        );
        let cell = |best: &Best, place: usize| {
            let figure = |stage: usize| {
                let [value, low, high] = best.figure(stage, place)?;
                Some(shown::with_ends(self.measures[place], &Estimate { value, low, high }))
            };
            let figure = |stage: usize| figure(stage).unwrap_or_else(|| shown::NOTHING.to_owned());
            html! { td { (figure(0)) @for stage in stages.clone().skip(1) { small { (figure(stage)) } } } }
        };
        let reaches = |best: &Best| {
            let last = stages.clone().rev().find(|&stage| self.holds(best, stage));
            ["not reached", "in the race only", "in fresh games", "also with the stronger player"]
                [last.map_or(0, |stage| stage + 1)]
        };
        let rows = html! {
            @for best in &self.best {
                tr {
                    th scope="row" {
                        (best.title) @if best.front { " ★" }
                        small { (breakable(best.file.as_deref().unwrap_or("known game"))) }
                    }
                    td { (reaches(best)) }
                    @for place in 0..self.measures.len() { (cell(best, place)) }
                }
                "\n"
            }
        };
        html! {
            section #best {
                h2 { "Best games" }
                p.about { (about) }
                (scrolled("Best games", Some("best"), &heads, &rows))
            }
        }
    }

    /// Draws the archive: a square for each cell, the darker, the nearer its best game is to the goal.
    fn grid(&self) -> Markup {
        let [across, up] = self.spread.map(Measure::label);
        let (size, wide, all) = (10.0 * CELL, CELL - 2.0, 10.0 * CELL + ROOM);
        html! {
            section #grid {
                h2 { "Grid" }
                p.about {
                    "Each square is a tenth of the known games by " (across) " across and by " (up)
                    " upwards, in random games. "
                    "The darker a square, the nearer its best game is to the goal; dark ones reach it. "
                    "Point at a square to see its game."
                }
                figure {
                    svg.board viewBox={ "0 0 " (all) " " (all) } style={ "max-width:" (all) "px" }
                        role="img" aria-label={ "Best games by " (across) " and " (up) } {
                        @for cell in &self.cells {
                            @let [x, y] = cell.at.map(|place| real(place as u128) * CELL);
                            rect x=(ROOM + x) y=(size - CELL - y) width=(wide) height=(wide)
                                fill=(look(0).colour)
                                fill-opacity=(format_args!("{:.2}", 0.15 + 0.85 / (1.0 + cell.misses.min(1e6)))) {
                                title { (cell.game) ", stage " (cell.stage) ", misses " (format_args!("{:.2}", cell.misses)) }
                            }
                        }
                        text x=(ROOM) y=(size + 20.0) { "less " (across) }
                        text x=(ROOM + size / 2.0) y=(size + 20.0) { "more " (across) }
                        text x="0" y="12" { "more " (up) }
                        text x="0" y=(size - 6.0) { "less " (up) }
                    }
                }
            }
        }
    }

    fn boards(&self) -> Markup {
        html! {
            section #variants {
                h2 { "Boards" }
                (drawing::kinds())
                div.cards {
                    @for best in self.best.iter().take(BOARDS) {
                        article.card {
                            h3 { (best.title) }
                            p.name { (breakable(best.file.as_deref().unwrap_or(&best.game))) }
                            (drawing::board(&best.layout, &best.opening, &format!("{} at the start", best.title)))
                            p { "Nearest known game: " (best.near) "." }
                            @let lost = best.differs.find("Rules of ").unwrap_or(best.differs.len());
                            @for rules in <[_; 2]>::from(best.differs.split_at(lost)) {
                                @if !rules.is_empty() { p { (rules.trim_end()) } }
                            }
                        }
                        "\n"
                    }
                }
            }
        }
    }
}
