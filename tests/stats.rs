//! The statistics against values worked out elsewhere or by hand; each says where it comes from.

use mankala::measure::Looks;
use mankala::measure::difference::{Batches, Scale, elo};
use mankala::measure::family::Family;
use mankala::measure::sample::Sample;
use mankala::measure::stats::{
    Estimate, Histogram, Sums, Z95, false_discovery, holm, ln_choose, ln_factorial, share, wilson,
};
use mankala::measure::student::{quantile, two_sided, within};
use mankala::measure::survival::Survival;
use mankala::measure::walk::leader_wins;
use mankala::{Catalogue, MatchSpec, PlayerSpec};

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found}, expected {expected}");
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
        let (found_low, found_high) = wilson(successes, n, Z95);
        near(found_low, low, 5e-5);
        near(found_high, high, 5e-5);
    }
}

#[test]
fn wilson_intervals_stay_within_bounds() {
    assert_eq!(wilson(0.0, 0.0, Z95), (0.0, 1.0));
    assert_eq!(share(0.0, 0.0), None);
    near(wilson(0.0, 7.0, Z95).0, 0.0, 0.0);
    near(wilson(7.0, 7.0, Z95).1, 1.0, 0.0);
    let (low, high) = wilson(2.5, 5.0, Z95);
    near(low + high, 1.0, 1e-12);
    let (narrow_low, narrow_high) = wilson(5e8, 1e9, Z95);
    assert!(narrow_low > 0.4999 && narrow_high < 0.5001);
}

/// The rule of three: Hanley and Lippman-Hand 1983. One game says nothing.
#[test]
fn unseen_events_have_the_upper_bound_of_three() {
    let unseen = share(0.0, 1000.0).unwrap();
    assert_eq!((unseen.value, unseen.low, unseen.high), (0.0, 0.0, 0.003));
    let always = share(50.0, 50.0).unwrap();
    assert_eq!((always.value, always.low, always.high), (1.0, 0.94, 1.0));
    let one_game = share(1.0, 1.0).unwrap();
    assert_eq!((one_game.low, one_game.high), (f64::NEG_INFINITY, f64::INFINITY));
    let some = share(12.0, 48.0).unwrap();
    assert_eq!((some.low, some.high), wilson(12.0, 48.0, Z95));
}

/// The examples of R. G. Newcombe: Statistics in Medicine 17 (1998), 873–890, table II, method 10.
#[test]
fn differences_of_shares_are_those_of_newcombe() {
    let wilson_of = |successes: f64, n: f64| {
        let (low, high) = wilson(successes, n, Z95);
        Estimate { value: successes / n, low, high }
    };
    for ([a, m, b, n], low, high) in [
        ([56.0, 70.0, 48.0, 80.0], 0.0524, 0.3339),
        ([9.0, 10.0, 3.0, 10.0], 0.1705, 0.8090),
        ([10.0, 10.0, 0.0, 20.0], 0.6791, 1.0),
    ] {
        let terms = [(1.0, wilson_of(a, m)), (-1.0, wilson_of(b, n))];
        let found = Estimate::sum(terms, 0.0);
        near(found.value, a / m - b / n, 1e-12);
        near(found.low, low, 5e-5);
        near(found.high, high, 5e-5);
        // Whatever the two have in common, the ends stay where a difference can be.
        for correlation in [-1.0, 0.5, 1.0] {
            let found = Estimate::sum(terms, correlation);
            assert!(found.low >= -1.0 && found.low <= found.value, "{found:?}");
            assert!(found.high <= 1.0 && found.high >= found.value, "{found:?}");
        }
    }
    let unsampled = share(1.0, 1.0).unwrap();
    let found = Estimate::sum([(1.0, unsampled), (-1.0, wilson_of(1.0, 9.0))], 0.0);
    assert!(found.low.is_infinite() && found.high.is_infinite());
}

