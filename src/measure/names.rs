//! List of measures, each with a stable name, a unit, a definition and a source.

use strum::{EnumMessage, EnumProperty, IntoEnumIterator};

/// Measure of a game. The doc comment of each variant is its definition and is printed as it is.
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
    /// Games played, including unfinished ones.
    #[strum(props(
        topic = "Fair",
        label = "Games",
        unit = "games",
        interval = "none",
        source = "counted"
    ))]
    Games,
    /// Number of different games: two games differ if any move does. Above 16 384 it is an estimate. Players that use
    /// chance only to break ties often repeat a game.
    #[strum(props(
        topic = "Fair",
        label = "Different games",
        unit = "games",
        interval = "none",
        source = "counted"
    ))]
    Different,
    /// Number of games, each played once, that would carry the same information. It is the squared number of
    /// games, divided by the sum over the different games of the squared number of times that each was played. Every
    /// interval of greedy and alphabeta is based on it.
    /// Moves of random and mcts depend on chance, so each of their games counts as one.
    #[strum(props(
        topic = "Fair",
        label = "Effective games",
        unit = "games",
        interval = "none",
        source = "Kish 1965, Simpson 1949"
    ))]
    Effective,
    /// Share of all games cut off by the ply limit. They count in the lengths, as games that last longer, and in
    /// nothing else; never as draws.
    #[strum(props(
        topic = "Fair",
        label = "Unfinished",
        unit = "share",
        interval = "Wilson",
        source = "Wilson 1927"
    ))]
    Unfinished,
    /// Share of the finished games won by South, who moves first.
    #[strum(props(
        topic = "Fair",
        label = "South wins",
        unit = "share",
        interval = "Wilson",
        source = "Wilson 1927"
    ))]
    SouthWins,
    /// Share of the finished games won by North.
    #[strum(props(
        topic = "Fair",
        label = "North wins",
        unit = "share",
        interval = "Wilson",
        source = "Wilson 1927"
    ))]
    NorthWins,
    /// Share of the finished games that are drawn.
    #[strum(props(
        topic = "Fair",
        label = "Draws",
        unit = "share",
        interval = "Wilson",
        source = "Wilson 1927",
        shown = "yes"
    ))]
    Draws,
    /// Points of South, who moves first, for each finished game: a win is 1, a draw one half, a loss 0. The interval
    /// treats a draw as half a success, which makes it wider than necessary if there are many draws.
    #[strum(props(
        topic = "Fair",
        label = "First player's score",
        unit = "share",
        interval = "Wilson",
        source = "Wilson 1927",
        shown = "yes"
    ))]
    FirstPlayerScore,
    /// Share of the finished games in which North took over South's side (rule S1); missing if the rules have no swap.
    /// Swaps do not count in measures of moves.
    #[strum(props(
        topic = "Fair",
        label = "Swaps",
        unit = "share",
        interval = "Wilson",
        source = "Wilson 1927"
    ))]
    Swaps,

    /// Elo gained by doubling the effort. It is 400 lg(x/(1 − x)), where x is the score of mcts against mcts with half
    /// as many iterations for each legal move. Each pair of games starts from one random opening, with seats swapped.
    #[strum(props(
        topic = "Skill",
        label = "Elo per doubling",
        unit = "Elo",
        interval = "pairs, Student",
        source = "Thompson 1982, Student 1908",
        shown = "yes"
    ))]
    EloPerDoubling,
    /// Cost of greedy play: the value of the best move minus that of greedy's move, as a share of all seeds. It is
    /// taken in a random position of each game. Values are those of alphabeta:4; a win is worth all seeds.
    #[strum(props(
        topic = "Skill",
        label = "Greedy trap",
        unit = "share of the seeds",
        interval = "Student",
        source = "after Jaffe 2012; Student 1908",
        shown = "yes"
    ))]
    GreedyTrap,

    /// Turns of both players in a game; consecutive moves of one player are one turn. Games cut off count as longer
    /// (Kaplan and Meier); the mean is then limited to the longest game watched.
    #[strum(props(
        topic = "Length",
        label = "Turns",
        unit = "turns a game",
        interval = "Student",
        source = "Student 1908; Kaplan and Meier 1958",
        shown = "yes"
    ))]
    Turns,
    /// Moves of both players in a game; a move with several laps is one ply. Games cut off count as longer (Kaplan and
    /// Meier); the mean is then limited to the longest game watched.
    #[strum(props(
        topic = "Length",
        label = "Plies",
        unit = "plies a game",
        interval = "Student",
        source = "Student 1908; Kaplan and Meier 1958"
    ))]
    Plies,
    /// Work by hand: seeds that both players drop in a game. Games cut off count as longer, as in `turns`.
    #[strum(props(
        topic = "Length",
        label = "Hand work",
        unit = "seeds a game",
        interval = "Student",
        source = "Student 1908; Kaplan and Meier 1958",
        shown = "yes"
    ))]
    HandWork,

    /// Rounds of a game; 1 if the game has only one round. Games cut off count as longer, as in `turns`.
    #[strum(props(
        topic = "Length",
        label = "Rounds",
        unit = "rounds a game",
        interval = "Student",
        source = "Student 1908; Kaplan and Meier 1958"
    ))]
    Rounds,

    /// Share of the games with a winner that the side ahead after a quarter of the plies won; games in which neither
    /// side was ahead at that point are left out.
    #[strum(props(
        topic = "Decided",
        label = "Leader wins, 1/4",
        unit = "share",
        interval = "Wilson",
        source = "for decisiveness: Browne 2008; Wilson 1927",
        shown = "yes"
    ))]
    LeaderWinsQuarter,
    /// Share of the games with a winner that the side ahead after half of the plies won; games in which neither side
    /// was ahead at that point are left out.
    #[strum(props(
        topic = "Decided",
        label = "Leader wins, 1/2",
        unit = "share",
        interval = "Wilson",
        source = "for decisiveness: Browne 2008; Wilson 1927",
        shown = "yes"
    ))]
    LeaderWinsHalf,
    /// Share of the games with a winner that the side ahead after three quarters of the plies won; games in which
    /// neither side was ahead at that point are left out.
    #[strum(props(
        topic = "Decided",
        label = "Leader wins, 3/4",
        unit = "share",
        interval = "Wilson",
        source = "for decisiveness: Browne 2008; Wilson 1927",
        shown = "yes"
    ))]
    LeaderWinsThreeQuarters,
    /// Share of the games with a winner in which the winner was behind by at least a tenth of all seeds after half of
    /// the plies.
    #[strum(props(
        topic = "Decided",
        label = "Comeback",
        unit = "share",
        interval = "Wilson",
        source = "after Browne 2008; Wilson 1927",
        shown = "yes"
    ))]
    Comeback,
    /// Changes of the lead from one side to the other for each 100 plies; a level score in between does not count as
    /// a change. At the end, the winner counts as the leader.
    #[strum(props(
        topic = "Decided",
        label = "Lead changes",
        unit = "changes in 100 plies",
        interval = "games as clusters",
        source = "after Browne 2008; Cochran 1977"
    ))]
    #[strum(serialize = "lead_changes_per_100_plies")]
    LeadChangesPer100Plies,

    /// Laps of a move: consecutive sowings, including the first one.
    #[strum(props(
        topic = "Foresight",
        label = "Laps per move",
        unit = "laps a move",
        interval = "games as clusters",
        source = "de Voogt 1995; Cochran 1977",
        shown = "yes"
    ))]
    LapsPerMove,
    /// Seeds dropped in a move, over all its laps; a seed dropped twice counts twice.
    #[strum(props(
        topic = "Foresight",
        label = "Seeds per move",
        unit = "seeds a move",
        interval = "games as clusters",
        source = "de Voogt 1995; Cochran 1977",
        shown = "yes"
    ))]
    SeedsPerMove,
    /// Seeds dropped in all legal moves of a position together: the seeds to count when looking one ply ahead.
    #[strum(props(
        topic = "Foresight",
        label = "Reading load",
        unit = "seeds a ply",
        interval = "games as clusters",
        source = "Cochran 1977",
        shown = "yes"
    ))]
    ReadingLoad,
    /// Seeds that end up elsewhere if the same move is made after one seed was shifted by one pit. Pit and position are
    /// chosen at random in each game, and the same move must still be legal. 1 means that after the move one seed still
    /// lies elsewhere; 0 that both boards are equal. Since 0 can occur, means of this measure are not taken on a
    /// logarithmic scale.
    #[strum(props(
        topic = "Foresight",
        label = "One-seed sensitivity",
        unit = "seeds",
        interval = "Student",
        source = "Student 1908",
        shown = "yes"
    ))]
    OneSeedSensitivity,

    /// Share of positions in which the best move is worth at least one seed more than the median one. One position is
    /// chosen at random from each game. Values are as in `greedy_trap`; a position with one legal move has no choice.
    #[strum(props(
        topic = "Choice",
        label = "Real choice",
        unit = "share",
        interval = "Wilson",
        source = "after Browne 2008; Wilson 1927",
        shown = "yes"
    ))]
    RealChoice,
    /// Number of legal moves in a position, averaged over the plies of a game.
    #[strum(props(
        topic = "Choice",
        label = "Branching",
        unit = "moves a ply",
        interval = "games as clusters",
        source = "Cochran 1977"
    ))]
    Branching,
    /// Share of plies with at least two legal moves, whatever they are worth.
    #[strum(props(
        topic = "Choice",
        label = "More than one move",
        unit = "share",
        interval = "games as clusters",
        source = "Cochran 1977"
    ))]
    ChoiceShare,

    /// Seeds captured in a game by both players; a seed captured twice counts twice. Seeds swept at the end do not
    /// count.
    #[strum(props(
        topic = "Captures",
        label = "Captured per game",
        unit = "seeds a game",
        interval = "Student",
        source = "Student 1908"
    ))]
    CapturedPerGame,
    /// Captures in a game by both players; a move has one capture for each pit from which it captures.
    #[strum(props(
        topic = "Captures",
        label = "Captures per game",
        unit = "captures a game",
        interval = "Student",
        source = "Student 1908"
    ))]
    CapturesPerGame,
    /// Share of the moves that capture at least one seed.
    #[strum(props(
        topic = "Captures",
        label = "Moves that capture",
        unit = "share",
        interval = "games as clusters",
        source = "Cochran 1977"
    ))]
    CaptureShare,

    /// Endless moves, which are illegal (rule G3), as a share of endless and legal moves together. If none occurred in
    /// n games, the upper bound is 3/n.
    #[strum(props(
        topic = "Endings",
        label = "Endless moves",
        unit = "share",
        interval = "games as clusters",
        source = "Cochran 1977"
    ))]
    EndlessMoves,
    /// Share of the finished games that ended by the position on the board, such as an empty row or a majority.
    #[strum(props(
        topic = "Endings",
        label = "By the board",
        unit = "share",
        interval = "Wilson",
        source = "Wilson 1927"
    ))]
    EndedByBoard,
    /// Share of the finished games that ended because the player to move had no legal move.
    #[strum(props(
        topic = "Endings",
        label = "No legal move",
        unit = "share",
        interval = "Wilson",
        source = "Wilson 1927"
    ))]
    EndedByNoMove,
    /// Share of the finished games that ended by repetition of a position, if the rules end them so.
    #[strum(props(
        topic = "Endings",
        label = "Repetition",
        unit = "share",
        interval = "Wilson",
        source = "Wilson 1927"
    ))]
    EndedByRepetition,

    /// Upper bound on the number of positions, by counting, as a decimal logarithm. There are C(n + k − 1, k − 1) ways
    /// to put n seeds into k pits and stores. The bound multiplies them by the states of the other fields of a written
    /// position, and by two for the player to move. It includes positions that no game reaches.
    #[strum(props(
        topic = "Size",
        label = "Positions, log10",
        unit = "log10 of positions",
        interval = "none",
        source = "state-space complexity: Allis 1994"
    ))]
    PositionsLog10,
    /// Decimal logarithm of the product of the numbers of legal moves along a game, averaged over games. It describes
    /// the paths of these players, not the size of the tree: the mean of logarithms is below the logarithm of the mean.
    #[strum(props(
        topic = "Size",
        label = "Walked tree, log10",
        unit = "log10 of games",
        interval = "Student",
        source = "Allis 1994, by the ply; Student 1908"
    ))]
    GameTreeLog10,
}

