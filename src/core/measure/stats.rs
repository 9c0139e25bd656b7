//! Statistics behind every number: intervals, corrections and sums, each with its source.
//!
//! Collected data are whole numbers, so sums are exact and do not depend on threads. Floating point is used only for
//! results computed from the sums.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::student::quantile;
use crate::system::number::real;

/// Two-sided 95 % quantile of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;
/// Two-sided 90 % quantile, for two one-sided tests at 5 %.
pub const Z90: f64 = 1.644_853_626_951_472_7;

/// Number with its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Value.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Returns a value with Student's interval, given its standard error and the number of independent items. For fewer
    /// than two items the interval is infinite.
    pub fn student(value: f64, error: f64, items: f64) -> Self {
        #[expect(clippy::cast_sign_loss, reason = "a count, rounded down")]
        let freedom = (items - 1.0).max(0.0) as u64;
        let half = if freedom == 0 { f64::INFINITY } else { quantile(0.95, freedom) * error };
        Self::around(value, half)
    }

    /// Returns a value in the middle of its interval, half of which is given.
    pub const fn around(value: f64, half: f64) -> Self {
        let (low, high) = (value - half, value + half);
        Self { value, low, high }
    }

    /// Returns a value without an interval, because there is no sample.
    pub const fn unsampled(value: f64) -> Self {
        let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
        Self { value, low, high }
    }

    /// Returns `true` if it has an interval.
    pub const fn is_sampled(&self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// Converts the value and both ends by an increasing function.
    #[must_use]
    pub fn map(self, to: impl Fn(f64) -> f64) -> Self {
        Self { value: to(self.value), low: to(self.low), high: to(self.high) }
    }

    /// Converts to another unit; `unit` is its size in the present one. A lower end below 0 becomes 0.
    #[must_use]
    pub fn in_units(self, unit: f64) -> Self {
        let found = self.map(|it| it / unit);
        Self { low: if found.low.is_finite() { found.low.max(0.0) } else { found.low }, ..found }
    }

    /// Replaces Student's interval of a mean by one that allows for the skewness of the values.
    ///
    /// P. Hall: On the removal of skewness by transformation, Journal of the Royal Statistical Society B 54 (1992),
    /// 221–228, the cubic transformation. `items` is the number of values.
    #[must_use]
    pub fn as_skewed(self, skewness: f64, items: u64) -> Self {
        let half = self.high - self.value;
        if !half.is_finite() || skewness.is_nan() || skewness.abs() <= 1e-6 {
            return self;
        }
        let (student, root) = (quantile(0.95, items - 1), real(items.into()).sqrt());
        let end = |side: f64| {
            let bent = 1.0 + skewness / root * (side - skewness / (6.0 * root));
            self.value - half * root / student * 3.0 / skewness * (bent.cbrt() - 1.0)
        };
        let (low, high) = (end(student).max(0.0), end(-student));
        Self { low, high, ..self }
    }

    /// Replaces the symmetric interval of a share by Wilson's, which stays within 0 and 1, for the number of items that
    /// gives the same width.
    ///
    /// At 0 and at 1 the interval is that of [`share`] for `items` items.
    #[must_use]
    pub fn as_share(self, items: f64) -> Self {
        let (value, half) = (self.value, self.high - self.value);
        if !half.is_finite() {
            return Self::unsampled(value);
        }
        let few = (3.0 / items).min(1.0);
        let (low, high) = match value {
            none if none <= 0.0 => (0.0, few),
            all if all >= 1.0 => (1.0 - few, 1.0),
            _ if half <= 0.0 => (value, value),
            _ => {
                let items = Z95 * Z95 * value * (1.0 - value) / (half * half);
                wilson(value * items, items, Z95)
            }
        };
        Self { value, low, high }
    }

    /// Widens the interval of a share to another confidence level; `chance` is the probability of a miss.
    #[must_use]
    pub fn share_at(self, chance: f64) -> Self {
        let Self { value, low, high } = self;
        if value <= 0.0 || value >= 1.0 {
            // For 0 of n items the upper end is −ln(chance)/n, which is 3/n for 5 %.
            let wider = chance.ln() / 0.05_f64.ln();
            return Self {
                value,
                low: value - ((value - low) * wider).min(value),
                high: value + ((high - value) * wider).min(1.0 - value),
            };
        }
        // For many degrees of freedom, Student's quantiles equal the normal ones to five digits, and so does the ratio.
        let z = Z95 * quantile(1.0 - chance, u64::MAX) / quantile(0.95, u64::MAX);
        // An end of Wilson's interval determines the number of items.
        let items = |end: f64| Z95 * Z95 * end * (1.0 - end) / (end - value).powi(2);
        let ends = |end: f64| wilson(value * items(end), items(end), z);
        Self {
            value,
            low: if low < value { ends(low).0 } else { low },
            high: if high > value { ends(high).1 } else { high },
        }
    }

    /// Returns the sum of estimates, each times its factor; `correlation` applies to any two of them.
    ///
    /// The interval is computed from the distances of the ends from their values. It may be asymmetric and stays within
    /// the range of the sum: G. Y. Zou, A. Donner: Construction of confidence limits about effect measures, Statistics
    /// in Medicine 27 (2008), 1693–1702. For a difference of two shares it is method 10 of R. G. Newcombe: Improved
    /// confidence intervals for the difference between binomial proportions based on paired data, ibid. 17 (1998),
    /// 2635–2650; without correlation, method 10 of his Interval estimation for the difference between independent
    /// proportions, ibid. 17 (1998), 873–890.
    pub fn sum(terms: impl IntoIterator<Item = (f64, Self)>, correlation: f64) -> Self {
        let (mut value, mut squares, mut sums, mut sampled) = (0.0, [0.0; 2], [0.0; 2], true);
        for (factor, term) in terms {
            sampled &= term.is_sampled();
            value += factor * term.value;
            let ends = [term.low, term.high].map(|end| factor * (end - term.value));
            let down = ends[0].min(ends[1]).min(0.0);
            let up = ends[0].max(ends[1]).max(0.0);
            for (side, off) in [-down, up].into_iter().enumerate() {
                squares[side] += off * off;
                sums[side] += factor.signum() * off;
            }
        }
        if !sampled {
            return Self::unsampled(value);
        }
        let off = |side: usize| {
            let alone: f64 = squares[side];
            let together: f64 = sums[side] * sums[side];
            (alone + correlation * (together - alone)).max(0.0).sqrt()
        };
        Self { value, low: value - off(0), high: value + off(1) }
    }
}

