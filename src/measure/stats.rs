//! Intervals, corrections and sums: the statistics behind every number, each with its source.
//!
//! What is collected is whole numbers, so that sums are exact, and the same whichever thread
//! adds which game; floating point comes in where a result is worked out from the sums.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::student::quantile;
use crate::system::number::real;

/// The two-sided 95 % point of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;
/// The two-sided 90 % point, for two tests of 5 % on one side each.
pub const Z90: f64 = 1.644_853_626_951_472_7;

/// A number with the ends of its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// A value with this standard error from so many independent items, under Student's distribution; fewer than two say nothing about
    /// how far off it is.
    #[must_use]
    pub fn student(value: f64, error: f64, items: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count, rounded down"
        )]
        let freedom = (items - 1.0).max(0.0) as u64;
        let half = match freedom {
            0 => f64::INFINITY,
            _ => quantile(0.95, freedom) * error,
        };
        let (low, high) = (value - half, value + half);
        Self { value, low, high }
    }

    /// A value without an interval: there is no sample to make one from.
    pub(crate) const fn unsampled(value: f64) -> Self {
        let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
        Self { value, low, high }
    }

    /// Returns `true` if it has an interval.
    pub(crate) const fn is_sampled(&self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// Converts to another unit, of which one is `unit` of this one; a lower end below 0 becomes 0.
    #[must_use]
    pub fn in_units(self, unit: f64) -> Self {
        let low = self.low / unit;
        Self {
            value: self.value / unit,
            low: if low.is_finite() { low.max(0.0) } else { low },
            high: self.high / unit,
        }
    }

    /// Replaces the symmetrical interval of a share by Wilson's for as many items as give one so wide, which stays within 0 and 1.
    ///
    /// At 0 and at 1 it is that of [`share`] for this number of items.
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

    /// Widens the interval of a share to another level of confidence, `chance` being that of an interval that misses.
    #[must_use]
    pub fn share_at(self, chance: f64) -> Self {
        let Self { value, low, high } = self;
        if value <= 0.0 || value >= 1.0 {
            // Where nothing was seen in n items, the end is −ln(chance)/n, of which 3/n is the one for 5 %.
            let wider = chance.ln() / 0.05_f64.ln();
            return Self {
                value,
                low: value - ((value - low) * wider).min(value),
                high: value + ((high - value) * wider).min(1.0 - value),
            };
        }
        // Student's quantiles of many degrees of freedom are those of the normal distribution to five digits, and so is their ratio.
        let z = Z95 * quantile(1.0 - chance, u64::MAX) / quantile(0.95, u64::MAX);
        // An end of Wilson's interval tells how many items it is made from.
        let items = |end: f64| Z95 * Z95 * end * (1.0 - end) / (end - value).powi(2);
        let ends = |end: f64| wilson(value * items(end), items(end), z);
        Self {
            value,
            low: if low < value { ends(low).0 } else { low },
            high: if high > value { ends(high).1 } else { high },
        }
    }

    /// Adds up estimates, each times its factor; any two of them correlate so much.
    ///
    /// The interval is made from how far each end lies from its value, so that it is not symmetrical either and stays within what the
    /// sum can be: G. Y. Zou, A. Donner: Construction of confidence limits about effect measures, Statistics in Medicine 27 (2008),
    /// 1693–1702. For a difference of two shares it is method 10 of R. G. Newcombe: Improved confidence intervals for the difference
    /// between binomial proportions based on paired data, the same 17 (1998), 2635–2650; without correlation method 10 of his
    /// Interval estimation for the difference between independent proportions, the same 17 (1998), 873–890.
    #[must_use]
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
        Self {
            value,
            low: value - off(0),
            high: value + off(1),
        }
    }
}

/// Wilson's interval for a share: what the share may be, given `successes` out of `n`; `z` is [`Z95`] for 95 %.
///
/// E. B. Wilson: Probable inference, the law of succession, and statistical inference, Journal of
/// the American Statistical Association 22 (1927), 209–212. Successes may be halves, as drawn games
/// are; the interval is then wider than it has to be, never narrower. Without any trial it is 0 to 1.
#[must_use]
pub fn wilson(successes: f64, n: f64, z: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let (share, z2) = (successes / n, z * z);
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    // At the ends the formula is exactly 0 or 1, and rounding must not spoil that.
    let low = if successes <= 0.0 { 0.0 } else { centre - half };
    let high = if successes >= n { 1.0 } else { centre + half };
    (low.max(0.0), high.min(1.0))
}

