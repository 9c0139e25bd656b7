//! Formatting of numbers for people.

use mankala_core::measure::figures::{Number, Spread};
use mankala_core::measure::names::Measure;
use mankala_core::measure::stats::Estimate;

/// Text for a missing value.
pub(super) const NOTHING: &str = "–";

/// Formats a value without its unit.
pub(super) fn bare(measure: Measure, value: f64) -> String {
    match measure {
        // Rare events, such as endless moves, are not shown as 0.
        _ if measure.is_share() && value > 0.0 && value < 0.0005 => {
            let digits = if value < 0.000_05 { 3 } else { 2 };
            format!("{:.digits$}", 100.0 * value)
        }
        _ if measure.is_share() => format!("{:.1}", 100.0 * value),
        Measure::Games | Measure::Different | Measure::Effective | Measure::EloPerDoubling => {
            format!("{value:.0}")
        }
        _ if value.abs() < 99.995 => format!("{value:.2}"),
        _ if value.abs() < 999.95 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// Formats a round value at an axis.
pub(super) fn tick(measure: Measure, value: f64) -> String {
    if measure.is_share() {
        return format!("{} %", (value * 1e8).round() / 1e6);
    }
    format!("{}", (value * 1e6).round() / 1e6)
}

/// Formats the value, shares in per cent, or its lower bound.
pub(super) fn value(measure: Measure, number: &Number) -> String {
    let unit = if measure.is_share() { " %" } else { "" };
    match (number.value, number.at_least) {
        (_, Some(least)) => format!("≥ {}{unit}", bare(measure, least)),
        (Some(value), None) => format!("{}{unit}", bare(measure, value)),
        (None, None) => NOTHING.to_owned(),
    }
}

/// Formats a measure without an interval, as tables do.
pub fn figure_text(measure: Measure, figure: f64) -> String {
    value(measure, &Number::exact(figure))
}

/// Formats the ends of the interval; empty if there is none.
pub(super) fn interval(measure: Measure, number: &Number) -> String {
    number.interval.map_or_else(String::new, |[low, high]| {
        format!("{}–{}", bare(measure, low), bare(measure, high))
    })
}

/// Formats the number of games, pairs of games or positions behind a number; empty if it is exact.
pub(super) fn count(measure: Measure, number: &Number) -> String {
    match (number.n, measure) {
        (0, _) => String::new(),
        (1, Measure::EloPerDoubling) => "1 pair".to_owned(),
        (pairs, Measure::EloPerDoubling) => format!("{pairs} pairs"),
        (n, _) => n.to_string(),
    }
}

/// Formats the number of games behind a number as `n 50`; empty if it is exact.
pub(super) fn n_of(measure: Measure, number: &Number) -> String {
    match count(measure, number) {
        none if none.is_empty() => none,
        count => format!("n {count}"),
    }
}

/// Formats the value and its interval for a sentence.
pub(super) fn with_interval(measure: Measure, number: &Number) -> String {
    let value = value(measure, number);
    match interval(measure, number) {
        none if none.is_empty() => format!("{value}, no interval"),
        ends => format!("{value}, interval {ends}"),
    }
}

/// Formats the median and the range from the 5th to the 95th percentile; empty if there is none.
pub(super) fn spread(measure: Measure, number: &Number) -> String {
    let short = |value: Option<f64>| match value {
        // Too many games were cut off.
        None => "?".to_owned(),
        Some(value) if measure.is_share() || value.fract() != 0.0 => bare(measure, value),
        Some(value) => format!("{value:.0}"),
    };
    number.spread.map_or_else(String::new, |spread| {
        let Spread { median, p5, p95 } = spread;
        format!("{}, {}–{}", short(median), short(p5), short(p95))
    })
}

/// Formats a difference with its sign, shares in percentage points.
pub(super) fn signed(measure: Measure, value: f64) -> String {
    let sign = if value < 0.0 { "−" } else { "+" };
    format!("{sign}{}", bare(measure, value.abs()))
}

/// Formats the ends of the interval of a difference.
pub(super) fn ends(measure: Measure, estimate: &Estimate) -> String {
    let [low, high] = [estimate.low, estimate.high].map(|end| signed(measure, end));
    format!("{low} to {high}")
}

/// Formats a probability.
pub(super) fn chance(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}
