//! `openings`: a tree of first moves with their values, as from `mankala openings`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::given::{GameOf, Limit, stopped};
use super::progress::{Played, Progress};
use super::wire::{Big, Refusal};
use super::work::Work;
use crate::review::{MOST_EFFORT, MOST_PLIES, Model, Opening, OpeningTask, openings};

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
    /// Returns the bytes of memory that the search takes.
    pub(super) fn memory(&self) -> u64 {
        OpeningTask::memory(self.effort) as u64
    }

    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, Refusal> {
        for (field, number, most) in [
            ("plies", self.plies, MOST_PLIES),
            ("effort", self.effort, MOST_EFFORT),
        ] {
            if !(1..=most).contains(&number) {
                let message = format!("expected a number from 1 to {most}, found {number}");
                return Err(Refusal::invalid(field, message));
            }
        }
        if self.limit.depth.is_some() {
            let message = "the search has a fixed effort; expected only `ms`";
            return Err(Refusal::invalid("limit.depth", message));
        }
        let stop = self.limit.stop(work.stop)?;
        let (loaded, game) = self.game.play(work.catalogue, &stop)?;
        let task = OpeningTask {
            plies: self.plies,
            effort: self.effort,
            seed: self.seed.0,
            tables: None,
        };
        let mut done = 0;
        let model = Model::of(&loaded);
        let found = openings(&game, model, &task, 1, &stop, &mut |now, all| {
            done = now as u64;
            let all = all as u64;
            (work.tell)(Progress::Measure(Played { done, all }));
        });
        let stopped = || stopped(format!("after {done} positions"));
        Ok(Answer {
            moves: found.ok_or_else(stopped)?,
        })
    }
}
