//! Search: the core and its transposition table, shared by players and the solver.

#![cfg_attr(
    not(feature = "solve"),
    expect(dead_code, reason = "some items are used only by the solver")
)]

pub(crate) mod bygone;
mod candidates;
#[cfg(feature = "solve")]
mod certify;
mod core;
pub(crate) mod deepen;
pub(crate) mod frame;
mod margin;
#[cfg(feature = "solve")]
mod numbers;
#[cfg(feature = "solve")]
pub mod proof;
#[cfg(feature = "solve")]
mod prove;
mod score;
#[cfg(feature = "solve")]
mod solution;
#[cfg(feature = "solve")]
mod solve;
#[cfg(feature = "solve")]
mod solver;
pub(crate) mod table;
#[cfg(feature = "solve")]
pub mod tables;
#[cfg(feature = "solve")]
mod whole;

#[cfg(feature = "solve")]
pub use solution::{Bounds, Method, MoveValue, Solution, SolverProgress, Task};
