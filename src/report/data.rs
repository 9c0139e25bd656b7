//! A report for programs: JSON and CSV.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::apart::{Apart, Point};
use super::differences::CORRECTION;
use super::document::{Column, Compared, Place, Ranking, Report, Rung, VERSION};
use super::proved::Proved;
use crate::measure::figures::Number;
use crate::measure::names::{LITERATURE, Measure, Topic};
use crate::measure::stats::Estimate;
use crate::measure::verdict::EVEN;
use crate::play::matches::MatchSpec;
use crate::system::number::real;
use crate::text::ordered::Ordered;
use crate::text::visible::visible_lines;
use crate::text::width::paragraph;
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

/// A floating-point number in JSON, whole ones without a point.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema)]
pub struct Plain(f64);

impl From<f64> for Plain {
    fn from(number: f64) -> Self {
        Self(number)
    }
}

impl Serialize for Plain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        plain(self.0).serialize(serializer)
    }
}

/// A measured number in JSON: always value, low and high, and the spread where there is one.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Quantity {
    /// The number; null where it could not be measured.
    pub value: Option<Plain>,
    /// The lower end of the interval; null where there is none.
    pub low: Option<Plain>,
    /// Its upper end.
    pub high: Option<Plain>,
    /// How single games, moves or plies are spread.
    #[serde(flatten)]
    pub spread: Option<Ends>,
}

/// The spread of single games, moves or plies.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Ends {
    /// Half of the values are at most this.
    pub median: Option<Plain>,
    /// One in twenty is at most this.
    pub p5: Option<Plain>,
    /// Nineteen in twenty are at most this.
    pub p95: Option<Plain>,
}

impl From<&Number> for Quantity {
    fn from(number: &Number) -> Self {
        Self {
            value: number.value.map(Plain),
            low: number.interval.map(|[low, _]| Plain(low)),
            high: number.interval.map(|[_, high]| Plain(high)),
            spread: number.spread.map(|spread| Ends {
                median: spread.median.map(Plain),
                p5: spread.p5.map(Plain),
                p95: spread.p95.map(Plain),
            }),
        }
    }
}

fn number(number: &Number) -> Value {
    json!(Quantity::from(number))
}

/// A measure in JSON.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Figure {
    /// What was measured.
    #[serde(flatten)]
    pub quantity: Quantity,
    /// In what it is counted.
    pub unit: &'static str,
    /// How its interval was found.
    pub interval: &'static str,
    /// Who played.
    pub player: String,
}

/// What one player's games of a variant come to, in JSON.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Measured {
    /// The variant as it was named.
    pub variant: String,
    /// What people call it.
    pub title: String,
    /// The ruleset that plays it.
    pub ruleset: &'static str,
    /// Who played.
    pub players: Vec<String>,
    /// How many random plies each game began with.
    pub opening_plies: u32,
    /// A game with so many plies was left unfinished.
    pub ply_limit: u32,
    /// Whether games were played over all their rounds.
    pub rounds: bool,
    /// What told who was ahead.
    pub lead: String,
    /// The measures by name.
    pub measures: Ordered<Figure>,
    /// How many games ended after so many plies, in pairs.
    pub lengths: Vec<(u64, u64)>,
    /// The mean number of legal moves at each ply.
    pub branching_by_ply: Vec<f64>,
}

