//! The charts of the page, each with a title that says what is seen.

use std::fmt::Write as _;

use super::report::{Column, Report, Rung};
use super::shown;
use super::svg::{Axis, INK, Look, Strip, breakable, escaped, line_path, look, round_step};
use crate::measure::figures::Number;
use crate::measure::names::Measure;
use crate::measure::stats::real;

/// A chart with its title and how to read it.
pub(super) struct Chart {
    /// Names it within the page.
    pub(super) id: &'static str,
    /// What is seen.
    pub(super) title: String,
    /// How to read it.
    pub(super) about: String,
    /// The chart itself, as HTML.
    pub(super) body: String,
}

/// Where the branching chart ends, so that a few very long games do not squeeze the others.
const PLIES_DRAWN: usize = 150;

/// A row: who, how much, and a strip.
fn row(label: &str, value: &str, strip: &str) -> String {
    format!(
        "<div class=\"row\"><div class=\"who\"><div>{label}</div><div class=\"n\">{value}</div></div><div class=\"lane\">{strip}</div></div>"
    )
}

/// The label of a column, with its player where there are several.
fn label(report: &Report, column: &Column) -> String {
    let variant = breakable(&column.variant);
    if report.comparison.players.len() > 1 {
        format!(
            "<b>{variant}</b> <span>{}</span>",
            escaped(&column.player())
        )
    } else {
        format!("<b>{variant}</b>")
    }
}

/// The look of each column: by player.
fn looks(report: &Report) -> impl Iterator<Item = (&Column, Look)> {
    let players = report.comparison.players.len().max(1);
    let columns = report.columns.iter().enumerate();
    columns.map(move |(index, column)| (column, look(index % players)))
}

/// The axis as a row of its own.
fn axis_row(axis: Axis, ticks: &[f64], say: impl Fn(f64) -> String) -> String {
    let mut strip = Strip::new(20, "scale");
    for &tick in ticks {
        strip.words(axis.at(tick), 14, &say(tick));
    }
    row("", "", &strip.finish())
}

/// The columns with the smallest and the largest value of a measure.
fn extremes(
    report: &Report,
    measure: impl Fn(&Column) -> Option<f64>,
) -> Option<[(&Column, f64); 2]> {
    let pair = |column| Some((column, measure(column)?));
    let values: Vec<(&Column, f64)> = report.columns.iter().filter_map(pair).collect();
    let least = values.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let most = values.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some([*least, *most])
}

/// The name of a column within a sentence.
fn named(report: &Report, column: &Column) -> String {
    if report.comparison.players.len() > 1 {
        format!("{} by {}", column.variant, column.players[0])
    } else {
        column.variant.clone()
    }
}

/// A score with its interval on a strip.
fn score_strip(axis: Axis, ticks: &[f64], number: &Number, look: Look, says: &str) -> String {
    let mut strip = Strip::new(26, says);
    for &tick in ticks {
        strip.upright(axis.at(tick), "grid");
    }
    strip.upright(axis.at(0.5), "even");
    if let Some([low, high]) = number.interval {
        strip.level(axis.at(low), axis.at(high), 13, look.colour, 3.0);
    }
    if let Some(value) = number.value {
        strip.mark(axis.at(value), 13, look);
    }
    strip.finish()
}

