//! Charts of the page, each with a title that states its result.

use super::family::Family;
use super::prelude::*;
use super::svg::{line_path, round_step, spoils};
use super::words::{band, range};
use crate::files::solved::perfect_play;
use mankala_core::text::percent;

pub(super) struct Chart {
    pub(super) id: &'static str,
    /// Title, which states the result.
    pub(super) title: String,
    pub(super) about: String,
    pub(super) body: Markup,
}

fn row(label: &Markup, value: &str, strip: Strip) -> Markup {
    lane(label, value, &strip.finish())
}

/// Returns a row: label, value and picture.
fn lane(label: &Markup, value: &str, picture: &Markup) -> Markup {
    html! {
        div.row {
            div.who { div { (label) } div.n { (value) } }
            div.lane { (picture) }
        }
    }
}

/// Returns the label of a subject, with its player if there are several.
fn label(report: &Report, subject: &Subject) -> Markup {
    html! {
        b { a href={ "#" (subject.card) } { (breakable(&subject.variant)) } }
        @if report.comparison.players.len() > 1 { " " span { (subject.spec.players[0].to_string()) } }
    }
}

/// Returns each subject with its look: colour by game, marks by game or, if there are several players, by player.
fn looks(report: &Report) -> impl Iterator<Item = (&Subject, Look)> {
    let players = report.comparison.players.len().max(1);
    report.subjects.iter().enumerate().map(move |(index, subject)| {
        let (game, player) = (index / players, index % players);
        let form = if players > 1 { player } else { game };
        (subject, look(form).coloured(look(game)))
    })
}

fn axis_row(axis: Axis, ticks: &[f64], say: impl Fn(f64) -> String) -> Markup {
    let mut strip = Strip::new(20, "scale");
    for &tick in ticks {
        strip.words(axis.at(tick), 14, &say(tick));
    }
    row(&html! {}, "", strip)
}

/// Returns the name of a subject for a sentence.
fn named(report: &Report, subject: &Subject) -> String {
    if report.comparison.players.len() > 1 {
        format!("{} by {}", subject.variant, subject.spec.players[0])
    } else {
        subject.variant.clone()
    }
}

/// Draws a score with its interval on a strip.
fn score_strip(axis: Axis, ticks: &[f64], number: &Number, look: Look, says: &str) -> Strip {
    let mut strip = Strip::ticked(26, says, axis, ticks);
    let [low, high] = EVEN.map(|end| axis.at(end));
    strip.band(low, high);
    strip.upright(axis.at(0.5), "even");
    strip.number(axis, number, look);
    strip
}

/// Returns an axis for scores, with even in the middle and just wide enough.
fn score_axis<'a>(numbers: impl Iterator<Item = &'a Number>) -> (Axis, Vec<f64>) {
    let ends = numbers.copied().flat_map(Number::ends);
    let furthest = ends.map(|end| (end - 0.5).abs()).fold(0.1, f64::max);
    let half = ((furthest * 20.0).ceil() / 20.0).min(0.5);
    let axis = Axis::plain(0.5 - half, 0.5 + half);
    let step = round_step(half / 3.0);
    let steps = (half / step + 1e-9).floor();
    let counts = std::iter::successors(Some(-steps), |count| Some(count + 1.0));
    let ticks = counts.take_while(|count| *count <= steps).map(|count| 0.5 + count * step);
    (axis, ticks.collect())
}

