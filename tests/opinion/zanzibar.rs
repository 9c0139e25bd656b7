//! Second opinion on the Zanzibar Bao family: Zanzibar Bao, its simpler forms, and Bao Kiswahili of DR Congo.
//!
//! A player's sixteen pits are one ring (Z0), seen by their owner: 0 to 7 are the front row
//! from left to right, 8 to 15 the back row from right to left. One step up is clockwise.

#![allow(
    clippy::needless_range_loop,
    reason = "pits are numbers here, and one number means pits of several rows"
)]
#![allow(
    clippy::self_named_constructors,
    reason = "the family is called after its best known member"
)]

use super::{Opinion, Sheet};

const HOUSE: usize = 4; // Z0: fifth from the owner's left
const CLOCKWISE: usize = 1;
const ANTICLOCKWISE: usize = 15; // fifteen steps on are one step back

/// The rules that differ between the members of the family.
#[derive(Debug, Clone)]
pub struct Zanzibar {
    /// G3: more seeds than this and the move never ends.
    pub max_sown: u32,
    /// Z4.1 is played.
    pub takasia: bool,
    /// Part B holds.
    pub kiswahili: bool,
    /// Part D holds, each of its rules.
    pub congo: bool,
    /// There are houses, and a namua stage before the mtaji stage.
    pub house: bool,
    full: u32, // seeds of a full house
}

/// A position whose game goes on. South is player 0, North is player 1.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Board {
    pits: [[u32; 16]; 2],
    store: [u32; 2],
    house: [bool; 2],
    takasia: Option<usize>, // a pit of the player to move
    mover: usize,
}

/// A finite move carried out.
#[derive(Debug)]
struct Made {
    text: String,                  // without its `*` and `**`
    first_captured: Option<usize>, // the opponent's pit; none in a takasa
    after: Board,
    winner: Option<usize>, // by an empty front row
}

/// A move under way.
#[derive(Debug, Clone)]
struct Walk {
    board: Board,
    me: usize,
    namua: bool,
    capturing: bool,
    step: usize,
    at: usize, // where the last seed fell
    sown: u32,
    winner: Option<usize>,
}

impl Zanzibar {
    pub fn zanzibar() -> Self {
        Self {
            max_sown: 10_000,
            takasia: true,
            kiswahili: false,
            congo: false,
            house: true,
            full: 6,
        }
    }

    /// Bawo: a house of fewer than eight seeds is like any other pit.
    pub fn bawo() -> Self {
        Self { full: 8, ..Self::zanzibar() }
    }

    pub fn kiswahili() -> Self {
        Self {
            takasia: false, // B5
            kiswahili: true,
            ..Self::zanzibar()
        }
    }

    pub fn congo() -> Self {
        Self { congo: true, house: false, ..Self::kiswahili() }
    }

    pub fn kujifunza() -> Self {
        Self {
            takasia: false, // J
            house: false,
            ..Self::zanzibar()
        }
    }

    /// The result of a written position, or else all that can be played in it.
    pub fn opinion(&self, position: &str) -> Opinion {
        let sheet = Sheet::read(position);
        let board = self.read(&sheet);
        let (me, you) = (board.mover, 1 - board.mover);
        let mut result = sheet.field("result").map(str::to_owned); // part N: believed
        let mut moves = Vec::new();
        if result.is_none() {
            if front_empty(&board, me) {
                result = Some(name(you)); // G9: with both rows empty too
            } else if front_empty(&board, you) {
                result = Some(name(me)); // G9
            } else {
                for made in self.legal(&board) {
                    moves.push(self.complete(made, board.store == [0, 0]));
                }
                if moves.is_empty() {
                    result = Some(name(you)); // G5, Z1.5a
                }
            }
        }
        Opinion { result, moves }
    }

    /// Adds what depends on the opponent: takasia, and whether they can move at all.
    fn complete(&self, made: Made, mtaji: bool) -> (String, String) {
        let mut text = made.text;
        let mut after = made.after;
        let mut winner = made.winner;
        let (me, you) = (after.mover, 1 - after.mover);
        after.mover = you;
        after.takasia = None; // Z4.1: for one move only
        let takasa = made.first_captured.is_none();
        if takasa {
            text.push('*'); // Z5
        }
        if winner.is_none() && takasa && mtaji && self.takasia {
            after.takasia = self.takasia_made(&after);
            if after.takasia.is_some() {
                text.push('*'); // Z5: `**`
            }
        }
        if winner.is_none() && self.legal(&after).is_empty() {
            winner = Some(me); // Z1.2, Z4.1
        }
        (text, self.write(&after, winner))
    }

