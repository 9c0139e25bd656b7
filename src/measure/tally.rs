//! What many games come to: whole numbers only, in memory that does not grow with the number of games.

use serde::{Deserialize, Serialize};

use super::difference::Batches;
use super::sample::Sample;
use super::stats::{Histogram, Sums};
use super::survival::Survival;
use crate::play::matches::Reason;
use crate::variant::Outcome;

/// Logarithms and shares of one game are kept in millionths.
pub(super) const MILLION: u64 = 1_000_000;
/// Branching is kept for so many plies one by one; what comes later counts in the mean alone.
const PLIES_SHOWN: usize = 4096;

/// One measure over many games: the sums behind its mean, batches for differences, and how its values are spread.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    /// Total over a game and number of items in it, for each game.
    pub sums: Sums,
    /// The same in batches of games.
    pub batches: Batches,
    /// The values, of items or of games.
    pub spread: Histogram,
}

impl Series {
    /// Adds the one value of a game.
    pub fn add(&mut self, game: u64, value: u64) {
        self.add_total(game, value, 1);
        self.spread.add(value);
    }

    /// Adds a game's total over so many items, whose values are not kept.
    pub fn add_total(&mut self, game: u64, total: u64, items: u64) {
        self.sums.add(total, items);
        self.batches.add(game, total, items);
    }

    /// Adds the many values of a game.
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
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sums.games() == 0
    }

    /// Adds what another has collected.
    pub fn merge(&mut self, other: &Self) {
        self.sums.merge(&other.sums);
        self.batches.merge(&other.batches);
        self.spread.merge(&other.spread);
    }
}

/// A length of games, some of which were cut off.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lengths {
    /// All games, each as long as it was watched.
    pub watched: Series,
    /// The lengths at which games were cut off.
    pub cut: Histogram,
}

impl Lengths {
    /// Adds a game; one that is not finished is known to last longer.
    pub fn add(&mut self, game: u64, length: u64, finished: bool) {
        self.watched.add(game, length);
        if !finished {
            self.cut.add(length);
        }
    }

    /// How long games last, seen so.
    #[must_use]
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
    /// Finished games that came so far.
    pub games: u64,
    /// Their legal moves together.
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

/// Declares the tally with its series, so that none is forgotten when two are merged.
macro_rules! tally {
    ($($(#[$doc:meta])* $series:ident: $kind:ty),* $(,)?) => {
        /// The sums of a number of games of one variant between the same players.
        ///
        /// Adding games and merging tallies are exact and may be done in any order.
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub struct Tally {
            /// Games that the ply limit cut off; they count in lengths and nowhere else.
            pub unfinished: u64,
            /// Games won by South, won by North, drawn.
            pub results: [u64; 3],
            /// Games ended by the board, for want of a move, by repetition; games over rounds are left out.
            pub endings: [u64; 3],
            /// Which games there were.
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
    /// 1 for each drawn game, 0 for the others that are finished.
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
    /// Endless moves among all looked at.
    endless: Series,
    /// Legal moves at each ply.
    legal: Series,
    /// Plies with a choice, among the plies of each game.
    choice: Series,
    /// Millionths of the decimal logarithm of the game tree, for each game.
    tree: Series,
    /// Changes of the lead over the plies of each game.
    lead_changes: Series,
    /// 1 for each decided game that the leader at a quarter of it has won, 0 for one that they have lost.
    quarter: Series,
    /// The same at half of it.
    half: Series,
    /// The same at three quarters.
    three_quarters: Series,
    /// 1 for each decided game whose winner was far behind halfway, 0 for the others.
    comeback: Series,
    /// Millionths of all seeds that the greedy move gives away, in a position of each game looked into.
    trap: Series,
    /// 1 for each position looked into that has a real choice, 0 for the others.
    real_choice: Series,
    /// Half seeds displaced after a move by one seed displaced before it.
    displaced: Series,
    /// 1 for each finished game with a swap, 0 for the others; nothing where the rules have none.
    #[serde(default, skip_serializing_if = "Series::is_empty")]
    swaps: Series,
}

/// Adds up a list of counters.
fn add<const N: usize>(counts: &mut [u64; N], more: &[u64; N]) {
    for (count, more) in counts.iter_mut().zip(more) {
        *count += more;
    }
}

impl Tally {
    /// Games that came to their end.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.results.iter().sum()
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.finished() + self.unfinished
    }

    /// Games with a winner.
    #[must_use]
    pub const fn decided(&self) -> u64 {
        self.results[0] + self.results[1]
    }

    /// Whether it can be of so many games, as far as counts of games go; one read from a file may hold anything.
    #[must_use]
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

    /// Counts the result of a game.
    pub(super) fn count(&mut self, game: u64, result: Outcome) {
        let points = match result {
            Outcome::South => 2,
            Outcome::North => 0,
            Outcome::Draw => 1,
        };
        self.score.add(game, points);
        self.drawn.add(game, u64::from(result == Outcome::Draw));
        let result = match result {
            Outcome::South => 0,
            Outcome::North => 1,
            Outcome::Draw => 2,
        };
        self.results[result] += 1;
    }

    /// Counts why a game came to its end.
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
