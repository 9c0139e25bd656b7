//! Write down, check, play, measure and compare mancala games.
//!
//! # Getting started
//!
//! - To play a game: [`Catalogue::load`] reads a variant, [`Loaded::game`] starts a game, [`Game`] plays it.
//! - To learn the rules: the modules in [`rulesets`] are the rule books, the files in `variants/` hold the data.
//! - To read the code: [`kernel::board`] and [`kernel::sow`], then [`variant`], then one ruleset, then [`game`].
//! - To add a game: `mankala new-ruleset` or `examples/own_ruleset`, then [`Ruleset`] and [`Variant`].
//! - To measure: [`AnyVariant::perft`], [`AnyVariant::playout`], [`play::matches`], [`measure`].
//!
#![doc = include_str!("FEATURES.md")]
//!
#![doc = include_str!("ARCHITECTURE.md")]
#![warn(clippy::disallowed_methods)]

pub mod api;
pub mod atlas;
#[cfg(feature = "cli")]
pub mod cli;
pub mod files;
pub mod game;
pub mod kernel;
#[cfg(feature = "learn")]
pub mod learn;
pub mod measure;
pub mod memory;
pub mod play;
pub mod prelude;
#[cfg(feature = "solve")]
pub mod proof;
pub mod report;
pub mod ruleset;
pub mod rulesets;
pub mod search;
pub mod sections;
pub mod testing;
pub mod text;
pub(crate) mod threads;
pub mod variant;

pub use files::catalogue::{Catalogue, Loaded, Outline};
pub use game::Game;
pub use kernel::board::{Direction, Pit, Pits, Side};
pub use kernel::dice::Dice;
pub use kernel::event::{Event, Observer};
pub use kernel::layout::Layout;
pub use measure::Measure;
pub use play::matches::{MatchSpec, Watcher};
pub use play::players::{Player, PlayerSpec};
pub use report::{Comparison, Report};
pub use ruleset::Ruleset;
pub use variant::{AnyPosition, AnyVariant, Move, Outcome, Position, Start, Starts, Variant};

/// The examples of the README, compiled and run as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
