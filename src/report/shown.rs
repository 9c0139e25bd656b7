//! Formatting of numbers for people.

use mankala_core::measure::figures::{Number, Spread};
use mankala_core::measure::names::Measure;
use mankala_core::measure::stats::Estimate;

/// Text for a missing value.
pub(super) const NOTHING: &str = "–";

/// Formats a value without its unit.
pub(super) fn bare(measure: Measure, value: f64) -> String {
    if value < 0.0 {
        let text = bare(measure, -value);
        return if text.contains(|it| ('1'..='9').contains(&it)) {
            format!("−{text}")
        } else {
            text
        };
    }
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
        _ if value < 99.995 => format!("{value:.2}"),
        _ if value < 999.95 => format!("{value:.1}"),
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

/// Formats a measure as `115 (87–144; n 200 pairs)`, with what is known.
pub fn figure_text(measure: Measure, number: &Number) -> String {
    let more = [interval(measure, number), n_of(measure, number)];
    match more.join("; ").trim_matches([';', ' ']) {
        "" => value(measure, number),
        more => format!("{} ({more})", value(measure, number)),
    }
}

/// Formats the ends of the interval; empty if there is none.
pub(super) fn interval(measure: Measure, number: &Number) -> String {
    number.interval.map_or_else(String::new, |ends| range(measure, ends))
}

fn range(measure: Measure, ends: [f64; 2]) -> String {
    let [low, high] = ends.map(|end| bare(measure, end));
    let to = if low.starts_with('−') { " to " } else { "–" };
    format!("{low}{to}{high}")
}

/// Formats a value with its interval, shares in per cent.
pub(super) fn with_ends(measure: Measure, estimate: &Estimate) -> String {
    let text = value(measure, &Number::exact(estimate.value));
    if estimate.is_sampled() {
        format!("{text} ({})", range(measure, [estimate.low, estimate.high]))
    } else {
        text
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_numbers_have_a_minus_sign() {
        let elo = |interval| {
            let number = Number { interval: Some(interval), ..Number::exact(-3.4) }.of_games(25);
            figure_text(Measure::EloPerDoubling, &number)
        };
        assert_eq!(elo([-12.0, 182.0]), "−3 (−12 to 182; n 25 pairs)");
        assert_eq!(elo([-0.2, 0.0]), "−3 (0–0; n 25 pairs)");
        assert_eq!(figure_text(Measure::Draws, &Number::exact(0.5)), "50.0 %");
    }
}
