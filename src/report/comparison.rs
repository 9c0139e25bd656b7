//! Plays what is to be compared.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::differences::differences;
use super::report::{Column, Report, Rung};
use super::solved::Solved;
use crate::atlas::mechanisms::Profile;
use crate::files::catalogue::Loaded;
use crate::measure::difference::elo;
use crate::measure::figures::{Number, figure};
use crate::measure::names::{Measure, Topic};
use crate::measure::stats::real;
use crate::measure::tally::Series;
use crate::measure::verdict::Verdict;
use crate::play::matches::{Heading, MatchSpec, PLY_LIMIT, Played, seated};
use crate::play::players::{Effort, PlayerSpec};
use crate::variant::Outcome;

use strum::IntoEnumIterator;

/// Where players leave little to chance, so many random plies keep their games apart.
const USUAL_OPENING: u32 = 4;
/// The most games of each judge who has to think.
const JUDGED: u64 = 200;
/// In so many games at most one position is looked into.
const PROBES: u64 = 400;
/// The pairs of the step that is played unasked, at most.
const PAIRS: u64 = 50;
/// The step behind `elo_per_doubling`: so many iterations for each legal move against half of them.
const STEP: u32 = 8;
/// The steps of the whole ladder.
const LADDER: [u32; 5] = [2, 4, STEP, 16, 32];

/// A comparison of variants: who plays how many games of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// How many games of each variant each player plays against itself.
    pub games: u64,
    /// From which all chance follows.
    pub seed: u64,
    /// The players, one column of each variant for each of them.
    pub players: Vec<PlayerSpec>,
    /// Who is asked whether a game is fair: each plays itself from the opening, no more than 200 games if it has to think.
    pub judges: Vec<PlayerSpec>,
    /// How many random plies a game of a column begins with; if left open none, but 4 for players that leave little to chance.
    pub opening_plies: Option<u32>,
    /// A game with so many plies is left unfinished.
    pub ply_limit: u32,
    /// Whether games that have several rounds are played over all of them.
    pub rounds: bool,
    /// How many threads play.
    pub threads: usize,
    /// What is shown; if left open the dozen, and in data all that the same games tell.
    pub measures: Option<Vec<Measure>>,
    /// How many games each step of the whole ladder of strength has, if it is wanted.
    pub strength: Option<u64>,
}

/// How far a comparison has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress<'a> {
    /// The variant that is being played.
    pub variant: &'a str,
    /// Who plays.
    pub players: [PlayerSpec; 2],
    /// Games played of all.
    pub done: u64,
    /// Games to be played in all.
    pub all: u64,
}

/// What is played of a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Task {
    /// For a column.
    Column(PlayerSpec),
    /// To ask a judge.
    Judge(PlayerSpec),
    /// For a step of the ladder.
    Step(u32),
}

impl Comparison {
    /// A comparison by random games on one thread.
    #[must_use]
    pub fn new(games: u64, seed: u64) -> Self {
        Self {
            games,
            seed,
            players: vec![PlayerSpec::Random],
            judges: Self::usual_judges(),
            opening_plies: None,
            ply_limit: PLY_LIMIT,
            rounds: false,
            threads: 1,
            measures: None,
            strength: None,
        }
    }

    /// Who is asked unasked: chance, and search at two strengths of both parities of depth.
    #[must_use]
    pub fn usual_judges() -> Vec<PlayerSpec> {
        let searching = (2..=5).map(|depth| PlayerSpec::AlphaBeta(Effort::Count(depth)));
        std::iter::once(PlayerSpec::Random)
            .chain(searching)
            .collect()
    }

    /// How many random plies the games of a player begin with.
    #[must_use]
    pub fn opening_plies(&self, player: PlayerSpec) -> u32 {
        let usual = if player.repeats() { USUAL_OPENING } else { 0 };
        self.opening_plies.unwrap_or(usual)
    }

    /// What is shown.
    pub(super) fn shown(&self) -> Vec<Measure> {
        self.measures.clone().unwrap_or_else(|| {
            let unasked = |measure: &Measure| match measure {
                Measure::Rounds => self.rounds,
                measure => measure.is_shown() && !(self.rounds && measure.is_of_one_round()),
            };
            Measure::iter().filter(unasked).collect()
        })
    }

