//! Sweep as text: a grid for each measure, and the effect of each key in words.

use super::grid::{Factor, settings};
use super::prelude::*;
use super::sweep::{Asked, Effect, Interaction, Scale};
use super::table::{paragraph, set};
use super::words::range;

impl Report {
    /// Returns the grids, the effects and the notes.
    pub(super) fn sweep_table(&self, sweep: &Sweep) -> String {
        let mut text = String::new();
        paragraph(&mut text, &format!("{}.", sweep.title()));
        if let Some(proved) = self.sweep_proved(sweep) {
            paragraph(&mut text, &proved);
        }
        for words in self.sweep_answers(sweep) {
            paragraph(&mut text, &words);
        }
        for asked in self.asked() {
            let measure = asked.measure;
            let _ = writeln!(
                text,
                "\n{}, {}{}",
                measure.label(),
                self.who(asked),
                self.sweep_n(sweep, asked)
            );
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

    /// Returns the number of games behind each cell of a measure, as `, n 50`; empty if all are exact.
    pub(super) fn sweep_n(&self, sweep: &Sweep, asked: Asked) -> String {
        let cells = sweep.cells.iter().filter(|cell| cell.variant.is_ok());
        let (n, _) = range(cells.map(|cell| self.answer(cell, asked).n));
        let pairs = if asked.measure == Measure::EloPerDoubling { " pairs" } else { "" };
        if n == "0" { String::new() } else { format!(", n {n}{pairs}") }
    }

    /// Returns the fairest, the shortest and the longest games, by each player, and the rules of the values.
    pub(super) fn sweep_answers(&self, sweep: &Sweep) -> Vec<String> {
        let answer = |asked: Asked| {
            let all = sweep.cells.iter().filter(|cell| cell.variant.is_ok()).filter_map(|cell| {
                let number = self.answer(cell, asked);
                Some((settings(&sweep.factors, &cell.at), number.value?, number))
            });
            let mut all: Vec<_> = all.collect();
            let who = self.who(asked);
            if all.len() < 2 {
                return None;
            }
            if asked.measure == Measure::FirstPlayerScore {
                sort_by(&mut all, |a, b| (a.1 - 0.5).abs().total_cmp(&(b.1 - 0.5).abs()));
                let (at, _, number) = &all[0];
                let value = shown::value(asked.measure, number);
                return Some(format!(
                    "{who}: nearest to even is {at}; the first player scores {value}."
                ));
            }
            sort_by(&mut all, |a, b| a.1.total_cmp(&b.1));
            let [(least, short, _), .., (most, long, _)] = &all[..] else { return None };
            Some(format!(
                "{who}: games are shortest with {least}, {short:.0} turns, and longest with {most}, {long:.0} turns."
            ))
        };
        let measures = [Measure::FirstPlayerScore, Measure::Turns];
        let each = measures.into_iter().flat_map(|it| self.asked_of(it)).filter_map(answer);
        self.fairest(sweep).into_iter().chain(each).chain(sweep.rules()).collect()
    }

    /// Returns the game that is nearest to even for all players together, if there are several.
    fn fairest(&self, sweep: &Sweep) -> Option<String> {
        let asked: Vec<Asked> = self.asked_of(Measure::FirstPlayerScore).collect();
        let cells = sweep.cells.iter().filter(|cell| cell.variant.is_ok() && asked.len() > 1);
        let all = cells.filter_map(|cell| {
            let scores = asked.iter().map(|&asked| self.answer(cell, asked).value);
            let scores: Vec<f64> = scores.collect::<Option<_>>()?;
            let off = scores.iter().map(|score| (score - 0.5).abs()).fold(0.0, f64::max);
            Some((off, cell, scores))
        });
        let (_, cell, scores) = all.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let [least, most] = [f64::min, f64::max].map(|of| scores.iter().copied().reduce(of));
        let percent =
            |score: Option<f64>| shown::bare(Measure::FirstPlayerScore, score.unwrap_or_default());
        Some(format!(
            "For all players together, nearest to even is {}: the first player scores {} to {} %.",
            settings(&sweep.factors, &cell.at),
            percent(least),
            percent(most)
        ))
    }

    /// Returns the proved values of the combinations.
    pub(super) fn sweep_proved(&self, sweep: &Sweep) -> Option<String> {
        let cells = sweep.cells.iter().filter_map(|cell| {
            let variant = cell.variant.as_ref().ok()?;
            let subject = self.subjects.iter().find(|subject| subject.variant == *variant)?;
            Some((settings(&sweep.factors, &cell.at), subject))
        });
        Report::proved(cells)
    }

    /// Returns the values with their intervals below. Of the first two keys, the one with fewer values runs across.
    fn grid(&self, sweep: &Sweep, asked: Asked, slice: &[usize]) -> Vec<Vec<String>> {
        let factors = &sweep.factors;
        let (down, across) = match &factors[..] {
            [first, second, ..] if second.values.len() > first.values.len() => (1, Some(0)),
            [_, _, ..] => (0, Some(1)),
            _ => (0, None),
        };
        let name = factors[down].name();
        let head = match across.map(|across| &factors[across]) {
            Some(across) => {
                [&[format!("{name} by {}", across.name())], &across.values[..]].concat()
            }
            None => vec![name, String::new()],
        };
        let mut rows = vec![head];
        for (row, value) in factors[down].values.iter().enumerate() {
            let columns = across.map_or(1, |across| factors[across].values.len());
            let place = |column: usize| match across {
                None => vec![row],
                Some(0) => [&[column, row], slice].concat(),
                Some(_) => [&[row, column], slice].concat(),
            };
            let numbers = (0..columns).map(|column| {
                let cell = sweep.cell(&place(column)).filter(|cell| cell.variant.is_ok());
                cell.map(|cell| self.answer(cell, asked))
            });
            let numbers: Vec<Option<Number>> = numbers.collect();
            let line = |name: String, show: fn(Measure, &Number) -> String| -> Vec<String> {
                let cells = numbers.iter().map(|number| {
                    number.as_ref().map_or_else(String::new, |number| show(asked.measure, number))
                });
                std::iter::once(name).chain(cells).collect()
            };
            rows.push(line(format!("  {value}"), shown::value));
            let ends = line(String::new(), shown::interval);
            if ends.iter().any(|cell| !cell.is_empty()) {
                rows.push(ends);
            }
        }
        rows
    }

    /// Returns the effects of the keys on a measure, separately and together, as sentences.
    pub(super) fn sweep_words(&self, sweep: &Sweep, asked: Asked) -> Vec<String> {
        let effects = self.effects(sweep, asked);
        let mut words: Vec<String> = effects.iter().map(|effect| effect.words(sweep)).collect();
        if let Some(interaction) = self.interaction(sweep, asked) {
            words.push(interaction.words(sweep));
        }
        let unsampled = self.unsampled(sweep, asked);
        if !effects.is_empty() && !unsampled.is_empty() {
            words.push(format!(
                "No interval, because too few different games were played: {}.",
                unsampled.join("; ")
            ));
        }
        words
    }
}

/// Formats a difference on a scale, as a ratio or in points.
fn said(measure: Measure, scale: Scale, estimate: &Estimate) -> String {
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(f64::exp);
    let (value, ends) = if scale == Scale::Plain {
        let value = shown::signed(measure, estimate.value);
        (value, shown::ends(measure, estimate))
    } else {
        let value = format!("{value:.2} {}", scale.ratio());
        (value, format!("{low:.2}–{high:.2}"))
    };
    if estimate.is_sampled() { format!("{value} ({ends})") } else { value }
}

impl Effect {
    /// Describes the means of all values and their range.
    pub(super) fn words(&self, sweep: &Sweep) -> String {
        let factor = &sweep.factors[self.factor];
        let measure = self.asked.measure;
        let means = factor.values.iter().zip(&self.means);
        let means =
            means.map(|(value, mean)| format!("{value}: {}", shown::with_ends(measure, mean)));
        let [least, greatest] = self.ends.map(|end| &factor.values[end]);
        let range = said(measure, self.scale, &self.range);
        let sure = if self.range.low > 0.0 || !self.range.is_sampled() {
            format!("At {greatest} compared with {least}: {range}.")
        } else {
            format!("No significant effect: at {greatest} compared with {least}, {range}.")
        };
        format!("Means by {} over the grid: {}. {sure}", factor.name(), join(means, ", "))
    }
}

impl Interaction {
    /// Describes whether the keys interact, and where most.
    pub(super) fn words(&self, sweep: &Sweep) -> String {
        let [first, second] = [0, 1].map(|place| sweep.factors[place].said(self.at[place]));
        let at = format!("{first} with {second}");
        let rest = said(self.asked.measure, self.scale, &self.rest);
        if self.is_sure() {
            let what = if self.scale == Scale::Plain { "beyond that" } else { "that" };
            format!(
                "The keys interact, most at {at}: {rest} {what} expected from their separate effects."
            )
        } else if self.rest.is_sampled() {
            format!("No significant interaction; the largest deviation is at {at}: {rest}.")
        } else {
            format!("An interaction cannot be tested; the largest deviation is at {at}: {rest}.")
        }
    }
}

impl Sweep {
    pub(super) fn title(&self) -> String {
        let keys = join(self.factors.iter().map(Factor::name), " and ");
        format!("{} by {keys}", self.variant)
    }

    /// Returns the rules that each value stands for.
    fn rules(&self) -> impl Iterator<Item = String> {
        let each = self
            .factors
            .iter()
            .flat_map(|factor| factor.rules.iter().enumerate().map(move |it| (factor, it)));
        let each = each.filter(|(_, (_, rules))| !rules.is_empty());
        each.map(|(factor, (value, rules))| format!("{}: {rules}", factor.said(value)))
    }

    /// Returns notes on how to read the grid, and on missing combinations.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            "Each cell has the value and, below it, its 95 % interval; the nearest to even may be so by chance. Means by \
             key use only lines of the grid without gaps. They are taken on a logarithmic scale (log-odds for shares), \
             or on the plain scale if any value is zero. The interval of a key holds for all pairs of its values at \
             once, that of an interaction for all cells at once."
                .to_owned(),
        ];
        for cell in &self.cells {
            if let Err(why) = &cell.variant {
                let values = settings(&self.factors, &cell.at);
                notes.push(format!("Note: no such game, {values}: {why}"));
            }
        }
        notes
    }
}
