//! Laws of random moves.

use std::collections::BTreeMap;

use super::{Verdict, check, same};
use crate::testing::trial::Trial;
use mankala_core::game::Game;
use mankala_core::kernel::Dice;

/// Number of times that each move should be drawn.
const DRAWS: u32 = 200;

/// Maximum number of moves whose draws are counted.
const MOST_MOVES: usize = 60;

pub(super) fn choices_are_announced(_: &Trial<'_>, game: &Game, _: &mut Dice) -> Verdict {
    game.unannounced().map_or(Ok(()), |said| Err(said.into()))
}

pub(super) fn nothing_after_the_end(_: &Trial<'_>, game: &Game, dice: &mut Dice) -> Verdict {
    let (drawn, is_over) = (game.random_move(dice), game.result().is_some());
    same("whether no move is drawn", drawn.is_none(), is_over)
}

/// Draws may look uneven by chance, so a second sample decides.
pub(super) fn draws_are_even(_: &Trial<'_>, game: &Game, dice: &mut Dice) -> Verdict {
    if game.moves().len() > MOST_MOVES {
        return Ok(());
    }
    draw(game, DRAWS, dice).or_else(|_| draw(game, 4 * DRAWS, dice))
}

/// Draws `often` moves for each legal one and checks that they occur equally often.
fn draw(game: &Game, often: u32, dice: &mut Dice) -> Verdict {
    let moves = game.moves().into_iter();
    let mut drawn: BTreeMap<String, u32> = moves.map(|legal| (legal.text, 0)).collect();
    let free = drawn.len() as u32 - 1;
    for _ in 0..often * (free + 1) {
        let mv = game.random_move(dice).ok_or("no move is drawn")?;
        *drawn.get_mut(&mv).ok_or_else(|| format!("{mv} is drawn but not legal"))? += 1;
    }
    let expected = f64::from(often);
    let square = |&times: &u32| (f64::from(times) - expected).powi(2) / expected;
    let sum: f64 = drawn.values().map(square).sum();
    // If draws are even, the sum has a mean of `free` and a variance of `2 * free`.
    let free = f64::from(free);
    let bound = free + 6.0 * (2.0 * free).sqrt() + 6.0;
    check(sum < bound, || {
        format!("moves are drawn unevenly, expected {often} times each, found {drawn:?}")
    })
}
