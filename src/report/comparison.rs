//! Plays what is to be compared.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::report::{Column, Report, Rung};
use crate::files::catalogue::Loaded;
use crate::measure::figures::{Number, figure};
use crate::measure::names::Measure;
use crate::measure::stats::{holm, real, share};
use crate::play::matches::{Heading, MatchSpec, PLY_LIMIT, Played, Tally};
use crate::play::players::{Effort, PlayerSpec};

use strum::IntoEnumIterator;

/// Where players leave little to chance, so many random plies keep their games apart.
const USUAL_OPENING: u32 = 4;
/// The rungs of the alpha-beta ladder: this depth against one ply less.
const DEPTHS: std::ops::RangeInclusive<u32> = 2..=5;
/// The rungs of the ladder of Monte Carlo tree search: so many iterations against half of them.
const ITERATIONS: [u32; 4] = [50, 100, 200, 400];

/// A comparison of variants: who plays how many games of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// How many games of each variant each player plays against itself.
    pub games: u64,
    /// From which all chance follows.
    pub seed: u64,
    /// The players, one column of each variant for each of them.
    pub players: Vec<PlayerSpec>,
    /// How many random plies a game begins with; if left open none, but 4 for players that leave little to chance.
    pub opening_plies: Option<u32>,
    /// A game with so many plies is left unfinished.
    pub ply_limit: u32,
    /// How many threads play.
    pub threads: usize,
    /// How many games each rung of the strength ladder has, if it is wanted.
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

impl Comparison {
    /// A comparison by random games on one thread.
    #[must_use]
    pub fn new(games: u64, seed: u64) -> Self {
        Self {
            games,
            seed,
            players: vec![PlayerSpec::Random],
            opening_plies: None,
            ply_limit: PLY_LIMIT,
            threads: 1,
            strength: None,
        }
    }

    /// How many random plies the games of a player begin with.
    #[must_use]
    pub fn opening_plies(&self, player: PlayerSpec) -> u32 {
        let usual = match player {
            PlayerSpec::Random | PlayerSpec::Mcts(_) => 0,
            PlayerSpec::Greedy | PlayerSpec::AlphaBeta(_) => USUAL_OPENING,
        };
        self.opening_plies.unwrap_or(usual)
    }

    /// The rungs of the strength ladder, the stronger player first.
    fn rungs() -> impl Iterator<Item = [PlayerSpec; 2]> {
        let deeper =
            DEPTHS.map(|depth| [depth, depth - 1].map(|d| PlayerSpec::AlphaBeta(Effort::Count(d))));
        let longer = ITERATIONS.map(|n| [n, n / 2].map(|n| PlayerSpec::Mcts(Effort::Count(n))));
        deeper.chain(longer)
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
        let ladder = self
            .strength
            .map_or(0, |games| games * Self::rungs().count() as u64);
        let each = self.games * self.players.len() as u64 + ladder;
        let (mut done, all) = (0, each * variants.len() as u64);
        let mut report = Report {
            command: String::new(),
            comparison: self.clone(),
            columns: Vec::new(),
            strength: Vec::new(),
        };
        for (name, loaded) in variants {
            for &player in &self.players {
                let spec = MatchSpec {
                    opening_plies: self.opening_plies(player),
                    ply_limit: self.ply_limit,
                    ..MatchSpec::new([player; 2], self.games, self.seed)
                };
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
                let variant = Arc::clone(&loaded.variant);
                let tally = variant.tally(&spec, self.threads, stop, &mut tell);
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                report.columns.push(Column::new(name, loaded, &spec, tally));
            }
            let Some(games) = self.strength else {
                continue;
            };
            for players in Self::rungs() {
                let spec = MatchSpec {
                    opening_plies: self.opening_plies.unwrap_or(USUAL_OPENING),
                    ply_limit: self.ply_limit,
                    ..MatchSpec::new(players, games, self.seed)
                };
                let rung = rung(name, loaded, &spec, self.threads, stop, &mut || {
                    done += 1;
                    progress(Progress {
                        variant: name,
                        players,
                        done,
                        all,
                    });
                });
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                report.strength.push(rung);
            }
        }
        correct(&mut report.columns);
        Some(report)
    }
}

/// Plays one rung of the strength ladder.
fn rung(
    name: &str,
    loaded: &Loaded,
    spec: &MatchSpec,
    threads: usize,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(),
) -> Rung {
    let mut tally = Tally::default();
    let mut sink = |games: Vec<(Played, String)>| {
        for (played, _record) in &games {
            tell();
            tally.add(played);
        }
        ControlFlow::Continue(())
    };
    let heading = Heading::new(name, loaded.digest(), spec);
    let variant = Arc::clone(&loaded.variant);
    variant.play_games(&heading, spec, 0..spec.games, threads, stop, &mut sink);
    let stronger = tally.players[0];
    let finished = real(stronger.finished().into());
    Rung {
        variant: name.to_owned(),
        players: spec.players,
        opening_plies: spec.opening_plies,
        games: spec.games,
        unfinished: stronger.unfinished,
        score: share(stronger.points(), finished).into(),
    }
}

/// Works out the corrected p-values of the balance test, over all columns that have one.
fn correct(columns: &mut [Column]) {
    let tested = |column: &Column| column.number(Measure::BalanceP).value;
    let p_values: Vec<f64> = columns.iter().filter_map(tested).collect();
    let tested = columns.iter_mut().filter(|column| tested(column).is_some());
    for (column, p) in tested.zip(holm(&p_values)) {
        column.set(Measure::BalancePHolm, Number::exact(p));
    }
}

impl Column {
    fn new(name: &str, loaded: &Loaded, spec: &MatchSpec, tally: crate::measure::Tally) -> Self {
        let game = loaded.game();
        let measures = Measure::iter().filter(|&measure| measure != Measure::Strength);
        let mut column = Self {
            variant: name.to_owned(),
            header: loaded.header.clone(),
            ruleset: loaded.ruleset,
            players: spec.players,
            opening_plies: spec.opening_plies,
            ply_limit: spec.ply_limit,
            lead: loaded.variant.lead(),
            layout: game.layout().clone(),
            opening: game.diagram(),
            numbers: measures
                .map(|measure| (measure, figure(measure, &tally)))
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
