//! Laws of written positions and moves.

use super::{Verdict, check, same, some};
use crate::testing::spelling::Spelling;
use crate::testing::trial::Trial;
use mankala_core::game::{Ending, Game, LegalMove};
use mankala_core::kernel::Dice;

/// Number of texts tried as moves of a position.
const TEXTS: usize = 40;

/// Maximum number of moves in which every typing error is tried.
const MOST_MOVES: usize = 60;

pub(super) fn positions_read_back(trial: &Trial<'_>, game: &Game, _: &mut Dice) -> Verdict {
    let text = game.text();
    let again = trial.game(&text)?;
    same("the text of a position read back", again.text(), text)?;
    same("the board of a position read back", again.diagram(), game.diagram())?;
    for legal in some(game.moves()) {
        let read = trial.game(&legal.after)?;
        let what = format!("after {}, read back", legal.text);
        same(&what, read.text(), legal.after)?;
        same(&what, read.result(), legal.result)?;
    }
    Ok(())
}

/// Tries to play a text. It must be a spelling of a legal move, or be refused and change nothing.
fn plays_or_is_refused(game: &Game, legal: &[LegalMove], text: &str) -> Verdict {
    let mut played = game.clone();
    match played.play(text) {
        Ok(canonical) => {
            let written = legal.iter().find(|legal| legal.text == canonical);
            let written = written.ok_or_else(|| format!("{text} is played as {canonical}"))?;
            if played.ending() != Some(Ending::Repetition) {
                same(format!("after {text}"), &played.text(), &written.after)?;
            }
            let [said, meant] = [text, &canonical].map(|text| Spelling::read(game.layout(), text));
            check(said.means(&meant, game.to_move()), || format!("{text:?} is read as {canonical}"))
        }
        Err(error) => {
            let mut listed = legal.iter().map(|legal| &*legal.text);
            check(listed.all(|legal| legal != text), || {
                format!("{text} is listed but refused: {error}")
            })?;
            let legal: Vec<String> = legal.iter().map(|legal| legal.text.clone()).collect();
            same("the moves that a refusal lists", error.legal, legal)?;
            let what = format!("after the refusal of {text:?}");
            same(&what, played.text(), game.text())?;
            same(&what, played.diagram(), game.diagram())?;
            same(&what, played.plies(), game.plies())?;
            same(&what, played.result(), game.result())?;
            let is_told = game.trace(text).is_ok() || game.events(text).is_ok();
            check(!is_told, || format!("{text:?} is refused but has events"))
        }
    }
}

/// Tries moves of other positions, with up to two typing errors.
pub(super) fn others_are_refused(trial: &Trial<'_>, game: &Game, dice: &mut Dice) -> Verdict {
    if trial.texts.is_empty() {
        return Ok(());
    }
    let legal = game.moves();
    for _ in 0..TEXTS {
        let text = &trial.texts[dice.below(trial.texts.len() as u32) as usize];
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..dice.below(3) {
            slip(&mut letters, trial, dice);
        }
        let text: String = letters.into_iter().collect();
        plays_or_is_refused(game, &legal, &text)?;
    }
    Ok(())
}

/// Inserts, removes or replaces a letter.
fn slip(letters: &mut Vec<char>, trial: &Trial<'_>, dice: &mut Dice) {
    let letter = trial.letters[dice.below(trial.letters.len() as u32) as usize];
    let place = dice.below(letters.len() as u32 + 1) as usize;
    match dice.below(3) {
        0 => letters.insert(place, letter),
        1 if place < letters.len() => drop(letters.remove(place)),
        _ if place < letters.len() => letters[place] = letter,
        _ => letters.push(letter),
    }
}

/// Tries the texts of all moves, and every single typing error in the legal ones.
pub(super) fn near_texts_are_refused(trial: &Trial<'_>, game: &Game, _: &mut Dice) -> Verdict {
    let legal = game.moves();
    if legal.len() > MOST_MOVES {
        return Ok(());
    }
    for text in some(trial.texts.iter().collect()) {
        plays_or_is_refused(game, &legal, text)?;
    }
    for LegalMove { text, .. } in some(legal.clone()) {
        let letters: Vec<char> = text.chars().collect();
        for place in 0..=letters.len() {
            let (before, after) = letters.split_at(place);
            let try_with = |between: Option<char>, after: &[char]| {
                let slipped = before.iter().chain(&between).chain(after);
                plays_or_is_refused(game, &legal, &slipped.collect::<String>())
            };
            try_with(None, &[])?;
            for &letter in &trial.letters {
                try_with(Some(letter), after)?;
                try_with(Some(letter), after.get(1..).unwrap_or(&[]))?;
            }
            try_with(None, after.get(1..).unwrap_or(&[]))?;
        }
    }
    Ok(())
}

/// Checks that stars, which the position implies, may be left out.
pub(super) fn stars_are_implied(_: &Trial<'_>, game: &Game, _: &mut Dice) -> Verdict {
    for legal in some(game.moves()) {
        let bare = legal.text.trim_end_matches('*');
        let played = game.clone().play(bare)?;
        same(format!("{bare} is played as"), &played, &legal.text)?;
        let starred = format!("{}*", legal.text);
        check(game.clone().play(&starred).is_err(), || format!("{starred} has one star too many"))?;
    }
    Ok(())
}