/// At 5 % an interval is what it is, at 1 % wider, and always within 0 and 1.
#[test]
fn intervals_of_shares_stay_within_bounds() {
    for (value, half) in [(0.02, 0.05), (0.5, 0.6), (0.97, 0.01), (1.0, 0.0), (0.0, 0.0)] {
        let (low, high) = (value - half, value + half);
        let found = Estimate { value, low, high }.as_share(20.0);
        assert!(0.0 <= found.low && found.low <= value, "{found:?}");
        assert!(value <= found.high && found.high <= 1.0, "{found:?}");
        let again = found.share_at(0.05);
        near(again.low, found.low, 1e-6);
        near(again.high, found.high, 1e-6);
        let wider = found.share_at(0.01);
        assert!(0.0 <= wider.low && wider.high <= 1.0, "{wider:?}");
        assert!(wider.high - wider.low > found.high - found.low, "{wider:?}");
    }
}

/// The table of W. S. Gosset as printed in textbooks, two-sided.
#[test]
fn student_is_as_tabulated() {
    for (freedom, ninety, ninety_five, ninety_nine) in [
        (1, 6.314, 12.706, 63.657),
        (2, 2.920, 4.303, 9.925),
        (3, 2.353, 3.182, 5.841),
        (5, 2.015, 2.571, 4.032),
        (10, 1.812, 2.228, 3.169),
        (30, 1.697, 2.042, 2.750),
        (120, 1.658, 1.980, 2.617),
    ] {
        near(quantile(0.90, freedom), ninety, 6e-4);
        near(quantile(0.95, freedom), ninety_five, 6e-4);
        near(quantile(0.99, freedom), ninety_nine, 6e-4);
        near(two_sided(ninety_five, freedom), 0.05, 1e-4);
    }
    // Many degrees of freedom: the normal distribution.
    near(quantile(0.95, u64::MAX), Z95, 2e-4);
    near(within(0.0, 7), 0.0, 0.0);
    near(within(1.0, 1), 0.5, 1e-15);
    near(two_sided(f64::INFINITY, 4), 0.0, 1e-15);
}

/// The 15 p-values of Benjamini and Hochberg 1995, section 3.1: their way rejects four at 5 %, Bonferroni's three.
#[test]
fn false_discoveries_are_held_down() {
    let p_values = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
        0.5719, 0.6528, 0.7590, 1.0,
    ];
    let below = |corrected: Vec<f64>| corrected.iter().filter(|p| **p < 0.05).count();
    assert_eq!(below(false_discovery(&p_values)), 4);
    assert_eq!(below(holm(&p_values)), 3);
    near(false_discovery(&p_values)[3], 0.0095 * 15.0 / 4.0, 1e-15);
    assert_eq!(false_discovery(&[]), [0.0; 0]);
}

/// The eight schools of D. B. Rubin, Journal of Educational Statistics 6 (1981), 377–401: nothing shows that they differ, and the pooled mean
/// is 7.7 with an error of 4.1, as printed in A. Gelman and others: Bayesian Data Analysis.
#[test]
fn values_no_further_apart_than_their_errors_are_one() {
    let schools = [
        (28.0, 15.0),
        (8.0, 10.0),
        (-3.0, 16.0),
        (7.0, 11.0),
        (-1.0, 9.0),
        (1.0, 11.0),
        (18.0, 10.0),
        (12.0, 18.0),
    ];
    let family = Family::of(&schools).expect("eight values");
    near(family.mean, 7.7, 0.05);
    near(family.error, 4.1, 0.05);
    near(family.spread, 0.0, 0.0);
    near(family.shrunk(28.0, 15.0).value, family.mean, 1e-12);
    assert_eq!(Family::of(&schools[..2]), None);
    assert_eq!(Family::of(&[(1.0, 0.0); 5]), None);
}

