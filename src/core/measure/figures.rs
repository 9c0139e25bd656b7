//! Computes measures with intervals and spreads from a tally.

use super::difference::Batches;
use super::names::Measure;
use super::stats::{Estimate, Sums, share};
use super::tally::{Lengths, MILLION, Series, Tally};
use crate::system::number::real;

/// Spread of the values behind a mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Median; `None` if too many games were cut off.
    pub median: Option<f64>,
    /// 5th percentile.
    pub p5: Option<f64>,
    /// 95th percentile.
    pub p95: Option<f64>,
}

/// Measured number. Parts that could not be measured, for example for lack of finished games, are `None`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Number {
    /// Value.
    pub value: Option<f64>,
    /// 95 % confidence interval, lower end first; `None` if the number is exact or there is only one game.
    pub interval: Option<[f64; 2]>,
    /// Spread of single games, moves or plies, where it is meaningful.
    pub spread: Option<Spread>,
    /// Lower bound of the true value with 97.5 % confidence, if games were cut off. A value beside it holds only up to
    /// the limit.
    pub at_least: Option<f64>,
    /// Number of games, pairs of games or positions that it rests on; 0 if it is exact.
    pub n: u64,
}

impl Number {
    /// Returns a number that is known exactly.
    pub fn exact(value: f64) -> Self {
        Self { value: Some(value), ..Self::default() }
    }

    /// Returns the number with the number of games that it rests on.
    #[must_use]
    pub const fn of_games(self, n: u64) -> Self {
        Self { n, ..self }
    }

    /// Returns the value and the ends of its interval, as far as they are known.
    pub fn ends(self) -> impl Iterator<Item = f64> {
        self.value.into_iter().chain(self.interval.into_iter().flatten())
    }

    /// Returns the value with its interval, whose ends are infinite if there is none; `None` without a value.
    pub fn estimate(&self) -> Option<Estimate> {
        let value = self.value?;
        Some(match self.interval {
            Some([low, high]) => Estimate { value, low, high },
            None => Estimate::unsampled(value),
        })
    }
}

impl From<Option<Estimate>> for Number {
    fn from(estimate: Option<Estimate>) -> Self {
        let ends = estimate.map(|estimate| [estimate.low, estimate.high]);
        Self {
            value: estimate.map(|estimate| estimate.value),
            interval: ends.filter(|ends| ends.iter().all(|end| end.is_finite())),
            ..Self::default()
        }
    }
}

/// Place of a measure in a tally.
enum Origin {
    /// Count of games, and the number of games that it is a share of.
    Games(u64, u64),
    /// Series with a value from 0 to `unit` for each game, where `unit` counts as 1.
    Share(fn(&Tally) -> &Series, u64),
    /// Total over items, in parts of a unit; a share of items if the measure is a share.
    Mean(fn(&Tally) -> &Series, u64),
    /// Total over items, in parts of a unit, with the distribution of single values.
    Spread(fn(&Tally) -> &Series, u64),
    /// Total of a game in parts of a unit: of finished games, and of those cut off, whose whole is larger.
    Sum(fn(&Tally) -> (&Series, &Sums), u64),
    /// Length.
    Length(fn(&Tally) -> &Lengths),
    /// Total of a game, which in a game cut off says only that the whole is larger.
    Total(fn(&Tally) -> &Lengths),
    /// Not in the tally.
    Apart,
}

