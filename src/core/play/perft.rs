//! Perft: counts the move sequences of a given length (`G8`), as a test of correctness and a benchmark.

use crate::game::Game;
use crate::system::threads::work_off;
pub use crate::variant::DEEPEST;
use crate::variant::{Poll, moves};

/// Number of parts above which work is divided by first moves only, as each part takes memory.
const MOST_PARTS: usize = 10_000;

impl Game {
    /// Computes [`perft`](Self::perft) for each legal move, on several threads; once `stop` returns `true`, returns the
    /// counts so far.
    ///
    /// # Panics
    ///
    /// If a thread panics.
    pub fn divide(
        &self,
        depth: u32,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<(String, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        // Split two moves deep if possible, so that no thread gets a much larger part.
        let variant = self.variant();
        let firsts = moves(variant, self.position(), stop);
        let mut parts = Vec::new();
        for (index, (_, after)) in firsts.iter().enumerate() {
            if stop() {
                break;
            }
            if depth >= 3 && parts.len() < MOST_PARTS {
                let seconds = moves(variant, after, stop).into_iter();
                parts.extend(seconds.map(|(_, after)| (index, after, depth - 2, 0)));
            } else {
                parts.push((index, *after, depth - 1, 0));
            }
        }
        work_off(threads, parts.iter_mut(), &|(_, after, depth, nodes)| {
            if !stop() {
                *nodes = variant.perft(after, *depth, stop);
            }
        });
        let mut totals = vec![0; firsts.len()];
        for (index, .., nodes) in parts {
            totals[index] += nodes;
        }
        let mut poll = Poll::default();
        let counts = firsts.into_iter().zip(totals);
        counts
            .take_while(|_| poll.step(stop).is_continue())
            .map(|((mv, after), nodes)| (self.write_move(mv, after), nodes))
            .collect()
    }
}
