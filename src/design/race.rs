//! Candidates and the stages of their race.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::files::catalogue::Loaded;
use crate::files::named::taken_apart;
use crate::report::{Comparison, Figures, deciles};
use mankala_core::measure::condition::{Condition, Conditions};
use mankala_core::measure::figures::Number;
use mankala_core::measure::names::Measure;
use mankala_core::play::matches::Shard;
use mankala_core::play::players::PlayerSpec;

/// Largest share of games that may be cut off.
const MOST_CUT_OFF: f64 = 0.05;
/// Mean length of random games above which costly measures are left out, in plies.
const LONG: u32 = 300;
/// Number of these random games.
const WALKS: u64 = 8;
/// Number of candidates if there is no limit.
const USUAL: u64 = 1000;
/// Miss of a condition on a measure without a value.
const UNKNOWN: f64 = 10.0;

/// Stage of games; each plays from its first game, so stages of one seed share their first games.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::Display, strum::EnumString,
)]
#[strum(serialize_all = "lowercase")]
pub(super) enum Stage {
    /// Few games, without the measures that take long.
    First,
    /// More games, with all measures.
    Second,
    /// All games.
    Third,
    /// As many fresh games by the same player.
    Again,
    /// As many fresh games by a stronger player.
    Stronger,
}

impl Stage {
    /// Returns `true` if the race has not played the games of this stage.
    fn is_fresh(self) -> bool {
        !STAGES.contains(&self)
    }
}

/// Stages of the race itself.
pub(super) const STAGES: [Stage; 3] = [Stage::First, Stage::Second, Stage::Third];

/// Search as it is asked for.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Goal.
    pub goal: Conditions,
    /// Measures of the archive.
    pub spread: [Measure; 2],
    /// Known games to start from, by their names.
    pub bases: Vec<String>,
    /// Player of the race.
    pub player: PlayerSpec,
    /// Player of the last stage.
    pub stronger: PlayerSpec,
    /// Random seed of the race; fresh games use the next seed.
    pub seed: u64,
    /// Number of games of the third stage.
    pub games: u64,
    /// Maximum number of plies of a game.
    pub ply_limit: u32,
    /// Whether every candidate is a changed known game, without regard to earlier ones.
    pub blind: bool,
    /// Maximum number of candidates; without it and a time, 1000.
    pub candidates: Option<u64>,
    /// Time of the race.
    pub budget: Option<Duration>,
    /// Number of independent parts of the whole search.
    pub parts: u32,
    /// Part to search, if not the whole.
    pub shard: Shard,
    /// Number of rule sets that play fresh games.
    pub best: usize,
}

/// Returns `true` for a measure whose games or searches take long.
fn is_costly(measure: Measure) -> bool {
    matches!(measure, Measure::EloPerDoubling | Measure::GreedyTrap | Measure::RealChoice)
}

/// Reads a measure of the archive.
///
/// # Errors
///
/// A sentence if the measure has no ranges, which are those of known games.
pub fn axis(name: &str) -> Result<Measure, String> {
    let measure = name.parse::<Measure>().ok();
    let measure = measure.filter(|&measure| deciles(measure).is_some());
    measure.ok_or_else(|| {
        "expected a measure of the dozen in random games, like turns or seeds_per_move".to_owned()
    })
}

impl Plan {
    /// Checks the plan, and rounds its games up to pairs.
    ///
    /// # Errors
    ///
    /// A sentence about players or measures that don't fit.
    pub fn checked(mut self) -> Result<Self, String> {
        let [across, up] = self.spread;
        if across == up {
            return Err(format!("expected two different measures for the grid, found {up} twice"));
        }
        for who in [self.player, self.stronger] {
            if !who.is_reproducible() {
                return Err(format!("expected a player without a time limit, found {who}"));
            }
            if who.uses_net() {
                return Err(format!(
                    "expected a player without a network, found {who}: changed rules have none"
                ));
            }
        }
        self.games = self.games.next_multiple_of(2);
        Ok(self)
    }

