//! Exact values of moves near the end of a game, from the solver.

use std::cell::Cell;

use super::Valued;
use crate::game::Game;

/// Size of the table in bytes, enough for so few nodes.
pub(super) const MEMORY: usize = 1 << 22;

/// Returns the proved result of each move, and the line of best play; `None` if a result stays open.
#[cfg(feature = "solve")]
pub(super) fn solved(
    game: &Game,
    polls: &Cell<u32>,
    stop: &dyn Fn() -> bool,
) -> Option<(Vec<Valued>, Vec<String>)> {
    let task = crate::search::Task {
        memory: MEMORY,
        moves: true,
        ..Default::default()
    };
    let limited = crate::variant::limited(polls, stop);
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
    Some((valued.collect::<Option<_>>()?, solution.line))
}

/// Returns nothing, because the solver is not compiled in.
#[cfg(not(feature = "solve"))]
pub(super) fn solved(
    _: &Game,
    _: &Cell<u32>,
    _: &dyn Fn() -> bool,
) -> Option<(Vec<Valued>, Vec<String>)> {
    None
}
