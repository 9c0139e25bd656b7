//! Report of a comparison.

use std::collections::BTreeMap;

use super::comparison::{Comparison, Until};
use super::course::Watched;
use super::grid::Sweep;
use super::solved::Proved;
use crate::atlas::mechanisms::Profile;
use crate::files::named::{is_path, taken_apart};
use crate::files::solved::Solved;
use crate::files::spec::Header;
use mankala_core::kernel::diagram::Diagram;
use mankala_core::kernel::layout::Layout;
use mankala_core::measure::figures::Number;
use mankala_core::measure::names::Measure;
use mankala_core::measure::stats::Estimate;
use mankala_core::measure::tally::{Series, Tally};
use mankala_core::measure::verdict::Verdict;
use mankala_core::play::matches::MatchSpec;
use mankala_core::play::players::PlayerSpec;
use mankala_core::system::number::real;
use mankala_core::variant::Lead;

/// Version of the program, which every report states.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Branching is shown up to the last ply that one in this many games reaches.
const ONE_IN: u64 = 10;

/// Subject of a comparison: a variant, played by one player against itself.
#[derive(Debug, Clone)]
pub struct Subject {
    /// Name of the variant as given, or its title in reports for readers.
    pub variant: String,
    /// Identifier of its card on the page.
    pub card: String,
    /// Header of its file.
    pub header: Header,
    /// Ruleset of the variant.
    pub ruleset: &'static str,
    /// Mechanisms of its rules.
    pub profile: Profile,
    /// Name with the changes to its rules.
    pub label: String,
    /// Games that were played.
    pub spec: MatchSpec,
    /// Method by which the lead was determined.
    pub lead: Lead,
    /// Layout of the board.
    pub layout: Layout,
    /// Opening position.
    pub opening: Diagram,
    /// Value with perfect play, if a short search proves it.
    pub proved: Option<Proved>,
    /// Value with perfect play, if it is known.
    pub solved: Option<&'static Solved>,
    /// Verdict of these games on fairness.
    pub verdict: Verdict,
    /// All measures, in order.
    pub numbers: Vec<(Measure, Number)>,
    /// Totals of the games.
    pub tally: Tally,
}

/// Returns the conditions of games for readers, without the version of their player.
pub(super) fn without_version(conditions: &str, player: Option<PlayerSpec>) -> String {
    player.map_or_else(
        || conditions.to_owned(),
        |player| conditions.replacen(&player.stated(), &player.to_string(), 1),
    )
}

impl Subject {
    /// Returns one measure.
    pub fn number(&self, measure: Measure) -> Number {
        let found = self.numbers.iter().find(|(name, _)| *name == measure);
        found.map_or_else(Number::default, |(_, number)| *number)
    }

    /// Returns the player as records state it: `random 1.0`.
    pub fn player(&self) -> String {
        self.spec.players[0].stated()
    }

    /// Returns the players of a measure, including those of search beside the games.
    pub fn player_of(&self, measure: Measure) -> String {
        match measure {
            Measure::EloPerDoubling => Rung::STEP.to_owned(),
            Measure::GreedyTrap | Measure::RealChoice => {
                format!("{}, values by alphabeta:4", self.conditions())
            }
            _ => self.conditions(),
        }
    }

    /// Returns the player, the number of random plies, and whether games are over rounds.
    pub fn conditions(&self) -> String {
        format!("{}{}", self.players_and_opening(), self.over_rounds())
    }

    /// Returns the conditions for readers, without the player's version.
    pub(super) fn who(&self) -> String {
        without_version(&self.conditions(), Some(self.spec.players[0]))
    }

    /// Returns the players of a measure for readers, without the player's version.
    pub(super) fn who_of(&self, measure: Measure) -> String {
        without_version(&self.player_of(measure), Some(self.spec.players[0]))
    }

