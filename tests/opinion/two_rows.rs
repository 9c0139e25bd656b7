//! Code shared by second opinions on two-row games: the board as text, feeding, passing, the end.

use std::collections::BTreeMap;

use super::{Opinion, Sheet};

/// The options of a file that are words, by key.
pub type Words = BTreeMap<&'static str, &'static str>;

/// Players are 0 for South and 1 for North; pits go round from South's first to North's last.
#[derive(Clone, Debug)]
pub struct Game {
    pub ring: Vec<u32>,
    pub stores: [u32; 2],
    pub mover: usize,
    pub out: Vec<bool>,
    pub owner: Vec<usize>,
    pub turns: [u32; 2],
    pub starter: usize,
    /// Whether a player sows the other's pits from the last to the first.
    pub winding: bool,
    /// Whether this is a second move, after which there is none.
    pub again: bool,
    /// Pit where the last turn ended.
    pub ended: Option<usize>,
    /// Pit from which this turn may not start.
    pub back: Option<usize>,
    /// Whether each player has earned the middle pits.
    pub earned: [bool; 2],
}

/// A turn played out: the board, and whether the mover goes again or the round is over.
pub struct Turn {
    pub after: Game,
    pub again: bool,
    pub over: bool,
}

/// Rules of one ruleset.
pub trait Rules {
    /// The options that are words.
    fn words(&self) -> &Words;

    /// How many turns of each are counted; none if it is 0.
    fn counted(&self) -> u32;

    /// Whether it is written who began the round.
    fn starter(&self) -> bool {
        false
    }

    /// Whether it is written that a move is a second one.
    fn counts_again(&self) -> bool {
        false
    }

    /// Whether it is written where the last turn ended.
    fn keeps_end(&self) -> bool {
        false
    }

    /// Whether it is written from which pit a turn may not start.
    fn keeps_back(&self) -> bool {
        false
    }

    /// Whether a player sows the other's pits from the last to the first.
    fn winding(&self) -> bool {
        false
    }

    /// Whether the middle pits are settled at the end.
    fn late_middle(&self) -> bool {
        false
    }

    /// Whether the board ends the game, whatever can be moved.
    fn ended(&self, _game: &Game) -> bool {
        false
    }

    /// Selects the starts that may be chosen.
    fn allowed(&self, _game: &Game, starts: Vec<(usize, bool)>) -> Vec<(usize, bool)> {
        starts
    }

    /// A turn from a pit, counterclockwise or not; nothing if it never ends.
    fn play(&self, game: &Game, start: usize, way: bool) -> Option<Turn>;

    /// The turns from a pit, each with the sign of its choice.
    fn turns(&self, game: &Game, start: usize, way: bool) -> Vec<(&'static str, Turn)> {
        let turn = self.play(game, start, way);
        turn.map(|turn| ("", turn)).into_iter().collect()
    }

    /// The value of an option.
    fn word(&self, key: &str) -> &'static str {
        self.words()[key]
    }
}

impl Game {
    /// Whether the mover owns a pit.
    pub fn own(&self, pit: usize) -> bool {
        self.owner[pit] == self.mover
    }

    /// The next pit in play.
    pub fn next(&self, pit: usize, way: bool) -> usize {
        let n = self.ring.len();
        // The pits in the order in which the hand goes over them: first the mover's row, then the other one.
        let mut order: Vec<usize> = (0..n).map(|place| (self.mover * n / 2 + place) % n).collect();
        if self.winding {
            order[n / 2..].reverse();
        }
        let mut place = order.iter().position(|&other| other == pit).expect("a pit");
        loop {
            place = if way { place + 1 } else { place + n - 1 } % n;
            if !self.out[order[place]] {
                return order[place];
            }
        }
    }

    pub fn columns(&self) -> usize {
        self.ring.len() / 2
    }

    /// Whether it is the middle pit of a row.
    pub fn is_middle(&self, pit: usize) -> bool {
        2 * (pit % self.columns()) + 1 == self.columns()
    }

    /// Whether a player has seeds in their pits.
    pub fn has_seeds(&self, player: usize) -> bool {
        (0..self.ring.len())
            .any(|pit| self.owner[pit] == player && !self.out[pit] && self.ring[pit] > 0)
    }

