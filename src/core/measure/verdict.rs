//! Verdict on whether a game is fair.

use super::stats::{Z90, Z95, wilson};
use super::tally::Tally;
use crate::system::number::real;

/// Range of the first player's score that counts as even.
pub const EVEN: [f64; 2] = [0.47, 0.53];

/// Verdict by the games of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Verdict {
    /// The 90 % interval lies within [`EVEN`], which is two one-sided tests at 5 %.
    Even,
    /// The 95 % interval lies above one half.
    First,
    /// The 95 % interval lies below one half.
    Second,
    /// None of these holds.
    Undecided,
    /// There is one game, or all games are the same one.
    OneGame,
    /// The games begin after random moves, so they say nothing about the opening.
    RandomOpening,
}

impl Verdict {
    /// Returns the verdict of a tally; `is_one_game` is `true` if a player without chance repeated one game.
    ///
    /// "Even" uses two one-sided tests: D. J. Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15 (1987),
    /// 657–680.
    pub fn of(tally: &Tally, is_one_game: bool, opening_plies: u32) -> Self {
        if opening_plies > 0 {
            return Self::RandomOpening;
        }
        let finished = real(tally.finished().into());
        if finished == 0.0 {
            return Self::Undecided;
        }
        if is_one_game || finished <= 1.0 {
            return Self::OneGame;
        }
        let [south, _, drawn] = tally.results.map(|games| real(games.into()));
        let points = south + 0.5 * drawn;
        let (low, high) = wilson(points, finished, Z90);
        if low >= EVEN[0] && high <= EVEN[1] {
            return Self::Even;
        }
        let (low, high) = wilson(points, finished, Z95);
        match (low > 0.5, high < 0.5) {
            (true, _) => Self::First,
            (_, true) => Self::Second,
            _ => Self::Undecided,
        }
    }

    /// Returns the verdict in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::First => "favours the first player",
            Self::Second => "favours the second player",
            Self::Undecided => "undecided",
            Self::OneGame => "one game, no sample",
            Self::RandomOpening => "not judged: random opening",
        }
    }
}