    /// Returns the title; changed rules follow it in brackets. Names that callers invent stay.
    fn title(&self) -> String {
        let (name, title) = (taken_apart(&self.variant).0, &self.header.title);
        if name != self.header.name && !is_path(name) {
            return self.variant.clone();
        }
        match &taken_apart(&self.label).1[..] {
            [] => title.clone(),
            changes => format!("{title} ({})", changes.join(", ")),
        }
    }

    /// Returns the label of a row with these measures: the players, which Elo per doubling has of its own.
    pub(super) fn row_label(&self, measures: &[Measure]) -> String {
        if measures == [Measure::EloPerDoubling] {
            Rung::STEP.to_owned()
        } else {
            self.spec.players[0].to_string()
        }
    }

    /// Returns the words for games over rounds, if these are such games.
    pub(super) fn over_rounds(&self) -> &'static str {
        self.spec.rounds.map_or("", |_| " over rounds")
    }

    /// Returns the player and the number of random plies.
    pub(super) fn players_and_opening(&self) -> String {
        match self.spec.opening_plies {
            0 => self.player(),
            1 => format!("{} after 1 random ply", self.player()),
            plies => format!("{} after {plies} random plies", self.player()),
        }
    }

    /// Returns the number of games behind the first player's score, as `6 of 100` if the others were cut off.
    pub(super) fn games_of_score(&self) -> String {
        match (self.tally.finished(), self.tally.games()) {
            (finished, all) if finished == all => all.to_string(),
            (finished, all) => format!("{finished} of {all}"),
        }
    }

    /// Returns `true` if the games were played over rounds, each of which may be as long as a single game.
    pub fn is_over_rounds(&self) -> bool {
        self.spec.rounds.is_some()
    }

    /// Returns the mean number of legal moves at each ply, as far as one game in ten gets.
    pub fn branching_by_ply(&self) -> Vec<f64> {
        let plies = &self.tally.by_ply;
        let games = plies.first().map_or(0, |ply| ply.games);
        let enough = games.div_ceil(ONE_IN).max(1);
        let shown = plies.iter().take_while(|ply| ply.games >= enough);
        shown.map(|ply| real(ply.legal.into()) / real(ply.games.into())).collect()
    }
}

/// Step of the ladder of strength: mcts against mcts with half the iterations.
#[derive(Debug, Clone)]
pub struct Rung {
    /// Name of the variant, as given.
    pub variant: String,
    /// Games that were played, by the stronger and the weaker player.
    pub spec: MatchSpec,
    /// Number of games cut off by the ply limit.
    pub unfinished: u64,
    /// Stronger player's score.
    pub score: Number,
    /// Stronger player's score in Elo.
    pub elo: Number,
    /// Stronger player's quarters of a point in each pair of games from one opening, with seats swapped. Pairs with an
    /// unfinished game are left out.
    pub pairs: Series,
}

impl Rung {
    /// Step by which `elo_per_doubling` is measured.
    pub(super) const STEP: &'static str = "mcts:8/move against mcts:4/move";

    /// Returns the players as `a against b`.
    pub fn who(&self) -> String {
        let [stronger, weaker] = self.spec.players;
        format!("{stronger} against {weaker}")
    }

    /// Returns `true` if `elo_per_doubling` is measured by it.
    pub fn is_step(&self) -> bool {
        self.who() == Self::STEP
    }
}

/// Question of a comparison with its answer: the difference between a variant and the first one in one measure.
#[derive(Debug, Clone)]
pub struct Compared {
    /// Measure.
    pub measure: Measure,
    /// Variant, and the one with which it is compared.
    pub variants: [String; 2],
    /// Player of both, in words.
    pub player: String,
    /// Player of the games; `None` for measures with their own players.
    pub by: Option<PlayerSpec>,
    /// Difference with its interval, in the unit of the measure.
    pub difference: Estimate,
    /// Ratio with its interval, for lengths.
    pub ratio: Option<Estimate>,
    /// Probability of a difference this large if there is none.
    pub p: f64,
    /// Probability corrected for all questions that were asked.
    pub corrected: f64,
}

