//! Second opinion on Ô ăn quan (QN1 to QN7), sown seed by seed.
//!
//! Places go round the board for both players alike: South's pits, the end space at South's right, North's pits, the
//! end space at North's right.

use std::cmp::Ordering;

use super::{Opinion, Sheet};

/// Players are 0 for South and 1 for North.
#[derive(Clone)]
struct Game {
    places: Vec<u32>,
    stores: [u32; 2],
    /// Whether the mandarin at each player's right is still there.
    quan: [bool; 2],
    debt: [u32; 2],
    mover: usize,
}

impl Game {
    fn columns(&self) -> usize {
        self.places.len() / 2 - 1
    }

    fn step(&self, place: usize, right: bool) -> usize {
        let len = self.places.len();
        (if right { place + 1 } else { place + len - 1 }) % len
    }

    /// Returns the player whose right end this is, if it is an end space.
    fn end(&self, place: usize) -> Option<usize> {
        let half = self.columns() + 1;
        (place % half == self.columns()).then_some(place / half)
    }

    fn row(&self, player: usize) -> std::ops::Range<usize> {
        let first = player * (self.columns() + 1);
        first..first + self.columns()
    }

    fn has_seeds(&self, player: usize) -> bool {
        self.row(player).any(|place| self.places[place] > 0)
    }

    /// QN7
    fn winner(&self) -> String {
        let count = |player: usize| {
            let row: u32 = self.row(player).map(|place| self.places[place]).sum();
            let returned = i64::from(self.debt[1 - player]) - i64::from(self.debt[player]);
            i64::from(row + self.stores[player]) + returned
        };
        let word = match count(0).cmp(&count(1)) {
            Ordering::Greater => "S",
            Ordering::Less => "N",
            Ordering::Equal => "draw",
        };
        word.to_owned()
    }

    fn over(&self) -> bool {
        self.quan == [false, false]
    }
}

pub fn opinion(position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let game = read(&sheet);
    let stored = sheet.field("result").map(str::to_owned);
    let moves = if stored.is_some() || game.over() { Vec::new() } else { moves(&game) };
    let result = stored.or_else(|| moves.is_empty().then(|| game.winner()));
    let written = moves.into_iter().map(|(name, mut after)| {
        let mut result = None;
        if after.over() {
            // QN7
            for player in [0, 1] {
                for place in after.row(player) {
                    after.stores[player] += std::mem::take(&mut after.places[place]);
                }
            }
            result = Some(after.winner());
        } else {
            refill(&mut after);
            if self::moves(&after).is_empty() {
                result = Some(after.winner());
            }
        }
        (name, write(&after, result))
    });
    Opinion { result, moves: written.collect() }
}

/// QN2; each with the game after the laps.
fn moves(game: &Game) -> Vec<(String, Game)> {
    let mut moves = Vec::new();
    for place in game.row(game.mover) {
        for right in [false, true] {
            if game.places[place] == 0 {
                continue;
            }
            let letter = ['A', 'a'][game.mover];
            let number = place - game.row(game.mover).start + 1;
            let way = if right { 'R' } else { 'L' };
            let after = play(game, place, right);
            moves.push((format!("{letter}{number}{way}"), after));
        }
    }
    moves
}

/// A turn, up to its captures.
fn play(before: &Game, start: usize, right: bool) -> Game {
    let mut game = before.clone();
    let me = game.mover;
    let mut from = start;
    let mut next = loop {
        let hand = std::mem::take(&mut game.places[from]);
        let mut place = from;
        for _ in 0..hand {
            place = game.step(place, right);
            game.places[place] += 1;
        }
        // QN3
        from = game.step(place, right);
        if game.end(from).is_some() || game.places[from] == 0 {
            break from;
        }
    };
    // QN4, QN5
    while game.end(next).is_none() && game.places[next] == 0 {
        let beyond = game.step(next, right);
        if game.places[beyond] == 0 {
            break;
        }
        game.stores[me] += std::mem::take(&mut game.places[beyond]);
        if let Some(end) = game.end(beyond) {
            game.quan[end] = false;
        }
        next = game.step(beyond, right);
    }
    game.mover = 1 - me;
    game
}

/// QN6
fn refill(game: &mut Game) {
    let me = game.mover;
    let needed = u32::try_from(game.columns()).expect("a short row");
    if game.has_seeds(me) || game.stores[0] + game.stores[1] < needed {
        return;
    }
    let borrowed = needed.saturating_sub(game.stores[me]);
    game.stores[me] -= needed - borrowed;
    game.stores[1 - me] -= borrowed;
    game.debt[me] += borrowed;
    for place in game.row(me) {
        game.places[place] = 1;
    }
}

fn read(sheet: &Sheet) -> Game {
    let ends = sheet.pair("ends");
    let mut places = sheet.rows[1].clone();
    places.push(ends[0]);
    places.extend(sheet.rows[0].iter().rev());
    places.push(ends[1]);
    let quan = sheet.field("quan").unwrap_or("SN");
    let debt = ["debt-S", "debt-N"].map(|name| {
        let debt = sheet.field(name).unwrap_or("0");
        debt.parse().expect("number")
    });
    Game {
        places,
        stores: sheet.pair("captured"),
        quan: ['S', 'N'].map(|side| quan.contains(side)),
        debt,
        mover: usize::from(sheet.side == 'N'),
    }
}

fn write(game: &Game, result: Option<String>) -> String {
    let columns = game.columns();
    let south = game.places[..columns].to_vec();
    let mut north = game.places[columns + 1..=2 * columns].to_vec();
    north.reverse();
    let pair = |[south, north]: [u32; 2]| format!("{south},{north}");
    let quan = match game.quan {
        [true, true] => "SN",
        [true, false] => "S",
        [false, true] => "N",
        [false, false] => "-",
    };
    let ends = [game.places[columns], game.places[2 * columns + 1]];
    let mut fields = vec![
        ("ends".to_owned(), pair(ends)),
        ("captured".to_owned(), pair(game.stores)),
        ("quan".to_owned(), quan.to_owned()),
        ("debt-S".to_owned(), game.debt[0].to_string()),
        ("debt-N".to_owned(), game.debt[1].to_string()),
    ];
    if let Some(winner) = result {
        fields.push(("result".to_owned(), winner));
    }
    let sheet = Sheet { rows: vec![north, south], side: ['S', 'N'][game.mover], fields };
    sheet.write()
}
