//! Hints: a suggested move, its events, and the best line after it.

use super::super::prelude::*;
use super::Table;
use crate::files::solved::Solved;
use crate::review::{Model, Opening, OpeningTask, openings};
use mankala_core::text::told::told;
use mankala_core::variant::Outcome;

/// Work for each of about ten positions, in polls of 256 steps: half a second in all.
const EFFORT: u32 = 1024;

impl Table<'_> {
    pub(super) fn suggest(&self, output: &mut Output) -> Result {
        let found = self.best_line();
        let (Some(best), Some(last)) = (found.first(), found.last()) else {
            return Ok(());
        };
        let first = &best.line[0];
        let events = self.game.events(first).map_err(CommandError::input)?;
        let does = told(self.game.layout(), &self.game.diagram(), &events);
        let look = output.look();
        let mut text = look.told("", &format!("{first}: {does}"));
        if self.game.moves().len() == 1 {
            text.push_str("It is the only move.\n");
        }
        let (mut after, mut line) = (self.game.clone(), Vec::new());
        for mv in &last.line {
            // The search does not know the moves before, so a repetition or a round may end the game earlier.
            if after.result().is_some() || after.play(mv).is_err() {
                break;
            }
            line.push(mv.as_str());
        }
        let (side, chance) = (best.side, percent(best.chance));
        let value = match best.chance {
            1.0 if best.proved => format!("{side} then wins (proved)"),
            0.0 if best.proved => format!("{side} loses with any move (proved)"),
            _ if best.proved => "The game is then a draw (proved)".to_owned(),
            _ => format!("By a short search, {side} can then expect about {chance} of the points"),
        };
        let moves = line.join(" ");
        let line = if best.proved { "A short search continues with" } else { "The best line is" };
        let mut ahead = format!("{value}. {line} {moves}.");
        if let Some(&known) = Solved::at(&self.loaded, &self.game) {
            let best = known.best.filter(|best| best != first);
            ahead += &format!(" {}", Solved { best, ..known }.words());
        }
        text.push_str(&paragraph(&ahead, "", look.width));
        text.push_str(&look.score_behind("Seeds now: ", &self.game));
        text.push_str(&match after.result().map(Outcome::winner) {
            Some(Some(side)) => format!("Then {side} has won.\n"),
            Some(None) => "Then it is a draw.\n".to_owned(),
            None => look.score_behind(&format!("Seeds after {moves}: "), &after),
        });
        output.tell(&text)
    }

    /// Returns the best move and those after it, each with the moves before it; empty if the search is interrupted.
    fn best_line(&self) -> Vec<Opening> {
        let task = OpeningTask {
            plies: OpeningTask::PLIES,
            effort: EFFORT,
            seed: self.seed,
            tables: self.tables.as_ref(),
        };
        let (game, model) = (&self.game, Model::of(&self.loaded));
        let tree = openings(game, model, &task, 1, &interrupt::stopped, &mut |_, _| ());
        // Each move comes right before those that follow it, the best first.
        let line = (1..).zip(tree.unwrap_or_default());
        let line = line.take_while(|(plies, found)| found.line.len() == *plies);
        line.map(|(_, found)| found).collect()
    }
}
