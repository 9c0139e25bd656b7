//! Conditions on measures, like `turns=40..70, fair=±2%`.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

use super::names::Measure;

/// Plain words for measures in conditions.
const WORDS: [(&str, Measure); 4] = [
    ("length", Measure::Turns),
    ("fair", Measure::FirstPlayerScore),
    ("skill", Measure::EloPerDoubling),
    ("choice", Measure::RealChoice),
];

/// Range in which a measure must lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Condition {
    /// Measure.
    pub measure: Measure,
    /// Smallest value; negative infinity if there is no lower bound.
    pub least: f64,
    /// Largest value; infinity if there is no upper bound.
    pub most: f64,
}

/// Conditions joined by `&`, `and` or commas, as given and parsed.
#[derive(Debug, Clone)]
pub struct Conditions {
    /// Conditions as given.
    pub words: String,
    /// Conditions, all of which must hold.
    pub all: Vec<Condition>,
}

impl FromStr for Conditions {
    type Err = String;

    fn from_str(words: &str) -> Result<Self, String> {
        let joined = words.replace(" and ", "&");
        let all = joined.split(['&', ',']).map(condition).collect::<Result<_, _>>()?;
        Ok(Self { words: words.to_owned(), all })
    }
}

impl Conditions {
    /// Returns `true` if all conditions hold; a measure without a value meets none.
    pub fn hold(&self, value: impl Fn(Measure) -> Option<f64>) -> bool {
        self.all.iter().all(|it| value(it.measure).is_some_and(|value| it.holds(value)))
    }
}

impl Display for Condition {
    /// Writes the condition in the form in which it is read.
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { measure, least, most } = self;
        // A bound that does not belong to the range is one step beyond it.
        let bound = |end: f64, beyond: f64, sign: char| {
            // Adding 0 makes −0 positive.
            let [end, beyond] = [end, beyond].map(|it| (it + 0.0).to_string());
            if beyond.len() < end.len() {
                format!("{sign}{beyond}")
            } else {
                format!("{sign}={end}")
            }
        };
        let range = match (least.is_finite(), most.is_finite()) {
            (true, false) => bound(*least, least.next_down(), '>'),
            (false, true) => bound(*most, most.next_up(), '<'),
            _ if least.total_cmp(most).is_eq() => format!("={least}"),
            _ => format!("={least}..{most}"),
        };
        write!(out, "{measure}{range}")
    }
}

/// Returns the measure that a word in a condition means: its name, or a plain word.
pub fn measure_of(word: &str) -> Option<Measure> {
    let plain = WORDS.iter().find(|(plain, _)| *plain == word);
    plain.map(|(_, measure)| *measure).or_else(|| word.parse().ok())
}

fn condition(words: &str) -> Result<Condition, String> {
    let at = words.find(['=', '<', '>', '±']).ok_or_else(|| {
        format!("expected a measure with =, < or >, like turns<70, found {words:?}")
    })?;
    let (name, rest) = (words[..at].trim(), &words[at..]);
    if rest.trim_start_matches(['=', '<', '>', '±']).contains(['=', '<', '>']) {
        return Err(format!("expected a comma between two conditions, found {:?}", words.trim()));
    }
    let measure = measure_of(name).ok_or_else(|| {
        let hint = Measure::hint(name);
        format!("{hint}expected a measure of `compare --list-measures`, or fair, skill, length or choice; found {name:?}")
    })?;
    let ends = |least: f64, most: f64| {
        let bounds = [least, most].into_iter().filter(|end| end.is_finite());
        if bounds.filter(|_| measure.is_share()).any(|end| !(-0.001..=1.001).contains(&end)) {
            Err(format!("expected a share from 0 to 1, or from 0% to 100%, found {rest:?}"))
        } else if least <= most {
            Ok(Condition { measure, least, most })
        } else {
            Err(format!("expected the smaller number first, found {rest:?}"))
        }
    };
    let bound = |rest: &str, inside: fn(f64) -> f64| match rest.strip_prefix('=') {
        Some(rest) => number(rest),
        None => number(rest).map(inside),
    };
    if let Some(rest) = rest.strip_prefix('<') {
        return ends(f64::NEG_INFINITY, bound(rest, f64::next_down)?);
    }
    if let Some(rest) = rest.strip_prefix('>') {
        return ends(bound(rest, f64::next_up)?, f64::INFINITY);
    }
    let rest = rest.strip_prefix('=').unwrap_or(rest);
    if let Some((middle, width)) = rest.split_once('±').or(rest.split_once("+-")) {
        let middle = match middle.trim() {
            "" if measure == Measure::FirstPlayerScore => 0.5,
            "" => return Err(format!("expected a number before ± in {rest:?}")),
            middle => number(middle)?,
        };
        let width = number(width)?;
        return ends(middle - width, middle + width);
    }
    match rest.split_once("..") {
        Some((least, most)) => {
            // The unit after the second number holds for both.
            let shared = most.contains('%') && !least.contains('%');
            let unit = if shared { 100.0 } else { 1.0 };
            ends(number(least)? / unit, number(most)?)
        }
        None => ends(number(rest)?, number(rest)?),
    }
}

/// Parses a number or a percentage.
fn number(text: &str) -> Result<f64, String> {
    let (digits, unit) = match text.trim().strip_suffix('%') {
        Some(share) => (share, 100.0),
        None => (text.trim(), 1.0),
    };
    let number = digits.trim().parse::<f64>().ok().filter(|it| it.is_finite());
    number
        .map(|number| number / unit)
        .ok_or_else(|| format!("expected a number like 40 or 5%, found {text:?}"))
}

impl Condition {
    /// Returns `true` if a value lies in the range.
    pub fn holds(&self, value: f64) -> bool {
        self.least <= value && value <= self.most
    }

    /// Returns the distance of the nearest value in `low..=high` from the range: 0 if they overlap.
    ///
    /// A share counts in steps of five percentage points, any other measure in quarters of the bound that it misses.
    pub fn miss(&self, [low, high]: [f64; 2]) -> f64 {
        let (gap, bound) = if high < self.least {
            (self.least - high, self.least)
        } else if low > self.most {
            (low - self.most, self.most)
        } else {
            return 0.0;
        };
        gap / self.step(bound)
    }

    /// Returns the quality of a value: the more, the better. Beyond a single bound it grows; within a range it is 0.
    pub fn quality(&self, value: f64) -> f64 {
        match (self.least.is_finite(), self.most.is_finite()) {
            (true, false) => (value - self.least) / self.step(self.least),
            (false, true) => (self.most - value) / self.step(self.most),
            _ => -self.miss([value, value]),
        }
    }

    fn step(&self, bound: f64) -> f64 {
        if self.measure.is_share() { 0.05 } else { 0.25 * bound.abs().max(1.0) }
    }
}
