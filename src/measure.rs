//! Measures of games: what is measured, in [`Measure`], with definition and source; how sure each number is, in [`stats`].
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

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use crate::play::matches::{MatchSpec, play_series};
use crate::variant::Variant;

mod census;
mod collect;
pub(crate) mod figures;
pub(crate) mod names;
mod size;
pub mod stats;
pub(crate) mod tally;

pub use census::{Census, Deeds, census};
pub use collect::Collector;
pub use figures::{Number, Spread};
pub use names::{LITERATURE, Measure, Topic};
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
        |games| {
            for () in games {
                progress();
            }
            ControlFlow::Continue(())
        },
    );
    common.into_inner().unwrap_or_else(PoisonError::into_inner)
}
