//! Differences between two columns, taking their shared chance into account.

use serde::{Deserialize, Serialize};

use super::stats::Estimate;
use super::student::{quantile, two_sided};
use crate::system::number::real;

/// Number of batches; the number of a game determines its batch.
pub(super) const BATCHES: usize = 64;

/// Totals (y, x) of batches of games. Games of equal number use the same random numbers and are in the same batch.
///
/// Columns are compared batch by batch, which removes the chance they share. Memory does not grow with the number of
/// games. The method of batch means treats batches as independent copies of an experiment; for ratios see W. G.
/// Cochran: Sampling Techniques, third edition, Wiley 1977, chapter 6.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<[u64; 2]>")]
pub struct Batches(Vec<[u64; 2]>);

impl TryFrom<Vec<[u64; 2]>> for Batches {
    type Error = String;

    fn try_from(batches: Vec<[u64; 2]>) -> Result<Self, String> {
        match batches.len() {
            0 | BATCHES => Ok(Self(batches)),
            other => Err(format!("expected 0 or {BATCHES} batches, found {other}")),
        }
    }
}

/// Scale on which two ratios are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Difference.
    Plain,
    /// Natural logarithm of the quotient.
    Log,
    /// Difference of two scores in Elo.
    Elo,
}

impl Scale {
    /// Returns a value on this scale and the derivative there.
    fn of(self, value: f64) -> (f64, f64) {
        match self {
            Self::Plain => (value, 1.0),
            Self::Log => (value.ln(), 1.0 / value),
            Self::Elo => (elo(value), 400.0 / (std::f64::consts::LN_10 * value * (1.0 - value))),
        }
    }
}

/// Converts a score to Elo: 400 lg(x/(1 − x)).
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Amount by which one column exceeds another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// Difference with its 95 % interval.
    pub estimate: Estimate,
    /// Correlation of the batches of the two columns, from −1 to 1.
    pub correlation: f64,
    /// Two-sided p-value of Student's test.
    pub p: f64,
}

impl Batches {
    /// Adds a game's total `y` over `x` items.
    pub fn add(&mut self, game: u64, y: u64, x: u64) {
        self.0.resize(BATCHES, [0; 2]);
        // Below the number of batches.
        let [all_y, all_x] = &mut self.0[(game % BATCHES as u64) as usize];
        *all_y += y;
        *all_x += x;
    }

    /// Adds the totals of another.
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

    /// Returns the difference between this ratio and another; `unit` is the stored value that counts as one.
    ///
    /// `games` is the number of games of the smaller side. Returns `None` if too little is known or the scale has no
    /// such value.
    pub fn above(&self, other: &Self, unit: f64, scale: Scale, games: u64) -> Option<Difference> {
        let sides = [self, other].map(Self::totals);
        if sides.iter().any(|[_, x]| *x == 0.0) {
            return None;
        }
        let ratios = sides.map(|[y, x]| scale.of(y / x / unit));
        let (mut squares, mut products, mut all, mut batches) = ([0.0; 2], 0.0, 0.0, 0);
        for (a, b) in self.0.iter().zip(&other.0).filter(|(a, b)| a[1] + b[1] > 0) {
            let residual = |batch: &[u64; 2], [y, x]: [f64; 2], slope: f64| {
                let [own_y, own_x] = batch.map(|part| real(part.into()));
                slope * (own_y - y / x * own_x) / x / unit
            };
            let offs = [residual(a, sides[0], ratios[0].1), residual(b, sides[1], ratios[1].1)];
            squares = [0, 1].map(|side| squares[side] + offs[side] * offs[side]);
            products += offs[0] * offs[1];
            all += (offs[0] - offs[1]).powi(2);
            batches += 1;
        }
        let value = ratios[0].0 - ratios[1].0;
        let freedom = games.min(batches).saturating_sub(1);
        if freedom == 0 || !value.is_finite() {
            return None;
        }
        let batches = real(batches.into());
        let error = (all * batches / (batches - 1.0)).sqrt();
        if error == 0.0 {
            // All games are equal on both sides: there is nothing to test.
            return None;
        }
        let correlation = products / (squares[0] * squares[1]).sqrt();
        Some(Difference {
            estimate: Estimate::around(value, quantile(0.95, freedom) * error),
            correlation: if correlation.is_finite() { correlation.clamp(-1.0, 1.0) } else { 0.0 },
            p: two_sided(value / error, freedom),
        })
    }
}
