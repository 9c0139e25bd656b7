//! Abstract Play's notation of games on two rows: the square of the pit, such as `c1`.

use super::Made;

/// Writes the square of the pit.
pub(super) fn write_move(made: &Made<'_>) -> String {
    made.square(made.start)
}
