//! Tests of single modules of `mankala-core` through its interface.

mod conflicts;
mod features;
mod four_rows;
mod games;
mod goals;
mod layouts;
mod measures;
mod order;
mod pits;
mod same;
mod visible;
mod widths;
