//! The machine below: its threads, its memory, its clock and its numbers.

pub(crate) mod clock;
pub mod memory;
pub(crate) mod number;
pub(crate) mod threads;
