//! How much memory may be asked for.

use mankala::memory::free;
use pyo3::prelude::*;

use crate::errors;

/// Refuses to take more memory than is free: the system would end the whole process.
pub fn check(what: &str, bytes: usize) -> PyResult<()> {
    match free() {
        Some(free) if bytes as u64 > free => Err(errors::argument(format!(
            "{what}: expected {free} bytes at most, which are free, found {bytes}"
        ))),
        _ => Ok(()),
    }
}
