//! Hints: a suggested move, its events, and the best line after it.

use super::super::prelude::*;
use super::Table;
use mankala_core::play::players::Effort;
use mankala_core::text::told::told;
use mankala_core::variant::Outcome;

/// Search depth of the hints, in plies: a second or two in positions with many moves.
const AHEAD: u32 = 4;

impl Table<'_> {
    /// Suggests a move and explains it.
    pub(super) fn suggest(&self, output: &mut Output) -> Result {
        let line = self.best_line();
        let Some(first) = line.first() else {
            return Ok(());
        };
        let events = self.game.events(first).map_err(CommandError::input)?;
        let does = told(self.game.layout(), &self.game.diagram(), &events);
        let look = output.look();
        let mut text = look.told("", &format!("{first}: {does}"));
        if self.game.moves().len() == 1 {
            text.push_str("It is the only move.\n");
        }
        let mut after = self.game.clone();
        for mv in &line {
            after.play(mv).map_err(CommandError::input)?;
        }
        let moves = line.join(" ");
        let ahead = format!("The best line for both, up to {AHEAD} moves ahead, is {moves}.");
        text.push_str(&paragraph(&ahead, "", look.width));
        text.push_str(&look.score_behind("Seeds now:  ", &self.game));
        text.push_str(&match after.result().map(Outcome::winner) {
            Some(Some(side)) => format!("Then {side} has won.\n"),
            Some(None) => "Then it is a draw.\n".to_owned(),
            None => look.score_behind("Seeds then: ", &after),
        });
        output.tell(&text)
    }

    /// Returns the line that the search expects; empty if it is interrupted.
    fn best_line(&self) -> Vec<String> {
        let mut game: Game = self.game.clone();
        let mut line = Vec::new();
        for depth in (1..=AHEAD).rev() {
            let adviser = PlayerSpec::AlphaBeta(Effort::Count(depth).into());
            let mut dice = Dice::seeded(self.seed);
            let Some(mv) = game.choose(adviser, &mut dice, &interrupt::stopped) else {
                break;
            };
            if game.play(&mv).is_err() {
                break;
            }
            line.push(mv);
        }
        line
    }
}
