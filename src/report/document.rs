//! The outcome of a comparison.

use super::comparison::Comparison;
use super::grid::Sweep;
use super::proved::Proved;
use super::solved::Solved;
use crate::atlas::mechanisms::Profile;
use crate::files::spec::Header;
use crate::kernel::diagram::Diagram;
use crate::kernel::layout::Layout;
use crate::measure::figures::Number;
use crate::measure::names::Measure;
use crate::measure::stats::Estimate;
use crate::measure::tally::{Series, Tally};
use crate::measure::verdict::{Verdict, together};
use crate::play::matches::MatchSpec;
use crate::play::players::PlayerSpec;
use crate::system::number::real;
use crate::variant::Lead;
use crate::variant::sections::Rounds;

/// The program's version, which every report states.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The branching at a ply is shown while at least one game in so many gets there.
const ONE_IN: u64 = 10;

/// One variant, played by one player against itself.
#[derive(Debug, Clone)]
pub struct Column {
    /// The variant as it was named.
    pub variant: String,
    /// What its file says about it.
    pub header: Header,
    /// The ruleset that plays it.
    pub ruleset: &'static str,
    /// What its rules do, in common words.
    pub profile: Profile,
    /// The games that were played.
    pub spec: MatchSpec,
    /// What told who was ahead.
    pub lead: Lead,
    /// The shape of the board.
    pub layout: Layout,
    /// The position at the start.
    pub opening: Diagram,
    /// What perfect play comes to, where a short search proves it.
    pub proved: Option<Proved>,
    /// What perfect play comes to, where it is in print.
    pub solved: Option<&'static Solved>,
    /// How much each game is worth of one that is like no other: less than 1 where players repeat their games.
    pub worth: f64,
    /// Whether the game is fair, as far as these games tell.
    pub verdict: Verdict,
    /// All measures, in order.
    pub numbers: Vec<(Measure, Number)>,
    /// What was counted.
    pub tally: Tally,
}

impl Column {
    /// One measure.
    #[must_use]
    pub fn number(&self, measure: Measure) -> Number {
        let mut numbers = self.numbers.iter();
        let found = numbers.find(|(name, _)| *name == measure);
        found.map_or_else(Number::default, |(_, number)| *number)
    }

    /// Who played, as records state it: `random 1.0`.
    #[must_use]
    pub fn player(&self) -> String {
        self.spec.players[0].stated()
    }

    /// Who played each seat, with what was looked into by search beside the games.
    #[must_use]
    pub fn player_of(&self, measure: Measure) -> String {
        match measure {
            Measure::EloPerDoubling => Rung::STEP.to_owned(),
            Measure::GreedyTrap | Measure::RealChoice => {
                format!("{}, values by alphabeta:4", self.conditions())
            }
            _ => self.conditions(),
        }
    }

    /// Who played, how many random plies came before, and whether over rounds.
    #[must_use]
    pub fn conditions(&self) -> String {
        let rounds = if self.is_over_rounds() {
            " over rounds"
        } else {
            ""
        };
        format!("{}{rounds}", self.players_and_opening())
    }

    /// Who played, and how many random plies came before.
    pub(super) fn players_and_opening(&self) -> String {
        match self.spec.opening_plies {
            0 => self.player(),
            1 => format!("{} after 1 random ply", self.player()),
            plies => format!("{} after {plies} random plies", self.player()),
        }
    }

    /// Whether the games were played over rounds, each of which may be as long as a game of one.
    #[must_use]
    pub fn is_over_rounds(&self) -> bool {
        self.spec.rounds.is_some()
    }

    /// The mean number of legal moves at each ply from the first on, as far as one game in ten gets.
    #[must_use]
    pub fn branching_by_ply(&self) -> Vec<f64> {
        let plies = &self.tally.by_ply;
        let games = plies.first().map_or(0, |ply| ply.games);
        let enough = games.div_ceil(ONE_IN).max(1);
        plies
            .iter()
            .take_while(|ply| ply.games >= enough)
            .map(|ply| real(ply.legal.into()) / real(ply.games.into()))
            .collect()
    }
}

