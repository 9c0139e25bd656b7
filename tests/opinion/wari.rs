//! Second opinion on the ruleset `wari` with any of its options, sown seed by seed.
//!
//! Pits are numbered round the board for both players alike: South's from 0, then North's. Positions that come back
//! and pits out of play are left out.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{Opinion, Sheet};

/// The options by their names; what is left out is at its default.
pub struct Rules {
    options: BTreeMap<String, String>,
    /// The seeds of a row at the beginning.
    row: u32,
    /// The seeds of a full pit, in rounds that lock the others.
    full: Option<u32>,
}

impl Rules {
    /// Reads options of the form `rules.side=any`.
    pub fn new(overrides: &[String], row: u32, pit: u32) -> Self {
        let options = overrides.iter().filter_map(|text| {
            let (key, value) = text.strip_prefix("rules.")?.split_once('=')?;
            Some((key.to_owned(), value.trim_matches('"').to_owned()))
        });
        Self { options: options.collect(), row, full: locked(overrides).then_some(pit) }
    }

    fn is(&self, key: &str, value: &str) -> bool {
        self.options.get(key).is_some_and(|found| found == value)
    }

    fn number(&self, key: &str) -> u32 {
        self.options.get(key).map_or(0, |number| number.parse().expect("a number"))
    }

    fn counted(&self) -> u32 {
        let set = u32::from(self.is("opening", "first-from-right"));
        self.number("quiet").max(set)
    }

    fn keeps_moved(&self) -> bool {
        self.is("unmoved", "safe") || self.is("opening", "each-pit-once")
    }

    fn closes(&self) -> bool {
        self.is("used", "closed")
    }

    fn keeps_way(&self) -> bool {
        self.is("direction", "first-mover") || self.is("direction", "each-their-own")
    }

    fn has_count(&self, seeds: u32) -> bool {
        match self.options["counts"].as_str() {
            "even" => seeds > 0 && seeds % 2 == 0,
            "odd" => seeds % 2 == 1,
            "any" => seeds > 0,
            list => list
                .trim_matches(['[', ']'])
                .split(',')
                .any(|number| number.trim().parse() == Ok(seeds)),
        }
    }
}

/// Whether the rounds lock pits.
pub fn locked(overrides: &[String]) -> bool {
    let kind = "rounds.kind=\"locked\"".to_owned();
    overrides.contains(&kind)
}

#[derive(Clone, PartialEq)]
struct Game {
    pits: Vec<u32>,
    stores: [u32; 2],
    mover: usize,
    moved: Vec<bool>,
    locked: Vec<bool>,
    back: Option<usize>,
    turns: [u32; 2],
    /// 1 is counterclockwise, -1 clockwise.
    ways: [Option<i32>; 2],
}

/// A move played out: the game, whether the same player moves again.
struct Played {
    game: Game,
    again: bool,
}

impl Game {
    fn columns(&self) -> usize {
        self.pits.len() / 2
    }

    fn owner(&self, pit: usize) -> usize {
        usize::from(pit >= self.columns())
    }

    fn opposite(&self, pit: usize) -> usize {
        self.pits.len() - 1 - pit
    }

    fn step(&self, pit: usize, way: i32) -> usize {
        let len = self.pits.len();
        if way > 0 { (pit + 1) % len } else { (pit + len - 1) % len }
    }

    fn has_seeds(&self, player: usize) -> bool {
        (0..self.pits.len()).any(|pit| self.owner(pit) == player && self.pits[pit] > 0)
    }

    fn other(&self) -> Self {
        Self { mover: 1 - self.mover, ..self.clone() }
    }
}

