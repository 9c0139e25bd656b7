//! Engine of [mankala](https://docs.rs/mankala): the rules of mancala games, their players, search and measures.
//!
//! This crate holds all code whose speed matters, and nothing that reads or writes files. The crate `mankala` re-exports
//! its modules and adds variant files, reports and commands; use that crate.
#![warn(clippy::disallowed_methods)]

pub mod game;
pub mod kernel;
#[cfg(feature = "learn")]
pub mod learn;
pub mod measure;
pub mod play;
pub mod rulesets;
pub mod search;
pub mod system;
pub mod text;
pub mod variant;

pub use game::Game;
pub use kernel::board::{Direction, Pit, Pits, Side};
pub use kernel::dice::Dice;
pub use kernel::event::{Event, Observer};
pub use kernel::layout::Layout;
pub use measure::Measure;
pub use play::matches::{MatchSpec, Watcher};
pub use play::players::{Player, PlayerSpec};
#[cfg(feature = "solve")]
pub use search::proof;
pub use system::memory;
pub use variant::ruleset::{self, Ruleset};
pub use variant::sections;
pub use variant::{AnyPosition, AnyVariant, Move, Outcome, Position, Start, Starts, Variant};
