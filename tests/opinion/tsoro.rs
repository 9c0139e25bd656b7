//! Second opinion on the ruleset `tsoro`: the rules TS, naively, pit by pit, as an oracle for the engine.
//!
//! Options are the words of the variant files. Repeated positions (TS18) need the game's history and are left out.

use std::collections::HashSet;

use super::{Opinion, Sheet};

/// G3: a move that sows more seeds than this counts as never ending.
const MAX_SOWN: u32 = 10_000;

/// Settings of a file.
#[derive(Debug, Clone)]
pub struct Rules {
    pub columns: usize,
    pub direction: &'static str,
    pub laps: &'static str,
    pub singles: &'static str,
    pub start: &'static str,
    pub first_move: Vec<String>,
    pub first_turn: &'static str,
    pub first_phase: &'static str,
    pub on: &'static str,
    pub from: &'static str,
    pub takes: &'static str,
    pub extra: usize,
    pub extra_after: &'static str,
    pub stop_pits: Vec<String>,
    pub goal: &'static str,
    pub limit: u32,
}

/// A pit of a player: row 0 is the front, and columns count from the owner's left.
type Pit = (usize, usize);

/// Players are 0 for South and 1 for North.
#[derive(Debug, Clone)]
struct Game {
    /// By player, row and column.
    pits: [[Vec<u32>; 2]; 2],
    captured: [u32; 2],
    turns: [u32; 2],
    /// R is clockwise, L counterclockwise, - not settled.
    kept: [char; 2],
    stops: [Vec<Pit>; 2],
    mover: usize,
}

impl Rules {
    fn counts_turns(&self) -> bool {
        self.direction == "first-clockwise-then-own-choice"
            || self.first_turn == "gambit"
            || self.first_phase == "small-pits"
            || !self.first_move.is_empty()
            || self.limit > 0
    }

    fn two_ways(&self) -> bool {
        self.direction != "counterclockwise" && self.direction != "clockwise"
    }

    /// The result of a position and the moves in it, each with the position that it leads to.
    pub fn opinion(&self, position: &str) -> Opinion {
        let sheet = Sheet::read(position);
        let game = self.read(&sheet);
        let stored = sheet.field("result").map(str::to_owned);
        if let Some(result) = stored.or_else(|| self.result(&game)) {
            return Opinion { result: Some(result), moves: Vec::new() };
        }
        let moves = self.moves(&game).into_iter();
        Opinion {
            result: None,
            moves: moves.map(|(name, after)| (name, self.write(&after))).collect(),
        }
    }

    /// The result of a position, if it is over: TS16, TS17
    fn result(&self, game: &Game) -> Option<String> {
        // TS23
        let over = self.limit > 0 && game.turns[0] + game.turns[1] >= self.limit;
        if !over && self.can_move(game) {
            return None;
        }
        let winner = if !over && self.goal == "last" {
            Some(1 - game.mover)
        } else {
            let count = |player: usize| {
                let rows: u32 = game.pits[player].iter().flatten().sum();
                rows + game.captured[player]
            };
            match count(0).cmp(&count(1)) {
                std::cmp::Ordering::Greater => Some(0),
                std::cmp::Ordering::Less => Some(1),
                std::cmp::Ordering::Equal => None,
            }
        };
        Some(winner.map_or("draw", |winner| ["S", "N"][winner]).to_owned())
    }

    /// Whether there is a move, whatever further pits it takes: these may be chosen in thousands of ways.
    fn can_move(&self, game: &Game) -> bool {
        let plain = Self { extra: 0, ..self.clone() };
        !plain.moves(game).is_empty()
    }

