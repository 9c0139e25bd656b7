//! Course of the games on the page: the lead over time, pits and first moves, and two games to watch.

use std::collections::BTreeMap;

use super::course::{Course, PARTS, Watched};
use super::prelude::*;
use super::svg::{line_path, scrolled};
use crate::files::brief::{HEADINGS, NOTATION};
use mankala_core::measure::stats::share;

/// Maximum number of games whose rules are shown side by side.
pub(super) const BESIDE: usize = 4;
/// Seconds for a turn, and for each seed that is sown.
const PACE: [f64; 2] = [10.0, 0.5];
/// Address of `mankala serve` on this machine.
const BOARD: &str = "http://127.0.0.1:6265/";

impl Watched {
    /// Returns the number of games that were followed, for headings.
    fn n(&self) -> String {
        format!(" (n = {})", self.games.len())
    }

    /// Draws the median and the quartiles of South's lead over the course of the games.
    fn leads(&self, colour: &'static str) -> Option<Markup> {
        const TALL: u32 = 120;
        let at = |part: usize| {
            let leads = self.games.iter().filter_map(|game| game.leads.get(part).copied());
            let mut leads: Vec<f64> = leads.collect();
            leads.sort_by(f64::total_cmp);
            let last = leads.len().saturating_sub(1);
            [1, 2, 3].map(|quarter| leads.get(last * quarter / 4).copied().unwrap_or_default())
        };
        self.games.first()?.leads.first()?;
        let parts: Vec<[f64; 3]> = (0..=PARTS).map(at).collect();
        let most = parts.iter().flatten().fold(1.0, |most: f64, lead| most.max(lead.abs()));
        let y = |lead: f64| 50.0 - 48.0 * lead / most;
        let x = |part: usize| 100.0 * real(part as u128) / real(PARTS as u128);
        let line = |quarter: usize| {
            parts.iter().enumerate().map(move |(part, leads)| (x(part), y(leads[quarter])))
        };
        let below: Vec<(f64, f64)> = line(0).collect();
        let area = line_path(line(2).chain(below.into_iter().rev())) + "Z";
        let mut strip = Strip::new(TALL, "Lead of South over the course of the games");
        strip.rule(f64::from(TALL) / 2.0, "level");
        strip.within(
            TALL,
            &html! {
                path d=(area) vector-effect="non-scaling-stroke" fill=(colour) fill-opacity=".25" {}
            },
        );
        strip.line(TALL, &line_path(line(1)), colour);
        for (y, sign) in [(12, '+'), (TALL - 3, '−')] {
            strip.words(100.0, y, &format!("{sign}{most:.0}"));
        }
        Some(html! {
            h4 { "Lead of the first player, from the beginning to the end" (self.n()) }
            div.lane { (strip.finish()) }
            p.about {
                "Seeds ahead: the line is the median, the area holds the middle half of the games."
            }
        })
    }

    /// Draws how often moves start from each pit.
    fn pits(&self, layout: &Layout, colour: &str) -> Markup {
        const CELL: f64 = 40.0;
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for pit in self.games.iter().flat_map(|game| &game.starts) {
            *counts.entry(layout.name(*pit)).or_default() += 1;
        }
        let all = counts.values().sum::<u32>().max(1);
        let [least, most] =
            [counts.values().min(), counts.values().max()].map(|it| it.copied().unwrap_or(0));
        // Shades that differ much would make much of chance if all counts are nearly the same.
        let spread = f64::from((most - least).max(most / 3).max(1));
        let rows = layout.drawn();
        let wide = rows.iter().map(Vec::len).max().unwrap_or(0);
        let [width, height] = [wide, rows.len()].map(|count| CELL * real(count as u128));
        html! {
            h4 { "Moves from each pit, in per cent" (self.n()) }
            svg.board viewBox={ "0 0 " (width) " " (height) } style={ "max-width:" (width) "px" }
                role="img" aria-label="Moves from each pit" {
                @for (row, pits) in rows.iter().enumerate() {
                    @for (column, pit) in pits.iter().enumerate() {
                        @let name = layout.name(*pit);
                        @let part = f64::from(counts.get(&name).copied().unwrap_or(0));
                        @let [x, y] = [column, row].map(|place| CELL * real(place as u128));
                        rect x=(x) y=(y) width="38" height="38" rx="6" fill=(colour)
                            fill-opacity=(format_args!("{:.2}", 0.05 + 0.5 * ((part - f64::from(least)) / spread).max(0.0))) {
                            title { (name) ": " (part) " of " (all) " moves" }
                        }
                        text.share x=(x + 19.0) y=(y + 24.0) text-anchor="middle" { (format_args!("{:.0}", 100.0 * part / f64::from(all))) }
                    }
                }
            }
        }
    }

