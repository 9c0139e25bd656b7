//! Facts about a game that the program finds out itself: exact counts, a game to watch, values of first moves.

use super::super::prelude::*;
use crate::review::{Model, Opening, OpeningTask, openings};
use mankala_core::kernel::outcome::Outcome;
use mankala_core::play::matches::play_game;
use mankala_core::play::players::Player;

/// Number of games of which the one of median length is shown.
const GAMES: u64 = 5;

/// Longest game to watch, in plies.
const LONGEST: u32 = 200;

/// Largest exact count.
const MOST: u64 = 20_000;

/// Greatest depth of a count.
const DEEPEST: u32 = 8;

/// Work for each value of a first move, in polls of 256 steps.
const EFFORT: u32 = 256;

/// Players of the game to watch.
pub(super) const PLAYERS: PlayerSpec = PlayerSpec::Greedy;

pub(super) struct Facts {
    /// Number of sequences of 1, 2, … moves from the opening.
    pub(super) counts: Vec<u64>,
    /// Typical game.
    pub(super) typical: Option<Game>,
    /// First moves, the best first.
    pub(super) openings: Vec<Opening>,
}

impl Facts {
    /// Returns the memory for one game at a time, in bytes.
    pub(super) fn memory() -> usize {
        OpeningTask::memory(EFFORT)
    }

    /// Finds the facts; `None` if stopped.
    pub(super) fn of(loaded: &Loaded, stop: &(dyn Fn() -> bool + Sync)) -> Option<Self> {
        let task = OpeningTask { plies: 1, effort: EFFORT, seed: 1, tables: None };
        let (game, model) = (loaded.game(), Model::of(loaded));
        Some(Self {
            counts: counts(&game, stop)?,
            typical: typical(loaded, stop)?,
            openings: openings(&game, model, &task, 1, stop, &mut |_, _| ())?,
        })
    }
}

/// Counts sequences of moves, as long as the counts are small.
fn counts(game: &Game, stop: &(dyn Fn() -> bool + Sync)) -> Option<Vec<u64>> {
    let mut counts = Vec::new();
    for depth in 1..=DEEPEST {
        let count: u64 = game.divide(depth, 1, stop).iter().map(|(_, count)| count).sum();
        if stop() {
            return None;
        }
        let growth = count / counts.last().copied().unwrap_or(1).max(1);
        counts.push(count);
        if count == 0 || count.saturating_mul(growth.max(1)) > MOST {
            break;
        }
    }
    Some(counts)
}

/// Plays some games and returns the finished one of median length, if there is any.
#[expect(clippy::option_option, reason = "stopped, or no game that ends in time")]
fn typical(loaded: &Loaded, stop: &dyn Fn() -> bool) -> Option<Option<Game>> {
    let mut games = Vec::new();
    let [mut south, mut north] = [PLAYERS; 2].map(PlayerSpec::player);
    for number in 0..GAMES {
        let (mut game, mut dice) = (loaded.game(), Dice::numbered(1, number));
        let seats: &mut [&mut dyn Player; 2] = &mut [&mut *south, &mut *north];
        play_game(&mut game, seats, &mut dice, LONGEST, &mut (), stop)?;
        if game.result().is_some() {
            games.push(game);
        }
    }
    games.sort_by_key(Game::plies);
    let middle = games.len() / 2;
    Some(games.into_iter().nth(middle))
}

pub(super) fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::South => "South wins",
        Outcome::North => "North wins",
        Outcome::Draw => "the game is a draw",
    }
}