/// One step of the ladder of strength: mcts against mcts with half the iterations.
#[derive(Debug, Clone)]
pub struct Rung {
    /// The variant as it was named.
    pub variant: String,
    /// The stronger and the weaker player.
    pub players: [PlayerSpec; 2],
    /// How many random plies each game began with.
    pub opening_plies: u32,
    /// The rounds of each game, where it had several.
    pub rounds: Option<Rounds>,
    /// How many games they played.
    pub games: u64,
    /// How many of them were cut off by the ply limit.
    pub unfinished: u64,
    /// The stronger player's score.
    pub score: Number,
    /// The same in Elo.
    pub elo: Number,
    /// Its quarters of a point in each pair of games from one opening, seats swapped; pairs with an unfinished game are left out.
    pub pairs: Series,
}

impl Rung {
    /// The step that `elo_per_doubling` is measured by.
    pub(super) const STEP: &'static str = "mcts:8/move against mcts:4/move";

    /// Who played, as `a against b`.
    #[must_use]
    pub fn who(&self) -> String {
        let [stronger, weaker] = self.players;
        format!("{stronger} against {weaker}")
    }

    /// Whether `elo_per_doubling` is measured by it.
    #[must_use]
    pub fn is_step(&self) -> bool {
        self.who() == Self::STEP
    }
}

/// A question of a comparison and its answer: how far a variant is above the first one in one measure.
#[derive(Debug, Clone)]
pub struct Compared {
    /// What was measured.
    pub measure: Measure,
    /// The variant, and the one it is compared with.
    pub variants: [String; 2],
    /// Who played both.
    pub player: String,
    /// The player whose games they are; `None` in what is measured by players of its own.
    pub by: Option<PlayerSpec>,
    /// The difference with its interval, in the unit of the measure.
    pub difference: Estimate,
    /// The same as a ratio, for lengths.
    pub ratio: Option<Estimate>,
    /// How likely a difference so large is if there is none.
    pub p: f64,
    /// The same, corrected for all the questions that were asked.
    pub corrected: f64,
}

impl Compared {
    /// Whether the two differ, as far as the games can tell.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        self.corrected < 0.05
    }
}

/// At which end of a ranking a variant stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum End {
    /// Among the tenth with the most.
    Most,
    /// Among the tenth with the least.
    Least,
}

/// A variant in a ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The variant.
    pub variant: String,
    /// What was measured.
    pub value: f64,
    /// What is left of it when luck is taken off.
    pub shrunk: Estimate,
    /// The end at which it stands for sure.
    pub end: Option<End>,
    /// How sure: the smallest share of false alarms among all of the report at which it would be said.
    pub corrected: f64,
}

/// All variants by one measure, from the most.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// What was measured.
    pub measure: Measure,
    /// Who played.
    pub player: String,
    /// The player whose games it is of; `None` in what is measured by players of its own.
    pub by: Option<PlayerSpec>,
    /// Whether luck was taken off on the logarithmic scale.
    pub log: bool,
    /// The mean of all variants.
    pub mean: f64,
    /// The variants, from the most.
    pub places: Vec<Place>,
}

impl Ranking {
    /// The variants that stand at this end for sure, the furthest first.
    #[must_use]
    pub fn at(&self, end: End) -> Vec<&Place> {
        let mut found: Vec<&Place> = self
            .places
            .iter()
            .filter(|it| it.end == Some(end))
            .collect();
        if end == End::Least {
            found.reverse();
        }
        found
    }
}

/// The outcome of a comparison.
#[derive(Debug, Clone)]
pub struct Report {
    /// The command that makes it again, if it was made by one.
    pub command: String,
    /// What was asked for.
    pub comparison: Comparison,
    /// A column for each variant and player, variants first.
    pub columns: Vec<Column>,
    /// One for each variant and judge, if it was asked whether the games are fair.
    pub judged: Vec<Column>,
    /// The steps of the ladder of strength that were played.
    pub strength: Vec<Rung>,
    /// How far each variant is from the first.
    pub differences: Vec<Compared>,
    /// Many variants in the order of each measure.
    pub rankings: Vec<Ranking>,
    /// The grid of which the variants are, if they are of one.
    pub sweep: Option<Sweep>,
}

impl Report {
    /// The program that made it, and its version.
    #[must_use]
    pub fn version() -> String {
        format!("mankala {VERSION}")
    }

