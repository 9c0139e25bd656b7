//! Intervals, tests and sums: the statistics behind every number, each with its source.
//!
//! What is collected is whole numbers, so that sums are exact, and the same whichever thread
//! adds which game; floating point comes in where a result is worked out from the sums.

/// The two-sided 95 % point of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A whole number as a floating-point one; above 2^53 it is rounded, which no result here notices.
#[expect(clippy::cast_precision_loss, reason = "results have fewer digits")]
pub(crate) const fn real(whole: u128) -> f64 {
    whole as f64
}

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
    /// A value with this standard error, under the normal distribution.
    #[must_use]
    pub fn normal(value: f64, error: f64) -> Self {
        let (low, high) = (value - Z95 * error, value + Z95 * error);
        Self { value, low, high }
    }
}

/// Wilson's 95 % interval for a share: what the share may be, given `successes` out of `n`.
///
/// E. B. Wilson: Probable inference, the law of succession, and statistical inference, Journal of
/// the American Statistical Association 22 (1927), 209–212. Successes may be halves, as drawn games
/// are; the interval is then wider than it has to be, never narrower. Without any trial it is 0 to 1.
#[must_use]
pub fn wilson(successes: f64, n: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let (share, z2) = (successes / n, Z95 * Z95);
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    // At the ends the formula is exactly 0 or 1, and rounding must not spoil that.
    let low = if successes <= 0.0 { 0.0 } else { centre - half };
    let high = if successes >= n { 1.0 } else { centre + half };
    (low.max(0.0), high.min(1.0))
}

/// A share with Wilson's interval; `None` without any trial.
#[must_use]
pub fn share(successes: f64, n: f64) -> Option<Estimate> {
    let (low, high) = wilson(successes, n);
    (n > 0.0).then(|| Estimate {
        value: successes / n,
        low,
        high,
    })
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

/// The exact two-sided binomial test of one half: how likely a split at least as uneven as `first` to `second` is
/// where both are equally likely.
///
/// The sign test: W. J. Dixon, A. M. Mood: The statistical sign test, Journal of the American
/// Statistical Association 41 (1946), 557–566. What is tied is left out by the caller.
#[must_use]
pub fn sign_test(first: u64, second: u64) -> f64 {
    let (n, fewer) = (first + second, first.min(second));
    if first == second {
        return 1.0;
    }
    // Summed from the largest term down; each is the last one times k / (n - k + 1).
    let mut term = (ln_choose(n, fewer) - real(n.into()) * std::f64::consts::LN_2).exp();
    let mut tail = 0.0;
    for k in (0..=fewer).rev() {
        tail += term;
        if term < tail * 1e-17 {
            break;
        }
        term *= real(k.into()) / real((n - k + 1).into());
    }
    (2.0 * tail).min(1.0)
}

/// Holm's correction: p-values of several tests, each made as large as it must be so that the chance of even one false alarm among
/// all of them stays what a single test promises.
///
/// S. Holm: A simple sequentially rejective multiple test procedure, Scandinavian Journal of
/// Statistics 6 (1979), 65–70.
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![0.0; p_values.len()];
    let mut least = 0.0_f64;
    for (rank, &index) in order.iter().enumerate() {
        let tests_left = real((p_values.len() - rank) as u128);
        least = least.max((tests_left * p_values[index]).min(1.0));
        corrected[index] = least;
    }
    corrected
}

/// Sums of pairs (y, x), one pair a game: for means, and for ratios such as laps a move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    n: u64,
    y: u128,
    x: u128,
    yy: u128,
    yx: u128,
    xx: u128,
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

    /// Adds what another has collected.
    pub fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.y += other.y;
        self.x += other.x;
        self.yy += other.yy;
        self.yx += other.yx;
        self.xx += other.xx;
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
    /// edition, Wiley 1977, chapter 6. With x = 1 for each game it is the ordinary mean with
    /// its interval. `None` without any item; with one game the interval is the value itself.
    #[must_use]
    pub fn ratio(&self) -> Option<Estimate> {
        if self.x == 0 {
            return None;
        }
        let (n, x) = (real(self.n.into()), real(self.x));
        let value = real(self.y) / x;
        let squares = real(self.yy) - 2.0 * value * real(self.yx) + value * value * real(self.xx);
        let error = if self.n > 1 {
            (squares.max(0.0) * n / (n - 1.0)).sqrt() / x
        } else {
            0.0
        };
        Some(Estimate::normal(value, error))
    }
}

/// Values up to this have a bin each.
const EXACT: u64 = 2048;

/// Each further doubling is cut into so many bins.
const BINS_PER_DOUBLING: u64 = 1024;

/// How often each whole number came up: exact below 2048, beyond to one part in a thousand, in bounded memory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Histogram {
    bins: Vec<u64>,
    count: u64,
    largest: u64,
}

impl Histogram {
    /// The bin of a value.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer than 60 000 bins"
    )]
    fn bin(value: u64) -> usize {
        if value < EXACT {
            return value as usize;
        }
        let doubling = u64::from(value.ilog2() - EXACT.ilog2());
        let within = (value >> (doubling + 1)) - BINS_PER_DOUBLING;
        (EXACT + doubling * BINS_PER_DOUBLING + within) as usize
    }

    /// The smallest value of a bin.
    fn floor(bin: usize) -> u64 {
        let bin = bin as u64;
        let Some(beyond) = bin.checked_sub(EXACT) else {
            return bin;
        };
        let (doubling, within) = (beyond / BINS_PER_DOUBLING, beyond % BINS_PER_DOUBLING);
        (BINS_PER_DOUBLING + within) << (doubling + 1)
    }

    /// Counts a value.
    pub fn add(&mut self, value: u64) {
        let bin = Self::bin(value);
        if bin >= self.bins.len() {
            self.bins.resize(bin + 1, 0);
        }
        self.bins[bin] += 1;
        self.count += 1;
        self.largest = self.largest.max(value);
    }

    /// Adds what another has counted.
    pub fn merge(&mut self, other: &Self) {
        if self.bins.len() < other.bins.len() {
            self.bins.resize(other.bins.len(), 0);
        }
        for (bin, more) in self.bins.iter_mut().zip(&other.bins) {
            *bin += more;
        }
        self.count += other.count;
        self.largest = self.largest.max(other.largest);
    }

    /// How many values were counted.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The largest value counted; `None` if there was none.
    #[must_use]
    pub fn largest(&self) -> Option<u64> {
        (self.count > 0).then_some(self.largest)
    }

    /// The smallest counted value that at least this share of all values does not exceed.
    ///
    /// The inverse of the empirical distribution function, definition 1 of R. J. Hyndman, Y. Fan: Sample quantiles in statistical
    /// packages, The American Statistician 50 (1996), 361–365. `None` if nothing was counted.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let wanted = share * real(self.count.into());
        let mut below = 0;
        for (bin, &times) in self.bins.iter().enumerate() {
            below += times;
            // The allowance keeps, say, 0.05 × 20 from counting as a little more than 1.
            if times > 0 && real(below.into()) >= wanted - 1e-9 {
                return Some(Self::floor(bin));
            }
        }
        None
    }

    /// Each value that came up and how often, from the smallest.
    pub fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        let bins = self.bins.iter().enumerate();
        bins.filter(|&(_, &times)| times > 0)
            .map(|(bin, &times)| (Self::floor(bin), times))
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
