//! Oware notation of Aalina, Aualé and OpenSpiel: `FfBe`, the letters of the pits, capital for South.
//!
//! A board such as `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S` has South's pits, North's pits, both stores and the player to move.

use super::{Made, diagram};
use crate::kernel::board::Side;
use crate::kernel::diagram::Diagram;

/// Writes the letter of the pit.
pub(super) fn write_move(made: &Made<'_>) -> String {
    let first = match made.start.owner {
        Side::South => b'A',
        Side::North => b'a',
    };
    char::from(first + made.start.spot).to_string()
}

/// Returns the letters outside tags, comments and variations.
pub(super) fn moves(text: &str) -> Vec<&str> {
    let (mut depth, mut moves) = (0_u32, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth = depth.saturating_sub(1),
            letter if depth == 0 && letter.is_alphabetic() => {
                moves.push(&text[at..at + letter.len_utf8()]);
            }
            _ => {}
        }
    }
    moves
}

/// Reads a board.
pub(super) fn read(columns: usize, text: &str) -> Option<Diagram> {
    let words: Vec<&str> = text.split('-').collect();
    let (side, numbers) = words.split_last()?;
    let numbers: Vec<u8> = numbers
        .iter()
        .map(|word| word.parse().ok())
        .collect::<Option<_>>()?;
    let (pits, won) = numbers.split_at_checked(2 * columns)?;
    let pits = [&pits[..columns], &pits[columns..]].map(<[u8]>::to_vec);
    Some(diagram(pits, won.try_into().ok()?, side.parse().ok()?))
}

/// Writes a board; `None` if pits are marked.
pub(super) fn write(board: &Diagram, captured: [u8; 2]) -> Option<String> {
    let numbers = board.pits.iter().flatten().chain(&captured);
    let numbers: Vec<String> = numbers.map(ToString::to_string).collect();
    let (numbers, side) = (numbers.join("-"), board.to_move.letter());
    (board.fields.len() == 1).then(|| format!("{numbers}-{side}"))
}
