//! Second opinion on the ruleset `congkak` with any of its options, sown seed by seed.
//!
//! The board is a circle of places: South's pits, the store at South's right, North's pits, the store at North's right.
//! Positions that come back are left out.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{Opinion, Sheet};

/// The options by their names; what is left out is at its default, as in Kalah.
pub struct Rules {
    options: BTreeMap<String, String>,
    burnt: bool,
    /// The seeds of a row at the beginning.
    row: u32,
}

impl Rules {
    /// Reads options of the form `rules.side=any`.
    pub fn new(overrides: &[String], row: u32) -> Self {
        let options = overrides.iter().filter_map(|text| {
            let (key, value) = text.strip_prefix("rules.")?.split_once('=')?;
            Some((key.to_owned(), value.trim_matches('"').to_owned()))
        });
        let burnt = |text: &String| text.replace('"', "") == "rounds.kind=burnt";
        Self { options: options.collect(), burnt: overrides.iter().any(burnt), row }
    }

    fn word(&self, key: &str, default: &'static str) -> &str {
        self.options.get(key).map_or(default, String::as_str)
    }

    fn is(&self, key: &str, value: &str) -> bool {
        self.options.get(key).is_some_and(|found| found == value)
    }

    fn quiet(&self) -> u32 {
        let quiet = self.word("quiet", "0").parse();
        quiet.expect("a number")
    }

    fn counted(&self) -> u32 {
        self.quiet().max(u32::from(self.is("direction", "chosen-later")))
    }

    fn keeps_way(&self) -> bool {
        self.is("direction", "first-mover") || self.is("direction", "each-their-own")
    }
}

/// Players are 0 for South and 1 for North; a way is 1 counterclockwise, -1 clockwise.
#[derive(Clone, PartialEq)]
struct Game {
    /// Each player's pits from the left end.
    rows: [Vec<u32>; 2],
    stores: [u32; 2],
    mover: usize,
    out: [Vec<bool>; 2],
    turns: [u32; 2],
    ways: [Option<i32>; 2],
}

/// A place of the circle.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Pit(usize, usize),
    Store(usize),
}

impl Game {
    fn columns(&self) -> usize {
        self.rows[0].len()
    }

    fn seeds(&mut self, place: Place) -> &mut u32 {
        match place {
            Place::Pit(player, pit) => &mut self.rows[player][pit],
            Place::Store(player) => &mut self.stores[player],
        }
    }

    /// The place of this number on the circle, for a hand that goes this way.
    fn place(&self, rules: &Rules, number: usize, way: i32) -> Place {
        let half = self.columns() + 1;
        let (player, pit) = (number / half, number % half);
        if pit < self.columns() {
            return Place::Pit(player, pit);
        }
        // This end is the right of one player and the left of the other.
        let left = match rules.word("store", "right") {
            "left" => true,
            "ahead" => way < 0,
            _ => false,
        };
        Place::Store(if left { 1 - player } else { player })
    }

    fn number(&self, rules: &Rules, place: Place, way: i32) -> usize {
        (0..2 * self.columns() + 2)
            .find(|&number| self.place(rules, number, way) == place)
            .expect("a place of the circle")
    }

    /// The place that gets the seed after one that fell here.
    fn next(&self, rules: &Rules, from: Place, way: i32) -> Place {
        let len = 2 * self.columns() + 2;
        let mut number = self.number(rules, from, way);
        loop {
            number = if way > 0 { number + 1 } else { number + len - 1 } % len;
            let place = self.place(rules, number, way);
            let there = match place {
                Place::Pit(player, pit) => {
                    let sown = player == self.mover || !rules.is("ring", "own-row");
                    sown && !self.out[player][pit]
                }
                Place::Store(player) => player == self.mover || rules.is("stores", "both"),
            };
            if there {
                return place;
            }
        }
    }

    fn row(&self, player: usize) -> u32 {
        self.rows[player].iter().sum()
    }

    /// Whether a pit's seeds would come round to its owner's row, and so can't be played (CK2).
    fn is_barred(&self, rules: &Rules, player: usize, pit: usize) -> bool {
        let columns = self.columns();
        let round = columns - pit + columns + 1;
        rules.is("full_round", "barred") && self.rows[player][pit] as usize >= round
    }

