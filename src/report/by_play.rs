//! Distances between variants by play: the figures of the dozen, made comparable.
//!
//! Lengths and ratios are taken as logarithms, shares as log-odds with half a game added on either side, other figures
//! unchanged. Each figure is divided by its spread between the variants and multiplied by the root of its reliability.
//! Reliability is the part of the variance that is not error. Each question then has equal weight: its figures are
//! divided by their first singular value, as in multiple factor analysis (B. Escofier, J. Pagès, *Multiple factor
//! analysis*, Computational Statistics & Data Analysis 18, 1994, 121–140). Neither many figures nor correlated ones add
//! weight. Missing figures are set to the mean. The distance is Euclidean, in units of its mean over all pairs.

use super::prelude::*;
use super::words::topics;
use crate::atlas::eigen;
use mankala_core::system::number::product;

/// Width of a 95 % interval in standard errors.
const WIDTH: f64 = 2.0 * 1.959_964;

/// Distances by play.
pub struct ByPlay {
    /// Distances between all pairs of variants.
    pub distances: Vec<Vec<f64>>,
    /// Number of figures used.
    pub figures: usize,
    /// Questions that the figures answer.
    pub questions: Vec<Topic>,
}

/// Measure of all variants.
pub(super) struct Figure {
    pub(super) measure: Measure,
    /// Value for each variant, with its number of games.
    pub(super) numbers: Vec<(Number, f64)>,
}

impl ByPlay {
    /// Returns the distances of `count` variants by the figures of each question; `None` if they do not differ.
    pub(super) fn of(asked: Vec<(Topic, Vec<Figure>)>, count: usize) -> Option<Self> {
        let mut rows: Vec<Vec<f64>> = vec![Vec::new(); count];
        let (mut figures, mut questions) = (0, Vec::new());
        for (topic, figures_of) in asked {
            let mut block: Vec<Vec<f64>> = figures_of.iter().filter_map(standard).collect();
            let weight = first_singular_value(&block);
            if weight == 0.0 {
                continue;
            }
            questions.push(topic);
            figures += block.len();
            for figure in &mut block {
                for (row, value) in rows.iter_mut().zip(figure) {
                    row.push(*value / weight);
                }
            }
        }
        let distances = eigen::square(count, |a, b| {
            rows[a].iter().zip(&rows[b]).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        });
        let sum: f64 = distances.iter().flatten().sum();
        let mean = sum / real((count * count.saturating_sub(1)).max(1) as u128);
        let in_means = |row: Vec<f64>| row.into_iter().map(|d| d / mean).collect();
        (mean > 0.0).then(|| Self {
            distances: distances.into_iter().map(in_means).collect(),
            figures,
            questions,
        })
    }
}

impl Report {
    /// Returns the distances of the variants by play, if the dozen was measured.
    pub(super) fn by_play(&self) -> Option<ByPlay> {
        ByPlay::of(self.figures(), self.variants().count())
    }

    /// Returns the figures of each question: those of judges for fairness, else those of the first player's games.
    fn figures(&self) -> Vec<(Topic, Vec<Figure>)> {
        let of = |measure: Measure, subjects: &mut dyn Iterator<Item = &Subject>| {
            let numbers = subjects.map(|it| (it.number(measure), real(it.tally.games().into())));
            Figure { measure, numbers: numbers.collect() }
        };
        let mut found = Vec::new();
        if !self.judged.is_empty() {
            let judges = self.comparison.judges.len();
            let measures = [Measure::Draws, Measure::FirstPlayerScore].into_iter();
            let asked = measures.filter(|measure| self.comparison.shown().contains(measure));
            let asked = asked.flat_map(|measure| (0..judges).map(move |judge| (measure, judge)));
            let figures = asked.map(|(measure, judge)| {
                of(measure, &mut self.judged.iter().skip(judge).step_by(judges))
            });
            found.push((Topic::Fair, figures.collect()));
        }
        for (topic, measures) in topics(self) {
            let dozen = measures.into_iter().filter(|measure| measure.is_shown());
            let figures: Vec<Figure> = dozen.map(|it| of(it, &mut self.variants())).collect();
            if !figures.is_empty() {
                found.push((topic, figures));
            }
        }
        found
    }
}

/// Converts a value to a scale with comparable differences; returns `None` if it has no place there.
fn scaled(measure: Measure, value: f64, games: f64) -> Option<f64> {
    if measure.is_share() {
        let share = (value.clamp(0.0, 1.0) * games + 0.5) / (games + 1.0);
        return Some((share / (1.0 - share)).ln());
    }
    if measure == Measure::EloPerDoubling {
        return Some(value);
    }
    (value > 0.0).then(|| value.ln())
}

