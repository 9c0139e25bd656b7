//! Counts move sequences of a given length (`G8`): the yardstick of correctness, and of speed.

use std::ops::ControlFlow;

use crate::game::Game;
use crate::threads::work_off;
pub use crate::variant::DEEPEST;
use crate::variant::{AnyPosition, AnyVariant, Move, moves};

/// So many plies are counted without a question in between.
const AT_ONCE: u32 = 4;

/// Counts move sequences, until `stop` says yes: the number is of no use then.
///
/// It is asked before so many plies are counted as are counted in much less than a second.
fn perft_until(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    depth: u32,
    stop: &(dyn Fn() -> bool + Sync),
) -> u64 {
    if depth <= AT_ONCE {
        return variant.perft(position, depth);
    }
    let mut nodes = 0_u64;
    let _ = variant.show_moves(position, &mut |_, after| {
        if stop() {
            return ControlFlow::Break(());
        }
        nodes = nodes.saturating_add(perft_until(variant, after, depth - 1, stop));
        ControlFlow::Continue(())
    });
    nodes
}

/// [`AnyVariant::perft`] for each first move, shared out over threads; the sum is the whole.
///
/// The moves come in the order in which the variant shows them, whatever the number of threads. Once `stop` says yes, what has been
/// counted by then is the answer.
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
    // Work is cut two moves deep where it can be, so that no thread gets a much larger part.
    let firsts = moves(variant, position);
    let (mut owners, mut work) = (Vec::new(), Vec::new());
    for (index, (_, after)) in firsts.iter().enumerate() {
        if depth >= 3 {
            work.append(&mut moves(variant, after));
        } else {
            work.push(firsts[index]);
        }
        owners.resize(work.len(), index);
    }
    let left = if depth >= 3 { depth - 2 } else { depth - 1 };
    let count = |part: usize| perft_until(variant, &work[part].1, left, stop);
    let mut totals = vec![0; firsts.len()];
    for (&owner, counted) in owners.iter().zip(counted(work.len(), threads, &count)) {
        totals[owner] += counted;
    }
    let firsts = firsts.into_iter().zip(totals);
    firsts
        .map(|((mv, after), total)| (mv, after, total))
        .collect()
}

impl Game {
    /// [`perft`](Self::perft) for each legal move; once `stop` says yes, what has been counted by then.
    #[must_use]
    pub fn divide(
        &self,
        depth: u32,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<(String, u64)> {
        let counts = divide(self.variant(), self.position(), depth, threads, stop).into_iter();
        counts
            .map(|(mv, after, nodes)| (self.write_move(mv, after), nodes))
            .collect()
    }
}

/// What each of so many parts comes to, counted on threads.
fn counted(parts: usize, threads: usize, count: &(dyn Fn(usize) -> u64 + Sync)) -> Vec<u64> {
    let mut counts = vec![0; parts];
    let pieces = counts.iter_mut().enumerate();
    work_off(threads, pieces, &|(part, counted)| *counted = count(part));
    counts
}
