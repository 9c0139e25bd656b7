//! Second opinion on simplified Tanzanian Bao: the rules T, naively, as an oracle for the engine.

use super::{Opinion, Sheet};

/// G3: a move that sows more seeds than this counts as never ending.
const MAX_SOWN: u32 = 10_000;

/// South's and North's rings. T1, Z0: pits 0 to 7 are the front pits 1 to 8, pits 8 to 15 the
/// back pits 8 to 1, all from the owner's left, so that a step of one runs clockwise.
type Board = [[u32; 16]; 2];

const CLOCKWISE: usize = 1;
const COUNTERCLOCKWISE: usize = 15;

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

/// The result of a position with this player to move, if it is over.
fn result(board: &Board, player: usize) -> Option<String> {
    let opponent = 1 - player;
    let winner = if front_is_empty(board, player) {
        // T5, and G9 for two empty front rows
        opponent
    } else if front_is_empty(board, opponent) {
        // T6
        player
    } else if moves(board, player).is_empty() {
        // T7
        opponent
    } else {
        // T8: no draws
        return None;
    };
    Some(["S", "N"][winner].to_owned())
}

fn front_is_empty(board: &Board, player: usize) -> bool {
    board[player][..8].iter().all(|&seeds| seeds == 0)
}

/// All the legal moves, on a board that is not over by an empty front row.
fn moves(board: &Board, player: usize) -> Vec<(String, Board)> {
    let mut moves = Vec::new();
    for pit in 0..16 {
        // T2: any pit with two seeds or more
        if board[player][pit] < 2 {
            continue;
        }
        // T2: in either direction
        for step in [CLOCKWISE, COUNTERCLOCKWISE] {
            if let Some(after) = play(board, player, pit, step) {
                moves.push((name(player, pit, step), after));
            }
        }
    }
    moves
}

/// The board after a move; nothing if the move never ends.
fn play(before: &Board, player: usize, start: usize, step: usize) -> Option<Board> {
    let opponent = 1 - player;
    let mut board = *before;
    let mut pit = start;
    let mut hand = board[player][pit];
    board[player][pit] = 0;
    let mut sown = 0;
    let mut won = false;
    loop {
        // G2: judged by what the pit held just before the last seed
        let mut filled = false;
        while hand > 0 {
            pit = (pit + step) % 16;
            filled = board[player][pit] > 0;
            board[player][pit] += 1;
            hand -= 1;
            sown += 1;
            if sown > MAX_SOWN {
                return None; // G3
            }
        }
        if won {
            return Some(board); // T5: the sowing in progress has been carried to its end
        }
        if !filled {
            return Some(board); // T3: sleeping
        }
        // T4: eating; front pit i faces front pit 9 - i
        if pit < 8 && board[opponent][7 - pit] > 0 {
            hand += board[opponent][7 - pit];
            board[opponent][7 - pit] = 0;
            won = front_is_empty(&board, opponent); // T5
        }
        // T3: wandering; T4: the own pit's seeds are sown on together with the eaten ones
        hand += board[player][pit];
        board[player][pit] = 0;
    }
}

/// T2: the direction is the one in which the hand moves over the row that it starts from.
fn name(player: usize, pit: usize, step: usize) -> String {
    let clockwise = step == CLOCKWISE;
    if pit < 8 {
        let row = ['A', 'a'][player];
        let direction = if clockwise { 'R' } else { 'L' };
        format!("{row}{}{direction}", pit + 1)
    } else {
        let row = ['B', 'b'][player];
        let direction = if clockwise { 'L' } else { 'R' };
        format!("{row}{}{direction}", 16 - pit)
    }
}

/// Part N: the rows b, a, A and B as South sees them.
fn read(sheet: &Sheet) -> Board {
    let mut board = [[0; 16]; 2];
    for column in 0..8 {
        board[0][column] = sheet.rows[2][column];
        board[0][15 - column] = sheet.rows[3][column];
        board[1][7 - column] = sheet.rows[1][column];
        board[1][8 + column] = sheet.rows[0][column];
    }
    board
}

/// The position as one line, with its result if it is over.
fn write(board: &Board, player: usize) -> String {
    let columns = 0..8_usize;
    let rows = vec![
        columns.clone().map(|column| board[1][8 + column]).collect(),
        columns.clone().map(|column| board[1][7 - column]).collect(),
        columns.clone().map(|column| board[0][column]).collect(),
        columns.map(|column| board[0][15 - column]).collect(),
    ];
    let mut fields = Vec::new();
    if let Some(result) = result(board, player) {
        fields.push(("result".to_owned(), result));
    }
    let side = ['S', 'N'][player];
    Sheet { rows, side, fields }.write()
}