impl Column {
    /// The column for programs; of its measures only those that are written.
    #[must_use]
    pub fn measured(&self, written: &[Measure]) -> Measured {
        let measures = self.numbers.iter();
        let measures = measures.filter(|(measure, _)| written.contains(measure));
        let figure = |(measure, value): &(Measure, Number)| {
            let figure = Figure {
                quantity: value.into(),
                unit: measure.unit(),
                interval: measure.interval(),
                player: self.player_of(*measure),
            };
            (measure.to_string(), figure)
        };
        Measured {
            variant: self.variant.clone(),
            title: self.header.title.clone(),
            ruleset: self.ruleset,
            players: vec![self.player()],
            opening_plies: self.spec.opening_plies,
            ply_limit: self.spec.ply_limit,
            rounds: self.is_over_rounds(),
            lead: self.lead.to_string(),
            measures: measures.map(figure).collect(),
            lengths: self.tally.plies.survival().endings().collect(),
            branching_by_ply: self.branching_by_ply(),
        }
    }
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
        "players": rung.players.map(crate::play::players::PlayerSpec::stated),
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

fn apart(apart: &Apart) -> Value {
    let point = |point: &Point| {
        json!({
            "measure": point.measure.to_string(),
            "favoured": point.favoured,
            "end": point.end.to_string(),
            "players": point.players,
            "says": format!("{}{}", point.words, point.by),
        })
    };
    json!({
        "variant": apart.variant,
        "from": apart.from,
        "says": apart.words(),
        "points": apart.points.iter().map(point).collect::<Vec<_>>(),
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
            "variants": columns.map(|it| it.measured(&written)).collect::<Vec<_>>(),
        });
        if !self.judged.is_empty() {
            object["even"] = json!(EVEN);
            object["fair"] = self.judged.iter().map(judged).collect();
            let says = |column: &Column| {
                json!({
                    "variant": column.variant,
                    "says": self.fairness(column),
                    "proved": column.proved.map(Proved::json),
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
        if self.sweep.is_none() && self.variants().nth(1).is_some() {
            object["apart"] = self.apart().iter().map(apart).collect();
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
        for row in self.rows() {
            row.write(self.comparison.seed, &mut text);
        }
        visible_lines(&text).into_owned()
    }

    /// Every measure of every column, of the judges what they were asked, and each step of the ladder: what the CSV form has a line for.
    #[must_use]
    pub fn rows(&self) -> Vec<Row<'_>> {
        let written = self.comparison.written();
        let of_columns = self.columns.iter().flat_map(|column| {
            let own = column.numbers.iter();
            own.map(move |(measure, number)| {
                Row::new(&column.variant, column.spec, *measure, *number)
            })
        });
        let of_columns = of_columns
            .filter(|row| written.contains(&row.measure) && row.measure != Measure::EloPerDoubling);
        let is_new = |judge: &&Column| self.columns.iter().all(|column| column.spec != judge.spec);
        let of_judges = self.judged.iter().filter(is_new).flat_map(|judge| {
            let asked = Topic::Fair.measures().filter(|it| written.contains(it));
            asked
                .map(|measure| Row::new(&judge.variant, judge.spec, measure, judge.number(measure)))
        });
        let of_steps = self.strength.iter().map(|rung| {
            let spec = MatchSpec {
                opening_plies: rung.opening_plies,
                rounds: rung.rounds,
                ..MatchSpec::new(rung.players, rung.games, self.comparison.seed)
            };
            Row::new(&rung.variant, spec, Measure::EloPerDoubling, rung.elo)
        });
        of_columns.chain(of_judges).chain(of_steps).collect()
    }
}

/// A measure of a variant by some games.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    /// The variant as it was named.
    pub variant: &'a str,
    /// The games.
    pub spec: MatchSpec,
    /// What was measured.
    pub measure: Measure,
    /// What it came to.
    pub number: Number,
}

impl<'a> Row<'a> {
    fn new(variant: &'a str, spec: MatchSpec, measure: Measure, number: Number) -> Self {
        Self {
            variant,
            spec,
            measure,
            number,
        }
    }

    /// The value, the ends of its interval, and median, 5th and 95th percentile of single games, moves or plies.
    #[must_use]
    pub fn values(&self) -> [Option<f64>; 6] {
        let (number, spread) = (self.number, self.number.spread);
        [
            number.value,
            number.interval.map(|[low, _]| low),
            number.interval.map(|[_, high]| high),
            spread.and_then(|spread| spread.median),
            spread.and_then(|spread| spread.p5),
            spread.and_then(|spread| spread.p95),
        ]
    }

    /// Writes the line of CSV.
    fn write(&self, seed: u64, text: &mut String) {
        let Self { spec, measure, .. } = self;
        let [player, opponent] = spec.players.map(|who| quoted(&who.stated()));
        let (variant, opening_plies) = (quoted(self.variant), spec.opening_plies);
        let unit = measure.unit();
        let _ = write!(
            text,
            "{variant},{player},{opponent},{opening_plies},{seed},{VERSION},{measure},{unit}"
        );
        for value in self.values() {
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
            text.push_str(&paragraph(
                &measure.definition().replace('`', ""),
                "      ",
                96,
            ));
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
