//! Engine and second opinion side by side: in one position, along a random game, in the examples of a file.

use std::fmt::Debug;

use mankala::game::Ending;
use mankala::{Dice, Game, Loaded};

use crate::opinion::Opinion;

/// How many moves of a variant are compared: enough for every change, more on request.
///
/// Before a change that makes the engine faster is kept, `MANKALA_OPINION_MOVES=200000` is worth the wait.
pub(crate) fn moves_to_compare() -> usize {
    let wanted = std::env::var("MANKALA_OPINION_MOVES").ok();
    wanted.and_then(|wanted| wanted.parse().ok()).unwrap_or(20_000)
}

/// Result, legal moves and positions after them are those of the opinion; returns the moves with these positions.
pub(crate) fn agree(game: &Game, opinion: Opinion, options: &dyn Debug) -> Vec<(String, String)> {
    let text = game.text();
    let result = game.result().map(|result| result.word().to_owned());
    assert_eq!(result, opinion.result, "result of {text} with {options:?}");
    let written = game.moves().into_iter();
    let mut ours: Vec<_> = written.map(|mv| (mv.text, mv.after)).collect();
    let mut theirs = opinion.moves;
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "moves of {text} with {options:?}");
    ours
}

/// Compares the positions of a random game from this one on, at most so many; returns how many moves were compared.
pub(crate) fn follow(
    mut game: Game,
    longest: usize,
    dice: &mut Dice,
    options: &dyn Debug,
    ask: impl Fn(&str) -> Opinion,
) -> usize {
    let mut compared = 0;
    for _ in 0..longest {
        let moves = agree(&game, ask(&game.text()), options);
        compared += 1 + moves.len();
        if moves.is_empty() {
            break;
        }
        let (mv, after) = one_of(dice, &moves);
        let played = game.play(&mv);
        assert_eq!(played.as_ref().ok(), Some(&mv), "{options:?}");
        // One position tells nothing of those before it.
        if game.ending() == Some(Ending::Repetition) {
            break;
        }
        assert_eq!(game.text(), after, "after {mv} with {options:?}");
    }
    compared
}

/// Compares a position that is written; returns how many moves were compared.
pub(crate) fn agree_in(
    loaded: &Loaded,
    position: &str,
    options: &dyn Debug,
    ask: impl Fn(&str) -> Opinion,
) -> usize {
    let game = loaded.game_from(position);
    let game = game.unwrap_or_else(|error| panic!("{error}: {position} with {options:?}"));
    1 + agree(&game, ask(&game.text()), options).len()
}

/// Compares the positions of all examples, rare ones among them.
pub(crate) fn examples_agree(name: &str, loaded: &Loaded, ask: impl Fn(&str) -> Opinion) {
    for example in &loaded.examples {
        if let Some(position) = &example.position {
            agree_in(loaded, position, &name, &ask);
        }
    }
}

/// One of a list.
pub(crate) fn one_of<T: Clone>(dice: &mut Dice, list: &[T]) -> T {
    let len = u32::try_from(list.len()).expect("a short list");
    list[dice.below(len) as usize].clone()
}
