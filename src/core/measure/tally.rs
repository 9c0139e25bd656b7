//! Totals of many games: whole numbers only, in memory that does not grow with the number of games.

use serde::{Deserialize, Serialize};

use super::difference::Batches;
use super::sample::Sample;
use super::stats::{Histogram, Sums};
use super::survival::Survival;
use crate::play::matches::Reason;
use crate::variant::Outcome;

/// Denominator of logarithms and shares of one game.
pub(super) const MILLION: u64 = 1_000_000;
/// Number of plies whose branching is kept one by one; later plies count only in the mean.
const PLIES_SHOWN: usize = 4096;

/// Data of one measure over many games: sums for the mean, batches for differences, and the distribution of values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    /// Total over a game and number of items in it, summed over games.
    pub sums: Sums,
    /// Totals and numbers of items in batches of games.
    pub batches: Batches,
    /// Distribution of the values of items or games.
    pub spread: Histogram,
}

impl Series {
    /// Adds a game with one value.
    pub fn add(&mut self, game: u64, value: u64) {
        self.add_total(game, value, 1);
        self.spread.add(value);
    }

    /// Adds a game's total over this number of items, whose values are not kept.
    pub fn add_total(&mut self, game: u64, total: u64, items: u64) {
        self.sums.add(total, items);
        self.batches.add(game, total, items);
    }

    /// Adds a game with many values.
    pub fn add_all(&mut self, game: u64, values: impl IntoIterator<Item = u64>) {
        let (mut total, mut items) = (0, 0);
        for value in values {
            total += value;
            items += 1;
            self.spread.add(value);
        }
        self.add_total(game, total, items);
    }

    /// Returns `true` if no game was added.
    pub fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }

    /// Adds the games of another.
    pub fn merge(&mut self, other: &Self) {
        self.sums.merge(&other.sums);
        self.batches.merge(&other.batches);
        self.spread.merge(&other.spread);
    }
}

/// Length of games, some of which were cut off.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lengths {
    /// All games, each with the length watched.
    pub watched: Series,
    /// Lengths at which games were cut off.
    pub cut: Histogram,
}

impl Lengths {
    /// Adds a game; an unfinished one is known to last longer.
    pub fn add(&mut self, game: u64, length: u64, finished: bool) {
        self.watched.add(game, length);
        if !finished {
            self.cut.add(length);
        }
    }

    /// Returns the estimated distribution of lengths.
    pub fn survival(&self) -> Survival {
        Survival::new(&self.watched.spread, &self.cut)
    }

    fn merge(&mut self, other: &Self) {
        self.watched.merge(&other.watched);
        self.cut.merge(&other.cut);
    }
}

/// Legal moves at one ply of the game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[u64; 2]", into = "[u64; 2]")]
pub struct AtPly {
    /// Number of finished games that reached the ply.
    pub games: u64,
    /// Sum of their legal moves.
    pub legal: u64,
}

impl From<[u64; 2]> for AtPly {
    fn from([games, legal]: [u64; 2]) -> Self {
        Self { games, legal }
    }
}

impl From<AtPly> for [u64; 2] {
    fn from(ply: AtPly) -> Self {
        [ply.games, ply.legal]
    }
}

