//! Measures of games: what is measured, in [`Measure`], with definition and source; how sure each number is, in [`stats`].
//!
//! | file | purpose |
//! |---|---|
//! | `names` | the list of measures |
//! | `census` | one ply looked at closely |
//! | `probe` | one position looked into by search |
//! | `collect` | watches games and tallies them |
//! | `sample` | how many different games there were |
//! | `tally` | what many games come to, in whole numbers |
//! | `stats` | intervals, corrections, sums, histograms |
//! | `student` | Student's distribution |
//! | `survival` | lengths where games were cut off |
//! | `walk` | the same game decided by coins |
//! | `figures` | from a tally to numbers with intervals |
//! | `family` | many games: what is left of each when luck is taken off |
//! | `difference` | how far two columns are apart |
//! | `verdict` | whether a game is fair |
//! | `size` | the bound of the number of positions |
//!
#![doc = include_str!("../docs/measures.md")]

use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, PoisonError};

use crate::play::matches::{MatchSpec, play_series};
use crate::variant::AnyVariant;

mod census;
mod collect;
pub mod difference;
pub mod family;
pub(crate) mod figures;
pub(crate) mod names;
mod probe;
pub mod sample;
mod size;
pub mod stats;
pub mod student;
pub mod survival;
pub(crate) mod tally;
pub mod verdict;
pub mod walk;

pub use census::{Census, Deeds, census};
pub use collect::Collector;
pub use figures::{Number, Spread};
pub use names::{LITERATURE, Measure, Topic};
pub use tally::{AtPly, Lengths, Series, Tally};

impl dyn AnyVariant {
    /// Plays the games numbered `games` of a match and tallies them; `progress` is called after each game, on the caller's thread.
    ///
    /// In each of the first `probes` games of the match one position is looked into by search.
    ///
    /// Tallies are whole numbers, so they come out the same on any number of threads, and in any number of pieces. Once `stop` says yes the
    /// games in progress are dropped, and the tally is incomplete.
    pub fn tally(
        self: Arc<Self>,
        spec: &MatchSpec,
        games: Range<u64>,
        probes: u64,
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
            || Collector::new(&common, &*self, probes, spec, stop),
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
