//! Student's distribution, for intervals and tests of means of few games.

use std::f64::consts::FRAC_2_PI;

use crate::system::number::real;

/// Number of degrees of freedom from which the distribution is normal to five digits.
const MANY: u64 = 20_000;

/// Returns the probability of a value between −t and t for these degrees of freedom.
///
/// Uses the finite series for whole degrees of freedom: M. Abramowitz, I. A. Stegun: Handbook of Mathematical
/// Functions, 26.7.3 and 26.7.4.
pub fn within(t: f64, freedom: u64) -> f64 {
    let freedom = freedom.clamp(1, MANY);
    let angle = (t.abs() / real(freedom.into()).sqrt()).atan();
    let square = angle.cos().powi(2);
    let odd = freedom % 2 == 1;
    // Odd: cos + 2/3 cos³ + 2·4/(3·5) cos⁵ …; even: 1 + 1/2 cos² + 1·3/(2·4) cos⁴ …
    let (mut term, mut sum) = (if odd { angle.cos() } else { 1.0 }, 0.0);
    let mut power = u64::from(odd);
    while power + 2 <= freedom {
        sum += term;
        if term < sum * 1e-17 {
            break;
        }
        term *= square * real((power + 1).into()) / real((power + 2).into());
        power += 2;
    }
    if odd { FRAC_2_PI * (angle + angle.sin() * sum) } else { angle.sin() * sum }
}

/// Returns the p-value of a two-sided test: the probability of a value at least as far from 0.
pub fn two_sided(t: f64, freedom: u64) -> f64 {
    if t.is_nan() { 1.0 } else { (1.0 - within(t, freedom)).clamp(0.0, 1.0) }
}

/// Returns the t for which a value is between −t and t with this probability: 2.228 for 95 % and `freedom` 10.
///
/// # Panics
///
/// If `freedom` is 0 or `chance` is not between 0 and 1.
pub fn quantile(chance: f64, freedom: u64) -> f64 {
    assert!(
        freedom > 0 && chance > 0.0 && chance < 1.0,
        "no quantile of {chance} with {freedom} degrees of freedom"
    );
    let (mut low, mut high) = (0.0, 2.0);
    while within(high, freedom) < chance {
        high *= 2.0;
    }
    while high - low > 1e-10 * high {
        let middle = low.midpoint(high);
        if within(middle, freedom) < chance {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}
