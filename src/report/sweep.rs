//! Variants of one game over a grid: the effect of each changed key on each measure.
//!
//! Means are taken on a scale on which measures add up: logit for shares, logarithmic for positive values, unchanged
//! for others. A main effect is the mean over the grid for each value of a key; only lines without missing combinations
//! count. An interaction is the remainder of a combination beyond the sum of the main effects. Cells count as
//! independent: shared random numbers make intervals of differences too wide, if anything. Intervals of sums follow
//! from the ends of their terms and stay within the possible range. A term without a sample leaves the sum without an
//! interval.

use std::collections::BTreeMap;

use super::grid::{Cell, settings};
use super::prelude::*;
use mankala_core::measure::student::quantile;

/// Degrees of freedom of values known from many games.
const MANY: u64 = 100_000;

/// Measure by the games of one player or judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) measure: Measure,
    /// Whether `who` is the index of a judge, not of a player.
    judge: bool,
    who: usize,
}

/// Scale on which a measure adds up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub(super) enum Scale {
    Plain,
    Log,
    Logit,
}

impl Scale {
    /// Returns the scale of a measure with these values.
    fn of(measure: Measure, values: &[f64]) -> Self {
        if measure.is_share() && values.iter().all(|value| (0.001..=0.999).contains(value)) {
            Self::Logit
        } else if !measure.is_share() && values.iter().all(|value| *value > 0.001) {
            Self::Log
        } else {
            Self::Plain
        }
    }

    fn to(self, value: f64) -> f64 {
        match self {
            Self::Plain => value,
            Self::Log => value.ln(),
            Self::Logit => (value / (1.0 - value)).ln(),
        }
    }

    pub(super) fn back(self, value: f64) -> f64 {
        match self {
            Self::Plain => value,
            Self::Log => value.exp(),
            Self::Logit => 1.0 / (1.0 + (-value).exp()),
        }
    }

    /// Returns the words for a difference on the scale.
    pub(super) fn ratio(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Log => "times",
            Self::Logit => "times the odds",
        }
    }
}

/// Returns `true` if the measure is counted, not estimated, and so has no interval.
fn is_exact(measure: Measure) -> bool {
    measure.interval() == "none"
}

/// Answers of the cells on the scale on which they add up; `None` for a cell without one.
struct Answers {
    scale: Scale,
    /// Whether values are untransformed shares, between 0 and 1.
    shares: bool,
    cells: Vec<Option<Estimate>>,
}

impl Answers {
    /// Returns the sum of answers, each times its factor. The interval holds for all `questions` together at 95 %.
    fn sum(&self, terms: impl IntoIterator<Item = (f64, Estimate)>, questions: usize) -> Estimate {
        let terms = terms.into_iter();
        if questions <= 1 {
            return Estimate::sum(terms, 0.0);
        }
        let chance = 0.05 / real(questions as u128);
        let wider = quantile(1.0 - chance, MANY) / quantile(0.95, MANY);
        let widened = |it: Estimate| match it {
            it if !it.is_sampled() => it,
            it if self.shares => it.share_at(chance),
            it => it.map(|end| it.value + wider * (end - it.value)),
        };
        Estimate::sum(terms.map(|(factor, it)| (factor, widened(it))), 0.0)
    }
}

/// Effect of a key on a measure.
pub(super) struct Effect {
    pub(super) asked: Asked,
    pub(super) factor: usize,
    pub(super) scale: Scale,
    /// Mean for each value of the key over the grid, on the measure's own scale.
    pub(super) means: Vec<Estimate>,
    /// Difference of the largest and smallest mean, on the scale; the interval holds for all pairs of values together.
    pub(super) range: Estimate,
    /// Values of the smallest and the largest mean.
    pub(super) ends: [usize; 2],
}

