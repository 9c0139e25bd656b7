//! Report as data: JSON and CSV.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::apart::{Apart, Point};
use super::differences::CORRECTION;
use super::document::Rank;
use super::prelude::*;
use mankala_core::text::ordered::Ordered;
use mankala_core::text::width::paragraph;

/// Converts a floating-point number to JSON, whole ones without a point.
pub(super) fn plain(value: f64) -> Value {
    // Whole and small.
    if value.fract() == 0.0 && value.abs() < 1e15 {
        Value::from(value as i64)
    } else {
        Value::from(value)
    }
}

/// Floating-point number in JSON, whole ones without a point.
#[derive(Debug, Clone, Copy, Default, PartialEq, JsonSchema)]
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

/// Measured number in JSON: always value, low and high, and the spread if there is one.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Quantity {
    /// Value; null if it could not be measured.
    pub value: Option<Plain>,
    /// Lower end of the interval; null if there is none.
    pub low: Option<Plain>,
    /// Upper end of the interval; null if there is none.
    pub high: Option<Plain>,
    /// Lower bound of the true value if games were cut off; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<Plain>,
    /// Number of games, pairs of games or positions that it rests on; 0 if it is exact.
    pub n: u64,
    /// Spread of single games, moves or plies.
    #[serde(flatten)]
    pub spread: Option<Ends>,
}

/// Spread of single games, moves or plies.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Ends {
    /// Median.
    pub median: Option<Plain>,
    /// 5th percentile.
    pub p5: Option<Plain>,
    /// 95th percentile.
    pub p95: Option<Plain>,
}

