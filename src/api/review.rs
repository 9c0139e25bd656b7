//! `review`: winning chances, grades of moves and accuracy of a game, as in `mankala review`.

use super::prelude::*;
use crate::review::{EFFORT, MOST_EFFORT, Model, ReviewTask, Reviewed, review};

/// Game to review.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The game.
    pub game: GameOf,
    /// Work for each position: the search takes this many times 256 steps.
    #[serde(default = "usual")]
    #[schemars(range(min = 1, max = MOST_EFFORT))]
    pub effort: u32,
    /// Number of plies at the start that are not reviewed, such as those of a random opening.
    #[serde(default)]
    pub opening: u32,
    /// Time limit.
    #[serde(default)]
    pub limit: Limit,
}

const fn usual() -> u32 {
    EFFORT
}

/// Review of the game.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// Accuracy of South and North in percent; null for a player who did not move.
    pub accuracy: [Option<f64>; 2],
    /// The loser's costliest move since the winner was last level or behind; null without a winner or such a move.
    pub turning_point: Option<usize>,
    /// Moves, in order.
    pub plies: Vec<Reviewed>,
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        within(self.effort.into(), MOST_EFFORT.into(), "effort")?;
        let stop = self.limit.stop_by_time("a review has a fixed effort", work.stop)?;
        let (loaded, game) = self.game.play(work.catalogue, &stop)?;
        let opening = (self.opening as usize).min(game.plies());
        let all = (game.plies() - opening) as u64;
        let mut done = 0;
        let task = ReviewTask { opening, ..ReviewTask::new(Model::of(&loaded), self.effort) };
        let found = review(&game, &task, &stop, &mut |plies| {
            done = plies as u64;
            (work.tell)(Progress::Measure(Played { done, all }));
        });
        let found = found.ok_or_else(|| stopped(format!("after {done} of {all} plies")))?;
        Ok(Answer {
            accuracy: found.accuracy.0,
            turning_point: found.turning_point,
            plies: found.plies,
        })
    }
}
