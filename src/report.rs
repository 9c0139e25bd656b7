//! Variants side by side: plays what is to be compared, and shows it as a table, JSON, CSV and a page with charts.

mod charts;
mod comparison;
mod data;
mod drawing;
mod page;
#[expect(
    clippy::module_inception,
    reason = "the report is what the room is about"
)]
mod report;
mod shown;
mod svg;
mod table;

pub use comparison::{Comparison, Progress};
pub use data::{explained, listed};
pub use report::{Column, Report, Rung};