fn kept(measure: Measure, tally: &Tally) -> Origin {
    let finished = tally.finished();
    let [south, north, _] = tally.results;
    let [board, no_move, repetition] = tally.endings;
    let ended = board + no_move + repetition;
    match measure {
        Measure::Unfinished => Origin::Games(tally.unfinished, tally.games()),
        Measure::SouthWins => Origin::Games(south, finished),
        Measure::NorthWins => Origin::Games(north, finished),
        Measure::EndedByBoard => Origin::Games(board, ended),
        Measure::EndedByNoMove => Origin::Games(no_move, ended),
        Measure::EndedByRepetition => Origin::Games(repetition, ended),
        Measure::Draws => Origin::Share(|tally| &tally.drawn, 1),
        Measure::FirstPlayerScore => Origin::Share(|tally| &tally.score, 2),
        Measure::LeaderWinsQuarter => Origin::Share(|tally| &tally.quarter, 1),
        Measure::LeaderWinsHalf => Origin::Share(|tally| &tally.half, 1),
        Measure::LeaderWinsThreeQuarters => Origin::Share(|tally| &tally.three_quarters, 1),
        Measure::Comeback => Origin::Share(|tally| &tally.comeback, 1),
        Measure::Swaps => Origin::Share(|tally| &tally.swaps, 1),
        Measure::RealChoice => Origin::Share(|tally| &tally.real_choice, 1),
        Measure::GreedyTrap => Origin::Mean(|tally| &tally.trap, MILLION),
        Measure::LeadChangesPer100Plies => Origin::Mean(|tally| &tally.lead_changes, 1),
        Measure::CaptureShare => Origin::Mean(|tally| &tally.capturing, 1),
        Measure::EndlessMoves => Origin::Mean(|tally| &tally.endless, 1),
        Measure::ChoiceShare => Origin::Mean(|tally| &tally.choice, 1),
        Measure::LapsPerMove => Origin::Spread(|tally| &tally.laps, 1),
        Measure::SeedsPerMove => Origin::Spread(|tally| &tally.seeds, 1),
        Measure::ReadingLoad => Origin::Spread(|tally| &tally.reading, 1),
        Measure::OneSeedSensitivity => Origin::Spread(|tally| &tally.displaced, 2),
        Measure::Branching => Origin::Spread(|tally| &tally.legal, 1),
        Measure::CapturedPerGame => Origin::Sum(|it| (&it.captured, &it.captured_cut), 1),
        Measure::CapturesPerGame => Origin::Sum(|it| (&it.captures, &it.captures_cut), 1),
        Measure::GameTreeLog10 => Origin::Sum(|it| (&it.tree, &it.tree_cut), MILLION),
        Measure::Turns => Origin::Length(|tally| &tally.turns),
        Measure::Plies => Origin::Length(|tally| &tally.plies),
        Measure::HandWork => Origin::Total(|tally| &tally.hand),
        Measure::Rounds => Origin::Length(|tally| &tally.rounds),
        Measure::Games
        | Measure::Different
        | Measure::Effective
        | Measure::EloPerDoubling
        | Measure::PositionsLog10 => Origin::Apart,
    }
}

/// Returns the factor of a measure besides its unit: 100 for lead changes per 100 plies.
fn times(measure: Measure) -> f64 {
    if measure == Measure::LeadChangesPer100Plies { 100.0 } else { 1.0 }
}

/// Returns a total over items; the interval of a share stays within 0 and 1.
fn mean(measure: Measure, series: &Series, unit: u64) -> Number {
    let unit = real(unit.into()) / times(measure);
    let ratio = series.sums.ratio();
    let ratio = ratio.map(|ratio| ratio.in_units(unit));
    let ratio = ratio.map(|ratio| {
        let is_skewed = matches!(measure, Measure::GreedyTrap | Measure::OneSeedSensitivity);
        if is_skewed && ratio.value > 0.0 {
            ratio.as_skewed(series.spread.skewness(), series.sums.games())
        } else if measure.is_share() {
            ratio.as_share(real(series.sums.games().into()))
        } else {
            ratio
        }
    });
    Number::from(ratio).of_games(series.sums.games())
}

/// Returns a mean length, allowing for games cut off; a lower bound stands beside it then, and no interval.
///
/// If the mean could be zero, the bound is the shortest length watched.
fn length(lengths: &Lengths) -> Number {
    let survival = lengths.survival();
    let watched = lengths.watched.sums.ratio();
    if watched.is_none() {
        return Number::default();
    }
    let known = if lengths.cut.count() == 0 {
        watched.map(|it| it.in_units(1.0)).into()
    } else {
        let shortest = || Some(real(lengths.watched.spread.entries().next()?.0.into()));
        let at_least = least(watched).or_else(shortest);
        Number { value: Some(survival.mean()), at_least, ..Number::default() }
    };
    Number {
        spread: Some(Spread {
            median: survival.quantile(0.5),
            p5: survival.quantile(0.05),
            p95: survival.quantile(0.95),
        }),
        n: lengths.watched.sums.games(),
        ..known
    }
}

