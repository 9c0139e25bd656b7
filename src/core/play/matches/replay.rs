//! Recording of games, and verification of records by replay.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::{Codec, MatchHeader, MatchSpec, Played, Reason, Record, play_series};
use crate::variant::sections::Rounds;
use crate::variant::{AnyVariant, Outcome};

impl dyn AnyVariant {
    /// Plays the games numbered `games` of a match and passes each with its record to `sink`, in order.
    ///
    /// A record is one JSON object without a line feed. See [`play_series`] for the other parameters.
    pub fn play_games(
        self: Arc<Self>,
        header: &MatchHeader,
        spec: &MatchSpec,
        games: Range<u64>,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
        sink: &mut dyn FnMut(Vec<(Played, String)>) -> ControlFlow<()>,
    ) {
        let codec = Codec::new(header.clone());
        play_series(
            &self,
            spec,
            games,
            threads,
            stop,
            || (),
            |(), game, played| {
                (played, codec.line(&played, &game.record(), &game.round_ends(), &game.text()))
            },
            sink,
        );
    }

    /// Replays a recorded game, over several rounds if `rounds` is given.
    ///
    /// # Errors
    ///
    /// Returns a message about the first difference from the record.
    pub fn verify(self: Arc<Self>, record: &Record, rounds: Option<Rounds>) -> Result<(), String> {
        let mut game = self.game();
        if let Some(rounds) = rounds {
            game.over_rounds(rounds);
        }
        for (ply, text) in (1..).zip(&record.moves) {
            let lie = |what: String| format!("ply {ply}: {what}");
            if let Some(ending) = game.ending() {
                return Err(lie(format!("the game was already over ({ending})")));
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
                "the moves end {}, the record says {}",
                said(played),
                said((recorded.result, recorded.reason))
            ));
        }
        let ends = game.round_ends();
        if ends != record.rounds {
            return Err(format!(
                "the rounds end after {ends:?} moves, the record says {:?}",
                record.rounds
            ));
        }
        let position = game.text();
        if position != record.position {
            return Err(format!(
                "the moves lead to {position}, the record says {:?}",
                record.position
            ));
        }
        Ok(())
    }
}
