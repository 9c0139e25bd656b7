//! Exact values of moves, from the solver.

use std::cell::Cell;

use super::Valued;
use crate::game::Game;
use crate::variant::{AnyPosition, Move, moves};

/// Size of the table in bytes, enough for so few nodes.
pub(super) const MEMORY: usize = 1 << 22;

/// Endgame tables.
#[cfg(feature = "solve")]
pub type Tables = crate::search::tables::Tables;

/// Endgame tables, which need the solver; there are none without it.
#[cfg(not(feature = "solve"))]
#[derive(Debug)]
pub enum Tables {}

/// Proved result of a move for its player: expected points, and the final margin in seeds if it is known.
pub(super) type Proved = (f64, Option<i32>);

/// Legal move with its result, if that is proved.
pub(super) struct Known {
    pub(super) mv: Move,
    pub(super) after: AnyPosition,
    pub(super) proved: Option<Proved>,
}

/// Returns each move with its result, if that is proved, and the line of best play.
pub(super) fn known(
    game: &Game,
    memory: usize,
    tables: Option<&Tables>,
    polls: &Cell<u32>,
    stop: &dyn Fn() -> bool,
) -> (Vec<Known>, Vec<String>) {
    let (solved, line) = solve(game, memory, tables, polls, stop);
    let legal = moves(game.variant(), game.position(), stop).into_iter();
    let known = legal.map(|(mv, after)| {
        let text = game.write_move(mv, after);
        let found = solved.iter().find(|(solved, _)| *solved == text);
        let proved = found.and_then(|&(_, proved)| proved);
        Known { mv, after, proved }
    });
    (known.collect(), line)
}

/// Returns the proved result of each move, and the line of best play; `None` if a result stays open.
pub(super) fn solved(
    game: &Game,
    polls: &Cell<u32>,
    stop: &dyn Fn() -> bool,
) -> Option<(Vec<Valued>, Vec<String>)> {
    let (known, line) = known(game, MEMORY, None, polls, stop);
    let valued = known.into_iter().map(|known| {
        Some(Valued {
            mv: known.mv,
            after: known.after,
            points: known.proved?.0,
            proved: true,
        })
    });
    Some((valued.collect::<Option<_>>()?, line))
}

/// Moves with their results, and the line of best play.
type Solution = (Vec<(String, Option<Proved>)>, Vec<String>);

/// Solves a position and its moves.
#[cfg(feature = "solve")]
fn solve(
    game: &Game,
    memory: usize,
    tables: Option<&Tables>,
    polls: &Cell<u32>,
    stop: &dyn Fn() -> bool,
) -> Solution {
    let task = crate::search::Task {
        memory,
        moves: true,
        tables,
        ..Default::default()
    };
    let limited = crate::variant::limited(polls, stop);
    let solution = game.solve(task, &limited, &mut |_| ());
    let counts = solution.seeds;
    let moves = solution.moves.into_iter().map(|solved| {
        let points = match (solved.bounds.low, solved.bounds.high) {
            (Some(low), _) if low > 0 => Some(1.0),
            (_, Some(high)) if high < 0 => Some(0.0),
            (Some(0), Some(0)) => Some(0.5),
            _ => None,
        };
        let margin = solved.bounds.value().filter(|_| counts);
        (solved.text, points.map(|points| (points, margin)))
    });
    (moves.collect(), solution.line)
}

/// Returns nothing, because the solver is not compiled in.
#[cfg(not(feature = "solve"))]
fn solve(_: &Game, _: usize, _: Option<&Tables>, _: &Cell<u32>, _: &dyn Fn() -> bool) -> Solution {
    Default::default()
}
