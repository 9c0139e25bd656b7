//! Words of a review: chances, verdicts, and a line for each player; chances of openings.

use super::{Grade, Opening, Review, Reviewed};
use mankala_core::kernel::Side;
use mankala_core::text::percent;

impl Reviewed {
    /// Returns the expected points of a side, given those of the mover.
    pub fn points_of(&self, side: Side, points: f64) -> f64 {
        if self.side == side { points } else { 1.0 - points }
    }

    /// Returns South's chances before and after the move, in percent.
    pub fn chances(&self) -> String {
        let [before, after] =
            [self.before, self.after].map(|points| 100.0 * self.points_of(Side::South, points));
        let proved = if self.proved { " (proved)" } else { "" };
        format!("{before:.0} → {after:.0} %{proved}")
    }

    /// Returns the grade, with the reason for a low one.
    pub fn verdict(&self) -> String {
        match (self.grade, &self.reason) {
            (Grade::Best | Grade::Good, _) => self.grade.to_string(),
            (lower, Some(reason)) => format!("{lower}: {reason}"),
            (lower, None) => format!("{lower}: {} is better", self.best),
        }
    }
}

impl Review {
    /// Returns the accuracy of a player and the numbers of low grades; `None` for a player who did not move.
    pub fn words(&self, side: Side) -> Option<String> {
        let accuracy = self.accuracy[side]?;
        let counts = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder].map(|grade| {
            let own = self.plies.iter();
            let count = own.filter(|ply| (ply.side, ply.grade) == (side, grade)).count();
            match (count, grade) {
                (0, _) => String::new(),
                (1, _) => format!(", 1 {grade}"),
                (_, Grade::Inaccuracy) => format!(", {count} inaccuracies"),
                (_, _) => format!(", {count} {grade}s"),
            }
        });
        Some(format!("{side}: accuracy {accuracy:.0} %{}", counts.concat()))
    }
}

impl Opening {
    /// Returns South's chances in percent, or the proved result.
    pub fn words(&self) -> String {
        let south = if self.side == Side::South { self.chance } else { 1.0 - self.chance };
        if !self.proved {
            return percent(south);
        }
        let by = match self.margin {
            Some(margin) if margin != 0 => format!(" by {}", margin.abs()),
            _ => String::new(),
        };
        match south {
            win if win > 0.75 => format!("proved: South wins{by}"),
            loss if loss < 0.25 => format!("proved: North wins{by}"),
            _ => "proved: a draw".to_owned(),
        }
    }
}
