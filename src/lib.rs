//! Write down, check, play, measure and compare mancala games.
//!
//! # Where to begin
//!
//! - To play a game: [`Catalogue::load`] finds it, [`AnyVariant::game`] starts it, [`AnyGame`] plays it.
//! - To learn its rules: the modules in [`rulesets`] are the rule books, the files in `variants/` the data.
//! - To read the code: [`board`] and [`sow`], a page each; then [`variant`]; then one ruleset; then [`game`].
//! - To add a game: `examples/own_ruleset.rs`, then [`Ruleset`] and [`Variant`].
//! - To measure: [`perft()`], [`playout`], [`mod@matches`], [`measure`].
//!
#![doc = include_str!("ARCHITECTURE.md")]

pub mod any;
pub mod board;
pub mod catalogue;
pub mod check;
pub mod diagnostic;
pub mod diagram;
pub mod dice;
mod document;
pub mod event;
pub mod game;
pub mod lap;
pub mod layout;
pub mod matches;
pub mod measure;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod players;
pub mod playout;
pub mod prelude;
mod registry;
pub mod render;
pub mod rulesets;
pub mod schema;
pub mod sow;
pub mod spec;
pub mod speed;
pub mod start;
pub mod trace;
pub mod transcript;
pub mod two_rows;
mod underline;
pub mod variant;

pub use any::{AnyGame, AnyVariant};
pub use board::{Direction, Pit, Pits, Side};
pub use catalogue::{Catalogue, Loaded};
pub use dice::Dice;
pub use event::{Event, Observer};
pub use game::Game;
pub use layout::Layout;
pub use matches::{MatchSpec, Watcher};
pub use measure::{Comparison, Measure, Report};
pub use perft::perft;
pub use players::{Player, PlayerSpec};
pub use spec::Ruleset;
pub use variant::{Move, Outcome, Position, Start, Starts, Variant};

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
