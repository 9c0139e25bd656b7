//! Move sequences from the opening, counted as deep as takes no time.

use crate::files::catalogue::Loaded;

/// No depth is counted that promises more sequences.
const MOST: u64 = 50_000;

/// A game in which hardly anything can be chosen is not counted deeper.
const DEEPEST: u32 = 24;

/// The number of move sequences from the opening, of each length from one move on.
///
/// They are counted as deep as that takes no time, so that a test can count them again: these numbers
/// change with nearly every mistake in a ruleset. [`Game::perft`](crate::Game::perft) counts deeper.
#[must_use]
pub fn counts(loaded: &Loaded) -> Vec<u64> {
    let game = loaded.game();
    let (mut counts, mut before) = (Vec::new(), 1);
    for depth in 1..=DEEPEST {
        let nodes = game.perft(depth);
        counts.push(nodes);
        // It grows as it grew last.
        if nodes == 0 || nodes.saturating_mul(nodes) / before > MOST {
            break;
        }
        before = nodes;
    }
    counts
}