    /// What is written for programs: all, or what was asked for.
    pub(super) fn written(&self) -> Vec<Measure> {
        let all = || Measure::iter().collect();
        self.measures.clone().unwrap_or_else(all)
    }

    fn asks(&self, wanted: impl Fn(Measure) -> bool) -> bool {
        self.shown().into_iter().any(wanted)
    }

    /// Everything that is played of each variant.
    fn tasks(&self) -> Vec<Task> {
        let mut tasks: Vec<Task> = self.players.iter().map(|&who| Task::Column(who)).collect();
        if self.asks(|measure| measure.topic() == Topic::Fair) {
            tasks.extend(self.judges.iter().map(|&judge| Task::Judge(judge)));
        }
        match self.strength {
            Some(_) => tasks.extend(LADDER.map(Task::Step)),
            None if self.asks(|measure| measure == Measure::EloPerDoubling) => {
                tasks.push(Task::Step(STEP));
            }
            None => {}
        }
        tasks
    }

    /// The games of a task, of one round each.
    fn spec(&self, task: Task) -> MatchSpec {
        let (players, games, opening_plies) = match task {
            Task::Column(player) => ([player; 2], self.games, self.opening_plies(player)),
            Task::Judge(player) if player == PlayerSpec::Random => ([player; 2], self.games, 0),
            Task::Judge(player) => ([player; 2], self.games.min(JUDGED), 0),
            Task::Step(effort) => {
                let usual = self.games.div_ceil(2).min(PAIRS) * 2;
                let players = [effort, effort / 2].map(|n| PlayerSpec::Mcts(Effort::EachMove(n)));
                let games = self.strength.unwrap_or(usual);
                (players, games, self.opening_plies.unwrap_or(USUAL_OPENING))
            }
        };
        MatchSpec {
            opening_plies,
            ply_limit: self.ply_limit,
            ..MatchSpec::new(players, games, self.seed)
        }
    }

    /// The games of a task as this variant is played.
    fn spec_of(&self, task: Task, loaded: &Loaded) -> MatchSpec {
        let several = self.rounds && loaded.rounds.several();
        MatchSpec {
            rounds: several.then_some(loaded.rounds),
            ..self.spec(task)
        }
    }

    /// In how many games of a column a position is looked into.
    fn probes(&self) -> u64 {
        let probing = |measure| {
            matches!(
                measure,
                Measure::GreedyTrap | Measure::RealChoice | Measure::OneSeedSensitivity
            )
        };
        if self.asks(probing) {
            self.games.min(PROBES)
        } else {
            0
        }
    }

