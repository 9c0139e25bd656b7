//! Notation of toguz tournaments: `76`, the first pit and the one in which the last seed falls.
//!
//! Pits are counted from their owner's left. `x` marks a new tuzdik.

use super::Made;
use crate::kernel::board::Pit;

/// Writes the numbers of the first and the last pit.
pub(super) fn write_move(made: &Made<'_>) -> Option<String> {
    let number = |pit: Pit| 1 + pit.spot;
    let mark = if made.makes_tuzdik { "x" } else { "" };
    let (start, end) = (number(made.start), number(made.end?));
    (made.layout.columns() < 10).then(|| format!("{start}{end}{mark}"))
}

/// Compares a move as it may be typed; the mark may be Cyrillic.
pub(super) fn means(text: &str, written: &str) -> bool {
    text.replace(['X', 'х', 'Х'], "x") == written
}
