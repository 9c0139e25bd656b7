//! Second opinion on Gabata and its kin (WG1 to WG25) with any of their options, sown seed by seed.
//!
//! Players are 0 for South and 1 for North; pits go round from South's first to North's last.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{Laps, Opinion, Sheet};

/// The options by their names.
pub struct Rules(pub BTreeMap<&'static str, &'static str>);

impl Rules {
    fn is(&self, key: &str, value: &str) -> bool {
        self.0[key] == value
    }

    fn number(&self, key: &str) -> u32 {
        self.0[key].parse().expect("a number")
    }

    fn has(&self, key: &str, seeds: u32) -> bool {
        match self.0[key] {
            "any" => seeds > 0,
            list => {
                list.trim_matches(['[', ']']).split(',').any(|number| number.parse() == Ok(seeds))
            }
        }
    }

    fn counted(&self) -> u32 {
        self.number("quiet").max(u32::from(!self.is("opening", "free")))
    }
}

#[derive(Clone, PartialEq)]
struct Game {
    ring: Vec<u32>,
    stores: [u32; 2],
    lost: [u32; 2],
    mover: usize,
    claimed: Vec<Option<usize>>,
    touched: Vec<bool>,
    out: Vec<bool>,
    owner: Vec<usize>,
    moved: Vec<bool>,
    back: Vec<bool>,
    turns: [u32; 2],
}

impl Game {
    fn columns(&self) -> usize {
        self.ring.len() / 2
    }

    fn opposite(&self, pit: usize) -> usize {
        self.ring.len() - 1 - pit
    }

    fn step(&self, pit: usize, way: bool) -> usize {
        let n = self.ring.len();
        if way { (pit + 1) % n } else { (pit + n - 1) % n }
    }

    fn next(&self, pit: usize, way: bool) -> usize {
        let mut pit = self.step(pit, way);
        while self.out[pit] {
            pit = self.step(pit, way);
        }
        pit
    }

    fn is_end(&self, pit: usize) -> bool {
        let place = pit % self.columns();
        place == 0 || place + 1 == self.columns()
    }

    fn can_sow(&self, pit: usize, player: usize) -> bool {
        self.owner[pit] == player
            && !self.out[pit]
            && self.claimed[pit].is_none()
            && self.ring[pit] > 0
    }

    fn has_seeds(&self, player: usize) -> bool {
        (0..self.ring.len()).any(|pit| self.can_sow(pit, player))
    }

    fn in_claims(&self, player: usize) -> u32 {
        let mine = |&pit: &usize| self.claimed[pit] == Some(player);
        (0..self.ring.len()).filter(mine).map(|pit| self.ring[pit]).sum()
    }
}

pub fn opinion(rules: &Rules, position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let game = read(&sheet);
    let over = |result: String| Opinion { result: Some(result), moves: Vec::new() };
    if let Some(result) = sheet.field("result") {
        return over(result.to_owned());
    }
    if let Some(result) = decided(&game, rules) {
        return over(result);
    }
    if let Some(stuck) = emptied(&game, rules) {
        return over(outcome(&game, rules, stuck, 1 - game.mover));
    }
    if !can_move(&game, rules) && !passes(&game, rules) {
        return over(outcome(&game, rules, game.mover, 1 - game.mover));
    }
    let mut moves = Vec::new();
    for (name, mut after, again) in legal(&game, rules) {
        let result = conclude(&game, &mut after, rules, again);
        moves.push((name, settled(after, rules, result)));
    }
    if moves.is_empty() && passes(&game, rules) {
        moves.push(("pass".to_owned(), settled(passed(&game), rules, None)));
    }
    let result = moves.is_empty().then(|| outcome(&game, rules, game.mover, 1 - game.mover));
    Opinion { result, moves }
}

/// The position with the other player to move, who may move everything.
fn passed(game: &Game) -> Game {
    let mut other = game.clone();
    other.mover = 1 - game.mover;
    other.back.fill(false);
    other
}

