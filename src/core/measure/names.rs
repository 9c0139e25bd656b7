//! List of measures, each with a stable name, a unit, a definition and a source.

use strum::{EnumMessage, IntoEnumIterator};

use crate::text::like::hint;

/// Declares the measures by topic. After the definition of each come its label, its unit, the method of its
/// interval, and its source; then `shown`, if it is one of the dozen.
macro_rules! measures {
    ($($topic:ident {
        $($(#[$meta:meta])* $measure:ident: $label:literal, $unit:literal, $interval:literal, $source:literal
            $(, $shown:ident)?;)*
    })*) => {
        /// Measure of a game. The doc comment of each variant is its definition and is printed as it is.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::Display, strum::EnumString,
            strum::EnumIter, strum::EnumMessage,
        )]
        #[strum(serialize_all = "snake_case")]
        pub enum Measure {
            $($($(#[$meta])* $measure,)*)*
        }

        impl Measure {
            fn facts(self) -> Facts {
                match self {
                    $($(Self::$measure => Facts {
                        topic: Topic::$topic,
                        label: $label,
                        unit: $unit,
                        interval: $interval,
                        source: $source,
                        is_shown: !stringify!($($shown)?).is_empty(),
                    },)*)*
                }
            }
        }
    };
}

struct Facts {
    topic: Topic,
    label: &'static str,
    unit: &'static str,
    interval: &'static str,
    source: &'static str,
    is_shown: bool,
}

measures! {
    Fair {
        /// Games played, including unfinished ones.
        Games: "Games", "games", "none", "counted";
        /// Number of different games: two games differ if any move does. Above 16 384 it is an estimate. Players that
        /// use chance only to break ties often repeat a game.
        Different: "Different games", "games", "none", "counted";
        /// Number of games, each played once, that would carry the same information. It is n² divided by the sum of k².
        /// Here n is the number of games, and k is how often each different game was played. It shows how little a
        /// player leaves to chance; intervals do not depend on it. Random and mcts draw their moves. For them the
        /// number is that of the games played, even if some games are equal.
        Effective: "Effective games", "games", "none", "Kish 1965, Simpson 1949";
        /// Share of all games cut off by the ply limit. Such games count only in lengths and totals of a game, as games
        /// that last longer than the limit. They never count as draws.
        Unfinished: "Unfinished", "share", "Wilson", "Wilson 1927";
        /// Share of the finished games won by South, who moves first.
        SouthWins: "South wins", "share", "Wilson", "Wilson 1927";
        /// Share of the finished games won by North.
        NorthWins: "North wins", "share", "Wilson", "Wilson 1927";
        /// Share of the finished games that are drawn.
        Draws: "Draws", "share", "Wilson", "Wilson 1927", shown;
        /// Points of South, who moves first, for each finished game: a win is 1, a draw one half, a loss 0. The
        /// interval treats a draw as half a success, which makes it wider than necessary if there are many draws.
        FirstPlayerScore: "First player's score", "share", "Wilson", "Wilson 1927", shown;
        /// Share of the finished games in which North took over South's side (rule S1); missing if the rules have no
        /// swap. Swaps do not count in measures of moves.
        Swaps: "Swaps", "share", "Wilson", "Wilson 1927";
    }
    Skill {
        /// Elo gained by doubling the effort. It is 400 lg(x/(1 − x)), where x is the score of mcts against mcts with
        /// half as many iterations for each legal move. Each pair of games starts from one random opening, with seats
        /// swapped.
        EloPerDoubling: "Elo per doubling", "Elo", "pairs, Student", "Thompson 1982, Student 1908", shown;
        /// Cost of greedy play: the value of the best move minus that of greedy's move, as a share of all seeds. It is
        /// taken in a random position of each game. Values are those of alphabeta:4, or of alphabeta:3 or alphabeta:2
        /// if more than ten million positions could follow; a win is worth all seeds.
        GreedyTrap: "Cost of greedy moves", "share of the seeds", "Hall", "after Jaffe 2012; Hall 1992", shown;
    }
    Length {
        /// Turns of both players in a game; consecutive moves of one player are one turn. Games cut off count as longer
        /// (Kaplan and Meier); the mean is then limited to the longest game observed.
        Turns: "Turns", "turns a game", "Student", "Student 1908; Kaplan and Meier 1958", shown;
        /// Moves of both players in a game; a move with several laps is one ply. Games cut off count as longer (Kaplan
        /// and Meier); the mean is then limited to the longest game observed.
        Plies: "Plies", "plies a game", "Student", "Student 1908; Kaplan and Meier 1958";
        /// Work by hand: seeds that both players drop in a game. If games were cut off, only a lower bound of the mean
        /// is known, with 97.5 % confidence.
        HandWork: "Hand work", "seeds a game", "Student", "Student 1908", shown;
        /// Rounds of a game; 1 if the rules have only one round. Games of several that are cut off count as longer, as in
        /// `turns`.
        Rounds: "Rounds", "rounds a game", "Student", "Student 1908; Kaplan and Meier 1958";
    }
    Decided {
        /// Share of the games with a winner in which that winner was already ahead after a quarter of the plies.
        /// Games without a leader at that point are left out.
        LeaderWinsQuarter: "Leader wins, 1/4", "share", "Wilson", "decisiveness: Browne 2008; Wilson 1927", shown;
        /// Share of the games with a winner in which that winner was already ahead after half of the plies.
        /// Games without a leader at that point are left out.
        LeaderWinsHalf: "Leader wins, 1/2", "share", "Wilson", "decisiveness: Browne 2008; Wilson 1927", shown;
        /// Share of the games with a winner in which that winner was already ahead after three quarters of the plies.
        /// Games without a leader at that point are left out.
        LeaderWinsThreeQuarters: "Leader wins, 3/4", "share", "Wilson",
            "decisiveness: Browne 2008; Wilson 1927", shown;
        /// Share of the games with a winner in which the winner was behind by at least a tenth of all seeds after half
        /// of the plies.
        Comeback: "Comeback", "share", "Wilson", "after Browne 2008; Wilson 1927", shown;
        /// Changes of the lead from one side to the other for each 100 plies; a level score in between does not count
        /// as a change. At the end, the winner counts as the leader.
        #[strum(serialize = "lead_changes_per_100_plies")]
        LeadChangesPer100Plies: "Lead changes", "changes in 100 plies", "games as clusters",
            "after Browne 2008; Cochran 1977";
    }
    Foresight {
        /// Laps of a move: consecutive sowings, including the first one.
        LapsPerMove: "Laps per move", "laps a move", "games as clusters", "de Voogt 1995; Cochran 1977", shown;
        /// Seeds dropped in a move, over all its laps; a seed dropped twice counts twice.
        SeedsPerMove: "Seeds per move", "seeds a move", "games as clusters", "de Voogt 1995; Cochran 1977", shown;
        /// Seeds dropped in all legal moves of a position together: the seeds to count when looking one ply ahead.
        ReadingLoad: "Reading load", "seeds a ply", "games as clusters", "Cochran 1977", shown;
        /// Seeds that end up elsewhere if the same move is made after one seed was shifted by one pit. Pit and position
        /// are chosen at random in each game, and the same move must still be legal. 1 means that after the move one
        /// seed still lies elsewhere; 0 means that both boards are equal.
        OneSeedSensitivity: "Effect of one misplaced seed", "seeds", "Hall", "Hall 1992", shown;
    }
    Choice {
        /// Share of positions in which the best move is worth at least one seed more than the median one. One position
        /// is chosen at random from each game. Values are as in `greedy_trap`; a position with one legal move has no
        /// choice.
        RealChoice: "Real choice", "share", "Wilson", "after Browne 2008; Wilson 1927", shown;
        /// Number of legal moves in a position, averaged over the plies of a game.
        Branching: "Branching", "moves a ply", "games as clusters", "Cochran 1977";
        /// Share of plies with at least two legal moves, whatever they are worth.
        ChoiceShare: "More than one move", "share", "games as clusters", "Cochran 1977";
    }
    Captures {
        /// Seeds captured in a game by both players; a seed captured twice counts twice. Two kinds of
        /// seeds do not count: those swept at the end, and a capturing last seed that goes to the store too. If games
        /// were cut off, only a lower bound is known, as of `hand_work`.
        CapturedPerGame: "Captured per game", "seeds a game", "Student", "Student 1908";
        /// Captures in a game by both players; a move has one capture for each pit from which it captures. If games
        /// were cut off, only a lower bound is known, as of `hand_work`.
        CapturesPerGame: "Captures per game", "captures a game", "Student", "Student 1908";
        /// Share of the moves that capture at least one seed.
        CaptureShare: "Moves that capture", "share", "games as clusters", "Cochran 1977";
    }
    Endings {
        /// Endless moves, which are illegal (rule G3), as a share of endless and legal moves together. If none occurred
        /// in n games, the upper bound is 3/n.
        EndlessMoves: "Endless moves", "share", "games as clusters", "Cochran 1977";
        /// Share of the finished games that ended by the position on the board, such as an empty row or a majority.
        EndedByBoard: "By the board", "share", "Wilson", "Wilson 1927";
        /// Share of the finished games that ended because the player to move had no legal move.
        EndedByNoMove: "No legal move", "share", "Wilson", "Wilson 1927";
        /// Share of the finished games that ended by repetition of a position, if the rules end them so.
        EndedByRepetition: "Repetition", "share", "Wilson", "Wilson 1927";
    }
    Size {
        /// Upper bound on the number of positions, by counting, as a decimal logarithm. There are C(n + k − 1, k − 1)
        /// ways to put n seeds into k pits and stores. The bound multiplies them by the states of the other fields of a
        /// position, and by two for the player to move. It includes positions that no game reaches.
        PositionsLog10: "Positions, log10", "log10 of positions", "none", "state-space complexity: Allis 1994";
        /// Decimal logarithm of the product of the numbers of legal moves along a game, averaged over games. It
        /// describes the paths of these players, not the size of the tree: the mean of logarithms is below the
        /// logarithm of the mean. If games were cut off, only a lower bound is known, as of `hand_work`.
        GameTreeLog10: "Walked tree, log10", "log10 of games", "Student", "Allis 1994, ply by ply; Student 1908";
    }
}

/// Group of measures that are shown as one table.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, strum::Display, strum::EnumIter, strum::EnumMessage,
)]
pub enum Topic {
    /// Do both sides have the same chance?
    Fair,
    /// Does it pay to look further ahead?
    Skill,
    /// How long is a game?
    Length,
    /// When is a game decided, and is there a way back?
    Decided,
    /// How hard is it to foresee what a move does?
    Foresight,
    /// Does it matter which move is made?
    Choice,
    /// How much is captured, and how often?
    Captures,
    /// How do games end?
    Endings,
    /// How large is the game?
    Size,
}