    fn name(&self, pit: usize) -> String {
        let columns = self.columns();
        format!("{}{}", ['A', 'a'][pit / columns], pit % columns + 1)
    }
}

pub fn opinion(rules: &impl Rules, position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let mut game = read(&sheet);
    game.winding = rules.winding();
    let given = sheet.field("result").map(str::to_owned);
    if let Some(result) = given.or_else(|| over(&game, rules)) {
        return Opinion { result: Some(result), moves: Vec::new() };
    }
    let moves = written_moves(&game, rules);
    let result = moves.is_empty().then(|| outcome(&game, rules, game.mover, 1 - game.mover));
    Opinion { result, moves }
}

/// The result of a position that is over as it stands.
fn over(game: &Game, rules: &impl Rules) -> Option<String> {
    let last = 1 - game.mover;
    majority(game, rules).or_else(|| by_emptiness(game, rules, last)).or_else(|| {
        let ended = rules.ended(game).then_some(game.mover);
        let stuck = ended.or_else(|| emptied(game, rules, game.mover));
        let stuck = stuck.or_else(|| {
            let is_stuck = !can_move(game, rules) && !passes(game, rules);
            is_stuck.then_some(game.mover)
        });
        stuck.map(|stuck| outcome(game, rules, stuck, last))
    })
}

/// The legal moves with what comes of them; a pass where there is no other.
fn written_moves(game: &Game, rules: &impl Rules) -> Vec<(String, String)> {
    let mut moves = Vec::new();
    for (name, turn) in legal(game, rules) {
        let (after, result) = conclude(game, turn, rules);
        moves.push((name, settled(after, rules, result)));
    }
    if moves.is_empty() && passes(game, rules) {
        let mut after = game.clone();
        after.mover = 1 - game.mover;
        after.again = false;
        after.back = None;
        moves.push(("pass".to_owned(), settled(after, rules, None)));
    }
    moves
}

/// The position as text; it is over too if the player to move has only endless moves.
fn settled(after: Game, rules: &impl Rules, mut result: Option<String>) -> String {
    if result.is_none() && legal(&after, rules).is_empty() && !passes(&after, rules) {
        result = Some(outcome(&after, rules, after.mover, 1 - after.mover));
    }
    write(&after, rules, result)
}

/// Whether the player to move could pass.
fn passes(game: &Game, rules: &impl Rules) -> bool {
    let mut other = game.clone();
    other.mover = 1 - game.mover;
    other.back = None;
    rules.word("stuck") == "passes" && can_move(&other, rules) && !legal(&other, rules).is_empty()
}

/// Pits and ways from which a move may start, endless moves and feeding not looked at.
fn starts(game: &Game, rules: &impl Rules) -> Vec<(usize, bool)> {
    let any = rules.word("from") == "any-pit";
    let free = |pit: usize| !game.out[pit] && game.back != Some(pit);
    let mine = |&pit: &usize| (any || game.own(pit)) && free(pit) && game.ring[pit] > 0;
    let mut pits: Vec<usize> = (0..game.ring.len()).filter(mine).collect();
    let several: Vec<usize> = pits.iter().copied().filter(|&pit| game.ring[pit] > 1).collect();
    let givers = several.iter().any(|&pit| game.own(pit));
    if gives(game, rules) && !givers {
        return Vec::new();
    }
    match rules.word("singles") {
        "never" => pits = several,
        "last" | "last-leaving-last" | "last-to-empty" if !several.is_empty() => pits = several,
        _ => {}
    }
    if rules.word("from") == "rightmost" {
        pits = nearest_to_right(game, pits);
    }
    let columns = game.columns();
    let mut all = Vec::new();
    for pit in pits {
        let place = pit % columns;
        let ways: &[bool] = match rules.word("direction") {
            "counterclockwise" => &[true],
            "clockwise" => &[false],
            "by-half" if 2 * place + 1 < columns => &[false],
            "by-half" if 2 * place + 1 > columns => &[true],
            "to-middle" if 2 * place + 1 < columns => &[true],
            "to-middle" if 2 * place + 1 > columns => &[false],
            "chosen-later" if game.turns[game.mover] == 0 => &[true],
            _ => &[true, false],
        };
        all.extend(ways.iter().map(|&way| (pit, way)));
    }
    let next = |pit: usize, way: bool| game.next(pit, way);
    match rules.word("singles") {
        singles @ ("to-own" | "last-leaving-last") => {
            let stays =
                |&(pit, way): &(usize, bool)| game.ring[pit] > 1 || game.own(next(pit, way));
            if singles == "to-own" || all.iter().any(stays) {
                all.retain(stays);
            }
        }
        "to-empty" | "last-to-empty" => {
            all.retain(|&(pit, way)| game.ring[pit] > 1 || game.ring[next(pit, way)] == 0)
        }
        _ => {}
    }
    rules.allowed(game, all)
}