/// The position as text; it is over too if the player to move has only endless moves.
fn settled(after: Game, rules: &Rules, mut result: Option<String>) -> String {
    if result.is_none() && legal(&after, rules).is_empty() && !passes(&after, rules) {
        result = Some(outcome(&after, rules, after.mover, 1 - after.mover));
    }
    write(&after, rules, result)
}

fn passes(game: &Game, rules: &Rules) -> bool {
    let other = passed(game);
    rules.is("stuck", "passes") && can_move(&other, rules) && !legal(&other, rules).is_empty()
}

/// The player without seeds where that ends the game; the player to move is asked first (WG19).
fn emptied(game: &Game, rules: &Rules) -> Option<usize> {
    let mut players = [game.mover, 1 - game.mover].into_iter();
    let ends = rules.is("stuck", "row-empty");
    ends.then(|| players.find(|&player| !game.has_seeds(player)))?
}

/// WG20
fn decided(game: &Game, rules: &Rules) -> Option<String> {
    if !rules.is("majority", "true") {
        return None;
    }
    let won = [0, 1].map(|player| game.stores[player] + game.in_claims(player));
    let total = game.stores[0] + game.stores[1] + game.ring.iter().sum::<u32>();
    let more = won.iter().any(|&seeds| 2 * seeds > total);
    let halves = won.iter().all(|&seeds| 2 * seeds == total);
    (more || halves).then(|| winner(won))
}

/// Pits and ways from which a move may start, feeding and endless moves not looked at.
fn starts(game: &Game, rules: &Rules) -> Vec<(usize, bool)> {
    let me = game.mover;
    let n = game.ring.len();
    let may = |&pit: &usize| {
        let mine = rules.is("from", "any-pit") || game.owner[pit] == me;
        let free = !game.out[pit] && game.claimed[pit].is_none() && !game.back[pit];
        let free = free && !is_neutral(game, rules, pit);
        mine && free && game.ring[pit] > 0
    };
    let mut pits: Vec<usize> = (0..n).filter(may).collect();
    let several: Vec<usize> = pits.iter().copied().filter(|&pit| game.ring[pit] > 1).collect();
    let singles = rules.0["singles"];
    if singles == "never" || singles.starts_with("last") && !several.is_empty() {
        pits = several;
    }
    let mut all = Vec::new();
    for pit in pits {
        let (place, columns) = (pit % game.columns(), game.columns());
        let ends_chosen = rules.is("direction", "by-half-ends-chosen");
        let ways: &[bool] = match rules.0["direction"] {
            "counterclockwise" => &[true],
            "clockwise" => &[false],
            "chosen" => &[true, false],
            _ if ends_chosen && game.is_end(pit) => &[true, false],
            _ if 2 * place + 1 < columns => &[false],
            _ if 2 * place + 1 > columns => &[true],
            _ => &[true, false],
        };
        all.extend(ways.iter().map(|&way| (pit, way)));
    }
    if singles.ends_with("to-empty") {
        all.retain(|&(pit, way)| game.ring[pit] > 1 || game.ring[game.next(pit, way)] == 0);
    }
    let leaves =
        |&(pit, way): &(usize, bool)| game.ring[pit] == 1 && game.owner[game.next(pit, way)] != me;
    if singles == "to-own" || singles == "last-leaving-last" && !all.iter().all(leaves) {
        all.retain(|start| !leaves(start));
    }
    // WG6
    if rules.is("from_single", "barred") && !rules.is("origin", "first-seed") {
        all.retain(|&(pit, way)| {
            let mut next = game.step(pit, way);
            while next != pit && passes_over(game, rules, next, true) {
                next = game.step(next, way);
            }
            let theirs = game.owner[next] != me && game.claimed[next].is_none() && !game.out[next];
            !(game.ring[pit] == 1 && theirs && game.ring[next] + 1 == rules.number("claim"))
        });
    }
    let left = me * n / 2;
    // WG15
    if rules.is("left_end", "kept")
        && game.ring[left] <= 3
        && all.iter().any(|&(pit, _)| pit != left)
    {
        all.retain(|&(pit, _)| pit != left);
    }
    if rules.is("ranked", "true") && game.turns.iter().sum::<u32>() >= rules.number("quiet") {
        rank(game, &mut all);
    }
    // WG17
    let right = left + n / 2 - 1;
    if rules.is("opening", "first-from-right")
        && game.turns == [0, 0]
        && all.iter().any(|&(pit, _)| pit == right)
    {
        all.retain(|&(pit, _)| pit == right);
    }
    let end = |&(pit, _): &(usize, bool)| game.is_end(pit) && pit / (n / 2) == me;
    if rules.is("opening", "each-from-an-end") && game.turns[me] == 0 && all.iter().any(end) {
        all.retain(end);
    }
    all
}

