//! Notation of positions and moves, read and written.
//!
//! A position is one line, `ROWS SIDE [FIELD=VALUE …]`: the rows from the top as South sees them, the player to move,
//! and further fields. A pit is its row letter, upper case for South, and its number from the owner's left. Reading is
//! strict, and errors mark the offending part. Written positions read back to the same position.

mod difference;
mod moves;
mod position;
mod refused;

pub use difference::{differences, range_of};
pub use moves::{
    ByRule, Legal, MoveError, PASS, exact_move, legal_moves, legal_ways, read_move, settle,
    write_move,
};
pub use position::{Given, PositionError, give, read_position, write_position};
pub use refused::has_words;

pub use crate::kernel::{Diagram, FieldError, FieldKind, Value};