    /// The seeds of a row that count for its owner.
    fn free(&self, rules: &Rules, player: usize) -> u32 {
        let pits = (0..self.columns()).filter(|&pit| !self.is_barred(rules, player, pit));
        pits.map(|pit| self.rows[player][pit]).sum()
    }

    fn turned_to(&self, mover: usize) -> Self {
        Self { mover, ..self.clone() }
    }
}

pub fn opinion(rules: &Rules, position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let game = read(&sheet);
    let over = |result: String| Opinion { result: Some(result), moves: Vec::new() };
    if let Some(result) = sheet.field("result") {
        return over(result.to_owned());
    }
    // G9
    let drawn = majority(rules, &game).or_else(|| cleared(rules, &game, 1 - game.mover));
    if let Some(result) = drawn {
        return over(result);
    }
    let empty = [0, 1].into_iter().any(|player| game.free(rules, player) == 0);
    let ended = rules.word("over", "row-empty") == "row-empty" && empty;
    let moves = if ended { Vec::new() } else { written_moves(rules, &game) };
    if moves.is_empty() {
        return over(shared(rules, &game, game.mover, 1 - game.mover).1);
    }
    Opinion { result: None, moves }
}

/// The legal moves with what comes of them; a pass where there is no other (CK11).
fn written_moves(rules: &Rules, game: &Game) -> Vec<(String, String)> {
    let mut moves = Vec::new();
    if can_move(rules, game) {
        for (name, after, again) in legal(rules, game) {
            let (after, result) = conclude(rules, game, after, again);
            moves.push((name, settled(rules, &after, result)));
        }
    }
    if moves.is_empty() && passes(rules, game) {
        let after = game.turned_to(1 - game.mover);
        moves.push(("pass".to_owned(), settled(rules, &after, None)));
    }
    moves
}

/// Whether the player to move could pass (CK11).
fn passes(rules: &Rules, game: &Game) -> bool {
    rules.is("stuck", "passes") && can_move(rules, &game.turned_to(1 - game.mover))
}

/// The position as text; it is over too if the player to move has only endless moves.
fn settled(rules: &Rules, after: &Game, mut result: Option<String>) -> String {
    let stuck = || legal(rules, after).is_empty() && !passes(rules, after);
    if result.is_none() && stuck() {
        result = Some(shared(rules, after, after.mover, 1 - after.mover).1);
    }
    write(rules, after, result)
}

/// CK2: from which pits, and which way.
fn starts(rules: &Rules, game: &Game) -> Vec<(usize, usize, i32)> {
    let me = game.mover;
    let columns = game.columns();
    let sides: &[usize] = if rules.is("from", "any-pit") { &[0, 1] } else { &[me] };
    let mut pits = Vec::new();
    for &side in sides {
        for pit in 0..columns {
            if game.rows[side][pit] > 0 && !game.out[side][pit] {
                pits.push((side, pit));
            }
        }
    }
    let more: Vec<_> =
        pits.iter().copied().filter(|&(side, pit)| game.rows[side][pit] > 1).collect();
    let singles = rules.word("singles", "free");
    if singles == "never" || singles.starts_with("last") && !more.is_empty() {
        pits = more;
    }
    if rules.is("from", "rightmost") {
        // The pit is found first, and may then turn out to be barred.
        pits = pits.last().copied().into_iter().collect();
    }
    let mut starts = Vec::new();
    for (side, pit) in pits {
        let ways: &[i32] = match rules.word("direction", "counterclockwise") {
            "clockwise" => &[-1],
            "chosen" => &[1, -1],
            "by-half" if 2 * pit + 1 == columns => &[1, -1],
            "by-half" if 2 * pit < columns => &[-1],
            "by-parity" if game.rows[side][pit] % 2 == 0 => &[-1],
            "first-mover" | "each-their-own" => match game.ways[me] {
                Some(1) => &[1],
                Some(_) => &[-1],
                None => &[1, -1],
            },
            "chosen-later" if game.turns[me] > 0 => &[1, -1],
            _ => &[1],
        };
        starts.extend(ways.iter().map(|&way| (side, pit, way)));
    }
    let single = |side: usize, pit: usize| game.rows[side][pit] == 1;
    let next = |(side, pit, way): (usize, usize, i32)| game.next(rules, Place::Pit(side, pit), way);
    if singles.ends_with("to-empty") {
        starts.retain(|&start| {
            let (side, pit, _) = start;
            !single(side, pit) || *game.clone().seeds(next(start)) == 0
        });
    }
    let leaves = |&start: &(usize, usize, i32)| {
        let (side, pit, _) = start;
        single(side, pit) && !matches!(next(start), Place::Pit(row, _) if row == me)
    };
    if singles == "to-own" || singles == "last-leaving-last" && !starts.iter().all(leaves) {
        starts.retain(|start| !leaves(start));
    }
    starts.retain(|&(side, pit, _)| !game.is_barred(rules, side, pit));
    starts
}

