//! Second opinion on toguz korgool and toguz xorgol (TO1 to TO4), sown seed by seed.

use std::cmp::Ordering;

use super::{Opinion, Sheet};

/// The options.
#[derive(Clone, Copy)]
pub struct Rules {
    pub clockwise: bool,
    pub least: u32,
    /// Whether tuzdiks may not face each other; else they may not have the same number.
    pub opposite: bool,
}

impl Rules {
    /// Rules of Toguz Korgool.
    pub const KORGOOL: Self = Self { clockwise: false, least: 2, opposite: false };
    /// Rules of Toguz Xorgol.
    pub const XORGOL: Self = Self { clockwise: true, least: 4, opposite: true };
}

/// Players are 0 for South and 1 for North.
#[derive(Clone)]
struct Game {
    /// Each player's row from its owner's left.
    rows: [Vec<u32>; 2],
    /// The tuzdik in each player's row, which is the opponent's; 0 is pit number one.
    tuzdik_in_row: [Option<usize>; 2],
    stores: [u32; 2],
    mover: usize,
}

pub fn opinion(rules: Rules, position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let mut game = read(&sheet);
    let stored = sheet.field("result").map(str::to_owned);
    let result = stored.or_else(|| end(&mut game)); // G9
    let mut moves = Vec::new();
    if result.is_none() {
        let game = read(&sheet);
        for pit in 0..9 {
            // TO1: no move starts from a tuzdik.
            if game.rows[game.mover][pit] == 0 || game.tuzdik_in_row[game.mover] == Some(pit) {
                continue;
            }
            let mut after = game.clone();
            play(rules, &mut after, pit);
            let result = end(&mut after);
            let letter = ['A', 'a'][game.mover];
            moves.push((format!("{letter}{}", pit + 1), write(&after, result)));
        }
    }
    Opinion { result, moves }
}

fn play(rules: Rules, game: &mut Game, start: usize) {
    let me = game.mover;
    let you = 1 - me;
    game.mover = you;
    let mut hand = game.rows[me][start];
    game.rows[me][start] = 0;
    let mut row = me;
    let mut pit = start;
    // TO1: the first seed goes back into the start pit, a single one to the next.
    if hand > 1 {
        game.rows[me][start] = 1;
        hand -= 1;
    }
    while hand > 0 {
        (row, pit) = match (rules.clockwise, pit) {
            (false, 8) => (1 - row, 0),
            (true, 0) => (1 - row, 8),
            (false, _) => (row, pit + 1),
            (true, _) => (row, pit - 1),
        };
        hand -= 1;
        if game.tuzdik_in_row[row] == Some(pit) {
            game.stores[1 - row] += 1; // TO3: to the tuzdik's owner
        } else {
            game.rows[row][pit] += 1;
        }
    }
    if row == me || game.tuzdik_in_row[you] == Some(pit) {
        return;
    }
    let seeds = game.rows[you][pit];
    if seeds.is_multiple_of(2) && seeds >= rules.least {
        // TO2
        game.stores[me] += game.rows[you][pit];
        game.rows[you][pit] = 0;
    } else if game.rows[you][pit] == 3 {
        // TO3: none of their own yet, not the last one, not the one that answers to the opponent's.
        let has_one = game.tuzdik_in_row[you].is_some();
        let barred = if rules.opposite { 8 - pit } else { pit };
        let is_barred = game.tuzdik_in_row[me] == Some(barred);
        let last = if rules.clockwise { 0 } else { 8 };
        if !has_one && pit != last && !is_barred {
            game.tuzdik_in_row[you] = Some(pit);
            game.stores[me] += 3;
            game.rows[you][pit] = 0;
        }
    }
}

/// TO4: looks for an ending and carries it out. Says who won if the game is over.
fn end(game: &mut Game) -> Option<String> {
    let [south, north] = game.stores;
    let board: u32 = game.rows.iter().flatten().sum();
    let total = board + south + north;
    // The board is left as it is.
    if 2 * south > total || 2 * north > total || (2 * south == total && 2 * north == total) {
        return Some(winner(game));
    }
    // The player to move has no seeds: the rest is the opponent's.
    if game.rows[game.mover].iter().any(|&n| n > 0) {
        return None;
    }
    let opponent = 1 - game.mover;
    for pit in &mut game.rows[opponent] {
        game.stores[opponent] += *pit;
        *pit = 0;
    }
    Some(winner(game))
}

fn winner(game: &Game) -> String {
    let [south, north] = game.stores;
    let winner = match south.cmp(&north) {
        Ordering::Greater => "S",
        Ordering::Less => "N",
        Ordering::Equal => "draw",
    };
    winner.to_owned()
}

fn read(sheet: &Sheet) -> Game {
    let south = sheet.rows[1].clone();
    let mut north = sheet.rows[0].clone();
    north.reverse();
    let mut tuzdik_in_row = [None, None];
    let names = sheet.field("tuzdik").unwrap_or("-");
    for name in names.split(',').filter(|&name| name != "-") {
        let number: usize = name[1..].parse().expect("number");
        tuzdik_in_row[usize::from(name.starts_with('a'))] = Some(number - 1);
    }
    Game {
        rows: [south, north],
        tuzdik_in_row,
        stores: sheet.pair("captured"),
        mover: usize::from(sheet.side == 'N'),
    }
}

fn write(game: &Game, result: Option<String>) -> String {
    let south = game.rows[0].clone();
    let mut north = game.rows[1].clone();
    north.reverse();
    let [s, n] = game.stores;
    let mut names = Vec::new();
    for row in [0, 1] {
        if let Some(pit) = game.tuzdik_in_row[row] {
            names.push(format!("{}{}", ['A', 'a'][row], pit + 1));
        }
    }
    if names.is_empty() {
        names.push("-".to_owned());
    }
    let mut fields =
        vec![("captured".to_owned(), format!("{s},{n}")), ("tuzdik".to_owned(), names.join(","))];
    if let Some(winner) = result {
        fields.push(("result".to_owned(), winner));
    }
    let sheet = Sheet { rows: vec![north, south], side: ['S', 'N'][game.mover], fields };
    sheet.write()
}