impl Compared {
    /// Returns `true` if the two differ significantly.
    pub fn is_sure(&self) -> bool {
        self.corrected < 0.05
    }
}

/// End of a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum End {
    /// Among the tenth with the most.
    Most,
    /// Among the tenth with the least.
    Least,
}

/// Variant in a ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct Rank {
    /// Name of the variant.
    pub variant: String,
    /// Measured value.
    pub value: f64,
    /// Shrunk value with its interval.
    pub shrunk: Estimate,
    /// End at which it surely stands.
    pub end: Option<End>,
    /// Smallest false discovery rate over the whole report at which it would be placed at its end.
    pub corrected: f64,
}

/// All variants by one measure, the largest value first.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// Measure.
    pub measure: Measure,
    /// Player of the games.
    pub player: String,
    /// Player of the games; `None` for measures with their own players.
    pub by: Option<PlayerSpec>,
    /// Whether values were shrunk on the logarithmic scale.
    pub log: bool,
    /// Mean of all variants.
    pub mean: f64,
    /// Variants, the largest value first.
    pub places: Vec<Rank>,
}

impl Ranking {
    /// Returns the variants that surely stand at this end, the furthest first.
    pub fn at(&self, end: End) -> Vec<&Rank> {
        let mut found: Vec<&Rank> = self.places.iter().filter(|it| it.end == Some(end)).collect();
        if end == End::Least {
            found.reverse();
        }
        found
    }
}

/// Report of a comparison.
#[derive(Debug, Clone)]
pub struct Report {
    /// Command that reproduces the report, if a command made it.
    pub command: String,
    /// Settings of the comparison.
    pub comparison: Comparison,
    /// Columns for each variant and player, variants first.
    pub subjects: Vec<Subject>,
    /// Columns for each variant and judge, if fairness was measured.
    pub judged: Vec<Subject>,
    /// Steps of the ladder of strength that were played.
    pub strength: Vec<Rung>,
    /// Differences of each variant from the first.
    pub differences: Vec<Compared>,
    /// Rankings of many variants by each measure.
    pub rankings: Vec<Ranking>,
    /// Grid of the variants, if they form one.
    pub sweep: Option<Sweep>,
    /// Courses of the first games of each variant, for the page.
    pub watched: Vec<Watched>,
}

impl Report {
    /// Returns the program and its version.
    pub fn version() -> String {
        format!("mankala {VERSION}")
    }

