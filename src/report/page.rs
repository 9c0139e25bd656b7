//! Report as one self-contained page of HTML.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::charts::{self, Chart};
use super::crowd::{FIELD, SCRIPT, SCRIPT_HASH, found_by, traits};
use super::differences::CORRECTION;
use super::document::{Column, Report};
use super::drawing;
use super::family_map::{FamilyMap, card_id};
use super::shown;
use super::svg::{CLOSED, breakable, escaped, look, opened, with_code};
use super::words;
use crate::measure::names::{LITERATURE, Measure, Topic};
use crate::system::number::real;

const STYLE: &str = include_str!("page.css");

/// Returns the beginning of a self-contained page, up to its header; `script` is the permission of a script.
pub(super) fn begun(title: &str, script: &str, class: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'{script}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"{}\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body{class}>\n",
        escaped(&Report::version()),
        escaped(title),
    )
}

impl Report {
    /// Returns the report as a self-contained page: charts in SVG, boards, tables, definitions, and its command.
    pub fn page(&self) -> String {
        let (title, is_crowd) = (self.title(), self.is_crowd());
        let script = if is_crowd {
            format!("; script-src 'sha256-{SCRIPT_HASH}'")
        } else {
            String::new()
        };
        let class = if FamilyMap::is_wanted(self) {
            " class=\"family-page\""
        } else {
            ""
        };
        let mut page = begun(&title, &script, class);
        let titled = if is_crowd {
            Cow::Borrowed(self)
        } else {
            Cow::Owned(self.titled())
        };
        page += &titled.header(&title);
        page += "<main>\n";
        if is_crowd {
            page += FIELD;
        }
        let map = FamilyMap::of(self);
        page += &map.as_ref().map_or_else(String::new, FamilyMap::section);
        if let Some(sweep) = &self.sweep {
            page += &self.sweep_charts(sweep);
        }
        page += &self.courses();
        page += &if is_crowd {
            self.rankings()
        } else {
            titled.charts()
        };
        page += &titled.tables();
        page += &self.boards(map.as_ref());
        page += &self.measures();
        page += "</main>\n";
        page += &self.colophon();
        if is_crowd {
            let _ = writeln!(page, "<script>{SCRIPT}</script>");
        }
        page + "</body>\n</html>\n"
    }

