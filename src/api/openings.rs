//! `openings`: a tree of first moves with their values, as from `mankala openings`.

use super::prelude::*;
use crate::review::{MOST_EFFORT, MOST_PLIES, Model, Opening, OpeningTask, openings};
use mankala_core::text::several;

/// Game from whose last position the tree starts.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The game.
    pub game: GameOf,
    /// Number of plies.
    #[serde(default = "plies")]
    #[schemars(range(min = 1, max = MOST_PLIES))]
    pub plies: u32,
    /// Work for each position: the search takes this many times 256 steps.
    #[serde(default = "effort")]
    #[schemars(range(min = 1, max = MOST_EFFORT))]
    pub effort: u32,
    /// Random seed, which decides the order of equal moves.
    #[serde(default)]
    pub seed: Big,
    /// Time limit.
    #[serde(default)]
    pub limit: Limit,
}

const fn plies() -> u32 {
    OpeningTask::PLIES
}

const fn effort() -> u32 {
    OpeningTask::EFFORT
}

/// Tree of first moves.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// Moves, each before those that follow it, the best first.
    pub moves: Vec<Opening>,
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        within(self.plies.into(), MOST_PLIES.into(), "plies")?;
        within(self.effort.into(), MOST_EFFORT.into(), "effort")?;
        let stop = self.limit.stop_by_time("the search has a fixed effort", work.stop)?;
        let (loaded, game) = self.game.play(work.catalogue, &stop)?;
        let task =
            OpeningTask { plies: self.plies, effort: self.effort, seed: self.seed.0, tables: None };
        let mut done = 0;
        let found = openings(&game, Model::of(&loaded), &task, 1, &stop, &mut |now, all| {
            done = now as u64;
            (work.tell)(Progress::Measure(Played { done, all: all as u64 }));
        });
        Ok(Answer {
            moves: found.ok_or_else(|| stopped(format!("after {}", several(done, "position"))))?,
        })
    }
}
