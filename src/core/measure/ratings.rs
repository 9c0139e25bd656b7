//! Ratings of players by the model of Bradley and Terry, with intervals.
//!
//! R. A. Bradley, M. E. Terry: Rank analysis of incomplete block designs, Biometrika 39 (1952), 324–345.

use std::collections::BTreeMap;

use super::stats::{Estimate, Z95};
use crate::system::number::{inverse, product, real};

/// Rating points that multiply the odds of winning by e: 400 points are odds of 10 to 1.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Standard deviation of the prior of ratings, in points; it keeps the ratings of unbeaten players finite.
const SPREAD: f64 = 1000.0;
/// Maximum number of steps to the maximum; it takes about ten.
const MOST_STEPS: usize = 100;

/// Game between two players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rated {
    /// Numbers of the players.
    pub players: [usize; 2],
    /// Score of the first: 1 for a win, 0.5 for a draw.
    pub score: f64,
    /// Number of its pair: games of one pair start from the same opening, so they are not independent.
    pub pair: u64,
}

/// Rating of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Number of the player.
    pub player: usize,
    /// Difference from the anchor in points, with its 95 % interval.
    pub points: Estimate,
    /// Number of games.
    pub games: u64,
}

/// Games of two players.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Total {
    /// Sum of the scores of the first.
    pub(crate) score: f64,
    pub(crate) games: u64,
}

/// Games of each two players who met.
pub(crate) type Totals = BTreeMap<[usize; 2], Total>;

pub(crate) fn add_game(totals: &mut Totals, players: [usize; 2], score: f64) {
    let total = totals.entry(players).or_default();
    total.score += score;
    total.games += 1;
}

pub(crate) struct Fit {
    /// Natural logarithms of the odds of each player.
    pub(crate) strength: Vec<f64>,
    /// Their covariances.
    covariance: Vec<Vec<f64>>,
}

/// Returns the expected score of a player against another.
pub(crate) fn expected(strength: &[f64], [first, second]: [usize; 2]) -> f64 {
    1.0 / (1.0 + (strength[second] - strength[first]).exp())
}

impl Fit {
    /// Fits the model by Newton's method.
    pub(crate) fn new(players: usize, totals: &Totals) -> Self {
        let prior = (ELO / SPREAD).powi(2);
        let mut strength = vec![0.0; players];
        for _ in 0..MOST_STEPS {
            let mut gradient: Vec<f64> = strength.iter().map(|own| -own * prior).collect();
            let mut curvature = vec![vec![0.0; players]; players];
            for (at, row) in curvature.iter_mut().enumerate() {
                row[at] = prior;
            }
            for (&both @ [first, second], total) in totals {
                let (chance, games) = (expected(&strength, both), real(total.games.into()));
                let gap = total.score - games * chance;
                let weight = games * chance * (1.0 - chance);
                gradient[first] += gap;
                gradient[second] -= gap;
                for (row, column, sign) in [
                    (first, first, 1.0),
                    (second, second, 1.0),
                    (first, second, -1.0),
                    (second, first, -1.0),
                ] {
                    curvature[row][column] += sign * weight;
                }
            }
            let covariance = inverse(curvature);
            let steps: Vec<f64> = covariance.iter().map(|row| product(row, &gradient)).collect();
            if steps.iter().all(|step| step.abs() < 1e-10) {
                return Self { strength, covariance };
            }
            // Steps are limited, because the curvature vanishes far from the maximum.
            for (own, step) in strength.iter_mut().zip(steps) {
                *own += step.clamp(-1.0, 1.0);
            }
        }
        Self { strength, covariance: vec![vec![f64::INFINITY; players]; players] }
    }

    /// Returns the variance of the difference of two players.
    pub(crate) fn variance(&self, [first, second]: [usize; 2]) -> f64 {
        let at = |row: usize, column: usize| self.covariance[row][column];
        let variance = at(first, first) + at(second, second) - 2.0 * at(first, second);
        // Infinite covariances have no difference.
        if variance.is_nan() { f64::INFINITY } else { variance }
    }
}

/// Rates players by their games, the strongest first.
///
/// A draw counts as half a win, and the prior of each rating has a standard deviation of 1000 points. An interval is
/// that of the difference from the anchor: the wider of two, one of which counts a pair of games as one observation.
pub fn bradley_terry(players: usize, games: &[Rated], anchor: usize) -> Vec<Rating> {
    let mut totals = Totals::new();
    for game in games {
        add_game(&mut totals, game.players, game.score);
    }
    let Fit { strength, covariance } = Fit::new(players, &totals);
    let rate = |player: usize| {
        let apart = covariance[player].iter().zip(&covariance[anchor]);
        let apart: Vec<f64> = apart.map(|(own, other)| own - other).collect();
        let mut pulls = BTreeMap::<u64, f64>::new();
        let (mut played, mut plain) = (0, apart[player] - apart[anchor]);
        for game in games {
            let [first, second] = game.players;
            let gap = game.score - expected(&strength, game.players);
            *pulls.entry(game.pair).or_default() += gap * (apart[first] - apart[second]);
            played += u64::from(game.players.contains(&player));
        }
        let clustered: f64 = pulls.values().map(|pull| pull * pull).sum();
        plain = if player == anchor { 0.0 } else { plain.max(clustered) };
        let value = ELO * (strength[player] - strength[anchor]);
        Rating { player, points: Estimate::around(value, Z95 * ELO * plain.sqrt()), games: played }
    };
    let mut ratings: Vec<Rating> = (0..players).map(rate).collect();
    ratings.sort_by(|one, other| other.points.value.total_cmp(&one.points.value));
    ratings
}