/// An axis for scores, even in the middle, just wide enough.
fn score_axis<'a>(numbers: impl Iterator<Item = &'a Number>) -> (Axis, Vec<f64>) {
    let ends = numbers.filter_map(|number| number.interval).flatten();
    let furthest = ends.map(|end| (end - 0.5).abs()).fold(0.05, f64::max);
    let half = ((furthest * 20.0).ceil() / 20.0).min(0.5);
    let axis = Axis {
        from: 0.5 - half,
        to: 0.5 + half,
        doubling: false,
    };
    let step = round_step(half / 3.0);
    let steps = (half / step + 1e-9).floor();
    let mut ticks = Vec::new();
    let mut tick = -steps;
    while tick <= steps {
        ticks.push(0.5 + tick * step);
        tick += 1.0;
    }
    (axis, ticks)
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Who wins: the first player's score with its interval.
pub(super) fn balance(report: &Report) -> Chart {
    let measure = Measure::FirstPlayerScore;
    let numbers: Vec<Number> = report.columns.iter().map(|c| c.number(measure)).collect();
    let (axis, ticks) = score_axis(numbers.iter());
    let mut body = String::new();
    for ((column, look), number) in looks(report).zip(&numbers) {
        let value = shown::value(measure, number);
        let says = format!(
            "{}: {value}, interval {}",
            named(report, column),
            shown::interval(measure, number)
        );
        let strip = score_strip(axis, &ticks, number, look, &says);
        body += &row(&label(report, column), &value, &strip);
    }
    body += &axis_row(axis, &ticks, percent);
    let uneven = report.columns.iter().filter(|column| {
        let p = column.number(Measure::BalancePHolm).value;
        p.is_some_and(|p| p < 0.05)
    });
    let uneven: Vec<String> = uneven
        .map(|column| {
            let first = column.tally.results[0] > column.tally.results[1];
            let side = if first { "first" } else { "second" };
            format!("{} favours the {side} player", named(report, column))
        })
        .collect();
    let title = match uneven.len() {
        0 => "No side is clearly favoured in these games".to_owned(),
        1..=3 => uneven.join("; "),
        some if report.comparison.players.len() == 1 => {
            format!(
                "{some} of {} variants favour one side",
                report.columns.len()
            )
        }
        some => format!(
            "In these games, {some} of {} columns favour one side",
            report.columns.len()
        ),
    };
    Chart {
        id: "balance",
        title,
        about: "The first player's score, a draw counted one half, with its 95 % interval; the middle line is an even game. A side is called favoured where the balance test says so at 5 % after Holm's correction.".to_owned(),
        body,
    }
}

/// How long games are: a small histogram for each column over one axis.
pub(super) fn lengths(report: &Report) -> Chart {
    let ends = |column: &Column| {
        let spread = &column.tally.plies.spread;
        Some([spread.quantile(0.005)?, spread.quantile(0.995)?].map(|plies| real(plies.into())))
    };
    let ends: Vec<[f64; 2]> = report.columns.iter().filter_map(ends).collect();
    let least = ends
        .iter()
        .map(|[low, _]| *low)
        .fold(f64::INFINITY, f64::min);
    let most = ends.iter().map(|[_, high]| *high).fold(1.0, f64::max);
    let shortest = ends
        .iter()
        .map(|[_, high]| *high)
        .fold(f64::INFINITY, f64::min);
    let doubling = most > 4.0 * shortest;
    let from = if doubling {
        least.clamp(1.0, most / 2.0) * 0.9
    } else {
        0.0
    };
    let axis = Axis {
        from,
        to: most * 1.02 + 1.0,
        doubling,
    };
    let ticks = axis.ticks(6.0);
    let shapes: Vec<Vec<f64>> = report.columns.iter().map(|c| density(c, axis)).collect();
    let highest = shapes.iter().flatten().copied().fold(1e-12, f64::max);
    let mut body = String::new();
    for ((column, look), shape) in looks(report).zip(&shapes) {
        body += &length_row(report, column, look, axis, &ticks, (shape, highest));
    }
    body += &axis_row(axis, &ticks, |tick| format!("{tick:.0}"));
    let median = |column: &Column| column.number(Measure::Plies).spread.map(|s| s.median);
    let title = match extremes(report, median) {
        Some([(short, low), (long, high)]) if low < high => format!(
            "Half of the games of {} are over after {low:.0} plies, of {} after {high:.0}",
            named(report, short),
            named(report, long)
        ),
        Some([(_, median), _]) => format!("Half of the games are over after {median:.0} plies"),
        None => "No game was finished".to_owned(),
    };
    let scale = if doubling {
        " On the axis each doubling takes the same room."
    } else {
        ""
    };
    let cut = length_cut(report, axis);
    Chart {
        id: "lengths",
        title,
        about: format!(
            "How many plies games have. All areas are equal; the bar runs from the 5th to the 95th percentile, the mark is the median.{scale}{cut}"
        ),
        body,
    }
}

/// Where the axis of lengths is cut, if games run beyond it.
fn length_cut(report: &Report, axis: Axis) -> String {
    let ends = |share| {
        let columns = report.columns.iter();
        columns.filter_map(move |column| column.tally.plies.spread.quantile(share))
    };
    let [shortest, longest] = [ends(0.0).min(), ends(1.0).max()].map(|plies| plies.unwrap_or(0));
    let mut text = String::new();
    if real(shortest.into()) < axis.from {
        let _ = write!(
            text,
            " Cut below {:.0} plies; the shortest game has {shortest}.",
            axis.from.ceil()
        );
    }
    if real(longest.into()) > axis.to {
        let _ = write!(
            text,
            " Cut above {:.0} plies; the longest game has {longest}.",
            axis.to.floor()
        );
    }
    text
}

/// How the lengths of a column are spread along the axis, as heights of narrow bins of equal width.
fn density(column: &Column, axis: Axis) -> Vec<f64> {
    const BINS: usize = 72;
    let mut bins = vec![0.0; BINS];
    let all = real(column.tally.finished().max(1).into());
    let width = 100.0 / real(BINS as u128);
    for (plies, games) in column.tally.plies.spread.entries() {
        // A number of plies takes the room from half a ply below to half a ply above.
        let plies = real(plies.into());
        let [from, to] = [plies - 0.5, plies + 0.5].map(|end| axis.at(end));
        for (bin, height) in bins.iter_mut().enumerate() {
            let low = real(bin as u128) * width;
            let common = (to.min(low + width) - from.max(low)).max(0.0);
            if common > 0.0 {
                *height += real(games.into()) / all * common / (to - from);
            }
        }
    }
    bins
}

fn length_row(
    report: &Report,
    column: &Column,
    look: Look,
    axis: Axis,
    ticks: &[f64],
    (shape, highest): (&[f64], f64),
) -> String {
    const TALL: u32 = 38;
    let number = column.number(Measure::Plies);
    let says = format!(
        "{}: median and percentiles {}",
        named(report, column),
        shown::spread(Measure::Plies, &number)
    );
    let mut strip = Strip::new(TALL + 14, &says);
    for &tick in ticks {
        strip.upright(axis.at(tick), "grid");
    }
    let bins = real(shape.len() as u128);
    let steps = shape.iter().enumerate().flat_map(|(bin, height)| {
        let left = 100.0 * real(bin as u128) / bins;
        let y = 100.0 - 98.0 * height / highest;
        [(left, y), (left + 100.0 / bins, y)]
    });
    let path = line_path(std::iter::once((0.0, 100.0)).chain(steps)) + "L100 100Z";
    let style = format!(
        "fill=\"{0}\" fill-opacity=\".28\" stroke=\"{0}\" stroke-width=\"1.2\"",
        look.colour
    );
    strip.stretched(TALL, &path, &style);
    if let Some(spread) = number.spread {
        let y = TALL + 7;
        strip.level(axis.at(spread.p5), axis.at(spread.p95), y, look.colour, 2.5);
        strip.mark(axis.at(spread.median), y, look);
    }
    let median = number.spread.map_or_else(
        || shown::NOTHING.to_owned(),
        |spread| format!("{:.0}", spread.median),
    );
    row(&label(report, column), &median, &strip.finish())
}

/// How much there is to choose from as the game goes on: a panel for each variant.
pub(super) fn branching(report: &Report) -> Chart {
    let lines: Vec<Vec<f64>> = report
        .columns
        .iter()
        .map(Column::branching_by_ply)
        .collect();
    let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
    let drawn = longest.clamp(2, PLIES_DRAWN);
    let shown = lines.iter().flat_map(|line| line.iter().take(drawn));
    let most = shown.copied().fold(1.0, f64::max);
    let x = Axis {
        from: 1.0,
        to: real(drawn as u128),
        doubling: false,
    };
    let y = Axis {
        from: 1.0,
        to: 1.05 * most.max(2.0),
        doubling: true,
    };
    let path = |line: &[f64]| {
        let points = line.iter().take(drawn).enumerate();
        line_path(points.map(|(ply, &value)| (x.at(real(ply as u128 + 1)), 100.0 - y.at(value))))
    };
    let players = report.comparison.players.len().max(1);
    let mut body = String::from("<div class=\"panels\">");
    for (index, column) in report.variants().enumerate() {
        let own = index * players..(index + 1) * players;
        let says = format!("Legal moves by ply in {}", column.variant);
        let mut strip = Strip::new(164, &says);
        for tick in y.ticks(4.0) {
            strip.stretched(
                128,
                &format!("M0 {0:.2}H100", 100.0 - y.at(tick)),
                "class=\"grid\"",
            );
        }
        for (other, line) in lines.iter().enumerate() {
            if !own.contains(&other) {
                strip.stretched(128, &path(line), "class=\"other\"");
            }
        }
        for (player, line) in lines[own].iter().enumerate() {
            let Look { colour, dashes, .. } = look(player);
            let style = format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\""
            );
            strip.stretched(128, &path(line), &style);
        }
        for tick in x.ticks(4.0).into_iter().filter(|tick| *tick > 0.0) {
            strip.words(x.at(tick), 144, &format!("{tick:.0}"));
        }
        strip.words(50.0, 160, "ply");
        let mut scale = String::new();
        for tick in y.ticks(4.0) {
            let place = 100.0 - y.at(tick);
            let _ = write!(scale, "<span style=\"top:{place:.2}%\">{tick}</span>");
        }
        let _ = write!(
            body,
            "<div class=\"panel\"><h4>{}</h4><div class=\"axis\" aria-hidden=\"true\">moves</div><div class=\"plot\"><div class=\"scale\" aria-hidden=\"true\">{scale}</div>{}</div></div>",
            breakable(&column.variant),
            strip.finish()
        );
    }
    body += "</div>";
    let title = match extremes(report, |column| column.number(Measure::Branching).value) {
        Some([(few, low), (many, high)]) if report.columns.len() > 1 => format!(
            "{} leaves {low:.1} moves to choose from, {} {high:.1}",
            named(report, few),
            named(report, many)
        ),
        Some([(_, mean), _]) => format!("{mean:.1} moves to choose from"),
        None => "No game was finished".to_owned(),
    };
    let others = if lines.len() > players {
        " Grey: the other variants."
    } else {
        ""
    };
    let cut = if longest > drawn {
        format!(" Cut at ply {drawn}.")
    } else {
        String::new()
    };
    Chart {
        id: "branching",
        title,
        about: format!(
            "Mean number of legal moves at each ply of the finished games that came so far, as long as one in ten did. Upwards, each doubling takes the same room.{others}{cut}"
        ),
        body,
    }
}

