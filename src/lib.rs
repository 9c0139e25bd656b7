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
pub mod design;
pub mod files;
pub mod report;
pub mod review;
pub mod testing;

#[doc(inline)]
pub use mankala_core::*;

pub use files::catalogue::{Catalogue, Loaded, Outline};
pub use report::{Comparison, Report};

/// Everything that a ruleset needs, for one `use mankala::prelude::*`.
pub mod prelude {
    pub use std::sync::Arc;

    pub use crate::files::catalogue::Catalogue;
    pub use mankala_core::Game;
    pub use mankala_core::rulesets::four_rows::{FourRows, Memory, OwnRows, Setup};
    pub use mankala_core::rulesets::prelude::*;
    pub use mankala_core::rulesets::two_rows::{Rows, TwoRows, majority};
    pub use mankala_core::text::render::{Marks, board};
    pub use mankala_core::{position, two_row_rules};
}

/// The examples of the README, compiled and run as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
