//! Counts of move sequences, compiled for each game: a test of correctness and of speed.

use std::hint::black_box;
use std::ops::ControlFlow;

use super::{Play, Poll};

/// Maximum depth, as some games never end and every ply uses stack space.
pub const DEEPEST: u32 = 255;

/// Number of leaves of one list of moves that are counted between two polls of `stop`.
const LEAVES: u64 = 256;

/// Counts the move sequences of exactly `depth` moves; the count is invalid once `stop` returns `true`.
pub(super) fn count<V: Play>(
    variant: &V,
    position: &V::Position,
    depth: u32,
    poll: &mut Poll,
    stop: &dyn Fn() -> bool,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0_u64;
    let _ = variant.each_move(position, &mut |_, after| {
        if depth > 1 {
            nodes = nodes.saturating_add(count(variant, after, depth - 1, poll, stop));
            return poll.step(stop);
        }
        black_box(after);
        nodes += 1;
        // The count stays in a register; the poll is in memory.
        if nodes.is_multiple_of(LEAVES) {
            return poll.steps(LEAVES as u32, stop);
        }
        ControlFlow::Continue(())
    });
    if depth == 1 {
        // The caller checks again before the next list.
        let _ = poll.steps((nodes % LEAVES) as u32, stop);
    }
    nodes
}