pub fn opinion(rules: &Rules, position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let game = read(&sheet);
    if let Some(result) = sheet.field("result") {
        let result = Some(result.to_owned());
        return Opinion { result, moves: Vec::new() };
    }
    // G9
    let drawn = majority(rules, &game).or_else(|| cleared(rules, &game, 1 - game.mover));
    if drawn.is_some() {
        return Opinion { result: drawn, moves: Vec::new() };
    }
    let over = ends(rules, &game);
    if !over && let Some(stuck) = emptied(rules, &game, game.mover) {
        let mut over = game.clone();
        let result = share(rules, &mut over, stuck, 1 - game.mover);
        return Opinion { result: Some(result), moves: Vec::new() };
    }
    if over || !can_move(rules, &game) {
        if !over && rules.is("stuck", "passes") && can_move(rules, &game.other()) {
            let after = write(rules, &game.other(), None);
            return Opinion { result: None, moves: vec![("pass".to_owned(), after)] };
        }
        let mut over = game.clone();
        let result = share(rules, &mut over, game.mover, 1 - game.mover);
        return Opinion { result: Some(result), moves: Vec::new() };
    }
    let starts = starts(rules, &game);
    let moves = legal(rules, &game).into_iter().map(|((pit, way, lifted), played)| {
        let (after, result) = conclude(rules, &game, played);
        let both = starts.contains(&(pit, -way));
        let letter = if both { ["L", "R"][usize::from(way > 0)] } else { "" };
        (
            format!("{}{letter}{}", name(&game, pit), star(rules, lifted)),
            write(rules, &after, result),
        )
    });
    Opinion { result: None, moves: moves.collect() }
}

/// W19: how a chosen number is written.
fn star(rules: &Rules, lifted: u32) -> String {
    if rules.number("lifted") > 0 { format!("*{lifted}") } else { String::new() }
}

/// W1, W2, W9, W10, W18: from where, and which way.
fn starts(rules: &Rules, game: &Game) -> Vec<(usize, i32)> {
    let me = game.mover;
    let columns = game.columns();
    let mut pits: Vec<usize> = (0..game.pits.len())
        .filter(|&pit| rules.is("from", "any-pit") || game.owner(pit) == me)
        .filter(|&pit| game.pits[pit] > 0 && game.back != Some(pit))
        .collect();
    let several = pits.iter().any(|&pit| game.pits[pit] > 1);
    let singles = rules.options.get("singles").map_or("free", |word| word);
    if singles == "never" || singles.starts_with("last") && several {
        pits.retain(|&pit| game.pits[pit] > 1);
    }
    let mut starts = Vec::new();
    for pit in pits {
        let place = pit % columns;
        let ways: &[i32] = match rules.options.get("direction").map_or("", |way| way) {
            "clockwise" => &[-1],
            "chosen" => &[1, -1],
            "by-half" | "to-middle" if 2 * place + 1 == columns => &[1, -1],
            "by-half" if 2 * place < columns => &[-1],
            "to-middle" if 2 * place >= columns => &[-1],
            "by-parity" if game.pits[pit] % 2 == 0 => &[-1],
            "first-mover" | "each-their-own" => match game.ways[me] {
                None => &[1, -1],
                Some(1) => &[1],
                Some(_) => &[-1],
            },
            _ => &[1],
        };
        starts.extend(ways.iter().map(|&way| (pit, way)));
    }
    if singles.ends_with("to-empty") {
        starts.retain(|&(pit, way)| game.pits[pit] > 1 || game.pits[game.step(pit, way)] == 0);
    }
    let leaves =
        |&(pit, way): &(usize, i32)| game.pits[pit] == 1 && game.owner(game.step(pit, way)) != me;
    if singles == "to-own" || singles == "last-leaving-last" && !starts.iter().all(leaves) {
        starts.retain(|start| !leaves(start));
    }
    if rules.is("facing_singles", "barred") {
        starts.retain(|&(pit, _)| game.pits[game.opposite(pit)] != 1);
    }
    if rules.closes() {
        starts.retain(|&(pit, _)| !game.moved[pit]);
    }
    // W16
    starts.retain(|&(pit, _)| !game.locked[pit]);
    if rules.is("opening", "each-pit-once") {
        let new = |pit: usize| game.owner(pit) == me && !game.moved[pit];
        if (0..game.pits.len()).any(new) {
            starts.retain(|&(pit, _)| new(pit));
        }
    }
    let right = me * columns + columns - 1;
    if rules.is("opening", "first-from-right") && game.turns == [0, 0] && game.pits[right] > 0 {
        starts.retain(|&(pit, _)| pit == right);
    }
    starts
}

