//! Looking ahead: one search core with its table, which players and the solver stand on.

mod certify;
pub(crate) mod core;
mod margin;
mod numbers;
mod prove;
pub(crate) mod score;
mod searched;
mod solve;
pub(crate) mod table;
pub mod tables;
mod whole;

pub(crate) use solve::solve;
pub use solve::{Bounds, MoveValue, Progress, Solution, Task};
