//! Second opinion on endodoi and its kin (EN1 to EN18), sown seed by seed.

use super::Opinion;
use super::two_rows::{self, Game, Turn, Words, nearest_to_right};

/// The options of a file.
#[derive(Clone, Debug)]
pub struct Rules {
    pub words: Words,
    /// Whether nine pits a player lie on three rows.
    pub three_rows: bool,
    pub counts: Vec<u32>,
    pub passed_over: u32,
    pub quiet: u32,
    pub last_seeds: u32,
    pub first: Option<First>,
}

/// A first move: pits from the right end, whose, and how.
#[derive(Clone, Debug)]
pub struct First {
    pub from: Vec<usize>,
    pub by: &'static str,
    pub sown: &'static str,
}

pub fn opinion(rules: &Rules, position: &str) -> Opinion {
    two_rows::opinion(rules, position)
}

impl two_rows::Rules for Rules {
    fn words(&self) -> &Words {
        &self.words
    }

    fn counted(&self) -> u32 {
        let later = self.words["direction"] == "chosen-later";
        self.quiet.max(u32::from(self.first.is_some() || self.keeps_end())).max(u32::from(later))
    }

    fn keeps_end(&self) -> bool {
        self.words["start"] == "after-opponent"
    }

    fn winding(&self) -> bool {
        self.words["track"] == "winding"
    }

    fn allowed(&self, game: &Game, starts: Vec<(usize, bool)>) -> Vec<(usize, bool)> {
        let columns = game.ring.len() / 2;
        // EN20
        if self.keeps_end() {
            let own = |&(pit, _): &(usize, bool)| game.own(pit);
            let Some(ended) = game.ended.filter(|_| game.turns[0] > 0 && game.turns[1] > 0) else {
                return starts.into_iter().filter(own).collect();
            };
            let mut pit = game.next(ended, true);
            while game.ring[pit] == 0 && pit != ended {
                pit = game.next(pit, true);
            }
            return starts.into_iter().filter(|start| start.0 == pit).collect();
        }
        // EN12
        if let Some(first) = self.due(game) {
            let meant = |&(pit, _): &(usize, bool)| {
                let row = pit - pit % columns;
                let number = (pit..row + columns).filter(|&pit| !game.out[pit]).count();
                pit / columns == game.mover && first.from.contains(&number)
            };
            if starts.iter().any(meant) {
                return starts.into_iter().filter(meant).collect();
            }
            return starts;
        }
        // EN10
        let starts: Vec<_> =
            starts.into_iter().filter(|&(pit, way)| self.reaches(game, pit, way)).collect();
        // EN11
        let not_two = |&(pit, _): &(usize, bool)| game.ring[pit] != 2;
        match self.words["twos"] {
            "free" => starts,
            _ if starts.iter().any(not_two) => starts.into_iter().filter(not_two).collect(),
            "last" => starts,
            _ => {
                let pits = starts.iter().map(|&(pit, _)| pit).collect();
                let nearest = nearest_to_right(game, pits);
                let kept = starts.into_iter().filter(|(pit, _)| nearest.contains(pit));
                kept.collect()
            }
        }
    }

    fn play(&self, before: &Game, start: usize, way: bool) -> Option<Turn> {
        let mut game = before.clone();
        let me = game.mover;
        game.turns[me] = (game.turns[me] + 1).min(self.counted());
        let mut hand = Hand {
            rules: self,
            quiet: self.is_quiet(before),
            open: self.is_quiet(before),
            crossed: false,
            bearing_off: false,
            gone: false,
        };
        let singles = before.ring.iter().all(|&seeds| seeds <= 1);
        let bearing_off = singles && self.words["bearing_off"] == "true";
        let sown = self.due(before).map_or("as-ever", |first| first.sown);
        hand.open |= sown != "as-ever";
        hand.bearing_off = bearing_off && sown == "as-ever";
        let (mut from, mut way, mut total) = (start, way, 0);
        let mut lifted = std::mem::take(&mut game.ring[from]);
        let mut pit = match sown {
            "two" => {
                game.ring[from] = lifted.saturating_sub(2);
                hand.sow(&mut game, from, lifted.min(2), way)
            }
            "three-and-the-rest" => hand.sow_three_and_the_rest(&mut game, from, lifted, way),
            "over-the-border" => {
                hand.sow_over_the_border(&mut game, from, lifted, way);
                return Some(self.end(game, false));
            }
            _ => hand.sow(&mut game, from, lifted, way),
        };
        hand.bearing_off = bearing_off;
        let mut again = false;
        loop {
            game.ended = Some(pit);
            total += lifted;
            // EN19
            if hand.gone {
                break;
            }
            if total > 10_000 {
                return None;
            }
            if game.ring[pit] == 1 {
                // EN7
                if !hand.crossed && self.words["uncrossed"] != "captures" && game.own(pit) {
                    again = self.words["uncrossed"] == "moves-again";
                    break;
                }
                // EN13, EN2
                if hand.quiet || !self.capture(&mut game, pit, way) {
                    break;
                }
                // EN8
                match self.words["after"] {
                    "again" => again = true,
                    "last-moves-on" => {
                        game.ring[pit] = 0;
                        lifted = 1;
                        let next = hand.drop_after(&game, pit, None, way);
                        if hand.leaves(&mut game, next, 1) {
                            break;
                        }
                        pit = next;
                        game.ring[pit] += 1;
                        hand.crossed |= !game.own(pit);
                        continue;
                    }
                    _ => {}
                }
                break;
            }
            // EN1
            match self.words["laps"] {
                "single" => break,
                "alternating" => way = !way,
                _ => {}
            }
            from = pit;
            lifted = std::mem::take(&mut game.ring[from]);
            pit = hand.sow(&mut game, from, lifted, way);
        }
        Some(self.end(game, again))
    }
}

