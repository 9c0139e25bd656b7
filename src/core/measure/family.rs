//! Shrinkage of many measured values towards their mean, to remove the effect of luck.
//!
//! Of three hundred games, the one measured as longest is partly long and partly lucky. Each value is therefore shrunk
//! towards the mean of all. It shrinks more if its error is large compared with the spread of the games: parametric
//! empirical Bayes. Sources: C. N. Morris: Parametric empirical Bayes inference: theory and applications, Journal of
//! the American Statistical Association 78 (1983), 47–55; B. Efron, C. Morris: Data analysis using Stein's estimator
//! and its generalizations, ibid. 70 (1975), 311–319.

use super::stats::{Estimate, Z95};
use crate::system::number::real;

/// Distribution of the true values of many games in one measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Family {
    /// Mean of the true values.
    pub mean: f64,
    /// Standard deviation of the true values.
    pub spread: f64,
    /// Standard error of the mean.
    pub error: f64,
}

impl Family {
    /// Estimates the distribution from values and their standard errors. Returns `None` for fewer than three values, or
    /// if an error is not above 0.
    ///
    /// The variance is chosen so that the weighted squares about the mean equal the degrees of freedom: R. C. Paule, J.
    /// Mandel: Consensus values and weighting factors, Journal of Research of the National Bureau of Standards 87
    /// (1982), 377–385.
    pub fn of(values: &[(f64, f64)]) -> Option<Self> {
        let known =
            |&(value, error): &(f64, f64)| value.is_finite() && error.is_finite() && error > 0.0;
        if values.len() < 3 || !values.iter().all(known) {
            return None;
        }
        let freedom = real(values.len() as u128 - 1);
        let (mut low, mut high) = (0.0, 0.0);
        // The weighted squares fall as the variance grows.
        if excess(values, 0.0) > freedom {
            let widest = values.iter().map(|(value, _)| value - values[0].0);
            high = widest.map(|off| off * off).fold(f64::MIN_POSITIVE, f64::max);
            while excess(values, high) > freedom {
                (low, high) = (high, 2.0 * high);
            }
            for _ in 0..200 {
                let middle = f64::midpoint(low, high);
                if excess(values, middle) > freedom {
                    low = middle;
                } else {
                    high = middle;
                }
            }
        }
        let (mean, weight) = weighted(values, high);
        Some(Self { mean, spread: high.sqrt(), error: weight.recip().sqrt() })
    }

    /// Returns the shrunk value of a measurement with this standard error, and the 95 % interval of the true value.
    pub fn shrunk(&self, value: f64, error: f64) -> Estimate {
        let (between, within) = (self.spread * self.spread, error * error);
        let kept = between / (between + within);
        let left = self.mean + kept * (value - self.mean);
        let deviation = (kept * within + ((1.0 - kept) * self.error).powi(2)).sqrt();
        Estimate::around(left, Z95 * deviation)
    }
}

/// Returns the weighted mean of values for this variance of the true ones, and the sum of the weights.
fn weighted(values: &[(f64, f64)], variance: f64) -> (f64, f64) {
    let (mut sum, mut weights) = (0.0, 0.0);
    for (value, error) in values {
        let weight = (error * error + variance).recip();
        sum += weight * value;
        weights += weight;
    }
    (sum / weights, weights)
}

/// Returns the weighted sum of squares of values about their mean.
fn excess(values: &[(f64, f64)], variance: f64) -> f64 {
    let (mean, _) = weighted(values, variance);
    let square = |(value, error): &(f64, f64)| (value - mean).powi(2) / (error * error + variance);
    values.iter().map(square).sum()
}
