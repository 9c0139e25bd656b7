//! `measure`: the measures of games of a variant, as in `mankala compare`.

use strum::IntoEnumIterator;

use super::choose::check_players;
use super::limits::MOST_GAMES;
use super::prelude::*;
use crate::report::{Comparison, Measured};
use mankala_core::measure::Measure;
use mankala_core::play::players::PlayerSpec;

pub use super::progress::Played;

/// Variant and number of games.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The variant.
    pub variant: VariantOf,
    /// Number of games.
    #[serde(default = "usual")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub games: u64,
    /// The player of both sides, like `random` or `alphabeta:2`.
    #[serde(default = "usual_player")]
    pub player: String,
    /// Random seed.
    #[serde(default)]
    pub seed: Big,
    /// Whether games are played over all rounds, if the variant has several.
    #[serde(default)]
    pub rounds: bool,
    /// Time limit.
    #[serde(default)]
    pub limit: Limit,
}

/// Bytes of memory that measuring takes: tables of samples, and one search.
const MEMORY: u64 = 16 << 20;

const fn usual() -> u64 {
    1000
}

fn usual_player() -> String {
    "random".to_owned()
}

/// The measures.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// Number of games played.
    pub games: u64,
    /// Random seed.
    pub seed: Big,
    /// The measured values.
    #[serde(flatten)]
    pub measured: Measured,
    /// Caveats about the numbers.
    pub cautions: Vec<String>,
}

impl Request {
    fn player(&self) -> Result<PlayerSpec, RequestError> {
        let player = self.player.parse::<PlayerSpec>();
        player.map_err(|error| RequestError::invalid("player", error))
    }

    pub(super) fn memory(&self) -> u64 {
        // The player sits in both seats.
        MEMORY + 2 * self.player().map_or(0, PlayerSpec::memory) as u64
    }

    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        within(self.games, MOST_GAMES, "games")?;
        let player = self.player()?;
        let stop = self.limit.stop_by_time("a limit of depth is part of the player", work.stop)?;
        let loaded = self.variant.load(work.catalogue, "variant")?;
        check_players(&loaded, &[player])
            .map_err(|error| RequestError::invalid("player", error))?;
        let label = loaded.label();
        // A measure that needs games between other players is left out.
        let told = Measure::iter().filter(|&measure| measure != Measure::EloPerDoubling);
        let comparison = Comparison {
            players: vec![player],
            judges: vec![player],
            measures: Some(told.collect()),
            rounds: self.rounds,
            ..Comparison::new(self.games, self.seed.0)
        };
        let mut done = 0;
        let report = comparison.run(&[(label, loaded)], &stop, |progress| {
            done = progress.done;
            (work.tell)(Progress::Measure(Played { done, all: progress.all }));
        });
        let halted = || stopped(format!("after {done} of {} games", self.games));
        let report = report.ok_or_else(halted)?;
        let subject = report.subjects.first().ok_or_else(halted)?;
        Ok(Answer {
            games: self.games,
            seed: self.seed,
            measured: subject.measured(comparison.measures.as_deref().unwrap_or_default()),
            cautions: report.cautions(),
        })
    }
}
