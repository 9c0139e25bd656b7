//! A sweep as text: a grid for each measure, and what each key does in words.

use std::fmt::Write as _;

use super::document::Report;
use super::grid::Sweep;
use super::shown;
use super::sweep::{Asked, Effect, Interaction, Scale};
use super::table::{paragraph, set};
use crate::measure::names::Measure;
use crate::measure::stats::Estimate;

impl Report {
    /// The grids, the effects and what they are to be read with.
    pub(super) fn sweep_table(&self, sweep: &Sweep) -> String {
        let mut text = String::new();
        paragraph(&mut text, &format!("{}.", sweep.title()));
        if let Some(proved) = self.sweep_proved(sweep) {
            paragraph(&mut text, &proved);
        }
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

    /// What is proved of the combinations.
    pub(super) fn sweep_proved(&self, sweep: &Sweep) -> Option<String> {
        let cells = sweep.cells.iter().filter_map(|cell| {
            let variant = cell.variant.as_ref().ok()?;
            let mut columns = self.columns.iter();
            let column = columns.find(|column| column.variant == *variant)?;
            Some((sweep.values_of(cell), column))
        });
        Report::proved(cells)
    }

    /// The values with their intervals below: the values of one of the first two keys from the top down, those of the one that has
    /// fewer across.
    fn grid(&self, sweep: &Sweep, asked: Asked, slice: &[usize]) -> Vec<Vec<String>> {
        let factors = &sweep.factors;
        let (down, across) = match &factors[..] {
            [first, second, ..] if second.values.len() > first.values.len() => (1, Some(0)),
            [_, _, ..] => (0, Some(1)),
            _ => (0, None),
        };
        let key = &factors[down].key;
        let head = across.map_or_else(
            || vec![key.clone(), String::new()],
            |across| {
                let named = format!("{key} by {}", factors[across].key);
                let values = factors[across].values.iter().cloned();
                std::iter::once(named).chain(values).collect()
            },
        );
        let mut rows = vec![head];
        for (row, value) in factors[down].values.iter().enumerate() {
            let columns = across.map_or(1, |across| factors[across].values.len());
            let place = |column: usize| match across {
                None => vec![row],
                Some(0) => [&[column, row], slice].concat(),
                Some(_) => [&[row, column], slice].concat(),
            };
            let across = (0..columns).map(place).collect::<Vec<_>>();
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
        let unsampled = self.unsampled(sweep, asked);
        if !effects.is_empty() && !unsampled.is_empty() {
            words.push(format!(
                "No interval where too few different games were played for a sample: {}.",
                unsampled.join("; ")
            ));
        }
        words
    }
}

/// A number with its interval, shares in per cent.
fn with_ends(measure: Measure, estimate: &Estimate) -> String {
    let unit = if measure.is_share() { " %" } else { "" };
    let [value, low, high] =
        [estimate.value, estimate.low, estimate.high].map(|value| shown::bare(measure, value));
    if estimate.is_sampled() {
        format!("{value}{unit} ({low}–{high})")
    } else {
        format!("{value}{unit}")
    }
}

/// A difference on a scale, as people say it: a ratio, or points.
fn said(measure: Measure, scale: Scale, estimate: &Estimate) -> String {
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(f64::exp);
    let (value, ends) = if scale == Scale::Plain {
        let value = shown::signed(measure, estimate.value);
        (value, shown::ends(measure, estimate))
    } else {
        let value = format!("{value:.2} {}", scale.ratio());
        (value, format!("{low:.2}–{high:.2}"))
    };
    if estimate.is_sampled() {
        format!("{value} ({ends})")
    } else {
        value
    }
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
        let sure = if self.range.low > 0.0 || !self.range.is_sampled() {
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
            let factor: &super::grid::Factor = &sweep.factors[factor];
            factor
        });
        let at = format!(
            "{} = {} with {} = {}",
            first.key, first.values[self.at[0]], second.key, second.values[self.at[1]]
        );
        let rest = said(self.asked.measure, self.scale, &self.rest);
        if self.is_sure() {
            let what = if self.scale == Scale::Plain {
                "beyond what"
            } else {
                "what"
            };
            format!(
                "Together they do something that neither does by itself, most where {at}: {rest} {what} the two would make of it."
            )
        } else if self.rest.is_sampled() {
            format!("No interaction shows; farthest off is {at}: {rest}.")
        } else {
            format!("Whether they act together can't be told; farthest off is {at}: {rest}.")
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
             for shares on the logit scale, as it is where there are zeros; only lines of the grid that are whole count. What is said of a range holds for all pairs of values \
             of a key together, what is said of an interaction for all cells."
                .to_owned(),
        ];
        for cell in &self.cells {
            if let Err(why) = &cell.variant {
                let values = self.values_of(cell);
                notes.push(format!("Note: no such game, {values}: {why}"));
            }
        }
        notes
    }
}
