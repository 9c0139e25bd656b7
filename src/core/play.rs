//! Automatic play: perft, players, matches, and benchmarks of their speed.

mod asked;
pub mod matches;
pub mod perft;
pub mod players;
pub mod speed;