/// The legal moves played out (W13).
fn legal(rules: &Rules, game: &Game) -> Vec<((usize, i32, u32), Played)> {
    let you = 1 - game.mover;
    let mut all = Vec::new();
    for (pit, way) in starts(rules, game) {
        // W19
        let most = rules.number("lifted").min(game.pits[pit] - 1);
        let chosen = rules.number("lifted") > 0;
        let numbers = if chosen { 1..=most } else { 0..=0 };
        for lifted in numbers {
            let start = (pit, way, lifted);
            all.extend(play(rules, game, start).map(|played| (start, played)));
        }
    }
    let feeds = |played: &Played| played.game.has_seeds(you);
    let asked = rules.is("feeding", "always")
        || !rules.is("feeding", "none")
            && rules.options.contains_key("feeding")
            && !game.has_seeds(you);
    let any = all.iter().any(|(_, played)| feeds(played));
    let required = rules.is("feeding", "required") && !rules.is("stuck", "passes");
    if asked && (any || required) {
        all.into_iter().filter(|(_, played)| feeds(played)).collect()
    } else {
        all
    }
}

fn can_move(rules: &Rules, game: &Game) -> bool {
    !legal(rules, game).is_empty()
}

/// Plays a start out; nothing if the move may not be made.
fn play(rules: &Rules, before: &Game, (start, way, lifted): (usize, i32, u32)) -> Option<Played> {
    let mut game = before.clone();
    let me = game.mover;
    let quiet = game.turns[0] + game.turns[1] < rules.number("quiet");
    game.turns[me] = (game.turns[me] + 1).min(rules.counted());
    game.back = None;
    if rules.keeps_way() && game.ways == [None, None] {
        game.ways[me] = Some(way);
        let turned = if rules.is("direction", "first-mover") { way } else { -way };
        game.ways[1 - me] = Some(turned);
    }
    let safe = |game: &Game, pit: usize| {
        rules.is("unmoved", "safe") && !game.moved[pit] || game.locked[pit]
    };
    // W8
    if !quiet
        && !rules.is("before_sowing", "nothing")
        && rules.options.contains_key("before_sowing")
    {
        let all = rules.is("before_sowing", "singles-take-opposite");
        for pit in 0..game.pits.len() {
            let takes = if all { game.owner(pit) == me } else { pit == start };
            let opposite = game.opposite(pit);
            if takes && before.pits[pit] == 1 && !safe(&game, opposite) {
                game.stores[me] += game.pits[opposite];
                game.pits[opposite] = 0;
            }
        }
    }
    if rules.keeps_moved() || rules.closes() {
        game.moved[start] = true;
    }
    // W2: a pit that was captured from under the hand starts nothing.
    if game.pits[start] == 0 {
        return None;
    }
    let mut hand = if lifted > 0 { lifted } else { game.pits[start] };
    // W8 may have left too few.
    if lifted >= game.pits[start] {
        return None;
    }
    game.pits[start] -= hand;
    let single = hand == 1;
    let captures = !quiet && !(single && rules.is("from_single", "captures-nothing"));
    let takes = |game: &Game, pit: usize, first: bool| {
        let own = game.owner(pit) == me;
        let side = match rules.options.get("side").map_or("opponent", |side| side) {
            "own" => own,
            "any" => true,
            "opponent-first" => !own || !first,
            _ => !own,
        };
        // W20
        let opposite = game.opposite(pit);
        let equal = game.pits[opposite] == game.pits[pit] && !safe(game, opposite);
        let fits = equal || !rules.is("opposite", "equal");
        side && rules.has_count(game.pits[pit]) && !safe(game, pit) && fits
    };
    let capture = |game: &mut Game, pit: usize| {
        let taker = if rules.is("taker", "owner") { game.owner(pit) } else { me };
        game.stores[taker] += game.pits[pit];
        game.pits[pit] = 0;
    };
    // W1, W12, and W4 in passing
    let passed_over = rules.is("origin", "passed-over");
    let first_seed = rules.is("origin", "first-seed")
        || rules.is("origin", "first-seed-unless-single") && !single;
    let most = rules.number("most");
    let mut pit = start;
    let mut first = true;
    while hand > 0 {
        let closed =
            |game: &Game, pit: usize| passed_over && pit == start || game.pits[pit] >= most;
        let limited = most > 0 && !(0..game.pits.len()).all(|pit| closed(&game, pit));
        if !(first && first_seed) {
            pit = game.step(pit, way);
            while passed_over && pit == start || limited && game.pits[pit] >= most {
                pit = game.step(pit, way);
            }
        }
        first = false;
        game.pits[pit] += 1;
        hand -= 1;
        // W18
        if rules.closes() && game.owner(pit) != me {
            game.moved[pit] = false;
        }
        if captures && rules.is("where", "passing") && takes(&game, pit, true) {
            capture(&mut game, pit);
        }
    }
    // W16
    if let Some(full) = rules.full {
        for pit in 0..game.pits.len() {
            game.locked[pit] &= game.pits[pit] < full;
        }
    }
    // W4, W5
    let last = pit;
    let next = game.step(last, way);
    let mut taken: Vec<usize> = Vec::new();
    let place = rules.options.get("where").map_or("last", |place| place);
    if captures {
        let reached = game.owner(last) != me || game.owner(next) != me;
        match place {
            "last" | "next" | "last-or-next" => {
                let misses = place == "last-or-next" && !takes(&game, last, true);
                let pit = if misses || place == "next" { next } else { last };
                if takes(&game, pit, true) {
                    taken.push(pit);
                    let chain = rules.options.get("chain").map_or("none", |chain| chain);
                    let equal = rules.is("opposite", "equal");
                    if equal {
                        taken.push(game.opposite(pit));
                    }
                    let limit = rules.options.get("chain_limit").map_or("255", |limit| limit);
                    let limit: usize = limit.parse().expect("a number");
                    if chain == "back" || chain == "both" {
                        follow(&game, &mut taken, (pit, -way, limit, equal), &takes);
                    }
                    if chain == "onward" || chain == "both" {
                        follow(&game, &mut taken, (pit, way, limit, equal), &takes);
                    }
                }
            }
            "every-if-reached" if !reached => {}
            "every" | "every-if-reached" => {
                taken = (0..game.pits.len()).filter(|&pit| takes(&game, pit, true)).collect();
            }
            _ => {}
        }
    }
    // W7
    let theirs: Vec<usize> =
        (0..game.pits.len()).filter(|&pit| game.owner(pit) != me && game.pits[pit] > 0).collect();
    let slam =
        !taken.is_empty() && !theirs.is_empty() && theirs.iter().all(|pit| taken.contains(pit));
    let mut again = false;
    if slam {
        match rules.options.get("grand_slam").map_or("captures", |slam| slam) {
            "captures-nothing" => taken.clear(),
            "illegal" => return None,
            "leaves-rightmost" if theirs.len() > 1 => taken.retain(|&pit| pit != theirs[0]),
            "again" => again = true,
            _ => {}
        }
    }
    for pit in taken {
        capture(&mut game, pit);
    }
    // W9
    let crossed = game.owner(start) != game.owner(last) && game.pits[last] == 1;
    if rules.is("crossing_back", "barred") && single && crossed {
        game.back = Some(last);
    }
    Some(Played { game, again })
}