/// WG24: leaves only the starts that come first.
fn rank(game: &Game, all: &mut Vec<(usize, bool)>) {
    let (seeds, n) = (&game.ring, game.ring.len());
    let place = |pit: usize| (n + pit - game.mover * n / 2) % n;
    if all.iter().any(|&(pit, _)| seeds[pit] >= 4) {
        all.retain(|&(pit, _)| seeds[pit] >= 4);
        return;
    }
    if all.iter().any(|&(pit, _)| place(pit) >= 3) {
        all.retain(|&(pit, _)| place(pit) >= 3);
        let twos = all.iter().filter(|&&(pit, _)| seeds[pit] == 2);
        let last = twos.max_by_key(|&&(pit, _)| place(pit)).map(|&(pit, _)| pit);
        if let Some(last) = last
            && all.iter().all(|&(pit, _)| seeds[pit] != 1)
        {
            all.retain(|&(pit, _)| pit == last);
        }
        return;
    }
    for fewest in [1, 2, 3] {
        if all.iter().any(|&(pit, _)| seeds[pit] == fewest) {
            all.retain(|&(pit, _)| seeds[pit] == fewest);
            return;
        }
    }
}

/// WG25: whether a pit is half of a neutral one.
fn is_neutral(game: &Game, rules: &Rules, pit: usize) -> bool {
    let columns = game.columns();
    let middle = [columns / 2, columns / 2 - 1].contains(&(pit % columns));
    rules.is("neutral", "true") && middle
}

/// Whether a seed of the mover passes over a pit, but for the one that the lap came from (WG7, WG14).
fn passes_over(game: &Game, rules: &Rules, pit: usize, last: bool) -> bool {
    let me = game.mover;
    if game.out[pit] && (rules.number("closes") == 0 || game.owner[pit] == me) {
        return true;
    }
    game.claimed[pit] == Some(1 - me)
        && (rules.is("sown", "own") || rules.is("sown", "own-and-last") && !last)
}

fn can_move(game: &Game, rules: &Rules) -> bool {
    if starts(game, rules).is_empty() {
        return false;
    }
    let required = rules.is("feeding", "required") && rules.is("stuck", "ends");
    if required && !game.has_seeds(1 - game.mover) {
        return !legal(game, rules).is_empty();
    }
    true
}

/// The legal moves by name, with the board after the last lap and whether the mover goes again.
fn legal(game: &Game, rules: &Rules) -> Vec<(String, Game, bool)> {
    let starts = starts(game, rules);
    let mut all = Vec::new();
    for &(pit, way) in &starts {
        let mut name = letters(game, pit);
        if starts.contains(&(pit, !way)) {
            name.push(if way { 'R' } else { 'L' });
        }
        let (mut pick, mut picks) = (0, 1);
        while pick < picks {
            let (end, options) = play(game, rules, pit, way, pick);
            if let Some((after, again)) = end {
                let sign = if options < 2 { "" } else { ["/L", "/R"][pick] };
                all.push((format!("{name}{sign}"), after, again));
            }
            (pick, picks) = (pick + 1, options);
        }
    }
    if !game.has_seeds(1 - game.mover) {
        let feeds = |(_, after, _): &(String, Game, bool)| after.has_seeds(1 - game.mover);
        let required = rules.is("feeding", "required");
        let wanted = required || rules.is("feeding", "if-possible");
        if wanted && (all.iter().any(feeds) || required && rules.is("stuck", "ends")) {
            all.retain(feeds);
        }
    }
    all
}

