//! Proofs of what a game comes to: what is claimed, the places of a game as its rules have them, and a checker that knows
//! nothing of any search.

mod check;
mod file;
mod places;
#[cfg(test)]
pub(crate) mod toy;

pub(crate) use check::check;
pub use file::{Certificate, FORMAT, Symbols, is_certificate};
pub(crate) use places::{Ground, Next, Places, Step, Trail, next};

use crate::kernel::board::Side;

/// What is claimed: that this side comes to so much, whatever the other one does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Who comes to it.
    pub side: Side,
    /// How many seeds more than the other they have at the end, at least; where seeds don't count, 1 is a win, 0 a draw and −1 a
    /// loss.
    pub least: i32,
}

/// A claim with what proves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// What is claimed.
    pub claim: Claim,
    /// Which move is made in each place that the checker comes to: its number among all moves there.
    pub moves: Vec<u16>,
}
