//! Page about many variants: summaries, a search field, and tables with a row for each.

use super::apart::{APART, Apart, NOTHING_APART};
use super::family_map::FamilyMap;
use super::prelude::*;
use super::svg::{head_cells, scrolled, spoils};
use super::words::{band, topics};
use crate::atlas::places::subregion;
use crate::files::endings::repetition_note;

/// Maximum number of variants with a row in every chart.
const MANY: usize = 24;

/// Height of a chart.
const TALL: u32 = 170;
/// Height of a line of text.
const LINE: f64 = 14.0;

/// Script that finds variants by name, region or ruleset, colours the map, and shows the values of marks. The page works
/// without it, and no other script may run there.
pub(super) const SCRIPT: &str = include_str!("find.js");
/// SHA-256 of the script in base64, by which the browser accepts it.
pub(super) const SCRIPT_HASH: &str = "TOabJqdHGi5ml7kUshuTjVEgzvOaZLwlBAXPK3Q7K5U=";

/// Returns the search field, shown only if the script runs.
pub(super) fn field() -> Markup {
    html! {
        p #find hidden {
            label {
                "Find games "
                input type="search" placeholder="name, region, ruleset, rows" autocomplete="off" spellcheck="false";
            }
            " " output {} " "
            label { "Colour the map by " select { option { "rows" } } }
        }
    }
}

impl Report {
    /// Returns `true` if there are too many variants for a row in every chart.
    pub(super) fn is_crowd(&self) -> bool {
        self.sweep.is_none() && self.variants().count() > MANY
    }

