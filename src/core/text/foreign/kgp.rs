//! Kalah Game Protocol: boards `<3,10,2,1,2,3,4,2,0>`, and moves that are numbers of pits.
//!
//! A board gives the pits of a row, the seeds in South's and North's store, then South's and North's pits, each from the
//! owner's left. The player to move is always South.

use super::{Made, captured, diagram};
use crate::kernel::board::Side;
use crate::kernel::diagram::Diagram;

/// Writes the number of the pit.
pub(super) fn write_move(made: &Made<'_>) -> String {
    (1 + made.start.spot).to_string()
}

/// Reads a board.
pub(super) fn read(columns: usize, text: &str) -> Option<Diagram> {
    let inner = text.strip_prefix('<')?.strip_suffix('>')?;
    let numbers: Vec<u8> = inner
        .split(',')
        .map(|word| word.trim().parse().ok())
        .collect::<Option<_>>()?;
    let [size, south, north, ref pits @ ..] = numbers[..] else {
        return None;
    };
    if usize::from(size) != columns || pits.len() != 2 * columns {
        return None;
    }
    let pits = [&pits[..columns], &pits[columns..]].map(<[u8]>::to_vec);
    Some(diagram(pits, [south, north], Side::South))
}

/// Writes a board as the player to move sees it.
pub(super) fn write(mut board: Diagram) -> Option<String> {
    if board.to_move == Side::North {
        board.turn();
    }
    let [south, north] = captured(&board)?;
    let pits = board.pits.iter().flatten();
    let pits: Vec<String> = pits.map(ToString::to_string).collect();
    let (size, pits) = (board.pits[0].len(), pits.join(","));
    Some(format!("<{size},{south},{north},{pits}>"))
}
