//! Second opinion on oware (OW1 to OW5) and awari (AW1, AW2), sown seed by seed.
//!
//! Repeated positions (OW6, AW3) need the game's history and are left out.

use std::cmp::Ordering;

use super::{Opinion, Sheet};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    Oware,
    Awari,
}

/// Players are 0 for South and 1 for North.
#[derive(Clone)]
struct Game {
    /// Each player's row from its owner's left.
    rows: [Vec<u32>; 2],
    stores: [u32; 2],
    mover: usize,
}

pub fn opinion(rules: Rules, position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let mut game = read(&sheet);
    let stored = sheet.field("result").map(str::to_owned);
    let result = stored.or_else(|| end(&mut game, rules)); // G9
    let mut moves = Vec::new();
    if result.is_none() {
        let game = read(&sheet);
        for (pit, mut after) in legal(&game, rules) {
            let result = end(&mut after, rules);
            let letter = ['A', 'a'][game.mover];
            moves.push((format!("{letter}{}", pit + 1), write(&after, result)));
        }
    }
    Opinion { result, moves }
}

/// The legal moves, with the game after each; endings are not yet looked at.
fn legal(game: &Game, rules: Rules) -> Vec<(usize, Game)> {
    let me = game.mover;
    let you = 1 - me;
    let mut all = Vec::new();
    for pit in 0..game.rows[me].len() {
        if game.rows[me][pit] > 0 {
            let mut after = game.clone();
            play(&mut after, rules, pit);
            all.push((pit, after));
        }
    }
    let mut feeding = all.clone();
    feeding.retain(|(_, after)| !bare(&after.rows[you]));
    match rules {
        // OW4: only the opponent who has no seeds must be fed.
        Rules::Oware if bare(&game.rows[you]) => feeding,
        Rules::Oware => all,
        // AW1: leaving them none is legal only if every move does.
        Rules::Awari if feeding.is_empty() => all,
        Rules::Awari => feeding,
    }
}

fn play(game: &mut Game, rules: Rules, start: usize) {
    let me = game.mover;
    let you = 1 - me;
    let columns = game.rows[me].len();
    let mut hand = game.rows[me][start];
    game.rows[me][start] = 0;
    let mut row = me;
    let mut pit = start;
    while hand > 0 {
        pit += 1;
        if pit == columns {
            row = 1 - row;
            pit = 0;
        }
        // OW1: the start pit is skipped.
        if (row, pit) == (me, start) {
            continue;
        }
        game.rows[row][pit] += 1;
        hand -= 1;
    }
    game.mover = you;

    // OW2: from the last pit backwards, without a gap, in the opponent's row only.
    if row == me {
        return;
    }
    let mut left = game.rows[you].clone();
    let mut taken = 0;
    while left[pit] == 2 || left[pit] == 3 {
        taken += left[pit];
        left[pit] = 0;
        if pit == 0 {
            break;
        }
        pit -= 1;
    }
    // OW3: all of their seeds can't be taken. AW1: where it is legal, they are.
    if rules == Rules::Oware && bare(&left) {
        return;
    }
    game.rows[you] = left;
    game.stores[me] += taken;
}

/// Looks for an ending and carries it out. Says who won if the game is over.
fn end(game: &mut Game, rules: Rules) -> Option<String> {
    let [south, north] = game.stores;
    let board: u32 = game.rows.iter().flatten().sum();
    let total = board + south + north;
    // OW5: the board is left as it is.
    if 2 * south > total || 2 * north > total || (2 * south == total && 2 * north == total) {
        return Some(winner(game));
    }
    let over = match rules {
        // OW4, and G5 for a player to move who has nothing
        Rules::Oware => legal(game, rules).is_empty(),
        // AW2
        Rules::Awari => bare(&game.rows[game.mover]),
    };
    if !over {
        return None;
    }
    // OW4: each takes their own row. AW2: what is left goes to the opponent, which is the same,
    // as it lies in their row.
    for player in [0, 1] {
        for pit in &mut game.rows[player] {
            game.stores[player] += *pit;
            *pit = 0;
        }
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

fn bare(row: &[u32]) -> bool {
    row.iter().all(|&n| n == 0)
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
    let sheet = Sheet { rows: vec![north, south], side: ['S', 'N'][game.mover], fields };
    sheet.write()
}
