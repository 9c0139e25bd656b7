//! Actions of OpenSpiel: numbers of pits, from 0 for the player to move in Oware, around the board from 1 in Kalah.

use super::Made;
use crate::kernel::board::Side;

/// Writes the number of the pit. In Kalah, the stores are numbered too.
pub(super) fn write_move(made: &Made<'_>) -> String {
    let (columns, pit) = (made.layout.columns(), made.start);
    let has_stores = made.layout.ring_len() > 2 * columns;
    let number = match pit.owner {
        _ if !has_stores => pit.spot,
        Side::South => 1 + pit.spot,
        Side::North => 2 + columns + pit.spot,
    };
    number.to_string()
}