    /// Returns a note on rounds, or on how the lead is determined.
    pub fn played_note(subject: &Subject) -> &'static str {
        match subject.lead {
            _ if subject.is_over_rounds() => {
                "played over rounds to the end of the whole game; results, lengths and totals are those of whole games, \
                 measures of plies and positions come from all rounds, and the lead is not measured"
            }
            Lead::Won => "the player who won more seeds is ahead; seeds on the board do not count",
            Lead::Seeds => "the player with more seeds, including those on the board, is ahead",
            Lead::Evaluation => "the player favoured by the ruleset's evaluation is ahead",
        }
    }

    /// Returns the variants, each by its first subject.
    pub fn variants(&self) -> impl Iterator<Item = &Subject> {
        self.subjects.iter().step_by(self.comparison.players.len().max(1))
    }

    /// Returns the judges of the variant of this subject.
    pub fn judges_of<'a>(&'a self, subject: &'a Subject) -> impl Iterator<Item = &'a Subject> {
        let judged = self.judged.iter();
        judged.filter(move |judged| judged.variant == subject.variant)
    }

    /// Returns the report with titles instead of names, for readers; names stay where titles are alike, and in sweeps.
    pub(super) fn titled(&self) -> Self {
        let mut report = self.clone();
        let titles: Vec<(&str, String)> =
            self.variants().map(|subject| (&*subject.variant, subject.title())).collect();
        let alike = |title: &str| titles.iter().filter(|(_, other)| other == title).count();
        let titles: BTreeMap<&str, &str> = (titles.iter())
            .filter(|(_, title)| self.sweep.is_none() && alike(title) == 1)
            .map(|(name, title)| (*name, &**title))
            .collect();
        let name = |variant: &mut String| {
            if let Some(title) = titles.get(&**variant) {
                *variant = (*title).to_owned();
            }
        };
        let subjects = report.subjects.iter_mut().chain(&mut report.judged);
        subjects.for_each(|subject| name(&mut subject.variant));
        report.strength.iter_mut().for_each(|rung| name(&mut rung.variant));
        report.differences.iter_mut().flat_map(|it| &mut it.variants).for_each(name);
        report
    }

    /// Returns the cautions about the numbers.
    pub fn cautions(&self) -> Vec<String> {
        let subjects = || self.subjects.iter().chain(&self.judged);
        let mut cautions = self.cautions_of(subjects());
        let until = self.comparison.until.into_iter();
        cautions
            .extend(until.flat_map(|until| subjects().map(move |subject| subject.narrowed(until))));
        distinct(cautions)
    }

    /// Returns the cautions about some of the subjects, without duplicates.
    pub(super) fn cautions_of<'a>(
        &self,
        subjects: impl IntoIterator<Item = &'a Subject>,
    ) -> Vec<String> {
        let mut cautions: Vec<String> = subjects.into_iter().flat_map(Subject::cautions).collect();
        let players = self.comparison.players.iter().chain(&self.comparison.judges);
        let timed = players.filter(|player| !player.is_reproducible()).map(|it| it.stated());
        cautions.extend(timed.map(|player| {
            format!("{player} is limited by time: its games cannot be reproduced exactly.")
        }));
        distinct(cautions)
    }
}

/// Leaves out sentences that already occurred.
fn distinct(mut sentences: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::BTreeSet::new();
    sentences.retain(|sentence| seen.insert(sentence.clone()));
    sentences
}

impl Subject {
    /// Returns a sentence on the number of games that gave the first player's score.
    pub(super) fn narrowed(&self, until: Until) -> String {
        let (who, games) = (self.conditions(), self.tally.games());
        let who = format!("{}, {who}", self.variant);
        let Some(half) = until.half else {
            return format!("{who}: the time was enough for {games} games.");
        };
        let wanted = f64::from(half);
        let games = format!("{who}: {games} games give");
        match Until::width(&self.number(Measure::FirstPlayerScore)) {
            Some(width) if width <= wanted => {
                format!("{games} the first player's score to ±{:.2} points.", width / 100.0)
            }
            Some(width) => format!(
                "{games} the first player's score to ±{:.2} points only, not to ±{:.2}.",
                width / 100.0,
                wanted / 100.0
            ),
            None => format!("{games} no interval of the first player's score."),
        }
    }

    /// Returns the cautions about its numbers.
    pub fn cautions(&self) -> Vec<String> {
        let mut cautions = Vec::new();
        let who = format!("{}, {}", self.variant, self.conditions());
        let (unfinished, games) = (self.tally.unfinished, self.tally.games());
        if unfinished > 0 {
            cautions.push(format!(
                "{who}: {unfinished} of {games} games were cut off after {} plies. Lengths and totals of a game are \
                 therefore lower bounds (≥). Long games are missing from all other measures.",
                self.spec.ply_limit
            ));
        }
        let different = self.tally.sample.different();
        // Equal random games are no repetition.
        let repeats = self.spec.players[0].repeats();
        if repeats && games > 1 && different < 2.0 {
            cautions.push(format!(
                "{who}: all {games} games are the same. They say nothing about other players."
            ));
        } else if repeats && different < 0.9 * real(games.into()) {
            cautions.push(
                "Searching players repeat games; their intervals hold only for them.".to_owned(),
            );
        }
        if self.spec.opening_plies > 0 {
            cautions.push(format!(
                "{who}: the random plies count in no measure. The first mover after them is random, so results say nothing \
                 about the opening."
            ));
        }
        cautions
    }
}
