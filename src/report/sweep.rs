//! The variants of one game over a grid: what each changed key does to each measure.
//!
//! Means are taken where measures add up: shares on the logit scale, what is positive on the logarithmic one, anything else as it is.
//! A main effect is the mean over the grid of each value of a key; only those lines count in which no combination is missing. An interaction is
//! what a combination has beside the sum of the main effects. Cells are taken as independent: games that share their chance make
//! intervals of differences too wide, if anything.

use super::report::{Column, Report};
use crate::measure::figures::Number;
use crate::measure::names::{Measure, Topic};
use crate::measure::stats::{Estimate, real};
use crate::measure::student::quantile;

/// Degrees of freedom of what is known from many games.
const MANY: u64 = 100_000;

/// A key and the values that it takes in turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factor {
    /// `section.key`.
    pub key: String,
    /// The values as they were written.
    pub values: Vec<String>,
}

/// Every combination of values by their places, the last factor changing fastest.
#[must_use]
pub fn combinations(factors: &[Factor]) -> Vec<Vec<usize>> {
    factors.iter().fold(vec![Vec::new()], |all, factor| {
        let longer = all.iter().flat_map(|at| {
            let values = 0..factor.values.len();
            values.map(move |value| [&at[..], &[value]].concat())
        });
        longer.collect()
    })
}

/// A combination of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The place of each factor's value.
    pub at: Vec<usize>,
    /// The variant as the columns of the report name it, or why there is none.
    pub variant: Result<String, String>,
}

/// The grid of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sweep {
    /// The game whose keys are changed.
    pub variant: String,
    /// What is changed.
    pub factors: Vec<Factor>,
    /// Every combination, the last factor changing fastest.
    pub cells: Vec<Cell>,
}

/// A measure as one player's games, or a judge's, tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) measure: Measure,
    /// Whether it is a judge, and which one of all.
    judge: bool,
    who: usize,
}

/// Where a measure adds up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    Plain,
    Log,
    Logit,
}

impl Scale {
    /// The scale of a measure with these values.
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

    /// What a difference on the scale is called in words.
    pub(super) fn ratio(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Log => "times",
            Self::Logit => "times the odds",
        }
    }
}

/// A value on a scale, with the square of its standard error.
type Known = (f64, f64);

/// A sum of known values times factors.
fn combined(terms: impl Iterator<Item = (f64, Known)>) -> Known {
    terms.fold((0.0, 0.0), |(sum, square), (factor, (value, variance))| {
        (sum + factor * value, square + factor * factor * variance)
    })
}

/// The interval of a known value so that of `questions` all hold at 95 %.
fn estimate((value, variance): Known, questions: usize) -> Estimate {
    let chance = 1.0 - 0.05 / real(questions.max(1) as u128);
    let half = quantile(chance, MANY) * variance.sqrt();
    Estimate {
        value,
        low: value - half,
        high: value + half,
    }
}

/// What a key does to a measure.
pub(super) struct Effect {
    pub(super) asked: Asked,
    pub(super) factor: usize,
    pub(super) scale: Scale,
    /// The mean for each of its values over the grid, on the measure's own scale.
    pub(super) means: Vec<Estimate>,
    /// How far the greatest mean is above the least, on the scale; the interval holds for all pairs of values together.
    pub(super) range: Estimate,
    /// The values of the least and of the greatest mean.
    pub(super) ends: [usize; 2],
}

/// What two keys do together beside what each does.
pub(super) struct Interaction {
    pub(super) asked: Asked,
    pub(super) scale: Scale,
    /// The combination that is farthest off, and how far, on the scale; the interval holds for all combinations together.
    pub(super) at: [usize; 2],
    pub(super) rest: Estimate,
}

impl Interaction {
    /// Whether the games show that there is one.
    pub(super) fn is_sure(&self) -> bool {
        self.rest.low > 0.0 || self.rest.high < 0.0
    }
}