    /// Returns the verdicts on all variants, a sentence for each judge.
    pub(super) fn verdicts(&self) -> Vec<String> {
        let of_judge = (0..self.comparison.judges.len()).filter_map(|judge| {
            let subjects: Vec<&Subject> = self.judged_by(judge);
            let name = subjects.first()?.spec.players[0];
            let mut counts: Vec<(Verdict, usize)> = Vec::new();
            for subject in &subjects {
                match counts.iter_mut().find(|(verdict, _)| *verdict == subject.verdict) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((subject.verdict, 1)),
                }
            }
            sort_by(&mut counts, |(_, a), (_, b)| b.cmp(a));
            let words =
                counts.iter().map(|(verdict, count)| format!("{} in {count}", verdict.words()));
            Some(format!("{name} judged {} games: {}.", subjects.len(), join(words, ", ")))
        });
        of_judge.collect()
    }

    /// Returns one judge's subject of each variant.
    fn judged_by(&self, judge: usize) -> Vec<&Subject> {
        self.judged.iter().skip(judge).step_by(self.comparison.judges.len().max(1)).collect()
    }

    /// Draws a ranking for each measure and player.
    pub(super) fn rankings(&self) -> Markup {
        let measure = Measure::FirstPlayerScore;
        let judged = (0..self.comparison.judges.len()).filter_map(|judge| {
            let subjects = self.judged_by(judge);
            let heading = format!("First player's score by {}", subjects.first()?.spec.players[0]);
            crowd_chart(measure, &subjects, INK, &heading, &self.ends(measure, &subjects))
        });
        let fair = html! { p { (band()) " Scores in the shaded band count as even." } };
        // Numbers of games are in the tables.
        let counts = [Measure::Games, Measure::Different, Measure::Effective];
        let panels = |measures: Vec<Measure>| -> Vec<Markup> {
            let charted = measures.into_iter().filter(|it| !counts.contains(it));
            charted.flat_map(|measure| self.rankings_by(measure)).collect()
        };
        let charts = topics(self).into_iter().map(|(topic, measures)| (topic, panels(measures)));
        html! {
            section #charts {
                h2 { "Charts" }
                p.about { "Each mark is a game with its 95 % interval. Games are sorted by value." }
                @if !self.judged.is_empty() {
                    (figure("fair", &format!("{}: {}", Topic::Fair, Topic::Fair.about()), &fair, judged))
                }
                @for (topic, panels) in charts.filter(|(_, panels)| !panels.is_empty()) {
                    @let id = format!("dots-{}", topic.to_string().to_lowercase());
                    (figure(&id, &self.heading(topic), &html! {}, panels))
                }
            }
        }
    }

    /// Draws the rankings by a measure, one for each player.
    fn rankings_by(&self, measure: Measure) -> impl Iterator<Item = Markup> {
        // Measures with their own players are the same in all subjects.
        let players = match measure {
            Measure::EloPerDoubling => 1,
            _ => self.comparison.players.len(),
        };
        (0..players).filter_map(move |player| {
            let subjects = self.subjects.iter().skip(player).step_by(self.comparison.players.len());
            let subjects: Vec<&Subject> = subjects.collect();
            let who = subjects.first().map_or_else(String::new, |it| it.who_of(measure));
            let heading = format!("{}, {who}", measure.label());
            let about = html! {
                (self.ends(measure, &subjects))
                p.about {
                    (with_code(measure.definition())) " "
                    small { (measure.unit()) "; interval: " (measure.interval()) "." }
                }
            };
            crowd_chart(measure, &subjects, look(player), &heading, &about)
        })
    }

    /// Returns the text below a chart: the variants that surely stand at its ends.
    fn ends(&self, measure: Measure, subjects: &[&Subject]) -> Markup {
        let player = subjects.first().map(|subject| subject.player_of(measure));
        let of_this = |it: &&Ranking| it.measure == measure && Some(&it.player) == player.as_ref();
        spoils(self.rankings.iter().find(of_this).map(Ranking::ends))
    }

    /// Returns the table of statements, with a row for each variant that stands apart.
    pub(super) fn apart_of_all(&self) -> Markup {
        let apart = self.apart();
        let of = |variant: &Subject| apart.iter().find(|it| it.variant == variant.variant);
        let rows = html! {
            @for (place, variant) in self.variants().enumerate() {
                @if let Some(apart) = of(variant) {
                    tr data-v=(place) { th scope="row" { (breakable(&variant.variant)) } td { (apart.words()) } }
                    "\n"
                }
            }
        };
        html! {
            h3 #apart { "Apart" }
            @if apart.is_empty() { p.about { (NOTHING_APART) } }
            @else {
                p.about { "Differences from most of the " (self.variants().count()) " games. " (APART) }
                (scrolled("Apart", Some("words"), &head_cells(&["Variant", "Stands apart by"]), &rows))
            }
        }
    }

    /// Returns the table of verdicts, with a row for each variant and a column for each judge.
    pub(super) fn judges_of_all(&self) -> Markup {
        let judges: Vec<Vec<&Subject>> =
            (0..self.comparison.judges.len()).map(|judge| self.judged_by(judge)).collect();
        let about = format!(
            "The first player's score, its 95 % interval, the draws, and the verdict. {}",
            band()
        );
        let names = judges.iter().filter_map(|subjects| subjects.first());
        let names: Vec<String> = names.map(|it| it.spec.players[0].to_string()).collect();
        let mut heads = vec!["Variant"];
        heads.extend(names.iter().map(String::as_str));
        let cell = |judge: &Subject| {
            let number = |measure| (measure, judge.number(measure));
            let [(first, score), (draw, draws)] =
                [Measure::FirstPlayerScore, Measure::Draws].map(number);
            html! {
                td {
                    (shown::value(first, &score))
                    small { (shown::interval(first, &score)) ", draws " (shown::value(draw, &draws)) }
                    small { (judge.verdict.words()) }
                }
            }
        };
        let rows = html! {
            @for (place, variant) in self.variants().enumerate() {
                tr data-v=(place) {
                    th scope="row" { (breakable(&variant.variant)) }
                    @for subjects in &judges { (cell(subjects[place])) }
                }
                "\n"
            }
        };
        table(&Topic::Fair.to_string(), about, &heads, &rows)
    }

    /// Returns the cautions about a variant, without its name.
    fn spoils(&self, variant: &Subject) -> Vec<String> {
        let own = |subject: &&Subject| subject.variant == variant.variant;
        let mine = self.subjects.iter().filter(own);
        let cautions = self.cautions_of(mine.chain(self.judges_of(variant)));
        let name = format!("{}, ", variant.variant);
        let bare = |caution: String| caution.strip_prefix(&name).unwrap_or(&caution).to_owned();
        cautions.into_iter().map(bare).collect()
    }

    /// Returns the cautions common to all variants, and the number of others.
    pub(super) fn common_cautions(&self) -> (Vec<String>, usize) {
        let of_each: Vec<Vec<String>> = self.variants().map(|it| self.spoils(it)).collect();
        let mut common = of_each.first().cloned().unwrap_or_default();
        common.retain(|caution| of_each.iter().all(|cautions| cautions.contains(caution)));
        let all: usize = of_each.iter().map(Vec::len).sum();
        let more = all - common.len() * of_each.len();
        (common, more)
    }

    /// Returns the notes of a variant's card besides those of its file: fairness, statements, nearest games, cautions.
    pub(super) fn card_notes(
        &self,
        place: usize,
        variant: &Subject,
        map: &FamilyMap<'_>,
        common: &[String],
    ) -> Markup {
        let mut notes: Vec<String> = self.fairness(variant).into_iter().collect();
        notes.extend(repetition_note(&variant.variant));
        notes.extend(map.apart(place).map(Apart::sentence));
        notes.extend(map.nearest(place));
        notes.extend(self.spoils(variant).into_iter().filter(|caution| !common.contains(caution)));
        spoils(notes)
    }
}

