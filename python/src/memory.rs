//! Limit on the memory that a call may use.

use mankala::memory::free;
use pyo3::prelude::*;

use crate::errors;

/// Returns an error if a call needs more memory than is free; otherwise the system would kill the process.
pub fn check(what: &str, bytes: usize) -> PyResult<()> {
    match free() {
        Some(free) if bytes as u64 > free => Err(errors::argument(format!(
            "{what}: expected at most {free} bytes, the free memory, found {bytes}"
        ))),
        _ => Ok(()),
    }
}