    /// Returns a table of the first moves with their games, South's score and the value.
    fn first_moves(&self) -> Markup {
        let values = self.values.iter();
        let mut found: BTreeMap<&str, (f64, f64)> =
            values.map(|(first, _)| (&**first, (0.0, 0.0))).collect();
        for game in &self.games {
            if let Some(first) = &game.first {
                let (games, points) = found.entry(first).or_default();
                *games += 1.0;
                *points += game.points;
            }
        }
        let most = self.values.values();
        let most = most.fold(1.0, |most: f64, value| most.max(value.abs()));
        let shade = |part: f64| format!("background:rgba(0,114,178,{:.2})", 0.5 * part);
        let measure = Measure::FirstPlayerScore;
        let rows = html! {
            @for (first, (games, points)) in found {
                @let score = Number::from(share(points, games));
                tr {
                    th scope="row" { (first) }
                    td { (games) }
                    td style=(shade(score.value.unwrap_or(0.0))) {
                        (shown::value(measure, &score)) small { (shown::interval(measure, &score)) }
                    }
                    @match self.values.get(first) {
                        Some(value) => td style=(shade(0.5 + 0.5 * value / most)) {
                            (format!("{value:+.1}").replace('-', "−"))
                        },
                        None => td { (shown::NOTHING) },
                    }
                }
            }
        };
        let about = format!(
            "How often each first move was made{}, the first player's score after it with its interval, and the value \
             of the move by alphabeta:4, in seeds.",
            self.n()
        );
        table("First moves", &about, &["Move", "Games", "Score", "Value"], &rows)
    }

    /// Returns games with their kinds: one whose length is nearest to the median, and of the others the one with the
    /// most changes of the lead, if there are any.
    fn to_watch(&self) -> Option<Vec<(&Course, &'static str)>> {
        let whole = || self.games.iter().filter(|game| !game.moves.is_empty());
        let mut lengths: Vec<usize> = whole().map(|game| game.moves.len()).collect();
        lengths.sort_unstable();
        let median = *lengths.get(lengths.len() / 2)?;
        let typical = whole().min_by_key(|game| game.moves.len().abs_diff(median))?;
        let others = whole().filter(|game| game.number != typical.number);
        let thrilling =
            others.rev().max_by_key(|game| game.changes).filter(|game| game.changes > 0);
        let thrilling = thrilling.map(|game| (game, "thrilling"));
        Some([(typical, "typical")].into_iter().chain(thrilling).collect())
    }

    /// Returns the section of a variant, given its subject and the colour of the game.
    fn section(&self, subject: &Subject, colour: &'static str) -> Markup {
        let links = self.to_watch().unwrap_or_default();
        html! {
            div.panel {
                h3 { (subject.header.title) }
                @if let Some(minutes) = minutes(subject) {
                    p {
                        "A game takes about " (format_args!("{minutes:.0}")) " minutes, at " (PACE[0])
                        " seconds for a turn and half a second for each seed that is sown."
                    }
                }
                @for (game, kind) in links {
                    p {
                        "A " (kind) " game to watch, while " code { "mankala serve" } " runs: "
                        a href=(on_board(&self.label, &game.moves.join(" "))) { "game " (game.number) } ", " (game.moves.len())
                        " moves" @if game.changes > 0 { ", changes of the lead: " (game.changes) } "."
                    }
                }
                @if let Some(leads) = self.leads(colour) { (leads) }
                (self.pits(&subject.layout, colour))
                (self.first_moves())
            }
            "\n"
        }
    }
}