    /// Returns the numbers of the parts to search, and the maximum number of candidates of each.
    pub fn own_parts(&self) -> (RangeInclusive<u32>, u64) {
        let (number, of) = self.shard.parts();
        let parts = of.max(self.parts);
        let numbers = if of > 1 { number..=number } else { 1..=parts };
        let all = match (self.candidates, self.budget) {
            (Some(candidates), _) => candidates,
            (None, Some(_)) => return (numbers, u64::MAX),
            (None, None) => USUAL,
        };
        (numbers, all.div_ceil(u64::from(parts)))
    }

    /// Returns the measures of each candidate: those of the goal, of the archive, and games cut off.
    pub(super) fn measures(&self) -> Vec<Measure> {
        let goal = self.goal.all.iter().map(|condition| condition.measure);
        let mut seen = BTreeSet::new();
        let all = goal.chain(self.spread).chain([Measure::Unfinished]);
        all.filter(|it| seen.insert(*it)).collect()
    }

    /// Returns the measures of a stage with the number of their games; none for a stage without them.
    fn comparisons(&self, stage: Stage) -> impl Iterator<Item = (u64, Vec<Measure>)> {
        let mut measures = self.measures();
        // Its own players measure it, as in the stage before.
        measures.retain(|it| stage != Stage::Stronger || *it != Measure::EloPerDoubling);
        let split = [false, true].map(|costly| {
            measures.iter().copied().filter(|&it| is_costly(it) == costly).collect::<Vec<_>>()
        });
        let part = |of: u64| (self.games / of).next_multiple_of(2);
        // Most measures need more games than costly ones.
        let numbers = match stage {
            Stage::First => [part(16), 0],
            Stage::Second => [part(4), part(16)],
            _ => [self.games, part(4)],
        };
        let asked = numbers.into_iter().zip(split);
        asked.filter(|(games, measures)| *games > 0 && !measures.is_empty())
    }

    pub(super) fn games_of(&self, stage: Stage) -> u64 {
        self.comparisons(stage).map(|(games, _)| games).sum()
    }

    /// Returns the number of games behind each measure: in the last stage of the race, and again in fresh games.
    pub(super) fn games_behind(&self) -> Vec<u64> {
        let asked: Vec<_> = self.comparisons(Stage::Third).collect();
        let behind = |measure: &Measure| {
            asked.iter().find(|(_, all)| all.contains(measure)).map_or(0, |(games, _)| *games)
        };
        self.measures().iter().map(behind).collect()
    }

    /// Returns `true` if random games are so long that playouts, and with them costly measures, would take minutes.
    fn wanders(&self, loaded: &Loaded, stop: &(dyn Fn() -> bool + Sync)) -> Option<bool> {
        let comparison = Comparison {
            players: vec![PlayerSpec::Random],
            judges: Vec::new(),
            ply_limit: 2 * LONG,
            measures: Some(vec![Measure::Plies]),
            ..Comparison::new(WALKS, self.seed)
        };
        let plies = comparison.numbers(loaded, stop)?.first().and_then(|(_, number)| number.value);
        Some(plies.is_none_or(|plies| plies > f64::from(LONG)))
    }

    /// Returns `true` if the intervals of these measures exclude the goal.
    fn misses_surely(&self, numbers: &[(Measure, Number)]) -> bool {
        self.goal.all.iter().any(|condition| {
            let mut found = numbers.iter().filter(|(it, _)| *it == condition.measure);
            let interval = found.next().and_then(|(_, number)| number.interval);
            interval.is_some_and(|interval| condition.miss(interval) > 0.0)
        })
    }