    /// Plays all games of all variants, each given with the name it goes by; `None` if `stop` was set.
    ///
    /// The report is the same on any number of threads, but for players that are limited by time.
    /// `progress` is called after each game.
    pub fn run(
        &self,
        variants: &[(String, Loaded)],
        stop: &AtomicBool,
        mut progress: impl FnMut(Progress<'_>),
    ) -> Option<Report> {
        let tasks = self.tasks();
        let each: u64 = tasks.iter().map(|&task| self.spec(task).games).sum();
        let (mut done, all) = (0, each * variants.len() as u64);
        let mut report = Report {
            command: String::new(),
            comparison: self.clone(),
            columns: Vec::new(),
            judged: Vec::new(),
            strength: Vec::new(),
            differences: Vec::new(),
            sweep: None,
        };
        for (name, loaded) in variants {
            let first = report.columns.len();
            for &task in &tasks {
                let spec = self.spec_of(task, loaded);
                let mut tell = || {
                    done += 1;
                    let (variant, players) = (name, spec.players);
                    progress(Progress {
                        variant,
                        players,
                        done,
                        all,
                    });
                };
                match task {
                    Task::Column(_) => {
                        let column =
                            self.column(name, loaded, &spec, self.probes(), stop, &mut tell);
                        report.columns.push(column);
                    }
                    Task::Judge(_) => {
                        // The games of a column may be those that a judge would play.
                        let same = |column: &&Column| column.spec == spec;
                        let played = report.columns[first..].iter().find(same).cloned();
                        let column = played.unwrap_or_else(|| {
                            self.column(name, loaded, &spec, 0, stop, &mut tell)
                        });
                        report.judged.push(column);
                    }
                    Task::Step(_) => {
                        let rung = rung(name, loaded, &spec, self.threads, stop, &mut tell);
                        report.strength.push(rung);
                    }
                }
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
            }
        }
        for rung in &report.strength {
            if rung.players[0] == PlayerSpec::Mcts(Effort::EachMove(STEP)) {
                let own = report
                    .columns
                    .iter_mut()
                    .filter(|c| c.variant == rung.variant);
                own.for_each(|column| column.set(Measure::EloPerDoubling, rung.elo));
            }
        }
        report.differences = differences(&report);
        Some(report)
    }

    fn column(
        &self,
        name: &str,
        loaded: &Loaded,
        spec: &MatchSpec,
        probes: u64,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(),
    ) -> Column {
        let variant = Arc::clone(&loaded.variant);
        let tally = variant.tally(spec, probes, self.threads, stop, tell);
        Column::new(name, loaded, spec, tally)
    }
}

/// Plays one step of the ladder of strength.
fn rung(
    name: &str,
    loaded: &Loaded,
    spec: &MatchSpec,
    threads: usize,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(),
) -> Rung {
    let mut pairs = Series::default();
    let (mut first, mut unfinished) = (None, 0);
    let mut sink = |games: Vec<(Played, String)>| {
        for (played, _record) in &games {
            tell();
            unfinished += u64::from(played.result.is_none());
            let points = played.result.map(|result| points(result, played.game));
            if played.game.is_multiple_of(2) {
                first = points;
            } else if let (Some(first), Some(second)) = (first.take(), points) {
                pairs.add(played.game / 2, first + second);
            }
        }
        ControlFlow::Continue(())
    };
    let heading = Heading::new(name, loaded.digest(), spec);
    let variant = Arc::clone(&loaded.variant);
    variant.play_games(&heading, spec, 0..spec.games, threads, stop, &mut sink);
    let played = real(pairs.sums.games().into());
    // A score of all points is as good as one quarter of a point less, so that it has a number in Elo.
    let bounded = |score: f64| score.clamp(0.25 / played.max(1.0), 1.0 - 0.25 / played.max(1.0));
    let score = pairs.sums.ratio(played);
    let score = score.map(|points| points.in_units(4.0, 0.0, 1.0));
    let score = Number::from(score);
    Rung {
        variant: name.to_owned(),
        players: spec.players,
        opening_plies: spec.opening_plies,
        rounds: spec.rounds,
        games: spec.games,
        unfinished,
        score,
        elo: Number {
            value: score.value.map(|value| elo(bounded(value))),
            interval: score.interval.map(|ends| ends.map(|end| elo(bounded(end)))),
            spread: None,
        },
        pairs,
    }
}

/// The half points of the first player of a match in a game.
fn points(result: Outcome, game: u64) -> u64 {
    match result.winner().map(|side| seated(game, side)) {
        Some(0) => 2,
        Some(_) => 0,
        None => 1,
    }
}

impl Column {
    fn new(name: &str, loaded: &Loaded, spec: &MatchSpec, tally: crate::measure::Tally) -> Self {
        let game = loaded.game();
        let worth = if spec.players[0].repeats() && tally.games() > 0 {
            tally.sample.effective() / real(tally.games().into())
        } else {
            1.0
        };
        let effective = worth * real(tally.finished().into());
        let mut column = Self {
            variant: name.to_owned(),
            header: loaded.header.clone(),
            ruleset: loaded.ruleset,
            profile: Profile::of(loaded),
            spec: *spec,
            lead: loaded.variant.lead(),
            layout: game.layout().clone(),
            opening: game.diagram(),
            solved: if spec.rounds.is_none() {
                Solved::of(loaded)
            } else {
                None
            },
            worth,
            verdict: Verdict::of(&tally, effective, spec.opening_plies),
            numbers: Measure::iter()
                .map(|measure| (measure, figure(measure, &tally, worth)))
                .collect(),
            tally,
        };
        let positions = Number::exact(loaded.variant.positions_log10());
        column.set(Measure::PositionsLog10, positions);
        column
    }

    fn set(&mut self, measure: Measure, number: Number) {
        let mut numbers = self.numbers.iter_mut();
        if let Some(found) = numbers.find(|(name, _)| *name == measure) {
            found.1 = number;
        }
    }
}
