//! Values of games with perfect play, shown beside the results of players, proved by a short search.

use serde_json::{Value, json};

use crate::files::catalogue::Loaded;
use crate::files::solved::Solved;
use mankala_core::system::threads::work_off;

/// Returns who wins by these bounds for the first player.
pub fn winner_of(low: Option<i32>, high: Option<i32>) -> Option<&'static str> {
    match (low, high) {
        (Some(1..), _) => Some("first"),
        (_, Some(..=-1)) => Some("second"),
        (Some(0), Some(0)) => Some("draw"),
        _ => None,
    }
}

/// Proved value of a game with perfect play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proved {
    /// Whether the value is the final margin in seeds; otherwise 1 is a win, 0 a draw and −1 a loss.
    pub seeds: bool,
    /// Value for the first player.
    pub value: i32,
}

impl Proved {
    /// Solves the openings of these games on this number of threads. Every machine solves the same games.
    pub(super) fn of_each(
        variants: &[(String, Loaded)],
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Option<Self>> {
        let mut found = vec![None; variants.len()];
        work_off(threads, variants.iter().zip(&mut found), &|((_, loaded), found)| {
            *found = Self::of(loaded, stop);
        });
        found
    }

    /// Returns nothing, because the solver is not compiled in.
    #[cfg(not(feature = "solve"))]
    fn of(_: &Loaded, _: &dyn Fn() -> bool) -> Option<Self> {
        None
    }

    /// Solves the opening if a search of less than a second on a slow machine suffices.
    #[cfg(feature = "solve")]
    fn of(loaded: &Loaded, stop: &dyn Fn() -> bool) -> Option<Self> {
        /// Maximum number of times that the search may ask whether to stop. It asks after a fixed number of steps; a
        /// limit of time would prove other games on other machines.
        const MOST_POLLS: u32 = 512;
        /// Size of the table in bytes, enough for so few nodes.
        const MEMORY: usize = 1 << 22;

        let left = std::cell::Cell::new(MOST_POLLS);
        let is_over = mankala_core::variant::limited(&left, stop);
        let task = mankala_core::search::Task { memory: MEMORY, ..Default::default() };
        let solution = loaded.game().solve(task, &is_over, &mut |_| ());
        let value = solution.bounds.value()?;
        let seeds = solution.seeds;
        Some(Self { seeds, value })
    }

    /// Returns the winner and the margin in words.
    pub fn words(self) -> String {
        let winner = winner_of(Some(self.value), Some(self.value));
        Solved::new(winner.unwrap_or_default(), self.seeds.then_some(self.value), "").value()
    }

    /// Returns the value as `solve --json` prints it.
    pub(super) fn json(self) -> Value {
        let unit = if self.seeds { "seeds" } else { "result" };
        json!({ "unit": unit, "value": self.value })
    }
}
