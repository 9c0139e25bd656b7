//! Second opinion on pussa and its kin (PU1 to PU14), sown seed by seed.

use super::Opinion;
use super::two_rows::{self, Game, Turn, Words};

/// The options of a file.
#[derive(Clone, Debug)]
pub struct Rules {
    pub words: Words,
    pub counts: Vec<u32>,
    pub unplayed: Vec<usize>,
    pub quiet: u32,
    pub last_seeds: u32,
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
        self.quiet.max(u32::from(later))
    }

    fn counts_again(&self) -> bool {
        self.words["again"] == "once"
    }

    fn late_middle(&self) -> bool {
        self.words["middle"] == "at-the-end"
    }

    fn ended(&self, game: &Game) -> bool {
        // PU10
        let seeds = |player: usize| -> u32 {
            let pits = 0..game.ring.len();
            let own = pits.filter(|&pit| game.owner[pit] == player);
            own.map(|pit| game.ring[pit]).sum()
        };
        match self.words["over"] {
            "one-each" => seeds(0) <= 1 && seeds(1) <= 1,
            _ => false,
        }
    }

    fn allowed(&self, game: &Game, starts: Vec<(usize, bool)>) -> Vec<(usize, bool)> {
        // PU8
        let columns = game.ring.len() / 2;
        let played = |&(pit, _): &(usize, bool)| !self.unplayed.contains(&(pit % columns + 1));
        starts.into_iter().filter(played).collect()
    }

    fn turns(&self, game: &Game, start: usize, way: bool) -> Vec<(&'static str, Turn)> {
        let Some(turn) = self.play(game, start, way) else {
            return Vec::new();
        };
        if self.words["capture"] != "landing-and-beside" {
            return vec![("", turn)];
        }
        // PU15
        let mut sown = game.clone();
        let seeds = std::mem::take(&mut sown.ring[start]);
        let quiet = sown.turns[0] + sown.turns[1] < self.quiet;
        let (last, alone) = self.lap(&mut sown, start, seeds, way, quiet);
        if quiet || !self.is_right(&sown, last, alone) {
            return vec![("", self.end(turn.after, false))];
        }
        let right = |pit: &usize| self.counts.contains(&turn.after.ring[*pit]);
        let beside = [!way, way].map(|way| turn.after.next(last, way));
        let several = beside[0] != beside[1];
        let ways: Vec<(&str, Vec<usize>)> = if right(&last) {
            vec![("", vec![last, beside[0], beside[1]])]
        } else if beside.iter().all(right) && several {
            vec![("", vec![beside[0]]), ("*2", vec![beside[1]])]
        } else {
            vec![("", beside.to_vec())]
        };
        let take = |(sign, pits): (&'static str, Vec<usize>)| {
            let mut game = turn.after.clone();
            for pit in pits.iter().filter(|&pit| right(pit)) {
                game.stores[game.mover] += std::mem::take(&mut game.ring[*pit]);
            }
            (sign, self.end(game, false))
        };
        ways.into_iter().map(take).collect()
    }

    fn play(&self, before: &Game, start: usize, way: bool) -> Option<Turn> {
        let mut game = before.clone();
        let quiet = game.turns[0] + game.turns[1] < self.quiet;
        let me = game.mover;
        game.turns[me] = (game.turns[me] + 1).min(two_rows::Rules::counted(self));
        game.again = false;
        let (mut from, mut total) = (start, 0);
        let last = loop {
            let seeds = std::mem::take(&mut game.ring[from]);
            total += seeds;
            if total > 10_000 {
                return None;
            }
            let (last, alone) = self.lap(&mut game, from, seeds, way, quiet);
            // PU1
            let next = game.next(last, way);
            let filled = game.ring[next] > 0;
            if filled
                && self.words["goes_on"] == "next-if-played"
                && self.unplayed.contains(&(next % game.columns() + 1))
            {
                return Some(self.end(game, false));
            }
            from = match self.words["goes_on"] {
                "next" | "next-if-played" if filled => next,
                "next-if-filled" | "next-after-filled" if !alone && filled => next,
                "next-after-empty" if alone && filled => next,
                "next-if-filled" if !alone => return Some(self.end(game, false)),
                "landing" if game.ring[last] > 1 => last,
                "landing-capturing" if game.ring[last] > 1 => {
                    if !quiet && self.is_right(&game, last, alone) {
                        self.capture(&mut game, last, way);
                    }
                    if game.ring[last] == 0 {
                        return Some(self.end(game, false));
                    }
                    last
                }
                _ if self.words["capture"] == "landing-and-beside" => {
                    return Some(Turn { after: game, again: false, over: false });
                }
                _ => {
                    if quiet || !self.is_right(&game, last, alone) {
                        return Some(self.end(game, false));
                    }
                    break last;
                }
            };
        };
        let captured = self.capture(&mut game, last, way);
        // PU7
        let again = captured && self.words["again"] == "once" && !before.again;
        game.again = again;
        Some(self.end(game, again))
    }
}