    fn title(&self) -> String {
        if let Some(sweep) = &self.sweep {
            return sweep.title();
        }
        let titles: BTreeSet<&str> = self
            .variants()
            .map(|column| &*column.header.title)
            .collect();
        let count = self.variants().count();
        // A changed variant keeps the title of its file; `mankala new` adds to the title after a comma.
        let clear = titles.len() == count && titles.iter().all(|title| !title.contains(','));
        let name = |column: &'_ Column| {
            if clear {
                &column.header.title
            } else {
                &column.variant
            }
            .clone()
        };
        let names: Vec<String> = self.variants().map(name).collect();
        match &names[..] {
            [] => "Nothing compared".to_owned(),
            [one] => format!("{one}, measured"),
            [rest @ .., last] if names.len() <= 4 => {
                format!("{} and {last} compared", rest.join(", "))
            }
            _ => format!("{} mancala games compared", names.len()),
        }
    }

    fn header(&self, title: &str) -> String {
        let conditions: Vec<String> = self
            .columns
            .iter()
            .take(self.comparison.players.len())
            .map(Column::players_and_opening)
            .collect();
        let mut text = format!("<header>\n<h1>{}</h1>\n", breakable(title));
        let headlines = if FamilyMap::is_wanted(self) {
            self.verdicts()
        } else {
            self.headlines()
        };
        for headline in headlines {
            let _ = writeln!(text, "<p class=\"headline\">{}</p>", breakable(&headline));
        }
        let _ = writeln!(
            text,
            "<p class=\"lead\">{}{} games of each variant by {}, playing itself, unless a chart states otherwise. \
             Stronger players may give other results. Ranges are 95 % confidence intervals.</p>",
            if self.comparison.until.is_some() {
                "At least "
            } else {
                ""
            },
            self.comparison.games,
            escaped(&conditions.join(", and by "))
        );
        if self.comparison.players.len() > 1 {
            text += "<ul class=\"legend\">";
            for (index, words) in conditions.iter().enumerate() {
                let _ = write!(text, "<li>{}{}</li>", look(index).sample(), escaped(words));
            }
            text += "</ul>\n";
        }
        // Cautions about judges stand beside their verdicts; with many variants, all cautions stand with each variant.
        let cautions = if FamilyMap::is_wanted(self) {
            let (mut common, more) = self.common_cautions();
            if more > 0 {
                common.push(format!(
                    "There are {more} further notes, listed with the variants."
                ));
            }
            common
        } else {
            let until = self.comparison.until.into_iter();
            let columns = &self.columns;
            let narrowed = until.flat_map(|until| columns.iter().map(move |it| it.narrowed(until)));
            let mut cautions = self.cautions_of(columns);
            cautions.extend(narrowed);
            cautions
        };
        for caution in cautions {
            let _ = writeln!(text, "<p class=\"caution\">{}</p>", escaped(&caution));
        }
        text += "<nav aria-label=\"Sections\">";
        if FamilyMap::is_wanted(self) {
            text += "<a href=\"#map\">Map</a> ";
        }
        if self.sweep.is_some() {
            text += "<a href=\"#sweep\">Effects of the keys</a> ";
        }
        text + "<a href=\"#charts\">Charts</a> <a href=\"#tables\">Numbers</a> \
             <a href=\"#variants\">Variants</a> <a href=\"#measures\">Definitions</a> <a href=\"#made\">How it was made</a></nav>\n</header>\n"
    }

    fn charts(&self) -> String {
        let mut charts: Vec<Chart> = charts::fair(self).into_iter().collect();
        let topics = words::topics(self);
        if topics.iter().any(|(topic, _)| *topic == Topic::Length) {
            charts.push(charts::lengths(self));
        }
        if self.comparison.strength.is_some() {
            charts.extend(charts::ladder(self));
        }
        let mut text = String::from("<section id=\"charts\">\n<h2>Charts</h2>\n");
        for chart in charts {
            let Chart {
                id,
                title,
                about,
                body,
            } = chart;
            let (title, about) = (breakable(&title), escaped(&about));
            let _ = writeln!(
                text,
                "<figure id=\"{id}\"><figcaption><h3>{title}</h3><p>{about}</p></figcaption>{body}</figure>"
            );
        }
        for (topic, measures) in topics {
            let panels = measures
                .into_iter()
                .filter_map(|measure| charts::dots(self, measure));
            let panels: String = panels.collect();
            let (name, heading) = (topic.to_string().to_lowercase(), self.heading(topic));
            let _ = writeln!(
                text,
                "<figure id=\"dots-{name}\"><figcaption><h3>{heading}</h3></figcaption><div class=\"panels wide\">{panels}</div></figure>"
            );
        }
        text + "</section>\n"
    }

    fn tables(&self) -> String {
        let mut text = String::from(
            "<section id=\"tables\">\n<h2>Numbers</h2>\n<p>Each cell has the mean or share, its 95 % interval, \
             the median, and the 5th to 95th percentile. A dash means that nothing could be measured.</p>\n\
             <p class=\"hint\">Tables wider than the window scroll sideways.\n",
        );
        if !self.rankings.is_empty() && self.sweep.is_none() {
            text += &self.apart_of_all();
        }
        if !self.judged.is_empty() {
            text += &if self.is_crowd() {
                self.judges_of_all()
            } else {
                self.judges_table()
            };
        }
        for (topic, measures) in words::topics(self) {
            text += &self.table_of(topic, &measures);
        }
        if self.comparison.strength.is_some() {
            text += &self.ladder_table();
        }
        // A ranking shows the place of each variant, so the difference from the first one is left out.
        if !self.differences.is_empty() && !self.is_crowd() {
            let first = breakable(&self.differences[0].variants[1]);
            let _ = writeln!(
                text,
                "<details><summary>Differences from {first}, with p-values</summary>"
            );
            text += &self.differences_table();
            text += "</details>\n";
        }
        text + "</section>\n"
    }

    fn table_of(&self, topic: Topic, measures: &[Measure]) -> String {
        let about = self.about(topic);
        let mut text = format!(
            "<h3>{topic}</h3>\n<p class=\"about\">{about}</p>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{topic}\">\
             <table><caption>{topic}</caption><thead><tr><th scope=\"col\">Variant and player</th>"
        );
        for measure in measures {
            let _ = write!(
                text,
                "<th scope=\"col\" title=\"{}\">{}</th>",
                escaped(&measure.definition().replace('`', "")),
                measure.label()
            );
        }
        text += "</tr></thead><tbody>\n";
        let players = self.comparison.players.len().max(1);
        let is_crowd = self.is_crowd();
        for (place, column) in self.columns.iter().enumerate() {
            let _ = write!(
                text,
                "<tr data-v=\"{}\"><th scope=\"row\">{}<small>{}</small></th>",
                place / players,
                breakable(&column.variant),
                escaped(&column.player())
            );
            for &measure in measures {
                text += &if is_crowd {
                    short_cell(measure, column)
                } else {
                    cell(measure, column)
                };
            }
            text += "</tr>\n";
        }
        text + CLOSED
    }

    fn judges_table(&self) -> String {
        let mut text = opened(
            "Fair",
            &escaped(&words::band()),
            &[
                "Variant and judge",
                "Games",
                "Different",
                "Draws",
                "First player's score",
                "Verdict",
            ],
        );
        for judge in &self.judged {
            let games = real(judge.tally.games().into());
            let _ = writeln!(
                text,
                "<tr><th scope=\"row\">{}<small>{}</small></th><td>{games:.0}</td><td>{:.0}</td>{}{}<td>{}</td></tr>",
                breakable(&judge.variant),
                escaped(&judge.conditions()),
                judge.tally.sample.different(),
                cell(Measure::Draws, judge),
                cell(Measure::FirstPlayerScore, judge),
                judge.verdict.words()
            );
        }
        text + CLOSED
    }

    fn ladder_table(&self) -> String {
        let about = "Gain from each doubling of the effort.";
        let mut text = opened(
            "Ladder",
            about,
            &["Variant", "Twice", "Against", "Pairs", "Score", "Elo"],
        );
        for rung in &self.strength {
            let [stronger, weaker] = rung.players;
            let (score, elo) = (Measure::FirstPlayerScore, Measure::EloPerDoubling);
            let _ = writeln!(
                text,
                "<tr><th scope=\"row\">{}</th><td>{stronger}</td><td>{weaker}</td><td>{}</td><td>{}<small>{}</small></td><td>{}<small>{}</small></td></tr>",
                breakable(&rung.variant),
                rung.pairs.sums.games(),
                shown::value(score, &rung.score),
                shown::interval(score, &rung.score),
                shown::value(elo, &rung.elo),
                shown::interval(elo, &rung.elo)
            );
        }
        text + CLOSED
    }

    fn differences_table(&self) -> String {
        let about = format!(
            "Difference of each variant from {}; shares are in percentage points. Games with the same number use the same random numbers. p is from Student's \
             test, and corrected for these {} differences ({}). Bold: the difference is significant.",
            self.differences[0].variants[1],
            self.differences.len(),
            CORRECTION
        );
        let heads = [
            "Measure",
            "Variant",
            "Player",
            "Difference",
            "Ratio",
            "p",
            "Corrected",
        ];
        let mut text = opened("Differences", &escaped(&about), &heads);
        for question in &self.differences {
            let measure = question.measure;
            let ratio = question.ratio.map_or_else(String::new, |ratio| {
                format!(
                    "{:.2}<small>{:.2}–{:.2}</small>",
                    ratio.value, ratio.low, ratio.high
                )
            });
            let sure = if question.is_sure() {
                " class=\"uneven\""
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td{sure}>{}<small>{}</small></td><td>{ratio}</td><td>{}</td><td{sure}>{}</td></tr>",
                measure.label(),
                breakable(&question.variants[0]),
                escaped(&question.player),
                shown::signed(measure, question.difference.value),
                shown::ends(measure, &question.difference),
                escaped(&shown::chance(question.p)),
                escaped(&shown::chance(question.corrected))
            );
        }
        text + CLOSED
    }

    fn boards(&self, map: Option<&FamilyMap<'_>>) -> String {
        let mut text = String::from(
            "<section id=\"variants\">\n<h2>Variants</h2>\n<p>Boards at the start of the game, South below.",
        );
        let is_crowd = self.is_crowd();
        text += &if is_crowd {
            "</p>\n".to_owned()
        } else {
            format!(
                " Square pits are houses. The number at an end of the board counts the seeds off the board of the player on \
                 whose right it is.</p>\n{}",
                drawing::kinds()
            )
        };
        text += "<div class=\"cards\">\n";
        let (common, _) = self.common_cautions();
        for (place, column) in self.variants().enumerate() {
            let header = &column.header;
            let of_whom =
                |key: &str, said: &dyn std::fmt::Display| escaped(&header.of_whom(key, said));
            // A picture has a hundred elements, too many for each of hundreds of games.
            let (board, traits) = if is_crowd {
                let board = written_board(column);
                (board, format!(" data-traits=\"{}\"", traits(column)))
            } else {
                let title = format!("{} at the start", header.title);
                let board = drawing::board(&column.layout, &column.opening, &title);
                (board, String::new())
            };
            let _ = write!(
                text,
                "<article class=\"card\" id=\"{}\" data-v=\"{place}\" data-find=\"{}\"{}><h3>{}</h3><p class=\"name\">{}</p>{}<p>{}</p><p>{}, {}. Ruleset <code>{}</code>; {}.</p>",
                card_id(column),
                found_by(column),
                traits,
                escaped(&header.title),
                breakable(&column.variant),
                board,
                of_whom("about", &header.about),
                of_whom("region", &header.region),
                of_whom("year", &header.year),
                escaped(column.ruleset),
                Self::played_note(column)
            );
            for source in &header.sources {
                let _ = write!(
                    text,
                    "<p class=\"source\">{}</p>",
                    of_whom("sources", source)
                );
            }
            if let Some(map) = map {
                text += &self.card_notes(place, column, map, &common);
            }
            text += "</article>\n";
        }
        text + "</div>\n</section>\n"
    }

    fn measures(&self) -> String {
        let mut text = String::from(
            "<section id=\"measures\">\n<h2>Definitions</h2>\n<p>Lengths cover all games, the other measures the finished ones. \
             Random opening plies do not count. Over rounds, leads and endings, which need a single round, are left out.</p>\n<dl class=\"measures\">",
        );
        for measure in self.comparison.shown() {
            let _ = writeln!(
                text,
                "<dt>{measure}</dt><dd>{} <small>[{}; interval: {}; {}]</small></dd>",
                with_code(measure.definition()),
                measure.unit(),
                measure.interval(),
                measure.source()
            );
        }
        text += "</dl>\n<h3>Players</h3>\n<dl class=\"measures\">";
        for (name, about) in self.players_named() {
            let (name, about) = (escaped(&name), escaped(&about));
            let _ = writeln!(text, "<dt>{name}</dt><dd>{about}</dd>");
        }
        text += "</dl>\n";
        text += "<h3>Literature</h3>\n<ul class=\"works\">\n";
        for work in LITERATURE {
            let _ = writeln!(text, "<li>{}</li>", escaped(work));
        }
        text + "</ul>\n</section>\n"
    }

    fn colophon(&self) -> String {
        let command = if self.command.is_empty() {
            String::new()
        } else {
            format!(
                "<p>This command reproduces the page byte for byte, on any number of threads:</p>\n<pre><code>{}</code></pre>\n",
                escaped(&self.command)
            )
        };
        format!(
            "<footer id=\"made\">\n<h2>How it was made</h2>\n{command}<p>{}, random seed {}. All columns share the seed, so variants that differ in one rule get the same \
             random numbers. Each interval applies to its own column; the table of differences compares two.</p>\n</footer>\n",
            escaped(&Self::version()),
            self.comparison.seed
        )
    }
}

