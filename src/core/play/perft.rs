//! Perft: counts the move sequences of a given length (`G8`), as a test of correctness and a benchmark.

use crate::game::Game;
use crate::system::threads::work_off;
pub use crate::variant::DEEPEST;
use crate::variant::{AnyPosition, AnyVariant, Move, Poll, moves};

/// Number of parts above which work is divided by first moves only, as each part takes memory.
const MOST_PARTS: usize = 10_000;

/// Computes [`AnyVariant::perft`] for each first move, on several threads.
///
/// The order of moves is the variant's, for any number of threads. Once `stop` returns `true`, the counts so far are
/// returned.
///
/// # Panics
///
/// If a thread panics.
fn divide(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    depth: u32,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<(Move, AnyPosition, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    // Split two moves deep if possible, so that no thread gets a much larger part.
    let firsts = moves(variant, position, stop);
    let (mut owners, mut work) = (Vec::new(), Vec::new());
    for (index, (_, after)) in firsts.iter().enumerate() {
        if stop() {
            break;
        }
        if depth >= 3 && work.len() < MOST_PARTS {
            let seconds = moves(variant, after, stop).into_iter();
            work.extend(seconds.map(|(_, after)| (after, depth - 2)));
        } else {
            work.push((*after, depth - 1));
        }
        owners.resize(work.len(), index);
    }
    let mut counts = vec![0; work.len()];
    let parts = counts.iter_mut().zip(&work);
    work_off(threads, parts, &|(count, (position, left))| {
        if !stop() {
            *count = variant.perft(position, *left, stop);
        }
    });
    let mut totals = vec![0; firsts.len()];
    for (owner, count) in owners.into_iter().zip(counts) {
        totals[owner] += count;
    }
    let firsts = firsts.into_iter().zip(totals);
    firsts
        .map(|((mv, after), total)| (mv, after, total))
        .collect()
}

impl Game {
    /// Computes [`perft`](Self::perft) for each legal move; once `stop` returns `true`, returns the counts so far.
    pub fn divide(
        &self,
        depth: u32,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<(String, u64)> {
        let counts = divide(self.variant(), self.position(), depth, threads, stop).into_iter();
        let mut poll = Poll::default();
        counts
            .take_while(|_| poll.step(stop).is_continue())
            .map(|(mv, after, nodes)| (self.write_move(mv, after), nodes))
            .collect()
    }
}