impl Topic {
    /// Returns the question that its measures answer.
    pub fn about(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }

    /// Returns its measures in order.
    pub fn measures(self) -> impl Iterator<Item = Measure> {
        Measure::iter().filter(move |measure| measure.topic() == self)
    }
}

impl Measure {
    /// Returns its topic.
    pub fn topic(self) -> Topic {
        self.facts().topic
    }

    /// Returns its short heading.
    pub fn label(self) -> &'static str {
        self.facts().label
    }

    /// Returns its unit.
    pub fn unit(self) -> &'static str {
        self.facts().unit
    }

    /// Returns its definition.
    pub fn definition(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }

    /// Returns the method of its interval.
    pub fn interval(self) -> &'static str {
        self.facts().interval
    }

    /// Returns `true` if it applies to single rounds only: leads restart with each round, and only the last round's end
    /// is that of the game.
    pub fn is_of_one_round(self) -> bool {
        matches!(self.topic(), Topic::Decided | Topic::Endings) && self != Self::EndlessMoves
    }

    /// Returns `true` if it is one of the dozen shown by default.
    pub fn is_shown(self) -> bool {
        self.facts().is_shown
    }

    /// Returns the measures of a name: `all`, `dozen`, a topic, or a single measure; `None` if the name is unknown.
    pub fn named(name: &str) -> Option<Vec<Self>> {
        match name {
            "all" => return Some(Self::iter().collect()),
            "dozen" => return Some(Self::iter().filter(|measure| measure.is_shown()).collect()),
            _ => {}
        }
        if let Some(topic) = Topic::iter().find(|topic| topic.to_string().to_lowercase() == name) {
            return Some(topic.measures().collect());
        }
        name.parse().ok().map(|measure| vec![measure])
    }

    /// Returns the question whether similar names were meant, like [`hint`].
    pub fn hint(name: &str) -> String {
        let names: Vec<String> = Self::iter().map(|measure| measure.to_string()).collect();
        hint(name, names.iter().map(|name| &**name))
    }

    /// Returns the source of the definition or the interval; [`LITERATURE`] has the titles.
    pub fn source(self) -> &'static str {
        self.facts().source
    }

    /// Returns `true` if it is a share, shown in per cent.
    pub fn is_share(self) -> bool {
        self.unit().starts_with("share")
    }
}