/// Interaction of two keys beyond their main effects.
pub(super) struct Interaction {
    pub(super) asked: Asked,
    pub(super) scale: Scale,
    /// Combination that deviates most. `rest` is its deviation on the scale; the interval holds for all combinations.
    pub(super) at: [usize; 2],
    pub(super) rest: Estimate,
}

impl Interaction {
    /// Returns `true` if the games show an interaction.
    pub(super) fn is_sure(&self) -> bool {
        self.rest.low > 0.0 || self.rest.high < 0.0
    }
}

impl Report {
    /// Returns all questions over the grid: the measures shown for each player, and fairness for each judge.
    pub(super) fn asked(&self) -> Vec<Asked> {
        let is_judged = !self.judged.is_empty();
        let mut asked = Vec::new();
        // Numbers of games say nothing about a key.
        let of_sample =
            |it: &Measure| matches!(it, Measure::Games | Measure::Different | Measure::Effective);
        for measure in self.comparison.shown().into_iter().filter(|measure| !of_sample(measure)) {
            let answered = matches!(measure, Measure::FirstPlayerScore | Measure::Draws);
            let judge = is_judged && answered;
            let (judges, players) = (&self.comparison.judges, &self.comparison.players);
            let answering = if judge { judges } else { players };
            asked.extend((0..answering.len()).map(|who| Asked { measure, judge, who }));
        }
        // A measure without a value in any cell is no question.
        asked.retain(|asked| {
            let mut subjects = self.subjects.iter().chain(&self.judged);
            subjects.any(|subject| subject.number(asked.measure).value.is_some())
        });
        asked
    }

    pub(super) fn asked_of(&self, measure: Measure) -> impl Iterator<Item = Asked> {
        let asked = self.asked().into_iter();
        asked.filter(move |asked| asked.measure == measure)
    }

    /// Returns the subjects of the judges or of the players.
    fn asked_subjects(&self, asked: Asked) -> &[Subject] {
        if asked.judge { &self.judged } else { &self.subjects }
    }

    pub(super) fn answer(&self, cell: &Cell, asked: Asked) -> Number {
        let own = |subject: &&Subject| cell.variant.as_ref() == Ok(&subject.variant);
        let subject = self.asked_subjects(asked).iter().filter(own).nth(asked.who);
        subject.map_or_else(Number::default, |subject| subject.number(asked.measure))
    }

    /// Returns the player who answers, with the conditions of the games.
    pub(super) fn player_of(&self, asked: Asked) -> String {
        let subject = self.asked_subjects(asked).get(asked.who);
        subject.map_or_else(String::new, |subject| subject.player_of(asked.measure))
    }

    /// Returns the player who answers, for readers: without the version.
    pub(super) fn who(&self, asked: Asked) -> String {
        let subject = self.asked_subjects(asked).get(asked.who);
        subject.map_or_else(String::new, |subject| subject.who_of(asked.measure))
    }

    /// Returns the values of the cells whose games are no sample.
    pub(super) fn unsampled(&self, sweep: &Sweep, asked: Asked) -> Vec<String> {
        let cells = sweep.cells.iter().filter(|cell| {
            let number = self.answer(cell, asked);
            number.value.is_some() && number.interval.is_none() && !is_exact(asked.measure)
        });
        cells.map(|cell| settings(&sweep.factors, &cell.at)).collect()
    }

    /// Returns the answers of all cells on the scale on which they add up.
    fn grid_answers(&self, sweep: &Sweep, asked: Asked) -> Answers {
        let numbers: Vec<Number> =
            sweep.cells.iter().map(|cell| self.answer(cell, asked)).collect();
        let ends = numbers.iter().copied().flat_map(Number::ends);
        let scale = Scale::of(asked.measure, &ends.collect::<Vec<_>>());
        let known = |number: &Number| {
            let value = scale.to(number.value?);
            Some(match number.interval.map(|ends| ends.map(|end| scale.to(end))) {
                Some([low, high]) => Estimate { value, low, high },
                None if is_exact(asked.measure) => Estimate::around(value, 0.0),
                None => Estimate::unsampled(value),
            })
        };
        Answers {
            scale,
            shares: asked.measure.is_share() && scale == Scale::Plain,
            cells: numbers.iter().map(known).collect(),
        }
    }

