//! A comparison as it is asked for: who plays how many games, and what is shown of them.

use strum::IntoEnumIterator;

use crate::measure::names::Measure;
use crate::play::matches::PLY_LIMIT;
use crate::play::players::{Effort, PlayerSpec};

/// Where players leave little to chance, so many random plies keep their games apart.
pub(super) const USUAL_OPENING: u32 = 4;

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
        let searching = (2..=5).map(|depth| PlayerSpec::AlphaBeta(Effort::Count(depth).into()));
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

    pub(super) fn asks(&self, wanted: impl Fn(Measure) -> bool) -> bool {
        self.shown().into_iter().any(wanted)
    }
}