/// With equal errors the answer is in closed form, that of James and Stein with the mean estimated: the spread is what the variance of the
/// values is above that of the errors.
#[test]
fn equal_errors_are_those_of_james_and_stein() {
    let values = [3.0, 7.0, 8.0, 12.0, 15.0];
    let family = Family::of(&values.map(|value| (value, 2.0))).expect("five values");
    let variance = values.iter().map(|value| (value - 9.0_f64).powi(2)).sum::<f64>() / 4.0;
    near(family.mean, 9.0, 1e-12);
    near(family.spread, (variance - 4.0).sqrt(), 1e-9);
    near(family.shrunk(15.0, 2.0).value, 9.0 + (1.0 - 4.0 / variance) * 6.0, 1e-9);
}

/// Drawn with a known spread: it is found again, what is left of each value is nearer to the truth than the value, and nineteen of twenty
/// intervals hold it.
#[test]
fn drawn_parameters_are_recovered() {
    let mut dice = mankala::Dice::seeded(23);
    // Twelve even ones less six are as good as normal.
    let mut normal =
        || (0..12).map(|_| f64::from(dice.below(1 << 20)) / f64::from(1 << 20)).sum::<f64>() - 6.0;
    let drawn: Vec<[f64; 3]> = (0..2000)
        .map(|number| {
            let (truth, error) = (10.0 + 2.0 * normal(), 0.5 + f64::from(number % 6) / 2.0);
            [truth, truth + error * normal(), error]
        })
        .collect();
    let values: Vec<(f64, f64)> = drawn.iter().map(|&[_, value, error]| (value, error)).collect();
    let family = Family::of(&values).expect("many values");
    near(family.mean, 10.0, 0.2);
    near(family.spread, 2.0, 0.15);
    let (mut raw, mut left, mut held) = (0.0, 0.0, 0.0);
    for [truth, value, error] in drawn {
        let shrunk = family.shrunk(value, error);
        raw += (value - truth).powi(2);
        left += (shrunk.value - truth).powi(2);
        held += f64::from(u8::from(shrunk.low <= truth && truth <= shrunk.high));
    }
    assert!(left < 0.7 * raw, "{left} {raw}");
    near(held / 2000.0, 0.95, 0.015);
}

/// Times of remission with 6-mercaptopurine: E. J. Freireich and others, Blood 21 (1963), 699–716, the example of textbooks since; the
/// estimates as printed there, the mean up to 35 weeks and its error as in T. M. Therneau's package survival.
#[test]
fn survival_is_that_of_the_textbook() {
    let (mut all, mut cut) = (Histogram::default(), Histogram::default());
    for weeks in [6, 6, 6, 7, 10, 13, 16, 22, 23] {
        all.add(weeks);
    }
    for weeks in [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35] {
        all.add(weeks);
        cut.add(weeks);
    }
    let survival = Survival::new(&all, &cut);
    // Longer than 6, 7, 10, 13, 16, 22, 23 weeks: .857 .807 .753 .690 .627 .538 .448.
    for (share, weeks) in [
        (0.142, 6.0),
        (0.144, 7.0),
        (0.20, 10.0),
        (0.30, 13.0),
        (0.32, 16.0),
        (0.40, 22.0),
        (0.50, 23.0),
    ] {
        assert_eq!(survival.quantile(share), Some(weeks), "{share}");
    }
    assert_eq!(survival.quantile(0.56), None, "nobody knows");
    near(survival.mean(), 23.29, 0.005);
}

/// Without games cut off: the plain mean of 2, 4, 4, 6 is 4.
#[test]
fn survival_without_cuts_is_the_plain_distribution() {
    let mut all = Histogram::default();
    for value in [2, 4, 4, 6] {
        all.add(value);
    }
    let survival = Survival::new(&all, &Histogram::default());
    near(survival.mean(), 4.0, 1e-12);
    assert_eq!(survival.quantile(0.5), Some(4.0));
    assert_eq!(survival.endings().collect::<Vec<_>>(), [(2, 1), (4, 2), (6, 1)]);
}

