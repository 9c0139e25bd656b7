//! Student's distribution: the intervals and tests of means of few games.

use statrs::distribution::{ContinuousCDF as _, StudentsT};

use super::stats::real;

/// With more degrees of freedom it is the normal distribution to five digits.
const MANY: u64 = 20_000;

fn distribution(freedom: u64) -> StudentsT {
    let freedom = real(freedom.clamp(1, MANY).into());
    StudentsT::new(0.0, 1.0, freedom).expect("a positive number of degrees of freedom")
}

/// Returns the p-value of a two-sided test: how likely a value is at least as far from 0.
#[must_use]
pub fn two_sided(t: f64, freedom: u64) -> f64 {
    if t.is_nan() {
        return 1.0;
    }
    2.0 * distribution(freedom).sf(t.abs())
}

/// Returns the t for which a value between −t and t has this chance: 2.228 for 95 % and 10 degrees of freedom.
///
/// # Panics
///
/// If there is no degree of freedom, or the chance is not between 0 and 1.
#[must_use]
pub fn quantile(chance: f64, freedom: u64) -> f64 {
    assert!(
        freedom > 0 && chance > 0.0 && chance < 1.0,
        "no quantile of {chance} with {freedom} degrees of freedom"
    );
    distribution(freedom).inverse_cdf(f64::midpoint(1.0, chance))
}