/// Returns Wilson's interval for the share of `successes` in `n`; `z` is [`Z95`] for 95 %.
///
/// E. B. Wilson: Probable inference, the law of succession, and statistical inference, Journal of the American
/// Statistical Association 22 (1927), 209–212. Successes may be halves, as for drawn games; the interval is then wider
/// than necessary, never narrower. Without any trial it is 0 to 1.
pub fn wilson(successes: f64, n: f64, z: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let (share, z2) = (successes / n, z * z);
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    // At the ends the formula is exactly 0 or 1; this avoids rounding errors.
    let low = if successes <= 0.0 { 0.0 } else { centre - half };
    let high = if successes >= n { 1.0 } else { centre + half };
    (low.max(0.0), high.min(1.0))
}

/// Returns the share of `successes` in `n`, with Wilson's interval; `None` if `n` is 0.
///
/// With 0 successes the upper end is 3 / `n`; with `n` successes the lower end is 1 − 3 / `n`: J. A. Hanley, A.
/// Lippman-Hand: If nothing goes wrong, is everything all right?, Journal of the American Medical Association 249
/// (1983), 1743–1745. Fewer than two items are no sample: the ends of the interval are infinite.
pub fn share(successes: f64, n: f64) -> Option<Estimate> {
    let value = successes / n;
    let (low, high) = match n {
        few if few < 2.0 => (f64::NEG_INFINITY, f64::INFINITY),
        _ if successes <= 0.0 => (0.0, (3.0 / n).min(1.0)),
        _ if successes >= n => ((1.0 - 3.0 / n).max(0.0), 1.0),
        _ => wilson(successes, n, Z95),
    };
    (n > 0.0).then_some(Estimate { value, low, high })
}

