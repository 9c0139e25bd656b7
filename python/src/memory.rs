//! Limit on the memory that a call may use.

use mankala::memory::free;
use pyo3::prelude::*;

use crate::errors;

/// Returns an error if more memory is needed than is free: otherwise the system would end the whole process.
pub fn check(what: &str, bytes: usize) -> PyResult<()> {
    match free() {
        Some(free) if bytes as u64 > free => Err(errors::argument(format!(
            "{what}: expected {free} bytes at most, which are free, found {bytes}"
        ))),
        _ => Ok(()),
    }
}