/// A share out of `n`, with Wilson's interval for as many items as these are worth; `None` without any.
///
/// What was not seen at all is there at most 3 times in `n`, and what was seen always is missing at most so often: J. A. Hanley, A.
/// Lippman-Hand: If nothing goes wrong, is everything all right?, Journal of the American Medical Association 249 (1983),
/// 1743–1745. Fewer than two items are no sample, and give no interval: its ends are infinite.
#[must_use]
pub fn share(successes: f64, n: f64, effective: f64) -> Option<Estimate> {
    let value = successes / n;
    let (low, high) = match effective {
        few if few < 2.0 => (f64::NEG_INFINITY, f64::INFINITY),
        _ if successes <= 0.0 => (0.0, (3.0 / effective).min(1.0)),
        _ if successes >= n => ((1.0 - 3.0 / effective).max(0.0), 1.0),
        _ => wilson(value * effective, effective, Z95),
    };
    (n > 0.0).then_some(Estimate { value, low, high })
}

/// The natural logarithm of the factorial of `n`.
///
/// Up to 20 from the exact product, beyond from Stirling's series, whose error is then below one part in 10^15.
#[must_use]
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

/// The natural logarithm of "n choose k".
#[must_use]
pub fn ln_choose(n: u64, k: u64) -> f64 {
    if k > n {
        return f64::NEG_INFINITY;
    }
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
}

/// Holm's correction: p-values of several tests, each made as large as it must be so that the chance of even one false alarm among
/// all of them stays what a single test promises.
///
/// S. Holm: A simple sequentially rejective multiple test procedure, Scandinavian Journal of
/// Statistics 6 (1979), 65–70.
#[must_use]
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

/// P-values of very many tests, each made as large as it must be so that of those below a bound only that share are false alarms.
///
/// Y. Benjamini, Y. Hochberg: Controlling the false discovery rate, Journal of the Royal Statistical Society B 57 (1995),
/// 289–300.
#[must_use]
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

/// Sums of pairs (y, x), one pair a game: for means, and for ratios such as laps a move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenSums", into = "WrittenSums")]
pub struct Sums {
    n: u64,
    y: u128,
    x: u128,
    yy: u128,
    yx: u128,
    xx: u128,
}

/// The sums of 1, y, x, y², yx and x² in this order, as they are written.
type WrittenSums = (u64, u128, u128, u128, u128, u128);

impl From<WrittenSums> for Sums {
    fn from((n, y, x, yy, yx, xx): WrittenSums) -> Self {
        Self {
            n,
            y,
            x,
            yy,
            yx,
            xx,
        }
    }
}

impl From<Sums> for WrittenSums {
    fn from(sums: Sums) -> Self {
        (sums.n, sums.y, sums.x, sums.yy, sums.yx, sums.xx)
    }
}

impl Sums {
    /// Adds a game with `y` in all over `x` items.
    pub fn add(&mut self, y: u64, x: u64) {
        let (wide_y, wide_x) = (u128::from(y), u128::from(x));
        self.n += 1;
        self.y += wide_y;
        self.x += wide_x;
        self.yy += wide_y * wide_y;
        self.yx += wide_y * wide_x;
        self.xx += wide_x * wide_x;
    }

    /// Adds what another has collected; what was read from a file may be anything, so that nothing is more than the largest number.
    pub fn merge(&mut self, other: &Self) {
        self.n = self.n.saturating_add(other.n);
        let sums = [
            (&mut self.y, other.y),
            (&mut self.x, other.x),
            (&mut self.yy, other.yy),
            (&mut self.yx, other.yx),
            (&mut self.xx, other.xx),
        ];
        for (sum, more) in sums {
            *sum = sum.saturating_add(more);
        }
    }

