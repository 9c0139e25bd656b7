//! Checks of free memory, which also limits the number of threads of players.
//!
//! Games never depend on the number of threads. The memory of a player is never reduced, as that would change its moves.

use clap::Args;

use super::Result;
use super::output::Output;
use mankala_core::system::memory::free;
use mankala_core::text::several;

/// Formats a size, rounded up.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => several(bytes, "byte"),
        1_000..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        _ => format!("{} MB", bytes.div_ceil(1_000_000)),
    }
}

/// Refuses to take more memory than is free.
pub(super) fn check(bytes: usize, option: &str) -> Result {
    match free() {
        Some(free) if bytes as u64 > free => {
            let [wanted, there] = [bytes as u64, free].map(size);
            refuse!("{option} needs {wanted} of memory, but only {there} is free")
        }
        _ => Ok(()),
    }
}

/// Number of threads of a command.
#[derive(Debug, Default, Args)]
pub(crate) struct ThreadArgs {
    /// Number of threads, if memory allows; all cores if left out.
    ///
    /// The results don't depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// Returns the number of threads for players that need `need` bytes a thread: the wanted number, or all cores.
    ///
    /// Threads share half of the free memory, as other programs need some; a single thread may use all of it.
    pub(crate) fn count(&self, need: usize, output: &mut Output) -> Result<usize> {
        let wanted = match self.threads {
            Some(wanted) => usize::from(wanted),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        let (need, Some(free)) = (need as u64, free()) else {
            return Ok(wanted);
        };
        let [needed, there] = [need, free].map(size);
        if need > free {
            refuse!("these players need up to {needed} of memory, but only {there} is free");
        }
        let fit = (free / 2).checked_div(need).unwrap_or(u64::MAX).max(1);
        let fit = usize::try_from(fit).unwrap_or(usize::MAX);
        if fit < wanted {
            output.note(format!(
                "players need up to {needed} of memory per thread, and {there} is free; \
                 using {fit} of {wanted} threads"
            ));
        }
        Ok(wanted.min(fit))
    }
}
