//! Counts move sequences, compiled for each game: the yardstick of correctness, and of speed.

use std::hint::black_box;

use super::{Glance, Play};

/// The greatest depth: some games have no end, and every ply takes room on the stack.
pub const DEEPEST: u32 = 255;

/// The number of move sequences of exactly `depth` moves; games that end earlier add nothing. Once `stop` says yes it is of no use.
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
        if depth == 1 {
            black_box(after);
            nodes += 1;
        } else {
            nodes = nodes.saturating_add(count(variant, after, depth - 1, glance, stop));
        }
        glance.step(stop)
    });
    nodes
}
