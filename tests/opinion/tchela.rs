//! Second opinion on Tchela: the rules TL, naively, seed by seed, as an oracle for the engine.
//!
//! Repeated positions (TL9) need the game's history and are left out.

use super::{Opinion, Sheet};

/// G3: a move that sows more seeds than this counts as never ending.
const MAX_SOWN: u32 = 10_000;

/// A player's seeds: rows from the owner's left, the store, and what was captured.
#[derive(Debug, Clone, Default)]
struct Camp {
    front: Vec<u32>,
    back: Vec<u32>,
    store: u32,
    captured: u32,
}

/// A place where a seed can fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    /// A column, counted from the owner's left.
    Front(usize),
    Back(usize),
    Store,
}

impl Camp {
    /// TL1: the place after another, the store included.
    fn after(&self, at: At) -> At {
        let columns = self.front.len();
        match at {
            At::Front(column) if column == columns / 2 => At::Store,
            At::Store => At::Front(columns / 2 - 1),
            At::Front(0) => At::Back(0),
            At::Front(column) => At::Front(column - 1),
            At::Back(column) if column + 1 == columns => At::Front(column),
            At::Back(column) => At::Back(column + 1),
        }
    }

    /// The pit after another, past the store.
    fn pit_after(&self, at: At) -> At {
        match self.after(at) {
            At::Store => self.after(At::Store),
            pit => pit,
        }
    }

    fn at(&mut self, at: At) -> &mut u32 {
        match at {
            At::Front(column) => &mut self.front[column],
            At::Back(column) => &mut self.back[column],
            At::Store => &mut self.store,
        }
    }

    fn pits(&self) -> impl Iterator<Item = At> + use<> {
        let columns = 0..self.front.len();
        columns.clone().map(At::Front).chain(columns.map(At::Back))
    }

    fn in_opening(&self) -> bool {
        self.front.iter().chain(&self.back).all(|&seeds| seeds == 1)
    }

    fn held(&self) -> u32 {
        let rows: u32 = self.front.iter().chain(&self.back).sum();
        rows + self.store + self.captured
    }
}

/// A turn: TL2 to TL7. Returns whether the store got a seed, or `None` if the turn never ends.
fn turn(own: &mut Camp, other: &mut Camp, start: At, wants_store: bool) -> Option<bool> {
    let columns = own.front.len();
    let opening = own.in_opening();
    let mut place = start;
    let mut lifted = start;
    if opening {
        for _ in 0..columns {
            *own.at(place) -= 1;
            lifted = own.pit_after(place);
            *own.at(lifted) += 1;
            place = own.pit_after(lifted);
        }
    }
    let (mut decided, mut stored, mut sown) = (opening, false, 0);
    loop {
        let mut hand = std::mem::take(own.at(lifted));
        while hand > 0 {
            lifted = own.after(lifted);
            if lifted == At::Store {
                if decided || own.store > 0 {
                    continue;
                }
                decided = true;
                if !wants_store {
                    continue;
                }
                stored = true;
            }
            *own.at(lifted) += 1;
            hand -= 1;
            sown += u32::from(lifted != At::Store);
        }
        if sown > MAX_SOWN {
            return None;
        }
        if *own.at(lifted) == 1 {
            break;
        }
    }
    if let (At::Front(column), false) = (lifted, opening) {
        let facing = columns - 1 - column;
        if other.front[facing] > 0 {
            own.captured += std::mem::take(&mut other.front[facing]);
            own.captured += std::mem::take(&mut other.back[facing]);
        }
    }
    Some(stored)
}

/// The legal moves, each with the camps of the mover and the opponent after it.
fn moves(own: &Camp, other: &Camp, north: bool) -> Vec<(String, [Camp; 2])> {
    let letters = if north { ['a', 'b'] } else { ['A', 'B'] };
    let mut found: Vec<(String, [Camp; 2])> = Vec::new();
    for start in own.pits().chain([At::Store]) {
        if *own.clone().at(start) == 0 || start == At::Store && own.in_opening() {
            continue;
        }
        for wants_store in [false, true] {
            let (mut mine, mut theirs) = (own.clone(), other.clone());
            let Some(stored) = turn(&mut mine, &mut theirs, start, wants_store) else {
                continue;
            };
            // TL10
            let pit = match start {
                At::Front(column) => format!("{}{}", letters[0], column + 1),
                At::Back(column) => format!("{}{}", letters[1], column + 1),
                At::Store => format!("{}{}-", letters[0], own.front.len() / 2),
            };
            let name = if stored { pit + "+" } else { pit };
            // Without an empty store to pass, both wishes are the same move.
            if found.iter().all(|(other, _)| *other != name) {
                found.push((name, [mine, theirs]));
            }
        }
    }
    found
}

/// TL8: the result with this player to move, if the game is over.
fn result(own: &Camp, other: &Camp, north: bool) -> Option<String> {
    if !moves(own, other, north).is_empty() {
        return None;
    }
    let [mine, theirs] = if north { ["N", "S"] } else { ["S", "N"] };
    let word = match own.held().cmp(&other.held()) {
        std::cmp::Ordering::Greater => mine,
        std::cmp::Ordering::Less => theirs,
        std::cmp::Ordering::Equal => "draw",
    };
    Some(word.to_owned())
}

pub fn opinion(position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let north = sheet.side == 'N';
    let (store, captured) = (sheet.pair("store"), sheet.pair("captured"));
    let reversed = |row: usize| sheet.rows[row].iter().rev().copied().collect();
    let mut camps = [
        Camp {
            front: sheet.rows[2].clone(),
            back: sheet.rows[3].clone(),
            store: store[0],
            captured: captured[0],
        },
        Camp { front: reversed(1), back: reversed(0), store: store[1], captured: captured[1] },
    ];
    if north {
        camps.reverse();
    }
    let [own, other] = camps;
    let over = sheet.field("result").map(str::to_owned);
    if let Some(result) = over.or_else(|| result(&own, &other, north)) {
        return Opinion { result: Some(result), moves: Vec::new() };
    }
    let written = moves(&own, &other, north).into_iter();
    let written = written.map(|(name, [mine, theirs])| {
        let result = result(&theirs, &mine, !north);
        let [south, far] = if north { [theirs, mine] } else { [mine, theirs] };
        let turned = |row: &[u32]| row.iter().rev().copied().collect();
        let pair = |pair: [u32; 2]| format!("{},{}", pair[0], pair[1]);
        let mut fields = vec![
            ("captured".to_owned(), pair([south.captured, far.captured])),
            ("store".to_owned(), pair([south.store, far.store])),
        ];
        fields.extend(result.map(|result| ("result".to_owned(), result)));
        let sheet = Sheet {
            rows: vec![turned(&far.back), turned(&far.front), south.front, south.back],
            side: if north { 'S' } else { 'N' },
            fields,
        };
        (name, sheet.write())
    });
    Opinion { result: None, moves: written.collect() }
}
