//! Report as one self-contained page of HTML.

use std::borrow::Cow;

use maud::{DOCTYPE, PreEscaped};

use super::charts;
use super::crowd::{SCRIPT, SCRIPT_HASH, field, found_by, traits};
use super::differences::CORRECTION;
use super::drawing;
use super::family_map::FamilyMap;
use super::prelude::*;
use super::svg::scrolled;
use super::watched::{BESIDE, on_board};
use super::words;

const STYLE: &str = include_str!("page.css");

/// Returns a self-contained page; `script` is the permission of a script.
pub(super) fn framed(title: &str, script: &str, class: Option<&str>, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE) "\n"
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content={ "default-src 'none'; style-src 'unsafe-inline'" (script) };
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(Report::version());
                title { (title) }
                style { "\n" (PreEscaped(STYLE)) }
            }
            "\n"
            body class=[class] { (body) }
        }
        "\n"
    };
    visible_lines(&page.into_string()).into_owned()
}

pub(super) fn sections(links: &[(&str, &str)]) -> Markup {
    html! { nav aria-label="Sections" { @for (id, words) in links { a href={ "#" (id) } { (words) } " " } } }
}

/// Returns the footer of a page of results.
pub(super) fn made_by(command: &str, note: &Markup, seed: Option<u64>) -> Markup {
    html! {
        footer #made {
            h2 { "How it was made" }
            (note)
            pre { code { (command) } }
            p { (Report::version()) @if let Some(seed) = seed { ", random seed " (seed) "." } }
        }
    }
}

impl Report {
    /// Returns the report as a self-contained page: charts in SVG, boards, tables, definitions, and its command.
    pub fn page(&self) -> String {
        let is_crowd = self.is_crowd();
        let script =
            if is_crowd { format!("; script-src 'sha256-{SCRIPT_HASH}'") } else { String::new() };
        let class = FamilyMap::is_wanted(self).then_some("family-page");
        let titled = if is_crowd { Cow::Borrowed(self) } else { Cow::Owned(self.titled()) };
        let title = titled.title();
        let map = FamilyMap::of(self);
        let body = html! {
            (titled.header(&title))
            main {
                @if is_crowd { (field()) }
                @if let Some(map) = &map { (map.section()) }
                @if let Some(sweep) = &self.sweep { (self.sweep_charts(sweep)) }
                (self.side_by_side())
                (titled.courses())
                @if is_crowd { (self.rankings()) } @else { (titled.charts()) }
                (titled.tables())
                (self.boards(map.as_ref()))
                (self.measures())
            }
            (self.colophon())
            @if is_crowd { script { (PreEscaped(SCRIPT)) } }
        };
        framed(&title, &script, class, &body)
    }

    fn title(&self) -> String {
        if let Some(sweep) = &self.sweep {
            return sweep.title();
        }
        let names: Vec<&str> = self.variants().map(|subject| &*subject.variant).collect();
        match &names[..] {
            [] => "Nothing compared".to_owned(),
            [one] => format!("{one}, measured"),
            [rest @ .., last] if names.len() <= 4 => {
                format!("{} and {last} compared", rest.join(", "))
            }
            _ => format!("{} mancala games compared", names.len()),
        }
    }

