//! Comparison of variants: plays the games and shows the results as a table, JSON, CSV and a page with charts.

mod apart;
mod by_play;
mod charts;
mod comparison;
mod crowd;
mod crowd_chart;
mod data;
mod differences;
mod drawing;
mod family;
mod family_map;
mod join;
mod kept;
mod labels;
mod page;
mod proved;
mod ranking;
#[expect(clippy::module_inception, reason = "the module is about the report")]
mod report;
mod shown;
mod solved;
mod svg;
mod sweep;
mod sweep_data;
mod sweep_page;
mod sweep_text;
mod table;
mod tree;
mod words;

pub use apart::{Apart, Point};
pub use comparison::{Comparison, Progress};
pub use data::{Ends, Figure, Measured, Plain, Quantity, Row, explained, listed};
pub use differences::Compared;
pub use drawing::standing_alone;
pub use join::Join;
pub use kept::{Found, KEPT, Keeping, KeptFile, Known, Others, Pairs, Piece, first_line, is_kept};
pub use proved::Proved;
pub use ranking::{End, Place, Ranking};
pub use report::{Column, Report, Rung};
pub use solved::Solved;
pub use sweep::{Cell, Factor, Sweep, combinations};