    /// What was played and is followed, in words for each column: rounds, or what tells who is ahead.
    #[must_use]
    pub fn played_note(column: &Column) -> &'static str {
        match column.lead {
            _ if column.is_over_rounds() => {
                "played over rounds to the end of the whole game, which is what results, lengths and sums a game are of; \
                 what is followed from ply to ply or looked into is so within the rounds, and who is ahead is not followed"
            }
            Lead::Won => "ahead is who has won more seeds; those on the board are nobody's yet",
            Lead::Seeds => "ahead is who has more seeds, those on the board counted",
            Lead::Evaluation => "ahead is whom the ruleset's evaluation of the position favours",
        }
    }

    /// The variants, each by its first column.
    pub fn variants(&self) -> impl Iterator<Item = &Column> {
        self.columns
            .iter()
            .step_by(self.comparison.players.len().max(1))
    }

    /// The judges of the variant of this column.
    pub fn judges_of<'a>(&'a self, column: &'a Column) -> impl Iterator<Item = &'a Column> {
        let judged = self.judged.iter();
        judged.filter(move |judged| judged.variant == column.variant)
    }

    /// Whether a variant is fair, in a sentence that says no more than the games do; `None` if it was not asked.
    #[must_use]
    pub fn fairness(&self, column: &Column) -> Option<String> {
        let judges = self.judges_of(column);
        let verdict = |judge: &Column| (judge.spec.players[0].to_string(), judge.verdict);
        let verdicts: Vec<_> = judges.map(verdict).collect();
        if verdicts.is_empty() {
            return None;
        }
        let words = together(&verdicts);
        let proved = column.proved.map_or_else(String::new, |proved| {
            format!("proved, with perfect play {}; ", proved.words())
        });
        let solved = column
            .solved
            .map_or_else(String::new, |solved| format!(" {}", solved.words()));
        let rounds = if column.is_over_rounds() {
            " over rounds"
        } else {
            ""
        };
        Some(format!(
            "{}{rounds}: {proved}{words}.{solved}",
            column.variant
        ))
    }

    /// What a reader should know before trusting the numbers.
    #[must_use]
    pub fn cautions(&self) -> Vec<String> {
        self.cautions_of(self.columns.iter().chain(&self.judged))
    }

    /// The same for some of the columns; what is said of two is said once.
    pub(super) fn cautions_of<'a>(
        &self,
        columns: impl IntoIterator<Item = &'a Column>,
    ) -> Vec<String> {
        let mut cautions: Vec<String> = columns.into_iter().flat_map(Column::cautions).collect();
        let mut players: Vec<PlayerSpec> = self.comparison.players.clone();
        players.extend(&self.comparison.judges);
        for player in players {
            if !player.is_reproducible() {
                cautions.push(format!(
                    "{} is limited by time: its games can't be played again exactly.",
                    player.stated()
                ));
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        cautions.retain(|caution| seen.insert(caution.clone()));
        cautions
    }
}

impl Column {
    /// What spoils its numbers.
    #[must_use]
    pub fn cautions(&self) -> Vec<String> {
        let mut cautions = Vec::new();
        let who = format!("{}, {}", self.variant, self.conditions());
        let (unfinished, games) = (self.tally.unfinished, self.tally.games());
        if unfinished > 0 {
            cautions.push(format!(
                "{who}: {unfinished} of {games} games were cut off after {} plies. Lengths take that into account; their means are \
                 at least so large. Long games are missing from all other numbers.",
                self.spec.ply_limit
            ));
        }
        let effective = self.worth * real(games.into());
        if games > 1 && effective < 2.0 {
            cautions.push(format!(
                "{who}: all {games} games are about the same one. It is an example and no sample, so that there are no intervals."
            ));
        } else if effective < 0.9 * real(games.into()) {
            cautions.push(format!(
                "{who}: {games} games are {:.0} different ones and count as {effective:.0}.",
                self.tally.sample.different()
            ));
        }
        if self.spec.opening_plies > 0 {
            cautions.push(format!(
                "{who}: the random plies count in no measure. Who moves first after them is chance, so who wins says nothing \
                 of the opening."
            ));
        }
        cautions
    }
}
