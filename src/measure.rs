//! Measures of games, and the comparison of variants by them.
//!
//! A [`Comparison`] plays games of each variant between each of the given players and makes a
//! [`Report`], which can be had as a table, as JSON, as CSV and as a page. What is measured is listed
//! in [`Measure`], with its definition and source; how sure each number is, [`stats`] works out.
//!
//! | file | purpose |
//! |---|---|
//! | `names` | the list of measures |
//! | `census` | one ply looked at closely |
//! | `collect` | watches games and tallies them |
//! | `tally` | what many games come to, in whole numbers |
//! | `stats` | intervals, tests, sums, histograms |
//! | `figures` | from a tally to numbers with intervals |
//! | `size` | the bound of the number of positions |
//! | `comparison` | plays what is to be compared |
//! | `report`, `data`, `table` | the outcome, as JSON and CSV, as a table |
//! | `page`, `svg`, `charts`, `drawing` | the outcome as a page with charts and boards |

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use crate::matches::{MatchSpec, play_series};
use crate::variant::Variant;

mod census;
mod charts;
mod collect;
mod comparison;
mod data;
mod drawing;
mod figures;
mod names;
mod page;
mod report;
mod shown;
mod size;
pub mod stats;
mod svg;
mod table;
mod tally;

pub use census::{Census, Deeds, census};
pub use collect::Collector;
pub use comparison::{Comparison, Progress};
pub use data::{explained, listed};
pub use figures::{Number, Spread};
pub use names::{LITERATURE, Measure, Topic};
pub use report::{Column, Report, Rung};
pub use size::positions_log10;
pub use tally::{AtPly, Series, Tally};

/// Plays a match and tallies it; `progress` is called after each game, on the caller's thread.
///
/// Tallies are whole numbers, so they come out the same on any number of threads. If `stop` is set the
/// games in progress are dropped, and the tally is incomplete.
pub fn tally<V: Variant>(
    variant: &Arc<V>,
    spec: &MatchSpec,
    threads: usize,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(),
) -> Tally {
    let common = Mutex::new(Tally::default());
    play_series(
        variant,
        spec,
        0..spec.games,
        threads,
        stop,
        || Collector::new(&common),
        |collector, _, played| collector.finish(&played),
        |()| {
            progress();
            ControlFlow::Continue(())
        },
    );
    common.into_inner().unwrap_or_else(PoisonError::into_inner)
}