    /// Z4.1: the pit that becomes takasia-ed when the other player has just played a takasa.
    fn takasia_made(&self, board: &Board) -> Option<usize> {
        let you = board.mover;
        let replies = self.legal(board);
        if replies.is_empty() || replies.iter().any(|made| made.first_captured.is_some()) {
            return None; // they have no legal takasa, or a capture
        }
        let mut again = board.clone();
        again.mover = 1 - you;
        let mut threatened = Vec::new();
        for made in self.legal(&again) {
            if let Some(pit) = made.first_captured
                && !threatened.contains(&pit)
            {
                threatened.push(pit);
            }
        }
        if threatened.len() != 1 {
            return None;
        }
        let pit = threatened[0];
        let front = &board.pits[you][..8];
        let others_filled = (0..8).any(|p| p != pit && front[p] > 0);
        let others_playable = (0..8).any(|p| p != pit && front[p] > 1);
        if pit == HOUSE && board.house[you] {
            return None; // 4.1c
        }
        if !others_filled || (front[pit] > 1 && !others_playable) {
            return None; // 4.1a
        }
        Some(pit)
    }

    /// The legal moves of a position with both front rows filled, all carried out.
    fn legal(&self, board: &Board) -> Vec<Made> {
        // Z2.2: one stage for the whole move
        if board.store == [0, 0] {
            return self.legal_in_mtaji(board);
        }
        if board.store[board.mover] == 0 {
            return Vec::new(); // part N refuses such a position
        }
        // G4, Z1.7c
        let captures = self.namua_captures(board);
        if captures.is_empty() {
            return self.namua_takasas(board);
        }
        captures
    }

    fn namua_captures(&self, board: &Board) -> Vec<Made> {
        let me = board.mover;
        let mut all = Vec::new();
        for pit in 0..8 {
            // Z2.3
            if board.pits[me][pit] == 0 || board.pits[1 - me][7 - pit] == 0 {
                continue;
            }
            // Z2.3b, Z5: the letter names the kichwa, where there is a choice
            let kichwas: &[(&str, usize)] = if (2..=5).contains(&pit) {
                &[("L", CLOCKWISE), ("R", ANTICLOCKWISE)]
            } else {
                &[("", CLOCKWISE)] // 1.4b turns it where it must
            };
            for (letter, step) in kichwas {
                let mut walk = Walk::new(board, *step);
                walk.enter(pit);
                walk.capturing = true;
                let text = format!("{}{letter}", pit + 1);
                let captured = Some(7 - pit);
                self.capture(&mut walk);
                all.extend(self.go_on(walk, &text, captured));
            }
        }
        all
    }

    fn namua_takasas(&self, board: &Board) -> Vec<Made> {
        let me = board.mover;
        let front = &board.pits[me][..8];
        let mut all = Vec::new();
        for pit in 0..8 {
            if front[pit] == 0 && !self.congo {
                continue; // rule 2.4; D2
            }
            let lone = (0..8).all(|p| p == pit || front[p] == 0);
            let full_house = pit == HOUSE && board.house[me] && front[pit] >= self.full;
            if !self.kiswahili {
                if full_house && !lone {
                    continue; // Z2.4b
                }
                let others = front.iter().any(|&seeds| seeds > 1);
                if front[pit] == 1 && others && !board.house[me] {
                    continue; // Z2.4c
                }
            }
            for (letter, step) in [("L", ANTICLOCKWISE), ("R", CLOCKWISE)] {
                if lone && leaves_front(pit, step) {
                    continue; // Z2.4a
                }
                let mut walk = Walk::new(board, step);
                walk.enter(pit);
                if full_house && lone {
                    // Z2.4b, B4: two seeds, and the house stays owned
                    walk.board.pits[me][pit] -= 2;
                    walk.sow((pit + step) % 16, 2);
                } else {
                    self.lift_and_sow(&mut walk);
                }
                let text = format!("{}{letter}", pit + 1);
                all.extend(self.finish(walk, &text));
            }
        }
        all
    }

