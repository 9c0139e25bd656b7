//! Counts over the games of a match.

use std::collections::BTreeMap;

use super::{Played, Reason, seated};
use crate::kernel::Side;
use crate::system::number::real;
use crate::variant::Outcome;

/// Results of one player or seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Truncated games, which count neither way (`G6`).
    pub unfinished: u64,
}

impl Score {
    fn add(&mut self, side: Side, result: Option<Outcome>) {
        match result {
            None => self.unfinished += 1,
            Some(Outcome::Draw) => self.draws += 1,
            Some(outcome) if outcome.winner() == Some(side) => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    fn join(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.unfinished += other.unfinished;
    }

    /// Returns the number of finished games.
    pub const fn finished(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points; a draw counts half.
    pub fn points(&self) -> f64 {
        real(self.wins.into()) + real(self.draws.into()) / 2.0
    }
}

/// Counts of the games of a match played so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// Results of the two players, in both seats.
    pub players: [Score; 2],
    /// Results of South, who moves first.
    pub first: Score,
    /// Number of games by reason for the end.
    pub reasons: BTreeMap<Reason, u64>,
    /// Number of moves in all games.
    pub plies: u64,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, played: &Played) {
        for side in Side::BOTH {
            self.players[seated(played.game, side)].add(side, played.result);
        }
        self.first.add(Side::South, played.result);
        *self.reasons.entry(played.reason).or_default() += 1;
        self.plies += u64::from(played.plies);
    }

    /// Adds the counts of another tally.
    pub fn join(&mut self, other: &Self) {
        for (own, other) in self.players.iter_mut().zip(&other.players) {
            own.join(other);
        }
        self.first.join(&other.first);
        for (&reason, &games) in &other.reasons {
            *self.reasons.entry(reason).or_default() += games;
        }
        self.plies += other.plies;
    }

    /// Returns the number of games counted.
    pub const fn games(&self) -> u64 {
        self.first.finished() + self.first.unfinished
    }
}
