//! Sweep on the page: a chart for each measure over the first key, with a line for each value of the second.

use super::prelude::*;
use super::svg::{APART, spoils};
use super::sweep::Asked;
use mankala_core::text::width::{self, widest, width_of};

/// Size of a chart without its labels at the right, and places of the first and the last value in it.
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 246.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 350.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 204.0;
/// Width of a letter (few are wider), and height of a line.
const LETTER: f64 = 6.8;
const LINE: f64 = 12.0;
/// Maximum number of letters in a label.
const LETTERS: usize = 19;

impl Report {
    /// Returns the charts of all measures, with their results in words.
    pub(super) fn sweep_charts(&self, sweep: &Sweep) -> Markup {
        let mut seen = BTreeSet::new();
        let measures = self.asked().into_iter().map(|asked| asked.measure);
        let measures = measures.filter(|it| seen.insert(*it));
        let slices = sweep.slices();
        html! {
            section #sweep {
                h2 { "Effects of the keys" }
                @for words in self.sweep_proved(sweep).into_iter().chain(self.sweep_answers(sweep)).chain(sweep.notes()) {
                    p.about { (breakable(&words)) }
                }
                (legend(sweep))
                @for measure in measures {
                    figure id={ "sweep-" (measure) } {
                        figcaption { h3 { (measure.label()) } p { (measure.definition().replace('`', "")) } }
                        div.panels.wide {
                            @for asked in self.asked_of(measure) {
                                @let said = spoils(self.sweep_words(sweep, asked));
                                @if let [slice] = &slices[..] { (self.sweep_panel(sweep, asked, slice, &said)) }
                                @else {
                                    @for slice in &slices { (self.sweep_panel(sweep, asked, slice, &html! {})) }
                                    // Notes on all charts of a player stand below them.
                                    div.below { (said) }
                                }
                            }
                        }
                    }
                    "\n"
                }
            }
        }
    }

    /// Returns one chart: player, lines, and text below.
    fn sweep_panel(&self, sweep: &Sweep, asked: Asked, slice: &[usize], below: &Markup) -> Markup {
        let words = [self.who(asked), sweep.slice_words(slice)];
        let heading = join(words.iter().filter(|words| !words.is_empty()), ", ");
        let heading = heading + &self.sweep_n(sweep, asked);
        html! {
            div.panel { h4 { (breakable(&heading)) } (self.sweep_lines(sweep, asked, slice, &heading)) (below) }
            "\n"
        }
    }

    /// Returns one axis for all charts of a measure, so that they can be compared.
    fn sweep_axis(&self, sweep: &Sweep, measure: Measure) -> Axis {
        let numbers = self
            .asked_of(measure)
            .flat_map(|asked| sweep.cells.iter().map(move |cell| self.answer(cell, asked)));
        let ends = numbers.flat_map(Number::ends);
        let (least, most) =
            ends.fold((f64::MAX, f64::MIN), |(least, most), end| (least.min(end), most.max(end)));
        let room = 0.04 * (most - least).max(1e-6 * most.abs().max(1.0));
        let below = least - room;
        let from = if least >= 0.0 { below.max(0.0) } else { below };
        Axis::plain(from, most + room)
    }

    fn sweep_lines(&self, sweep: &Sweep, asked: Asked, slice: &[usize], heading: &str) -> Markup {
        let measure = asked.measure;
        let first = &sweep.factors[0];
        let lines = sweep.factors.get(1).map_or(1, |second| second.values.len());
        let answer = |row: usize, line: usize| {
            let at = match sweep.factors.len() {
                1 => vec![row],
                _ => [&[row, line], slice].concat(),
            };
            sweep.cell(&at).map_or_else(Number::default, |cell| self.answer(cell, asked))
        };
        let rows = first.values.len();
        let axis = self.sweep_axis(sweep, measure);
        let up = |value: f64| BOTTOM - (BOTTOM - TOP) * axis.at(value) / 100.0;
        let across = |row: usize, line: usize| {
            // Marks of one value stand side by side, so that none hides another.
            let apart = (24.0 / (real(lines as u128) - 1.0).max(1.0)).min(3.0);
            let aside = apart * (real(line as u128) - (real(lines as u128) - 1.0) / 2.0);
            place_of(row, rows) + aside
        };
        let named = sweep
            .factors
            .get(1)
            .map(|second| second.values.iter().map(|value| cut(value)).collect::<Vec<_>>());
        let letters = widest(named.iter().flatten().map(String::as_str));
        let width = WIDTH.max(RIGHT + 8.0 + LETTER * real(letters as u128));
        let says = format!("{}, {heading}, over {}", measure.label(), first.name());
        // A value is labelled if there is room for it.
        let (mut free, mut columns) = (f64::MIN, Vec::new());
        for (row, value) in first.values.iter().enumerate() {
            let (x, value) = (place_of(row, rows), cut(value));
            let half = LETTER * real(width_of(&value) as u128) / 2.0;
            if x - half < free {
                continue;
            }
            free = x + half + LETTER;
            columns.push((x, value));
        }
        let mut labels: Vec<(f64, usize)> = Vec::new();
        let mut drawings = Vec::new();
        for line in 0..lines {
            let name = sweep.factors.get(1).map(|second| &*second.values[line]);
            drawings.push(drawn(measure, (line, name), rows, &answer, &across, &up));
            let end = (0..rows).rev().find_map(|row| answer(row, line).value);
            labels.extend(end.map(|value| (up(value), line)));
        }
        let middle = f64::midpoint(LEFT, RIGHT);
        let view = format!("0 0 {width:.0} {HEIGHT}");
        html! {
            svg.board viewBox=(view) style=(format_args!("max-width:{width:.0}px")) role="img" aria-label=(says) {
                @for tick in axis.ticks(7.0) {
                    @let y = up(tick);
                    line.grid x1=(LEFT) x2=(RIGHT) y1=(tenths(y)) y2=(tenths(y)) {}
                    text x=(LEFT - 6.0) y=(tenths(y + 4.0)) text-anchor="end" { (shown::bare(measure, tick)) }
                }
                @for (x, value) in columns { text x=(tenths(x)) y=(BOTTOM + 18.0) text-anchor="middle" { (value) } }
                text x=(middle) y=(BOTTOM + 36.0) text-anchor="middle" { (first.name()) }
                @for drawing in drawings { (drawing) }
                @if let Some(named) = named {
                    @for (y, line) in apart(labels) {
                        text x=(RIGHT + 4.0) y=(tenths(y + 4.0)) style={ "fill:" (look(line).colour) } { (named[line]) }
                    }
                }
            }
        }
    }
}

