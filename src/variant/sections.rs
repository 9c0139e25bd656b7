//! Sections of variant files that many rulesets share, and what is wrong with their values.

use std::fmt;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kernel::diagram::MOST_SEEDS;

pub mod rounds;

pub use rounds::Rounds;

/// What a variant file says under `[board]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardSpec {
    /// How many rows the board has, both players' together.
    pub rows: u8,
    /// How many pits a row has.
    pub columns: u8,
}

impl BoardSpec {
    /// How many pits each player has: half of them, whichever rows they lie in.
    #[must_use]
    pub fn pits_a_side(&self) -> u8 {
        let pits = u16::from(self.rows) * u16::from(self.columns) / 2;
        u8::try_from(pits).unwrap_or(u8::MAX)
    }

    /// Whether each player has the row next to them and half of the one in the middle.
    #[must_use]
    pub const fn has_three_rows(&self) -> bool {
        self.rows == 3
    }
}

/// What a variant file says under `[setup]` where every pit starts with the same number of seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SameSeeds {
    /// Seeds in each pit.
    #[schemars(range(min = 1, max = 127))]
    pub seeds: u8,
}

/// What is wrong with values that are fine each by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, thiserror::Error)]
pub struct Faults(Vec<(String, String)>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (key, message)) in self.iter().enumerate() {
            let line = if index == 0 { "" } else { "\n" };
            write!(f, "{line}{key}: {message}")?;
        }
        Ok(())
    }
}

impl Faults {
    /// Notes a fault of a key, `section.key`, if this is wrong.
    pub fn conflict(&mut self, wrong: bool, key: &str, message: fmt::Arguments<'_>) {
        if wrong {
            self.0.push((key.to_owned(), message.to_string()));
        }
    }

    /// Checks the shape of the board against what the ruleset can play.
    pub fn check_board(&mut self, board: &BoardSpec, rows: u8, columns: RangeInclusive<u8>) {
        let found = board.rows;
        let message = format_args!("this ruleset has {rows} rows, not {found}");
        self.conflict(found != rows, "board.rows", message);
        let (least, most, found) = (columns.start(), columns.end(), board.columns);
        let message = format_args!("a row has {least} to {most} pits here, not {found}");
        self.conflict(!columns.contains(&found), "board.columns", message);
    }

    /// Checks the shape of a board of two rows or of three; the keys `across` speak of pits opposite or of the ends of rows,
    /// which a row and a half does not have.
    pub fn check_two_or_three_rows(&mut self, board: &BoardSpec, across: &[(&str, bool)]) {
        if !board.has_three_rows() {
            return self.check_board(board, 2, 2..=16);
        }
        let found = board.columns;
        let even = (2..=10).contains(&found) && found.is_multiple_of(2);
        let message = format_args!("three rows have 2, 4, 6, 8 or 10 pits each here, not {found}");
        self.conflict(!even, "board.columns", message);
        for (key, used) in across {
            let message = format_args!("goes with two rows, not with three");
            self.conflict(*used, key, message);
        }
    }

    /// Checks that a board can start with so many seeds in each pit (`G7`).
    pub fn check_seeds(&mut self, board: &BoardSpec, setup: &SameSeeds) {
        self.conflict(
            setup.seeds == 0,
            "setup.seeds",
            format_args!("must be at least 1"),
        );
        let pits = u32::from(board.rows) * u32::from(board.columns);
        self.check_total(pits * u32::from(setup.seeds));
    }

    /// Checks that a game has no more seeds than a position can hold (`G7`).
    pub fn check_total(&mut self, seeds: u32) {
        let message = format_args!("{seeds} seeds in all, the most is {MOST_SEEDS} (G7)");
        self.conflict(seeds > u32::from(MOST_SEEDS), "setup", message);
    }

    /// Checks the limit to the seeds that a move may sow (`G3`).
    pub fn check_max_sown(&mut self, max_sown: u32, most: u32) {
        let message = format_args!("must be from 1 to {most}, not {max_sown}");
        self.conflict(!(1..=most).contains(&max_sown), "rules.max_sown", message);
    }

    /// Whether everything was in order.
    ///
    /// # Errors
    ///
    /// The faults, if there are any.
    pub fn none(&mut self) -> Result<(), Self> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(std::mem::take(self))
        }
    }

    /// Each fault with its key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(key, message)| (key.as_str(), message.as_str()))
    }
}

/// What a variant file says under `[rules]` where nothing is to be agreed on but how long a move may be.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MaxSown {
    /// A move that would sow more seeds than this counts as endless and is illegal (G3).
    #[schemars(range(min = 1))]
    pub max_sown: u32,
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::{BoardSpec, Faults};

    #[test]
    fn faults_are_an_error_that_names_the_keys() {
        let board = BoardSpec {
            rows: 3,
            columns: 40,
        };
        let mut faults = Faults::default();
        faults.check_board(&board, 2, 1..=12);
        let error: Box<dyn Error> = faults.none().expect_err("two faults").into();
        let expected = "board.rows: this ruleset has 2 rows, not 3\n\
                        board.columns: a row has 1 to 12 pits here, not 40";
        assert_eq!(error.to_string(), expected);
        assert!(faults.none().is_ok());
    }

    /// Three rows of six are nine pits each, of which nobody says what lies opposite.
    #[test]
    fn three_rows_have_even_rows_and_no_keys_of_two() {
        let board = |rows, columns| BoardSpec { rows, columns };
        assert_eq!(board(3, 6).pits_a_side(), 9);
        assert_eq!(board(2, 9).pits_a_side(), 9);
        let faults_of = |board: BoardSpec| {
            let mut faults = Faults::default();
            faults.check_two_or_three_rows(&board, &[("rules.opposite", true)]);
            faults.to_string()
        };
        assert_eq!(faults_of(board(2, 9)), "");
        let keys = "rules.opposite: goes with two rows, not with three";
        assert_eq!(faults_of(board(3, 6)), keys);
        let odd = "board.columns: three rows have 2, 4, 6, 8 or 10 pits each here, not 7";
        assert_eq!(faults_of(board(3, 7)), format!("{odd}\n{keys}"));
        let four = "board.rows: this ruleset has 2 rows, not 4";
        assert_eq!(faults_of(board(4, 6)), four);
    }
}
