//! A sweep as text: a grid for each measure, and what each key does in words.

use std::fmt::Write as _;

use super::report::Report;
use super::shown;
use super::sweep::{Asked, Effect, Interaction, Scale, Sweep};
use super::table::{paragraph, set};
use crate::measure::names::Measure;
use crate::measure::stats::Estimate;

impl Report {
    /// The grids, the effects and what they are to be read with.
    pub(super) fn sweep_table(&self, sweep: &Sweep) -> String {
        let mut text = String::new();
        paragraph(&mut text, &format!("{}.", sweep.title()));
        for asked in self.asked() {
            let measure = asked.measure;
            let _ = writeln!(text, "\n{}, {}", measure.label(), self.who(asked));
            for slice in sweep.slices() {
                let words = sweep.slice_words(&slice);
                if !words.is_empty() {
                    let _ = writeln!(text, "{words}");
                }
                text.push_str(&set(&self.grid(sweep, asked, &slice)));
            }
            for words in self.sweep_words(sweep, asked) {
                paragraph(&mut text, &words);
            }
        }
        text.push('\n');
        for words in sweep.notes() {
            paragraph(&mut text, &words);
        }
        text
    }

    /// The values with their intervals below: the first key's values from the top down, the second one's across.
    fn grid(&self, sweep: &Sweep, asked: Asked, slice: &[usize]) -> Vec<Vec<String>> {
        let first = &sweep.factors[0];
        let second = sweep.factors.get(1);
        let mut head = vec![first.key.clone()];
        match second {
            Some(second) => head.extend(second.values.iter().cloned()),
            None => head.push(String::new()),
        }
        if let Some(second) = second {
            head[0] = format!("{} by {}", first.key, second.key);
        }
        let mut rows = vec![head];
        for (row, value) in first.values.iter().enumerate() {
            let across: Vec<Vec<usize>> = match second {
                Some(second) => (0..second.values.len())
                    .map(|column| [&[row, column], slice].concat())
                    .collect(),
                None => vec![vec![row]],
            };
            let numbers = across.iter().map(|at| {
                let cell = sweep.cell(at);
                cell.filter(|cell| cell.variant.is_ok())
                    .map(|cell| self.answer(cell, asked))
            });
            let numbers: Vec<_> = numbers.collect();
            let line = |name: &str, show: &dyn Fn(&crate::measure::figures::Number) -> String| {
                let cells = numbers
                    .iter()
                    .map(|number| number.as_ref().map_or_else(String::new, show));
                std::iter::once(name.to_owned())
                    .chain(cells)
                    .collect::<Vec<_>>()
            };
            rows.push(line(&format!("  {value}"), &|number| {
                shown::value(asked.measure, number)
            }));
            let ends = line("", &|number| shown::interval(asked.measure, number));
            if ends.iter().any(|cell| !cell.is_empty()) {
                rows.push(ends);
            }
        }
        rows
    }

    /// What the keys do to a measure, each by itself and together, in sentences.
    pub(super) fn sweep_words(&self, sweep: &Sweep, asked: Asked) -> Vec<String> {
        let effects = self.effects(sweep, asked);
        let mut words: Vec<String> = effects.iter().map(|effect| effect.words(sweep)).collect();
        if let Some(interaction) = self.interaction(sweep, asked) {
            words.push(interaction.words(sweep));
        }
        words
    }
}

/// A number with its interval, shares in per cent.
fn with_ends(measure: Measure, estimate: &Estimate) -> String {
    let unit = if measure.is_share() { " %" } else { "" };
    let [value, low, high] =
        [estimate.value, estimate.low, estimate.high].map(|value| shown::bare(measure, value));
    format!("{value}{unit} ({low}–{high})")
}

/// A difference on a scale, as people say it: a ratio, or points.
fn said(measure: Measure, scale: Scale, estimate: &Estimate) -> String {
    if scale == Scale::Plain {
        let value = shown::signed(measure, estimate.value);
        return format!("{value} ({})", shown::ends(measure, estimate));
    }
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(f64::exp);
    format!("{value:.2} {} ({low:.2}–{high:.2})", scale.ratio())
}

impl Effect {
    /// The means of all values, and how far they lie apart.
    pub(super) fn words(&self, sweep: &Sweep) -> String {
        let factor = &sweep.factors[self.factor];
        let measure = self.asked.measure;
        let means = factor.values.iter().zip(&self.means);
        let means: Vec<String> = means
            .map(|(value, mean)| format!("{value}: {}", with_ends(measure, mean)))
            .collect();
        let [least, greatest] = self.ends.map(|end| &factor.values[end]);
        let range = said(measure, self.scale, &self.range);
        let sure = if self.range.low > 0.0 {
            format!("From {least} to {greatest} it is {range}.")
        } else {
            format!(
                "The games don't tell its values apart: from {least} to {greatest} it is {range}."
            )
        };
        format!(
            "{} does this, over the grid: {}. {sure}",
            factor.key,
            means.join(", ")
        )
    }
}

impl Interaction {
    /// Whether the keys act together, and where most.
    pub(super) fn words(&self, sweep: &Sweep) -> String {
        let [first, second] = [0, 1].map(|factor| {
            let factor: &super::sweep::Factor = &sweep.factors[factor];
            factor
        });
        let at = format!(
            "{} = {} with {} = {}",
            first.key, first.values[self.at[0]], second.key, second.values[self.at[1]]
        );
        let rest = said(self.asked.measure, self.scale, &self.rest);
        if self.is_sure() {
            format!(
                "Together they do more than each by itself, most where {at}: {rest} what the two would make of it by themselves."
            )
        } else {
            format!("No interaction shows; farthest off is {at}: {rest}.")
        }
    }
}

impl Sweep {
    /// What was swept.
    pub(super) fn title(&self) -> String {
        let keys: Vec<&str> = self.factors.iter().map(|factor| &*factor.key).collect();
        format!("{} by {}", self.variant, keys.join(", "))
    }

    /// How it is to be read, and which combinations there are not.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            "In each cell the value, below it its 95 % interval. What a key does is the mean over the grid for each of its values, on the logarithmic scale, \
             for shares on the logit scale, as it is where there are zeros; only lines of the grid that are whole count. The greatest and the least of several values lie \
             somewhat apart by chance alone."
                .to_owned(),
        ];
        for cell in &self.cells {
            if let Err(why) = &cell.variant {
                let values = self.factors.iter().zip(&cell.at);
                let values: Vec<String> = values
                    .map(|(factor, &value)| format!("{}={}", factor.key, factor.values[value]))
                    .collect();
                notes.push(format!("Note: no such game, {}: {why}", values.join(",")));
            }
        }
        notes
    }
}