/// A turn on its way.
struct Turn<'a> {
    game: Game,
    rules: &'a Rules,
    /// Whether the turn began with a single seed, and is still in its first lap.
    single: bool,
    again: bool,
    quiet: bool,
    /// The pit in which the last seed but one may replace the claim, if it fell so.
    doubled: Option<usize>,
    /// Number of the neutral pit that the player would claim, and how many there were to choose from.
    pick: usize,
    options: usize,
}

/// The board after a move, and whether the mover goes again; nothing if it never ends. Then the number of choices.
fn play(
    before: &Game,
    rules: &Rules,
    start: usize,
    way: bool,
    pick: usize,
) -> (Option<(Game, bool)>, usize) {
    let mut game = before.clone();
    let me = game.mover;
    let quiet = game.turns[0] + game.turns[1] < rules.number("quiet");
    let opens = game.turns == [0, 0] && rules.is("opening", "plus-minus");
    game.turns[me] = (game.turns[me] + 1).min(rules.counted());
    game.back.fill(false);
    let single = game.ring[start] == 1;
    let mut turn =
        Turn { game, rules, single, again: false, quiet, doubled: None, pick, options: 0 };
    if opens {
        turn.open(start, way, quiet);
        return (Some((turn.game, false)), 0);
    }
    let (mut from, mut first, mut crossed, mut sown) = (start, true, false, 0);
    let mut laps = Laps::new();
    loop {
        if rules.is("unmoved", "safe") {
            turn.game.moved[from] = true;
        }
        sown += turn.game.ring[from];
        if sown > 10_000 || laps.repeat(&(turn.game.clone(), from, first, crossed)) {
            return (None, 0);
        }
        let fell = turn.lap(from, way);
        let pit = *fell.last().expect("a seed");
        let before_last = fell.len().checked_sub(2).map(|index| fell[index]);
        crossed |= first && fell.iter().any(|&pit| turn.game.owner[pit] != me);
        if turn.game.out[pit] && rules.number("closes") > 0 {
            break;
        }
        if turn.game.claimed[pit].is_some() {
            if !quiet {
                turn.take_from_claim(pit);
            }
            break;
        }
        if is_neutral(&turn.game, rules, pit) {
            break;
        }
        let seeds = turn.game.ring[pit];
        let own = turn.game.owner[pit] == me;
        if !quiet {
            // WG23
            if let Some(other) = turn.doubled {
                turn.game.claimed.fill(None);
                turn.game.claimed[other] = Some(me);
                (from, first) = (pit, false);
                continue;
            }
            let barred =
                rules.is("one_claim", "true") && turn.game.claimed.iter().any(Option::is_some);
            if !barred && turn.claims(pit, before_last, first) {
                break;
            }
            if rules.has("counts", seeds) && turn.take(pit, seeds) {
                break;
            }
            let right_end = pit % turn.game.columns() + 1 == turn.game.columns();
            let open = right_end && rules.is("right_ends", "open");
            let closable = !own || rules.is("closes_own", "true");
            if seeds == rules.number("closes") && closable && !open {
                turn.game.out[pit] = true;
                (from, first) = (pit, false);
                continue;
            }
            if seeds == 1 && own {
                turn.take_opposite(pit, way);
            }
        }
        // WG16
        if first && single && rules.is("crossing_back", "barred") {
            let columns = turn.game.columns();
            if from / columns != pit / columns && turn.game.ring[pit] == 1 {
                turn.game.back[pit] = true;
            }
        }
        let goes_on = rules.is("laps", "relay") || rules.is("laps", "relay-if-crossed") && crossed;
        if seeds == 1 || !goes_on {
            break;
        }
        (from, first) = (pit, false);
    }
    (Some((turn.game, turn.again)), turn.options)
}

