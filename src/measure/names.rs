//! The list of measures: each with a stable name, a unit, a definition and a source, written once and here.

use strum::{EnumMessage, EnumProperty, IntoEnumIterator};

/// What is measured. The comment of each is its definition, word for word as it is printed.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    strum::Display,
    strum::EnumString,
    strum::EnumIter,
    strum::EnumMessage,
    strum::EnumProperty,
)]
#[strum(serialize_all = "snake_case")]
pub enum Measure {
    /// Games played, the unfinished ones included.
    #[strum(props(topic = "Balance", label = "Games", unit = "games", source = "counted"))]
    Games,
    /// Share of all games that the ply limit cut off. They count in no other measure but `games`, and never as draws.
    #[strum(props(
        topic = "Balance",
        label = "Unfinished",
        unit = "share",
        source = "interval: Wilson 1927"
    ))]
    Unfinished,
    /// Share of the finished games that South, who moves first, has won.
    #[strum(props(
        topic = "Balance",
        label = "South wins",
        unit = "share",
        source = "interval: Wilson 1927"
    ))]
    SouthWins,
    /// Share of the finished games that North has won.
    #[strum(props(
        topic = "Balance",
        label = "North wins",
        unit = "share",
        source = "interval: Wilson 1927"
    ))]
    NorthWins,
    /// Share of the finished games that nobody has won.
    #[strum(props(
        topic = "Balance",
        label = "Draws",
        unit = "share",
        source = "interval: Wilson 1927"
    ))]
    Draws,
    /// Points of South, who moves first, for each finished game: a win is 1, a draw one half, a loss 0. The interval takes draws for half a
    /// success, which makes it wider than it has to be where there are many.
    #[strum(props(
        topic = "Balance",
        label = "First player's score",
        unit = "share",
        source = "interval: Wilson 1927"
    ))]
    FirstPlayerScore,
    /// Exact two-sided sign test of "both sides win equally often", draws left out: how likely wins split so unevenly are if that is true.
    #[strum(props(
        topic = "Balance",
        label = "Balance p",
        unit = "p",
        source = "Dixon and Mood 1946"
    ))]
    BalanceP,
    /// `balance_p` after Holm's correction over all columns of the comparison: below 0.05, the game as played here favours a side.
    #[strum(props(topic = "Balance", label = "p, Holm", unit = "p", source = "Holm 1979"))]
    BalancePHolm,

    /// Moves of both players in a game; a move with several laps is one ply.
    #[strum(props(
        topic = "Course",
        label = "Plies",
        unit = "plies a game",
        source = "interval: normal, over games"
    ))]
    Plies,
    /// Laps of a move: sowings one after another, the first one included.
    #[strum(props(
        topic = "Course",
        label = "Laps a move",
        unit = "laps a move",
        source = "ratio over games: Cochran 1977"
    ))]
    LapsPerMove,
    /// Seeds dropped in a move, over all its laps; a seed dropped twice counts twice.
    #[strum(props(
        topic = "Course",
        label = "Seeds a move",
        unit = "seeds a move",
        source = "ratio over games: Cochran 1977"
    ))]
    SeedsPerMove,
    /// Seeds dropped in the longest move of a game.
    #[strum(props(
        topic = "Course",
        label = "Longest move",
        unit = "seeds",
        source = "interval: normal, over games"
    ))]
    LongestMove,
    /// Seeds captured in a game by both players; a seed captured twice counts twice. What is swept up when a game ends is not captured.
    #[strum(props(
        topic = "Course",
        label = "Captured a game",
        unit = "seeds a game",
        source = "interval: normal, over games"
    ))]
    CapturedPerGame,
    /// Captures in a game by both players: each time a pit's seeds are captured counts once, so a move has as many captures as pits it
    /// captures from.
    #[strum(props(
        topic = "Course",
        label = "Captures a game",
        unit = "captures a game",
        source = "interval: normal, over games"
    ))]
    CapturesPerGame,
    /// Share of the moves that capture at least one seed.
    #[strum(props(
        topic = "Course",
        label = "Moves that capture",
        unit = "share",
        source = "ratio over games: Cochran 1977"
    ))]
    CaptureShare,
    /// Share of moves that never end (rule G3), and are illegal for it, among these and the legal moves of the positions met. The
    /// percentiles are over games.
    #[strum(props(
        topic = "Course",
        label = "Endless moves",
        unit = "share",
        source = "ratio over games: Cochran 1977"
    ))]
    EndlessMoves,

    /// Share of the finished games that ended by what lay on the board: an empty row, a majority.
    #[strum(props(
        topic = "Endings",
        label = "By the board",
        unit = "share",
        source = "interval: Wilson 1927"
    ))]
    EndedByBoard,
    /// Share of the finished games that ended because the player to move had no legal move.
    #[strum(props(
        topic = "Endings",
        label = "No legal move",
        unit = "share",
        source = "interval: Wilson 1927"
    ))]
    EndedByNoMove,
    /// Share of the finished games that ended because a position came back, where the rules end them so.
    #[strum(props(
        topic = "Endings",
        label = "Repetition",
        unit = "share",
        source = "interval: Wilson 1927"
    ))]
    EndedByRepetition,

    /// Legal moves of the positions met, one position a ply.
    #[strum(props(
        topic = "Choice",
        label = "Branching",
        unit = "moves a ply",
        source = "ratio over games: Cochran 1977"
    ))]
    Branching,
    /// The largest number of legal moves met.
    #[strum(props(
        topic = "Choice",
        label = "Most moves",
        unit = "moves",
        source = "counted"
    ))]
    BranchingMax,
    /// Share of plies with two legal moves or more.
    #[strum(props(
        topic = "Choice",
        label = "Real choice",
        unit = "share",
        source = "ratio over games: Cochran 1977"
    ))]
    ChoiceShare,
    /// The longest run of plies in a game, of both players, that left no choice.
    #[strum(props(
        topic = "Choice",
        label = "Forced streak",
        unit = "plies",
        source = "interval: normal, over games"
    ))]
    ForcedStreak,
    /// Game-tree complexity: decimal logarithm of the product of the numbers of legal moves along a game, averaged over games.
    #[strum(props(
        topic = "Choice",
        label = "Game tree, log10",
        unit = "log10 of games",
        source = "Allis 1994, by the ply instead of the mean"
    ))]
    GameTreeLog10,
    /// An upper bound of the number of positions, by counting, as a decimal logarithm: the ways to lay n seeds into k pits and stores,
    /// C(n + k − 1, k − 1), times the states of the other fields of a written position, times two for the player to move. It
    /// counts positions that no game reaches.
    #[strum(props(
        topic = "Choice",
        label = "Positions, log10",
        unit = "log10 of positions",
        source = "state-space complexity: Allis 1994"
    ))]
    PositionsLog10,

    /// How often the lead passes from one side to the other in a game; being level in between does not count. Who has won leads at the end.
    #[strum(props(
        topic = "Lead",
        label = "Lead changes",
        unit = "changes a game",
        source = "after Browne 2008"
    ))]
    LeadChanges,
    /// When the winner took the lead for good, as a share of the plies of the game: 0 at the first move, 1 at the last. Drawn games left out.
    #[strum(props(
        topic = "Lead",
        label = "Decided at",
        unit = "share of the game",
        source = "after Browne 2008"
    ))]
    Decisiveness,
    /// How badly off the later winner was while behind: the mean over such positions of the root of the opponent's lead as a share of
    /// all seeds; 0 for a game in which that never was. Drawn games left out.
    #[strum(props(
        topic = "Lead",
        label = "Drama",
        unit = "0 to 1",
        source = "after Browne 2008"
    ))]
    Drama,
    /// Share of the decided games that were won by the side that was behind when half the plies had been played.
    #[strum(props(
        topic = "Lead",
        label = "Comebacks",
        unit = "share",
        source = "interval: Wilson 1927"
    ))]
    ComebackShare,

    /// How much looking ahead brings: the score, draws one half, of a player against the same player that looks less far ahead, seats
    /// swapped in pairs: alphabeta one ply deeper, mcts with twice the iterations. Only with `--strength`, and apart from the columns.
    #[strum(props(
        topic = "Strength",
        label = "Strength ladder",
        unit = "share",
        source = "after Thompson 1982; interval: Wilson 1927"
    ))]
    Strength,
}