/// A move in progress.
struct Hand<'a> {
    rules: &'a Rules,
    quiet: bool,
    /// Whether no pit is passed over for its seeds.
    open: bool,
    crossed: bool,
    bearing_off: bool,
    /// Whether seeds have left the board.
    gone: bool,
}

impl Hand<'_> {
    /// The pit after this one that gets a seed; `origin` gets none where it is passed over (EN9).
    fn drop_after(&self, game: &Game, pit: usize, origin: Option<usize>, way: bool) -> usize {
        let full = |pit: usize| {
            self.rules.passed_over > 0
                && !self.open
                && !game.own(pit)
                && game.ring[pit] == self.rules.passed_over
        };
        let gets = |pit: usize| Some(pit) != origin && !full(pit);
        let none = (0..game.ring.len()).all(|pit| game.out[pit] || !gets(pit));
        let mut next = game.next(pit, way);
        while Some(next) == origin || !none && full(next) {
            next = game.next(next, way);
        }
        next
    }

    /// A lap; where it ends.
    fn sow(&mut self, game: &mut Game, from: usize, seeds: u32, way: bool) -> usize {
        self.sow_but(0, game, from, seeds, way)
    }

    /// A lap but for the last seed or none; where it ends.
    fn sow_but(
        &mut self,
        kept: u32,
        game: &mut Game,
        from: usize,
        mut seeds: u32,
        way: bool,
    ) -> usize {
        let origin = (self.rules.words["origin"] == "passed-over").then_some(from);
        let mut pit = from;
        let puts_back = match self.rules.words["origin"] {
            "first-seed" => true,
            "first-seed-unless-single" => seeds > 1,
            _ => false,
        };
        seeds -= kept;
        if puts_back && !self.leaves(game, from, seeds) {
            game.ring[from] += 1;
            self.crossed |= !game.own(from);
            seeds -= 1;
        }
        while seeds > 0 && !self.gone {
            let next = self.drop_after(game, pit, origin, way);
            if self.leaves(game, next, seeds) {
                break;
            }
            pit = next;
            game.ring[pit] += 1;
            self.crossed |= !game.own(pit);
            seeds -= 1;
        }
        pit
    }

    /// Whether these seeds leave the board, as the first of them would fall here (EN19).
    fn leaves(&mut self, game: &mut Game, pit: usize, seeds: u32) -> bool {
        if self.bearing_off && !game.own(pit) {
            game.stores[game.mover] += seeds;
            self.gone = true;
        }
        self.gone
    }

    fn sow_three_and_the_rest(
        &mut self,
        game: &mut Game,
        from: usize,
        seeds: u32,
        way: bool,
    ) -> usize {
        let first = game.next(from, way);
        let second = game.next(first, way);
        game.ring[first] += seeds.min(3);
        self.crossed |= !game.own(first);
        if seeds <= 3 {
            return first;
        }
        game.ring[second] += seeds - 3;
        self.crossed |= !game.own(second);
        second
    }

    fn sow_over_the_border(&mut self, game: &mut Game, from: usize, seeds: u32, way: bool) {
        let before = if seeds == 1 { from } else { self.sow_but(1, game, from, seeds, way) };
        let origin = (self.rules.words["origin"] == "passed-over").then_some(from);
        let puts_back = seeds == 1 && self.rules.words["origin"] == "first-seed";
        let mut last = if puts_back { from } else { self.drop_after(game, before, origin, way) };
        if game.own(last) {
            last = game.next(before, way);
            while game.own(last) && last != before {
                last = game.next(last, way);
            }
        }
        game.ring[last] += 1;
    }
}

