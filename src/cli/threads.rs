//! Number of threads of players, limited by the free memory.
//!
//! Games never depend on it. The memory of a player is never reduced, as that would change its moves.

use super::memory::megabytes;
use super::output::Output;
use super::{Failure, Result};
use crate::system::memory::free;

/// Returns the number of threads for players that need `need` bytes a thread: the wanted number, or all cores.
///
/// Threads share half of the free memory, as other programs need some; a single thread may use all of it.
pub(crate) fn threads(wanted: Option<u16>, need: usize, output: &mut Output) -> Result<usize> {
    let wanted = match wanted {
        Some(wanted) => usize::from(wanted),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let (need, Some(free)) = (need as u64, free()) else {
        return Ok(wanted);
    };
    let [needed, there] = [need, free].map(megabytes);
    if need > free {
        return Err(Failure::Refused(format!(
            "these players need up to {needed} of memory, but only {there} are free"
        )));
    }
    let fit = (free / 2).checked_div(need).unwrap_or(u64::MAX).max(1);
    let fit = usize::try_from(fit).unwrap_or(usize::MAX);
    if fit < wanted {
        output.note(format!(
            "players need up to {needed} of memory a thread, and {there} are free; \
             using {fit} of {wanted} threads"
        ));
    }
    Ok(wanted.min(fit))
}