/// Draws the fairness of the games: the first player's score by each judge.
pub(super) fn fair(report: &Report) -> Option<Chart> {
    let measure = Measure::FirstPlayerScore;
    let numbers: Vec<Number> = report.judged.iter().map(|c| c.number(measure)).collect();
    let (axis, ticks) = score_axis(numbers.iter());
    if report.judged.is_empty() {
        return None;
    }
    let judged = |variant: &Subject, judge: &Subject, ink: Look| {
        let number = judge.number(measure);
        let (name, words) = (judge.spec.players[0].to_string(), judge.verdict.words());
        let says = shown::with_interval(measure, &number);
        let says = format!("{} by {name}: {says}, {words}", variant.variant);
        let strip = score_strip(axis, &ticks, &number, ink, &says);
        let label = html! { b { (name) } " " span { "n " (judge.games_of_score()) ", " (words) } };
        row(&label, &shown::value(measure, &number), strip)
    };
    let body = html! {
        @for (place, variant) in report.variants().enumerate() {
            h4 { a href={ "#" (variant.card) } { (breakable(&variant.variant)) } }
            @for judge in report.judges_of(variant) { (judged(variant, judge, INK.coloured(look(place)))) }
            (spoils(report.cautions_of(report.judges_of(variant))))
            (spoils(variant.perfect().map(perfect_play)))
        }
        (axis_row(axis, &ticks, percent))
    };
    Some(Chart {
        id: "fair",
        title: format!("{}: {}", Topic::Fair, Topic::Fair.about()),
        about: format!(
            "The first player's score, draws counting one half, with its 95 % interval. Scores in the shaded band count as even. {}",
            band()
        ),
        body,
    })
}

/// Draws one measure of all subjects: dots with intervals on one axis. Each game has the same place in all charts.
pub(super) fn dots(report: &Report, measure: Measure) -> Option<Markup> {
    let rows: Vec<(&Subject, Look, Number)> =
        looks(report).map(|(subject, look)| (subject, look, subject.number(measure))).collect();
    let ends = rows.iter().flat_map(|(_, _, number)| number.ends());
    let (low, high) = ends
        .fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), end| (low.min(end), high.max(end)));
    if low == f64::INFINITY {
        return None;
    }
    let families = families(report, measure);
    // Wide enough for most of the atlas, unless that would compress the compared values.
    let most = families.iter().flatten().map(|family| family.quantile(0.95));
    let most = most.fold(0.0, f64::max).min(2.0 * high);
    let to = if high > 0.0 { most.max(high * 1.05) } else { 1.0 };
    let axis = Axis::plain(low.min(0.0), to);
    let ticks = axis.ticks(4.0);
    let mut drawn = vec![false; families.len()];
    let mut lanes = Vec::new();
    for (subject, look, number) in &rows {
        let value = shown::value(measure, number);
        let says = shown::with_interval(measure, number);
        let says = format!("{}: {says}", named(report, subject));
        let player = player_of(report, subject);
        let family = families[player].as_ref();
        let above = family.zip(number.value).map(|(family, value)| {
            format!("more than {} of all games", percent(family.below(value)))
        });
        let n = Some(shown::n_of(measure, number)).filter(|n| !n.is_empty());
        let more = join(n.into_iter().chain(above), ", ");
        let mut strip = Strip::ticked(26, &format!("{says}, {more}"), axis, &ticks);
        if let Some(family) = family {
            let id = format!("family-{measure}-{player}");
            let again = std::mem::replace(&mut drawn[player], true);
            strip.within(26, &ticks_of(family, axis, &id, again));
        }
        if let Some(flips) = subject.coin_flips(measure) {
            strip.upright(axis.at(flips), "even");
        }
        strip.number(axis, number, *look);
        let label = html! { (label(report, subject)) " " span { (more) } };
        let strip = html! { a href={ "#" (subject.card) } { (strip.finish()) } };
        lanes.push(lane(&label, &value, &strip));
    }
    let mut flips = rows.iter().filter_map(|(subject, ..)| subject.coin_flips(measure));
    let players: BTreeSet<String> = rows.iter().map(|row| row.0.who_of(measure)).collect();
    Some(html! {
        div.panel {
            h4 { (measure.label()) }
            @for lane in lanes { (lane) }
            (axis_row(axis, &ticks, |tick| shown::tick(measure, tick)))
            p.about {
                (with_code(measure.definition()))
                @if flips.next().is_some() { " The line shows games of the same lengths decided by coin flips." }
                (family_words(&families)) " "
                small { (measure.unit()) "; " (join(players, ", ")) "; interval: " (measure.interval()) "." }
            }
        }
    })
}

/// Returns the figures of the atlas for each player, if it has any.
fn families(report: &Report, measure: Measure) -> Vec<Option<Family>> {
    let players = report.subjects.iter().take(report.comparison.players.len());
    players.map(|subject| Family::of(measure, &subject.spec)).collect()
}

