//! Second opinion on I Pere (PE1 to PE6), seed by seed over named pits.

use super::{Opinion, Sheet};

/// Number of pits in a row; the last one is the hogon.
const COLUMNS: usize = 5;

/// Pits of South and of North from their owner's left, and the players who have sown their hogon.
#[derive(Debug, Clone)]
struct Board {
    pits: [[u32; COLUMNS]; 2],
    sown: [bool; 2],
}

/// PE1: the pit after this one, as player and place in the row.
fn after((player, place): (usize, usize)) -> (usize, usize) {
    if place + 1 == COLUMNS { (1 - player, 0) } else { (player, place + 1) }
}

fn captured(seeds: u32) -> bool {
    seeds == 2 || seeds == 3
}

/// PE2 to PE5: the board after a player has played a pit.
fn played(board: &Board, player: usize, place: usize) -> Board {
    let mut board = board.clone();
    let from_hogon = place == COLUMNS - 1;
    let mut at = (player, place);
    for _ in 0..std::mem::take(&mut board.pits[player][place]) {
        at = after(at);
        while from_hogon && at.1 == COLUMNS - 1 {
            at = after(at);
        }
        board.pits[at.0][at.1] += 1;
    }
    let looked_at: Vec<(usize, usize)> = if from_hogon {
        board.sown[player] = true;
        (0..COLUMNS - 1).map(|place| (1 - player, place)).collect()
    } else {
        vec![at]
    };
    for (owner, place) in looked_at {
        if captured(board.pits[owner][place]) {
            let seeds = std::mem::take(&mut board.pits[owner][place]);
            board.pits[player][COLUMNS - 1] += seeds;
        }
    }
    board
}

/// PE2, PE4: the places that a player may play.
fn places(board: &Board, player: usize) -> Vec<usize> {
    if board.pits[player][COLUMNS - 1] >= 13 && !board.sown[player] {
        return vec![COLUMNS - 1];
    }
    (0..COLUMNS - 1).filter(|&place| board.pits[player][place] > 0).collect()
}

/// PE6: the result, if the player to move has no move.
fn result(board: &Board, player: usize) -> Option<String> {
    if !places(board, player).is_empty() {
        return None;
    }
    let [south, north] = board.pits.map(|row| row[COLUMNS - 1]);
    let winner = if south == north {
        "draw"
    } else if south > north {
        "S"
    } else {
        "N"
    };
    Some(winner.to_owned())
}

pub fn opinion(position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let player = usize::from(sheet.side == 'N');
    let mut north = sheet.rows[0].clone();
    north.reverse();
    let rows = [sheet.rows[1].clone(), north];
    let sown = sheet.field("sown").unwrap_or("-");
    let board = Board {
        pits: rows.map(|row| row.try_into().expect("five pits")),
        sown: ['S', 'N'].map(|side| sown.contains(side)),
    };
    let over = sheet.field("result").map(str::to_owned).or_else(|| result(&board, player));
    let playable = if over.is_some() { Vec::new() } else { places(&board, player) };
    let written = playable.into_iter().map(|place| {
        let after = played(&board, player, place);
        let sown = match after.sown {
            [false, false] => "-",
            [true, false] => "S",
            [false, true] => "N",
            [true, true] => "SN",
        };
        let mut fields = vec![("sown".to_owned(), sown.to_owned())];
        let ended = result(&after, 1 - player);
        fields.extend(ended.map(|result| ("result".to_owned(), result)));
        let [south, mut north] = after.pits;
        north.reverse();
        let sheet =
            Sheet { rows: vec![north.to_vec(), south.to_vec()], side: ['N', 'S'][player], fields };
        (format!("{}{}", ['A', 'a'][player], place + 1), sheet.write())
    });
    Opinion { moves: written.collect(), result: over }
}