/// Follows a chain from a pit.
fn follow(
    game: &Game,
    taken: &mut Vec<usize>,
    (from, way, limit, equal): (usize, i32, usize, bool),
    takes: &dyn Fn(&Game, usize, bool) -> bool,
) {
    let mut pit = from;
    for _ in 0..limit {
        pit = game.step(pit, way);
        if taken.contains(&pit) || !takes(game, pit, false) {
            break;
        }
        taken.push(pit);
        if equal {
            taken.push(game.opposite(pit));
        }
    }
}

/// Finds the next player or the end of the game after a move.
fn conclude(rules: &Rules, before: &Game, played: Played) -> (Game, Option<String>) {
    let Played { mut game, again } = played;
    let me = before.mover;
    let next = if again { me } else { 1 - me };
    let turn = |game: Game| if again { game } else { game.other() };
    if let Some(result) = majority(rules, &game).or_else(|| cleared(rules, &game, me)) {
        return (turn(game), Some(result));
    }
    if ends(rules, &game) {
        let result = share(rules, &mut game, 1 - me, me);
        return (turn(game), Some(result));
    }
    if let Some(stuck) = emptied(rules, &game, next) {
        let result = share(rules, &mut game, stuck, me);
        return (turn(game), Some(result));
    }
    for (player, may) in [(next, true), (1 - next, rules.is("stuck", "passes"))] {
        game.mover = player;
        if may && can_move(rules, &game) {
            return (game, None);
        }
    }
    game.mover = me;
    let result = share(rules, &mut game, next, me);
    (turn(game), Some(result))
}

