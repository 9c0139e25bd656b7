//! Batches as text, to continue them in another process.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::actions::digits;
use super::batch::Batch;
use super::history::History;
use super::state::{GameState, Terms};
use crate::game::Game;
use crate::kernel::Dice;
use crate::text::notation::write_position;
use crate::variant::{AnyPosition, AnyVariant};

#[derive(Serialize, Deserialize)]
struct Saved {
    terms: Terms,
    starts: Vec<String>,
    games: Vec<SavedGame>,
}

#[derive(Serialize, Deserialize)]
struct SavedGame {
    position: String,
    plies: u32,
    truncated: bool,
    chosen: u8,
    continuations: [u32; 2],
    /// Earlier positions that may come back.
    past: Vec<String>,
    dice: Dice,
    /// First position and actions, if they are recorded.
    record: Option<(String, Vec<u8>)>,
}

impl Batch {
    /// Writes the batch as JSON.
    pub fn save(&self) -> String {
        let write = |position: &AnyPosition| write_position(&*self.common.variant, position);
        let game = |(game, state): (usize, &GameState)| {
            let past = self.histories.get(game).map(|history| self.common.past(history));
            let record = self.records.get(game);
            SavedGame {
                position: write(&state.position),
                plies: state.plies,
                truncated: state.truncated,
                chosen: state.part.chosen,
                continuations: state.part.directions,
                past: past.unwrap_or_default().iter().map(write).collect(),
                dice: self.dice[game].clone(),
                record: record.map(|(from, actions)| (write(from), actions.clone())),
            }
        };
        let saved = Saved {
            terms: self.common.terms,
            starts: self.starts.iter().map(write).collect(),
            games: self.states.iter().enumerate().map(game).collect(),
        };
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// Reads a batch written by [`save`](Self::save).
    ///
    /// # Errors
    ///
    /// Returns a message if the text is not that of a batch of this variant.
    pub fn load(variant: &Arc<dyn AnyVariant>, text: &str) -> Result<Self, String> {
        let Saved { terms, starts, games } =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        let read = |text: &String| {
            let game = Game::from_text(Arc::clone(variant), text);
            game.map(|game| *game.position()).map_err(|error| error.to_string())
        };
        let read_all = |texts: &[String]| texts.iter().map(read).collect::<Result<Vec<_>, _>>();
        let mut batch = Self::new(Arc::clone(variant), games.len(), terms);
        batch.begin_at(read_all(&starts)?);
        for (game, saved) in games.into_iter().enumerate() {
            let (mut state, mut open) = batch.common.state_at(read(&saved.position)?);
            (state.plies, state.truncated) = (saved.plies, saved.truncated);
            (state.part.chosen, state.part.directions) = (saved.chosen, saved.continuations);
            if state.is_over() {
                open = super::Open::default();
            } else if state.part.chosen != 0 {
                open = digits(saved.continuations[1]);
            }
            (batch.states[game], batch.open[game]) = (state, open);
            if let Some(history) = batch.histories.get_mut(game) {
                *history = History::of_positions(read_all(&saved.past)?);
            }
            if let (Some(record), Some((from, actions))) =
                (batch.records.get_mut(game), saved.record)
            {
                *record = (read(&from)?, actions);
            }
            batch.dice[game] = saved.dice;
        }
        Ok(batch)
    }
}
