//! Proofs of game values: claims, vertices of a game, and a checker that is independent of any search.

mod check;
mod file;
mod vertices;

pub(crate) use check::check;
pub use file::{Certificate, FORMAT, Symbols};
pub use vertices::Proved;
pub(crate) use vertices::{Next, Step, Vertices};

use crate::kernel::Side;

/// Claim that a side gets at least a value, whatever the opponent does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Side that makes the claim.
    pub side: Side,
    /// Minimum final margin in seeds; if seeds do not count, 1 is a win, 0 a draw and −1 a loss.
    pub least: i32,
    /// Whether endless play suffices too, in games without a rule on repeated positions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
}

impl Claim {
    /// Returns the claim that play ends with at least this value for a side.
    #[must_use]
    pub const fn new(side: Side, least: i32) -> Self {
        Self { side, least, endless: false }
    }

    /// Returns the claim that play never ends with less than this value for a side.
    pub(super) const fn endless(side: Side, least: i32) -> Self {
        let mut claim = Self::new(side, least);
        claim.endless = true;
        claim
    }
}

/// Claim with its proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Claim.
    pub claim: Claim,
    /// Number of the chosen move, among all moves, in each vertex where the checker asks for one.
    pub moves: Vec<u16>,
}