impl Rules {
    /// The first move that is to be made now (EN12).
    fn due(&self, game: &Game) -> Option<&First> {
        let [mine, others] = [game.turns[game.mover], game.turns[1 - game.mover]];
        self.first.as_ref().filter(|first| mine == 0 && (first.by == "each" || others == 0))
    }

    fn is_quiet(&self, game: &Game) -> bool {
        game.turns[0] + game.turns[1] < self.quiet
    }

    /// EN14
    fn end(&self, game: Game, again: bool) -> Turn {
        let left: u32 = game.ring.iter().sum();
        Turn { over: self.last_seeds > 0 && left <= self.last_seeds, after: game, again }
    }

    /// EN10
    fn reaches(&self, game: &Game, start: usize, way: bool) -> bool {
        let seeds = game.ring[start];
        let reach = self.words["reach"];
        if reach == "free" {
            return true;
        }
        let mut after = game.clone();
        after.ring[start] = 0;
        let mut hand = Hand {
            rules: self,
            quiet: false,
            open: self.is_quiet(game),
            crossed: false,
            bearing_off: false,
            gone: false,
        };
        let end = hand.sow(&mut after, start, seeds, way);
        let across = match reach {
            "cross-or-empty" => hand.crossed,
            _ => !game.own(end),
        };
        after.ring[end] == 1 || across
    }

    /// Returns the player who captures by a last seed here (EN2).
    fn taker(&self, game: &Game, pit: usize) -> Option<usize> {
        match self.words["side"] {
            "any" => Some(game.mover),
            "owners" => Some(game.owner[pit]),
            _ => game.own(pit).then_some(game.mover),
        }
    }

    /// The pits facing one that can be captured (EN2, EN4).
    fn facing(&self, game: &Game, pit: usize, taker: usize) -> Vec<usize> {
        let n = game.ring.len();
        let mut facing = vec![n - 1 - pit];
        if self.three_rows {
            // Where a pit lies, as South sees it: column and row from below.
            let place = |pit: usize| match (pit / 9, pit % 9) {
                (0, own @ 0..6) => (own, 0),
                (0, own) => (11 - own, 1),
                (_, own @ 0..6) => (5 - own, 2),
                (_, own) => (own - 6, 1),
            };
            let (column, _) = place(pit);
            facing =
                (0..n).filter(|&other| other / 9 != pit / 9 && place(other).0 == column).collect();
        }
        facing.retain(|&other| {
            let right_owner = self.words["side"] == "any" || game.owner[other] != taker;
            right_owner && self.counts.contains(&game.ring[other])
        });
        facing
    }

    /// EN2 to EN6; whether anything was captured.
    fn capture(&self, game: &mut Game, last: usize, way: bool) -> bool {
        let Some(taker) = self.taker(game, last) else {
            return false;
        };
        let n = game.ring.len();
        let mut pits = self.facing(game, last, taker);
        if pits.is_empty() {
            return false;
        }
        let chain = self.words["chain"];
        if chain == "all" {
            let such = |&pit: &usize| {
                pit != last && game.owner[pit] != taker && self.counts.contains(&game.ring[pit])
            };
            pits.extend((0..n).filter(such));
        }
        if chain.starts_with("onward") {
            let mut left = game.clone();
            for &pit in &pits {
                left.ring[pit] = 0;
            }
            let mut pit = last;
            loop {
                pit = game.next(pit, way);
                let empty = chain == "onward-over-any" || left.ring[pit] == 0;
                if pit == last || !empty || self.taker(game, pit) != Some(taker) {
                    break;
                }
                let mut more = self.facing(&left, pit, taker);
                more.retain(|&pit| pit != last);
                if more.is_empty() {
                    break;
                }
                for &pit in &more {
                    left.ring[pit] = 0;
                }
                pits.extend(more);
            }
        }
        pits.sort_unstable();
        pits.dedup();
        // EN6
        let theirs = |&pit: &usize| game.owner[pit] != taker;
        let from_them: Vec<usize> = pits.iter().copied().filter(theirs).collect();
        let slam = (0..n).filter(theirs).all(|pit| game.ring[pit] == 0 || pits.contains(&pit));
        if self.words["grand_slam"] == "leaves-rightmost" && slam && from_them.len() > 1 {
            let across = |&&pit: &&usize| pit / (n / 2) != game.mover;
            let first = from_them.iter().find(across);
            let left = *first.unwrap_or_else(|| from_them.last().expect("a pit"));
            pits.retain(|&pit| pit != left);
        }
        for pit in pits {
            game.stores[taker] += std::mem::take(&mut game.ring[pit]);
        }
        // EN3
        if self.words["taken"] == "opposite-and-last" {
            game.stores[taker] += std::mem::take(&mut game.ring[last]);
        }
        true
    }
}
