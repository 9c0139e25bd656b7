//! A grid of variants of one game: which keys are changed, and every combination of their values.

use crate::files::brief::{key_in_words, setting};
use mankala_core::text::join;

/// Key and the values that it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factor {
    /// Key, as `section.key`.
    pub key: String,
    /// Values as written.
    pub values: Vec<String>,
    /// Rules in words that each value makes different; empty if the value says enough.
    pub rules: Vec<String>,
}

impl Factor {
    /// Returns the key in words.
    pub(super) fn name(&self) -> String {
        key_in_words(&self.key)
    }

    /// Returns a value in words.
    pub(super) fn said(&self, value: usize) -> String {
        setting(&self.key, &self.values[value])
    }
}

/// Returns every combination of indices of values; the last factor changes fastest.
pub fn combinations(factors: &[Factor]) -> Vec<Vec<usize>> {
    factors.iter().fold(vec![Vec::new()], |all, factor| {
        let longer = all
            .iter()
            .flat_map(|at| (0..factor.values.len()).map(move |value| [&at[..], &[value]].concat()));
        longer.collect()
    })
}

/// Returns these values of the factors as changes: `setup.seeds=3,board.columns=6`.
pub fn changes(factors: &[Factor], at: &[usize]) -> String {
    let values = factors.iter().zip(at);
    let values = values.map(|(factor, &value)| format!("{}={}", factor.key, factor.values[value]));
    join(values, ",")
}

/// Returns these values of the factors in words: `3 seeds in each pit, capture always`.
pub(super) fn settings(factors: &[Factor], at: &[usize]) -> String {
    join(factors.iter().zip(at).map(|(factor, &value)| factor.said(value)), ", ")
}

/// Combination of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Index of each factor's value.
    pub at: Vec<usize>,
    /// Variant as the report names it, or the reason why there is none.
    pub variant: Result<String, String>,
}

/// Grid of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sweep {
    /// Game whose keys are changed.
    pub variant: String,
    /// Keys with their values.
    pub factors: Vec<Factor>,
    /// Every combination; the last factor changes fastest.
    pub cells: Vec<Cell>,
}

impl Sweep {
    pub(super) fn cell(&self, at: &[usize]) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.at == at)
    }

    /// Returns every combination of the factors after the second.
    pub(super) fn slices(&self) -> Vec<Vec<usize>> {
        combinations(self.factors.get(2..).unwrap_or_default())
    }

    /// Returns the values of a slice in words; empty if there is only one.
    pub(super) fn slice_words(&self, slice: &[usize]) -> String {
        settings(self.factors.get(2..).unwrap_or_default(), slice)
    }
}
