//! Exact values of moves, from the solver and from certificates.

use std::cell::Cell;

use super::Valued;
use mankala_core::game::Game;
use mankala_core::variant::{AnyPosition, Move, moves};

/// Size of the table in bytes, enough for so few nodes.
pub(super) const MEMORY: usize = 1 << 22;

/// Endgame tables.
#[cfg(feature = "solve")]
pub type Tables = mankala_core::search::tables::Tables;

/// Endgame tables, which need the solver; there are none without it.
#[cfg(not(feature = "solve"))]
#[derive(Debug)]
pub enum Tables {}

/// Bounds that a certificate proves.
#[cfg(feature = "solve")]
pub type Certified = mankala_core::search::proof::Proved;

/// Bounds that a certificate proves, which need the solver.
#[cfg(not(feature = "solve"))]
#[derive(Debug)]
pub enum Certified {}

/// Returns the least and the most expected points that certificates leave to the player who reaches a position.
#[cfg(feature = "solve")]
pub(super) fn certified(game: &Game, after: &AnyPosition, proofs: &[Certified]) -> [f64; 2] {
    let (variant, mover) = (game.variant(), game.to_move());
    let mut points = [0.0, 1.0];
    for proof in proofs {
        let least = proof.least(variant, after);
        let bound = least.map_or(0.0, |least| f64::from(1 + least.signum()) / 2.0);
        if proof.side() == mover {
            points[0] = bound.max(points[0]);
        } else {
            points[1] = points[1].min(1.0 - bound);
        }
    }
    points
}

/// Returns no bounds, because the solver is not compiled in.
#[cfg(not(feature = "solve"))]
pub(super) fn certified(_: &Game, _: &AnyPosition, _: &[Certified]) -> [f64; 2] {
    [0.0, 1.0]
}

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
    let Solution { moves: solved, line, .. } = solve(game, memory, true, tables, polls, stop);
    let known = moves(game.variant(), game.position(), stop).into_iter().map(|(mv, after)| {
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
    tables: Option<&Tables>,
    polls: &Cell<u32>,
    stop: &dyn Fn() -> bool,
) -> Option<(Vec<Valued>, Vec<String>)> {
    let (known, line) = known(game, MEMORY, tables, polls, stop);
    let valued = known.into_iter().map(|known| {
        Some(Valued { mv: known.mv, after: known.after, points: known.proved?.0, proved: true })
    });
    Some((valued.collect::<Option<_>>()?, line))
}

/// Returns the proved points of the player to move with a line of best play, without the margin and the other moves,
/// which would take longer.
pub(super) fn outcome(
    game: &Game,
    tables: Option<&Tables>,
    polls: &Cell<u32>,
    stop: &dyn Fn() -> bool,
) -> Option<(f64, Vec<String>)> {
    let Solution { points, line, .. } = solve(game, MEMORY, false, tables, polls, stop);
    Some((points?, line))
}

/// Moves with their results, the line of best play, and the points of the player to move.
#[derive(Default)]
struct Solution {
    moves: Vec<(String, Option<Proved>)>,
    line: Vec<String>,
    points: Option<f64>,
}

/// Solves a position and its moves, or only its result.
#[cfg(feature = "solve")]
fn solve(
    game: &Game,
    memory: usize,
    moves: bool,
    tables: Option<&Tables>,
    polls: &Cell<u32>,
    stop: &dyn Fn() -> bool,
) -> Solution {
    use mankala_core::search::{Bounds, Method, Task};
    let method = if moves { Method::Margin } else { Method::Winner };
    let task = Task { memory, moves, tables, method, ..Task::default() };
    let limited = mankala_core::variant::limited(polls, stop);
    let solution = game.solve(task, &limited, &mut |_| ());
    let counts = solution.seeds;
    let points = |bounds: Bounds| match (bounds.low, bounds.high) {
        (Some(low), _) if low > 0 => Some(1.0),
        (_, Some(high)) if high < 0 => Some(0.0),
        (Some(0), Some(0)) => Some(0.5),
        _ => None,
    };
    let moves = solution.moves.into_iter().map(|solved| {
        let points = points(solved.bounds);
        let margin = solved.bounds.value().filter(|_| counts);
        (solved.text, points.map(|points| (points, margin)))
    });
    Solution { moves: moves.collect(), line: solution.line, points: points(solution.bounds) }
}

/// Returns nothing, because the solver is not compiled in.
#[cfg(not(feature = "solve"))]
fn solve(
    _: &Game,
    _: usize,
    _: bool,
    _: Option<&Tables>,
    _: &Cell<u32>,
    _: &dyn Fn() -> bool,
) -> Solution {
    Solution::default()
}