/// CK11: whether the player to move can.
fn can_move(rules: &Rules, game: &Game) -> bool {
    if starts(rules, game).is_empty() {
        return false;
    }
    let required = rules.is("feeding", "required") && !rules.is("stuck", "passes");
    !required || game.row(1 - game.mover) > 0 || !legal(rules, game).is_empty()
}

/// The legal moves by name, played to the end of the last lap, and whether the mover goes again.
fn legal(rules: &Rules, game: &Game) -> Vec<(String, Game, bool)> {
    let starts = starts(rules, game);
    let mut moves = Vec::new();
    for &(side, pit, way) in &starts {
        let mut name = format!("{}{}", ['A', 'a'][side], pit + 1);
        if starts.contains(&(side, pit, -way)) {
            name.push(if way > 0 { 'R' } else { 'L' });
        }
        play(rules, game, (side, pit, way), &name, &mut moves);
    }
    let feeds = |(_, after, _): &(String, Game, bool)| after.row(1 - game.mover) > 0;
    let (feeding, passes) = (rules.word("feeding", "none"), rules.is("stuck", "passes"));
    let asked = feeding == "always" || feeding != "none" && game.row(1 - game.mover) == 0;
    let strictly = feeding == "required" && !passes;
    if asked && (strictly || moves.iter().any(feeds)) {
        moves.retain(feeds);
    }
    moves
}

/// Plays a move from a start, and every way to stop it, unless it never ends.
fn play(
    rules: &Rules,
    before: &Game,
    (side, pit, way): (usize, usize, i32),
    name: &str,
    moves: &mut Vec<(String, Game, bool)>,
) {
    let mut game = before.clone();
    let me = game.mover;
    let quiet = game.turns[0] + game.turns[1] < rules.quiet();
    game.turns[me] = (game.turns[me] + 1).min(rules.counted());
    if rules.keeps_way() && game.ways == [None, None] {
        let other = if rules.is("direction", "first-mover") { way } else { -way };
        game.ways[me] = Some(way);
        game.ways[1 - me] = Some(other);
    }
    let mut from = Place::Pit(side, pit);
    let (mut sown, mut laps) = (0, 0);
    let mut stopped: Vec<(String, Game, bool)> = Vec::new();
    let mut met = Vec::new();
    loop {
        let mut hand = std::mem::take(game.seeds(from));
        sown += hand;
        laps += 1;
        if sown > 10_000 {
            // What was stopped before is legal all the same.
            break;
        }
        let origin = rules.word("origin", "sown");
        let first_seed = origin == "first-seed" || origin == "first-seed-unless-single" && hand > 1;
        let mut last = from;
        let mut held = 0;
        let mut first = true;
        while hand > 0 {
            if !(first && first_seed) {
                last = game.next(rules, last, way);
            }
            first = false;
            if last == from && origin == "passed-over" {
                continue;
            }
            held = *game.seeds(last);
            *game.seeds(last) += 1;
            hand -= 1;
        }
        let (row, at) = match last {
            Place::Store(owner) => {
                let mut again = owner == me && rules.word("in_store", "again") == "again";
                if owner != me {
                    again = rules.is("in_theirs", "again");
                    if rules.is("in_theirs", "captures") && !quiet {
                        game.stores[me] += std::mem::take(&mut game.stores[owner]);
                    }
                }
                stopped.push((name.to_owned(), game, again));
                break;
            }
            Place::Pit(row, at) => (row, at),
        };
        let mut done = false;
        if held == 0 && !quiet {
            done = in_empty(rules, &mut game, row, at);
        } else if rules.is("capture", "swap") && row == me && !quiet {
            let facing = game.columns() - 1 - at;
            if !game.out[1 - me][facing] {
                // CK7
                let mut swapped = game.clone();
                swapped.rows[me][at] -= 1;
                swapped.stores[me] += 1 + std::mem::take(&mut swapped.rows[1 - me][facing]);
                if met.contains(&(swapped.clone(), at)) {
                    // The same choice again: the move goes in circles.
                    break;
                }
                met.push((swapped.clone(), at));
                stopped.push((format!("{name}!{laps}"), swapped, false));
            }
        }
        // CK4
        let sown_on = match rules.word("laps", "single") {
            "relay" => held > 0,
            "relay-own-row" => held > 0 && row == me,
            "relay-opponents-row" => held > 0 && row != me,
            "next" => {
                last = game.next(rules, last, way);
                *game.seeds(last) > 0
            }
            _ => false,
        };
        if done || !sown_on {
            stopped.push((name.to_owned(), game, false));
            break;
        }
        from = last;
    }
    moves.extend(stopped);
}

