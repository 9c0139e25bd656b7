//! Conditions on measures, like `turns=40..70, fair=±2%`.

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

/// Conditions joined by `&` or commas, as given and parsed.
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
        let all = conditions(words)?;
        let words = words.to_owned();
        Ok(Self { words, all })
    }
}

impl Conditions {
    /// Returns `true` if all conditions hold; a measure without a value meets none.
    pub fn hold(&self, value: impl Fn(Measure) -> Option<f64>) -> bool {
        let holds = |it: &Condition| value(it.measure).is_some_and(|value| it.holds(value));
        self.all.iter().all(holds)
    }
}

fn conditions(words: &str) -> Result<Vec<Condition>, String> {
    words.split(['&', ',']).map(condition).collect()
}

fn condition(words: &str) -> Result<Condition, String> {
    let at = words.find(['=', '<', '>', '±']).ok_or_else(|| {
        format!("expected a measure with =, < or >, like turns<70, found {words:?}")
    })?;
    let (name, rest) = (words[..at].trim(), &words[at..]);
    let plain = WORDS.iter().find(|(word, _)| *word == name);
    let measure = match plain {
        Some((_, measure)) => *measure,
        None => name.parse().map_err(|_| {
            format!("expected a measure of `compare --list-measures`, or fair, skill, length or choice; found {name:?}")
        })?,
    };
    let ends = |least: f64, most: f64| {
        let bounds = [least, most].into_iter().filter(|end| end.is_finite());
        let mut shares = bounds.filter(|_| measure.is_share());
        if shares.any(|end| !(-0.001..=1.001).contains(&end)) {
            Err(format!(
                "expected a share from 0 to 1, or from 0% to 100%, found {rest:?}"
            ))
        } else if least <= most {
            Ok(Condition {
                measure,
                least,
                most,
            })
        } else {
            Err(format!("expected the smaller number first, found {rest:?}"))
        }
    };
    let strict = |sign: char| rest.strip_prefix(sign);
    if let Some(rest) = strict('<') {
        let most = match rest.strip_prefix('=') {
            Some(rest) => number(rest)?,
            None => number(rest)?.next_down(),
        };
        return ends(f64::NEG_INFINITY, most);
    }
    if let Some(rest) = strict('>') {
        let least = match rest.strip_prefix('=') {
            Some(rest) => number(rest)?,
            None => number(rest)?.next_up(),
        };
        return ends(least, f64::INFINITY);
    }
    let rest = strict('=').unwrap_or(rest);
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
    let number = digits.trim().parse::<f64>().ok();
    let number = number.filter(|it| it.is_finite());
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
        if self.measure.is_share() {
            0.05
        } else {
            0.25 * bound.abs().max(1.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_read() {
        let goal = conditions("turns=40..70, fair=±2%,skill>100 & comeback>=.1, draws<=5%")
            .expect("a goal");
        let expected = [
            (Measure::Turns, 40.0, 70.0),
            (Measure::FirstPlayerScore, 0.48, 0.52),
            (Measure::EloPerDoubling, 100.0, f64::INFINITY),
            (Measure::Comeback, 0.1, f64::INFINITY),
            (Measure::Draws, f64::NEG_INFINITY, 0.05),
        ];
        assert_eq!(goal.len(), expected.len());
        for (found, (measure, least, most)) in goal.iter().zip(expected) {
            assert_eq!(found.measure, measure);
            assert!(found.holds(least.max(most - 0.01)) || found.holds(most));
            assert!((found.most - most).abs() < 1e-9 || found.most.is_infinite());
            assert!((found.least - least).abs() < 1e-9 || found.least.is_infinite());
        }
        assert!(!goal[2].holds(100.0), "strictly more");
        assert!(goal[3].holds(0.1) && goal[4].holds(0.05));
        let same = conditions("fair=48..52%").expect("a goal");
        assert!((same[0].least - 0.48).abs() < 1e-9);
        assert!(conditions("turns=50+-10").is_ok_and(|it| it[0].holds(60.0)));
    }

    #[test]
    fn wrong_goals_are_refused_with_the_wrong_part() {
        for (words, part) in [
            ("", "found \"\""),
            ("turns", "\"turns\""),
            ("fun>3", "\"fun\""),
            ("turns=70..40", "smaller number first"),
            ("turns=±3", "before ±"),
            ("turns>many", "\"many\""),
            ("turns>inf", "\"inf\""),
            ("turns>3,,", "found \"\""),
            ("comeback>10", "from 0% to 100%"),
        ] {
            let wrong = conditions(words).expect_err(words);
            assert!(wrong.contains(part), "{words}: {wrong}");
        }
    }

    /// By hand: 30 turns are 10 below 40, a quarter of it; 45 % are three points below 48 %, of five.
    #[test]
    fn misses_have_a_common_scale() {
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}");
        let goal = conditions("turns=40..70, fair=±2%, skill>=100").expect("a goal");
        near(goal[0].miss([20.0, 30.0]), 1.0);
        near(goal[0].miss([20.0, 45.0]), 0.0);
        near(goal[1].miss([0.45, 0.45]), 0.6);
        near(goal[2].quality(150.0), 2.0);
        near(goal[2].quality(50.0), -2.0);
        near(goal[0].quality(50.0), 0.0);
        let below = Condition {
            most: 100.0,
            least: f64::NEG_INFINITY,
            ..goal[0]
        };
        near(below.quality(75.0), 1.0);
    }
}
