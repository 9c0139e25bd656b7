//! Second opinion on nam-nam and its kin (NA1 to NA16), sown seed by seed.

use super::Opinion;
use super::two_rows::{self, Game, Turn, Words};

/// The options of a file, as words.
#[derive(Clone, Debug)]
pub struct Rules {
    pub counts: Vec<u32>,
    pub words: Words,
    pub most: u32,
    pub relays: [u32; 2],
    pub quiet: u32,
    pub last_laps: u32,
    pub passed_over: u32,
    pub sown_above: u32,
    /// How many seeds, and to whom.
    pub last_group: Option<(u32, &'static str)>,
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
        let first = self.words["opening"] != "free";
        self.quiet.max(u32::from(later || first))
    }

    fn allowed(&self, game: &Game, starts: Vec<(usize, bool)>) -> Vec<(usize, bool)> {
        // NA19
        let row = game.mover * game.columns()..(game.mover + 1) * game.columns();
        let own = starts.iter().map(|start| start.0);
        let own = own.filter(|pit| row.contains(pit));
        let chosen = match self.words["opening"] {
            "first-from-rightmost" if game.turns == [0, 0] => own.max(),
            "each-from-rightmost" if game.turns[game.mover] == 0 => own.max(),
            "each-from-leftmost" if game.turns[game.mover] == 0 => own.min(),
            _ => None,
        };
        let Some(chosen) = chosen else {
            return starts;
        };
        let only = starts.into_iter().filter(|start| start.0 == chosen);
        only.collect()
    }

    fn keeps_back(&self) -> bool {
        self.words["crossing_back"] == "barred"
    }

    fn starter(&self) -> bool {
        self.last_group.is_some_and(|(_, to)| to == "starter")
    }

    fn play(&self, game: &Game, start: usize, way: bool) -> Option<Turn> {
        play(game, self, start, way)
    }
}

/// Whether a pit with so many seeds can be captured by a last seed (NA2).
fn takes(game: &Game, rules: &Rules, pit: usize) -> bool {
    let own = game.owner[pit] == game.mover;
    let side = match rules.words["side"] {
        "any" => true,
        "own" => own,
        "opponent" => !own,
        _ => false,
    };
    side && rules.counts.contains(&game.ring[pit])
}

/// Whether a last seed may capture its pit together with the opposite one, if it must (NA18).
fn paired(game: &Game, rules: &Rules, pit: usize) -> bool {
    let above = rules.sown_above > 0 && game.ring[pit] > rules.sown_above;
    let facing = game.ring[game.ring.len() - 1 - pit];
    rules.words["pairs"] == "false" || !above && rules.counts.contains(&facing)
}