/// Returns the minutes of a game at the stated pace.
fn minutes(subject: &Subject) -> Option<f64> {
    let of = |measure: Measure| subject.number(measure).value;
    let [turn, seed] = PACE;
    Some((turn * of(Measure::Turns)? + seed * of(Measure::HandWork)?) / 60.0)
}

/// Returns the address of a variant's board, after these moves, in `mankala serve` on this machine.
pub(super) fn on_board(variant: &str, moves: &str) -> String {
    let [variant, moves] = [variant, moves].map(|text| coded(text, "-._"));
    let moves = if moves.is_empty() { moves } else { format!("&m={moves}") };
    format!("{BOARD}#v={variant}{moves}")
}

/// Encodes a text for an address; letters, digits and the characters of `plain` stay.
pub(crate) fn coded(text: &str, plain: &str) -> String {
    let letter = |byte: u8| match char::from(byte) {
        letter if letter.is_ascii_alphanumeric() || plain.contains(letter) => letter.to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(letter).collect()
}

impl Report {
    /// Returns the rules of up to four games in words, side by side; rules of one game alone are marked, those of some lightly.
    pub(super) fn side_by_side(&self) -> Markup {
        let games = &self.watched;
        if !(2..=BESIDE).contains(&games.len()) {
            return html! {};
        }
        let lines = |game: &'_ Watched, title: &str| -> Vec<String> {
            let chapter = game.rules.iter().find(|chapter| chapter.title == title);
            let lines = chapter.into_iter().flat_map(|chapter| &chapter.lines);
            lines.map(|line| line.words.clone()).collect()
        };
        let titles = HEADINGS.into_iter().filter(|title| *title != NOTATION);
        let heads =
            html! { @for subject in self.variants() { th scope="col" { (subject.header.title) } } };
        let rows = html! {
            @for title in titles {
                @let all: Vec<Vec<String>> = games.iter().map(|game| lines(game, title)).collect();
                @if all.iter().any(|lines| !lines.is_empty()) {
                    tr { th scope="colgroup" colspan=(games.len()) { (title) } }
                    "\n"
                    tr {
                        @for own in &all {
                            td { ul { @for line in own {
                                @let having = all.iter().filter(|lines| lines.contains(line)).count();
                                li {
                                    @if having == all.len() { (with_code(line)) }
                                    @else { mark class=[(having > 1).then_some("some")] { (with_code(line)) } }
                                }
                            } } }
                        }
                    }
                    "\n"
                }
            }
        };
        html! {
            section #rules {
                h2 { "Rules side by side" }
                p.about {
                    "Rules of one game alone are marked."
                    @if games.len() > 2 { " A lighter mark means that some, but not all, of the others have the rule, too." }
                }
                (scrolled("Rules", Some("beside"), &heads, &rows))
            }
        }
    }

    /// Returns the section on the course of the games, empty if none was watched.
    pub(super) fn courses(&self) -> Markup {
        let first = self.subjects.first().filter(|_| !self.watched.is_empty());
        html! {
            @if let Some(first) = first {
                section #courses {
                    h2 { "How games go" }
                    @let (followed, games) = (self.comparison.followed(), self.comparison.games);
                    p.about {
                        "The finished games among the first " (followed) " of each variant, by " (first.who()) "."
                        @if followed < games { " The " (games - followed) " later ones are not followed." }
                    }
                    div.panels.wide {
                        @for (place, (watched, subject)) in self.watched.iter().zip(self.variants()).enumerate() {
                            (watched.section(subject, look(place).colour))
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_hold_every_byte() {
        assert_eq!(coded("kalah:a=1 A1>", "-._"), "kalah%3Aa%3D1%20A1%3E");
    }
}
