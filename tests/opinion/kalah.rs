//! Second opinion on kalah (KA1 to KA4), sown seed by seed.

use std::cmp::Ordering;

use super::{Opinion, Sheet};

/// What a last seed in an empty own pit does (KA3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capture {
    /// Nothing, where the opposite pit is empty.
    OppositeFilled,
    /// It is banked even where the opposite pit is empty.
    Always,
}

/// Players are 0 for South and 1 for North.
#[derive(Clone)]
struct Game {
    /// Each player's row from its owner's left.
    rows: [Vec<u32>; 2],
    stores: [u32; 2],
    mover: usize,
}

pub fn opinion(capture: Capture, position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let mut game = read(&sheet);
    let stored = sheet.field("result").map(str::to_owned);
    let result = stored.or_else(|| end(&mut game)); // G9
    let mut moves = Vec::new();
    if result.is_none() {
        let game = read(&sheet);
        for pit in 0..game.rows[game.mover].len() {
            if game.rows[game.mover][pit] == 0 {
                continue;
            }
            let mut after = game.clone();
            play(&mut after, capture, pit);
            let result = end(&mut after);
            let letter = ['A', 'a'][game.mover];
            moves.push((format!("{letter}{}", pit + 1), write(&after, result)));
        }
    }
    Opinion { result, moves }
}

fn play(game: &mut Game, capture: Capture, start: usize) {
    let me = game.mover;
    let you = 1 - me;
    let columns = game.rows[me].len();
    let mut hand = game.rows[me][start];
    game.rows[me][start] = 0;
    let mut row = me;
    let mut pit = start;
    // KA1: own row, own store (written as the pit after the last), opponent's row. The start
    // pit is not skipped.
    let mut before = 0;
    while hand > 0 {
        pit += 1;
        if pit > columns || (pit == columns && row == you) {
            row = 1 - row;
            pit = 0;
        }
        hand -= 1;
        if pit == columns {
            game.stores[me] += 1;
        } else {
            before = game.rows[row][pit];
            game.rows[row][pit] += 1;
        }
    }
    // KA2
    if pit == columns {
        return;
    }
    // KA3: seeds of the same sowing count, on both sides.
    if row == me && before == 0 {
        let opposite = columns - 1 - pit;
        if game.rows[you][opposite] > 0 || capture == Capture::Always {
            game.stores[me] += game.rows[me][pit] + game.rows[you][opposite];
            game.rows[me][pit] = 0;
            game.rows[you][opposite] = 0;
        }
    }
    game.mover = you;
}

/// KA4: with a row empty each side takes what lies on it. Says who won if the game is over.
fn end(game: &mut Game) -> Option<String> {
    if game.rows.iter().all(|row| row.iter().any(|&n| n > 0)) {
        return None;
    }
    for player in [0, 1] {
        for pit in &mut game.rows[player] {
            game.stores[player] += *pit;
            *pit = 0;
        }
    }
    let [south, north] = game.stores;
    let winner = match south.cmp(&north) {
        Ordering::Greater => "S",
        Ordering::Less => "N",
        Ordering::Equal => "draw",
    };
    Some(winner.to_owned())
}

fn read(sheet: &Sheet) -> Game {
    let south = sheet.rows[1].clone();
    let mut north = sheet.rows[0].clone();
    north.reverse();
    Game {
        rows: [south, north],
        stores: sheet.pair("captured"),
        mover: usize::from(sheet.side == 'N'),
    }
}

fn write(game: &Game, result: Option<String>) -> String {
    let south = game.rows[0].clone();
    let mut north = game.rows[1].clone();
    north.reverse();
    let [s, n] = game.stores;
    let mut fields = vec![("captured".to_owned(), format!("{s},{n}"))];
    if let Some(winner) = result {
        fields.push(("result".to_owned(), winner));
    }
    let sheet = Sheet {
        rows: vec![north, south],
        side: ['S', 'N'][game.mover],
        fields,
    };
    sheet.write()
}