/// The board after a move, whether the mover goes again, and whether few seeds are left; nothing if it never ends.
fn play(before: &Game, rules: &Rules, start: usize, way: bool) -> Option<Turn> {
    let mut game = before.clone();
    let me = game.mover;
    let quiet = game.turns[0] + game.turns[1] < rules.quiet;
    let counted = two_rows::Rules::counted(rules);
    game.turns[me] = (game.turns[me] + 1).min(counted);
    game.back = None;
    let mut touched = vec![false; game.ring.len()];
    let (mut from, mut again, mut sown, mut taken) = (start, false, 0, false);
    loop {
        let mut hand = std::mem::take(&mut game.ring[from]);
        // NA16
        if rules.words["first_seed_won"] == "true" && !quiet && hand > 1 {
            hand -= 1;
            game.stores[me] += 1;
        }
        sown += hand;
        if sown > 10_000 {
            return None;
        }
        let lifted = hand;
        let few = rules.last_laps > 0 && !quiet && game.ring.iter().sum::<u32>() <= rules.last_laps;
        let passing = rules.words["passing"];
        let mut pit = from;
        let (mut captured, mut given) = (false, false);
        let mut stays = match rules.words["origin"] {
            "first-seed" => true,
            "first-seed-unless-single" => hand > 1,
            _ => false,
        };
        while hand > 0 {
            // NA17
            let over_origin = |pit: usize| pit == from && rules.words["origin"] == "passed-over";
            let full = |pit: usize| rules.passed_over > 0 && game.ring[pit] == rules.passed_over;
            let gets = |pit: usize| !game.out[pit] && !over_origin(pit) && !full(pit);
            let skips = hand > 1 && (0..game.ring.len()).any(gets);
            if !std::mem::take(&mut stays) {
                pit = game.next(pit, way);
            }
            if over_origin(pit) || skips && full(pit) {
                continue;
            }
            hand -= 1;
            game.ring[pit] += 1;
            touched[pit] = true;
            let own = game.owner[pit] == me;
            // NA10
            if few && !own && !(hand == 0 && takes(&game, rules, pit)) {
                game.ring[pit] -= 1;
                game.stores[1 - me] += 1;
                given = hand == 0;
                continue;
            }
            // NA6
            if quiet
                || hand == 0 && passing != "owner-always"
                || !rules.counts.contains(&game.ring[pit])
            {
                continue;
            }
            let taker = match passing {
                "owner" | "owner-always" => game.owner[pit],
                "sower" => me,
                "sower-own-row" if own => me,
                "sower-opponents-row" if !own => me,
                _ => continue,
            };
            game.stores[taker] += std::mem::take(&mut game.ring[pit]);
            captured = hand == 0;
        }
        // NA20
        let crossed = from / game.columns() != pit / game.columns();
        let alone = lifted == 1 && !given && game.ring[pit] == 1;
        if two_rows::Rules::keeps_back(rules) && crossed && alone {
            game.back = Some(pit);
        }
        if captured {
            again |= rules.words["again"] == "after-last";
        } else if !given && !quiet && takes(&game, rules, pit) && paired(&game, rules, pit) {
            if !capture(&mut game, rules, pit, way) {
                break;
            }
            captured = true;
            again |= rules.words["again"] == "after-last";
        }
        if captured {
            taken = true;
            // NA7
            from = game.next(pit, way);
            if rules.words["last"] == "ends" || game.ring[from] == 0 {
                break;
            }
            continue;
        }
        // NA18
        let above = rules.sown_above > 0 && game.ring[pit] > rules.sown_above;
        if rules.words["pairs"] == "true" && !above && !rules.counts.contains(&game.ring[pit]) {
            break;
        }
        if rules.words["relay_if"] == "next-lifted" {
            from = game.next(pit, way);
            if game.ring[from] == 0 {
                break;
            }
            continue;
        }
        if game.ring[pit] < rules.relays[0] || game.ring[pit] > rules.relays[1] {
            break;
        }
        if rules.words["relay_if"] == "next-filled" && game.ring[game.next(pit, way)] == 0 {
            break;
        }
        from = pit;
    }
    if rules.words["passing"] == "owner-at-the-end" && !quiet {
        for pit in 0..game.ring.len() {
            if touched[pit] && rules.counts.contains(&game.ring[pit]) {
                game.stores[game.owner[pit]] += std::mem::take(&mut game.ring[pit]);
            }
        }
    }
    game.back = game.back.filter(|&pit| game.ring[pit] == 1);
    // NA8
    if rules.words["again"] == "after-any" {
        again = game.stores[me] > before.stores[me];
    }
    // NA11
    let mut over = false;
    if let Some((seeds, to)) = rules.last_group {
        let left: u32 = game.ring.iter().sum();
        if left <= seeds && (to != "capturer" || taken) {
            over = true;
            let heir = match to {
                "mover" | "capturer" => Some(me),
                "starter" => Some(game.starter),
                _ => None,
            };
            if let Some(heir) = heir {
                game.stores[heir] += left;
                game.ring.fill(0);
            }
        }
    }
    Some(Turn { after: game, again, over })
}

/// NA2 to NA5; whether anything was taken.
fn capture(game: &mut Game, rules: &Rules, last: usize, way: bool) -> bool {
    let me = game.mover;
    let n = game.ring.len();
    let old = game.clone();
    let mut taken = Vec::new();
    let mut pit = last;
    let along = if rules.words["chain"] == "back" { !way } else { way };
    for _ in 0..rules.most {
        taken.push(pit);
        game.ring[pit] = 0;
        if rules.words["opposite"] == "true" || rules.words["pairs"] == "true" {
            taken.push(n - 1 - pit);
            game.ring[n - 1 - pit] = 0;
        }
        pit = game.next(pit, along);
        if rules.words["chain"] == "none" || !takes(game, rules, pit) {
            break;
        }
    }
    taken.retain(|&pit| old.ring[pit] > 0);
    let theirs = |pit: &usize| old.owner[*pit] != me;
    let mut from_them: Vec<usize> = taken.iter().copied().filter(theirs).collect();
    from_them.sort_unstable();
    from_them.dedup();
    let slam = !from_them.is_empty() && (0..n).filter(theirs).all(|pit| game.ring[pit] == 0);
    if slam && rules.words["grand_slam"] == "captures-nothing" {
        *game = old;
        return false;
    }
    if slam && rules.words["grand_slam"] == "leaves-rightmost" && from_them.len() > 1 {
        let across = |pit: &&usize| **pit / (n / 2) != me;
        let first = from_them.iter().find(across);
        let left = *first.unwrap_or_else(|| from_them.last().expect("a pit"));
        game.ring[left] = old.ring[left];
    }
    game.stores[me] += old.ring.iter().sum::<u32>() - game.ring.iter().sum::<u32>();
    true
}