    fn moves(&self, game: &Game) -> Vec<(String, Game)> {
        let me = game.mover;
        let first = self.counts_turns() && game.turns[me] == 0;
        if first && self.first_turn == "gambit" {
            let gambits = self.gambits(game);
            if !gambits.is_empty() {
                return gambits;
            }
        }
        let mut starts = Vec::new();
        for pit in self.ring() {
            for way in ['L', 'R'] {
                if self.may_go(game, way) && self.may_start(game, pit, way) {
                    starts.push((pit, way));
                }
            }
        }
        // TS6
        if first {
            let named = |&&(pit, _): &&(Pit, char)| self.first_move.contains(&name(0, pit));
            let set: Vec<(Pit, char)> = starts.iter().filter(named).copied().collect();
            if !set.is_empty() {
                starts = set;
            }
        }
        let lost = game.captured[1 - me];
        if self.first_phase == "small-pits" && (lost < 2 || first) {
            let own = |(row, column): Pit| game.pits[me][row][column];
            let most = game.pits[me].iter().flatten().max().copied();
            let fits = |&&(pit, _): &&(Pit, char)| match lost {
                0 | 1 => own(pit) < 3,       // TS20
                _ => Some(own(pit)) == most, // TS21
            };
            let set: Vec<(Pit, char)> = starts.iter().filter(fits).copied().collect();
            if !set.is_empty() {
                starts = set;
            }
        }
        let mut moves = Vec::new();
        for (pit, way) in starts {
            let mut text = name(me, pit);
            if self.two_ways() {
                text.push(if pit.0 == 0 { way } else { turned(way) });
            }
            for (choice, mut after) in self.sow(game, pit, way) {
                if self.direction == "first-clockwise-then-own-choice" && game.turns[me] > 0 {
                    after.kept[me] = way;
                }
                self.hand_over(&mut after);
                moves.push((format!("{text}{choice}"), after));
            }
        }
        moves
    }

    fn hand_over(&self, game: &mut Game) {
        let counts = self.first_phase == "none" || game.captured[1 - game.mover] >= 2;
        if self.counts_turns() {
            let most = self.limit.div_ceil(2).max(1);
            game.turns[game.mover] = (game.turns[game.mover] + u32::from(counts)).min(most);
        }
        game.mover = 1 - game.mover;
    }

    /// TS2, TS3
    fn may_go(&self, game: &Game, way: char) -> bool {
        match self.direction {
            "counterclockwise" => way == 'L',
            "clockwise" => way == 'R',
            "chosen" => true,
            _ if game.turns[game.mover] == 0 => way == 'R',
            _ => game.kept[game.mover] == '-' || game.kept[game.mover] == way,
        }
    }

    /// TS5
    fn may_start(&self, game: &Game, pit: Pit, way: char) -> bool {
        let own = |(row, column): Pit| game.pits[game.mover][row][column];
        if self.start == "rearmost" {
            return Some(pit) == self.rearmost(game, way);
        }
        if self.start == "fullest" {
            let most = self.ring().into_iter().map(own).max();
            return own(pit) > 0 && Some(own(pit)) == most;
        }
        let all_single = self.ring().into_iter().all(|pit| own(pit) < 2);
        let to_empty = own(self.next(pit, way)) == 0;
        match own(pit) {
            0 => false,
            1 => match self.singles {
                "free" => true,
                "last" => all_single,
                "last-to-empty" => all_single && to_empty,
                "last-to-filled" => {
                    let pits = self.ring().into_iter().filter(|&pit| own(pit) > 0);
                    let filled = |pit| own(self.next(pit, way)) > 0;
                    all_single && (!to_empty || !pits.clone().any(filled))
                }
                "to-empty" => to_empty,
                _ => !all_single || to_empty,
            },
            _ => true,
        }
    }

    /// TS22
    fn rearmost(&self, game: &Game, way: char) -> Option<Pit> {
        let filled = |(row, column): Pit| game.pits[game.mover][row][column] > 0;
        let mut pit = (1, 0);
        let mut rearmost: Option<(usize, Pit)> = None;
        for _ in self.ring() {
            let (mut behind, mut empty) = (self.next(pit, turned(way)), 0);
            while behind != pit && !filled(behind) {
                behind = self.next(behind, turned(way));
                empty += 1;
            }
            if filled(pit) && rearmost.is_none_or(|(most, _)| empty > most) {
                rearmost = Some((empty, pit));
            }
            pit = self.next(pit, way);
        }
        rearmost.map(|(_, pit)| pit)
    }

