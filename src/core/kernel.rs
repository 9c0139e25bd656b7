//! Moves of seeds: boards, laps, sowing and the events they produce. Knows no rules.
//!
//! Other rooms import its names from here, whatever file they are in.

pub mod board;
pub mod diagram;
pub mod dice;
pub mod event;
pub mod lap;
pub mod layout;
pub mod outcome;
pub mod pair;
pub mod sow;
pub mod start;

pub use board::{Direction, Pit, Pits, Pits16, Pits32, PitsInHalves, Side, WordError};
pub use diagram::{Diagram, FieldError, FieldKind, MOST_SEEDS, Swap, Value};
pub use dice::Dice;
pub use event::{Act, Choice, Effect, Event, Note, Observer, Place, Told};
pub use lap::{Circuit, Landing, Lap, Skip, drops};
pub use layout::{Directions, Layout, Ring};
pub use outcome::Outcome;
pub use pair::{BySide, ByTurn, Player};
pub use sow::{Endless, LapTable, Next, relay};
pub use start::{Start, Starts};