impl Turn<'_> {
    /// Sows a pit; where each seed fell.
    fn lap(&mut self, from: usize, way: bool) -> Vec<usize> {
        let me = self.game.mover;
        let hand = std::mem::take(&mut self.game.ring[from]);
        let n = self.game.ring.len();
        let passed = |game: &Game, last: bool| -> Vec<bool> {
            let over = |pit| passes_over(game, self.rules, pit, last);
            let mut all: Vec<bool> = (0..n).map(over).collect();
            all[from] |= self.rules.is("origin", "passed-over");
            // If all pits were passed over, no seed could fall anywhere.
            if all.iter().all(|&over| over) {
                all.fill(false);
            }
            all
        };
        let all_but_last = passed(&self.game, false);
        let for_last = passed(&self.game, true);
        let number = self.rules.number("passed_over");
        let stays = match self.rules.0["origin"] {
            "first-seed" => true,
            "first-seed-unless-single" => hand > 1,
            _ => false,
        };
        let mut pit = if stays { from } else { self.game.step(from, way) };
        let mut fell = Vec::new();
        self.doubled = None;
        let one_claim = self.rules.is("one_claim", "true");
        for left in (0..hand).rev() {
            let over = if left == 0 { &for_last } else { &all_but_last };
            // WG22, WG23
            let none_claimed = self.game.claimed.iter().all(Option::is_none);
            let claims = |pit: usize| match left {
                0 if none_claimed => {
                    self.claimable(pit) && self.game.ring[pit] + 1 == self.rules.number("claim")
                }
                0 => self.doubled.is_some_and(|p| self.game.next(p, way) == pit),
                1 => !none_claimed && self.replaceable(pit),
                _ => false,
            };
            let ours = |pit: usize| self.game.owner[pit] == me;
            let full = |pit: usize| {
                number > 0
                    && self.game.ring[pit] == number
                    && !(self.rules.is("passed_over_in", "opponents") && ours(pit))
                    && !(one_claim && claims(pit))
            };
            let skips = (left > 0 || one_claim)
                && !self.quiet
                && (0..n).any(|pit| !over[pit] && !full(pit));
            while over[pit] || skips && full(pit) {
                pit = self.game.step(pit, way);
            }
            if one_claim && left == 1 && !none_claimed && self.replaceable(pit) {
                self.doubled = Some(pit);
            }
            if self.game.out[pit] && self.rules.number("closes") > 0 {
                self.game.lost[me] += 1;
            } else {
                self.game.ring[pit] += 1;
            }
            fell.push(pit);
            pit = self.game.step(pit, way);
        }
        fell
    }

    /// WG23: whether the last seed but one in this pit, and the last one after it, would replace the claim.
    fn replaceable(&self, pit: usize) -> bool {
        let (game, me) = (&self.game, self.game.mover);
        let one_less = |pit: usize| game.ring[pit] + 1 == self.rules.number("claim");
        let guarded =
            |claim: usize| game.claimed[claim] == Some(1 - me) && one_less(game.next(claim, true));
        let last = game.next(pit, true);
        self.claimable(pit)
            && one_less(pit)
            && one_less(last)
            && game.claimed[last].is_none()
            && !(0..game.ring.len()).any(guarded)
    }

    /// WG17
    fn open(&mut self, start: usize, way: bool, quiet: bool) {
        let game = &mut self.game;
        game.ring[start] -= 1;
        let in_play = game.out.iter().filter(|&&out| !out).count();
        let mut giver = start;
        for _ in 0..in_play / 2 {
            giver = game.next(giver, way);
            let next = game.next(giver, way);
            if game.ring[giver] > 0 {
                game.ring[giver] -= 1;
                game.ring[next] += 1;
            }
            giver = next;
        }
        let facing = game.opposite(start);
        if game.out[facing] && self.rules.number("closes") > 0 {
            game.lost[game.mover] += 1;
            return;
        }
        game.ring[facing] += 1;
        if !quiet {
            self.claims(facing, None, false);
        }
    }

    /// Whether a pit may be claimed, whatever it holds.
    fn claimable(&self, pit: usize) -> bool {
        let (game, me) = (&self.game, self.game.mover);
        let own = game.owner[pit] == me;
        let end = game.is_end(pit);
        let place = pit % game.columns();
        let next = place == 1 || place + 2 == game.columns();
        let mine = game.claimed.iter().filter(|&&claimed| claimed == Some(me)).count();
        let each = self.rules.number("claims_each") as usize;
        let here = match self.rules.0["places"] {
            "opponents" => !own,
            "any" => true,
            "opponents-and-own-ends" => !own || end,
            "opponents-ends-and-own-middle" => own && !end || !own && end,
            "ends-and-opponents-next" => end || !own && next,
            "own-middle" => own && !end,
            "ends" => end,
            other => panic!("{other}"),
        };
        here && !is_neutral(game, self.rules, pit)
            && game.claimed[pit].is_none()
            && !game.out[pit]
            && (each == 0 || mine < each)
            && (self.rules.is("unmoved", "claimable") || game.moved[pit])
    }

    /// WG2 to WG6; whether something was claimed.
    fn claims(&mut self, pit: usize, before_last: Option<usize>, first: bool) -> bool {
        let me = self.game.mover;
        let claim = self.rules.number("claim");
        let seeds = self.game.ring[pit];
        let single = first && self.single && self.game.owner[pit] != me;
        if claim == 0
            || single && self.rules.is("from_single", "claims-nothing")
            || !self.claimable(pit)
        {
            return false;
        }
        let mut pits = Vec::new();
        if seeds == claim {
            pits.push(pit);
            if self.rules.is("also_claims", "opposite") {
                let facing = self.game.opposite(pit);
                if self.game.claimed[facing].is_none() && !self.game.out[facing] {
                    pits.push(facing);
                }
            }
        }
        if self.rules.is("also_claims", "last-but-one")
            && let Some(other) = before_last
            && other != pit
            && self.claimable(other)
        {
            let mut both = [seeds, self.game.ring[other]];
            both.sort_unstable();
            if both == [claim - 1, claim] {
                pits = vec![pit, other];
            }
        }
        for &pit in &pits {
            self.game.claimed[pit] = Some(me);
        }
        // WG9
        self.again |= !pits.is_empty() && self.rules.is("again", "after-claim");
        !pits.is_empty()
    }

    /// WG13; whether they were taken.
    fn take(&mut self, pit: usize, seeds: u32) -> bool {
        let game = &mut self.game;
        let (me, n) = (game.mover, game.ring.len());
        if self.rules.is("taken_to", "own-claim") {
            let round = (0..n).map(|step| (me * n / 2 + step) % n);
            let Some(to) = round.into_iter().find(|&pit| game.claimed[pit] == Some(me)) else {
                return false;
            };
            game.ring[pit] -= seeds;
            game.ring[to] += seeds;
        } else {
            game.ring[pit] -= seeds;
            game.stores[me] += seeds;
        }
        true
    }

    /// WG8, WG9, WG15
    fn take_from_claim(&mut self, pit: usize) {
        let (me, n) = (self.game.mover, self.game.ring.len());
        let theirs = self.game.claimed[pit] == Some(1 - me);
        let guarded = self.rules.is("left_end", "guarded");
        let takes = self.rules.number(if theirs { "takes" } else { "takes_own" });
        if takes == 0 || guarded && pit == me * n / 2 {
            return;
        }
        if theirs && self.rules.is("first_touch", "takes-nothing") && !self.game.touched[pit] {
            self.game.touched[pit] = true;
            return;
        }
        let seeds = takes.min(self.game.ring[pit]);
        let took = if theirs {
            self.take(pit, seeds)
        } else {
            self.game.ring[pit] -= seeds;
            self.game.stores[me] += seeds;
            true
        };
        self.again = took
            && match self.rules.0["again"] {
                "after-theirs" => theirs,
                "after-own" => !theirs || guarded && pit == (1 - me) * n / 2,
                _ => false,
            };
    }

    /// WG10, WG11
    fn take_opposite(&mut self, last: usize, way: bool) {
        let me = self.game.mover;
        let facing = self.game.opposite(last);
        let rules = self.rules;
        let free = |game: &Game, pit: usize| {
            game.claimed[pit].is_none()
                && !game.out[pit]
                && game.owner[pit] != me
                && !is_neutral(game, rules, pit)
        };
        if !self.rules.is("pair", "none") && free(&self.game, facing) && self.game.ring[facing] == 3
        {
            if self.rules.is("pair", "evened") {
                self.game.ring[facing] -= 1;
                self.game.ring[last] += 1;
            }
            self.game.claimed[last] = Some(me);
            self.game.claimed[facing] = Some(me);
            // WG25: from the player's left
            let columns = self.game.columns();
            let own = me * columns..(me + 1) * columns;
            let mut left = own.filter(|&pit| {
                let free = |pit: usize| self.game.claimed[pit].is_none();
                is_neutral(&self.game, rules, pit) && free(pit) && free(self.game.opposite(pit))
            });
            self.options = left.clone().count();
            if let Some(half) = left.nth(self.pick) {
                let other = self.game.opposite(half);
                self.game.claimed[half] = Some(me);
                self.game.claimed[other] = Some(me);
            }
            return;
        }
        let mut pit = last;
        loop {
            let facing = self.game.opposite(pit);
            let seeds = self.game.ring[facing];
            if !free(&self.game, facing)
                || seeds == 0
                || !self.rules.has("opposite", seeds)
                || !self.take(facing, seeds)
            {
                return;
            }
            if pit == last && self.rules.is("taken", "opposite-and-last") {
                self.take(last, 1);
            }
            pit = self.game.next(pit, way);
            let game = &self.game;
            let on = game.owner[pit] == me && game.ring[pit] == 0 && game.claimed[pit].is_none();
            if !self.rules.is("chain", "onward") || !on {
                return;
            }
        }
    }
}