/// Declares the tally with its series, so that merging forgets none.
macro_rules! tally {
    ($($(#[$doc:meta])* $series:ident: $kind:ty),* $(,)?) => {
        /// Totals of games of one variant between the same players.
        ///
        /// Adding games and merging tallies are exact and may be done in any order.
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub struct Tally {
            /// Games cut off by the ply limit; they count only in lengths and totals.
            pub unfinished: u64,
            /// Games won by South, won by North, drawn.
            pub results: [u64; 3],
            /// Games ended by the board, by lack of a move, by repetition; games over rounds are left out.
            pub endings: [u64; 3],
            /// Sample of the different games.
            pub sample: Sample,
            /// Legal moves by ply, from the first.
            pub by_ply: Vec<AtPly>,
            $($(#[$doc])* pub $series: $kind,)*
        }

        impl Tally {
            fn merge_series(&mut self, other: &Self) {
                $(self.$series.merge(&other.$series);)*
            }
        }
    };
}

tally! {
    /// Half points of South in each finished game.
    score: Series,
    /// 1 for each drawn game, 0 for other finished games.
    drawn: Series,
    /// Plies of each game.
    plies: Lengths,
    /// Turns of each game.
    turns: Lengths,
    /// Seeds dropped in each game.
    hand: Lengths,
    /// Rounds of each game.
    rounds: Lengths,
    /// Laps of each move.
    laps: Series,
    /// Seeds dropped in each move.
    seeds: Series,
    /// Seeds dropped in all legal moves of each position.
    reading: Series,
    /// Seeds captured in each game.
    captured: Series,
    /// Captures in each game.
    captures: Series,
    /// Moves that capture, among the moves of each game.
    capturing: Series,
    /// Endless moves among all moves examined.
    endless: Series,
    /// Legal moves at each ply.
    legal: Series,
    /// Plies with a choice, among the plies of each game.
    choice: Series,
    /// Decimal logarithm of the game tree of each game, in millionths.
    tree: Series,
    /// Seeds captured in each game cut off.
    #[serde(default, skip_serializing_if = "Sums::is_empty")]
    captured_cut: Sums,
    /// Captures in each game cut off.
    #[serde(default, skip_serializing_if = "Sums::is_empty")]
    captures_cut: Sums,
    /// Decimal logarithm of the tree of each game cut off, in millionths.
    #[serde(default, skip_serializing_if = "Sums::is_empty")]
    tree_cut: Sums,
    /// Changes of the lead over the plies of each game.
    lead_changes: Series,
    /// After a quarter of each decided game: 1 if the side then ahead won, 0 if it lost.
    quarter: Series,
    /// After half of each decided game: 1 if the side then ahead won, 0 if it lost.
    half: Series,
    /// After three quarters of each decided game: 1 if the side then ahead won, 0 if it lost.
    three_quarters: Series,
    /// 1 for each decided game whose winner was far behind halfway, 0 for the others.
    comeback: Series,
    /// Loss by the greedy move in a position of each game probed, in millionths of all seeds.
    trap: Series,
    /// 1 for each probed position with a real choice, 0 for the others.
    real_choice: Series,
    /// Half seeds displaced after a move if one seed is displaced before it.
    displaced: Series,
    /// 1 for each finished game with a swap, 0 for the others; empty if the rules have no swap.
    #[serde(default, skip_serializing_if = "Series::is_empty")]
    swaps: Series,
}

/// Adds counters to a list of counters.
fn add<const N: usize>(counts: &mut [u64; N], more: &[u64; N]) {
    for (count, more) in counts.iter_mut().zip(more) {
        *count += more;
    }
}

impl Tally {
    /// Returns the number of finished games.
    pub fn finished(&self) -> u64 {
        self.results.iter().sum()
    }

    /// Returns the number of all games.
    pub fn games(&self) -> u64 {
        self.finished() + self.unfinished
    }

    /// Returns the number of games with a winner.
    pub const fn decided(&self) -> u64 {
        self.results[0] + self.results[1]
    }

    /// Returns `true` if the counts fit this number of games; a tally read from a file may hold anything.
    pub fn is_of(&self, games: u64) -> bool {
        let counted = self.results.iter().chain([&self.unfinished]);
        let counted: u128 = counted.map(|&games| u128::from(games)).sum();
        let ended: u128 = self.endings.iter().map(|&games| u128::from(games)).sum();
        counted == u128::from(games)
            && ended <= counted
            && self.sample.plays() <= counted
            && self.by_ply.len() <= PLIES_SHOWN
            && self.by_ply.iter().all(|ply| ply.games <= games)
    }

    /// Adds the games of another tally.
    pub fn merge(&mut self, other: &Self) {
        self.unfinished += other.unfinished;
        add(&mut self.results, &other.results);
        add(&mut self.endings, &other.endings);
        self.sample.merge(&other.sample);
        if self.by_ply.len() < other.by_ply.len() {
            self.by_ply.resize(other.by_ply.len(), AtPly::default());
        }
        for (ply, more) in self.by_ply.iter_mut().zip(&other.by_ply) {
            ply.games += more.games;
            ply.legal = ply.legal.saturating_add(more.legal);
        }
        self.merge_series(other);
    }

    pub(super) fn count(&mut self, game: u64, result: Outcome) {
        let points = match result {
            Outcome::South => 2,
            Outcome::North => 0,
            Outcome::Draw => 1,
        };
        self.score.add(game, points);
        self.drawn.add(game, u64::from(result == Outcome::Draw));
        self.results[result as usize] += 1;
    }

    pub(super) fn count_reason(&mut self, reason: Reason) {
        let reason = match reason {
            Reason::Board => 0,
            Reason::NoMove => 1,
            Reason::Repetition => 2,
            Reason::PlyLimit => return,
        };
        self.endings[reason] += 1;
    }

    /// Counts the legal moves of a game ply by ply.
    pub(super) fn count_by_ply(&mut self, legal: impl ExactSizeIterator<Item = u64>) {
        let shown = legal.len().min(PLIES_SHOWN);
        if self.by_ply.len() < shown {
            self.by_ply.resize(shown, AtPly::default());
        }
        for (ply, legal) in self.by_ply.iter_mut().zip(legal) {
            ply.games += 1;
            ply.legal += legal;
        }
    }
}
