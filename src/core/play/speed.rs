//! Benchmark of a variant on this machine: perft nodes, random plies and games, laps.

use std::time::Duration;

use crate::kernel::dice::Dice;
use crate::kernel::event::Event;
use crate::system::clock;
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

/// Counts of one thread, with the time they took.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    nodes: u64,
    perft_seconds: f64,
    plies: u64,
    games: u64,
    play_seconds: f64,
}

/// Counts perft nodes for half the time and random plies for the other half, on the current thread.
fn count(variant: &dyn AnyVariant, seed: u64, time: Duration) -> Counts {
    let (mut counts, opening, half) = (Counts::default(), variant.opening(), time / 2);
    // Repeat the deepest perft that takes a small part of the time.
    let mut depth = 1;
    let begin = clock::now();
    while begin.elapsed() < half {
        let once = clock::now();
        counts.nodes += variant.perft(&opening, depth, &|| false);
        if once.elapsed() < half / 64 && depth < 64 {
            depth += 1;
        }
    }
    counts.perft_seconds = begin.elapsed().as_secs_f64();
    let mut dice = Dice::numbered(seed, 0);
    let begin = clock::now();
    while begin.elapsed() < half {
        for _ in 0..64 {
            let game = variant.playout(&opening, &mut dice, PLY_LIMIT, &|| false);
            counts.plies += u64::from(game.plies);
            counts.games += 1;
        }
    }
    counts.play_seconds = begin.elapsed().as_secs_f64();
    counts
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
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
    let laps = laps as f64;
    laps / f64::from(plies.max(1))
}

impl dyn AnyVariant {
    /// Measures how fast this variant is played, for this many seconds on this many threads.
    ///
    /// # Panics
    ///
    /// Panics if a thread panics.
    pub fn speed(&self, seconds: f64, threads: usize) -> Speed {
        let time = Duration::from_secs_f64(seconds);
        let counts = share(threads, &|seed| count(self, seed, time));
        #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
        let rate = |count: fn(&Counts) -> (u64, f64)| {
            counts
                .iter()
                .map(|counts| count(counts).0 as f64 / count(counts).1)
                .sum::<f64>()
        };
        let plies = rate(|counts| (counts.plies, counts.play_seconds));
        Speed {
            nodes: rate(|counts| (counts.nodes, counts.perft_seconds)),
            plies,
            games: rate(|counts| (counts.games, counts.play_seconds)),
            laps: plies * laps_per_ply(self, 0, 200),
        }
    }
}
