//! Write down, check, play, measure and compare mancala games.
#![doc = include_str!("ARCHITECTURE.md")]

pub mod board;
pub mod catalogue;
pub mod check;
pub mod diagnostic;
pub mod dice;
mod document;
pub mod event;
pub mod game;
pub mod layout;
pub mod matches;
pub mod notation;
pub mod perft;
pub mod players;
pub mod playout;
pub mod render;
pub mod rulesets;
pub mod schema;
pub mod sow;
pub mod spec;
pub mod speed;
pub mod trace;
pub mod transcript;
pub mod variant;

pub use board::{Direction, Pit, Pits, Side};
pub use catalogue::{Catalogue, Loaded};
pub use dice::Dice;
pub use event::{Event, Observer};
pub use game::{AnyGame, AnyVariant, Game};
pub use layout::Layout;
pub use matches::{MatchSpec, Watcher};
pub use perft::perft;
pub use players::{Player, PlayerSpec};
pub use spec::Ruleset;
pub use variant::{Move, Outcome, Position, Start, Starts, Variant};
