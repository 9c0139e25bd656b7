//! A report for programs: JSON and CSV.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::differences::{CORRECTION, Compared};
use super::ranking::{Place, Ranking};
use super::report::{Column, Report, Rung, VERSION};
use crate::measure::figures::Number;
use crate::measure::names::{LITERATURE, Measure, Topic};
use crate::measure::stats::{Estimate, real};
use crate::measure::verdict::EVEN;
use crate::play::matches::MatchSpec;
use crate::text::visible::visible_lines;
use strum::IntoEnumIterator;

/// A floating-point number as JSON, whole ones without a point.
pub(super) fn plain(value: f64) -> Value {
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
        let ends = [
            ("median", spread.median),
            ("p5", spread.p5),
            ("p95", spread.p95),
        ];
        for (name, value) in ends {
            object[name] = value.map_or(Value::Null, plain);
        }
    }
    object
}

/// A column; of its measures only those that are written.
fn column(column: &Column, written: &[Measure]) -> Value {
    let measures = column.numbers.iter();
    let measures = measures.filter(|(measure, _)| written.contains(measure));
    let measures = measures.map(|(measure, value)| {
        let mut object = number(value);
        object["unit"] = measure.unit().into();
        object["interval"] = measure.interval().into();
        object["player"] = column.player_of(*measure).into();
        (measure.to_string(), object)
    });
    let ended = column.tally.plies.survival();
    json!({
        "variant": column.variant,
        "title": column.header.title,
        "ruleset": column.ruleset,
        "players": [column.player()],
        "opening_plies": column.spec.opening_plies,
        "ply_limit": column.spec.ply_limit,
        "rounds": column.is_over_rounds(),
        "lead": column.lead.to_string(),
        "measures": measures.collect::<Map<_, _>>(),
        "lengths": ended.endings().collect::<Vec<_>>(),
        "branching_by_ply": column.branching_by_ply(),
    })
}

/// What a judge says of a variant.
fn judged(column: &Column) -> Value {
    let of = |measure| number(&column.number(measure));
    json!({
        "variant": column.variant,
        "player": column.conditions(),
        "games": column.tally.games(),
        "different": plain(column.tally.sample.different()),
        "effective": plain(column.worth * real(column.tally.games().into())),
        "first_player_score": of(Measure::FirstPlayerScore),
        "draws": of(Measure::Draws),
        "verdict": column.verdict.to_string(),
    })
}

fn rung(rung: &Rung) -> Value {
    json!({
        "variant": rung.variant,
        "players": rung.players.map(crate::PlayerSpec::stated),
        "opening_plies": rung.opening_plies,
        "rounds": rung.rounds.is_some(),
        "games": rung.games,
        "pairs": rung.pairs.sums.games(),
        "unfinished": rung.unfinished,
        "score": number(&rung.score),
        "elo_per_doubling": number(&rung.elo),
    })
}

fn compared(question: &Compared) -> Value {
    let estimate = |estimate: &Estimate| {
        json!({
            "value": plain(estimate.value),
            "low": plain(estimate.low),
            "high": plain(estimate.high),
        })
    };
    json!({
        "measure": question.measure.to_string(),
        "variant": question.variants[0],
        "against": question.variants[1],
        "player": question.player,
        "difference": estimate(&question.difference),
        "ratio": question.ratio.as_ref().map(estimate),
        "p": question.p,
        "p_corrected": question.corrected,
    })
}