    fn header(&self, title: &str) -> Markup {
        let subjects = self.subjects.iter().take(self.comparison.players.len());
        let conditions: Vec<String> = subjects.map(Subject::players_and_opening).collect();
        let is_family = FamilyMap::is_wanted(self);
        // Cautions about judges stand beside their verdicts; with many variants, all cautions stand with each variant.
        let more = self.details();
        let (headlines, cautions) = if is_family {
            let (mut common, more) = self.common_cautions();
            if more > 0 {
                common.push(format!("There are {more} further notes, listed with the variants."));
            }
            (self.verdicts(), common)
        } else {
            let until = self.comparison.until.into_iter();
            let all = &self.subjects;
            let narrowed = until.flat_map(|until| all.iter().map(move |it| it.narrowed(until)));
            let mut cautions = self.cautions_of(all);
            cautions.extend(narrowed);
            (self.headlines(), cautions)
        };
        let watched = self.watched.len();
        let links = [
            ("map", "Map", is_family),
            ("sweep", "Effects of the keys", self.sweep.is_some()),
            ("rules", "Rules", (2..=BESIDE).contains(&watched)),
            ("courses", "How games go", watched > 0),
            ("charts", "Charts", true),
            ("tables", "Numbers", true),
            ("variants", "Variants", true),
            ("measures", "Definitions", true),
            ("made", "How it was made", true),
        ];
        let links = links.into_iter().filter(|(.., is_there)| *is_there);
        let links: Vec<_> = links.map(|(id, words, _)| (id, words)).collect();
        html! {
            header {
                h1 { (breakable(title)) }
                @for headline in headlines { p.headline { (with_code(&headline)) } }
                @if !more.is_empty() {
                    details { summary { "Details" } @for words in more { p { (with_code(&words)) } } }
                }
                p.lead {
                    @if self.comparison.is_timed() {
                        "As many games as the time allowed,"
                    } @else {
                        @if self.comparison.until.is_some() { "At least " }
                        (self.comparison.games) " games"
                    }
                    " of each variant by " (conditions.join(", and by "))
                    ", playing itself, unless a chart states otherwise. Stronger players may give other results. "
                    "Ranges are 95 % confidence intervals."
                }
                @if self.comparison.players.len() > 1 {
                    ul.legend {
                        // Colours are those of the games, if there are few.
                        @for (index, words) in conditions.iter().enumerate() {
                            @let colour = if self.is_crowd() { look(index) } else { INK };
                            li { (look(index).coloured(colour).sample()) (words) }
                        }
                    }
                }
                @for caution in cautions { p.caution { (caution) } }
                (sections(&links))
            }
        }
    }