/// How much looking ahead brings: a panel of scores for each variant.
pub(super) fn ladder(report: &Report) -> Option<Chart> {
    let (axis, ticks) = score_axis(report.strength.iter().map(|rung| &rung.score));
    let mut body = String::from("<div class=\"panels wide\">");
    for column in report.variants() {
        let rungs = report.strength.iter();
        let rungs = rungs.filter(|rung| rung.variant == column.variant);
        let _ = write!(
            body,
            "<div class=\"panel\"><h4>{}</h4>",
            breakable(&column.variant)
        );
        for rung in rungs {
            body += &rung_row(rung, axis, &ticks);
        }
        body += &axis_row(axis, &ticks, percent);
        body += "</div>";
    }
    body += "</div>";
    let gain = |rung: &&Rung| rung.score.interval.is_some_and(|[low, _]| low > 0.5);
    let gains = report.strength.iter().filter(gain).count();
    let all = report.strength.len();
    let opening = report.strength.first()?.opening_plies;
    Some(Chart {
        id: "strength",
        title: format!(
            "Looking further ahead is clearly better in {gains} of {all} pairings (interval above 50 %)"
        ),
        about: format!(
            "Score of the player named first against the second, with its 95 % interval, over {} games each after {opening} random plies, seats swapped in pairs: alphabeta one ply deeper, mcts with twice the iterations.",
            report.strength.first()?.games
        ),
        body,
    })
}

fn rung_row(rung: &Rung, axis: Axis, ticks: &[f64]) -> String {
    let [stronger, weaker] = rung.players;
    let value = shown::value(Measure::Strength, &rung.score);
    let says = format!(
        "{stronger} against {weaker}: {value}, interval {}",
        shown::interval(Measure::Strength, &rung.score)
    );
    let strip = score_strip(axis, ticks, &rung.score, INK, &says);
    let against = weaker.to_string();
    let against = against
        .split_once(':')
        .map_or(&*against, |(_, effort)| effort);
    let label = format!("{stronger} against {against}");
    row(&label, &value, &strip)
}
