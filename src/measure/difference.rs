//! How far two columns differ, with common chance taken into account.

use serde::{Deserialize, Serialize};

use super::stats::Estimate;
use super::student::{quantile, two_sided};
use crate::system::number::real;

/// Games are dealt to so many batches by their numbers.
pub(super) const BATCHES: usize = 64;

/// Totals (y, x) of batches of games: game 1 of one column is in the same batch as game 1 of another, which has the same chance.
///
/// Differences of columns are then differences of batches, whatever two columns have in common, in memory that does not grow with
/// the number of games. Batches as independent copies of an experiment: the method of batch means, for ratios as in W. G.
/// Cochran: Sampling Techniques, third edition, Wiley 1977, chapter 6.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<[u64; 2]>")]
pub struct Batches(Vec<[u64; 2]>);

impl TryFrom<Vec<[u64; 2]>> for Batches {
    type Error = String;

    fn try_from(batches: Vec<[u64; 2]>) -> Result<Self, String> {
        match batches.len() {
            0 | BATCHES => Ok(Self(batches)),
            other => Err(format!("expected no batch or {BATCHES}, found {other}")),
        }
    }
}

/// On which scale two ratios are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// The difference.
    Plain,
    /// The natural logarithm of one over the other.
    Log,
    /// The difference in Elo of two scores.
    Elo,
}

impl Scale {
    /// A value on this scale, and how fast it changes there.
    fn of(self, value: f64) -> (f64, f64) {
        match self {
            Self::Plain => (value, 1.0),
            Self::Log => (value.ln(), 1.0 / value),
            Self::Elo => (
                elo(value),
                400.0 / (std::f64::consts::LN_10 * value * (1.0 - value)),
            ),
        }
    }
}

/// A score in Elo: 400 lg(x/(1 − x)).
#[must_use]
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// How far one column is above another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The difference with its 95 % interval.
    pub estimate: Estimate,
    /// How far the batches of the two columns go up and down together, from −1 to 1.
    pub correlation: f64,
    /// How likely one so large is, on either side, if there is none; two-sided Student's test.
    pub p: f64,
}

impl Batches {
    /// Adds a game's total `y` over `x` items.
    pub fn add(&mut self, game: u64, y: u64, x: u64) {
        self.0.resize(BATCHES, [0; 2]);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "below the number of batches"
        )]
        let [all_y, all_x] = &mut self.0[(game % BATCHES as u64) as usize];
        *all_y += y;
        *all_x += x;
    }

    /// Adds what another has collected.
    pub fn merge(&mut self, other: &Self) {
        if other.0.is_empty() {
            return;
        }
        self.0.resize(BATCHES, [0; 2]);
        for (batch, more) in self.0.iter_mut().zip(&other.0) {
            *batch = [0, 1].map(|part| batch[part].saturating_add(more[part]));
        }
    }

    fn totals(&self) -> [f64; 2] {
        [0, 1].map(|part| real(self.0.iter().map(|batch| u128::from(batch[part])).sum()))
    }

    /// How far this ratio is above another, a value of `unit` each being one.
    ///
    /// `inflated` is how many times the variance is what it seems to be, where games repeat, and `effective` how many games there are
    /// then. `None` where too little is known, or the scale has no such value.
    #[must_use]
    pub fn above(
        &self,
        other: &Self,
        unit: f64,
        scale: Scale,
        inflated: f64,
        effective: f64,
    ) -> Option<Difference> {
        let sides = [self, other].map(Self::totals);
        if sides.iter().any(|[_, x]| *x == 0.0) {
            return None;
        }
        let ratios = sides.map(|[y, x]| scale.of(y / x / unit));
        let used = self.0.iter().zip(&other.0).filter(|(a, b)| a[1] + b[1] > 0);
        let (mut squares, mut products, mut all, mut batches) = ([0.0; 2], 0.0, 0.0, 0);
        for (a, b) in used {
            let residual = |batch: &[u64; 2], [y, x]: [f64; 2], slope: f64| {
                let [own_y, own_x] = batch.map(|part| real(part.into()));
                slope * (own_y - y / x * own_x) / x / unit
            };
            let offs = [
                residual(a, sides[0], ratios[0].1),
                residual(b, sides[1], ratios[1].1),
            ];
            squares = [0, 1].map(|side| squares[side] + offs[side] * offs[side]);
            products += offs[0] * offs[1];
            all += (offs[0] - offs[1]).powi(2);
            batches += 1;
        }
        let value = ratios[0].0 - ratios[1].0;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a small count, rounded down"
        )]
        let freedom = (real(batches) - 1.0).min(effective - 1.0).max(0.0) as u64;
        if freedom == 0 || !value.is_finite() {
            return None;
        }
        let batches = real(batches);
        let error = (all * inflated * batches / (batches - 1.0)).sqrt();
        let half = quantile(0.95, freedom) * error;
        if error == 0.0 {
            // All games are alike on both sides: there is nothing to test with.
            return None;
        }
        let p = two_sided(value / error, freedom);
        let (low, high) = (value - half, value + half);
        let correlation = products / (squares[0] * squares[1]).sqrt();
        Some(Difference {
            estimate: Estimate { value, low, high },
            correlation: if correlation.is_finite() {
                correlation.clamp(-1.0, 1.0)
            } else {
                0.0
            },
            p,
        })
    }
}