/// By hand: after 1 of 3 flips the leader loses with two tails; after 2 of 3 never. Two flips ahead by one: heads wins, tails is level. Many
/// flips: Feller's arcsine law.
#[test]
fn coin_flips_have_a_known_course() {
    let of = |quarters, flips| leader_wins(quarters, [(flips, 1)].into_iter());
    near(of(2, 3).unwrap(), 0.75, 1e-12);
    near(of(3, 3).unwrap(), 1.0, 1e-12);
    near(of(2, 2).unwrap(), 1.0, 1e-12);
    // By listing all walks of 5 and of 7 steps.
    near(of(2, 5).unwrap(), 0.875, 1e-12);
    near(of(2, 7).unwrap(), 0.75, 1e-12);
    assert_eq!(of(1, 3), None);
    for (quarter, expected) in [(1, 2.0 / 3.0), (2, 0.75), (3, 5.0 / 6.0)] {
        near(of(quarter, 40_000).unwrap(), expected, 1e-12);
        near(of(quarter, 20_000).unwrap(), expected, 0.005);
    }
    // Half of the walks of 2 flips are level at the end: 8 walks of 3 flips, 6 of whose leaders win, and 1 in 2 of 2.
    let both = leader_wins(2, [(3, 1), (2, 1)].into_iter());
    near(both.unwrap(), (0.75 + 0.5) / (1.0 + 0.5), 1e-12);
}

/// By hand: played 3, 1, 1 times, the square of 5 over 9 + 1 + 1; merging changes nothing.
#[test]
fn repeated_games_count_as_fewer() {
    let mut sample = Sample::default();
    for game in [7, 7, 7, 1, 2] {
        sample.add(game);
    }
    near(sample.different(), 3.0, 0.0);
    near(sample.effective(), 25.0 / 11.0, 1e-12);
    near(Sample::default().effective(), 0.0, 0.0);
    // Of very many games a part stands for all, the same part in whatever order they come.
    let games =
        (0..100_000_u64).map(|game| game.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32));
    let (mut whole, mut halves) = (Sample::default(), [Sample::default(), Sample::default()]);
    for (index, game) in games.enumerate() {
        whole.add(game);
        halves[index % 2].add(game);
    }
    let [mut merged, other] = halves;
    merged.merge(&other);
    assert_eq!(merged, whole);
    near(whole.different() / 100_000.0, 1.0, 0.05);
    near(whole.effective() / 100_000.0, 1.0, 0.05);
}

/// By hand: pairs (1, 3), (2, 5), (3, 4) differ by 2, 3, 1: mean 2, error 1/√3, t = 3.464 with two degrees of freedom, whose p
/// is 1 − t/√(2 + t²).
#[test]
fn differences_are_those_of_pairs() {
    let (mut own, mut other) = (Batches::default(), Batches::default());
    for (game, (less, more)) in (0..).zip([(1, 3), (2, 5), (3, 4)]) {
        other.add(game, less, 1);
        own.add(game, more, 1);
    }
    let found = own.above(&other, 1.0, Scale::Plain, 3).unwrap();
    let error = 1.0 / 3.0_f64.sqrt();
    let t = 2.0 / error;
    near(found.estimate.value, 2.0, 1e-12);
    near(found.estimate.high - 2.0, 4.303 * error, 1e-3);
    near(found.p, 1.0 - t / (2.0 + t * t).sqrt(), 1e-12);
    let ratio = own.above(&other, 1.0, Scale::Log, 3).unwrap();
    near(ratio.estimate.value, 2.0_f64.ln(), 1e-12);
    assert!(own.above(&other, 1.0, Scale::Plain, 1).is_none());
    // Always the same on both sides: nothing to test with.
    assert!(own.above(&own, 1.0, Scale::Plain, 3).is_none());
}

/// By hand: a score of 10/11 is ten to one, 400 points.
#[test]
fn elo_is_four_hundred_for_ten_to_one() {
    near(elo(10.0 / 11.0), 400.0, 1e-9);
    near(elo(0.5), 0.0, 1e-12);
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
    near(low, 5.0 - 2.365 * error, 1e-3);
    near(high, 5.0 + 2.365 * error, 1e-3);
}