/// Finds the next player or the end; `game` is the position before the move.
fn conclude(game: &Game, after: &mut Game, rules: &Rules, again: bool) -> Option<String> {
    let me = game.mover;
    let next = if again { me } else { 1 - me };
    if let Some(result) = decided(after, rules) {
        after.mover = next;
        return Some(result);
    }
    after.mover = next;
    let emptied = emptied(after, rules);
    if emptied.is_none() && can_move(after, rules) {
        return None;
    }
    if rules.is("stuck", "passes") {
        let other = passed(after);
        if can_move(&other, rules) {
            *after = other;
            return None;
        }
    }
    let stuck = emptied.unwrap_or(next);
    let result = outcome(after, rules, stuck, me);
    if rules.is("goal", "most") && !rules.is("rest", "nobody") {
        after.stores = shares(after, rules, stuck, me);
        for pit in 0..after.ring.len() {
            if after.claimed[pit].is_some() || !is_neutral(after, rules, pit) {
                after.ring[pit] = 0;
            }
        }
    }
    after.mover = next;
    Some(result)
}

fn outcome(game: &Game, rules: &Rules, stuck: usize, last: usize) -> String {
    if rules.is("goal", "last-move") {
        return ["N", "S"][stuck].to_owned();
    }
    winner(shares(game, rules, stuck, last))
}

