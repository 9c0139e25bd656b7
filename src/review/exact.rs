//! Exact values of moves near the end of a game, from the solver.

use std::collections::BTreeMap;

use super::Valued;
use crate::game::Game;

/// Returns the values of all moves in the last positions of a game, as far as the solver proves them.
#[cfg(feature = "solve")]
pub(super) fn endings(
    played: &Game,
    effort: u32,
    stop: &dyn Fn() -> bool,
) -> BTreeMap<usize, Vec<Valued>> {
    let mut game = played.clone();
    let mut found = BTreeMap::new();
    // The solver knows one round; positions before the last round are left to the search.
    while game.undo() && game.rounds().is_empty() && !stop() {
        let Some(valued) = values(&game, effort, stop) else {
            break;
        };
        found.insert(game.plies(), valued);
    }
    found
}

/// Returns nothing, because the solver is not compiled in.
#[cfg(not(feature = "solve"))]
pub(super) fn endings(_: &Game, _: u32, _: &dyn Fn() -> bool) -> BTreeMap<usize, Vec<Valued>> {
    BTreeMap::new()
}

/// Returns the proved result of each move; `None` if one stays open.
#[cfg(feature = "solve")]
fn values(game: &Game, effort: u32, stop: &dyn Fn() -> bool) -> Option<Vec<Valued>> {
    /// Size of the table in bytes, enough for so few nodes.
    const MEMORY: usize = 1 << 22;

    let polls = std::cell::Cell::new(0);
    let limited = || {
        polls.set(polls.get() + 1);
        polls.get() > effort || stop()
    };
    let task = crate::search::Task {
        memory: MEMORY,
        moves: true,
        ..Default::default()
    };
    let solution = game.solve(task, &limited, &mut |_| ());
    let legal = crate::variant::moves(game.variant(), game.position(), stop);
    let valued = legal.into_iter().map(|(mv, after)| {
        let text = game.write_move(mv, after);
        let solved = solution.moves.iter().find(|solved| solved.text == text)?;
        let points = match (solved.bounds.low, solved.bounds.high) {
            (Some(low), _) if low > 0 => 1.0,
            (_, Some(high)) if high < 0 => 0.0,
            (Some(0), Some(0)) => 0.5,
            _ => return None,
        };
        Some(Valued {
            mv,
            after,
            points,
            proved: true,
        })
    });
    valued.collect()
}
