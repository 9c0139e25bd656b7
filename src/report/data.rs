//! A report for programs: JSON and CSV.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::report::{Column, Report, Rung, VERSION};
use crate::measure::figures::Number;
use crate::measure::names::{LITERATURE, Measure, Topic};
use crate::text::visible::visible_lines;
use strum::IntoEnumIterator;

/// A floating-point number as JSON, whole ones without a point.
fn plain(value: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "whole and small")]
    if value.fract() == 0.0 && value.abs() < 1e15 {
        Value::from(value as i64)
    } else {
        Value::from(value)
    }
}

/// A number as JSON: always value, low and high, and the spread where there is one.
fn number(number: &Number) -> Value {
    let mut object = json!({
        "value": number.value.map(plain),
        "low": number.interval.map(|[low, _]| plain(low)),
        "high": number.interval.map(|[_, high]| plain(high)),
    });
    if let Some(spread) = number.spread {
        object["median"] = plain(spread.median);
        object["p5"] = plain(spread.p5);
        object["p95"] = plain(spread.p95);
        object["max"] = plain(spread.max);
    }
    object
}

fn column(column: &Column) -> Value {
    let measures = column.numbers.iter();
    let measures = measures.map(|(measure, value)| (measure.to_string(), number(value)));
    json!({
        "variant": column.variant,
        "title": column.header.title,
        "ruleset": column.ruleset,
        "players": [column.player()],
        "opening_plies": column.opening_plies,
        "ply_limit": column.ply_limit,
        "lead": column.lead.to_string(),
        "measures": measures.collect::<Map<_, _>>(),
        "lengths": column.tally.plies.spread.entries().collect::<Vec<_>>(),
        "branching_by_ply": column.branching_by_ply(),
    })
}

fn rung(rung: &Rung) -> Value {
    json!({
        "variant": rung.variant,
        "players": rung.players.map(crate::PlayerSpec::stated),
        "opening_plies": rung.opening_plies,
        "games": rung.games,
        "unfinished": rung.unfinished,
        "strength": number(&rung.score),
    })
}

/// The columns of the CSV form.
const HEADINGS: [&str; 15] = [
    "variant",
    "player",
    "opponent",
    "opening_plies",
    "seed",
    "version",
    "measure",
    "unit",
    "value",
    "low",
    "high",
    "median",
    "p5",
    "p95",
    "max",
];

impl Report {
    /// The report as JSON. It holds no times, so the same command gives the same bytes.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut object = json!({
            "command": self.command,
            "version": VERSION,
            "games": self.comparison.games,
            "seed": self.comparison.seed,
            "confidence": 0.95,
            "variants": self.columns.iter().map(column).collect::<Vec<_>>(),
        });
        if self.comparison.strength.is_some() {
            object["strength"] = self.strength.iter().map(rung).collect();
        }
        object
    }

    /// The report as CSV: a line for each measure of each column, empty where there is nothing to say.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = HEADINGS.join(",") + "\n";
        for column in &self.columns {
            let [player, opponent] = column.players.map(crate::PlayerSpec::stated);
            for (measure, value) in &column.numbers {
                let who = [&column.variant, &player, &opponent];
                self.csv_line(&mut text, who, column.opening_plies, *measure, value);
            }
        }
        for rung in &self.strength {
            let [player, opponent] = rung.players.map(crate::PlayerSpec::stated);
            let who = [&rung.variant, &player, &opponent];
            self.csv_line(
                &mut text,
                who,
                rung.opening_plies,
                Measure::Strength,
                &rung.score,
            );
        }
        visible_lines(&text).into_owned()
    }

    fn csv_line(
        &self,
        text: &mut String,
        who: [&String; 3],
        opening_plies: u32,
        measure: Measure,
        number: &Number,
    ) {
        let [variant, player, opponent] = who.map(|field| quoted(field));
        let (seed, unit) = (self.comparison.seed, measure.unit());
        let _ = write!(
            text,
            "{variant},{player},{opponent},{opening_plies},{seed},{VERSION},{measure},{unit}"
        );
        let spread = number.spread;
        let values = [
            number.value,
            number.interval.map(|[low, _]| low),
            number.interval.map(|[_, high]| high),
            spread.map(|spread| spread.median),
            spread.map(|spread| spread.p5),
            spread.map(|spread| spread.p95),
            spread.map(|spread| spread.max),
        ];
        for value in values {
            text.push(',');
            if let Some(value) = value {
                let _ = write!(text, "{value}");
            }
        }
        text.push('\n');
    }
}

/// A field as CSV wants it (RFC 4180): in quotes where it holds what would split it.
///
/// A spreadsheet carries out what begins like a formula, so that is written behind an apostrophe, which it takes
/// for the sign of a text.
fn quoted(field: &str) -> String {
    let formula = field.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if formula || field.contains(['"', ',', '\n', '\r']) {
        let apostrophe = if formula { "'" } else { "" };
        format!("\"{apostrophe}{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// All measures as JSON, one object each.
#[must_use]
pub fn listed() -> Vec<Value> {
    let object = |measure: Measure| {
        json!({
            "measure": measure.to_string(),
            "topic": measure.topic().to_string(),
            "label": measure.label(),
            "unit": measure.unit(),
            "definition": measure.definition().replace('`', ""),
            "source": measure.source(),
        })
    };
    Measure::iter().map(object).collect()
}

/// All measures as text, by topic, with the literature at the end.
#[must_use]
pub fn explained() -> String {
    let mut text = String::new();
    for topic in Topic::iter() {
        let _ = writeln!(text, "{topic}: {}\n", topic.about());
        for measure in topic.measures() {
            let _ = writeln!(text, "  {measure} [{}]", measure.unit());
            for line in wrapped(&measure.definition().replace('`', ""), 90) {
                let _ = writeln!(text, "      {line}");
            }
            let _ = writeln!(text, "      Source: {}", measure.source());
        }
        text.push('\n');
    }
    text.push_str("Intervals are at 95 %. Every measure but games and unfinished is of the finished games.\n\n");
    for work in LITERATURE {
        let _ = writeln!(text, "{work}");
    }
    text
}

/// A text in lines of at most so many characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            let blank = if lines[last].is_empty() { "" } else { " " };
            lines[last] += blank;
            lines[last] += word;
        }
    }
    lines
}
