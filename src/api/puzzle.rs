//! `puzzle`: a position with one right move, proved by the solver, as from `mankala puzzles`.

use super::prelude::*;
use crate::review::{Level, MOST_GAMES, WrittenPuzzle, puzzles};

/// Variant of the puzzle.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The variant.
    pub variant: VariantOf,
    /// Random seed.
    #[serde(default)]
    pub seed: Big,
    /// Time limit.
    #[serde(default)]
    pub limit: Limit,
}

/// The puzzle with its solution.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// The puzzle.
    #[serde(flatten)]
    pub puzzle: WrittenPuzzle,
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        let stop = self.limit.stop_by_time("a proof has no limit of depth", work.stop)?;
        let loaded = self.variant.load(work.catalogue, "variant")?;
        let mut done = 0;
        let found = puzzles(&loaded, &Level::ALL, 1, self.seed.0, 1, &stop, &mut |found| {
            done = found.games;
            (work.tell)(Progress::Measure(Played { done, all: MOST_GAMES }));
        });
        let found = found.ok_or_else(|| stopped(format!("after {done} games")))?;
        let nothing = || RequestError::invalid("variant", found.nothing());
        let puzzle = found.puzzles.first().ok_or_else(nothing)?.written(&loaded);
        Ok(Answer { puzzle: puzzle.map_err(|error| RequestError::invalid("variant", error))? })
    }
}