/// Group of measures that are shown as one table.
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
    #[must_use]
    pub fn about(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }

    /// Returns its measures in order.
    pub fn measures(self) -> impl Iterator<Item = Measure> {
        Measure::iter().filter(move |measure| measure.topic() == self)
    }
}

impl Measure {
    fn prop(self, name: &str) -> &'static str {
        self.get_str(name).unwrap_or_default()
    }

    /// Returns its topic.
    #[must_use]
    pub fn topic(self) -> Topic {
        self.prop("topic").parse().unwrap_or(Topic::Fair)
    }

    /// Returns its short heading.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.prop("label")
    }

    /// Returns its unit.
    #[must_use]
    pub fn unit(self) -> &'static str {
        self.prop("unit")
    }

    /// Returns its definition.
    #[must_use]
    pub fn definition(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }

    /// Returns the method of its interval.
    #[must_use]
    pub fn interval(self) -> &'static str {
        self.prop("interval")
    }

    /// Returns `true` if it applies to single rounds only: leads restart with each round, and only the last round's end
    /// is that of the game.
    #[must_use]
    pub fn is_of_one_round(self) -> bool {
        matches!(self.topic(), Topic::Decided | Topic::Endings) && self != Self::EndlessMoves
    }

    /// Returns `true` if it is one of the dozen shown by default.
    #[must_use]
    pub fn is_shown(self) -> bool {
        self.get_str("shown").is_some()
    }

    /// Returns the measures of a name: `all`, `dozen`, a topic, or a single measure; `None` if the name is unknown.
    #[must_use]
    pub fn named(name: &str) -> Option<Vec<Self>> {
        match name {
            "all" => return Some(Self::iter().collect()),
            "dozen" => return Some(Self::iter().filter(|measure| measure.is_shown()).collect()),
            _ => {}
        }
        let mut topics = Topic::iter();
        if let Some(topic) = topics.find(|topic| topic.to_string().to_lowercase() == name) {
            return Some(topic.measures().collect());
        }
        name.parse().ok().map(|measure| vec![measure])
    }

    /// Returns the source of the definition or the interval; [`LITERATURE`] has the titles.
    #[must_use]
    pub fn source(self) -> &'static str {
        self.prop("source")
    }

    /// Returns `true` if it is a share, shown in per cent.
    #[must_use]
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
                measure.interval(),
                measure.topic().about(),
            ] {
                assert!(!text.is_empty(), "{measure}");
            }
            assert!(measure.prop("topic").parse::<Topic>().is_ok(), "{measure}");
            assert_eq!(measure.to_string().parse(), Ok(measure));
        }
    }

    #[test]
    fn a_dozen_is_shown_unasked() {
        let shown = Measure::named("dozen").unwrap();
        // The three points of the curve count as one measure, and so do laps and seeds a move.
        assert_eq!(shown.len(), 12 + 2 + 1);
        assert!(shown.iter().all(|measure| measure.is_shown()));
        assert_eq!(Measure::named("choice").unwrap().len(), 3);
        assert_eq!(Measure::named("turns"), Some(vec![Measure::Turns]));
        assert_eq!(Measure::named("drama"), None);
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