    /// Returns the effect of each key on a measure, if the grid has complete lines for it.
    pub(super) fn effects(&self, sweep: &Sweep, asked: Asked) -> Vec<Effect> {
        let answers = self.grid_answers(sweep, asked);
        let scale = answers.scale;
        let factors = 0..sweep.factors.len();
        let effect = |factor: usize| {
            let values = sweep.factors[factor].values.len();
            // Indices common to the cells of a line, and the line itself, value by value.
            let mut lines: BTreeMap<Vec<usize>, Vec<Option<Estimate>>> = BTreeMap::new();
            for (cell, known) in sweep.cells.iter().zip(&answers.cells) {
                let mut common = cell.at.clone();
                common.remove(factor);
                let line = lines.entry(common).or_insert_with(|| vec![None; values]);
                line[cell.at[factor]] = *known;
            }
            let whole = |line: Vec<Option<Estimate>>| line.into_iter().collect();
            let whole: Vec<Vec<Estimate>> = lines.into_values().filter_map(whole).collect();
            if whole.is_empty() || values < 2 {
                return None;
            }
            let each = 1.0 / real(whole.len() as u128);
            let terms = |factor: f64, value: usize| {
                whole.iter().map(move |line| (factor * each, line[value]))
            };
            let means: Vec<Estimate> =
                (0..values).map(|value| answers.sum(terms(1.0, value), 1)).collect();
            let by_value = |a: &usize, b: &usize| means[*a].value.total_cmp(&means[*b].value);
            let least = (0..values).min_by(by_value)?;
            let greatest = (0..values).max_by(by_value)?;
            let range = terms(1.0, greatest).chain(terms(-1.0, least));
            let back = |mean: &Estimate| {
                let back = mean.map(|it| scale.back(it));
                if mean.is_sampled() { back } else { Estimate::unsampled(back.value) }
            };
            Some(Effect {
                asked,
                factor,
                scale,
                means: means.iter().map(back).collect(),
                range: answers.sum(range, values * (values - 1) / 2),
                ends: [least, greatest],
            })
        };
        factors.filter_map(effect).collect()
    }

    /// Returns the interaction of two keys, if the grid has exactly two and no combination is missing.
    pub(super) fn interaction(&self, sweep: &Sweep, asked: Asked) -> Option<Interaction> {
        let [first, second] = &sweep.factors[..] else { return None };
        let (rows, columns) = (first.values.len(), second.values.len());
        let answers = self.grid_answers(sweep, asked);
        let cells: Option<Vec<Estimate>> = answers.cells.iter().copied().collect();
        let cells = cells.filter(|_| rows > 1 && columns > 1)?;
        let off = |[row, column]: [usize; 2], questions: usize| {
            let terms = sweep.cells.iter().zip(&cells).map(|(cell, known)| {
                let share = |at: usize, own: usize, of: usize| {
                    f64::from(u8::from(at == own)) - 1.0 / real(of as u128)
                };
                let factor = share(cell.at[0], row, rows) * share(cell.at[1], column, columns);
                (factor, *known)
            });
            answers.sum(terms, questions)
        };
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
        // Deviation of a cell relative to the width of its interval, if it has one.
        let far = |at: &[usize; 2]| {
            let Estimate { value, low, high } = off(*at, 1);
            let width = if low.is_finite() { high - low } else { 1.0 };
            if width > 0.0 { value.abs() / width } else { 0.0 }
        };
        let at = all.max_by(|a, b| far(a).total_cmp(&far(b)))?;
        Some(Interaction { asked, scale: answers.scale, at, rest: off(at, rows * columns) })
    }
}
