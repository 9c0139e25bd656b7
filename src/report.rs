//! Comparison of variants: plays the games and shows the results as a table, JSON, CSV and a page with charts. Pages of
//! reviewed games.

mod answers;
mod apart;
mod by_play;
mod charts;
mod comparison;
mod course;
mod crowd;
mod data;
mod designed;
mod differences;
mod document;
mod drawing;
mod family;
mod family_map;
mod formats;
mod grid;
mod handout;
mod join;
mod kept;
mod labels;
mod page;
mod prelude;
mod ranking;
mod reviewed;
mod run;
mod shown;
mod solved;
mod svg;
mod sweep;
mod sweep_data;
mod sweep_page;
mod sweep_text;
mod table;
mod tree;
mod values;
mod watched;
mod words;

pub use apart::{Apart, Point};
pub use by_play::ByPlay;
pub use comparison::{Comparison, Until};
pub use course::Watched;
pub use data::{Ends, Figure, Measured, Plain, Quantity, Row, explained, listed};
pub use designed::{Best, Cell as ArchiveCell, Designed, Figures, SearchCounts};
pub use document::{Compared, End, Rank, Ranking, Report, Rung, Subject};
pub use drawing::standing_alone;
#[cfg(feature = "cli")]
pub(crate) use drawing::{board as board_on_page, kinds as kinds_of_pits};
pub(crate) use family::deciles;
pub use family::{advantages, figure_of, figures_of, skill_of, stored_by_play, stored_games};
pub use formats::{Format, Sheet, relaxed, support};
pub use grid::{Cell, Factor, Sweep, changes, combinations};
pub use handout::rules_page;
pub use join::Join;
pub use kept::{
    KEPT, Keeping, KeptFigures, KeptFile, KeptLine, Known, Others, Pairs, Piece, Results,
    first_line,
};
pub use reviewed::{csv as review_csv, known_words, page as review_page};
pub use run::ComparisonProgress;
pub use shown::figure_text;
pub use solved::{Proved, winner_of};
#[cfg(feature = "cli")]
pub(crate) use svg::with_code;
pub use values::{ENDLESS_GAME, GameValue, ProofSize, VALUE_HEADS, values_page, values_words};
#[cfg(feature = "cli")]
pub(crate) use watched::coded;
