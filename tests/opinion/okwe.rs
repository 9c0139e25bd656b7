//! Second opinion on Okwe and Azigo (OK1 to OK7), seed by seed over rows seen from the owner's left.

use super::{Opinion, Sheet};

/// OK5, OK7: captures in a chain, and the number of turns that ends the game.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    pub chain: bool,
    pub limit: u32,
}

/// Rows, stores and turns, the mover's first.
#[derive(Debug, Clone)]
struct Board {
    rows: [Vec<u32>; 2],
    stores: [u32; 2],
    turns: [u32; 2],
}

impl Board {
    /// OK3 to OK5: drops seeds from a pit on, then captures.
    fn sow(&mut self, rules: Rules, mut pit: usize, seeds: u32) {
        let columns = self.rows[0].len();
        for _ in 0..seeds {
            self.rows[0][pit] += 1;
            pit = (pit + 1) % columns;
        }
        loop {
            pit = (pit + columns - 1) % columns;
            let facing = &mut self.rows[1][columns - 1 - pit];
            if ![1, 3, 5].contains(facing) {
                break;
            }
            self.stores[0] += std::mem::take(facing);
            if !rules.chain {
                break;
            }
        }
        // OK7
        self.turns[0] = (self.turns[0] + 1).min(rules.limit.div_ceil(2));
    }

    fn held(&self, player: usize) -> u32 {
        self.rows[player].iter().sum::<u32>() + self.stores[player]
    }
}

/// OK2, OK3: the moves, each with the board after it.
fn moves(rules: Rules, board: &Board, north: bool) -> Vec<(String, Board)> {
    let letter = if north { 'a' } else { 'A' };
    let mut moves = Vec::new();
    for pit in 0..board.rows[0].len() {
        let seeds = board.rows[0][pit];
        if seeds > 0 {
            let mut after = board.clone();
            after.rows[0][pit] = 0;
            let first = if seeds == 1 { (pit + 1) % board.rows[0].len() } else { pit };
            after.sow(rules, first, seeds);
            moves.push((format!("{letter}{}", pit + 1), after));
        }
    }
    for seeds in 1..=board.stores[0] {
        let mut after = board.clone();
        after.stores[0] -= seeds;
        after.sow(rules, 0, seeds);
        moves.push((format!("{letter}1+{seeds}"), after));
    }
    moves
}

/// OK6, OK7: the result, if the game is over.
fn result(rules: Rules, board: &Board, north: bool) -> Option<String> {
    let sides = if north { ["N", "S"] } else { ["S", "N"] };
    if rules.limit > 0 && board.turns[0] + board.turns[1] >= rules.limit {
        let winner = match board.held(0).cmp(&board.held(1)) {
            std::cmp::Ordering::Greater => sides[0],
            std::cmp::Ordering::Less => sides[1],
            std::cmp::Ordering::Equal => "draw",
        };
        return Some(winner.to_owned());
    }
    (board.held(0) == 0).then(|| sides[1].to_owned())
}

pub fn opinion(rules: Rules, position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let north = sheet.side == 'N';
    let far: Vec<u32> = sheet.rows[0].iter().rev().copied().collect();
    let near = sheet.rows[1].clone();
    let (mut rows, mut stores, mut turns) = ([near, far], sheet.pair("store"), sheet.pair("turns"));
    if north {
        rows.reverse();
        stores.reverse();
        turns.reverse();
    }
    let board = Board { rows, stores, turns };
    let over = sheet.field("result").map(str::to_owned).or_else(|| result(rules, &board, north));
    let moves = if over.is_some() { Vec::new() } else { moves(rules, &board, north) };
    let written = moves.into_iter().map(|(name, after)| {
        let turned = Board {
            rows: [after.rows[1].clone(), after.rows[0].clone()],
            stores: [after.stores[1], after.stores[0]],
            turns: [after.turns[1], after.turns[0]],
        };
        let result = result(rules, &turned, !north);
        let [south, theirs] = if north { [1, 0] } else { [0, 1] };
        let pair = |pair: [u32; 2]| format!("{},{}", pair[south], pair[theirs]);
        let mut fields = vec![("store".to_owned(), pair(after.stores))];
        if rules.limit > 0 {
            fields.push(("turns".to_owned(), pair(after.turns)));
        }
        fields.extend(result.map(|result| ("result".to_owned(), result)));
        let sheet = Sheet {
            rows: vec![
                after.rows[theirs].iter().rev().copied().collect(),
                after.rows[south].clone(),
            ],
            side: if north { 'S' } else { 'N' },
            fields,
        };
        (name, sheet.write())
    });
    Opinion { moves: written.collect(), result: over }
}
