//! Positions and moves as text, both ways.
//!
//! A position is one line, `ROWS SIDE [FIELD=VALUE …]`: the rows as South sees them from the top
//! down, the player to move, and what the game knows besides. A pit is its row letter, capital for
//! South, and its number from the owner's left. Reading is strict and says where it stumbled; what is
//! written reads back to the same position.

mod difference;
mod moves;
mod position;
mod refused;

pub(crate) use difference::{differences, range_of};
pub use moves::{
    ByRule, Legal, MoveError, PASS, exact_move, legal_moves, legal_ways, read_move, settle,
    write_move,
};
pub use position::{Given, PositionError, give, read_position, write_position};
pub use refused::has_words;

pub use crate::kernel::diagram::{Diagram, FieldError, FieldKind, Value};
