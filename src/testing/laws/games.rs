//! Laws of whole games: play, undo and resignation.

use std::error::Error;

use super::{Verdict, same};
use crate::testing::trial::Trial;
use mankala_core::game::{Ending, Game};
use mankala_core::kernel::{Dice, Outcome, Side};

/// Number of moves that are played and taken back.
const MOVES: usize = 60;

/// Plays some random moves, or as many as the game has.
fn play(game: &mut Game, dice: &mut Dice, mut after_each: impl FnMut(&Game) -> Verdict) -> Verdict {
    for _ in 0..MOVES {
        let Some(mv) = game.random_move(dice) else { break };
        game.play(&mv)?;
        after_each(game)?;
    }
    Ok(())
}

/// A written position determines the legal moves, except for repetition, which only the game knows.
pub(super) fn texts_tell_all(trial: &Trial<'_>, game: &Game, dice: &mut Dice) -> Verdict {
    play(&mut game.clone(), dice, |game| {
        if game.ending() == Some(Ending::Repetition) {
            return Ok(());
        }
        let (text, record) = (game.text(), game.record().join(" "));
        let what = format!("the moves of {text}, reached by {record}");
        same(what, game.moves(), trial.game(&text)?.moves())
    })
}

pub(super) fn seeds_give_games(_: &Trial<'_>, game: &Game, dice: &mut Dice) -> Verdict {
    let record = |mut dice: Dice| -> Result<Vec<String>, Box<dyn Error>> {
        let mut game = game.clone();
        play(&mut game, &mut dice, |_| Ok(()))?;
        Ok(game.record())
    };
    let first = record(dice.clone())?;
    same("the game of the same seed", record(dice.clone())?, first)
}

/// Returns the visible state of a game.
fn seen(game: &Game) -> (String, Option<Outcome>, Option<Ending>, Vec<String>, usize) {
    let (result, ending) = (game.result(), game.ending());
    (game.text(), result, ending, game.record(), game.repetitions())
}

pub(super) fn undo_restores(_: &Trial<'_>, game: &Game, dice: &mut Dice) -> Verdict {
    let mut game = game.clone();
    let mut past = vec![seen(&game)];
    play(&mut game, dice, |game| {
        past.push(seen(game));
        Ok(())
    })?;
    while let Some(expected) = past.pop() {
        same("what undo restores", seen(&game), expected)?;
        same("whether there was a move", game.undo(), !past.is_empty())?;
    }
    Ok(())
}

pub(super) fn resigning_loses(_: &Trial<'_>, game: &Game, _: &mut Dice) -> Verdict {
    for side in Side::BOTH {
        let mut resigned = game.clone();
        resigned.resign(side);
        same("the result", resigned.result(), game.result().or(Some(Outcome::win(side.other()))))?;
        same("the board", resigned.diagram().pits, game.diagram().pits)?;
        same("the moves", resigned.moves(), Vec::new())?;
    }
    Ok(())
}