/// Works to which the sources refer.
pub const LITERATURE: &[&str] = &[
    "Allis 1994: L. V. Allis, Searching for Solutions in Games and Artificial Intelligence, thesis, Maastricht.",
    "Browne 2008: C. Browne, Automatic Generation and Evaluation of Recombination Games, thesis, Queensland University of Technology.",
    "Cochran 1977: W. G. Cochran, Sampling Techniques, third edition, Wiley, chapter 6.",
    "de Voogt 1995: A. J. de Voogt, Limits of the Mind: Towards a Characterisation of Bao Mastership, thesis, Leiden.",
    "Hall 1992: P. Hall, On the removal of skewness by transformation, Journal of the Royal Statistical Society B 54, 221–228.",
    "Holm 1979: S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 65–70.",
    "Hyndman and Fan 1996: R. J. Hyndman, Y. Fan, Sample quantiles in statistical packages, The American Statistician 50, 361–365 (definition 1, for all percentiles).",
    "Jaffe 2012: A. Jaffe and others, Evaluating competitive game balance with restricted play, AIIDE 2012.",
    "Kaplan and Meier 1958: E. L. Kaplan, P. Meier, Nonparametric estimation from incomplete observations, Journal of the American Statistical Association 53, 457–481.",
    "Kish 1965: L. Kish, Survey Sampling, Wiley.",
    "Simpson 1949: E. H. Simpson, Measurement of diversity, Nature 163, 688.",
    "Student 1908: Student, The probable error of a mean, Biometrika 6, 1–25.",
    "Thompson 1982: K. Thompson, Computer chess strength, in: Advances in Computer Chess 3, Pergamon, 55–56.",
    "Wilson 1927: E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the American Statistical Association 22, 209–212.",
];
