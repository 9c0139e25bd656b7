//! Benchmark of a variant on this machine: perft nodes, random plies and games, laps.

use std::time::Duration;

use crate::kernel::{Dice, Event};
use crate::system::clock::{self, Instant};
use crate::system::number::real;
use crate::system::threads::share;
use crate::variant::{AnyVariant, Position};

/// Rates of one variant per second, summed over all threads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speed {
    /// Perft nodes from the opening.
    pub nodes: f64,
    /// Plies of uniformly random games.
    pub plies: f64,
    /// Uniformly random games.
    pub games: f64,
    /// Laps sown in random games.
    pub laps: f64,
}

/// Limit on the length of random games, in plies; some games have no natural end (`G6`).
pub const PLY_LIMIT: u32 = 2000;

fn per_second(count: u64, begin: Instant) -> f64 {
    real(count.into()) / begin.elapsed().as_secs_f64()
}

/// Measures perft nodes, plies and games per second on the current thread: perft for half the time, then random games.
fn rates(variant: &dyn AnyVariant, seed: u64, time: Duration) -> [f64; 3] {
    let (opening, half) = (variant.opening(), time / 2);
    // Repeat the deepest perft that takes a small part of the time.
    let (mut nodes, mut depth) = (0, 1);
    let begin = clock::now();
    while begin.elapsed() < half {
        let once = clock::now();
        nodes += variant.perft(&opening, depth, &|| false);
        if once.elapsed() < half / 64 && depth < 64 {
            depth += 1;
        }
    }
    let nodes = per_second(nodes, begin);
    let (mut plies, mut games) = (0, 0);
    let mut dice = Dice::numbered(seed, 0);
    let begin = clock::now();
    while begin.elapsed() < half {
        for _ in 0..64 {
            let played = variant.playout(&opening, &mut dice, PLY_LIMIT, &|| false);
            plies += u64::from(played.plies);
            games += 1;
        }
    }
    [nodes, per_second(plies, begin), per_second(games, begin)]
}

/// Returns the mean number of laps per move in random games.
fn laps_per_ply(variant: &dyn AnyVariant, seed: u64, games: u32) -> f64 {
    let (mut laps, mut plies) = (0_u64, 0_u32);
    let mut count = |event| laps += u64::from(matches!(event, Event::Sow(_)));
    for game in 0..games {
        let mut dice = Dice::numbered(seed, u64::from(game));
        let mut position = variant.opening();
        for _ in 0..PLY_LIMIT {
            let Some((mv, after)) = variant.random_move(&position, &mut dice, &|| false) else {
                break;
            };
            variant.make(&position, mv, &mut count);
            plies += 1;
            position = after;
            if position.status().result.is_some() {
                break;
            }
        }
    }
    real(laps.into()) / f64::from(plies.max(1))
}

impl dyn AnyVariant {
    /// Measures how fast this variant is played, for this many seconds on this many threads.
    ///
    /// # Panics
    ///
    /// Panics if a thread panics.
    pub fn speed(&self, seconds: f64, threads: usize) -> Speed {
        let time = Duration::from_secs_f64(seconds);
        let all = share(threads, &|seed| rates(self, seed, time));
        let [nodes, plies, games] = [0, 1, 2].map(|rate| all.iter().map(|own| own[rate]).sum());
        Speed { nodes, plies, games, laps: plies * laps_per_ply(self, 0, 200) }
    }
}