    /// Plays the games of a stage; returns `None` if it was stopped.
    ///
    /// If a candidate of the race surely misses a condition, or random games are long, the costly measures are left out.
    pub(super) fn figures(
        &self,
        stage: Stage,
        loaded: &Loaded,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Figures> {
        let fresh = stage.is_fresh();
        self.figures_if(stage, loaded, stop, |numbers| {
            let misses = !fresh && self.misses_surely(numbers);
            Some(!misses && !self.wanders(loaded, stop)?)
        })
    }

    /// Plays the games of a stage; `pays` says whether to measure the costly measures, given the others.
    pub(super) fn figures_if(
        &self,
        stage: Stage,
        loaded: &Loaded,
        stop: &(dyn Fn() -> bool + Sync),
        pays: impl Fn(&[(Measure, Number)]) -> Option<bool>,
    ) -> Option<Figures> {
        let player = if stage == Stage::Stronger { self.stronger } else { self.player };
        let mut numbers: Vec<(Measure, Number)> = Vec::new();
        for (games, measures) in self.comparisons(stage) {
            // Costly measures come last, and can't save a candidate of the race.
            if measures.iter().copied().all(is_costly) && !pays(&numbers)? {
                break;
            }
            let seed = self.seed.wrapping_add(u64::from(stage.is_fresh()));
            let comparison = Comparison {
                players: vec![player],
                judges: vec![player],
                ply_limit: self.ply_limit,
                measures: Some(measures),
                ..Comparison::new(games, seed)
            };
            numbers.extend(comparison.numbers(loaded, stop)?);
        }
        let figure = |measure: &Measure| {
            let (_, number) = numbers.iter().find(|(known, _)| known == measure)?;
            let value = number.value?;
            let [low, high] = number.interval.unwrap_or([value; 2]);
            // Single precision is enough.
            Some([value, low, high].map(|end| end as f32))
        };
        Some(self.measures().iter().map(figure).collect())
    }
}

/// Rule set with its figures so far.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    /// Known game with its changes, as [`Catalogue::load`](crate::files::catalogue::Catalogue::load) reads it.
    pub(super) game: String,
    pub(super) ruleset: &'static str,
    pub(super) digest: String,
    /// Keys of board, setup and rules with their values.
    pub(super) values: BTreeMap<String, String>,
    /// Last stage that it played.
    pub(super) stage: Stage,
    /// Figures of that stage.
    pub(super) figures: Figures,
    /// Sum of the distances from the conditions of the goal.
    pub(super) misses: f64,
    /// Whether no condition is surely missed.
    pub(super) hopes: bool,
    /// Quality by each condition, the more, the better.
    pub(super) qualities: Vec<f64>,
    /// Values of the measures of the archive.
    pub(super) at: [f64; 2],
    /// Share of games cut off.
    cut_off: f64,
}

impl Candidate {
    /// Creates a candidate that has not played, given the known or changed game that was loaded.
    pub(super) fn new(from: &str, loaded: &Loaded) -> Self {
        let (base, _) = taken_apart(from);
        let game = match &loaded.changes()[..] {
            [] => base.to_owned(),
            changes => format!("{base}:{}", changes.join(",")),
        };
        let values = loaded.values.iter();
        let values = values.map(|written| (written.key.clone(), written.value.clone()));
        Self {
            game,
            ruleset: loaded.ruleset,
            digest: loaded.digest(),
            values: values.collect(),
            stage: Stage::First,
            figures: Vec::new(),
            misses: f64::INFINITY,
            hopes: false,
            qualities: Vec::new(),
            at: [f64::NAN; 2],
            cut_off: 1.0,
        }
    }

    /// Takes the figures of a stage.
    pub(super) fn settle(&mut self, plan: &Plan, stage: Stage, figures: Figures) {
        let measures = plan.measures();
        let known = |measure: Measure| {
            let place = measures.iter().position(|known| *known == measure)?;
            figures.get(place).copied().flatten().map(|it| it.map(f64::from))
        };
        let goal =
            plan.goal.all.iter().filter(|it| stage != Stage::First || !is_costly(it.measure));
        let (mut misses, mut hopes) = (0.0, true);
        for condition in goal {
            if let Some([value, low, high]) = known(condition.measure) {
                misses += condition.miss([value; 2]);
                hopes &= condition.miss([low, high]) == 0.0;
            } else {
                misses += UNKNOWN;
                hopes = false;
            }
        }
        let quality =
            |it: &Condition| known(it.measure).map_or(-UNKNOWN, |[value, ..]| it.quality(value));
        self.qualities = plan.goal.all.iter().map(quality).collect();
        self.at = plan.spread.map(|it| known(it).map_or(f64::NAN, |[value, ..]| value));
        self.cut_off = known(Measure::Unfinished).map_or(1.0, |[value, ..]| value);
        (self.stage, self.misses, self.hopes) = (stage, misses, hopes);
        self.figures = figures;
    }

    pub(super) fn ends(&self) -> bool {
        self.cut_off <= MOST_CUT_OFF
    }

    /// Returns a text that is the same for games that play alike.
    pub(super) fn play(&self) -> String {
        format!("{:?}", self.figures)
    }
}