impl Sweep {
    /// The cell with these values.
    pub(super) fn cell(&self, at: &[usize]) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.at == at)
    }

    /// Every combination of the factors behind the second.
    pub(super) fn slices(&self) -> Vec<Vec<usize>> {
        combinations(self.factors.get(2..).unwrap_or_default())
    }

    /// The values of a slice in words, empty if there is only one.
    pub(super) fn slice_words(&self, slice: &[usize]) -> String {
        let words = slice.iter().enumerate().map(|(place, &value)| {
            let factor = &self.factors[place + 2];
            format!("{} = {}", factor.key, factor.values[value])
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

impl Report {
    /// Everything that is asked over the grid: what is shown, for each player; of judges whether the games are fair.
    pub(super) fn asked(&self) -> Vec<Asked> {
        let is_judged = !self.judged.is_empty();
        let mut asked = Vec::new();
        // How many games were played says nothing of a key.
        let of_sample =
            |it: &Measure| matches!(it, Measure::Games | Measure::Different | Measure::Effective);
        let shown = self.comparison.shown().into_iter();
        for measure in shown.filter(|measure| !of_sample(measure)) {
            let fair = measure.topic() == Topic::Fair;
            let answered = matches!(measure, Measure::FirstPlayerScore | Measure::Draws);
            let judges = if fair && is_judged && answered {
                self.comparison.judges.len()
            } else {
                0
            };
            asked.extend((0..judges).map(|who| Asked {
                measure,
                judge: true,
                who,
            }));
            if judges == 0 {
                let players = 0..self.comparison.players.len();
                asked.extend(players.map(|who| Asked {
                    measure,
                    judge: false,
                    who,
                }));
            }
        }
        // What could be measured in no cell is no question.
        asked.retain(|asked| {
            let columns = self.columns.iter().chain(&self.judged);
            columns
                .map(|column| column.number(asked.measure))
                .any(|number| number.value.is_some())
        });
        asked
    }

    /// The column that answers for a variant.
    fn answering(&self, variant: &str, asked: Asked) -> Option<&Column> {
        let columns = if asked.judge {
            &self.judged
        } else {
            &self.columns
        };
        let mut own = columns.iter().filter(|column| column.variant == variant);
        own.nth(asked.who)
    }

    /// The answer for a cell.
    pub(super) fn answer(&self, cell: &Cell, asked: Asked) -> Number {
        let variant = cell.variant.as_ref().ok();
        let column = variant.and_then(|variant| self.answering(variant, asked));
        column.map_or_else(Number::default, |column| column.number(asked.measure))
    }

    /// Who answers: a player with what came before the games.
    pub(super) fn who(&self, asked: Asked) -> String {
        let columns = if asked.judge {
            &self.judged
        } else {
            &self.columns
        };
        columns
            .get(asked.who)
            .map_or_else(String::new, |column| column.player_of(asked.measure))
    }

    /// The answers of all cells on the scale where they add up; `None` for a cell without one.
    fn known(&self, sweep: &Sweep, asked: Asked) -> (Scale, Vec<Option<Known>>) {
        let numbers: Vec<Number> = sweep
            .cells
            .iter()
            .map(|cell| self.answer(cell, asked))
            .collect();
        let ends = numbers.iter().flat_map(|number| {
            number
                .value
                .into_iter()
                .chain(number.interval.into_iter().flatten())
        });
        let scale = Scale::of(asked.measure, &ends.collect::<Vec<_>>());
        let width = 2.0 * quantile(0.95, MANY);
        let known = |number: &Number| {
            let value = scale.to(number.value?);
            let error = number
                .interval
                .map_or(0.0, |[low, high]| (scale.to(high) - scale.to(low)) / width);
            Some((value, error * error))
        };
        (scale, numbers.iter().map(known).collect())
    }

    /// What each key does to a measure, as far as the grid has whole lines.
    pub(super) fn effects(&self, sweep: &Sweep, asked: Asked) -> Vec<Effect> {
        let (scale, known) = self.known(sweep, asked);
        let factors = 0..sweep.factors.len();
        let effect = |factor: usize| {
            let values = sweep.factors[factor].values.len();
            // What the cells of a line have in common, and the line itself, value by value.
            let mut lines: Vec<(Vec<usize>, Vec<Option<Known>>)> = Vec::new();
            for (cell, known) in sweep.cells.iter().zip(&known) {
                let mut common = cell.at.clone();
                common.remove(factor);
                let place = lines.iter().position(|(of, _)| *of == common);
                let place = place.unwrap_or_else(|| {
                    lines.push((common, vec![None; values]));
                    lines.len() - 1
                });
                lines[place].1[cell.at[factor]] = *known;
            }
            let whole = |(_, line): (_, Vec<Option<Known>>)| {
                line.into_iter().collect::<Option<Vec<Known>>>()
            };
            let whole: Vec<Vec<Known>> = lines.into_iter().filter_map(whole).collect();
            if whole.is_empty() || values < 2 {
                return None;
            }
            let each = 1.0 / real(whole.len() as u128);
            let means: Vec<Known> = (0..values)
                .map(|value| combined(whole.iter().map(|line| (each, line[value]))))
                .collect();
            let by_value = |a: &usize, b: &usize| means[*a].0.total_cmp(&means[*b].0);
            let least = (0..values).min_by(by_value)?;
            let greatest = (0..values).max_by(by_value)?;
            let range = combined([(1.0, means[greatest]), (-1.0, means[least])].into_iter());
            let back = |known: &Known| {
                let Estimate { value, low, high } = estimate(*known, 1);
                let most = if asked.measure.is_share() {
                    1.0
                } else {
                    f64::INFINITY
                };
                let least = if asked.measure == Measure::EloPerDoubling {
                    f64::NEG_INFINITY
                } else {
                    0.0
                };
                // On the plain scale an interval may run beyond what there is.
                let [value, low, high] =
                    [value, low, high].map(|end| scale.back(end).clamp(least, most));
                Estimate { value, low, high }
            };
            Some(Effect {
                asked,
                factor,
                scale,
                means: means.iter().map(back).collect(),
                range: estimate(range, values * (values - 1) / 2),
                ends: [least, greatest],
            })
        };
        factors.filter_map(effect).collect()
    }

    /// What two keys do together, where the grid has two and no combination is missing.
    pub(super) fn interaction(&self, sweep: &Sweep, asked: Asked) -> Option<Interaction> {
        let [first, second] = &sweep.factors[..] else {
            return None;
        };
        let (rows, columns) = (first.values.len(), second.values.len());
        let (scale, known) = self.known(sweep, asked);
        let known: Vec<Known> = known.into_iter().collect::<Option<_>>()?;
        if rows < 2 || columns < 2 {
            return None;
        }
        let off = |row: usize, column: usize| {
            let terms = sweep.cells.iter().zip(&known).map(|(cell, known)| {
                let share = |at: usize, own: usize, of: usize| {
                    f64::from(u8::from(at == own)) - 1.0 / real(of as u128)
                };
                let factor = share(cell.at[0], row, rows) * share(cell.at[1], column, columns);
                (factor, *known)
            });
            combined(terms)
        };
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
        let far = |known: Known| {
            if known.1 > 0.0 {
                known.0.abs() / known.1.sqrt()
            } else {
                0.0
            }
        };
        let [row, column] =
            all.max_by(|a, b| far(off(a[0], a[1])).total_cmp(&far(off(b[0], b[1]))))?;
        Some(Interaction {
            asked,
            scale,
            at: [row, column],
            rest: estimate(off(row, column), rows * columns),
        })
    }
}