/// Measures that are read together, and shown as one table.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    strum::Display,
    strum::EnumString,
    strum::EnumIter,
    strum::EnumMessage,
)]
pub enum Topic {
    /// Who wins, and whether both sides have the same chance.
    Balance,
    /// How long games are and how much happens in a move.
    Course,
    /// How games end.
    Endings,
    /// How much there is to decide, and how large the game is.
    Choice,
    /// Who is ahead in the course of a game.
    Lead,
    /// How much looking ahead brings.
    Strength,
}

impl Topic {
    /// What its measures say, in a sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }

    /// Its measures, in order.
    pub fn measures(self) -> impl Iterator<Item = Measure> {
        Measure::iter().filter(move |measure| measure.topic() == self)
    }
}

impl Measure {
    fn prop(self, name: &str) -> &'static str {
        self.get_str(name).unwrap_or_default()
    }

    /// What it belongs to.
    #[must_use]
    pub fn topic(self) -> Topic {
        self.prop("topic").parse().unwrap_or(Topic::Balance)
    }

    /// A short heading.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.prop("label")
    }

    /// What one of it is.
    #[must_use]
    pub fn unit(self) -> &'static str {
        self.prop("unit")
    }

    /// What exactly is measured.
    #[must_use]
    pub fn definition(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }

    /// Where the definition or its interval comes from; [`LITERATURE`] has the titles.
    #[must_use]
    pub fn source(self) -> &'static str {
        self.prop("source")
    }

    /// Whether it is a share, shown in per cent.
    #[must_use]
    pub fn is_share(self) -> bool {
        self.unit().starts_with("share")
    }
}

