//! Laws of the list of legal moves.

use std::collections::BTreeMap;

use super::{Verdict, check, same, some};
use crate::testing::trial::Trial;
use mankala_core::game::{Ending, Game};
use mankala_core::kernel::Dice;

/// Maximum number of moves whose replies are counted one by one.
const MOST_COUNTED: usize = 100;

pub(super) fn moves_differ(_: &Trial<'_>, game: &Game, _: &mut Dice) -> Verdict {
    let mut texts: Vec<String> = game.moves().into_iter().map(|legal| legal.text).collect();
    texts.sort_unstable();
    match texts.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("{} is listed twice", pair[0]).into()),
        None => Ok(()),
    }
}

pub(super) fn no_move_no_game(_: &Trial<'_>, game: &Game, _: &mut Dice) -> Verdict {
    let is_over = game.result().is_some();
    same("whether there is no move", game.moves().is_empty(), is_over)?;
    same("whether it has ended", game.ending().is_some(), is_over)
}

/// The winner may depend on the last move, which a written position lacks; the end does not.
pub(super) fn over_is_over(trial: &Trial<'_>, game: &Game, _: &mut Dice) -> Verdict {
    for legal in some(game.moves()) {
        let Some((unfinished, _)) = legal.after.split_once(" result=") else { continue };
        // Some positions are valid only with their result, because they can't be continued.
        let Ok(again) = trial.game(unfinished) else { continue };
        let mut played = game.clone();
        played.play(&legal.text)?;
        let what = format!("the end after {} without its result", legal.text);
        same(what, again.ending(), played.ending())?;
        same("a position without its result", &*again.text(), unfinished)?;
        same("moves after the end", again.moves(), Vec::new())?;
    }
    Ok(())
}

pub(super) fn moves_play(_: &Trial<'_>, game: &Game, _: &mut Dice) -> Verdict {
    for legal in some(game.moves()) {
        let mut played = game.clone();
        let after = format!("after {}", legal.text);
        same("a listed move is played as", played.play(&legal.text)?, legal.text.clone())?;
        if played.ending() != Some(Ending::Repetition) {
            same(&after, played.text(), legal.after)?;
            same(&after, played.result(), legal.result)?;
        }
        same(&after, played.plies(), 1)?;
        same("the record", played.record(), vec![legal.text])?;
    }
    Ok(())
}

pub(super) fn perft_counts(trial: &Trial<'_>, game: &Game, _: &mut Dice) -> Verdict {
    let moves = game.moves();
    same("move sequences of length 0", game.perft(0), 1)?;
    same("move sequences of length 1", game.perft(1), moves.len() as u64)?;
    if moves.len() > MOST_COUNTED {
        return Ok(());
    }
    let mut replies = BTreeMap::new();
    for legal in moves {
        replies.insert(legal.text, trial.game(&legal.after)?.moves().len() as u64);
    }
    same("move sequences of length 2", game.perft(2), replies.values().sum())?;
    let divided: BTreeMap<String, u64> = game.divide(2, 2, &|| false).into_iter().collect();
    check(divided == replies, || {
        format!("expected the listed replies {replies:?}, found {divided:?} counted")
    })
}
