//! Second opinion on Bao 6x2: the rules C, naively, as an oracle for the engine.

use super::{Opinion, Sheet};
use std::cmp::Ordering;

/// G3: a move that sows more seeds than this counts as never ending.
const MAX_SOWN: u32 = 10_000;

/// One step left to right on one's own row, or right to left, on the ring of twelve.
const RIGHT: usize = 1;
const LEFT: usize = 11;

/// C1: pits 0 to 5 are A1 to A6, pits 6 to 11 are a1 to a6.
#[derive(Clone)]
struct Board {
    pits: [u32; 12],
    stores: [u32; 2],
}

/// A move under way, between two sowings.
#[derive(Clone)]
struct Hand {
    board: Board,
    player: usize,
    /// Pit of the last seed.
    pit: usize,
    step: usize,
    sown: u32,
    ended: bool,
}

/// The result of a position and the moves in it, each with the position that it leads to.
pub fn opinion(position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let board = read(&sheet);
    let player = usize::from(sheet.side == 'N');
    let moves = moves(&board, player);
    let result = match sheet.field("result") {
        Some(stored) => Some(stored.to_owned()),
        // G9: taken as not preventable
        None if moves.is_empty() => Some(ending(&board, false)),
        None => None,
    };
    if result.is_some() {
        return Opinion { result, moves: Vec::new() };
    }

    let opponent = 1 - player;
    // C11: was there a move, a stop included, after which the opponent could have moved?
    let preventable = moves.iter().any(|(_, after)| can_move(after, opponent));
    let mut texts = Vec::new();
    for (name, after) in moves {
        let result =
            if can_move(&after, opponent) { None } else { Some(ending(&after, preventable)) };
        texts.push((name, write(&after, opponent, result)));
    }
    Opinion { result, moves: texts }
}

/// C11: a player without a legal move ends the game.
fn can_move(board: &Board, player: usize) -> bool {
    !moves(board, player).is_empty()
}

/// C11: who wins a game that has ended.
fn ending(board: &Board, preventable: bool) -> String {
    let mut points = board.stores;
    for pit in 0..12 {
        let owner = pit / 6;
        let taker = if preventable { 1 - owner } else { owner };
        points[taker] += board.pits[pit];
    }
    let result = match points[0].cmp(&points[1]) {
        Ordering::Greater => "S",
        Ordering::Less => "N",
        Ordering::Equal => "draw",
    };
    result.to_owned()
}

/// All the legal moves, the stopped ones included.
fn moves(board: &Board, player: usize) -> Vec<(String, Board)> {
    let mut moves = Vec::new();
    for number in 1..=6 {
        let pit = player * 6 + number - 1;
        // C1: any filled own pit, in either direction
        if board.pits[pit] == 0 {
            continue;
        }
        let row = ['A', 'a'][player];
        for (step, letter) in [(RIGHT, 'R'), (LEFT, 'L')] {
            let hand = Hand { board: board.clone(), player, pit, step, sown: 0, ended: false };
            play(hand, &format!("{row}{number}{letter}"), &mut moves);
        }
    }
    moves
}

/// Carries a move out and notes where it ends, and where it may be stopped.
fn play(mut hand: Hand, name: &str, moves: &mut Vec<(String, Board)>) {
    hand.lap();
    // C2: the first lap decides whether it is a capture move
    let capture_move = hand.faces_a_capture();
    let mut passed = Vec::new();
    for sowings in 1.. {
        if hand.sown > MAX_SOWN {
            return; // G3
        }
        if hand.ended {
            moves.push((name.to_owned(), hand.board));
            return;
        }
        let mut next = hand.clone();
        if capture_move && next.faces_a_capture() {
            next.capture(); // C3, C6
        } else {
            next.lap(); // C6, C7
        }
        // C10: if that leaves the opponent's row empty, the player may stop before it
        // G3: but only once in the same state
        let state = (hand.board.pits, hand.pit, hand.step);
        if next.opponent_is_empty() && !passed.contains(&state) {
            moves.push((format!("{name}!{sowings}"), hand.board.clone()));
        }
        passed.push(state);
        hand = next;
    }
}

impl Hand {
    /// Lifts the pit and sows its seeds.
    fn lap(&mut self) {
        let lifted = self.pit;
        let seeds = self.board.pits[lifted];
        self.board.pits[lifted] = 0;
        for _ in 0..seeds {
            self.pit = (self.pit + self.step) % 12;
            // C9: the pit that the lap was lifted from is skipped
            if self.pit == lifted {
                self.pit = (self.pit + self.step) % 12;
            }
            self.drop_one();
        }
    }

    /// C4: takes the seeds opposite, one to the store, and sows the rest.
    fn capture(&mut self) {
        let opposite = 11 - self.pit;
        let seeds = self.board.pits[opposite] - 1;
        self.board.pits[opposite] = 0;
        self.board.stores[self.player] += 1;
        if seeds == 0 {
            self.ended = true; // C4
            return;
        }
        let left_end = self.player * 6;
        let right_end = self.player * 6 + 5;
        // C5: from an own end pit towards the centre
        if self.pit == left_end {
            self.step = RIGHT;
        } else if self.pit == right_end {
            self.step = LEFT;
        }
        // C5: the first seed falls into the end pit on the side that the hand comes from
        self.pit = if self.step == RIGHT { left_end } else { right_end };
        self.drop_one();
        // C9: nothing is skipped
        for _ in 1..seeds {
            self.pit = (self.pit + self.step) % 12;
            self.drop_one();
        }
    }

    /// Drops a seed; C8: if it is the last one, an empty pit (G2) ends the move.
    fn drop_one(&mut self) {
        self.ended = self.board.pits[self.pit] == 0;
        self.board.pits[self.pit] += 1;
        self.sown += 1;
    }

    /// C2, C6: the last seed fell into a filled own pit whose opposite pit is filled.
    fn faces_a_capture(&self) -> bool {
        !self.ended && self.pit / 6 == self.player && self.board.pits[11 - self.pit] > 0
    }

    fn opponent_is_empty(&self) -> bool {
        let opponent = 1 - self.player;
        (0..6).all(|i| self.board.pits[opponent * 6 + i] == 0)
    }
}

/// Part N: the rows a and A as South sees them, North's from North's right to left.
fn read(sheet: &Sheet) -> Board {
    let mut pits = [0; 12];
    for column in 0..6 {
        pits[column] = sheet.rows[1][column];
        pits[11 - column] = sheet.rows[0][column];
    }
    Board { pits, stores: sheet.pair("captured") }
}

/// Writes the position as one line.
fn write(board: &Board, player: usize, result: Option<String>) -> String {
    let north = (0..6).map(|column| board.pits[11 - column]).collect();
    let south = (0..6).map(|column| board.pits[column]).collect();
    let [south_store, north_store] = board.stores;
    let captured = format!("{south_store},{north_store}");
    let mut fields = vec![("captured".to_owned(), captured)];
    if let Some(result) = result {
        fields.push(("result".to_owned(), result));
    }
    Sheet { rows: vec![north, south], side: ['S', 'N'][player], fields }.write()
}
