//! Plays recorded games again, to see whether what was recorded is true.

use super::AnyGame;
use crate::play::matches::{Reason, Record};
use crate::variant::Outcome;

/// Plays a recorded game from its beginning and says what is not as it was recorded.
pub(super) fn replay(game: &mut dyn AnyGame, record: &Record) -> Result<(), String> {
    for (ply, text) in (1..).zip(&record.moves) {
        let lie = |what: String| format!("ply {ply}: {what}");
        if let Some(ending) = game.ending() {
            return Err(lie(format!("the game was over before ({ending})")));
        }
        game.follow(text).map_err(lie)?;
    }
    let recorded = &record.played;
    let reason = game.ending().map_or(Reason::PlyLimit, Reason::from);
    let played = (game.result(), reason);
    if played != (recorded.result, recorded.reason) {
        let said = |(result, reason): (Option<Outcome>, Reason)| {
            let result = result.map_or("unfinished", Outcome::word);
            format!("{result} ({reason})")
        };
        return Err(format!(
            "the moves end {}, recorded is {}",
            said(played),
            said((recorded.result, recorded.reason))
        ));
    }
    let ends: Vec<_> = game.rounds().iter().map(|(round, _)| round.plies).collect();
    if ends != record.rounds {
        return Err(format!(
            "the rounds are over after {ends:?} moves, recorded is {:?}",
            record.rounds
        ));
    }
    let position = game.text();
    if position != record.position {
        return Err(format!(
            "the moves lead to {position}, recorded is {:?}",
            record.position
        ));
    }
    Ok(())
}
