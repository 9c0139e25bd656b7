//! The statistics against values worked out elsewhere or by hand; each says where it comes from.

use mankala::measure::stats::{
    Estimate, Histogram, Sums, Z95, holm, ln_choose, ln_factorial, share, sign_test, wilson,
};

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found}, expected {expected}"
    );
}

/// R. G. Newcombe: Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I,
/// method 3.
#[test]
fn wilson_intervals_are_those_of_newcombe() {
    for (successes, n, low, high) in [
        (81.0, 263.0, 0.2553, 0.3662),
        (15.0, 148.0, 0.0624, 0.1605),
        (0.0, 20.0, 0.0, 0.1611),
        (1.0, 29.0, 0.0061, 0.1718),
    ] {
        let (found_low, found_high) = wilson(successes, n);
        near(found_low, low, 5e-5);
        near(found_high, high, 5e-5);
    }
}

#[test]
fn wilson_intervals_stay_within_bounds() {
    assert_eq!(wilson(0.0, 0.0), (0.0, 1.0));
    assert_eq!(share(0.0, 0.0), None);
    near(wilson(0.0, 7.0).0, 0.0, 0.0);
    near(wilson(7.0, 7.0).1, 1.0, 0.0);
    let (low, high) = wilson(2.5, 5.0);
    near(low + high, 1.0, 1e-12);
    let (narrow_low, narrow_high) = wilson(5e8, 1e9);
    assert!(narrow_low > 0.4999 && narrow_high < 0.5001);
}

/// By hand: twice the lower tail, over 2 to the power of n.
#[test]
fn sign_tests_are_exact() {
    near(sign_test(9, 1), 2.0 * 11.0 / 1024.0, 1e-15);
    near(sign_test(2, 8), 2.0 * 56.0 / 1024.0, 1e-15);
    near(sign_test(0, 5), 2.0 / 32.0, 1e-15);
    near(sign_test(5, 5), 1.0, 0.0);
    near(sign_test(0, 0), 1.0, 0.0);
    near(sign_test(6, 5), 1.0, 1e-12);
}

/// The normal distribution with continuity correction: 5100 of 10 000 are 1.99 standard deviations off, p 0.0466.
#[test]
fn sign_tests_of_many_games_agree_with_the_normal_distribution() {
    near(sign_test(5100, 4900), 0.0466, 1e-4);
    near(sign_test(4900, 5100), 0.0466, 1e-4);
    assert!(sign_test(0, 1_000_000) < 1e-300);
    near(sign_test(50_000_000, 50_000_001), 1.0, 1e-6);
}

/// By hand: 0.005 × 4, 0.01 × 3, 0.03 × 2, and 0.04 × 1 raised to what came before.
#[test]
fn holm_corrects_from_the_smallest_on() {
    let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
    for (found, expected) in corrected.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
        near(found, expected, 1e-15);
    }
    assert_eq!(holm(&[0.7, 0.6]), [1.0, 1.0]);
    assert_eq!(holm(&[]), [0.0; 0]);
}

/// 25! = 15 511 210 043 330 985 984 000 000 and the poker hands, 52 choose 5 = 2 598 960.
#[test]
fn factorials_are_right_on_both_sides_of_the_switch() {
    near(ln_factorial(0), 0.0, 0.0);
    near(ln_factorial(20), 2_432_902_008_176_640_000_f64.ln(), 1e-13);
    near(ln_factorial(21) - ln_factorial(20), 21_f64.ln(), 1e-12);
    near(ln_factorial(25), 1.551_121_004_333_098_6e25_f64.ln(), 1e-12);
    near(ln_choose(52, 5), 2_598_960_f64.ln(), 1e-11);
    assert!(ln_choose(3, 4) < f64::MIN);
}

/// By hand: 2, 4, 4, 4, 5, 5, 7, 9 have mean 5 and sample variance 32/7.
#[test]
fn means_have_the_usual_interval() {
    let mut sums = Sums::default();
    for value in [2, 4, 4, 4, 5, 5, 7, 9] {
        sums.add(value, 1);
    }
    let Estimate { value, low, high } = sums.ratio().unwrap();
    let error = (32.0_f64 / 7.0 / 8.0).sqrt();
    near(value, 5.0, 1e-15);
    near(low, 5.0 - Z95 * error, 1e-12);
    near(high, 5.0 + Z95 * error, 1e-12);
}

/// By hand: 3 over 1 and 5 over 3 are 8 over 4; each game is 1 off 2 × x, so the error is √(2 × 2) / 4.
#[test]
fn ratios_take_games_for_clusters() {
    let mut sums = Sums::default();
    sums.add(3, 1);
    let alone = sums.ratio().unwrap();
    near(alone.high - alone.low, 0.0, 0.0);
    let mut other = Sums::default();
    other.add(5, 3);
    sums.merge(&other);
    let ratio = sums.ratio().unwrap();
    near(ratio.value, 2.0, 1e-15);
    near(ratio.high - ratio.value, Z95 * 0.5, 1e-12);
    assert_eq!(Sums::default().ratio(), None);
}

#[test]
fn quantiles_are_values_that_came_up() {
    let mut histogram = Histogram::default();
    assert_eq!(histogram.quantile(0.5), None);
    (1..=20).rev().for_each(|value| histogram.add(value));
    for (share, expected) in [
        (0.0, 1),
        (0.05, 1),
        (0.051, 2),
        (0.5, 10),
        (0.95, 19),
        (1.0, 20),
    ] {
        assert_eq!(histogram.quantile(share), Some(expected), "{share}");
    }
    let mut large = Histogram::default();
    large.add(1_000_000);
    assert_eq!(large.largest(), Some(1_000_000));
    let found = large.quantile(0.5).unwrap();
    assert!((999_000..=1_000_000).contains(&found), "{found}");
    histogram.merge(&large);
    assert_eq!(histogram.count(), 21);
    assert_eq!(histogram.entries().count(), 21);
}