/// Returns the place of a row's value, from the left.
fn place_of(row: usize, rows: usize) -> f64 {
    let step = (RIGHT - LEFT - 40.0) / real(rows.max(2) as u128 - 1);
    LEFT + 20.0 + step * real(row as u128)
}

/// Returns a value as a label: without quotes, and cut if it is long.
fn cut(value: &str) -> String {
    width::cut(value.trim_matches('"'), LETTERS).into_owned()
}

/// Draws a line with its intervals and marks; its name is the second key's value.
fn drawn(
    measure: Measure,
    (line, name): (usize, Option<&str>),
    rows: usize,
    answer: &impl Fn(usize, usize) -> Number,
    across: &impl Fn(usize, usize) -> f64,
    up: &impl Fn(f64) -> f64,
) -> Markup {
    let look = look(line);
    let mut path = String::new();
    let mut marks = Vec::new();
    let mut begins = true;
    for row in 0..rows {
        let number = answer(row, line);
        let (x, Some(value)) = (across(row, line), number.value) else {
            // The line has a gap where there is no such game.
            begins = true;
            continue;
        };
        let y = up(value);
        let _ = write!(path, "{}{x:.1} {y:.1}", if begins { 'M' } else { 'L' });
        begins = false;
        marks.push((x, y, number));
    }
    html! {
        path d=(path) fill="none" stroke=(look.colour) stroke-width="1.5" stroke-dasharray=(look.dashes) {}
        @for (x, y, number) in marks {
            @if let Some([low, high]) = number.interval {
                line x1=(tenths(x)) x2=(tenths(x)) y1=(tenths(up(low))) y2=(tenths(up(high)))
                    stroke=(look.colour) stroke-width="1.5" {}
            }
            g transform=(format_args!("translate({x:.1} {y:.1}) scale(.8)")) {
                (look.mark())
                title { @if let Some(name) = name { (name) ": " } (shown::with_interval(measure, &number)) }
            }
        }
    }
}

/// Moves labels apart within the chart. If there is not enough room, the first ones are kept.
fn apart(mut labels: Vec<(f64, usize)>) -> Vec<(f64, usize)> {
    labels.truncate(APART);
    sort_by(&mut labels, |a, b| a.0.total_cmp(&b.0));
    let mut free = TOP;
    for (y, _) in &mut labels {
        *y = y.max(free);
        free = *y + LINE;
    }
    let mut free = BOTTOM;
    for (y, _) in labels.iter_mut().rev() {
        *y = y.min(free);
        free = *y - LINE;
    }
    labels
}

/// Returns the legend of the second key's values.
fn legend(sweep: &Sweep) -> Markup {
    html! {
        @if let Some(second) = sweep.factors.get(1) {
            p.about { (second.name()) ":" }
            ul.legend {
                @for (line, value) in second.values.iter().enumerate() { li { (look(line).sample()) (value) } }
            }
            @if second.values.len() > APART {
                p.about {
                    "No more than " (APART) " lines look different. Further lines repeat these looks and have no labels. "
                    "Point at a mark to see its value."
                }
            }
        }
    }
}
