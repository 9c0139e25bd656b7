//! Report as text for a terminal: the answers, then a table for each question, with variants below each other.

use super::apart::{APART, NOTHING_APART};
use super::differences::CORRECTION;
use super::prelude::*;
use super::words::{RANKED, band, topics};
use mankala_core::text::width::{padded, padded_left, widest, width_of, wrapped};

/// Row of cells; the first is left-aligned, the others are right-aligned.
type Row = Vec<String>;

const WIDTH: usize = 79;

impl Report {
    /// Returns the report as a table, with names, versions and the command.
    pub fn table(&self) -> String {
        if let Some(sweep) = &self.sweep {
            return visible_lines(&(self.sweep_table(sweep) + &self.foot())).into_owned();
        }
        if self.rankings.is_empty() {
            return self.titled().text();
        }
        self.text()
    }

    /// Returns the answers, and a table for each question.
    fn text(&self) -> String {
        let mut text = String::new();
        for headline in self.headlines() {
            paragraph(&mut text, &headline);
            text.push('\n');
        }
        let details = self.details();
        if !details.is_empty() {
            text.push_str("Details\n");
            for words in details {
                paragraph(&mut text, &words);
            }
            text.push('\n');
        }
        if !self.judged.is_empty() {
            text.push_str(&self.judges());
        }
        for (topic, measures) in topics(self) {
            let _ = writeln!(text, "{}", self.heading(topic));
            let mut rows = headings(&measures).to_vec();
            rows.extend(self.subjects.iter().flat_map(|subject| rows_of(subject, &measures)));
            text.push_str(&set(&rows));
            text.push('\n');
        }
        if self.comparison.strength.is_some() {
            text.push_str(&self.ladder());
        }
        if !self.differences.is_empty() {
            text.push_str(&self.compared());
        }
        if !self.rankings.is_empty() {
            text.push_str(&self.apart_from_all());
            paragraph(&mut text, RANKED);
            text.push('\n');
        }
        text.push_str(&self.foot());
        visible_lines(&text).into_owned()
    }

    /// Returns the verdict of each judge on each variant.
    fn judges(&self) -> String {
        let topic = Topic::Fair;
        let mut rows = vec![row(&["", "games", "different", "draws", "score", "95 %", "verdict"])];
        for variant in self.variants() {
            rows.push(vec![variant.variant.clone()]);
            for judge in self.judges_of(variant) {
                let score = judge.number(Measure::FirstPlayerScore);
                rows.push(vec![
                    format!("  {}", judge.spec.players[0]),
                    judge.games_of_score(),
                    format!("{:.0}", judge.tally.sample.different()),
                    shown::value(Measure::Draws, &judge.number(Measure::Draws)),
                    shown::value(Measure::FirstPlayerScore, &score),
                    shown::interval(Measure::FirstPlayerScore, &score),
                    judge.verdict.words().to_owned(),
                ]);
            }
        }
        let mut text = format!("{topic}: {}\n{}", topic.about(), set(&rows));
        paragraph(&mut text, &band());
        text + "\n"
    }

    fn ladder(&self) -> String {
        let mut rows =
            vec![row(&["", "stronger", "weaker", "pairs", "score", "95 %", "Elo", "95 %"])];
        for rung in &self.strength {
            let [stronger, weaker] = rung.spec.players.map(|player| player.to_string());
            rows.push(vec![
                rung.variant.clone(),
                stronger,
                weaker,
                rung.pairs.sums.games().to_string(),
                shown::value(Measure::FirstPlayerScore, &rung.score),
                shown::interval(Measure::FirstPlayerScore, &rung.score),
                shown::value(Measure::EloPerDoubling, &rung.elo),
                shown::interval(Measure::EloPerDoubling, &rung.elo),
            ]);
        }
        format!("Ladder: gain from each doubling of the effort\n{}\n", set(&rows))
    }

    /// Returns the differences of each variant from the first, question by question.
    fn compared(&self) -> String {
        let first = &self.differences[0].variants[1];
        let mut text = format!("Differences: each variant minus {first}\n");
        let mut rows = vec![row(&["", "difference", "95 %", "significant"])];
        let mut asked: Vec<(&String, &String)> = Vec::new();
        for question in &self.differences {
            let heading = (&question.variants[0], &question.player);
            if asked.contains(&heading) {
                continue;
            }
            asked.push(heading);
            rows.push(vec![format!("{}, {}", heading.0, question.who())]);
            let same = self.differences.iter();
            let same = same.filter(|other| (&other.variants[0], &other.player) == heading);
            rows.extend(same.map(|question| {
                vec![
                    format!("  {}", question.measure.label()),
                    shown::signed(question.measure, question.difference.value),
                    shown::ends(question.measure, &question.difference),
                    if question.is_sure() { "yes" } else { "" }.to_owned(),
                ]
            }));
        }
        text.push_str(&set(&rows));
        paragraph(
            &mut text,
            &format!(
                "Shares are in percentage points. Significant: if the rules were equal, chance would seldom give so large a difference. The probability is below 5 % by Student's test, corrected for all differences in this table ({CORRECTION}). --json has the p-values."
            ),
        );
        text + "\n"
    }

