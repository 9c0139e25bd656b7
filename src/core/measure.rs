//! Measures of games: [`Measure`] lists them with definition and source, [`stats`] computes their intervals.
//!
//! The file `docs/measures.md` of the repository defines every measure.

use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, PoisonError};

use crate::play::matches::{MatchSpec, play_series};
use crate::variant::AnyVariant;

mod census;
mod collect;
pub mod condition;
pub mod difference;
mod extremes;
pub mod family;
pub mod figures;
pub mod ladder;
pub mod names;
pub mod probe;
pub mod ratings;
pub mod sample;
mod size;
pub mod stats;
pub mod student;
pub mod survival;
pub mod tally;
pub mod verdict;
pub mod walk;
mod wear;

pub use census::{Census, Deeds, census};
pub use collect::{Collector, Looks};
pub use extremes::{Extremes, Feat};
pub use figures::{Number, Spread};
pub use names::{LITERATURE, Measure, Topic};
pub use tally::{AtPly, Lengths, Series, Tally};
pub use wear::Wear;

impl dyn AnyVariant {
    /// Plays and tallies the games `games` of a match; calls `progress` on the caller's thread after each game.
    ///
    /// The tally is the same for any number of threads and pieces. Once `stop` returns `true`, games in progress are
    /// dropped and the tally is incomplete.
    pub fn tally(
        self: Arc<Self>,
        spec: &MatchSpec,
        games: Range<u64>,
        looks: Looks,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
        progress: &mut dyn FnMut(),
    ) -> Tally {
        let common = Mutex::new(Tally::default());
        play_series(
            &self,
            spec,
            games,
            threads,
            stop,
            || Collector::new(&common, looks, spec, stop),
            |collector, game, played| collector.finish(game, &played),
            |games| {
                for () in games {
                    progress();
                }
                ControlFlow::Continue(())
            },
        );
        common.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
