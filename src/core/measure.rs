//! Measures of games: [`Measure`] lists them with definition and source, [`stats`] computes their intervals.
//!
//! | file | purpose |
//! |---|---|
//! | `names` | the list of measures |
//! | `census` | statistics of one ply |
//! | `probe` | search of one position |
//! | `collect` | watches games and tallies them |
//! | `sample` | number of different games |
//! | `tally` | totals of many games, in whole numbers |
//! | `stats` | intervals, corrections, sums, histograms |
//! | `student` | Student's distribution |
//! | `survival` | lengths if games were cut off |
//! | `walk` | the lead in a game of coin flips |
//! | `wear` | uses of each pit |
//! | `figures` | numbers with intervals from a tally |
//! | `family` | shrinkage of many values towards their mean |
//! | `difference` | differences between two columns |
//! | `verdict` | whether a game is fair |
//! | `extremes` | endless and longest moves near the opening |
//! | `size` | bound on the number of positions |
//! | `ratings` | ratings of players by their games |
//! | `ladder` | which players meet next, to be rated by few games |
//! | `condition` | conditions on measures, as in goals and filters |
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
