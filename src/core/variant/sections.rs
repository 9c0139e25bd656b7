//! Sections of variant files that many rulesets share, and errors in their values.

use std::fmt;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kernel::MOST_SEEDS;

/// Declares enums for the values of keys in variant files, which are written in kebab case. The first value is the
/// default.
macro_rules! options {
    ($(
        $(#[doc = $about:literal])*
        pub enum $name:ident {
            $(#[doc = $of_first:literal])* $first:ident,
            $($(#[doc = $of:literal])* $value:ident,)*
        }
    )*) => {$(
        $(#[doc = $about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, serde::Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $(#[doc = $of_first])*
            #[default]
            $first,
            $($(#[doc = $of])* $value,)*
        }

        // For each value, this table takes less than half of the code of a derived implementation.
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($name)).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::variant::schemas::options(concat!($($about, "\n"),*), &[
                    (stringify!($first), concat!($($of_first, "\n"),*)),
                    $((stringify!($value), concat!($($of, "\n"),*)),)*
                ])
            }
        }
    )*};
}
pub(crate) use options;

/// Declares the struct of a section of variant files, with a field for each key.
///
/// A key may be left out unless it is `required`. Its default is that of its type, or the result of a function. The
/// calling crate needs the crates `serde` and `schemars`.
///
/// ```
/// mankala_core::keys! {
///     /// Keys of `[rules]`.
///     pub struct Rules {
///         /// Numbers of seeds at which a pit is captured.
///         required pub counts: Vec<u8>,
///         /// Whether a last seed in a filled pit is sown on.
///         pub laps: bool,
///         /// Minimum number of seeds in a pit that is sown on.
///         pub least: u8 = "two",
///     }
/// }
///
/// fn two() -> u8 {
///     2
/// }
/// ```
#[macro_export]
macro_rules! keys {
    ($(#[$about:meta])* pub struct $name:ident { $($keys:tt)* }) => {
        $crate::keys! { @ [$(#[$about])* pub struct $name] [] $($keys)* }
    };
    (@ $head:tt [$($done:tt)*] $(#[$doc:meta])* required pub $key:ident: $type:ty, $($rest:tt)*) => {
        $crate::keys! { @ $head [$($done)* $(#[$doc])* pub $key: $type,] $($rest)* }
    };
    (@ $head:tt [$($done:tt)*] $(#[$doc:meta])* pub $key:ident: $type:ty = $default:literal, $($rest:tt)*) => {
        $crate::keys! { @ $head [$($done)* $(#[$doc])* #[serde(default = $default)] pub $key: $type,] $($rest)* }
    };
    (@ $head:tt [$($done:tt)*] $(#[$doc:meta])* pub $key:ident: $type:ty, $($rest:tt)*) => {
        $crate::keys! { @ $head [$($done)* $(#[$doc])* #[serde(default)] pub $key: $type,] $($rest)* }
    };
    (@ [$($head:tt)*] [$($done:tt)*]) => {
        #[derive(Debug, Clone, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        $($head)* { $($done)* }
    };
}
#[doc(inline)]
pub use keys;

/// Adds an error for each key whose condition holds: `conflicts!(conflicts; "rules.least" if least == 0 => "…";)`.
macro_rules! conflicts {
    ($conflicts:expr; $($key:tt if $wrong:expr => $message:literal;)*) => {
        $($conflicts.conflict($wrong, $key, format_args!($message));)*
    };
}
pub(crate) use conflicts;

pub mod rounds;

pub use rounds::Rounds;

/// Rules in words that all rulesets share.
pub const WORDS: &str = include_str!("sections/rounds.md");

/// Keys of `[board]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardSpec {
    /// Number of rows of the board, both players' together.
    pub rows: u8,
    /// Number of pits in a row.
    pub columns: u8,
}

impl BoardSpec {
    /// Returns the number of pits of each player, half of all.
    pub fn pits_a_side(&self) -> u8 {
        u8::try_from(u16::from(self.rows) * u16::from(self.columns) / 2).unwrap_or(u8::MAX)
    }

    /// Returns `true` if the board has three rows: each player has the nearest row and half of the middle one.
    pub const fn has_three_rows(&self) -> bool {
        self.rows == 3
    }
}

/// Keys of `[setup]` if every pit starts with the same number of seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SameSeeds {
    /// Seeds in each pit.
    #[schemars(range(min = 1, max = 127))]
    pub seeds: u8,
}

/// Errors in values that are valid one by one, but not together.
#[derive(Debug, Clone, Default, PartialEq, Eq, thiserror::Error)]
pub struct Conflicts(Vec<(String, String)>);

impl fmt::Display for Conflicts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (key, message)) in self.iter().enumerate() {
            let line = if index == 0 { "" } else { "\n" };
            write!(f, "{line}{key}: {message}")?;
        }
        Ok(())
    }
}

impl Conflicts {
    /// Adds an error for a key, `section.key`, if `wrong` is set.
    pub fn conflict(&mut self, wrong: bool, key: &str, message: fmt::Arguments<'_>) {
        if wrong {
            self.0.push((key.to_owned(), message.to_string()));
        }
    }

    /// Checks that the ruleset can play a board of this shape.
    pub fn check_board(&mut self, board: &BoardSpec, rows: u8, columns: RangeInclusive<u8>) {
        let (found_rows, found) = (board.rows, board.columns);
        let (least, most) = (columns.start(), columns.end());
        conflicts!(self;
            "board.rows" if found_rows != rows
                => "this ruleset requires {rows} rows, found {found_rows}";
            "board.columns" if !columns.contains(&found)
                => "this ruleset requires {least} to {most} pits per row, found {found}";
        );
    }

    /// Checks the shape of a board of two or three rows. The keys in `across` refer to opposite pits or ends of rows,
    /// which three rows do not have.
    pub fn check_two_or_three_rows(&mut self, board: &BoardSpec, across: &[(&str, bool)]) {
        if !board.has_three_rows() {
            return self.check_board(board, 2, 2..=16);
        }
        let found = board.columns;
        let even = (2..=10).contains(&found) && found.is_multiple_of(2);
        conflicts!(self;
            "board.columns" if !even
                => "three rows must have 2, 4, 6, 8 or 10 pits each, found {found}";
        );
        for &(key, used) in across {
            conflicts!(self; key if used => "allowed with two rows only, not with three";);
        }
    }

    /// Checks the number of seeds in each pit at the start (`G7`).
    pub fn check_seeds(&mut self, board: &BoardSpec, setup: &SameSeeds) {
        conflicts!(self; "setup.seeds" if setup.seeds == 0 => "must be at least 1";);
        let pits = u32::from(board.rows) * u32::from(board.columns);
        self.check_total(pits * u32::from(setup.seeds));
    }

    /// Checks that a position can hold all seeds of the game (`G7`).
    pub fn check_total(&mut self, seeds: u32) {
        conflicts!(self;
            "setup" if seeds > u32::from(MOST_SEEDS)
                => "{seeds} seeds in all; the maximum is {MOST_SEEDS} (G7)";
        );
    }

    /// Checks the limit on the seeds that a move may sow (`G3`).
    pub fn check_max_sown(&mut self, max_sown: u32, most: u32) {
        conflicts!(self;
            "rules.max_sown" if !(1..=most).contains(&max_sown)
                => "expected 1 to {most}, found {max_sown}";
        );
    }

    /// Returns `Ok` if there are no errors.
    ///
    /// # Errors
    ///
    /// The errors found so far, which are removed from `self`.
    pub fn none(&mut self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(std::mem::take(self)) }
    }

    /// Returns an iterator over the errors, each with its key. On a wrong board, those of the opening mean nothing.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let is_board_wrong = self.0.iter().any(|(key, _)| key.starts_with("board."));
        let errors = self.0.iter().map(|(key, message)| (key.as_str(), message.as_str()));
        errors.filter(move |(key, _)| !is_board_wrong || !key.starts_with("setup"))
    }
}

/// Keys of `[rules]` if the length of a move is the only option.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MaxSown {
    /// A move that would sow more seeds than this counts as endless and is illegal (G3).
    #[schemars(range(min = 1))]
    pub max_sown: u32,
}
