//! How boards, moves and scores look where they are shown: in colour or not, within the columns of a terminal.

use crate::game::Game;
use crate::kernel::board::Pit;
use crate::kernel::layout::Layout;
use crate::text::render::{Marks, board};
use crate::text::score::Score;
use crate::text::trace::{Change, Step};

use crate::text::width::{paragraph, width_of};

/// What the place can show.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    /// How wide running text is set.
    pub(crate) width: usize,
    /// How many columns a terminal has; what goes to a pipe may be as wide as it likes.
    pub(crate) columns: Option<usize>,
    /// Whether pictures may have colour.
    pub(crate) colour: bool,
}

impl Look {
    /// The position as a board, with the pits marked that changed.
    pub(crate) fn board(self, game: &Game, changed: &[(Pit, Change)]) -> String {
        board(game.layout(), &game.diagram(), self.marks(changed))
    }

    /// The steps of a move, a board each.
    pub(crate) fn steps(self, layout: &Layout, steps: &[Step]) -> String {
        let mut text = String::new();
        for (number, step) in (1..).zip(steps) {
            let hand = if step.hand > 0 {
                format!(" ({} in hand)", step.hand)
            } else {
                String::new()
            };
            text.push_str(&self.told(&format!("{number}. "), &format!("{}{hand}", step.text)));
            let board = board(layout, &step.diagram, self.marks(&step.changed));
            text.push_str(&format!("{board}\n"));
        }
        text
    }

    /// What happened in a line, behind its number; in several on a terminal that has no room for it in one.
    pub(crate) fn told(self, number: &str, what: &str) -> String {
        paragraph(what, number, self.columns.unwrap_or(usize::MAX))
    }

    /// The seeds that count for each side, added up, in a line, or one for each side where that is too wide.
    ///
    /// What the last move took from the board because the game was over is shown as lying there.
    pub(crate) fn score(self, game: &Game) -> String {
        let score = added_up(game).to_string();
        match self.columns {
            Some(columns) if width_of(&score) > columns => {
                score.replacen(", North ", ",\nNorth ", 1) + "\n"
            }
            _ => score + "\n",
        }
    }

    /// The same in running text, behind what it is about.
    pub(crate) fn score_behind(self, what: &str, game: &Game) -> String {
        self.told(what, &added_up(game).to_string())
    }

    fn marks(self, changed: &[(Pit, Change)]) -> Marks<'_> {
        Marks {
            changed,
            colour: self.colour,
            columns: self.columns,
        }
    }
}

fn added_up(game: &Game) -> Score {
    let score = Score::new(game.layout(), &game.diagram(), game.holdings());
    let mut earlier = game.clone();
    let last = game.record().pop();
    let Some(last) = last.filter(|_| game.result().is_some() && earlier.undo()) else {
        return score;
    };
    let events = earlier.events(&last).unwrap_or_default();
    score.before_sweep(earlier.to_move(), &events)
}
