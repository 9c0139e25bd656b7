//! Numbers of move sequences from the opening, as deep as is fast.

use crate::files::catalogue::Loaded;

/// Maximum number of sequences that a depth may be expected to have.
const MOST: u64 = 50_000;

/// Maximum depth, for games with almost no choice.
const DEEPEST: u32 = 24;

/// Returns the number of move sequences from the opening for each length, from one move on.
///
/// The depth lets a test repeat the count quickly. Almost every mistake in a ruleset changes these numbers.
/// [`Game::perft`](crate::Game::perft) counts deeper.
pub fn counts(loaded: &Loaded) -> Vec<u64> {
    let game = loaded.game();
    let (mut counts, mut before) = (Vec::new(), 1);
    for depth in 1..=DEEPEST {
        let nodes = game.perft(depth);
        counts.push(nodes);
        // Assumes that the count grows as in the last step.
        if nodes == 0 || nodes.saturating_mul(nodes) / before > MOST {
            break;
        }
        before = nodes;
    }
    counts
}
