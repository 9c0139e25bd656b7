//! How many threads play: as many as are wanted, and no more than there is memory for.
//!
//! Games never depend on it. What players remember is never made smaller for want of memory, because that would change their moves.

use super::Failure;
use super::memory::megabytes;
use super::output::Output;
use crate::system::memory::free;

/// The number of threads for players that need so many bytes each in all: as many as are asked for, or as the
/// machine runs at once.
///
/// They get half of the memory that is free: others want some too. One thread may have all of it.
pub(crate) fn threads(
    wanted: Option<u16>,
    need: usize,
    output: &mut Output,
) -> Result<usize, Failure> {
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
            "these players need up to {needed} of memory, and {there} are free"
        )));
    }
    let fit = (free / 2).checked_div(need).unwrap_or(u64::MAX).max(1);
    let fit = usize::try_from(fit).unwrap_or(usize::MAX);
    if fit < wanted {
        output.note(format!(
            "players need up to {needed} of memory a thread, and {there} are free: \
             they play on {fit} of {wanted} threads"
        ));
    }
    Ok(wanted.min(fit))
}