/// Returns a figure with mean 0 and its reliability as variance; `None` if the variants do not differ in it.
fn standard(figure: &Figure) -> Option<Vec<f64>> {
    let known = figure.numbers.iter().map(|(number, games)| {
        let to = |value: f64| scaled(figure.measure, value, *games);
        let value = to(number.value?)?;
        // Without a sample the value counts as missing.
        let [low, high] = number.interval?;
        let error = to(low).zip(to(high)).map_or(0.0, |(low, high)| (high - low) / WIDTH);
        Some((value, error))
    });
    let known: Vec<Option<(f64, f64)>> = known.collect();
    let present: Vec<(f64, f64)> = known.iter().copied().flatten().collect();
    let count = real(present.len() as u128);
    let mean = present.iter().map(|(value, _)| value).sum::<f64>() / count.max(1.0);
    let squares = present.iter().map(|(value, _)| (value - mean).powi(2));
    let variance = squares.sum::<f64>() / (count - 1.0).max(1.0);
    let error = present.iter().map(|(_, error)| error * error).sum::<f64>() / count.max(1.0);
    let reliability = 1.0 - error / variance;
    // If nothing varies, NaN fails these comparisons too.
    if !(variance > 1e-18 && reliability > 0.0) {
        return None;
    }
    let scale = (reliability / variance).sqrt();
    let place = |known: Option<(f64, f64)>| known.map_or(0.0, |(value, _)| (value - mean) * scale);
    Some(known.into_iter().map(place).collect())
}

/// Returns the first singular value of figures over variants, per variant.
fn first_singular_value(block: &[Vec<f64>]) -> f64 {
    let products = eigen::square(block.len(), |a, b| {
        product(&block[a], &block[b]) / real(block[a].len().max(1) as u128)
    });
    eigen::all(products).first().map_or(0.0, |(value, _)| value.max(0.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(measure: Measure, values: &[(f64, [f64; 2])]) -> Figure {
        let number = |&(value, interval): &(f64, [f64; 2])| Number {
            value: Some(value),
            interval: Some(interval),
            ..Number::default()
        };
        Figure { measure, numbers: values.iter().map(|it| (number(it), 100.0)).collect() }
    }

    /// Twice as long is as far from once as four times is from twice; exact values have spread 1.
    #[test]
    fn lengths_are_compared_by_their_ratios() {
        let exact = [10.0, 20.0, 40.0].map(|value| (value, [value; 2]));
        let placed = standard(&figure(Measure::Turns, &exact)).unwrap();
        for (place, right) in placed.iter().zip([-1.0, 0.0, 1.0]) {
            assert!((place - right).abs() < 1e-12, "{placed:?}");
        }
    }

    /// Errors as wide as the spread leave nothing; half of the variance halves the square.
    #[test]
    fn missing_measures_count_less() {
        let ends = |value: f64, error: f64| {
            (value, [-1.0, 1.0].map(|side| value + side * 1.959_964 * error))
        };
        let with = |error: f64| [-1.0, 0.0, 1.0].map(|value| ends(value, error));
        let half = standard(&figure(Measure::EloPerDoubling, &with(0.5_f64.sqrt()))).unwrap();
        assert!((half[2] * half[2] - 0.5).abs() < 1e-12, "{half:?}");
        assert_eq!(standard(&figure(Measure::EloPerDoubling, &with(1.1))), None);
        let same = [ends(2.0, 0.0), ends(2.0, 0.0)];
        assert_eq!(standard(&figure(Measure::EloPerDoubling, &same)), None);
    }

    /// Missing values are at the mean, and a duplicate figure adds no weight.
    #[test]
    fn neither_gaps_nor_doubles_count() {
        let mut gap = figure(Measure::Turns, &[1.0, 100.0].map(|value| (value, [value; 2])));
        gap.numbers.push((Number::default(), 100.0));
        assert!(standard(&gap).unwrap()[2].abs() < 1e-12);
        let row = vec![1.0, -1.0, 0.0, 2.0];
        let alone = first_singular_value(std::slice::from_ref(&row));
        let twice = first_singular_value(&[row.clone(), row]);
        assert!((alone - 1.5_f64.sqrt()).abs() < 1e-12);
        assert!((twice / alone - 2.0_f64.sqrt()).abs() < 1e-12);
    }
}