/// Returns the rows of the opening as text.
fn written_board(column: &Column) -> String {
    let rows = column.layout.drawn().into_iter();
    let rows = rows.map(|row| {
        let seeds = row
            .iter()
            .map(|&pit| format!("{:>3}", column.opening.at(pit)));
        seeds.collect::<String>()
    });
    format!(
        "<pre class=\"rows\">{}</pre>",
        rows.collect::<Vec<_>>().join("\n")
    )
}

/// Returns a cell with value, interval and spread as lines of one element.
fn short_cell(measure: Measure, column: &Column) -> String {
    let number = column.number(measure);
    let lines = [
        shown::value(measure, &number),
        shown::interval(measure, &number),
        shown::spread(measure, &number),
    ];
    let lines = lines.into_iter().filter(|line| !line.is_empty());
    let lines: Vec<String> = lines.map(|line| escaped(&line)).collect();
    format!("<td class=\"lines\">{}</td>", lines.join("\n"))
}

/// Returns a cell: value, interval, spread.
fn cell(measure: Measure, column: &Column) -> String {
    let number = column.number(measure);
    let mut text = format!("<td>{}", escaped(&shown::value(measure, &number)));
    for more in [
        shown::interval(measure, &number),
        shown::spread(measure, &number),
    ] {
        if !more.is_empty() {
            let _ = write!(text, "<small>{more}</small>");
        }
    }
    text + "</td>"
}