    /// TS7
    fn gambits(&self, game: &Game) -> Vec<(String, Game)> {
        let me = game.mover;
        let mut moves = Vec::new();
        for column in 0..self.columns {
            for empty in 0..self.columns {
                if game.pits[me][0][column] < 2 || game.pits[me][1][empty] > 0 {
                    continue;
                }
                let mut after = game.clone();
                after.pits[me][0][column] -= 2;
                after.pits[me][1][empty] += 2;
                let facing = self.columns - 1 - column;
                take(&mut after, (0, facing));
                take(&mut after, (1, facing));
                let mut text = name(me, (0, column));
                if self.two_ways() {
                    text.push('R');
                }
                text = format!("{text}>{}", name(me, (1, empty)));
                for (choice, mut after) in self.further(&after, 1) {
                    self.hand_over(&mut after);
                    moves.push((format!("{text}{choice}"), after));
                }
            }
        }
        moves
    }

    /// Every way in which a sowing from this pit can end, and how its choices are written.
    fn sow(&self, before: &Game, start: Pit, way: char) -> Vec<(String, Game)> {
        let me = before.mover;
        let mut found = Vec::new();
        let mut game = before.clone();
        let mut stopped_at: HashSet<(Pit, [[Vec<u32>; 2]; 2])> = HashSet::new();
        let (mut pit, mut sown, mut sowings) = (start, 0, 0);
        let mut hand = std::mem::take(&mut game.pits[me][pit.0][pit.1]);
        loop {
            let mut empty = false;
            while hand > 0 {
                pit = self.next(pit, way);
                empty = game.pits[me][pit.0][pit.1] == 0;
                game.pits[me][pit.0][pit.1] += 1;
                hand -= 1;
                sown += 1;
                // G3
                if sown > MAX_SOWN {
                    return found;
                }
                // TS11
                if self.on == "each" {
                    self.capture(&mut game, pit);
                }
            }
            sowings += 1;
            // TS8
            let triggers = match self.on {
                "empty" => empty,
                "filled" => !empty,
                "any" => true,
                _ => false,
            };
            let taken = if triggers { self.capture(&mut game, pit) } else { 0 };
            if taken > 0 {
                // TS12, TS13
                let granted = self.extra_after == "any-capture" || taken == 2;
                found.extend(self.further(&game, if granted { self.extra } else { 0 }));
                return found;
            }
            // TS4
            if empty || self.laps == "single" {
                found.push((String::new(), game));
                return found;
            }
            // TS14
            if game.stops[me].contains(&pit) {
                if !stopped_at.insert((pit, game.pits.clone())) {
                    return found;
                }
                found.push((format!("!{sowings}"), game.clone()));
            }
            hand = std::mem::take(&mut game.pits[me][pit.0][pit.1]);
        }
    }

    /// Takes what lies opposite and says how many pits held something: TS8 to TS10
    fn capture(&self, game: &mut Game, (row, column): Pit) -> usize {
        if row == 1 && self.from != "both-rows" {
            return 0;
        }
        let facing = self.columns - 1 - column;
        let other = &game.pits[1 - game.mover];
        let (front, back) = (other[0][facing] > 0, other[1][facing] > 0);
        let rows: Vec<usize> = match (self.takes, front, back) {
            ("front-then-back", true, true) => vec![0, 1],
            ("front-then-back", true, false) | ("front", true, _) => vec![0],
            ("either", true, true) | ("both-or-none", true, true) => vec![0, 1],
            ("either", true, false) => vec![0],
            ("either", false, true) | ("back-if-front-empty", false, true) => vec![1],
            _ => vec![],
        };
        for &row in &rows {
            take(game, (row, facing));
        }
        rows.len()
    }

    /// TS12, TS15: every choice of so many further pits, in the order of the opponent's ring.
    fn further(&self, game: &Game, pits: usize) -> Vec<(String, Game)> {
        let you = 1 - game.mover;
        let free = |&(row, column): &Pit| {
            game.pits[you][row][column] > 0 && !game.stops[you].contains(&(row, column))
        };
        let left: Vec<Pit> = self.ring().into_iter().filter(free).collect();
        let mut found = Vec::new();
        for chosen in choices(&left, pits.min(left.len())) {
            let mut after = game.clone();
            let mut names = Vec::new();
            for pit in chosen {
                take(&mut after, pit);
                names.push(name(you, pit));
            }
            let names =
                if names.is_empty() { String::new() } else { format!("x{}", names.join(",")) };
            found.push((names, after));
        }
        found
    }

