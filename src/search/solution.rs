//! The task of a solver, and the solution that it finds.

use super::tables::Tables;
use crate::kernel::board::Side;
use crate::search::proof::{Claim, Proof};

/// What is asked of a solver.
#[derive(Debug, Clone, Copy, Default)]
pub struct Task<'a> {
    /// The bytes that the table may take.
    pub memory: usize,
    /// Whether every first move is to be given its value.
    pub moves: bool,
    /// What is known of positions with few seeds, by the rules of the same game.
    pub tables: Option<&'a Tables>,
    /// Whether what proves the bounds is wanted.
    pub proofs: bool,
    /// Whether it is enough to know who wins, and how to look for that: by proof numbers.
    pub numbers: bool,
}

/// What was proved about a value: that it lies between these, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// It is so much at least; nothing if that follows from the board alone.
    pub low: Option<i32>,
    /// It is so much at most.
    pub high: Option<i32>,
}

impl Bounds {
    /// The value, if it is known.
    #[must_use]
    pub fn value(self) -> Option<i32> {
        self.low.filter(|_| self.low == self.high)
    }
}

/// A first move and what it is worth to the player who makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveValue {
    /// The move as it is written.
    pub text: String,
    /// Its value.
    pub bounds: Bounds,
}

/// What a solver found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Whether values are seeds more than the other has at the end; else 1 is a win, 0 a draw and −1 a loss.
    pub seeds: bool,
    /// The value for the player to move.
    pub bounds: Bounds,
    /// A line of best play to the end; empty where the value is not known.
    pub line: Vec<String>,
    /// The value of each first move, if they were asked for.
    pub moves: Vec<MoveValue>,
    /// What proves the bounds, the lower one first, if that was asked for; one is left out where its proof was not found again, or
    /// not in time.
    pub proofs: Vec<Proof>,
    /// Positions looked at.
    pub nodes: u64,
    /// How deep the last search went.
    pub depth: u32,
    /// The bytes of the table.
    pub memory: usize,
    /// Whether positions came back in the course of the search.
    pub cycles: bool,
}

/// How far a solver has come.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// How deep it searches now.
    pub depth: u32,
    /// Positions looked at so far.
    pub nodes: u64,
    /// What is proved so far about the value.
    pub bounds: Bounds,
}

impl Solution {
    /// Of a position about which nothing is known.
    pub(super) fn nothing(seeds: bool) -> Self {
        Self {
            seeds,
            bounds: Bounds {
                low: None,
                high: None,
            },
            line: Vec::new(),
            moves: Vec::new(),
            proofs: Vec::new(),
            nodes: 0,
            depth: 0,
            memory: 0,
            cycles: false,
        }
    }
}

impl Bounds {
    /// It is this.
    pub(super) const fn exactly(value: i32) -> Self {
        Self {
            low: Some(value),
            high: Some(value),
        }
    }

    /// What was proved, but for what follows from the board alone.
    pub(super) fn of([low, high]: [i32; 2], limits: [i32; 2]) -> Self {
        let known = low == high;
        Self {
            low: (known || low > limits[0]).then_some(low),
            high: (known || high < limits[1]).then_some(high),
        }
    }

    /// The same with so much added.
    pub(super) fn plus(self, more: i32) -> Self {
        let [low, high] = [self.low, self.high].map(|bound| bound.map(|bound| bound + more));
        Self { low, high }
    }

    /// What they say of the side to move, and of the other.
    #[must_use]
    pub fn claims(self, side: Side) -> Vec<Claim> {
        let claim = |side, least| Claim { side, least };
        let low = self.low.map(|low| claim(side, low));
        let high = self.high.map(|high| claim(side.other(), -high));
        low.into_iter().chain(high).collect()
    }

    /// The same for the other player.
    pub(super) fn turned(self) -> Self {
        let [low, high] = [self.high, self.low].map(|bound| bound.map(|bound| -bound));
        Self { low, high }
    }
}
