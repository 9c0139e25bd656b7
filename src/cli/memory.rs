//! Checks of free memory.

use super::{CommandError, Result};
use mankala_core::system::memory::free;

pub(super) fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1_000_000))
}

/// Refuses to take more memory than is free.
pub(super) fn check(bytes: usize, option: &str) -> Result {
    match free() {
        Some(free) if bytes as u64 > free => {
            let [wanted, there] = [bytes as u64, free].map(megabytes);
            Err(CommandError::Input(format!(
                "{option} needs {wanted} of memory, but only {there} is free"
            )))
        }
        _ => Ok(()),
    }
}
