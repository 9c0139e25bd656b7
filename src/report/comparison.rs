//! A comparison as it is asked for: who plays how many games, and what is shown of them.

use std::time::Duration;

use strum::IntoEnumIterator;

use mankala_core::measure::figures::{Number, figure};
use mankala_core::measure::names::Measure;
use mankala_core::measure::tally::Tally;
use mankala_core::play::matches::PLY_LIMIT;
use mankala_core::play::players::{Effort, PlayerSpec};

/// Number of random opening plies for players that leave little to chance.
pub(super) const USUAL_OPENING: u32 = 4;

/// Comparison of variants: players and numbers of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// Number of games of each variant that each player plays against itself.
    pub games: u64,
    /// Random seed.
    pub seed: u64,
    /// Players; each plays every variant against itself.
    pub players: Vec<PlayerSpec>,
    /// Judges of fairness. Each plays itself from the opening.
    pub judges: Vec<PlayerSpec>,
    /// Number of random plies before a subject's games; `None` means 0, or 4 for players that leave little to chance.
    pub opening_plies: Option<u32>,
    /// Number of plies after which a game is left unfinished.
    pub ply_limit: u32,
    /// Whether games with several rounds are played over all of them.
    pub rounds: bool,
    /// Number of threads.
    pub threads: usize,
    /// Measures shown. If `None`, the dozen; data then holds all measures that the same games give.
    pub measures: Option<Vec<Measure>>,
    /// Number of games for each doubling of effort at which strength is measured; `None` leaves these games out.
    pub strength: Option<u64>,
    /// End of the games other than by their number.
    pub until: Option<Until>,
}

/// End of a comparison that plays until the interval of the first player's score is narrow, or until its time is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Until {
    /// Half the width of the interval, in hundredths of a percentage point; `None` if only time counts.
    pub half: Option<u32>,
    /// Time for all games together; `None` for no limit.
    pub budget: Option<Duration>,
}

impl Until {
    /// Maximum number of games of each player.
    pub(super) const MOST: u64 = 1 << 24;
    /// Number of games between two looks at the interval.
    pub(super) const STEP: u64 = 256;

    /// Returns half the width of the interval of the score, in hundredths of a percentage point; `None` without one.
    pub(super) fn width(number: &Number) -> Option<f64> {
        number.interval.map(|[low, high]| 5000.0 * (high - low))
    }

    /// Returns `true` if the interval of the score is narrow enough, or never will be because no game ends.
    pub(super) fn is_reached(self, tally: &Tally) -> bool {
        let Some(half) = self.half else { return false };
        let width = Self::width(&figure(Measure::FirstPlayerScore, tally));
        tally.finished() == 0 || width.is_some_and(|width| width <= f64::from(half))
    }
}

impl Comparison {
    /// Creates a comparison by random games on one thread.
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
            until: None,
        }
    }

    /// Returns the default judges: random, and alphabeta with two even and two odd depths.
    pub fn usual_judges() -> Vec<PlayerSpec> {
        let searching = (2..=5).map(|depth| PlayerSpec::AlphaBeta(Effort::Count(depth).into()));
        std::iter::once(PlayerSpec::Random).chain(searching).collect()
    }

    /// Returns the number of random plies at the start of a player's games.
    pub fn opening_plies(&self, player: PlayerSpec) -> u32 {
        let usual = if player.repeats() { USUAL_OPENING } else { 0 };
        self.opening_plies.unwrap_or(usual)
    }

    /// Returns `true` if only time limits the number of games.
    pub(super) fn is_timed(&self) -> bool {
        self.until.is_some_and(|until| until.half.is_none())
    }

    pub(super) fn shown(&self) -> Vec<Measure> {
        self.measures.clone().unwrap_or_else(|| {
            let unasked = |measure: &Measure| match measure {
                Measure::Rounds => self.rounds,
                measure => measure.is_shown() && !(self.rounds && measure.is_of_one_round()),
            };
            Measure::iter().filter(unasked).collect()
        })
    }

    /// Returns the measures written to data: all, or those requested.
    pub(super) fn written(&self) -> Vec<Measure> {
        self.measures.clone().unwrap_or_else(|| Measure::iter().collect())
    }

    pub(super) fn asks(&self, wanted: impl Fn(Measure) -> bool) -> bool {
        self.shown().into_iter().any(wanted)
    }
}