/// W14: shares the rest out where a player is stuck; says who has won.
fn share(rules: &Rules, game: &mut Game, stuck: usize, last: usize) -> String {
    let goal = rules.options.get("goal").map_or("most", |goal| goal);
    if goal == "last-move-unless-full" && game.stores[stuck] >= rules.row {
        return "draw".to_owned();
    }
    if goal.starts_with("last-move") {
        return ["N", "S"][stuck].to_owned();
    }
    let rows: Vec<u32> = [0, 1]
        .map(|player| {
            let own = (0..game.pits.len()).filter(|&pit| game.owner(pit) == player);
            own.map(|pit| game.pits[pit]).sum()
        })
        .to_vec();
    let all = rows[0] + rows[1];
    let mut shares = [0, 0];
    let stuck_game = Game { mover: stuck, ..game.clone() };
    match rules.options.get("rest").map_or("own-row", |rest| rest) {
        "other" => shares[1 - stuck] = all,
        "last-mover" => shares[last] = all,
        "unfed" if !starts(rules, &stuck_game).is_empty() => shares[1 - stuck] = all,
        "nobody" => {}
        "divided" => shares = [all / 2, all / 2],
        _ => shares = [rows[0], rows[1]],
    }
    if !rules.is("rest", "nobody") {
        let columns = game.columns();
        for place in 0..game.pits.len() {
            let pit = (game.mover * columns + place) % game.pits.len();
            let owner = game.owner(pit);
            for player in [owner, 1 - owner] {
                let given = game.stores[player];
                let seeds = game.pits[pit].min(shares[player]);
                shares[player] -= seeds;
                game.pits[pit] -= seeds;
                game.stores[player] = given + seeds;
            }
        }
    }
    winner(game)
}

/// W15
fn majority(rules: &Rules, game: &Game) -> Option<String> {
    let [south, north] = game.stores;
    let total: u32 = game.pits.iter().sum::<u32>() + south + north;
    let decided = 2 * south > total || 2 * north > total || 2 * south == total && south == north;
    (rules.is("majority", "true") && decided).then(|| winner(game))
}