/// CK5, CK6, CK9: what a last seed in an empty pit does; whether it did anything.
fn in_empty(rules: &Rules, game: &mut Game, row: usize, at: usize) -> bool {
    let (me, you) = (game.mover, 1 - game.mover);
    if row == you && rules.is("empty_across", "loses-store") {
        game.stores[you] += std::mem::take(&mut game.stores[me]);
        return true;
    }
    let right_row = match rules.word("side", "own") {
        "own" => row == me,
        "opponent" => row == you,
        _ => true,
    };
    if !right_row {
        return false;
    }
    let facing = game.columns() - 1 - at;
    let there = game.rows[1 - row][facing];
    match rules.word("capture", "opposite-filled") {
        "opposite-filled" | "always" if there > 0 || rules.is("capture", "always") => {
            game.stores[me] += std::mem::take(&mut game.rows[1 - row][facing]);
            if !rules.is("taken", "opposite") {
                game.stores[me] += std::mem::take(&mut game.rows[row][at]);
            }
            let slam = row == me && there > 0 && game.row(you) == 0;
            if slam && rules.is("grand_slam", "costs-row") {
                game.stores[you] += game.row(me);
                game.rows[me].fill(0);
            }
            true
        }
        "last-only" => {
            game.stores[me] += std::mem::take(&mut game.rows[row][at]);
            true
        }
        "pulls" => {
            game.rows[row][at] += std::mem::take(&mut game.rows[1 - row][facing]);
            there > 0
        }
        _ => false,
    }
}

/// Finds the next player or the end of the game; `before` is the position before the move.
fn conclude(rules: &Rules, before: &Game, after: Game, again: bool) -> (Game, Option<String>) {
    let me = before.mover;
    let next = if again { me } else { 1 - me };
    if let Some(result) = majority(rules, &after).or_else(|| cleared(rules, &after, me)) {
        return (after.turned_to(next), Some(result));
    }
    let empty = |player| after.free(rules, player) == 0;
    let over = match rules.word("over", "row-empty") {
        "row-empty" => empty(me) || empty(1 - me),
        "own-row-empty" => empty(me),
        "opponents-row-empty" => empty(1 - me),
        _ => false,
    };
    if over {
        let (ended, result) = shared(rules, &after, 1 - me, me);
        return (ended.turned_to(next), Some(result));
    }
    for (player, may) in [(next, true), (1 - next, rules.is("stuck", "passes"))] {
        let game = after.turned_to(player);
        if may && can_move(rules, &game) {
            return (game, None);
        }
    }
    let (ended, result) = shared(rules, &after, next, me);
    (ended.turned_to(next), Some(result))
}

/// CK10: shares the rest out where a player is stuck; says who has won.
fn shared(rules: &Rules, game: &Game, stuck: usize, last: usize) -> (Game, String) {
    let goal = rules.word("goal", "most");
    let mut game = game.clone();
    if goal.starts_with("last-move") {
        let full = goal == "last-move-unless-full" && game.stores[stuck] >= rules.row;
        let result = if full { "draw" } else { ["N", "S"][stuck] };
        return (game, result.to_owned());
    }
    let rest = rules.word("rest", "own-row");
    if rest != "nobody" {
        let rows = [0, 1].map(|player| game.free(rules, player));
        let all = rows[0] + rows[1];
        let unfed = !starts(rules, &game.turned_to(stuck)).is_empty();
        let taker = match rest {
            "other" => Some(1 - stuck),
            "last-mover" => Some(last),
            "unfed" if unfed => Some(1 - stuck),
            _ => None,
        };
        for player in [0, 1] {
            game.stores[player] += match taker {
                Some(taker) if taker == player => all,
                Some(_) => 0,
                None if rest == "divided" => all / 2,
                None => rows[player],
            };
        }
        let odd = rest == "divided" && all % 2 == 1;
        clear(rules, &mut game, odd, last);
    }
    let result = winner(&game);
    (game, result)
}