impl Rules {
    /// A lap; where it ends, and whether the last seed lies alone there. What was captured in passing lies nowhere (PU6).
    fn lap(
        &self,
        game: &mut Game,
        from: usize,
        seeds: u32,
        way: bool,
        quiet: bool,
    ) -> (usize, bool) {
        let mut left = seeds;
        let mut pit = from;
        let origin = self.words["origin"];
        let mut back = origin == "first-seed" || origin == "first-seed-unless-single" && seeds > 1;
        let mut alone = false;
        while left > 0 {
            if !std::mem::take(&mut back) {
                pit = game.next(pit, way);
                if pit == from && origin == "passed-over" {
                    continue;
                }
            }
            left -= 1;
            game.ring[pit] += 1;
            alone = game.ring[pit] == 1;
            let passing = self.words["passing"];
            let takes = passing == "owner-always" || passing == "owner" && left > 0;
            if takes && !quiet && self.counts.contains(&game.ring[pit]) {
                let owner = game.owner[pit];
                game.stores[owner] += std::mem::take(&mut game.ring[pit]);
            }
        }
        (pit, alone)
    }

    /// PU3
    fn is_right(&self, game: &Game, last: usize, alone: bool) -> bool {
        match self.words["last_seed"] {
            "with-others" => !alone,
            "own" => game.own(last),
            "across" => !game.own(last),
            _ => true,
        }
    }

    /// PU2, PU4, PU5; whether anything was captured.
    fn capture(&self, game: &mut Game, last: usize, way: bool) -> bool {
        let (n, me) = (game.ring.len(), game.mover);
        let (mut pit, mut any) = (last, false);
        loop {
            let next = game.next(pit, way);
            let taken = match self.words["capture"] {
                "next" => next,
                "nothing" => break,
                "landing" if self.counts.contains(&game.ring[pit]) => pit,
                "landing" => break,
                "opposite" => n - 1 - pit,
                _ if game.ring[next] > 0 => break,
                _ => game.next(next, way),
            };
            if game.ring[taken] == 0 {
                break;
            }
            // PU14
            if two_rows::Rules::late_middle(self) && game.is_middle(taken) {
                game.earned[me] = true;
                break;
            }
            any = true;
            game.stores[me] += std::mem::take(&mut game.ring[taken]);
            if self.words["with_opposite"] == "true" {
                game.stores[me] += std::mem::take(&mut game.ring[n - 1 - taken]);
            }
            pit = taken;
            if self.words["chain"] == "false" {
                break;
            }
        }
        if any && self.words["with_last"] == "true" {
            game.stores[me] += std::mem::take(&mut game.ring[last]);
        }
        any
    }

    /// PU9
    fn end(&self, mut game: Game, again: bool) -> Turn {
        let left: u32 = game.ring.iter().sum();
        let over = self.last_seeds > 0 && left <= self.last_seeds;
        if over {
            let me = game.mover;
            game.stores[me] += left;
            game.ring.fill(0);
        }
        Turn { after: game, again, over }
    }
}
