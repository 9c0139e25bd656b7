//! Second opinion on Bao Kingulu: the rules K, naively, as an oracle for the engine.

use super::{Opinion, Sheet};
use std::cmp::Ordering;

/// G3: a move that sows more seeds than this counts as never ending.
const MAX_SOWN: u32 = 10_000;

/// K1: pits 0 to 5 are A1 to A6, pits 6 to 11 are a1 to a6; a step of one runs
/// counterclockwise.
#[derive(Clone)]
struct Board {
    pits: [u32; 12],
    /// For the opponent of the pit's owner.
    reserved: [bool; 12],
    captured: [u32; 2],
}

/// The result of a position and the moves in it, each with the position that it leads to.
pub fn opinion(position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let board = read(&sheet);
    let player = usize::from(sheet.side == 'N');
    let result = match sheet.field("result") {
        Some(stored) => Some(stored.to_owned()),
        None => result(&board, player),
    };
    if result.is_some() {
        return Opinion { result, moves: Vec::new() };
    }
    let moves = moves(&board, player)
        .into_iter()
        .map(|(name, after)| (name, write(&after, 1 - player)))
        .collect();
    Opinion { result, moves }
}

/// K9: the result of a position with this player to move, if it is over.
fn result(board: &Board, player: usize) -> Option<String> {
    if !moves(board, player).is_empty() {
        return None;
    }
    let mut points = board.captured;
    for pit in 0..12 {
        if board.reserved[pit] {
            points[1 - owner(pit)] += board.pits[pit];
        } else {
            points[owner(pit)] += board.pits[pit];
        }
    }
    let result = match points[0].cmp(&points[1]) {
        Ordering::Greater => "S",
        Ordering::Less => "N",
        Ordering::Equal => "draw",
    };
    Some(result.to_owned())
}

/// Returns the owner of the row in which a pit lies.
fn owner(pit: usize) -> usize {
    pit / 6
}

fn moves(board: &Board, player: usize) -> Vec<(String, Board)> {
    let mut moves = Vec::new();
    for pit in 0..12 {
        // K2: a filled pit of the own row that the opponent has not reserved
        if owner(pit) != player || board.pits[pit] == 0 || board.reserved[pit] {
            continue;
        }
        if let Some(after) = play(board, player, pit) {
            moves.push((name(pit), after));
        }
    }
    moves
}

/// The board after a move; nothing if the move is illegal.
fn play(before: &Board, player: usize, start: usize) -> Option<Board> {
    let opponent = 1 - player;
    let mut board = before.clone();
    let mut pit = start;
    let mut sown = 0;
    let mut first_lap = true;
    loop {
        let lap = board.pits[pit];
        board.pits[pit] = 0;
        // G2: judged by what the pit held just before the last seed
        let mut held = 0;
        for _ in 0..lap {
            pit = (pit + 1) % 12; // K8: no pit is skipped
            held = board.pits[pit];
            board.pits[pit] += 1;
            sown += 1;
            if sown > MAX_SOWN {
                return None; // G3
            }
        }

        // K5: a reserved pit, either player's, ends the move
        if board.reserved[pit] {
            return Some(board);
        }
        // K3: the first lap may not end in a filled own pit, a reserved one apart
        if first_lap && held > 0 && owner(pit) == player {
            return None;
        }
        // K6: an opponent's pit that held three is reserved
        if owner(pit) == opponent && held == 3 {
            board.reserved[pit] = true;
            // K6: the last seed but one is added, unless the lap was one seed or it lies in a
            // reserved pit
            let one_before = (pit + 11) % 12;
            if lap > 1 && !board.reserved[one_before] {
                board.pits[one_before] -= 1;
                board.pits[pit] += 1;
            }
            return Some(board);
        }
        // K7: an empty pit ends the move
        if held == 0 {
            // K7: an own one captures from a filled opposite pit that is not reserved
            let opposite = 11 - pit;
            if owner(pit) == player && board.pits[opposite] > 0 && !board.reserved[opposite] {
                board.captured[player] += board.pits[opposite] + board.pits[pit];
                board.pits[opposite] = 0;
                board.pits[pit] = 0;
            }
            return Some(board);
        }
        // K4: else another lap from there, with all the seeds
        first_lap = false;
    }
}

fn name(pit: usize) -> String {
    let row = ['A', 'a'][owner(pit)];
    format!("{row}{}", pit % 6 + 1)
}

/// Part N: the rows a and A as South sees them, North's from North's right to left.
fn read(sheet: &Sheet) -> Board {
    let mut pits = [0; 12];
    for column in 0..6 {
        pits[column] = sheet.rows[1][column];
        pits[11 - column] = sheet.rows[0][column];
    }
    let names: Vec<&str> = sheet.field("reserved").unwrap_or("-").split(',').collect();
    Board {
        pits,
        reserved: std::array::from_fn(|pit| names.contains(&name(pit).as_str())),
        captured: sheet.pair("captured"),
    }
}

/// The position as one line, with its result if it is over.
fn write(board: &Board, player: usize) -> String {
    let north = (0..6).map(|column| board.pits[11 - column]).collect();
    let south = (0..6).map(|column| board.pits[column]).collect();
    let mut reserved = Vec::new();
    for pit in 0..12 {
        if board.reserved[pit] {
            reserved.push(name(pit));
        }
    }
    if reserved.is_empty() {
        reserved.push("-".to_owned());
    }
    let [south_captured, north_captured] = board.captured;
    let captured = format!("{south_captured},{north_captured}");
    let mut fields =
        vec![("captured".to_owned(), captured), ("reserved".to_owned(), reserved.join(","))];
    if let Some(result) = result(board, player) {
        fields.push(("result".to_owned(), result));
    }
    Sheet { rows: vec![north, south], side: ['S', 'N'][player], fields }.write()
}