/// Returns the index of a subject's player.
fn player_of(report: &Report, subject: &Subject) -> usize {
    let mut players = report.comparison.players.iter();
    players.position(|player| *player == subject.spec.players[0]).unwrap_or(0)
}

/// Draws the figures of the atlas as grey ticks, each place once; later calls refer to the first drawing.
fn ticks_of(family: &Family, axis: Axis, id: &str, again: bool) -> Markup {
    if again {
        return html! { use href={ "#" (id) } {} };
    }
    let within = family.values.iter().filter(|value| (axis.from..=axis.to).contains(*value));
    let mut places: Vec<String> =
        within.map(|&value| format!("M{:.1} 24V76", axis.at(value))).collect();
    places.dedup();
    html! { path.family #(id) d=(places.concat()) {} }
}

/// Returns the explanation of the ticks.
fn family_words(families: &[Option<Family>]) -> String {
    let Some(Family { values, version }) = families.iter().flatten().next() else {
        return String::new();
    };
    let games = values.len();
    format!(" Grey ticks: the {games} games of the atlas by the same player (mankala {version}).")
}

/// Draws the lengths of games: a small histogram for each subject over one axis.
pub(super) fn lengths(report: &Report) -> Chart {
    let ends = |subject: &Subject| {
        let spread = &subject.tally.plies.watched.spread;
        Some([spread.quantile(0.005)?, spread.quantile(0.995)?].map(|plies| real(plies.into())))
    };
    let ends: Vec<[f64; 2]> = report.subjects.iter().filter_map(ends).collect();
    let least = |end: usize| ends.iter().map(|ends| ends[end]).fold(f64::INFINITY, f64::min);
    let (least, shortest) = (least(0), least(1));
    let most = ends.iter().map(|[_, high]| *high).fold(1.0, f64::max);
    let doubling = most > 4.0 * shortest;
    let from = if doubling { least.clamp(1.0, most / 2.0) * 0.9 } else { 0.0 };
    let axis = Axis { from, to: most * 1.02 + 1.0, doubling };
    let ticks = axis.ticks(6.0);
    let shapes: Vec<Vec<f64>> = report.subjects.iter().map(|c| density(c, axis)).collect();
    let highest = shapes.iter().flatten().copied().fold(1e-12, f64::max);
    let body = html! {
        @for ((subject, look), shape) in looks(report).zip(&shapes) {
            (length_row(report, subject, look, axis, &ticks, (shape, highest)))
        }
        (axis_row(axis, &ticks, |tick| format!("{tick:.0}")))
    };
    let median =
        |it: &Subject| Some((named(report, it), it.number(Measure::Plies).spread?.median?));
    let mut medians: Vec<(String, f64)> = report.subjects.iter().filter_map(median).collect();
    sort_by(&mut medians, |a, b| a.1.total_cmp(&b.1));
    let title = match &medians[..] {
        [(short, low), .., (long, high)] if low < high => format!(
            "Half of the games of {short} are over after {low:.0} plies, of {long} after {high:.0}"
        ),
        [(_, median), ..] => format!("Half of the games are over after {median:.0} plies"),
        [] => "No game was finished".to_owned(),
    };
    let scale = if doubling { " The axis is logarithmic." } else { "" };
    let cut = length_cut(report, axis);
    Chart {
        id: "lengths",
        title,
        about: format!(
            "Plies of the games. All areas are equal. The bar extends from the 5th to the 95th percentile; the mark is the median.{scale}{cut}"
        ),
        body,
    }
}

/// Returns a note if games exceed the axis of lengths.
fn length_cut(report: &Report, axis: Axis) -> String {
    let ends = |share| {
        let subjects = report.subjects.iter();
        subjects.filter_map(move |subject| subject.tally.plies.watched.spread.quantile(share))
    };
    let [shortest, longest] = [ends(0.0).min(), ends(1.0).max()].map(|plies| plies.unwrap_or(0));
    let (from, to) = (axis.from.ceil(), axis.to.floor());
    let mut text = String::new();
    if real(shortest.into()) < axis.from {
        text += &format!(" Cut below {from:.0} plies; the shortest game has {shortest}.");
    }
    if real(longest.into()) > axis.to {
        text += &format!(" Cut above {to:.0} plies; the longest game has {longest}.");
    }
    text
}

/// Returns the distribution of a subject's lengths along the axis, as heights of bins of equal width.
fn density(subject: &Subject, axis: Axis) -> Vec<f64> {
    const BINS: usize = 72;
    let mut bins = vec![0.0; BINS];
    let all = real(subject.tally.games().max(1).into());
    let width = 100.0 / real(BINS as u128);
    for (plies, games) in subject.tally.plies.survival().endings() {
        // A number of plies extends from half a ply below to half a ply above.
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
    subject: &Subject,
    look: Look,
    axis: Axis,
    ticks: &[f64],
    (shape, highest): (&[f64], f64),
) -> Markup {
    const TALL: u32 = 38;
    let number = subject.number(Measure::Plies);
    let (name, spread) = (named(report, subject), shown::spread(Measure::Plies, &number));
    let says = format!("{name}: median and percentiles {spread}");
    let mut strip = Strip::ticked(TALL + 14, &says, axis, ticks);
    let bins = real(shape.len() as u128);
    let steps = shape.iter().enumerate().flat_map(|(bin, height)| {
        let left = 100.0 * real(bin as u128) / bins;
        let y = 100.0 - 98.0 * height / highest;
        [(left, y), (left + 100.0 / bins, y)]
    });
    let path = line_path(std::iter::once((0.0, 100.0)).chain(steps)) + "L100 100Z";
    strip.within(
        TALL,
        &html! {
            path d=(path) vector-effect="non-scaling-stroke" fill=(look.colour) fill-opacity=".28"
                stroke=(look.colour) stroke-width="1.2" {}
        },
    );
    let y = TALL + 7;
    let spread = number.spread;
    let p5 = spread.and_then(|spread| spread.p5);
    if let Some(p5) = p5 {
        // If too many games were cut off, the bar extends to the end of the axis.
        let p95 = spread.and_then(|spread| spread.p95).unwrap_or(axis.to);
        strip.level(axis.at(p5), axis.at(p95), y, look.colour, 2.5);
    }
    let median = spread.and_then(|spread| spread.median);
    if let Some(median) = median {
        strip.mark(axis.at(median), y, look);
    }
    let median = median.map_or_else(|| shown::NOTHING.to_owned(), |median| format!("{median:.0}"));
    row(&label(report, subject), &median, strip)
}

/// Draws the gain from looking ahead: a panel of scores for each variant.
pub(super) fn ladder(report: &Report) -> Option<Chart> {
    let (axis, ticks) = score_axis(report.strength.iter().map(|rung| &rung.score));
    let body = html! {
        div.panels.wide {
            @for subject in report.variants() {
                div.panel {
                    h4 { (breakable(&subject.variant)) }
                    @for rung in report.strength.iter().filter(|rung| rung.variant == subject.variant) {
                        (rung_row(rung, axis, &ticks))
                    }
                    (axis_row(axis, &ticks, percent))
                }
            }
        }
    };
    let gain = |rung: &&Rung| rung.score.interval.is_some_and(|[low, _]| low > 0.5);
    let gains = report.strength.iter().filter(gain).count();
    let all = report.strength.len();
    let opening = report.strength.first()?.spec.opening_plies;
    let (games, _) = range(report.strength.iter().map(|rung| rung.spec.games));
    Some(Chart {
        id: "strength",
        title: format!("Doubling the effort helps in {gains} of {all} steps (interval above 50 %)"),
        about: format!(
            "Score of the player named first, with its 95 % interval, over {games} games each. Games are in pairs from one opening of {opening} random plies, with seats swapped."
        ),
        body,
    })
}

fn rung_row(rung: &Rung, axis: Axis, ticks: &[f64]) -> Markup {
    let [stronger, weaker] = rung.spec.players;
    let value = shown::value(Measure::FirstPlayerScore, &rung.score);
    let says = shown::with_interval(Measure::FirstPlayerScore, &rung.score);
    let says = format!("{stronger} against {weaker}: {says}");
    let strip = score_strip(axis, ticks, &rung.score, INK, &says);
    let against = weaker.to_string();
    let against = against.split_once(':').map_or(&*against, |(_, effort)| effort);
    let label = html! { (stronger.to_string()) " against " (against) };
    row(&label, &value, strip)
}