    /// Returns how each of many variants stands apart.
    fn apart_from_all(&self) -> String {
        let (count, apart) = (self.variants().count(), self.apart());
        if apart.is_empty() {
            return format!("Apart: {NOTHING_APART}\n\n");
        }
        let mut text = format!("Apart: differences from most of the {count} games\n");
        for apart in apart {
            paragraph(&mut text, &format!("{}: {}", apart.variant, apart.words()));
        }
        paragraph(&mut text, APART);
        text + "\n"
    }

    /// Returns the notes on how to read the table.
    fn foot(&self) -> String {
        let mut text = String::new();
        if self.sweep.is_none() {
            paragraph(
                &mut text,
                "First line: the mean or share. Second: its 95 % interval. Third: median, 5th–95th percentile. \
                 n: the games, pairs of games or positions behind it.",
            );
        }
        for (name, about) in self.players_named() {
            paragraph(&mut text, &format!("{name}: {about}"));
        }
        paragraph(&mut text, "mankala compare --list-measures explains each measure.");
        // The cells of a sweep are of one game.
        let games = self.sweep.as_ref().map_or(usize::MAX, |_| 1);
        for subject in self.variants().take(games) {
            let note = Self::played_note(subject);
            paragraph(&mut text, &format!("{}: {note}.", subject.variant));
        }
        for caution in self.cautions() {
            let players = self.comparison.players.iter().chain(&self.comparison.judges);
            let caution = players.fold(caution, |said, &it| without_version(&said, Some(it)));
            paragraph(&mut text, &format!("Note: {caution}"));
        }
        let _ = write!(text, "{}, seed {}", Self::version(), self.comparison.seed);
        if !self.command.is_empty() {
            let _ = write!(text, ": {}", self.command);
        }
        text.push('\n');
        text
    }
}

/// Returns a row of headings.
fn row(cells: &[&str]) -> Row {
    cells.iter().map(|&cell| cell.to_owned()).collect()
}

/// Adds a paragraph of bounded width; later lines are indented.
pub(super) fn paragraph(text: &mut String, words: &str) {
    let _ = writeln!(text, "{}", wrapped(words, WIDTH - 2).join("\n  "));
}

fn headings(measures: &[Measure]) -> [Row; 2] {
    let mut rows = [vec![String::new()], vec![String::new()]];
    for measure in measures {
        let label = measure.label();
        let middle = width_of(label).div_ceil(2);
        let at = label.match_indices(' ').map(|(at, _)| at).min_by_key(|&at| at.abs_diff(middle));
        let (first, second) = at.map_or(("", label), |at| (&label[..at], &label[at + 1..]));
        rows[0].push(first.to_owned());
        rows[1].push(second.to_owned());
    }
    rows
}

/// Returns the lines of a subject: values, intervals, and spreads if there are any.
fn rows_of(subject: &Subject, measures: &[Measure]) -> Vec<Row> {
    let line = |name: &str, show: &dyn Fn(Measure) -> String| {
        let cells = measures.iter().map(|&measure| show(measure));
        std::iter::once(name.to_owned()).chain(cells).collect()
    };
    let number = |measure| subject.number(measure);
    let coin = |measure| {
        let flips = subject.coin_flips(measure);
        flips.map_or_else(String::new, |share| format!("{} %", shown::bare(measure, share)))
    };
    let mut rows: Vec<Row> = vec![
        line(&subject.variant, &|it| shown::value(it, &number(it))),
        line(&format!("  {}", subject.row_label(measures)), &|it| shown::interval(it, &number(it))),
        line("", &|it| shown::spread(it, &number(it))),
        line("  n", &|it| shown::count(it, &number(it))),
        line("  if coin flips decided", &coin),
    ];
    rows.retain(|row: &Row| row[1..].iter().any(|cell| !cell.is_empty()));
    rows
}

/// Sets rows in columns as wide as their widest cell; a row of one cell is a heading of any width.
pub(super) fn set(rows: &[Row]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter(|row| row.len() > 1).filter_map(|row| row.get(column));
        widest(cells.map(String::as_str))
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column {
            0 => padded(cell, width),
            _ => padded_left(cell, width),
        });
        let _ = writeln!(text, "{}", join(cells, "  ").trim_end());
    }
    text
}
