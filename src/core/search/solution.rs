//! The task of a solver, and the solution that it finds.

use super::tables::Tables;
use crate::kernel::Side;
use crate::search::proof::{Claim, Proof};

/// Settings of the solver.
#[derive(Debug, Clone, Copy, Default)]
pub struct Task<'a> {
    /// Maximum size of the table in bytes.
    pub memory: usize,
    /// Whether to solve every first move.
    pub moves: bool,
    /// Endgame tables, by the rules of the same game.
    pub tables: Option<&'a Tables>,
    /// Whether to produce proofs of the bounds.
    pub proofs: bool,
    /// Method of the search.
    pub method: Method,
}

/// Method of finding a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::Display)]
pub enum Method {
    /// Alpha-beta search for the margin.
    #[default]
    #[strum(serialize = "alpha-beta")]
    Margin,
    /// Alpha-beta search for the winner alone, where seeds count.
    #[strum(serialize = "alpha-beta")]
    Winner,
    /// Proof-number search for the winner.
    #[strum(serialize = "proof numbers")]
    Numbers,
}

/// Proved bounds of a value, both inclusive; by default, nothing is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bounds {
    /// Lower bound; `None` if it is trivial.
    pub low: Option<i32>,
    /// Upper bound; `None` if it is trivial.
    pub high: Option<i32>,
}

impl Bounds {
    /// Returns the value if the bounds are equal.
    pub fn value(self) -> Option<i32> {
        self.low.filter(|_| self.low == self.high)
    }

    pub(super) const fn exactly(value: i32) -> Self {
        Self { low: Some(value), high: Some(value) }
    }

    /// Returns bounds, omitting trivial ones.
    pub(super) fn of([low, high]: [i32; 2], limits: [i32; 2]) -> Self {
        let known = low == high;
        Self {
            low: (known || low > limits[0]).then_some(low),
            high: (known || high < limits[1]).then_some(high),
        }
    }

    /// Returns the claims that these bounds make for the side to move and for its opponent.
    pub(super) fn claims(self, side: Side) -> Vec<Claim> {
        let low = self.low.map(|low| Claim::new(side, low));
        let high = self.high.map(|high| Claim::new(side.other(), -high));
        low.into_iter().chain(high).collect()
    }

    pub(super) fn turned(self) -> Self {
        let [low, high] = [self.high, self.low].map(|bound| bound.map(|bound| -bound));
        Self { low, high }
    }
}

/// First move with its value for the player who makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveValue {
    /// Notation of the move.
    pub text: String,
    /// Value of the move.
    pub bounds: Bounds,
}

/// Result of the solver; by default, that of a position about which nothing is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Solution {
    /// Whether values are final margins in seeds; otherwise 1 is a win, 0 a draw and −1 a loss.
    pub seeds: bool,
    /// Value for the player to move.
    pub bounds: Bounds,
    /// Bounds that hold whatever the rules say about repetition. A certificate can prove no others.
    pub certain: Bounds,
    /// Line of best play to the end; empty if the value is unknown.
    pub line: Vec<String>,
    /// Values of the first moves, if requested.
    pub moves: Vec<MoveValue>,
    /// Claims that a certificate can prove: the certain bounds, the lower one first, or that play never ends.
    pub claims: Vec<Claim>,
    /// Proofs of the claims, if requested. A proof that was not found again in time is omitted.
    pub proofs: Vec<Proof>,
    /// Number of positions searched.
    pub nodes: u64,
    /// Depth of the last search.
    pub depth: u32,
    /// Size of the table in bytes.
    pub memory: usize,
    /// Whether positions recurred during the search.
    pub cycles: bool,
    /// Whether best play never ends: neither player can force a win, and each can avoid all ends that suit the other.
    pub endless: bool,
}

impl Solution {
    /// Narrows the values of the first moves, as none exceeds that of the position.
    pub(super) fn bound_moves(&mut self) {
        for MoveValue { bounds, .. } in &mut self.moves {
            bounds.high = bounds.high.into_iter().chain(self.bounds.high).min();
            // Without counted seeds, no result is worse than a loss.
            bounds.low = bounds.low.max(bounds.high.filter(|&most| most < 0 && !self.seeds));
        }
    }
}

/// Progress of a solver.
#[derive(Debug, Clone, Copy)]
pub struct SolverProgress {
    /// Depth of the current search.
    pub depth: u32,
    /// Number of positions searched so far.
    pub nodes: u64,
    /// Bounds proved so far.
    pub bounds: Bounds,
    /// Whether the search is over, and proofs are being written.
    pub proves: bool,
}
