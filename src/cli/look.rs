//! Layout of boards, moves and scores: with or without colour, within the columns of a terminal.

use mankala_core::game::Game;
use mankala_core::kernel::Pit;
use mankala_core::text::render::{Marks, board};
use mankala_core::text::score::Score;
use mankala_core::text::trace::{Change, Step};

use mankala_core::text::width::{paragraph, width_of};

/// Capabilities of the output.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    /// Width of running text.
    pub(crate) width: usize,
    /// Number of columns of a terminal; `None` for a pipe, which has no limit.
    pub(crate) columns: Option<usize>,
    pub(crate) colour: bool,
}

impl Look {
    /// Draws the position as a board, with the changed pits marked.
    pub(crate) fn board(self, game: &Game, changed: &[(Pit, Change)]) -> String {
        board(game.layout(), &game.diagram(), self.marks(changed))
    }

    /// Draws the steps of a move, each with a board. The last board is that of the game after the move, so that it names
    /// the next player.
    pub(crate) fn steps(self, after: &Game, steps: &[Step]) -> String {
        let (layout, end) = (after.layout(), after.diagram());
        let steps = (1..).zip(steps).map(|(number, step)| {
            let hand =
                if step.hand > 0 { format!(" ({} in hand)", step.hand) } else { String::new() };
            let told = self.told(&format!("{number}. "), &format!("{}{hand}", step.text));
            let diagram = if number == steps.len() { &end } else { &step.diagram };
            let board = board(layout, diagram, self.marks(&step.changed));
            format!("{told}{board}\n")
        });
        steps.collect()
    }

    /// Formats an event after its number, and breaks the line on a narrow terminal.
    pub(crate) fn told(self, number: &str, what: &str) -> String {
        paragraph(what, number, self.columns.unwrap_or(usize::MAX))
    }

    /// Formats the seeds of each side as a sum, on one line or, on a narrow terminal, on one for each side.
    ///
    /// Seeds that the last move took from the board because the game was over still count as lying there.
    pub(crate) fn score(self, game: &Game) -> String {
        let score = added_up(game).to_string();
        match self.columns {
            Some(columns) if width_of(&score) > columns => {
                score.replacen(", North ", ",\nNorth ", 1) + "\n"
            }
            _ => score + "\n",
        }
    }

    /// Formats the same sums as running text after a label.
    pub(crate) fn score_behind(self, what: &str, game: &Game) -> String {
        self.told(what, &added_up(game).to_string())
    }

    fn marks(self, changed: &[(Pit, Change)]) -> Marks<'_> {
        Marks { changed, colour: self.colour, columns: self.columns }
    }
}

fn added_up(game: &Game) -> Score {
    let score = Score::new(game.layout(), &game.diagram(), game.holdings());
    let mut earlier = game.clone();
    let last = game.record().pop();
    let Some(last) = last.filter(|_| game.result().is_some() && earlier.undo()) else {
        return score;
    };
    score.before_sweep(earlier.to_move(), &earlier.events(&last).unwrap_or_default())
}