    /// The pits of a player: the front row from the left, the back row from the right.
    fn ring(&self) -> Vec<Pit> {
        let front = (0..self.columns).map(|column| (0, column));
        let back = (0..self.columns).rev().map(|column| (1, column));
        front.chain(back).collect()
    }

    fn next(&self, (row, column): Pit, way: char) -> Pit {
        let right = (row == 0) == (way == 'R');
        if right && column + 1 == self.columns || !right && column == 0 {
            return (1 - row, column);
        }
        (row, if right { column + 1 } else { column - 1 })
    }

    /// The rows b, a, A and B as South sees them.
    fn read(&self, sheet: &Sheet) -> Game {
        let reversed = |row: &[u32]| row.iter().rev().copied().collect::<Vec<u32>>();
        let rows = &sheet.rows;
        let south = [rows[2].clone(), rows[3].clone()];
        let north = [reversed(&rows[1]), reversed(&rows[0])];
        let kept = sheet.field("dir").unwrap_or("-,-");
        let turns = match sheet.field("turns") {
            Some(_) => sheet.pair("turns"),
            None => [1, 1],
        };
        let named = |player: usize, list: &[&str]| {
            let of_player = |pit: &Pit| list.contains(&&*name(player, *pit));
            self.ring().into_iter().filter(of_player).collect()
        };
        let stops = match sheet.field("stop") {
            Some(stops) => {
                let list: Vec<&str> = stops.split(',').collect();
                [named(0, &list), named(1, &list)]
            }
            None => {
                let list: Vec<&str> = self.stop_pits.iter().map(|pit| &**pit).collect();
                [named(0, &list), named(0, &list)]
            }
        };
        let mut kept = kept.chars().filter(|letter| *letter != ',');
        Game {
            pits: [south, north],
            captured: sheet.pair("captured"),
            turns,
            kept: [kept.next().expect("a way"), kept.next().expect("a way")],
            stops,
            mover: usize::from(sheet.side == 'N'),
        }
    }

    /// The position as one line, with its result if it is over.
    fn write(&self, game: &Game) -> String {
        let reversed = |row: &Vec<u32>| row.iter().rev().copied().collect::<Vec<u32>>();
        let [south, north] = &game.pits;
        let rows =
            vec![reversed(&north[1]), reversed(&north[0]), south[0].clone(), south[1].clone()];
        let mut fields = Vec::new();
        let mut field = |name: &str, value: String| fields.push((name.to_owned(), value));
        field("captured", format!("{},{}", game.captured[0], game.captured[1]));
        if self.counts_turns() {
            field("turns", format!("{},{}", game.turns[0], game.turns[1]));
        }
        if self.direction == "first-clockwise-then-own-choice" {
            field("dir", format!("{},{}", game.kept[0], game.kept[1]));
        }
        if !self.stop_pits.is_empty() {
            let names =
                |player: usize| game.stops[player].iter().map(move |&pit| name(player, pit));
            let names: Vec<String> = names(0).chain(names(1)).collect();
            let none = names.is_empty();
            field("stop", if none { "-".to_owned() } else { names.join(",") });
        }
        if let Some(result) = self.result(game) {
            field("result", result);
        }
        let side = ['S', 'N'][game.mover];
        Sheet { rows, side, fields }.write()
    }
}

fn name(player: usize, (row, column): Pit) -> String {
    format!("{}{}", [['A', 'B'], ['a', 'b']][player][row], column + 1)
}

fn turned(way: char) -> char {
    if way == 'L' { 'R' } else { 'L' }
}

fn take(game: &mut Game, (row, column): Pit) {
    let seeds = std::mem::take(&mut game.pits[1 - game.mover][row][column]);
    game.captured[game.mover] += seeds;
}

/// Every choice of so many of these pits, in their order.
fn choices(pits: &[Pit], number: usize) -> Vec<Vec<Pit>> {
    if number == 0 {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for index in 0..pits.len() {
        for mut rest in choices(&pits[index + 1..], number - 1) {
            rest.insert(0, pits[index]);
            all.push(rest);
        }
    }
    all
}