/// Returns the natural logarithm of the factorial of `n`.
///
/// Uses the exact product up to 20, and beyond it Stirling's series, whose error is below one part in 10^15.
pub fn ln_factorial(n: u64) -> f64 {
    if n <= 20 {
        return real((1..=n).product::<u64>().into()).ln();
    }
    let x = real(n.into());
    let inverse = 1.0 / x;
    let series = inverse / 12.0 - inverse.powi(3) / 360.0 + inverse.powi(5) / 1260.0
        - inverse.powi(7) / 1680.0;
    x * x.ln() - x + 0.5 * (std::f64::consts::TAU * x).ln() + series
}

/// Returns the natural logarithm of "n choose k".
pub fn ln_choose(n: u64, k: u64) -> f64 {
    if k > n { f64::NEG_INFINITY } else { ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k) }
}

/// Applies Holm's correction, which bounds the probability of even one false alarm among several tests.
///
/// S. Holm: A simple sequentially rejective multiple test procedure, Scandinavian Journal of
/// Statistics 6 (1979), 65–70.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    crate::variant::sort_by(&mut order, |&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![0.0; p_values.len()];
    let mut least = 0.0_f64;
    for (rank, &index) in order.iter().enumerate() {
        let tests_left = real((p_values.len() - rank) as u128);
        least = least.max((tests_left * p_values[index]).min(1.0));
        corrected[index] = least;
    }
    corrected
}

/// Adjusts p-values of many tests to control the false discovery rate, the share of false alarms below a bound.
///
/// Y. Benjamini, Y. Hochberg: Controlling the false discovery rate, Journal of the Royal Statistical Society B 57
/// (1995), 289–300.
pub fn false_discovery(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    crate::variant::sort_by(&mut order, |&a, &b| p_values[b].total_cmp(&p_values[a]));
    let mut corrected = vec![0.0; p_values.len()];
    let (all, mut most) = (real(p_values.len() as u128), 1.0_f64);
    for (larger, &index) in order.iter().enumerate() {
        most = most.min(p_values[index] * all / (all - real(larger as u128)));
        corrected[index] = most;
    }
    corrected
}

/// Sums of 1, y, x, y², yx and x² over pairs (y, x), one pair a game: for means, and for ratios such as laps a move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums([u128; 6]);

impl Sums {
    /// Adds a game with total `y` over `x` items.
    pub fn add(&mut self, y: u64, x: u64) {
        let (y, x) = (u128::from(y), u128::from(x));
        self.merge(&Self([1, y, x, y * y, y * x, x * x]));
    }

    /// Adds the sums of another. They saturate, because a file may hold any numbers.
    pub fn merge(&mut self, other: &Self) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum = sum.saturating_add(more);
        }
    }

    /// Returns the sums with this number of pairs (0, 1) more.
    #[must_use]
    pub fn with_zeros(mut self, n: u64) -> Self {
        let n = u128::from(n);
        self.merge(&Self([n, 0, n, 0, 0, n]));
        self
    }

    /// Returns `true` if nothing was added.
    pub const fn is_empty(&self) -> bool {
        self.0[0] == 0
    }

    /// Returns the number of pairs.
    pub fn games(&self) -> u64 {
        u64::try_from(self.0[0]).unwrap_or(u64::MAX)
    }

    /// Returns the sum of all y.
    pub const fn total(&self) -> u128 {
        self.0[1]
    }

    /// Returns the sum of all x.
    pub const fn items(&self) -> u128 {
        self.0[2]
    }

    /// Returns all y over all x, with an interval that allows for dependent items within a game.
    ///
    /// The variance is that of a ratio of two totals, with games as clusters: W. G. Cochran: Sampling Techniques, third
    /// edition, Wiley 1977, chapter 6. The interval uses Student's distribution. With x = 1 for each game this is the
    /// ordinary mean. Returns `None` without any item.
    pub fn ratio(&self) -> Option<Estimate> {
        let [n, y, x, yy, yx, xx] = self.0.map(real);
        if x == 0.0 {
            return None;
        }
        let value = y / x;
        let squares = yy - 2.0 * value * yx + value * value * xx;
        let error = (squares.max(0.0) * n / (n - 1.0).max(1e-9)).sqrt() / x;
        Some(Estimate::student(value, error, n))
    }
}