/// Computed by the formula of P. Hall (1992) in Python: sixty zeros, 25 ones, ten twos and five tens.
#[test]
fn long_tails_widen_the_interval_upwards() {
    let (mut sums, mut spread) = (Sums::default(), Histogram::default());
    for (value, times) in [(0, 60), (1, 25), (2, 10), (10, 5)] {
        for _ in 0..times {
            sums.add(value, 1);
            spread.add(value);
        }
    }
    near(spread.skewness(), 3.544_228_017_748_91, 1e-12);
    let Estimate { value, low, high } =
        sums.ratio().unwrap().as_skewed(spread.skewness(), sums.games());
    near(value, 0.95, 1e-15);
    near(low, 0.599_058_463_6, 1e-6);
    near(high, 1.597_023_829_7, 1e-6);
}

/// By hand: 3 over 1 and 5 over 3 are 8 over 4; each game is 1 off 2 × x, so the error is √(2 × 2) / 4.
#[test]
fn ratios_take_games_for_clusters() {
    let mut sums = Sums::default();
    sums.add(3, 1);
    let alone = sums.ratio().unwrap();
    assert!(alone.high.is_infinite(), "one game says nothing about others");
    let mut other = Sums::default();
    other.add(5, 3);
    sums.merge(&other);
    let ratio = sums.ratio().unwrap();
    near(ratio.value, 2.0, 1e-15);
    near(ratio.high - ratio.value, 12.706 * 0.5, 1e-3);
    assert_eq!(Sums::default().ratio(), None);
}

#[test]
fn quantiles_are_values_that_came_up() {
    let mut histogram = Histogram::default();
    assert_eq!(histogram.quantile(0.5), None);
    (1..=20).rev().for_each(|value| histogram.add(value));
    for (share, expected) in [(0.0, 1), (0.05, 1), (0.051, 2), (0.5, 10), (0.95, 19), (1.0, 20)] {
        assert_eq!(histogram.quantile(share), Some(expected), "{share}");
    }
    let mut large = Histogram::default();
    large.add(1_000_000);
    let found = large.quantile(0.5).unwrap();
    assert!((999_000..=1_000_000).contains(&found), "{found}");
    histogram.merge(&large);
    assert_eq!(histogram.count(), 21);
    assert_eq!(histogram.entries().count(), 21);
}

/// By hand: the first 1000 games, then those from 2048 to 2111, the thirty-third block of 64.
#[test]
fn some_of_many_games_are_examined() {
    let kalah = Catalogue::new().load("kalah", &[]).expect("Kalah");
    let spec = MatchSpec::new([PlayerSpec::Random; 2], 2100, 1);
    let never = || false;
    let tally = kalah.variant.tally(&spec, 0..2100, Looks::usual(0), 1, &never, &mut || ());
    assert_eq!(tally.plies.watched.sums.games(), 2100);
    assert_eq!(tally.score.sums.games(), 2100);
    for series in [&tally.hand.watched, &tally.lead_changes, &tally.reading] {
        assert_eq!(series.sums.games(), 1052);
    }
    assert_eq!(tally.by_ply[0].games, 1052);
}

/// Returns the smallest value of the bin of a value.
fn floor(value: u64) -> u64 {
    let mut histogram = Histogram::default();
    histogram.add(value);
    histogram.entries().next().expect("a value").0
}

#[test]
fn bins_follow_each_other_without_gaps() {
    let mut begin = 0;
    for _ in 0..20_000 {
        let mut width = 1;
        while floor(begin + width) == begin {
            width *= 2;
        }
        let next = begin + width;
        assert_eq!((floor(next), floor(next - 1)), (next, begin));
        assert!(width * 1000 <= begin.max(1000), "{begin}..{next}");
        begin = next;
    }
    assert!(u64::MAX - floor(u64::MAX) <= u64::MAX / 1000);
}
