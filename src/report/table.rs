//! A report as text for a terminal: a table for each topic, variants below each other.

use std::fmt::Write as _;

use super::report::{Column, Report};
use super::shown;
use crate::measure::names::{Measure, Topic};
use crate::text::visible::visible_lines;
use strum::IntoEnumIterator;

/// A row of cells, the first one to the left, the others to the right.
type Row = Vec<String>;

impl Report {
    /// The report as a table, with names, versions and the command.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = String::new();
        for topic in Topic::iter().filter(|&topic| topic != Topic::Strength) {
            let measures: Vec<Measure> = topic.measures().collect();
            let _ = writeln!(text, "{topic}: {}", topic.about());
            let mut rows = headings(&measures).to_vec();
            for column in &self.columns {
                rows.extend(rows_of(column, &measures));
            }
            text.push_str(&set(&rows));
            text.push('\n');
        }
        if !self.strength.is_empty() {
            text.push_str(&self.ladder());
        }
        text.push_str(&self.foot());
        visible_lines(&text).into_owned()
    }

    /// The strength ladders as a table.
    fn ladder(&self) -> String {
        let topic = Topic::Strength;
        let mut rows = vec![
            ["", "stronger", "weaker", "games", "score", "95 % interval"]
                .map(str::to_owned)
                .to_vec(),
        ];
        for rung in &self.strength {
            let [stronger, weaker] = rung.players.map(crate::PlayerSpec::stated);
            rows.push(vec![
                rung.variant.clone(),
                stronger,
                weaker,
                (rung.games - rung.unfinished).to_string(),
                shown::value(Measure::Strength, &rung.score),
                shown::interval(Measure::Strength, &rung.score),
            ]);
        }
        format!("{topic}: {}\n{}\n", topic.about(), set(&rows))
    }

    /// What the table is to be read with.
    fn foot(&self) -> String {
        let mut text = String::from(
            "First line: the mean or share. Second: its 95 % interval. Third: median, 5th–95th percentile.\n\
             Balance p: how likely wins split so unevenly if neither side is favoured. p, Holm: the same, corrected for the number\n\
             of columns; below 0.05 a side is favoured.\n",
        );
        for column in self.variants() {
            let _ = writeln!(
                text,
                "{}: {}.",
                column.variant,
                Self::lead_note(column.lead)
            );
        }
        for caution in self.cautions() {
            let _ = writeln!(text, "Note: {caution}");
        }
        let version = Self::version();
        let _ = write!(text, "{version}, seed {}", self.comparison.seed);
        if !self.command.is_empty() {
            let _ = write!(text, ": {}", self.command);
        }
        text.push('\n');
        text
    }
}

/// Two lines of headings.
fn headings(measures: &[Measure]) -> [Row; 2] {
    let mut rows = [vec![String::new()], vec![String::new()]];
    for measure in measures {
        let label = measure.label();
        let middle = label.chars().count().div_ceil(2);
        let blanks = label.match_indices(' ').map(|(at, _)| at);
        let at = blanks.min_by_key(|&at| at.abs_diff(middle));
        let (first, second) = at.map_or(("", label), |at| (&label[..at], &label[at + 1..]));
        rows[0].push(first.to_owned());
        rows[1].push(second.to_owned());
    }
    rows
}

/// The lines of a column: values, intervals, and spreads where there are any.
fn rows_of(column: &Column, measures: &[Measure]) -> Vec<Row> {
    let line = |name: &str, show: fn(Measure, &crate::measure::Number) -> String| {
        let cells = measures.iter();
        let cells = cells.map(|&measure| show(measure, &column.number(measure)));
        std::iter::once(name.to_owned()).chain(cells).collect()
    };
    let mut rows: Vec<Row> = vec![
        line(&column.variant, shown::value),
        line(&format!("  {}", column.conditions()), shown::interval),
        line("", shown::spread),
    ];
    rows.retain(|row: &Row| row.iter().any(|cell| !cell.is_empty()));
    rows
}

/// Rows in columns as wide as their widest cell.
fn set(rows: &[Row]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