/// Returns a mean total; only a lower bound if games were cut off.
///
/// A game is cut off after a number of plies. Games with much to sow per ply then count less at the same total, so the
/// method for lengths would be biased.
fn total(lengths: &Lengths) -> Number {
    if lengths.cut.count() == 0 {
        return length(lengths);
    }
    bound(lengths.watched.sums, 1)
}

/// Returns only the lower bound of a mean total, in parts of a unit.
fn bound(sums: Sums, unit: u64) -> Number {
    let ratio = sums.ratio().map(|ratio| ratio.in_units(real(unit.into())));
    Number { at_least: least(ratio), n: sums.games(), ..Number::default() }
}

/// Returns the lower end of an interval, if it is above zero.
fn least(estimate: Option<Estimate>) -> Option<f64> {
    estimate.map(|it| it.low).filter(|&low| low > 0.0 && low.is_finite())
}

/// Returns the totals of all games examined. Those of games cut off count 0 if they come from a file without them.
fn of_all((series, cut): (&Series, &Sums), tally: &Tally) -> Sums {
    let mut all = series.sums;
    all.merge(cut);
    all.with_zeros(tally.hand.cut.count().saturating_sub(cut.games()))
}

/// Returns the quantiles of single values.
fn spread(series: &Series, unit: u64) -> Option<Spread> {
    let at = |share| Some(real(series.spread.quantile(share)?.into()) / real(unit.into()));
    at(0.5)?;
    Some(Spread { median: at(0.5), p5: at(0.05), p95: at(0.95) })
}

/// Computes a measure of a tally.
///
/// `positions_log10` and `elo_per_doubling` are not in the tally.
pub fn figure(measure: Measure, tally: &Tally) -> Number {
    match kept(measure, tally) {
        Origin::Games(count, all) => {
            Number::from(share(real(count.into()), real(all.into()))).of_games(all)
        }
        Origin::Share(series, unit) => {
            let sums = &series(tally).sums;
            let share = share(real(sums.total()) / real(unit.into()), real(sums.items()));
            Number::from(share).of_games(sums.games())
        }
        Origin::Mean(series, unit) => mean(measure, series(tally), unit),
        Origin::Spread(series, unit) => {
            let series = series(tally);
            Number { spread: spread(series, unit), ..mean(measure, series, unit) }
        }
        Origin::Sum(totals, unit) if tally.unfinished == 0 => {
            let (series, _) = totals(tally);
            Number { spread: spread(series, unit), ..mean(measure, series, unit) }
        }
        Origin::Sum(totals, unit) => bound(of_all(totals(tally), tally), unit),
        Origin::Length(lengths) => length(lengths(tally)),
        Origin::Total(lengths) => total(lengths(tally)),
        Origin::Apart if measure == Measure::Games => Number::exact(real(tally.games().into())),
        Origin::Apart if measure == Measure::Different => Number::exact(tally.sample.different()),
        Origin::Apart if measure == Measure::Effective => Number::exact(tally.sample.effective()),
        Origin::Apart => Number::default(),
    }
}

/// Returns the batches of a measure and the size of its unit in them; `None` if there are none.
pub fn batches(measure: Measure, tally: &Tally) -> Option<(&Batches, f64)> {
    let (series, unit) = match kept(measure, tally) {
        Origin::Share(series, unit) | Origin::Mean(series, unit) | Origin::Spread(series, unit) => {
            (series(tally), unit)
        }
        Origin::Length(lengths) => (&lengths(tally).watched, 1),
        // Totals of games that were cut off can't be compared.
        Origin::Sum(totals, unit) if tally.unfinished == 0 => (totals(tally).0, unit),
        Origin::Total(lengths) if lengths(tally).cut.count() == 0 => (&lengths(tally).watched, 1),
        Origin::Sum(..) | Origin::Total(_) | Origin::Games(..) | Origin::Apart => return None,
    };
    Some((&series.batches, real(unit.into()) / times(measure)))
}
