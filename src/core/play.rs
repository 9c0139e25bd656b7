//! Automatic play: perft, players, matches, and benchmarks of their speed.

mod asked;
#[cfg(feature = "learn")]
pub mod evaluated;
#[cfg(feature = "learn")]
pub mod guided;
#[cfg(feature = "learn")]
pub mod lookahead;
pub mod matches;
pub mod perft;
pub mod players;
pub mod speed;
mod tree;