/// Returns the properties by which the script colours a variant: `region=Western Africa|ruleset=wari|laps=single`.
pub(super) fn traits(subject: &Subject) -> String {
    let region = subregion(&subject.header.region).unwrap_or("elsewhere");
    let mechanisms = subject.profile.iter();
    let mechanisms = mechanisms.map(|(mechanism, value)| format!("|{}={value}", mechanism.name));
    let all = mechanisms.collect::<String>();
    format!("region={region}|ruleset={}{all}", subject.ruleset)
}

/// Returns the words by which the search finds a variant.
pub(super) fn found_by(subject: &Subject) -> String {
    let header = &subject.header;
    let rows = subject.layout.drawn().len();
    let mut words = vec![&*subject.variant, &*header.region, subject.ruleset];
    words.extend(header.names());
    format!("{} {rows} rows", words.join(" "))
}

fn figure(
    id: &str,
    heading: &str,
    about: &Markup,
    panels: impl IntoIterator<Item = Markup>,
) -> Markup {
    html! {
        figure #(id) {
            figcaption { h3 { (heading) } (about) }
            div.panels.wide { @for panel in panels { (panel) } }
        }
        "\n"
    }
}

/// Draws a measure of these subjects, one for each variant in the order of the report; `None` if all values are equal.
fn crowd_chart(
    measure: Measure,
    subjects: &[&Subject],
    look: Look,
    heading: &str,
    about: &Markup,
) -> Option<Markup> {
    let known = subjects.iter().enumerate().filter_map(|(variant, it)| {
        let number = it.number(measure);
        Some((variant, *it, number, number.value?))
    });
    let mut known: Vec<(usize, &Subject, Number, f64)> = known.collect();
    sort_by(&mut known, |a, b| a.3.total_cmp(&b.3).then(a.0.cmp(&b.0)));
    if known.first()?.3 >= known.last()?.3 {
        // There is nothing to see.
        return None;
    }
    let axis = axis(measure, &known)?;
    // From the top, in per cent.
    let up = |value: f64| 100.0 - axis.at(value);
    let mut strip = Strip::new(TALL, heading);
    // One path has all intervals and one all dots; the script of the page shows the words of a mark.
    let (mut ends, mut dots, mut marks) = (String::new(), String::new(), Vec::new());
    for (place, (variant, _, number, value)) in known.iter().enumerate() {
        let x = 100.0 * (real(place as u128) + 0.5) / real(known.len() as u128);
        if let Some([low, high]) = number.interval {
            let _ = write!(ends, "M{x:.2} {:.1}V{:.1}", up(low), up(high));
        }
        let _ = write!(dots, "M{x:.2} {:.1}h0", up(*value));
        let (value, ends) = (shown::value(measure, number), shown::interval(measure, number));
        marks.push(format!("{variant} {value} {ends}").trim_end().to_owned());
    }
    let mut above = f64::INFINITY;
    for tick in axis.ticks(4.0) {
        let y = up(tick) * f64::from(TALL) / 100.0;
        // If doublings are close, some lines have no label.
        if above - y >= LINE {
            strip.rule(y, &shown::tick(measure, tick));
            above = y;
        }
    }
    let [low, high] = EVEN.map(up);
    let drawn = html! {
        g.crowd stroke=(look.colour) data-marks=(marks.join("|")) {
            @if measure == Measure::FirstPlayerScore {
                rect.band width="100" y=(tenths(high)) height=(tenths(low - high)) {}
            }
            path.ends d=(ends) {}
            path.dots d=(dots) {}
        }
    };
    strip.within(TALL, &drawn);
    Some(html! { div.panel { h4 { (heading) } (strip.finish()) (about) } })
}

/// Returns the vertical axis: from the smallest to the largest value, not to the ends of the widest interval.
fn axis(measure: Measure, known: &[(usize, &Subject, Number, f64)]) -> Option<Axis> {
    let (least, most) = (known.first()?.3, known.last()?.3);
    let doubling = !measure.is_share() && least >= 0.5 && most > 8.0 * least;
    let room = 0.04 * (most - least).max(1e-6 * most.abs().max(1.0));
    Some(Axis {
        from: if doubling { least * 0.9 } else { least - room },
        to: if doubling { most * 1.1 } else { most + room },
        doubling,
    })
}