    /// How many pairs were added.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.n
    }

    /// The sum of all y.
    #[must_use]
    pub const fn total(&self) -> u128 {
        self.y
    }

    /// The sum of all x.
    #[must_use]
    pub const fn items(&self) -> u128 {
        self.x
    }

    /// All y over all x, with an interval that knows that items of one game are not independent.
    ///
    /// The variance of a ratio of two totals, from games as clusters: W. G. Cochran: Sampling Techniques, third
    /// edition, Wiley 1977, chapter 6; with Student's distribution, for as many games as these are worth. With x = 1
    /// for each game it is the ordinary mean with its interval. `None` without any item.
    #[must_use]
    pub fn ratio(&self, effective: f64) -> Option<Estimate> {
        if self.x == 0 {
            return None;
        }
        let (n, x) = (real(self.n.into()), real(self.x));
        let value = real(self.y) / x;
        let squares = real(self.yy) - 2.0 * value * real(self.yx) + value * value * real(self.xx);
        let error = (squares.max(0.0) * n / (effective - 1.0).max(1e-9)).sqrt() / x;
        Some(Estimate::student(value, error, effective))
    }
}

/// Values up to this have a bin each.
const EXACT: u64 = 2048;

/// Each further doubling is cut into so many bins.
const BINS_PER_DOUBLING: u64 = 1024;

/// How often each whole number came up: exact below 2048, beyond to one part in a thousand, in bounded memory.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(u64, u64)>", into = "Vec<(u64, u64)>")]
pub struct Histogram {
    /// The bins of one value each.
    bins: Vec<u64>,
    /// The others, which are many and mostly empty.
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
    /// The bin of a value.
    fn bin(value: u64) -> u64 {
        if value < EXACT {
            return value;
        }
        let doubling = u64::from(value.ilog2() - EXACT.ilog2());
        let within = (value >> (doubling + 1)) - BINS_PER_DOUBLING;
        EXACT + doubling * BINS_PER_DOUBLING + within
    }

    /// The smallest value of a bin.
    fn floor(bin: u64) -> u64 {
        let Some(beyond) = bin.checked_sub(EXACT) else {
            return bin;
        };
        let (doubling, within) = (beyond / BINS_PER_DOUBLING, beyond % BINS_PER_DOUBLING);
        (BINS_PER_DOUBLING + within) << (doubling + 1)
    }

    /// Counts a value.
    pub fn add(&mut self, value: u64) {
        self.count_bin(Self::bin(value), 1);
    }

    /// Counts values of a bin; never more than the largest number, as what was read from a file may be anything.
    #[expect(clippy::cast_possible_truncation, reason = "below `EXACT`")]
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

    /// Adds what another has counted.
    pub fn merge(&mut self, other: &Self) {
        for (bin, times) in other.filled() {
            self.count_bin(bin, times);
        }
    }

    /// The bins that are not empty, from the smallest, and how many values are in each.
    fn filled(&self) -> impl Iterator<Item = (u64, u64)> {
        let exact = (0..).zip(self.bins.iter().copied());
        let beyond = self.beyond.iter().map(|(&bin, &times)| (bin, times));
        exact.filter(|&(_, times)| times > 0).chain(beyond)
    }

    /// How many values were counted.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The smallest counted value that at least this share of all values does not exceed.
    ///
    /// The inverse of the empirical distribution function, definition 1 of R. J. Hyndman, Y. Fan: Sample quantiles in statistical
    /// packages, The American Statistician 50 (1996), 361–365. `None` if nothing was counted.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let wanted = share * real(self.count.into());
        let mut below = 0_u128;
        self.entries().find_map(|(value, times)| {
            below += u128::from(times);
            // The allowance keeps, say, 0.05 × 20 from counting as a little more than 1.
            (real(below) >= wanted - 1e-9).then_some(value)
        })
    }

    /// Each value that came up and how often, from the smallest.
    pub fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        self.filled().map(|(bin, times)| (Self::floor(bin), times))
    }
}

#[cfg(test)]
mod tests {
    use super::Histogram;

    #[test]
    fn bins_follow_each_other_without_gaps() {
        for bin in 0..20_000 {
            assert_eq!(Histogram::bin(Histogram::floor(bin)), bin);
            let next = Histogram::floor(bin + 1);
            assert_eq!(Histogram::bin(next - 1), bin);
            let floor = Histogram::floor(bin);
            assert!((next - floor) * 1000 <= floor.max(1000), "{floor}..{next}");
        }
        assert!(Histogram::bin(u64::MAX) < 60_000);
    }
}
