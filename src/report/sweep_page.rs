//! Sweep on the page: a chart for each measure over the first key, with a line for each value of the second.

use std::fmt::Write as _;

use super::document::Report;
use super::grid::Sweep;
use super::shown;
use super::svg::{APART, Axis, breakable, escaped, look};
use super::sweep::Asked;
use crate::measure::figures::Number;
use crate::measure::names::Measure;
use crate::system::number::real;
use crate::text::width::{self, widest, width_of};
use crate::variant::sort_by;

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
    pub(super) fn sweep_charts(&self, sweep: &Sweep) -> String {
        let mut text = String::from("<section id=\"sweep\">\n<h2>Effects of the keys</h2>\n");
        for words in self.sweep_proved(sweep).into_iter().chain(sweep.notes()) {
            let _ = writeln!(text, "<p class=\"about\">{}</p>", breakable(&words));
        }
        text += &legend(sweep);
        let mut measures: Vec<Measure> = Vec::new();
        for asked in self.asked() {
            if !measures.contains(&asked.measure) {
                measures.push(asked.measure);
            }
        }
        for measure in measures {
            let _ = writeln!(
                text,
                "<figure id=\"sweep-{measure}\"><figcaption><h3>{}</h3><p>{}</p></figcaption><div class=\"panels wide\">",
                measure.label(),
                escaped(&measure.definition().replace('`', ""))
            );
            let own: Vec<Asked> = self
                .asked()
                .into_iter()
                .filter(|asked| asked.measure == measure)
                .collect();
            for &asked in &own {
                let slices = sweep.slices();
                for slice in &slices {
                    let words = if slices.len() == 1 {
                        self.sweep_said(sweep, asked)
                    } else {
                        String::new()
                    };
                    text += &self.sweep_panel(sweep, asked, slice, &words);
                }
                // Notes on all charts of a player stand below them.
                if slices.len() > 1 {
                    let _ = writeln!(
                        text,
                        "<div class=\"below\">{}</div>",
                        self.sweep_said(sweep, asked)
                    );
                }
            }
            text += "</div></figure>\n";
        }
        text + "</section>\n"
    }

    /// Returns the effects of the keys in words.
    fn sweep_said(&self, sweep: &Sweep, asked: Asked) -> String {
        let words = self.sweep_words(sweep, asked);
        let words = words
            .iter()
            .map(|words| format!("<p class=\"spoils\">{}</p>", breakable(words)));
        words.collect()
    }

    /// Returns one chart: player, lines, and text below.
    fn sweep_panel(&self, sweep: &Sweep, asked: Asked, slice: &[usize], below: &str) -> String {
        let words = [self.who(asked), sweep.slice_words(slice)];
        let words: Vec<String> = words
            .into_iter()
            .filter(|words| !words.is_empty())
            .collect();
        let heading = words.join(", ");
        let lines = self.sweep_lines(sweep, asked, slice, &heading);
        let heading = breakable(&heading);
        format!("<div class=\"panel\"><h4>{heading}</h4>{lines}{below}</div>\n")
    }

    /// Returns one axis for all charts of a measure, so that they can be compared.
    fn sweep_axis(&self, sweep: &Sweep, measure: Measure) -> Axis {
        let all = self
            .asked()
            .into_iter()
            .filter(|other| other.measure == measure);
        let numbers =
            all.flat_map(|asked| sweep.cells.iter().map(move |cell| self.answer(cell, asked)));
        let ends = numbers.flat_map(|number| {
            number
                .value
                .into_iter()
                .chain(number.interval.into_iter().flatten())
        });
        let (least, most) = ends.fold((f64::MAX, f64::MIN), |(least, most), end| {
            (least.min(end), most.max(end))
        });
        let room = 0.04 * (most - least).max(1e-6 * most.abs().max(1.0));
        let below = least - room;
        Axis {
            from: if least >= 0.0 { below.max(0.0) } else { below },
            to: most + room,
            doubling: false,
        }
    }

    fn sweep_lines(&self, sweep: &Sweep, asked: Asked, slice: &[usize], heading: &str) -> String {
        let measure = asked.measure;
        let first = &sweep.factors[0];
        let lines = sweep.factors.get(1).map_or(1, |second| second.values.len());
        let answer = |row: usize, line: usize| {
            let at = match sweep.factors.len() {
                1 => vec![row],
                _ => [&[row, line], slice].concat(),
            };
            sweep
                .cell(&at)
                .map_or_else(Number::default, |cell| self.answer(cell, asked))
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
        let named = sweep.factors.get(1).map(|second| {
            let values = second.values.iter();
            values.map(|value| cut(value)).collect::<Vec<_>>()
        });
        let letters = widest(named.iter().flatten().map(String::as_str));
        let width = WIDTH.max(RIGHT + 8.0 + LETTER * real(letters as u128));
        let says = format!("{}, {heading}, over {}", measure.label(), first.key);
        let mut text = format!(
            "<svg class=\"board\" viewBox=\"0 0 {width:.0} {HEIGHT}\" style=\"max-width:{width:.0}px\" role=\"img\" aria-label=\"{}\">",
            escaped(&says)
        );
        for tick in axis.ticks(7.0) {
            let (y, words) = (up(tick), shown::bare(measure, tick));
            let _ = write!(
                text,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{words}</text>",
                LEFT - 6.0,
                y + 4.0
            );
        }
        // A value is labelled if there is room for it.
        let mut free = f64::MIN;
        for (row, value) in first.values.iter().enumerate() {
            let (x, value) = (place_of(row, rows), cut(value));
            let half = LETTER * real(width_of(&value) as u128) / 2.0;
            if x - half < free {
                continue;
            }
            free = x + half + LETTER;
            let _ = write!(
                text,
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                BOTTOM + 18.0,
                escaped(&value)
            );
        }
        let _ = write!(
            text,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            f64::midpoint(LEFT, RIGHT),
            BOTTOM + 36.0,
            escaped(&first.key)
        );
        let mut labels: Vec<(f64, usize)> = Vec::new();
        for line in 0..lines {
            let name = sweep.factors.get(1).map(|second| &*second.values[line]);
            text += &drawn(measure, (line, name), rows, &answer, &across, &up);
            let end = (0..rows).rev().find_map(|row| answer(row, line).value);
            labels.extend(end.map(|value| (up(value), line)));
        }
        if let Some(named) = named {
            for (y, line) in apart(labels) {
                let _ = write!(
                    text,
                    "<text x=\"{}\" y=\"{:.1}\" style=\"fill:{}\">{}</text>",
                    RIGHT + 4.0,
                    y + 4.0,
                    look(line).colour,
                    escaped(&named[line])
                );
            }
        }
        text + "</svg>"
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
) -> String {
    let look = look(line);
    let mut path = String::new();
    let mut marks = String::new();
    let mut begins = true;
    for row in 0..rows {
        let number = answer(row, line);
        let (x, Some(value)) = (across(row, line), number.value) else {
            // The line has a gap where there is no such game.
            begins = true;
            continue;
        };
        let _ = write!(
            path,
            "{}{x:.1} {:.1}",
            if begins { 'M' } else { 'L' },
            up(value)
        );
        begins = false;
        if let Some([low, high]) = number.interval {
            let _ = write!(
                marks,
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"{}\" stroke-width=\"1.5\"/>",
                up(low),
                up(high),
                look.colour
            );
        }
        let words = shown::with_interval(measure, &number);
        let words = name.map_or(words.clone(), |name| format!("{name}: {words}"));
        let _ = write!(
            marks,
            "<g transform=\"translate({x:.1} {:.1}) scale(.8)\">{}<title>{}</title></g>",
            up(value),
            look.mark(),
            escaped(&words)
        );
    }
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" stroke-dasharray=\"{}\"/>{marks}",
        look.colour, look.dashes
    )
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
fn legend(sweep: &Sweep) -> String {
    let Some(second) = sweep.factors.get(1) else {
        return String::new();
    };
    let mut text = format!(
        "<p class=\"about\">{}:</p><ul class=\"legend\">",
        escaped(&second.key)
    );
    for (line, value) in second.values.iter().enumerate() {
        let _ = write!(text, "<li>{}{}</li>", look(line).sample(), escaped(value));
    }
    text += "</ul>\n";
    if second.values.len() > APART {
        let _ = writeln!(
            text,
            "<p class=\"about\">No more than {APART} lines look different. Further lines repeat these looks and have no labels. \
             Point at a mark to see its value.</p>"
        );
    }
    text
}