    fn charts(&self) -> Markup {
        let mut charts: Vec<charts::Chart> = charts::fair(self).into_iter().collect();
        let mut topics = words::topics(self);
        // Technical questions come last.
        topics.sort_by_key(|(topic, _)| {
            !matches!(topic, Topic::Length | Topic::Decided | Topic::Choice)
        });
        if topics.iter().any(|(topic, _)| *topic == Topic::Length) {
            charts.push(charts::lengths(self));
        }
        if self.comparison.strength.is_some() {
            charts.extend(charts::ladder(self));
        }
        html! {
            section #charts {
                h2 { "Charts" }
                @for chart in charts {
                    figure id=(chart.id) {
                        figcaption { h3 { (breakable(&chart.title)) } p { (chart.about) } }
                        (chart.body)
                    }
                    "\n"
                }
                @for (topic, measures) in topics {
                    figure id={ "dots-" (topic.to_string().to_lowercase()) } {
                        figcaption { h3 { (self.heading(topic)) } }
                        div.panels.wide {
                            @for chart in measures.into_iter().filter_map(|it| charts::dots(self, it)) { (chart) }
                        }
                    }
                    "\n"
                }
            }
        }
    }

    fn tables(&self) -> Markup {
        html! {
            section #tables {
                h2 { "Numbers" }
                p {
                    "Each cell has the mean or share, its 95 % interval, the median with the 5th to 95th percentile, and n, "
                    "the number of games, pairs of games or positions. "
                    "A dash means that nothing could be measured."
                }
                p.hint { "Tables wider than the window scroll sideways." }
                @if !self.rankings.is_empty() && self.sweep.is_none() { (self.apart_of_all()) }
                @if self.judged.is_empty() {}
                @else if self.is_crowd() { (self.judges_of_all()) }
                @else { (self.judges_table()) }
                @for (topic, measures) in words::topics(self) { (self.table_of(topic, &measures)) }
                @if self.comparison.strength.is_some() { (self.ladder_table()) }
                // A ranking shows the place of each variant, so the difference from the first one is left out.
                @if !self.differences.is_empty() && !self.is_crowd() {
                    details {
                        summary { "Differences from " (breakable(&self.differences[0].variants[1])) ", with p-values" }
                        (self.differences_table())
                    }
                }
            }
        }
    }

    fn table_of(&self, topic: Topic, measures: &[Measure]) -> Markup {
        let heads = html! {
            th scope="col" { "Variant and player" }
            @for measure in measures {
                th scope="col" title=(measure.definition().replace('`', "")) { (measure.label()) }
            }
        };
        let players = self.comparison.players.len().max(1);
        let cell = if self.is_crowd() { short_cell } else { cell };
        let rows = html! {
            @for (place, subject) in self.subjects.iter().enumerate() {
                tr data-v=(place / players) {
                    th scope="row" { (breakable(&subject.variant)) small { (subject.row_label(measures)) } }
                    @for &measure in measures { (cell(measure, subject)) }
                }
                "\n"
            }
        };
        let topic_name = topic.to_string();
        html! {
            h3 { (topic_name) }
            p.about { (self.about(topic)) }
            (scrolled(&topic_name, None, &heads, &rows))
        }
    }

    fn judges_table(&self) -> Markup {
        let heads =
            ["Variant and judge", "Games", "Different", "Draws", "First player's score", "Verdict"];
        let rows = html! {
            @for judge in &self.judged {
                tr {
                    th scope="row" { (breakable(&judge.variant)) small { (judge.who()) } }
                    td { (judge.games_of_score()) }
                    td { (format_args!("{:.0}", judge.tally.sample.different())) }
                    (cell(Measure::Draws, judge))
                    (cell(Measure::FirstPlayerScore, judge))
                    td { (judge.verdict.words()) }
                }
                "\n"
            }
        };
        table("Fair", words::band(), &heads, &rows)
    }

    fn ladder_table(&self) -> Markup {
        let heads = ["Variant", "Twice", "Against", "Pairs", "Score", "Elo"];
        let rows = html! {
            @for rung in &self.strength {
                tr {
                    th scope="row" { (breakable(&rung.variant)) }
                    @for player in rung.spec.players { td { (player.to_string()) } }
                    td { (rung.pairs.sums.games()) }
                    @for (measure, number) in [(Measure::FirstPlayerScore, &rung.score), (Measure::EloPerDoubling, &rung.elo)] {
                        td { (shown::value(measure, number)) small { (shown::interval(measure, number)) } }
                    }
                }
                "\n"
            }
        };
        table("Ladder", "Gain from each doubling of the effort.", &heads, &rows)
    }

    fn differences_table(&self) -> Markup {
        let about = format!(
            "Difference of each variant from {}; shares are in percentage points. Games with the same number use the same random numbers. p is from Student's \
             test, and corrected for all of them ({CORRECTION}). Bold: the difference is significant.",
            self.differences[0].variants[1]
        );
        let heads = ["Measure", "Variant", "Player", "Difference", "Ratio", "p", "Corrected"];
        let rows = html! {
            @for question in &self.differences {
                @let (measure, is_sure) = (question.measure, question.is_sure());
                tr {
                    th scope="row" { (measure.label()) }
                    td { (breakable(&question.variants[0])) }
                    td { (question.who()) }
                    td class=[is_sure.then_some("uneven")] {
                        (shown::signed(measure, question.difference.value))
                        small { (shown::ends(measure, &question.difference)) }
                    }
                    td {
                        @if let Some(ratio) = question.ratio {
                            (format_args!("{:.2}", ratio.value))
                            small { (format_args!("{:.2}–{:.2}", ratio.low, ratio.high)) }
                        }
                    }
                    td { (shown::chance(question.p)) }
                    td class=[is_sure.then_some("uneven")] { (shown::chance(question.corrected)) }
                }
                "\n"
            }
        };
        table("Differences", about, &heads, &rows)
    }

    fn boards(&self, map: Option<&FamilyMap<'_>>) -> Markup {
        let is_crowd = self.is_crowd();
        let (common, _) = self.common_cautions();
        html! {
            section #variants {
                h2 { "Variants" }
                p {
                    "Boards at the start of the game, South below."
                    @if !is_crowd {
                        " Square pits are houses. The number at an end of the board counts the seeds off the board "
                        "of the player on "
                        "whose right it is."
                    }
                }
                @if !is_crowd { (drawing::kinds()) }
                div.cards {
                    @for (place, subject) in self.variants().enumerate() {
                        @let header = &subject.header;
                        article.card id=(subject.card) data-v=(place) data-find=(found_by(subject))
                            data-traits=[is_crowd.then(|| traits(subject))] {
                            h3 { (header.title) }
                            p.name { (breakable(&subject.variant)) }
                            // A picture has a hundred elements, too many for each of hundreds of games.
                            @if is_crowd { pre.rows { (written_board(subject)) } }
                            @else { (drawing::board(&subject.layout, &subject.opening, &format!("{} at the start", header.title))) }
                            p { (header.of_whom("about", &header.about)) }
                            @if !is_crowd {
                                p {
                                    "While " code { "mankala serve" } " runs: "
                                    a href=(on_board(&subject.label, "")) { "the board" } "."
                                }
                            }
                            p {
                                (header.of_whom("region", &header.region)) ", " (header.of_whom("year", header.year))
                                ". Ruleset " code { (subject.ruleset) } "; " (Self::played_note(subject)) "."
                            }
                            @for source in &header.sources { p.source { (header.of_whom("sources", source)) } }
                            @if let Some(map) = map { (self.card_notes(place, subject, map, &common)) }
                        }
                        "\n"
                    }
                }
            }
        }
    }

    fn measures(&self) -> Markup {
        html! {
            section #measures {
                h2 { "Definitions" }
                p {
                    "Lengths and totals cover all games, the other measures the finished ones. Random opening plies do not count. "
                    "Over rounds, leads and endings, which need a single round, are left out."
                }
                dl.measures {
                    @for measure in self.comparison.shown() {
                        dt { (measure) }
                        dd {
                            (with_code(measure.definition())) " "
                            small {
                                "[" (measure.unit()) "; interval: " (measure.interval()) "; " (measure.source()) "]"
                            }
                        }
                        "\n"
                    }
                }
                h3 { "Players" }
                dl.measures { @for (name, about) in self.players_named() { dt { (name) } dd { (about) } "\n" } }
                h3 { "Literature" }
                ul.works { @for work in LITERATURE { li { (work) } "\n" } }
            }
        }
    }

    fn colophon(&self) -> Markup {
        html! {
            footer #made {
                h2 { "How it was made" }
                @if !self.command.is_empty() {
                    p { "This command reproduces the page byte for byte, on any number of threads:" }
                    pre { code { (self.command) } }
                }
                p {
                    (Self::version()) ", random seed " (self.comparison.seed)
                    ". All columns share the seed, so variants that differ in one rule get the same random numbers. "
                    "Each interval applies to its own column; the table of differences compares two."
                }
            }
        }
    }
}

/// Returns the rows of the opening as text.
fn written_board(subject: &Subject) -> String {
    let rows = subject.layout.drawn().into_iter().map(|row| {
        let seeds = row.iter().map(|&pit| format!("{:>3}", subject.opening.at(pit)));
        seeds.collect::<String>()
    });
    join(rows, "\n")
}

/// Returns a cell with value, interval, spread and n as lines of one element.
fn short_cell(measure: Measure, subject: &Subject) -> Markup {
    html! { td.lines { (lines_of(measure, subject).join("\n")) } }
}

/// Returns a cell: value, interval, spread, n.
fn cell(measure: Measure, subject: &Subject) -> Markup {
    let lines = lines_of(measure, subject);
    html! { td { (lines[0]) @for more in &lines[1..] { small { (more) } } } }
}

/// Returns the value of a measure, and its interval, spread and n if it has them.
fn lines_of(measure: Measure, subject: &Subject) -> Vec<String> {
    let number = subject.number(measure);
    let mut lines = vec![shown::value(measure, &number)];
    let more = [
        shown::interval(measure, &number),
        shown::spread(measure, &number),
        shown::n_of(measure, &number),
    ];
    lines.extend(more.into_iter().filter(|line| !line.is_empty()));
    lines
}