    fn legal_in_mtaji(&self, board: &Board) -> Vec<Made> {
        let me = board.mover;
        let mut captures = Vec::new();
        let mut front_takasas = Vec::new();
        let mut back_takasas = Vec::new();
        for pit in 0..16 {
            let seeds = board.pits[me][pit];
            if seeds == 0 || seeds == 1 && !self.congo {
                continue; // rule 3.3, B5, D5
            }
            if board.takasia == Some(pit) {
                continue; // Z4.1
            }
            let lone = (0..8).all(|p| p == pit || board.pits[me][p] == 0);
            for step in [CLOCKWISE, ANTICLOCKWISE] {
                if lone && leaves_front(pit, step) {
                    // Z3.5b; B5: a capture neither. With 2 to 15 seeds it never is one.
                    continue;
                }
                // Z5: as the owner sees it, so on the back row L is clockwise
                let right = (pit < 8) == (step == CLOCKWISE);
                let letter = if right { "R" } else { "L" };
                let text = format!("{}{letter}", pit_name(me, pit));
                let mut walk = Walk::new(board, step);
                walk.at = pit;
                self.lift_and_sow(&mut walk);
                // Z3.4: the first sowing decides; B5: without a limit
                walk.capturing = walk.can_capture() && (seeds <= 15 || self.kiswahili);
                if walk.capturing {
                    captures.extend(self.finish(walk, &text));
                } else if pit < 8 || self.congo {
                    // D4
                    front_takasas.extend(self.finish(walk, &text));
                } else {
                    back_takasas.extend(self.finish(walk, &text));
                }
            }
        }
        // G4, Z1.7c, Z3.5
        if !captures.is_empty() {
            captures
        } else if !front_takasas.is_empty() {
            front_takasas
        } else {
            back_takasas
        }
    }

    /// Carries a move on from the end of its first sowing. It is one move, more where the house
    /// may be played or not, none where it never ends.
    fn finish(&self, walk: Walk, text: &str) -> Vec<Made> {
        let first_captured = walk.capturing.then(|| 7 - walk.at);
        self.go_on(walk, text, first_captured)
    }

    /// Carries a move on from the end of a sowing; `first_captured` is none in a takasa.
    fn go_on(&self, mut walk: Walk, text: &str, first_captured: Option<usize>) -> Vec<Made> {
        let me = walk.me;
        let mut text = text.to_owned();
        let mut ends = Vec::new();
        let mut choices = Vec::new();
        loop {
            if walk.sown > self.max_sown {
                return ends; // G3
            }
            let end = Made {
                text: text.clone(),
                first_captured,
                after: walk.board.clone(),
                winner: walk.winner,
            };
            let seeds = walk.board.pits[me][walk.at];
            if walk.winner.is_some() || seeds == 1 {
                ends.push(end); // Z1.2; rule 1.5: it fell in an empty pit
                return ends;
            }
            // Z1.7, D3
            let may_capture = walk.capturing || self.congo && walk.namua;
            if may_capture && walk.can_capture() {
                if self.congo && (2..=5).contains(&walk.at) {
                    // D1
                    let slash = if text.contains('/') { "" } else { "/" };
                    for (letter, step) in [("L", CLOCKWISE), ("R", ANTICLOCKWISE)] {
                        let mut other = walk.clone();
                        other.step = step;
                        self.capture(&mut other);
                        let text = format!("{text}{slash}{letter}");
                        ends.extend(self.go_on(other, &text, first_captured));
                    }
                    return ends;
                }
                self.capture(&mut walk); // 1.6c; Z2.5b: also at the house
                continue;
            }
            if walk.board.takasia == Some(walk.at) {
                ends.push(end); // 4.1b
                return ends;
            }
            // Z2.5b, B1, B2
            if walk.namua && walk.at == HOUSE && walk.board.house[me] && seeds >= self.full {
                if !walk.capturing && !self.kiswahili {
                    ends.push(end); // Z2.5b (1)
                    return ends;
                }
                // Z2.5b (2), B3
                let state = (walk.board.clone(), walk.step);
                if choices.contains(&state) {
                    return ends; // G3: no further move
                }
                choices.push(state);
                ends.push(end);
                text.push('>');
            }
            self.lift_and_sow(&mut walk); // Z1.6
        }
    }

    /// Takes all seeds of the pit at hand and sows them from the next pit on.
    fn lift_and_sow(&self, walk: &mut Walk) {
        let pit = walk.at;
        let seeds = walk.board.pits[walk.me][pit];
        walk.board.pits[walk.me][pit] = 0;
        if pit == HOUSE && !self.kiswahili {
            walk.board.house[walk.me] = false; // Z2.5a, B1
        }
        walk.sow((pit + walk.step) % 16, seeds);
    }

    /// Takes the seeds opposite and sows them from a kichwa on.
    fn capture(&self, walk: &mut Walk) {
        let (me, you) = (walk.me, 1 - walk.me);
        let facing = 7 - walk.at; // Z0
        let seeds = walk.board.pits[you][facing];
        walk.board.pits[you][facing] = 0;
        if !self.kiswahili {
            // Z2.5a, B1
            if facing == HOUSE {
                walk.board.house[you] = false;
            }
            if !walk.namua {
                walk.board.house = [false, false];
            }
        }
        if front_empty(&walk.board, you) {
            walk.winner = Some(me); // Z1.1
        }
        // 1.4b; elsewhere 1.4c
        if walk.at <= 1 {
            walk.step = CLOCKWISE;
        } else if walk.at >= 6 {
            walk.step = ANTICLOCKWISE;
        }
        // 1.4a, Z1.4: the first seed falls into the kichwa itself
        let kichwa = if walk.step == CLOCKWISE { 0 } else { 7 };
        walk.sow(kichwa, seeds);
    }

