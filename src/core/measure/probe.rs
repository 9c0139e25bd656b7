//! Probes of one position of a game: the values of its moves, and the effect of moving one seed.

use std::ops::ControlFlow;

use crate::game::Game;
use crate::kernel::{Diagram, Dice, Ring, Value};
use crate::play::players::{AlphaBeta, Effort, Greedy, Player};
use crate::variant::{AnyPosition, AnyVariant, Move, Poll, Position, listed, sort_by};

/// Search depth of the values in plies, including the move itself.
const DEPTH: u32 = 4;

/// Limit on the positions that could follow at the depth of a search; beyond it the search is less deep.
const MOST: usize = 10_000_000;

/// Values of the moves of a position.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Values {
    /// Value of the best move minus that of the median move, in hundredths of a seed.
    pub(super) choice: u32,
    /// Value of the best move minus that of greedy's move, in hundredths of a seed.
    pub(super) trap: u32,
}

/// Searches the position before ply `ply` of a game.
pub(super) fn values(
    search: &mut AlphaBeta,
    game: &Game,
    ply: usize,
    dice: &mut Dice,
    stop: &dyn Fn() -> bool,
) -> Values {
    let mut then = game.clone();
    while then.plies() > ply {
        then.undo();
    }
    let (position, _) = game.past()[ply];
    let all = 100 * game.variant().diagram(&position).total().cast_signed();
    let mut values = move_values(search, &then, stop);
    // A won game is worth all seeds, however late the win.
    for (_, value) in &mut values {
        *value = (*value).clamp(-all, all);
    }
    sort_by(&mut values, |&(a, value), &(b, other)| (value, a).cmp(&(other, b)));
    let (Some(&(_, best)), 2..) = (values.last(), values.len()) else { return Values::default() };
    let median = values[(values.len() - 1) / 2].1;
    let greedy = Greedy.choose(&then, dice, stop).map(|(mv, _)| mv);
    let made = values.iter().find(|(mv, _)| Some(*mv) == greedy);
    Values {
        choice: best.abs_diff(median),
        trap: made.map_or(0, |(_, value)| best.abs_diff(*value)),
    }
}

/// Creates a search for the values of moves.
pub fn search() -> AlphaBeta {
    AlphaBeta::new(Effort::Count(DEPTH).into())
}

/// Returns the value of each legal move.
///
/// The search is four plies deep, or three or two if more than ten million positions could follow. In some games a
/// move chooses seeds to take, so that a position has thousands of moves.
pub fn move_values(
    search: &mut AlphaBeta,
    game: &Game,
    stop: &dyn Fn() -> bool,
) -> Vec<(Move, i32)> {
    let variant = game.variant();
    let mut poll = Poll::default();
    let (own, _) = listed(variant, game.position(), &mut poll, stop);
    let mut depth = DEPTH;
    for (_, after) in &own {
        let (replies, all) = listed(variant, after, &mut poll, stop);
        let both = own.len().saturating_mul(replies.len());
        let [three, four] = [own.len(), both].map(|next| both.saturating_mul(next));
        depth = depth.min(2 + u32::from(three <= MOST) + u32::from(four <= MOST));
        if depth == 2 || !all {
            break;
        }
    }
    search.values(game, depth, stop)
}

/// Returns the distance between two positions after the same move, in half seeds. Before the move, one seed of the
/// second position lay one pit further.
///
/// Returns `None` if that position is invalid, the game is over there, or the move is not legal.
pub(super) fn displaced(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    mv: Move,
    dice: &mut Dice,
    stop: &dyn Fn() -> bool,
) -> Option<u32> {
    let mut diagram = variant.diagram(position);
    shift(&mut diagram, variant.layout().ring(), dice)?;
    let mut shifted = variant.read_diagram(&diagram).ok()?;
    shifted.status_mut().result = variant.ended(&shifted);
    let (mut other, mut poll) = (None, Poll::default());
    let _ = variant.show_moves(&shifted, &mut |found, after| {
        if found != mv {
            return poll.step(stop);
        }
        other = Some(*after);
        ControlFlow::Break(())
    });
    let other = other?;
    let after = variant.make(position, mv, &mut |_| ())?;
    let [one, two] = [after, other].map(|position| variant.diagram(&position));
    Some(apart(&one, &two))
}

/// Moves one seed of a random pit to the next pit. Returns `None` if the board is empty or the next pit is full.
fn shift(diagram: &mut Diagram, ring: Ring, dice: &mut Dice) -> Option<()> {
    let filled: Vec<(usize, usize)> = (0..2)
        .flat_map(|side| (0..diagram.pits[side].len()).map(move |spot| (side, spot)))
        .filter(|&(side, spot)| diagram.pits[side][spot] > 0)
        .collect();
    let drawn = dice.below(u32::try_from(filled.len()).ok()?) as usize;
    let &(side, spot) = filled.get(drawn)?;
    let (next_side, next) = match (spot + 1 < diagram.pits[side].len(), ring) {
        (true, _) => (side, spot + 1),
        (false, Ring::Own) => (side, 0),
        (false, _) => (1 - side, 0),
    };
    diagram.pits[side][spot] -= 1;
    diagram.pits[next_side][next] = diagram.pits[next_side][next].checked_add(1)?;
    Some(())
}

/// Returns the sum of the differences of two positions over pits and stores: two for each displaced seed.
fn apart(one: &Diagram, two: &Diagram) -> u32 {
    let pits = one.pits.iter().flatten().zip(two.pits.iter().flatten());
    let stores = one.fields.iter().zip(&two.fields).map(|pair| match pair {
        ((_, Value::Seeds(one)), (_, Value::Seeds(two))) => {
            let differ = |side: usize| u32::from(one.0[side].abs_diff(two.0[side]));
            differ(0) + differ(1)
        }
        _ => 0,
    });
    pits.map(|(one, two)| u32::from(one.abs_diff(*two))).sum::<u32>() + stores.sum::<u32>()
}
