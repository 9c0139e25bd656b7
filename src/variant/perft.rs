//! Counts move sequences, compiled for each game: the yardstick of correctness, and of speed.

use std::hint::black_box;
use std::ops::ControlFlow;

use super::{Glance, Play};

/// The greatest depth: some games have no end, and every ply takes room on the stack.
pub const DEEPEST: u32 = 255;

/// Leaves of one list that are counted before `stop` may be asked.
const LEAVES: u64 = 256;

/// Counts the move sequences of exactly `depth` moves; games that end earlier add nothing. The count is of no use once `stop` says yes.
pub(super) fn perft<V: Play>(
    variant: &V,
    position: &V::Position,
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> u64 {
    let depth = depth.min(DEEPEST);
    count(variant, position, depth, &mut Glance::default(), stop)
}

fn count<V: Play>(
    variant: &V,
    position: &V::Position,
    depth: u32,
    glance: &mut Glance,
    stop: &dyn Fn() -> bool,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0_u64;
    let _ = variant.each_move(position, &mut |_, after| {
        if depth > 1 {
            nodes = nodes.saturating_add(count(variant, after, depth - 1, glance, stop));
            return glance.step(stop);
        }
        black_box(after);
        nodes += 1;
        // A count in a register; the glance lies in memory.
        if nodes.is_multiple_of(LEAVES) {
            return glance.steps(LEAVES as u32, stop);
        }
        ControlFlow::Continue(())
    });
    if depth == 1 {
        // Whoever called asks again before the next list.
        let _ = glance.steps((nodes % LEAVES) as u32, stop);
    }
    nodes
}
