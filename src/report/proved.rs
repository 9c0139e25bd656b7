//! Games that a short search solves: what they come to with perfect play stands before what players make of them.

use serde_json::{Value, json};

use crate::files::catalogue::Loaded;
use crate::system::threads::work_off;

/// The value of a game with perfect play, proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proved {
    /// Whether the value is the final margin in seeds; else 1 is a win, 0 a draw and −1 a loss.
    pub seeds: bool,
    /// The value for the first player.
    pub value: i32,
}

impl Proved {
    /// Solves the opening of each of these games, on so many threads; the same games are solved on any machine.
    pub(super) fn of_each(
        variants: &[(String, Loaded)],
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Option<Self>> {
        let mut found = vec![None; variants.len()];
        let pieces = variants.iter().zip(&mut found);
        work_off(threads, pieces, &|((_, loaded), found)| {
            *found = Self::of(loaded, stop);
        });
        found
    }

    /// Nothing is solved without the solver.
    #[cfg(not(feature = "solve"))]
    fn of(_: &Loaded, _: &dyn Fn() -> bool) -> Option<Self> {
        None
    }

    /// Solves the opening, if a search that ends within a second on a slow machine is enough.
    #[cfg(feature = "solve")]
    fn of(loaded: &Loaded, stop: &dyn Fn() -> bool) -> Option<Self> {
        /// How often the search may ask whether to stop, which it does after a fixed number of steps: a limit by the clock
        /// would prove other games on other machines.
        const MOST_GLANCES: u32 = 2048;
        /// The bytes of the table; so few nodes need no more.
        const MEMORY: usize = 1 << 22;

        let glances = std::cell::Cell::new(0);
        let is_over = || {
            glances.set(glances.get() + 1);
            glances.get() > MOST_GLANCES || stop()
        };
        let task = crate::search::Task {
            memory: MEMORY,
            ..Default::default()
        };
        let solution = loaded.game().solve(task, &is_over, &mut |_| ());
        let value = solution.bounds.value()?;
        let seeds = solution.seeds;
        Some(Self { seeds, value })
    }

    /// Who wins, and by how much.
    #[must_use]
    pub fn words(self) -> String {
        let player = match self.value.signum() {
            0 => return "the game is a draw".to_owned(),
            1 => "the first player wins",
            _ => "the second player wins",
        };
        if self.seeds {
            format!("{player} by {}", self.value.abs())
        } else {
            player.to_owned()
        }
    }

    /// The value as `solve --json` prints it.
    pub(super) fn json(self) -> Value {
        let unit = if self.seeds { "seeds" } else { "result" };
        json!({ "unit": unit, "value": self.value })
    }
}
