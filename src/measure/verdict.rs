//! Whether a game is fair, in no more words than the games bear.

use super::stats::{Z90, Z95, wilson};
use super::tally::Tally;
use crate::system::number::real;

/// Even is a score of the first player between these.
pub const EVEN: [f64; 2] = [0.47, 0.53];

/// What the games of one strength say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Verdict {
    /// The 90 % interval lies within [`EVEN`], which is two tests of 5 %.
    Even,
    /// The 95 % interval lies above one half.
    First,
    /// The 95 % interval lies below one half.
    Second,
    /// Neither.
    Undecided,
    /// There is one game only, however often it was played: an example and no sample.
    OneGame,
    /// The games begin after random moves, so they don't tell what the opening gives.
    RandomOpening,
}

impl Verdict {
    /// What these games say, given how many they are worth.
    ///
    /// "Even" by two one-sided tests: D. J. Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15 (1987), 657–680.
    #[must_use]
    pub fn of(tally: &Tally, effective: f64, opening_plies: u32) -> Self {
        if opening_plies > 0 {
            return Self::RandomOpening;
        }
        let finished = real(tally.finished().into());
        if finished == 0.0 {
            return Self::Undecided;
        }
        if effective < 2.0 {
            return Self::OneGame;
        }
        let [south, _, drawn] = tally.results.map(|games| real(games.into()));
        let points = (south + 0.5 * drawn) / finished * effective;
        let (low, high) = wilson(points, effective, Z90);
        if low >= EVEN[0] && high <= EVEN[1] {
            return Self::Even;
        }
        let (low, high) = wilson(points, effective, Z95);
        match (low > 0.5, high < 0.5) {
            (true, _) => Self::First,
            (_, true) => Self::Second,
            _ => Self::Undecided,
        }
    }

    /// What is said of the game, as it is played so.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::First => "favours the first player",
            Self::Second => "favours the second player",
            Self::Undecided => "undecided",
            Self::OneGame => "one game, no sample",
            Self::RandomOpening => "not asked: random opening",
        }
    }
}

/// What all strengths together say, in a sentence without its subject; each verdict with the player who gave it.
#[must_use]
pub fn together(verdicts: &[(String, Verdict)]) -> String {
    let who = |wanted: Verdict| {
        let names = verdicts.iter().filter(|(_, verdict)| *verdict == wanted);
        let names: Vec<&str> = names.map(|(name, _)| &**name).collect();
        names.join(", ")
    };
    let given = |verdict: Verdict| verdicts.iter().any(|(_, given)| *given == verdict);
    let all = |verdict: Verdict| verdicts.iter().all(|(_, given)| *given == verdict);
    if verdicts.len() > 1 && all(verdicts[0].1) && verdicts[0].1 == Verdict::Even {
        return format!("even at every strength asked ({})", who(Verdict::Even));
    }
    if given(Verdict::First) && given(Verdict::Second) {
        return format!(
            "the strengths disagree: {} for the first player, {} for the second",
            who(Verdict::First),
            who(Verdict::Second)
        );
    }
    let mut said: Vec<String> = Vec::new();
    for verdict in [
        Verdict::First,
        Verdict::Second,
        Verdict::Even,
        Verdict::Undecided,
        Verdict::OneGame,
        Verdict::RandomOpening,
    ] {
        if given(verdict) {
            said.push(format!("{} by {}", verdict.words(), who(verdict)));
        }
    }
    if said.is_empty() {
        return "not asked".to_owned();
    }
    said.join("; ")
}