    fn read(&self, sheet: &Sheet) -> Board {
        let mut pits = [[0; 16]; 2];
        for x in 0..8 {
            // Z0, part N
            pits[1][8 + x] = sheet.rows[0][x];
            pits[1][7 - x] = sheet.rows[1][x];
            pits[0][x] = sheet.rows[2][x];
            pits[0][15 - x] = sheet.rows[3][x];
        }
        let mover = usize::from(sheet.side == 'N');
        let mut house = [false; 2];
        for player in 0..2 {
            let owners = sheet.field("house").unwrap_or("-");
            let owned = owners.contains(&name(player)) && pits[player][HOUSE] > 0; // part N
            house[player] = self.house && (self.kiswahili || owned); // B1, J
        }
        let takasia = sheet.field("takasia").unwrap_or("-");
        Board {
            pits,
            store: sheet.pair("store"),
            house,
            takasia: (0..16).find(|&pit| self.takasia && pit_name(mover, pit) == takasia),
            mover,
        }
    }

    fn write(&self, board: &Board, winner: Option<usize>) -> String {
        let mut rows = vec![vec![0; 8]; 4];
        for x in 0..8 {
            rows[0][x] = board.pits[1][8 + x];
            rows[1][x] = board.pits[1][7 - x];
            rows[2][x] = board.pits[0][x];
            rows[3][x] = board.pits[0][15 - x];
        }
        let mut fields = Vec::new();
        if self.house || self.congo {
            let store = format!("{},{}", board.store[0], board.store[1]);
            fields.push(("store".to_owned(), store));
        }
        if self.house && !self.kiswahili {
            let owners = match board.house {
                [true, true] => "SN",
                [true, false] => "S",
                [false, true] => "N",
                [false, false] => "-",
            };
            fields.push(("house".to_owned(), owners.to_owned()));
        }
        if self.takasia {
            let pit = board.takasia.map(|pit| pit_name(board.mover, pit));
            fields.push(("takasia".to_owned(), pit.unwrap_or("-".to_owned())));
        }
        if let Some(winner) = winner {
            fields.push(("result".to_owned(), name(winner)));
        }
        let side = if board.mover == 0 { 'S' } else { 'N' };
        Sheet { rows, side, fields }.write()
    }
}

impl Walk {
    fn new(board: &Board, step: usize) -> Self {
        Self {
            board: board.clone(),
            me: board.mover,
            namua: board.store != [0, 0], // Z2.2
            capturing: false,
            step,
            at: 0,
            sown: 0,
            winner: None,
        }
    }

    /// Puts in a seed from the store. It isn't counted as sown (G3).
    fn enter(&mut self, pit: usize) {
        self.board.store[self.me] -= 1;
        self.board.pits[self.me][pit] += 1;
        self.at = pit;
    }

    /// Drops seeds one at a time, the first into the pit given.
    fn sow(&mut self, first: usize, seeds: u32) {
        let mut pit = first;
        for _ in 0..seeds {
            self.board.pits[self.me][pit] += 1; // G2: no pit is skipped
            self.sown += 1;
            self.at = pit;
            if self.winner.is_none() && front_empty(&self.board, self.me) {
                self.winner = Some(1 - self.me); // Z1.1, Z1.2: and sow on to the end
            }
            pit = (pit + self.step) % 16;
        }
    }

    /// Z1.4, G2: the last seed fell in a filled front pit that faces a filled one.
    fn can_capture(&self) -> bool {
        self.at < 8
            && self.board.pits[self.me][self.at] > 1
            && self.board.pits[1 - self.me][7 - self.at] > 0
    }
}

fn front_empty(board: &Board, player: usize) -> bool {
    board.pits[player][..8].iter().all(|&seeds| seeds == 0)
}

/// From a kichwa straight into the back row.
fn leaves_front(pit: usize, step: usize) -> bool {
    (pit == 0 && step == ANTICLOCKWISE) || (pit == 7 && step == CLOCKWISE)
}

fn name(player: usize) -> String {
    ["S", "N"][player].to_owned()
}

fn pit_name(player: usize, pit: usize) -> String {
    let rows = [["A", "B"], ["a", "b"]][player];
    if pit < 8 { format!("{}{}", rows[0], pit + 1) } else { format!("{}{}", rows[1], 16 - pit) }
}