/// Empties the board but for what is nobody's, and the seed that halves leave over: it lies in the last filled pit,
/// the row of the other than who moved last being looked at first.
fn clear(rules: &Rules, game: &mut Game, odd: bool, last: usize) {
    let mut pits = Vec::new();
    for row in [1 - last, last] {
        for pit in (0..game.columns()).rev() {
            if game.rows[row][pit] > 0 && !game.is_barred(rules, row, pit) {
                pits.push((row, pit));
            }
        }
    }
    for (index, &(row, pit)) in pits.iter().enumerate() {
        game.rows[row][pit] = u32::from(odd && index == 0);
    }
}

/// CK12
fn majority(rules: &Rules, game: &Game) -> Option<String> {
    let [south, north] = game.stores;
    let total = game.row(0) + game.row(1) + south + north;
    let decided = 2 * south > total || 2 * north > total || 2 * south == total && south == north;
    (rules.is("majority", "true") && decided).then(|| winner(game))
}

/// CK10, where the first without seeds wins.
fn cleared(rules: &Rules, game: &Game, last: usize) -> Option<String> {
    if !rules.is("goal", "first-empty") {
        return None;
    }
    let first = [last, 1 - last].into_iter().find(|&player| game.row(player) == 0);
    first.map(|player| ["S", "N"][player].to_owned())
}

fn winner(game: &Game) -> String {
    let [south, north] = game.stores;
    let word = match south.cmp(&north) {
        Ordering::Greater => "S",
        Ordering::Less => "N",
        Ordering::Equal => "draw",
    };
    word.to_owned()
}

fn read(sheet: &Sheet) -> Game {
    let south = sheet.rows[1].clone();
    let mut north = sheet.rows[0].clone();
    north.reverse();
    let columns = south.len();
    let mut out = [vec![false; columns], vec![false; columns]];
    let named = sheet.field("out").unwrap_or("-");
    for pit in named.split(',').filter(|&pit| pit != "-") {
        let number: usize = pit[1..].parse().expect("number");
        out[usize::from(pit.starts_with('a'))][number - 1] = true;
    }
    let ways = sheet.field("dir").map_or([None, None], |ways| {
        let (south, north) = ways.split_once(',').expect("two ways");
        [south, north].map(|way| match way {
            "R" => Some(1),
            "L" => Some(-1),
            _ => None,
        })
    });
    Game {
        rows: [south, north],
        stores: sheet.pair("captured"),
        mover: usize::from(sheet.side == 'N'),
        out,
        turns: sheet.pair("turns"),
        ways,
    }
}

fn write(rules: &Rules, game: &Game, result: Option<String>) -> String {
    let mut north = game.rows[1].clone();
    north.reverse();
    let [s, n] = game.stores;
    let mut fields = vec![("captured".to_owned(), format!("{s},{n}"))];
    if rules.burnt {
        let mut pits = Vec::new();
        for (letter, out) in ['A', 'a'].into_iter().zip(&game.out) {
            let closed = out.iter().zip(1..).filter(|(out, _)| **out);
            pits.extend(closed.map(|(_, number)| format!("{letter}{number}")));
        }
        let list = if pits.is_empty() { "-".to_owned() } else { pits.join(",") };
        fields.push(("out".to_owned(), list));
    }
    if rules.counted() > 0 {
        let [s, n] = game.turns;
        fields.push(("turns".to_owned(), format!("{s},{n}")));
    }
    if rules.keeps_way() {
        let [s, n] = game.ways.map(|way| match way {
            Some(1) => "R",
            Some(_) => "L",
            None => "-",
        });
        fields.push(("dir".to_owned(), format!("{s},{n}")));
    }
    if let Some(winner) = result {
        fields.push(("result".to_owned(), winner));
    }
    let sheet =
        Sheet { rows: vec![north, game.rows[0].clone()], side: ['S', 'N'][game.mover], fields };
    sheet.write()
}