fn ranking(ranking: &Ranking) -> Value {
    let place = |place: &Place| {
        json!({
            "variant": place.variant,
            "value": plain(place.value),
            "shrunk": {
                "value": plain(place.shrunk.value),
                "low": plain(place.shrunk.low),
                "high": plain(place.shrunk.high),
            },
            "end": place.end.map(|end| end.to_string()),
            "p_corrected": place.corrected,
        })
    };
    json!({
        "measure": ranking.measure.to_string(),
        "player": ranking.player,
        "scale": if ranking.log { "log" } else { "plain" },
        "mean": plain(ranking.mean),
        "places": ranking.places.iter().map(place).collect::<Vec<_>>(),
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
    "rounds",
];

impl Report {
    /// The report as JSON. It holds no times, so the same command gives the same bytes.
    #[must_use]
    pub fn json(&self) -> Value {
        let written = self.comparison.written();
        let columns = self.columns.iter();
        let mut object = json!({
            "command": self.command,
            "version": VERSION,
            "games": self.comparison.games,
            "seed": self.comparison.seed,
            "confidence": 0.95,
            "variants": columns.map(|it| column(it, &written)).collect::<Vec<_>>(),
        });
        if !self.judged.is_empty() {
            object["even"] = json!(EVEN);
            object["fair"] = self.judged.iter().map(judged).collect();
            let says = |column: &Column| {
                json!({
                    "variant": column.variant,
                    "says": self.fairness(column),
                    "solved": column.solved.map(|solved| solved.value),
                    "source": column.solved.map(|solved| solved.source),
                })
            };
            object["fairness"] = self.variants().map(says).collect();
        }
        if !self.strength.is_empty() {
            object["strength"] = self.strength.iter().map(rung).collect();
        }
        if !self.differences.is_empty() {
            object["correction"] = CORRECTION.into();
            object["differences"] = self.differences.iter().map(compared).collect();
        }
        if !self.rankings.is_empty() {
            object["rankings"] = self.rankings.iter().map(ranking).collect();
        }
        if let Some(sweep) = &self.sweep {
            object["sweep"] = self.sweep_json(sweep);
        }
        object["cautions"] = self.cautions().into();
        object
    }

    /// The report as CSV: a line for each measure of each column, empty where there is nothing to say.
    ///
    /// Judges have lines for what they were asked, apart from the columns of the same players. A sweep has a row for each cell.
    #[must_use]
    pub fn csv(&self) -> String {
        if let Some(sweep) = &self.sweep {
            return self.sweep_csv(sweep);
        }
        let mut text = HEADINGS.join(",") + "\n";
        let written = self.comparison.written();
        for column in &self.columns {
            for (measure, value) in &column.numbers {
                if written.contains(measure) && *measure != Measure::EloPerDoubling {
                    self.csv_line(&mut text, &column.variant, &column.spec, *measure, value);
                }
            }
        }
        let shown = |column: &&Column| self.columns.iter().all(|other| other.spec != column.spec);
        for column in self.judged.iter().filter(shown) {
            for measure in Topic::Fair.measures().filter(|it| written.contains(it)) {
                let number = column.number(measure);
                self.csv_line(&mut text, &column.variant, &column.spec, measure, &number);
            }
        }
        for rung in &self.strength {
            let spec = MatchSpec {
                opening_plies: rung.opening_plies,
                rounds: rung.rounds,
                ..MatchSpec::new(rung.players, rung.games, self.comparison.seed)
            };
            let measure = Measure::EloPerDoubling;
            self.csv_line(&mut text, &rung.variant, &spec, measure, &rung.elo);
        }
        visible_lines(&text).into_owned()
    }

    fn csv_line(
        &self,
        text: &mut String,
        variant: &str,
        spec: &MatchSpec,
        measure: Measure,
        number: &Number,
    ) {
        let [player, opponent] = spec.players.map(|who| quoted(&who.stated()));
        let (variant, opening_plies) = (quoted(variant), spec.opening_plies);
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
            spread.and_then(|spread| spread.median),
            spread.and_then(|spread| spread.p5),
            spread.and_then(|spread| spread.p95),
        ];
        for value in values {
            text.push(',');
            if let Some(value) = value {
                let _ = write!(text, "{value}");
            }
        }
        let _ = writeln!(text, ",{}", spec.rounds.is_some());
    }
}

/// A field as CSV wants it (RFC 4180): in quotes where it holds what would split it.
///
/// A spreadsheet carries out what begins like a formula, so that is written behind an apostrophe, which it takes
/// for the sign of a text.
pub(super) fn quoted(field: &str) -> String {
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
            "interval": measure.interval(),
            "shown": measure.is_shown(),
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
            let star = if measure.is_shown() { " *" } else { "" };
            let _ = writeln!(text, "  {measure} [{}]{star}", measure.unit());
            for line in wrapped(&measure.definition().replace('`', ""), 90) {
                let _ = writeln!(text, "      {line}");
            }
            let (interval, source) = (measure.interval(), measure.source());
            let _ = writeln!(text, "      Interval: {interval}. Source: {source}.");
        }
        text.push('\n');
    }
    text.push_str(
        "Intervals are at 95 %. Lengths are of all games, the other measures of the finished ones. Random plies of an opening\n\
         count in none. Over rounds all is of whole games, but leads and endings, which are of one round alone, are left out.\n\
         --measures takes a topic in small letters, a measure, dozen or all; the dozen is marked *.\n\n",
    );
    for work in LITERATURE {
        let _ = writeln!(text, "{work}");
    }
    text
}

/// A text in lines of at most so many characters.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
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
