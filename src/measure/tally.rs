//! What many games come to: whole numbers only, in memory that does not grow with the number of games.

use super::stats::{Histogram, Sums};
use crate::play::matches::Reason;
use crate::variant::Outcome;

/// Shares and scores of one game are kept in thousandths.
pub(super) const THOUSAND: u64 = 1000;
/// Logarithms and roots of one game are kept in millionths.
pub(super) const MILLION: u64 = 1_000_000;
/// Branching is kept for so many plies one by one; what comes later counts in the mean alone.
const PLIES_SHOWN: usize = 4096;

/// One measure over many games: the sums behind its mean, and how its values are spread.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Series {
    /// Total over a game and number of items in it, for each game.
    pub sums: Sums,
    /// The values, of items or of games.
    pub spread: Histogram,
}

impl Series {
    /// Adds the one value of a game.
    pub fn add(&mut self, value: u64) {
        self.sums.add(value, 1);
        self.spread.add(value);
    }

    /// Adds the many values of a game.
    pub fn add_all(&mut self, values: impl IntoIterator<Item = u64>) {
        let (mut total, mut items) = (0, 0);
        for value in values {
            total += value;
            items += 1;
            self.spread.add(value);
        }
        self.sums.add(total, items);
    }

    /// Adds what another has collected.
    pub fn merge(&mut self, other: &Self) {
        self.sums.merge(&other.sums);
        self.spread.merge(&other.spread);
    }
}

/// Legal moves at one ply of the game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AtPly {
    /// Finished games that came so far.
    pub games: u64,
    /// Their legal moves together.
    pub legal: u64,
}

/// Declares the tally with its series, so that none is forgotten when two are merged.
macro_rules! tally {
    ($($(#[$doc:meta])* $series:ident),* $(,)?) => {
        /// The sums of a number of games of one variant between the same players.
        ///
        /// Adding games and merging tallies are exact and may be done in any order.
        #[derive(Debug, Clone, Default, PartialEq, Eq)]
        pub struct Tally {
            /// Games that the ply limit cut off; they count nowhere else.
            pub unfinished: u64,
            /// Games won by South, won by North, drawn.
            pub results: [u64; 3],
            /// Games ended by the board, for want of a move, by repetition.
            pub endings: [u64; 3],
            /// Decided games in which the winner was behind halfway.
            pub comebacks: u64,
            /// Legal moves by ply, from the first.
            pub by_ply: Vec<AtPly>,
            $($(#[$doc])* pub $series: Series,)*
        }

        impl Tally {
            fn merge_series(&mut self, other: &Self) {
                $(self.$series.merge(&other.$series);)*
            }
        }
    };
}

tally! {
    /// Plies of each game.
    plies,
    /// Laps of each move.
    laps,
    /// Seeds dropped in each move.
    seeds,
    /// Seeds dropped in the longest move of each game.
    longest,
    /// Seeds captured in each game.
    captured,
    /// Captures in each game.
    captures,
    /// 1 for each move that captures, 0 for the others.
    capturing,
    /// Endless moves among all looked at; the values are thousandths of each game.
    endless,
    /// Legal moves at each ply.
    legal,
    /// 1 for each ply with a choice, 0 for the others.
    choice,
    /// The longest run of plies without choice in each game.
    forced,
    /// Millionths of the decimal logarithm of the game tree, for each game.
    tree,
    /// Changes of the lead in each game.
    lead_changes,
    /// Thousandths of each decided game before the winner took the lead for good.
    decided,
    /// Drama of each decided game, in millionths; the values are in thousandths.
    drama,
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

    /// Adds the games of another tally.
    pub fn merge(&mut self, other: &Self) {
        self.unfinished += other.unfinished;
        add(&mut self.results, &other.results);
        add(&mut self.endings, &other.endings);
        self.comebacks += other.comebacks;
        if self.by_ply.len() < other.by_ply.len() {
            self.by_ply.resize(other.by_ply.len(), AtPly::default());
        }
        for (ply, more) in self.by_ply.iter_mut().zip(&other.by_ply) {
            ply.games += more.games;
            ply.legal += more.legal;
        }
        self.merge_series(other);
    }

    /// Counts a result and why it came.
    pub(super) fn count(&mut self, result: Outcome, reason: Reason) {
        let result = match result {
            Outcome::South => 0,
            Outcome::North => 1,
            Outcome::Draw => 2,
        };
        self.results[result] += 1;
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
