//! The machine below: its threads, its memory, its clock and its numbers.

pub mod clock;
pub mod memory;
pub mod number;
pub mod threads;
