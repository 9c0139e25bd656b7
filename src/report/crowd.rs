//! A page about many variants: what is said of all together, a field to find some of them, and tables with a row for each.

use std::fmt::Write as _;

use super::family_map::FamilyMap;
use super::ranked::ranked;
use super::report::{Column, Report};
use super::shown;
use super::svg::{INK, breakable, escaped, look, with_code};
use super::words::{band, topics};
use crate::measure::names::{Measure, Topic};
use crate::measure::verdict::Verdict;

/// With more variants than this a row for each in every chart is too much to read.
const MANY: usize = 24;

/// What finds variants by name, region, ruleset; a page works without it, and nothing else may run in one.
pub(super) const SCRIPT: &str = include_str!("find.js");
/// The SHA-256 of the script in base64, by which a browser knows it.
pub(super) const SCRIPT_HASH: &str = "XS+PyJYwFS5Tr2XU3ErEI9mZjuHnAHVV4IflLpN5ZX8=";

/// The field, which shows only where the script runs.
pub(super) const FIELD: &str = "<p id=\"find\" hidden><label>Find games <input type=\"search\" \
     placeholder=\"name, region, ruleset, rows\" autocomplete=\"off\" spellcheck=\"false\"></label> <output></output></p>\n";

impl Report {
    /// Whether there are too many variants for a row in every chart.
    pub(super) fn is_crowd(&self) -> bool {
        self.sweep.is_none() && self.variants().count() > MANY
    }

    /// What judges say of all variants together, in a sentence for each judge.
    pub(super) fn verdicts(&self) -> Vec<String> {
        let judges = self.comparison.judges.len();
        let of_judge = (0..judges).filter_map(|judge| {
            let columns: Vec<&Column> = self.judged_by(judge);
            let name = columns.first()?.spec.players[0];
            let mut counts: Vec<(Verdict, usize)> = Vec::new();
            for column in &columns {
                match counts
                    .iter_mut()
                    .find(|(verdict, _)| *verdict == column.verdict)
                {
                    Some((_, count)) => *count += 1,
                    None => counts.push((column.verdict, 1)),
                }
            }
            counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            let words = counts
                .iter()
                .map(|(verdict, count)| format!("{} in {count}", verdict.words()));
            let words = words.collect::<Vec<_>>().join(", ");
            Some(format!(
                "{name}, asked of {} games: {words}.",
                columns.len()
            ))
        });
        of_judge.collect()
    }

    /// What one of the judges says of each variant.
    fn judged_by(&self, judge: usize) -> Vec<&Column> {
        let judges = self.comparison.judges.len().max(1);
        self.judged.iter().skip(judge).step_by(judges).collect()
    }

    /// What one of the players' games tell of each variant.
    fn played_by(&self, player: usize) -> Vec<&Column> {
        let players = self.comparison.players.len().max(1);
        self.columns.iter().skip(player).step_by(players).collect()
    }

    /// A ranking for each measure and player.
    pub(super) fn rankings(&self) -> String {
        let mut text = String::from(
            "<section id=\"charts\">\n<h2>Charts</h2>\n<p class=\"about\">Each mark is a game with its 95 % interval, from the least to the greatest.</p>\n",
        );
        if !self.judged.is_empty() {
            let measure = Measure::FirstPlayerScore;
            let panels = (0..self.comparison.judges.len()).filter_map(|judge| {
                let columns = self.judged_by(judge);
                let heading = format!(
                    "First player's score by {}",
                    columns.first()?.spec.players[0]
                );
                ranked(measure, &columns, INK, &heading, "")
            });
            let panels: String = panels.collect();
            let about = escaped(&band());
            text += &figure(
                "fair",
                Topic::Fair,
                &format!("<p>{about} Shaded is what counts as even.</p>"),
                &panels,
            );
        }
        for (topic, measures) in topics(self) {
            let mut panels = String::new();
            for measure in measures {
                let about = format!(
                    "<p class=\"about\">{} <small>{}; interval: {}.</small></p>",
                    with_code(measure.definition()),
                    measure.unit(),
                    measure.interval()
                );
                for player in 0..self.comparison.players.len() {
                    let columns = self.played_by(player);
                    let who = columns
                        .first()
                        .map_or_else(String::new, |it| it.player_of(measure));
                    let heading = format!("{}, {who}", measure.label());
                    panels.extend(ranked(measure, &columns, look(player), &heading, &about));
                }
            }
            if !panels.is_empty() {
                let id = format!("dots-{}", topic.to_string().to_lowercase());
                text += &figure(&id, topic, "", &panels);
            }
        }
        text + "</section>\n"
    }

    /// What judges say, a row for each variant and a column for each judge.
    pub(super) fn judges_of_all(&self) -> String {
        let judges: Vec<Vec<&Column>> = (0..self.comparison.judges.len())
            .map(|judge| self.judged_by(judge))
            .collect();
        let mut text = format!(
            "<h3>{topic}</h3>\n<p class=\"about\">The first player's score, its 95 % interval, draws, and what that says. {}</p>\n\
             <div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{topic}\"><table><caption>{topic}</caption><thead><tr><th scope=\"col\">Variant</th>",
            escaped(&band()),
            topic = Topic::Fair
        );
        for columns in &judges {
            let name = columns
                .first()
                .map_or_else(String::new, |column| column.player());
            let _ = write!(text, "<th scope=\"col\">{}</th>", escaped(&name));
        }
        text += "</tr></thead><tbody>\n";
        for (place, variant) in self.variants().enumerate() {
            let _ = write!(
                text,
                "<tr data-v=\"{place}\"><th scope=\"row\">{}</th>",
                breakable(&variant.variant)
            );
            for columns in &judges {
                let judge = columns[place];
                let score = judge.number(Measure::FirstPlayerScore);
                let draws = judge.number(Measure::Draws);
                let _ = write!(
                    text,
                    "<td>{}<small>{}, draws {}</small><small>{}</small></td>",
                    shown::value(Measure::FirstPlayerScore, &score),
                    shown::interval(Measure::FirstPlayerScore, &score),
                    shown::value(Measure::Draws, &draws),
                    judge.verdict.words()
                );
            }
            text += "</tr>\n";
        }
        text + "</tbody></table></div>\n"
    }

    /// What a card says of its variant beside what its file says: whether it is fair, what spoils its numbers, who is near.
    pub(super) fn card_notes(&self, place: usize, variant: &Column, map: &FamilyMap<'_>) -> String {
        let mut notes: Vec<String> = self.fairness(variant).into_iter().collect();
        let mine = self
            .columns
            .iter()
            .filter(|column| column.variant == variant.variant);
        notes.extend(self.cautions_of(mine.chain(self.judges_of(variant))));
        notes.extend(map.nearest(place));
        let notes = notes
            .iter()
            .map(|note| format!("<p class=\"spoils\">{}</p>", escaped(note)));
        notes.collect()
    }
}

/// By which words a variant is found.
pub(super) fn found_by(column: &Column) -> String {
    let header = &column.header;
    let rows = column.layout.drawn().len();
    let mut words = vec![
        &*column.variant,
        &*header.title,
        &*header.region,
        column.ruleset,
    ];
    words.extend(header.also.iter().map(String::as_str));
    escaped(&format!("{} {rows} rows", words.join(" ")))
}

fn figure(id: &str, topic: Topic, about: &str, panels: &str) -> String {
    format!(
        "<figure id=\"{id}\"><figcaption><h3>{topic}: {}</h3>{about}</figcaption><div class=\"panels wide\">{panels}</div></figure>\n",
        topic.about()
    )
}
