//! A grid of variants of one game: which keys are changed, and every combination of their values.

/// A key and the values that it takes in turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factor {
    /// `section.key`.
    pub key: String,
    /// The values as they were written.
    pub values: Vec<String>,
}

/// Every combination of values by their places, the last factor changing fastest.
#[must_use]
pub fn combinations(factors: &[Factor]) -> Vec<Vec<usize>> {
    factors.iter().fold(vec![Vec::new()], |all, factor| {
        let longer = all.iter().flat_map(|at| {
            let values = 0..factor.values.len();
            values.map(move |value| [&at[..], &[value]].concat())
        });
        longer.collect()
    })
}

/// A combination of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The place of each factor's value.
    pub at: Vec<usize>,
    /// The variant as the columns of the report name it, or why there is none.
    pub variant: Result<String, String>,
}

/// The grid of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sweep {
    /// The game whose keys are changed.
    pub variant: String,
    /// What is changed.
    pub factors: Vec<Factor>,
    /// Every combination, the last factor changing fastest.
    pub cells: Vec<Cell>,
}

impl Sweep {
    /// The cell with these values.
    pub(super) fn cell(&self, at: &[usize]) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.at == at)
    }

    /// The values of a cell in words.
    pub(super) fn values_of(&self, cell: &Cell) -> String {
        let values = self.factors.iter().zip(&cell.at);
        let values: Vec<String> = values
            .map(|(factor, &value)| format!("{}={}", factor.key, factor.values[value]))
            .collect();
        values.join(",")
    }

    /// Every combination of the factors behind the second.
    pub(super) fn slices(&self) -> Vec<Vec<usize>> {
        combinations(self.factors.get(2..).unwrap_or_default())
    }

    /// The values of a slice in words, empty if there is only one.
    pub(super) fn slice_words(&self, slice: &[usize]) -> String {
        let words = slice.iter().enumerate().map(|(place, &value)| {
            let factor = &self.factors[place + 2];
            format!("{} = {}", factor.key, factor.values[value])
        });
        words.collect::<Vec<_>>().join(", ")
    }
}
