//! Counts move sequences of a given length (`G8`): the yardstick of correctness, and of speed.

use std::hint::black_box;
use std::ops::ControlFlow;

use crate::threads::work_off;
use crate::variant::{Move, Play, Variant, moves};

/// The greatest depth: some games have no end, and every ply takes room on the stack.
pub const DEEPEST: u32 = 255;

/// So many plies are counted without a question in between.
const AT_ONCE: u32 = 4;

/// The number of move sequences of exactly `depth` moves; games that end earlier add nothing.
///
/// Every move is really made, the last ones too. The depth is at most [`DEEPEST`]; more counts as that.
pub fn perft<V: Variant>(variant: &V, position: &V::Position, depth: u32) -> u64 {
    let depth = depth.min(DEEPEST);
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0_u64;
    let _ = variant.each_move(position, &mut |_, after| {
        if depth == 1 {
            black_box(after);
            nodes += 1;
        } else {
            nodes = nodes.saturating_add(perft(variant, after, depth - 1));
        }
        ControlFlow::Continue(())
    });
    nodes
}

/// The same, given up once `stop` says yes: the number is of no use then.
///
/// It is asked before so many plies are counted as are counted in much less than a second.
fn perft_until<V: Variant>(
    variant: &V,
    position: &V::Position,
    depth: u32,
    stop: &(dyn Fn() -> bool + Sync),
) -> u64 {
    if depth <= AT_ONCE {
        return perft(variant, position, depth);
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

/// [`perft`] for each first move, shared out over threads; the sum is the whole.
///
/// The moves come in the order in which the variant shows them, whatever the number of threads. Once `stop` says yes, what has been
/// counted by then is the answer.
///
/// # Panics
///
/// If a thread panics.
pub fn divide<V: Variant>(
    variant: &V,
    position: &V::Position,
    depth: u32,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<(Move, V::Position, u64)> {
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

/// What each of so many parts comes to, counted on threads.
fn counted(parts: usize, threads: usize, count: &(dyn Fn(usize) -> u64 + Sync)) -> Vec<u64> {
    let mut counts = vec![0; parts];
    let pieces = counts.iter_mut().enumerate();
    work_off(threads, pieces, &|(part, counted)| *counted = count(part));
    counts
}