/// Returns the pit nearest to the mover's right end; pits of the other row come last.
pub fn nearest_to_right(game: &Game, mut pits: Vec<usize>) -> Vec<usize> {
    let n = game.columns();
    pits.sort_by_key(|&pit| (pit / n == game.mover, pit % n));
    pits.pop().into_iter().collect()
}

fn gives(game: &Game, rules: &impl Rules) -> bool {
    rules.word("feeding") == "one-seed" && !game.has_seeds(1 - game.mover)
}

fn can_move(game: &Game, rules: &impl Rules) -> bool {
    if starts(game, rules).is_empty() {
        return false;
    }
    let required = rules.word("feeding") == "required" && rules.word("stuck") != "passes";
    if required && !game.has_seeds(1 - game.mover) {
        return !legal(game, rules).is_empty();
    }
    true
}

/// The legal moves by name, with what the turn comes to.
fn legal(game: &Game, rules: &impl Rules) -> Vec<(String, Turn)> {
    let mut all = Vec::new();
    let starts = starts(game, rules);
    for &(pit, way) in &starts {
        let mut name = game.name(pit);
        if starts.contains(&(pit, !way)) {
            name.push(if way { 'R' } else { 'L' });
        }
        if !gives(game, rules) {
            let turns = rules.turns(game, pit, way).into_iter();
            all.extend(turns.map(|(sign, turn)| (format!("{name}{sign}"), turn)));
            continue;
        }
        for giver in 0..game.ring.len() {
            if game.own(giver) && !game.out[giver] && game.ring[giver] > 1 {
                let mut given = game.clone();
                given.ring[giver] -= 1;
                let n = game.ring.len();
                let theirs = (0..n).map(|step| (n / 2 * (1 - game.mover) + step) % n);
                let mut theirs = theirs.filter(|&pit| !game.own(pit) && !game.out[pit]);
                // The opponent may have no pit left to be given a seed in.
                let Some(first) = theirs.next() else { continue };
                given.ring[first] += 1;
                let turn = rules.play(&given, pit, way);
                all.extend(turn.map(|turn| (format!("{name}+{}", game.name(giver)), turn)));
            }
        }
    }
    let feeds = |(_, turn): &(String, Turn)| turn.after.has_seeds(1 - game.mover);
    let feeding = rules.word("feeding");
    let empty = !game.has_seeds(1 - game.mover);
    let wanted = feeding == "always" || empty && matches!(feeding, "required" | "if-possible");
    let must = feeding == "required" && rules.word("stuck") != "passes";
    if wanted && (all.iter().any(feeds) || must) {
        all.retain(feeds);
    }
    all
}

/// The position after a turn, with who is to move there, or the end.
fn conclude(before: &Game, turn: Turn, rules: &impl Rules) -> (Game, Option<String>) {
    let me = before.mover;
    let next = if turn.again { me } else { 1 - me };
    let mut after = turn.after;
    let captured = after.stores != before.stores;
    let early = captured
        .then(|| majority(&after, rules))
        .flatten()
        .or_else(|| by_emptiness(&after, rules, me));
    if early.is_some() {
        after.mover = next;
        return (after, early);
    }
    if turn.over || rules.ended(&after) {
        return end(after, rules, [1 - me, me, next]);
    }
    if let Some(stuck) = emptied(&after, rules, next) {
        return end(after, rules, [stuck, me, next]);
    }
    after.mover = next;
    if can_move(&after, rules) {
        return (after, None);
    }
    if rules.word("stuck") == "passes" {
        let mut passed = after.clone();
        passed.mover = 1 - next;
        passed.again = false;
        passed.back = None;
        if can_move(&passed, rules) {
            return (passed, None);
        }
    }
    end(after, rules, [next, me, next])
}