impl From<&Number> for Quantity {
    fn from(number: &Number) -> Self {
        Self {
            value: number.value.map(Plain),
            low: number.interval.map(|[low, _]| Plain(low)),
            high: number.interval.map(|[_, high]| Plain(high)),
            at_least: number.at_least.map(Plain),
            n: number.n,
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

/// Measure in JSON.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Figure {
    /// Measured number.
    #[serde(flatten)]
    pub quantity: Quantity,
    /// Unit.
    pub unit: &'static str,
    /// Method of the interval.
    pub interval: &'static str,
    /// Player of the games.
    pub player: String,
}

/// Results of one player's games of a variant, in JSON.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Measured {
    /// Name of the variant, as given.
    pub variant: String,
    /// Title of the variant.
    pub title: String,
    /// Ruleset of the variant.
    pub ruleset: &'static str,
    /// Players of the games.
    pub players: Vec<String>,
    /// Number of random plies at the start of each game.
    pub opening_plies: u32,
    /// Number of plies after which a game was left unfinished.
    pub ply_limit: u32,
    /// Whether games were played over all their rounds.
    pub rounds: bool,
    /// Method by which the lead was determined.
    pub lead: String,
    /// Measures by name.
    pub measures: Ordered<Figure>,
    /// Pairs of a length in plies and the number of games that ended with it.
    pub lengths: Vec<(u64, u64)>,
    /// Mean number of legal moves at each ply.
    pub branching_by_ply: Vec<f64>,
}

impl Subject {
    /// Returns the subject as data, with only the measures in `written`.
    pub fn measured(&self, written: &[Measure]) -> Measured {
        let measures = self.numbers.iter().filter(|(measure, _)| written.contains(measure));
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

/// Returns the verdict of a judge on a variant.
fn judged(subject: &Subject) -> Value {
    let of = |measure| number(&subject.number(measure));
    json!({
        "variant": subject.variant,
        "player": subject.conditions(),
        "games": subject.tally.games(),
        "different": plain(subject.tally.sample.different()),
        "effective": plain(subject.number(Measure::Effective).value.unwrap_or_default()),
        "first_player_score": of(Measure::FirstPlayerScore),
        "draws": of(Measure::Draws),
        "verdict": subject.verdict.to_string(),
    })
}

/// Converts an estimate to JSON; a missing end is null.
pub(super) fn ends(estimate: &Estimate) -> Value {
    json!({
        "value": plain(estimate.value),
        "low": plain(estimate.low),
        "high": plain(estimate.high),
    })
}

fn rung(rung: &Rung) -> Value {
    json!({
        "variant": rung.variant,
        "players": rung.spec.players.map(mankala_core::play::players::PlayerSpec::stated),
        "opening_plies": rung.spec.opening_plies,
        "rounds": rung.spec.rounds.is_some(),
        "games": rung.spec.games,
        "pairs": rung.pairs.sums.games(),
        "unfinished": rung.unfinished,
        "score": number(&rung.score),
        "elo_per_doubling": number(&rung.elo),
    })
}

fn compared(question: &Compared) -> Value {
    json!({
        "measure": question.measure.to_string(),
        "variant": question.variants[0],
        "against": question.variants[1],
        "player": question.player,
        "difference": ends(&question.difference),
        "ratio": question.ratio.as_ref().map(ends),
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
    let place = |place: &Rank| {
        json!({
            "variant": place.variant,
            "value": plain(place.value),
            "shrunk": ends(&place.shrunk),
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

const HEADINGS: &str = "variant,player,opponent,opening_plies,seed,version,measure,unit,value,low,high,median,p5,p95,rounds,n";

impl Report {
    /// Returns the report as JSON. It holds no times, so the same command gives the same bytes.
    pub fn json(&self) -> Value {
        let written = self.comparison.written();
        let subjects = self.subjects.iter();
        let mut object = json!({
            "command": self.command,
            "version": VERSION,
            "games": (!self.comparison.is_timed()).then_some(self.comparison.games),
            "seed": self.comparison.seed,
            "confidence": 0.95,
            "variants": subjects.map(|it| it.measured(&written)).collect::<Vec<_>>(),
        });
        if !self.judged.is_empty() {
            object["even"] = json!(EVEN);
            object["fair"] = self.judged.iter().map(judged).collect();
            let says = |subject: &Subject| {
                json!({
                    "variant": subject.variant,
                    "says": self.fairness(subject),
                    "proved": subject.proved.map(Proved::json),
                    "solved": subject.solved.map(|solved| solved.value),
                    "source": subject.solved.map(|solved| solved.source),
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

    /// Returns the report as CSV: a line for each measure of each subject, with empty fields for missing values.
    ///
    /// Judges have lines for fairness, unless a subject has the same games. A sweep has a row for each cell.
    pub fn csv(&self) -> String {
        if let Some(sweep) = &self.sweep {
            return self.sweep_csv(sweep);
        }
        let mut text = format!("{HEADINGS}\n");
        for row in self.rows() {
            row.write(self.comparison.seed, &mut text);
        }
        visible_lines(&text).into_owned()
    }

    /// Returns the rows of the CSV form: all measures of all subjects, fairness by the judges, and the ladder.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let written = self.comparison.written();
        let of_subjects = self.subjects.iter().flat_map(|subject| {
            subject.numbers.iter().map(move |(measure, number)| {
                Row::new(&subject.variant, subject.spec, *measure, *number)
            })
        });
        let of_subjects = of_subjects
            .filter(|row| written.contains(&row.measure) && row.measure != Measure::EloPerDoubling);
        let is_new = |judge: &&Subject| self.subjects.iter().all(|it| it.spec != judge.spec);
        let of_judges = self.judged.iter().filter(is_new).flat_map(|judge| {
            let asked = Topic::Fair.measures().filter(|it| written.contains(it));
            asked
                .map(|measure| Row::new(&judge.variant, judge.spec, measure, judge.number(measure)))
        });
        let of_steps = self
            .strength
            .iter()
            .map(|rung| Row::new(&rung.variant, rung.spec, Measure::EloPerDoubling, rung.elo));
        of_subjects.chain(of_judges).chain(of_steps).collect()
    }
}

/// Measure of a variant by some games.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    /// Name of the variant, as given.
    pub variant: &'a str,
    /// Games that were played.
    pub spec: MatchSpec,
    /// Measure.
    pub measure: Measure,
    /// Measured number.
    pub number: Number,
}

impl<'a> Row<'a> {
    fn new(variant: &'a str, spec: MatchSpec, measure: Measure, number: Number) -> Self {
        Self { variant, spec, measure, number }
    }

    /// Returns the value, the ends of its interval, and median, 5th and 95th percentile of the spread. Of a value that is
    /// only bounded, the lower end is the bound.
    pub fn values(&self) -> [Option<f64>; 6] {
        let (number, spread) = (self.number, self.number.spread);
        [
            number.value,
            number.interval.map(|[low, _]| low).or(number.at_least),
            number.interval.map(|[_, high]| high),
            spread.and_then(|spread| spread.median),
            spread.and_then(|spread| spread.p5),
            spread.and_then(|spread| spread.p95),
        ]
    }

    fn write(&self, seed: u64, text: &mut String) {
        let Self { spec, measure, .. } = self;
        let [player, opponent] = spec.players.map(|who| quoted(&who.stated()));
        let (variant, opening_plies) = (quoted(self.variant), spec.opening_plies);
        let (unit, values) = (measure.unit(), self.values().map(optional).join(","));
        let (rounds, n) = (spec.rounds.is_some(), optional(Some(self.number.n).filter(|&n| n > 0)));
        *text += &format!(
            "{variant},{player},{opponent},{opening_plies},{seed},{VERSION},{measure},{unit},{values},{rounds},{n}\n"
        );
    }
}

/// Quotes a CSV field (RFC 4180) if it holds a separator.
///
/// A spreadsheet evaluates a field that begins like a formula, so such a field gets an apostrophe, which marks text.
pub(super) fn quoted(field: &str) -> String {
    let formula = field.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if formula || field.contains(['"', ',', '\n', '\r']) {
        let apostrophe = if formula { "'" } else { "" };
        format!("\"{apostrophe}{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// Returns a field of CSV; empty without a value.
pub(super) fn optional<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Returns all measures as JSON objects.
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

/// Returns all measures as text, by topic, with the literature at the end.
pub fn explained() -> String {
    let mut text = String::new();
    for topic in Topic::iter() {
        let _ = writeln!(text, "{topic}: {}\n", topic.about());
        for measure in topic.measures() {
            let star = if measure.is_shown() { " *" } else { "" };
            let _ = writeln!(text, "  {measure} [{}]{star}", measure.unit());
            text.push_str(&paragraph(&measure.definition().replace('`', ""), "      ", 96));
            let (interval, source) = (measure.interval(), measure.source());
            let _ = writeln!(text, "      Interval: {interval}. Source: {source}.");
        }
        text.push('\n');
    }
    text.push_str(
        "Intervals are at 95 %. Lengths and totals cover all games, the other measures the finished ones. Random opening plies do not count.\n\
         With --rounds, each measure covers whole games, all rounds together. Leads and endings, which need a single round, are then left out.\n\
         --measures takes a topic in lower case, a measure, dozen or all. The dozen is marked *.\n\n",
    );
    for work in LITERATURE {
        let _ = writeln!(text, "{work}");
    }
    text
}