/// The works that sources name.
pub const LITERATURE: &[&str] = &[
    "Allis 1994: L. V. Allis, Searching for Solutions in Games and Artificial Intelligence, thesis, Maastricht.",
    "Browne 2008: C. Browne, Automatic Generation and Evaluation of Recombination Games, thesis, Queensland University of Technology.",
    "Cochran 1977: W. G. Cochran, Sampling Techniques, third edition, Wiley.",
    "Dixon and Mood 1946: W. J. Dixon, A. M. Mood, The statistical sign test, Journal of the American Statistical Association 41, 557–566.",
    "Holm 1979: S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 65–70.",
    "Hyndman and Fan 1996: R. J. Hyndman, Y. Fan, Sample quantiles in statistical packages, The American Statistician 50, 361–365 (definition 1, for all percentiles).",
    "Thompson 1982: K. Thompson, Computer chess strength, in: Advances in Computer Chess 3, Pergamon, 55–56.",
    "Wilson 1927: E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the American Statistical Association 22, 209–212.",
];

#[cfg(test)]
mod tests {
    use super::{LITERATURE, Measure, Topic};
    use strum::IntoEnumIterator;

    #[test]
    fn every_measure_is_described() {
        for measure in Measure::iter() {
            for text in [
                measure.label(),
                measure.unit(),
                measure.definition(),
                measure.source(),
                measure.topic().about(),
            ] {
                assert!(!text.is_empty(), "{measure}");
            }
            assert!(measure.prop("topic").parse::<Topic>().is_ok(), "{measure}");
            assert_eq!(measure.to_string().parse(), Ok(measure));
        }
    }

    #[test]
    fn sources_are_listed_with_their_titles() {
        for measure in Measure::iter() {
            let source = measure.source();
            if source.contains(|c: char| c.is_ascii_digit()) {
                let listed = LITERATURE.iter().any(|work| {
                    let (short, _) = work.split_once(':').unwrap();
                    source.contains(short)
                });
                assert!(listed, "{measure}: {source}");
            }
        }
    }
}