/// The end: what is left is shared. The players are who is stuck, who moved last, and who would move next.
fn end(
    mut after: Game,
    rules: &impl Rules,
    [stuck, last, next]: [usize; 3],
) -> (Game, Option<String>) {
    after.mover = stuck;
    let result = outcome(&after, rules, stuck, last);
    if by_count(rules) && rules.word("rest") != "nobody" {
        after.stores = shares(&after, rules, stuck, last);
        for (pit, seeds) in after.ring.clone().into_iter().enumerate() {
            let late = rules.late_middle() && after.is_middle(pit);
            after.ring[pit] = if late { shared_late(&after, seeds).1 } else { 0 };
        }
    }
    after.mover = next;
    (after, Some(result))
}

fn by_count(rules: &impl Rules) -> bool {
    matches!(rules.word("goal"), "most" | "first-empty")
}

/// The result where a player can't move.
fn outcome(game: &Game, rules: &impl Rules, stuck: usize, last: usize) -> String {
    if !by_count(rules) {
        return ["N", "S"][stuck].to_owned();
    }
    winner(shares(game, rules, stuck, last))
}

/// The result where a player has more than half of all seeds, or both half.
fn majority(game: &Game, rules: &impl Rules) -> Option<String> {
    let [south, north] = game.stores;
    let total = south + north + game.ring.iter().sum::<u32>();
    let half = 2 * south.max(north) > total || south == north && 2 * south == total;
    (rules.word("majority") == "true" && half).then(|| winner(game.stores))
}

/// The result where the aim is to have no seeds, or to be left with some.
fn by_emptiness(game: &Game, rules: &impl Rules, last: usize) -> Option<String> {
    let empty = [0, 1].map(|player| !game.has_seeds(player));
    let winner = match (rules.word("goal"), empty[last], empty[1 - last]) {
        ("first-empty", true, _) | ("last-with-seeds", _, true) => last,
        ("first-empty", false, true) | ("last-with-seeds", true, false) => 1 - last,
        _ => return None,
    };
    Some(["S", "N"][winner].to_owned())
}

/// The player without seeds where that ends the game; the next to move is asked first.
fn emptied(game: &Game, rules: &impl Rules, next: usize) -> Option<usize> {
    let mut players = [next, 1 - next].into_iter();
    let ends = rules.word("stuck") == "row-empty";
    ends.then(|| players.find(|&player| !game.has_seeds(player)))?
}

/// Returns each player's seeds once the rest is shared.
fn shares(game: &Game, rules: &impl Rules, stuck: usize, last: usize) -> [u32; 2] {
    let mut rows = [0, 0];
    let mut given = [0, 0];
    for pit in 0..game.ring.len() {
        if rules.late_middle() && game.is_middle(pit) {
            let (each, _) = shared_late(game, game.ring[pit]);
            given = [0, 1].map(|player| given[player] + if game.earned[player] { each } else { 0 });
        } else {
            rows[game.owner[pit]] += game.ring[pit];
        }
    }
    let all = rows[0] + rows[1];
    let mut only = [0, 0];
    let mut asked = game.clone();
    asked.mover = stuck;
    let shared = match rules.word("rest") {
        "other" => {
            only[1 - stuck] = all;
            only
        }
        "last-mover" => {
            only[last] = all;
            only
        }
        "unfed" if !starts(&asked, rules).is_empty() => {
            only[1 - stuck] = all;
            only
        }
        "nobody" => only,
        _ => rows,
    };
    [0, 1].map(|player| game.stores[player] + shared[player] + given[player])
}

/// Returns the share of each player who has earned a middle pit, and the rest (PU14).
fn shared_late(game: &Game, seeds: u32) -> (u32, u32) {
    match (game.earned, seeds) {
        ([false, false], _) | (_, 0) => (0, seeds),
        ([true, true], _) if seeds % 2 == 1 => (seeds / 2, 1),
        ([true, true], _) => (seeds / 2 - 1, 2),
        _ => (seeds - 1, 1),
    }
}

