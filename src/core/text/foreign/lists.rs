//! Boards as lists of numbers, those of the Kalah Game Protocol and of Aalina.
//!
//! `<3,10,2,1,2,3,4,2,0>` of the Kalah Game Protocol gives the pits of a row and the seeds in South's and North's store.
//! South's and North's pits follow, each from the owner's left. The player to move is always South.
//!
//! `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S` of Aalina, Aualé and OpenSpiel has South's pits, North's pits, both stores and the
//! player to move.

use super::{captured, diagram};
use crate::kernel::{Diagram, Side};
use crate::text::join;

fn numbers<'a>(words: impl Iterator<Item = &'a str>) -> Option<Vec<u8>> {
    words.map(|word| word.parse().ok()).collect()
}

pub(super) fn read_kgp(columns: usize, text: &str) -> Option<Diagram> {
    let inner = text.strip_prefix('<')?.strip_suffix('>')?;
    let numbers = numbers(inner.split(',').map(str::trim))?;
    let [size, south, north, ref pits @ ..] = numbers[..] else {
        return None;
    };
    let (own, others) = pits.split_at_checked(columns)?;
    let pits = [own, others].map(<[u8]>::to_vec);
    (usize::from(size) == columns).then(|| diagram(pits, [south, north], Side::South))
}

/// Writes a board of the Kalah Game Protocol as the player to move sees it.
pub(super) fn write_kgp(mut board: Diagram) -> Option<String> {
    if board.to_move == Side::North {
        board.turn();
    }
    let [south, north] = captured(&board)?;
    let size = board.pits[0].len();
    let pits = join(board.pits.iter().flatten(), ",");
    Some(format!("<{size},{south},{north},{pits}>"))
}

/// Returns the parts of a text outside brackets, which enclose tags, comments and variations.
pub(super) fn outside(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_u32;
    text.split(move |letter: char| match letter {
        '[' | '{' | '(' => {
            depth += 1;
            true
        }
        ']' | '}' | ')' => {
            depth = depth.saturating_sub(1);
            true
        }
        _ => depth > 0,
    })
}

/// Returns the letters of moves of Aalina.
pub(super) fn moves(text: &str) -> Vec<&str> {
    let letters = outside(text).flat_map(|part| part.split_inclusive(|_: char| true));
    letters.filter(|letter| letter.starts_with(char::is_alphabetic)).collect()
}

pub(super) fn read_aalina(columns: usize, text: &str) -> Option<Diagram> {
    let (text, side) = text.rsplit_once('-')?;
    let numbers = numbers(text.split('-'))?;
    let (pits, won) = numbers.split_at_checked(2 * columns)?;
    let pits = [&pits[..columns], &pits[columns..]].map(<[u8]>::to_vec);
    Some(diagram(pits, won.try_into().ok()?, side.parse().ok()?))
}

/// Writes a board of Aalina; `None` if pits are marked.
pub(super) fn write_aalina(board: &Diagram, captured: [u8; 2]) -> Option<String> {
    let numbers = join(board.pits.iter().flatten().chain(&captured), "-");
    let side = board.to_move.letter();
    (board.fields.len() == 1).then(|| format!("{numbers}-{side}"))
}
