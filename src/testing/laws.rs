//! List of the laws that hold for every game.

use std::error::Error;
use std::fmt;
use std::thread;

use crate::files::catalogue::Loaded;
use mankala_core::game::Game;
use mankala_core::kernel::Dice;

use super::trial::{Budget, Trial};

mod boards;
mod draws;
mod games;
mod listing;
mod notation;

/// Result of a law: nothing, or the fault found.
type Verdict = Result<(), Box<dyn Error>>;

/// Law: its statement, the number of positions of which one is tried, and its check. Without a number, it is tried in
/// those positions in which moves are drawn.
type Law = (&'static str, Option<usize>, fn(&Trial<'_>, &Game, &mut Dice) -> Verdict);

/// Lists laws, one a line.
macro_rules! laws {
    ($($statement:literal, $part:expr, $holds:path;)*) => {
        &[$(($statement, $part, $holds)),*]
    };
}

/// All laws; the one that explains most comes first.
const LAWS: &[Law] = laws! {
    "choices within a move are announced", Some(1), draws::choices_are_announced;
    "no seed is lost or added", Some(10), boards::seeds_are_kept;
    "written positions read back unchanged", Some(1), notation::positions_read_back;
    "a game continues from its text as from its moves", Some(10), games::texts_tell_all;
    "no move is listed twice", Some(1), listing::moves_differ;
    "a game is over if there is no move", Some(1), listing::no_move_no_game;
    "a finished position is over even without its result", Some(1), listing::over_is_over;
    "listed moves can be played and lead to the listed positions", Some(1), listing::moves_play;
    "unlisted moves are refused and change nothing", Some(3), notation::others_are_refused;
    "no misspelt move is read as another", Some(97), notation::near_texts_are_refused;
    "stars may be left out but not added", Some(2), notation::stars_are_implied;
    "events turn the old board into the new one", Some(1), boards::events_make_the_board;
    "the board turned round gives the moves turned round", Some(1), boards::turned_board;
    "perft counts the listed moves", Some(5), listing::perft_counts;
    "no move is drawn after the end of the game", Some(1), draws::nothing_after_the_end;
    "each move is drawn equally often", None, draws::draws_are_even;
    "the same random seed gives the same game", Some(20), games::seeds_give_games;
    "undo restores every earlier position", Some(10), games::undo_restores;
    "resigning loses and leaves the board unchanged", Some(10), games::resigning_loses;
};

/// Law that a game breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{variant} breaks a law: {law}\n  position: {position}\n  {found}")]
pub struct Broken {
    /// Name of the variant.
    pub variant: String,
    /// Statement of the law.
    pub law: &'static str,
    /// First position in which it is broken.
    pub position: String,
    /// Fault found there.
    pub found: String,
}

/// Tries all laws, in as many positions as the environment sets ([`Budget::from_env`]).
///
/// - Written positions and moves read back unchanged, and unlisted moves are refused.
/// - The legal moves are those that can be played. Each is listed once and drawn equally often, and the
///   choices in them are announced ([`Variant::choices`](crate::Variant::choices)).
/// - No seed is lost, and the events of a move turn the old board into the new one.
/// - The board turned round gives the moves turned round.
/// - A game ends if there is no move; undo, resigning, perft and random moves work as they should.
///
/// # Panics
///
/// If a law is broken. The message names the variant, the law, the first such position, and the fault.
pub fn laws(loaded: &Loaded) {
    let broken = broken_laws(loaded, Budget::from_env());
    let said: Vec<String> = broken.iter().map(Broken::to_string).collect();
    assert!(said.is_empty(), "{}", said.join("\n"));
}

/// Returns the laws that a game breaks, each with the first position in which it does.
pub fn broken_laws(loaded: &Loaded, budget: Budget) -> Vec<Broken> {
    let variant = &loaded.header.name;
    let trial = Trial::new(loaded, budget);
    let breaks = |law, position: &String, found| Broken {
        variant: variant.clone(),
        law,
        position: position.clone(),
        found,
    };
    let unreadable = trial.unreadable.iter().map(|(position, error)| {
        breaks("positions of games can be read", position, error.to_string())
    });
    let mut broken: Vec<Broken> = unreadable.collect();
    for (number, (law, part, holds)) in (0..).zip(LAWS) {
        let mut positions: Box<dyn Iterator<Item = &String>> = match part {
            Some(part) => Box::new(trial.positions.iter().step_by(*part)),
            None => Box::new(trial.drawn.iter().map(|&index| &trial.positions[index])),
        };
        let mut dice = Dice::numbered(3, number);
        let found = positions.find_map(|position| {
            let _panicking = Panicking { variant, law, position };
            let game = trial.game(position).map_err(Into::into);
            let verdict = game.and_then(|game| holds(&trial, &game, &mut dice));
            verdict.err().map(|error| (position, error.to_string()))
        });
        broken.extend(found.map(|(position, found)| breaks(law, position, found)));
    }
    broken
}

/// Prints the position if the ruleset panics there.
struct Panicking<'a> {
    variant: &'a str,
    law: &'a str,
    position: &'a str,
}

impl Drop for Panicking<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let (variant, law, position) = (self.variant, self.law, self.position);
            eprintln!("{variant}, law: {law}\n  position: {position}");
        }
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "read like assert_eq, so that laws are read easily"
)]
fn same<T: PartialEq + fmt::Debug>(what: impl fmt::Display, found: T, expected: T) -> Verdict {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: found {found:?}, expected {expected:?}").into())
}

fn check(holds: bool, otherwise: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(otherwise().into()) }
}

/// Returns at most 32 of the moves, because a position may have thousands.
fn some<T>(moves: Vec<T>) -> impl Iterator<Item = T> {
    let step = moves.len().div_ceil(32).max(1);
    moves.into_iter().step_by(step)
}
