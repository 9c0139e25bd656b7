//! Moves of seeds: boards, laps, sowing and the events they produce. Knows no rules.

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