/// W14, where the first without seeds wins.
fn cleared(rules: &Rules, game: &Game, last: usize) -> Option<String> {
    if !rules.is("goal", "first-empty") {
        return None;
    }
    let first = [last, 1 - last].into_iter().find(|&player| !game.has_seeds(player));
    first.map(|player| ["S", "N"][player].to_owned())
}

/// W14
fn emptied(rules: &Rules, game: &Game, next: usize) -> Option<usize> {
    let mut players = [next, 1 - next].into_iter();
    let ends = rules.is("stuck", "row-empty");
    ends.then(|| players.find(|&player| !game.has_seeds(player)))?
}

/// W17, W21
fn ends(rules: &Rules, game: &Game) -> bool {
    let left = game.pits.iter().sum::<u32>();
    let few = rules.number("last_seeds") > 0 && left <= rules.number("last_seeds");
    few || rules.is("only_singles", "ends") && game.pits.iter().all(|&seeds| seeds < 2)
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

fn name(game: &Game, pit: usize) -> String {
    let letter = ['A', 'a'][game.owner(pit)];
    format!("{letter}{}", pit % game.columns() + 1)
}

fn read(sheet: &Sheet) -> Game {
    let mut pits = sheet.rows[1].clone();
    pits.extend(sheet.rows[0].iter().rev());
    let mut game = Game {
        moved: vec![false; pits.len()],
        locked: vec![false; pits.len()],
        pits,
        stores: sheet.pair("captured"),
        mover: usize::from(sheet.side == 'N'),
        back: None,
        turns: sheet.pair("turns"),
        ways: [None, None],
    };
    for pit in 0..game.pits.len() {
        let name = name(&game, pit);
        let listed =
            |field| sheet.field(field).is_some_and(|list| list.split(',').any(|one| one == name));
        game.moved[pit] = listed("moved") || listed("closed");
        game.locked[pit] = listed("locked");
        if listed("back") {
            game.back = Some(pit);
        }
    }
    if let Some((south, north)) = sheet.field("dir").and_then(|value| value.split_once(',')) {
        let way = |letter| match letter {
            "R" => Some(1),
            "L" => Some(-1),
            _ => None,
        };
        game.ways = [way(south), way(north)];
    }
    game
}

fn write(rules: &Rules, game: &Game, result: Option<String>) -> String {
    let columns = game.columns();
    let south = game.pits[..columns].to_vec();
    let mut north = game.pits[columns..].to_vec();
    north.reverse();
    let pair = |[south, north]: [u32; 2]| format!("{south},{north}");
    let mut fields = vec![("captured".to_owned(), pair(game.stores))];
    let mut pits = |field: &str, holds: &dyn Fn(usize) -> bool| {
        let names = (0..2 * columns).filter(|&pit| holds(pit));
        let names: Vec<String> = names.map(|pit| name(game, pit)).collect();
        let names = if names.is_empty() { "-".to_owned() } else { names.join(",") };
        fields.push((field.to_owned(), names));
    };
    if rules.keeps_moved() {
        pits("moved", &|pit| game.moved[pit]);
    }
    if rules.closes() {
        pits("closed", &|pit| game.moved[pit]);
    }
    if rules.full.is_some() {
        pits("locked", &|pit| game.locked[pit]);
    }
    if rules.is("crossing_back", "barred") {
        pits("back", &|pit| game.back == Some(pit));
    }
    if rules.counted() > 0 {
        fields.push(("turns".to_owned(), pair(game.turns)));
    }
    if rules.keeps_way() {
        let letter = |way: Option<i32>| way.map_or("-", |way| if way > 0 { "R" } else { "L" });
        let [south, north] = game.ways.map(letter);
        fields.push(("dir".to_owned(), format!("{south},{north}")));
    }
    if let Some(winner) = result {
        fields.push(("result".to_owned(), winner));
    }
    let sheet = Sheet { rows: vec![north, south], side: ['S', 'N'][game.mover], fields };
    sheet.write()
}