/// Values below this have a bin each.
const EXACT: u64 = 2048;

/// Number of bins for each further doubling.
const BINS_PER_DOUBLING: u64 = 1024;

/// Histogram of whole numbers in bounded memory: exact below 2048, beyond that to one part in a thousand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(u64, u64)>", into = "Vec<(u64, u64)>")]
pub struct Histogram {
    /// Bins of one value each.
    bins: Vec<u64>,
    /// Other bins, which are many and mostly empty.
    beyond: BTreeMap<u64, u64>,
    count: u64,
}

impl From<Histogram> for Vec<(u64, u64)> {
    fn from(histogram: Histogram) -> Self {
        histogram.entries().collect()
    }
}

impl From<Vec<(u64, u64)>> for Histogram {
    fn from(entries: Vec<(u64, u64)>) -> Self {
        let mut histogram = Self::default();
        for (value, times) in entries {
            histogram.count_bin(Self::bin(value), times);
        }
        histogram
    }
}

impl Histogram {
    fn bin(value: u64) -> u64 {
        if value < EXACT {
            return value;
        }
        let doubling = u64::from(value.ilog2() - EXACT.ilog2());
        let within = (value >> (doubling + 1)) - BINS_PER_DOUBLING;
        EXACT + doubling * BINS_PER_DOUBLING + within
    }

    /// Returns the smallest value of a bin.
    fn floor(bin: u64) -> u64 {
        let Some(beyond) = bin.checked_sub(EXACT) else { return bin };
        let (doubling, within) = (beyond / BINS_PER_DOUBLING, beyond % BINS_PER_DOUBLING);
        (BINS_PER_DOUBLING + within) << (doubling + 1)
    }

    /// Counts a value.
    pub fn add(&mut self, value: u64) {
        self.count_bin(Self::bin(value), 1);
    }

    /// Counts values of a bin. Counts saturate, because a file may hold any numbers.
    // Below `EXACT`.
    fn count_bin(&mut self, bin: u64, times: u64) {
        let counted = if bin < EXACT {
            let bin = bin as usize;
            if bin >= self.bins.len() {
                self.bins.resize(bin + 1, 0);
            }
            &mut self.bins[bin]
        } else {
            self.beyond.entry(bin).or_default()
        };
        *counted = counted.saturating_add(times);
        self.count = self.count.saturating_add(times);
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Self) {
        for (bin, times) in other.filled() {
            self.count_bin(bin, times);
        }
    }

    /// Returns the nonempty bins with their counts, from the smallest.
    fn filled(&self) -> impl Iterator<Item = (u64, u64)> {
        let beyond = self.beyond.iter().map(|(&bin, &times)| (bin, times));
        (0..).zip(self.bins.iter().copied()).filter(|&(_, times)| times > 0).chain(beyond)
    }

    /// Returns the number of values counted.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Returns the smallest counted value that at least this share of all values does not exceed.
    ///
    /// This inverts the empirical distribution function, definition 1 of R. J. Hyndman, Y. Fan: Sample quantiles in
    /// statistical packages, The American Statistician 50 (1996), 361–365. Returns `None` if nothing was counted.
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let wanted = share * real(self.count.into());
        let mut below = 0_u128;
        self.entries().find_map(|(value, times)| {
            below += u128::from(times);
            // The tolerance keeps, for example, 0.05 × 20 from exceeding 1 by rounding.
            (real(below) >= wanted - 1e-9).then_some(value)
        })
    }

    /// Returns the skewness of the values: the mean cube of their distances from the mean, in standard deviations.
    pub fn skewness(&self) -> f64 {
        let moment = |about: f64, power| {
            let terms = self.entries().map(|(value, times)| {
                real(times.into()) * (real(value.into()) - about).powi(power)
            });
            terms.sum::<f64>() / real(self.count.into())
        };
        let mean = moment(0.0, 1);
        moment(mean, 3) / moment(mean, 2).powf(1.5)
    }

    /// Returns each value with its count, from the smallest.
    pub fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        self.filled().map(|(bin, times)| (Self::floor(bin), times))
    }
}
