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
#[cfg(feature = "cli")]
mod design;
pub mod files;
pub mod report;
pub mod review;
pub mod testing;

#[cfg(feature = "learn")]
#[doc(inline)]
pub use mankala_core::learn;
#[doc(inline)]
pub use mankala_core::{
    by_pits, game, kernel, keys, measure, packed_fields, play, position, rulesets, search, system,
    text, two_row_rules, variant,
};

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
#[cfg(feature = "solve")]
pub use search::proof;
pub use system::memory;
pub use variant::ruleset::{self, Ruleset};
pub use variant::sections;
pub use variant::{AnyPosition, AnyVariant, Move, Outcome, Position, Start, Starts, Variant};

/// Everything that a ruleset needs, for one `use mankala::prelude::*`.
pub mod prelude {
    pub use std::sync::Arc;

    pub use crate::files::catalogue::Catalogue;
    pub use crate::game::Game;
    pub use crate::rulesets::four_rows::{FourRows, Memory, OwnRows, Setup};
    pub use crate::rulesets::prelude::*;
    pub use crate::rulesets::two_rows::{Rows, TwoRows, majority};
    pub use crate::text::render::{Marks, board};
    pub use crate::{position, two_row_rules};
}

/// The examples of the README, compiled and run as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
