//! From a tally to numbers, each with its interval and its spread.

use super::names::Measure;
use super::stats::{Estimate, real, share, sign_test};
use super::tally::{MILLION, Series, THOUSAND, Tally};

/// How the values behind a mean are spread.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Half of the values are at most this.
    pub median: f64,
    /// One in twenty is at most this.
    pub p5: f64,
    /// Nineteen in twenty are at most this.
    pub p95: f64,
    /// The largest.
    pub max: f64,
}

/// A measured number; everything is missing that could not be measured, for want of finished games say.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Number {
    /// The number.
    pub value: Option<f64>,
    /// The 95 % confidence interval, lower end first; none where a number is exact or a p-value.
    pub interval: Option<[f64; 2]>,
    /// The spread of single games, moves or plies, where that means something.
    pub spread: Option<Spread>,
}

impl Number {
    /// A number that is known exactly.
    pub(crate) fn exact(value: f64) -> Self {
        Self {
            value: Some(value),
            ..Self::default()
        }
    }
}

impl From<Option<Estimate>> for Number {
    fn from(estimate: Option<Estimate>) -> Self {
        Self {
            value: estimate.map(|estimate| estimate.value),
            interval: estimate.map(|estimate| [estimate.low, estimate.high]),
            spread: None,
        }
    }
}

/// How often out of how often, as a share.
fn of(count: u64, all: u64) -> Number {
    share(real(count.into()), real(all.into())).into()
}

/// A mean with its spread; sums are kept in `1 / sum_unit`, values in `1 / value_unit`.
fn mean(series: &Series, sum_unit: u64, value_unit: u64) -> Number {
    let unit = real(sum_unit.into());
    let scaled = series.sums.ratio().map(|ratio| Estimate {
        value: ratio.value / unit,
        low: ratio.low / unit,
        high: ratio.high / unit,
    });
    let value = |value: u64| real(value.into()) / real(value_unit.into());
    let at = |share| series.spread.quantile(share).map(value);
    let spread = || {
        Some(Spread {
            median: at(0.5)?,
            p5: at(0.05)?,
            p95: at(0.95)?,
            max: value(series.spread.largest()?),
        })
    };
    Number {
        spread: spread(),
        ..scaled.into()
    }
}

/// A share of items, whose interval knows that it lies between 0 and 1.
fn within(mut number: Number) -> Number {
    if let Some([low, high]) = &mut number.interval {
        (*low, *high) = (low.max(0.0), high.min(1.0));
    }
    number
}

/// A mean of counts, whose interval knows that none is below this.
fn at_least(least: f64, mut number: Number) -> Number {
    if let Some([low, _]) = &mut number.interval {
        *low = low.max(least);
    }
    number
}

/// The same without its spread, where the values are only yes or no.
fn plain(number: Number) -> Number {
    Number {
        spread: None,
        ..number
    }
}

/// One measure of a tally; `balance_p_holm` and `positions_log10` are not for the tally to know, and `strength` is measured apart.
pub(crate) fn figure(measure: Measure, tally: &Tally) -> Number {
    let finished = tally.finished();
    let [south, north, draws] = tally.results;
    match measure {
        Measure::Games => Number::exact(real(tally.games().into())),
        Measure::Unfinished => of(tally.unfinished, tally.games()),
        Measure::SouthWins => of(south, finished),
        Measure::NorthWins => of(north, finished),
        Measure::Draws => of(draws, finished),
        Measure::FirstPlayerScore => {
            let points = real(south.into()) + 0.5 * real(draws.into());
            share(points, real(finished.into())).into()
        }
        Measure::BalanceP if tally.decided() == 0 => Number::default(),
        Measure::BalanceP => Number::exact(sign_test(south, north)),
        Measure::Plies => at_least(0.0, mean(&tally.plies, 1, 1)),
        Measure::LapsPerMove => at_least(0.0, mean(&tally.laps, 1, 1)),
        Measure::SeedsPerMove => at_least(0.0, mean(&tally.seeds, 1, 1)),
        Measure::LongestMove => at_least(0.0, mean(&tally.longest, 1, 1)),
        Measure::CapturedPerGame => at_least(0.0, mean(&tally.captured, 1, 1)),
        Measure::CapturesPerGame => at_least(0.0, mean(&tally.captures, 1, 1)),
        Measure::CaptureShare => plain(within(mean(&tally.capturing, 1, 1))),
        Measure::EndlessMoves => within(mean(&tally.endless, 1, THOUSAND)),
        Measure::EndedByBoard => of(tally.endings[0], finished),
        Measure::EndedByNoMove => of(tally.endings[1], finished),
        Measure::EndedByRepetition => of(tally.endings[2], finished),
        Measure::Branching => at_least(0.0, mean(&tally.legal, 1, 1)),
        Measure::BranchingMax => Number {
            value: tally.legal.spread.largest().map(|most| real(most.into())),
            ..Number::default()
        },
        Measure::ChoiceShare => plain(within(mean(&tally.choice, 1, 1))),
        Measure::ForcedStreak => at_least(0.0, mean(&tally.forced, 1, 1)),
        Measure::GameTreeLog10 => at_least(0.0, mean(&tally.tree, MILLION, MILLION)),
        Measure::LeadChanges => at_least(0.0, mean(&tally.lead_changes, 1, 1)),
        Measure::Decisiveness => within(mean(&tally.decided, THOUSAND, THOUSAND)),
        Measure::Drama => within(mean(&tally.drama, MILLION, THOUSAND)),
        Measure::ComebackShare => of(tally.comebacks, tally.decided()),
        Measure::BalancePHolm | Measure::PositionsLog10 | Measure::Strength => Number::default(),
    }
}