fn winner([south, north]: [u32; 2]) -> String {
    match south.cmp(&north) {
        std::cmp::Ordering::Greater => "S",
        std::cmp::Ordering::Less => "N",
        std::cmp::Ordering::Equal => "draw",
    }
    .to_owned()
}

/// The pits of a field.
fn pits(sheet: &Sheet, name: &str, columns: usize) -> Vec<usize> {
    let list = sheet.field(name).filter(|&list| list != "-").unwrap_or("");
    let pits = list.split(',').filter(|pit| !pit.is_empty());
    pits.map(|pit| {
        let number: usize = pit[1..].parse().expect("number");
        number - 1 + if pit.starts_with('a') { columns } else { 0 }
    })
    .collect()
}

fn read(sheet: &Sheet) -> Game {
    let columns = sheet.rows[0].len();
    let mut ring = sheet.rows[1].clone();
    ring.extend(sheet.rows[0].iter().rev());
    let mut game = Game {
        out: vec![false; 2 * columns],
        owner: (0..2 * columns).map(|pit| pit / columns).collect(),
        ring,
        stores: sheet.pair("captured"),
        mover: usize::from(sheet.side == 'N'),
        turns: sheet.pair("turns"),
        starter: usize::from(sheet.field("starter") == Some("N")),
        winding: false,
        again: sheet.field("again") == Some("1"),
        ended: pits(sheet, "ended", columns).first().copied(),
        back: pits(sheet, "back", columns).first().copied(),
        earned: ['S', 'N'].map(|side| sheet.field("middle").is_some_and(|who| who.contains(side))),
    };
    for pit in pits(sheet, "out", columns) {
        game.out[pit] = true;
    }
    for (player, name) in ["owned-S", "owned-N"].into_iter().enumerate() {
        for pit in pits(sheet, name, columns) {
            game.owner[pit] = player;
        }
    }
    game
}

fn write(game: &Game, rules: &impl Rules, result: Option<String>) -> String {
    let columns = game.columns();
    let (south, north) = game.ring.split_at(columns);
    let list = |holds: &dyn Fn(usize) -> bool| {
        let names = (0..2 * columns).filter(|&pit| holds(pit));
        let names = names.map(|pit| game.name(pit));
        let list = names.collect::<Vec<_>>().join(",");
        if list.is_empty() { "-".to_owned() } else { list }
    };
    let [s, n] = game.stores;
    let mut fields = vec![("captured".to_owned(), format!("{s},{n}"))];
    if rules.late_middle() {
        let who: String = [0, 1]
            .into_iter()
            .filter(|&player| game.earned[player])
            .map(|player| ['S', 'N'][player])
            .collect();
        let who = if who.is_empty() { "-".to_owned() } else { who };
        fields.push(("middle".to_owned(), who));
    }
    if rules.word("rounds") == "burnt" {
        fields.push(("out".to_owned(), list(&|pit| game.out[pit])));
    }
    if rules.word("rounds") == "territory" {
        let moved = (0..2 * columns).any(|pit| game.owner[pit] != pit / columns);
        for (player, name) in ["owned-S", "owned-N"].into_iter().enumerate() {
            fields.push((name.to_owned(), list(&|pit| moved && game.owner[pit] == player)));
        }
    }
    if rules.keeps_back() {
        fields.push(("back".to_owned(), list(&|pit| game.back == Some(pit))));
    }
    if rules.keeps_end() {
        fields.push(("ended".to_owned(), list(&|pit| game.ended == Some(pit))));
    }
    if rules.counted() > 0 {
        let [s, n] = game.turns;
        fields.push(("turns".to_owned(), format!("{s},{n}")));
    }
    if rules.starter() {
        fields.push(("starter".to_owned(), ["S", "N"][game.starter].to_owned()));
    }
    if rules.counts_again() {
        fields.push(("again".to_owned(), u32::from(game.again).to_string()));
    }
    if let Some(winner) = result {
        fields.push(("result".to_owned(), winner));
    }
    let rows = vec![north.iter().rev().copied().collect(), south.to_vec()];
    Sheet { rows, side: ['S', 'N'][game.mover], fields }.write()
}