/// Returns each player's seeds once the rest is shared (WG19).
fn shares(game: &Game, rules: &Rules, stuck: usize, last: usize) -> [u32; 2] {
    let mut rows = [0, 0];
    for pit in 0..game.ring.len() {
        if game.claimed[pit].is_none() && !is_neutral(game, rules, pit) {
            rows[game.owner[pit]] += game.ring[pit];
        }
    }
    let all = rows[0] + rows[1];
    let mut only = [0, 0];
    let mut asked = game.clone();
    asked.mover = stuck;
    let given = match rules.0["rest"] {
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
    [0, 1].map(|player| game.stores[player] + game.in_claims(player) + given[player])
}

fn winner([south, north]: [u32; 2]) -> String {
    match south.cmp(&north) {
        Ordering::Greater => "S",
        Ordering::Less => "N",
        Ordering::Equal => "draw",
    }
    .to_owned()
}

fn letters(game: &Game, pit: usize) -> String {
    let columns = game.columns();
    format!("{}{}", ['A', 'a'][pit / columns], pit % columns + 1)
}

/// The pits of a field.
fn pits(sheet: &Sheet, name: &str, columns: usize) -> Vec<bool> {
    let mut named = vec![false; 2 * columns];
    let list = sheet.field(name).filter(|&list| list != "-").unwrap_or("");
    for pit in list.split(',').filter(|pit| !pit.is_empty()) {
        let number: usize = pit[1..].parse().expect("number");
        named[number - 1 + if pit.starts_with('a') { columns } else { 0 }] = true;
    }
    named
}

fn read(sheet: &Sheet) -> Game {
    let columns = sheet.rows[0].len();
    let mut ring = sheet.rows[1].clone();
    ring.extend(sheet.rows[0].iter().rev());
    let named = |name| pits(sheet, name, columns);
    let [south, north] = ["claimed-S", "claimed-N"].map(named);
    let claimer = |pit: usize| match (south[pit], north[pit]) {
        (true, _) => Some(0),
        (_, true) => Some(1),
        _ => None,
    };
    let [souths, norths] = ["owned-S", "owned-N"].map(named);
    let owner = |pit: usize| match (souths[pit], norths[pit]) {
        (true, _) => 0,
        (_, true) => 1,
        _ => pit / columns,
    };
    Game {
        claimed: (0..2 * columns).map(claimer).collect(),
        owner: (0..2 * columns).map(owner).collect(),
        touched: named("touched"),
        out: named("out"),
        moved: named("moved"),
        back: named("back"),
        ring,
        stores: sheet.pair("captured"),
        lost: sheet.pair("lost"),
        mover: usize::from(sheet.side == 'N'),
        turns: sheet.pair("turns"),
    }
}

fn write(game: &Game, rules: &Rules, result: Option<String>) -> String {
    let columns = game.columns();
    let (south, north) = game.ring.split_at(columns);
    let list = |holds: &dyn Fn(usize) -> bool| {
        let names = (0..2 * columns).filter(|&pit| holds(pit));
        let list = names.map(|pit| letters(game, pit)).collect::<Vec<_>>();
        if list.is_empty() { "-".to_owned() } else { list.join(",") }
    };
    let pair = |[south, north]: [u32; 2]| format!("{south},{north}");
    let mut fields = vec![("captured".to_owned(), pair(game.stores))];
    let mut field = |name: &str, value: String| fields.push((name.to_owned(), value));
    let closes = rules.number("closes") > 0;
    if closes {
        field("lost", pair(game.lost));
    }
    if rules.number("claim") > 0 || !rules.is("pair", "none") || !rules.is("claimed_first", "none")
    {
        for (player, name) in ["claimed-S", "claimed-N"].into_iter().enumerate() {
            field(name, list(&|pit| game.claimed[pit] == Some(player)));
        }
    }
    if rules.number("takes") > 0 && rules.is("first_touch", "takes-nothing") {
        field("touched", list(&|pit| game.touched[pit]));
    }
    if closes || rules.is("rounds", "burnt") {
        field("out", list(&|pit| game.out[pit]));
    }
    if rules.is("rounds", "territory") {
        let moved = (0..2 * columns).any(|pit| game.owner[pit] != pit / columns);
        for (player, name) in ["owned-S", "owned-N"].into_iter().enumerate() {
            field(name, list(&|pit| moved && game.owner[pit] == player));
        }
    }
    if rules.is("unmoved", "safe") {
        field("moved", list(&|pit| game.moved[pit]));
    }
    if rules.is("crossing_back", "barred") {
        field("back", list(&|pit| game.back[pit]));
    }
    if rules.counted() > 0 {
        field("turns", pair(game.turns));
    }
    if let Some(winner) = result {
        field("result", winner);
    }
    let rows = vec![north.iter().rev().copied().collect(), south.to_vec()];
    Sheet { rows, side: ['S', 'N'][game.mover], fields }.write()
}
