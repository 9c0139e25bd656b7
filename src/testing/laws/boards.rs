//! Laws of seeds and boards.

use super::{Verdict, check, same, some};
use crate::testing::spelling::Spelling;
use crate::testing::trial::{LONGEST_GAME, Trial};
use mankala_core::game::Game;
use mankala_core::kernel::{BySide, Diagram, Dice, Outcome, Side, Value};
use mankala_core::text::trace::Replay;
use mankala_core::variant::sort_by;

pub(super) fn seeds_are_kept(_: &Trial<'_>, game: &Game, dice: &mut Dice) -> Verdict {
    let mut game = game.clone();
    let seeds = game.seeds();
    while let (Some(mv), true) = (game.random_move(dice), game.plies() < LONGEST_GAME) {
        game.play(&mv)?;
        check(game.seeds() == seeds, || {
            let (found, moves) = (game.seeds(), game.record().join(" "));
            format!("expected {seeds} seeds, found {found} after {moves}: {}", game.text())
        })?;
    }
    Ok(())
}

/// Displays of a move are made from its events, so these must be complete.
pub(super) fn events_make_the_board(trial: &Trial<'_>, game: &Game, _: &mut Dice) -> Verdict {
    for legal in some(game.moves()) {
        let before = game.diagram();
        let mut replay = Replay::new(game.layout(), &before);
        for event in game.events(&legal.text)? {
            replay.apply(event);
            let seeds = replay.diagram.total() + u32::from(replay.hand);
            same(format!("seeds in {} at {event:?}", legal.text), seeds, before.total())?;
        }
        let after = trial.game(&legal.after)?.diagram();
        let what = |what: &str| format!("{what} after the events of {}", legal.text);
        same(what("the hand"), replay.hand, 0)?;
        same(what("the pits"), &replay.diagram.pits, &after.pits)?;
        same(what("seeds off the board"), off_board(&replay.diagram), off_board(&after))?;
        let trace = game.trace(&legal.text)?;
        let last = trace.last().ok_or_else(|| what("no trace step"))?;
        same(what("the hand in the trace"), last.hand, 0)?;
        same(what("the pits in the trace"), &last.diagram.pits, &after.pits)?;
    }
    Ok(())
}

/// Returns the seeds off the board, by field.
fn off_board(diagram: &Diagram) -> Vec<BySide<u8>> {
    let seeds = diagram.fields.iter().filter_map(|(_, value)| match value {
        Value::Seeds(seeds) => Some(*seeds),
        _ => None,
    });
    seeds.collect()
}

/// Checks that both sides play by the same rules.
pub(super) fn turned_board(trial: &Trial<'_>, game: &Game, _: &mut Dice) -> Verdict {
    let other = trial.game(&turned(game))?;
    same("the result of the board turned round", other.result(), turned_result(game.result()))?;
    let turned_text = |text: &str| Spelling::read(game.layout(), text).turned();
    let moves = game.moves();
    let mut expected: Vec<String> = moves.iter().map(|legal| turned_text(&legal.text)).collect();
    let mut found = other.moves();
    sort_by(&mut found, |one, other| one.text.cmp(&other.text));
    expected.sort_unstable();
    let texts: Vec<&str> = found.iter().map(|legal| &*legal.text).collect();
    let turned_moves: Vec<&str> = expected.iter().map(|text| &**text).collect();
    same("the moves of the board turned round", texts, turned_moves)?;
    for legal in some(moves) {
        let text = turned_text(&legal.text);
        let place = found.binary_search_by(|other| other.text.cmp(&text));
        let other = &found[place.map_err(|_| format!("{text} is not listed"))?];
        let what = format!("on the board turned round, after {text}");
        same(&what, &other.after, &turned(&trial.game(&legal.after)?))?;
        same(&what, other.result, turned_result(legal.result))?;
    }
    Ok(())
}

/// Returns the position with the board turned round, so that each player has what the other had.
fn turned(game: &Game) -> String {
    let mut diagram = game.diagram();
    diagram.turn();
    diagram.to_move = diagram.to_move.other();
    // A result is turned only if it is written; otherwise it must be found again.
    let written = game.text().contains(" result=");
    diagram.result = turned_result(game.result()).filter(|_| written);
    diagram.write(game.layout())
}

fn turned_result(result: Option<Outcome>) -> Option<Outcome> {
    result.map(|result| result.winner().map(Side::other).map_or(Outcome::Draw, Outcome::win))
}
