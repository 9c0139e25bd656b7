//! Second opinion on nam-nam and its kin (NA1 to NA15), sown seed by seed.

use super::{Opinion, Sheet};

/// The options of a file, as words.
#[derive(Clone, Debug)]
pub struct Rules {
    pub counts: Vec<u32>,
    pub words: std::collections::BTreeMap<&'static str, &'static str>,
    pub most: u32,
    pub relays: [u32; 2],
    pub quiet: u32,
    pub last_laps: u32,
    /// How many seeds, and to whom.
    pub last_group: Option<(u32, &'static str)>,
}

/// Players are 0 for South and 1 for North; pits go round from South's first to North's last.
#[derive(Clone)]
struct Game {
    ring: Vec<u32>,
    stores: [u32; 2],
    mover: usize,
    out: Vec<bool>,
    owner: Vec<usize>,
    turns: [u32; 2],
    starter: usize,
}

pub fn opinion(rules: &Rules, position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let game = read(&sheet);
    if let Some(result) = sheet.field("result") {
        let result = Some(result.to_owned());
        return Opinion {
            result,
            moves: Vec::new(),
        };
    }
    if !can_move(&game, rules) && !passes(&game, rules) {
        let (stuck, last) = (game.mover, 1 - game.mover);
        let result = Some(winner(shares(&game, rules, stuck, last)));
        return Opinion {
            result,
            moves: Vec::new(),
        };
    }
    let moves = written_moves(&game, rules);
    let result = moves
        .is_empty()
        .then(|| winner(shares(&game, rules, game.mover, 1 - game.mover)));
    Opinion { result, moves }
}

/// The legal moves with what comes of them; a pass where there is no other.
fn written_moves(game: &Game, rules: &Rules) -> Vec<(String, String)> {
    let mut moves = Vec::new();
    for (name, mut after, again) in legal(game, rules) {
        let result = conclude(game, &mut after, rules, again);
        moves.push((name, settled(after, rules, result)));
    }
    if moves.is_empty() && passes(game, rules) {
        let mut after = game.clone();
        after.mover = 1 - game.mover;
        moves.push(("pass".to_owned(), settled(after, rules, None)));
    }
    moves
}

/// The position as text; it is over too if the player to move has only endless moves.
fn settled(after: Game, rules: &Rules, mut result: Option<String>) -> String {
    if result.is_none() && legal(&after, rules).is_empty() && !passes(&after, rules) {
        result = Some(winner(shares(&after, rules, after.mover, 1 - after.mover)));
    }
    write(&after, rules, result)
}

/// Whether the player to move could pass (NA12).
fn passes(game: &Game, rules: &Rules) -> bool {
    let mut other = game.clone();
    other.mover = 1 - game.mover;
    rules.words["stuck"] == "passes" && can_move(&other, rules)
}

/// Pits and ways from which a move may start, endless moves and feeding not looked at (NA1, NA13).
fn starts(game: &Game, rules: &Rules) -> Vec<(usize, bool)> {
    let mine = |&pit: &usize| game.owner[pit] == game.mover && !game.out[pit] && game.ring[pit] > 0;
    let mut pits: Vec<usize> = (0..game.ring.len()).filter(mine).collect();
    let several: Vec<usize> = pits
        .iter()
        .copied()
        .filter(|&pit| game.ring[pit] > 1)
        .collect();
    if gives(game, rules) && several.is_empty() {
        return Vec::new();
    }
    match rules.words["singles"] {
        "never" => pits = several,
        "last" if !several.is_empty() => pits = several,
        _ => {}
    }
    if rules.words["from"] == "rightmost" {
        // The mover's own row first, from its right end.
        let n = game.ring.len() / 2;
        let own_row = |pit: usize| pit / n == game.mover;
        pits.sort_by_key(|&pit| (own_row(pit), pit % n));
        pits = pits.pop().into_iter().collect();
    }
    let columns = game.ring.len() / 2;
    let mut all = Vec::new();
    for pit in pits {
        let place = pit % columns;
        let ways: &[bool] = match rules.words["direction"] {
            "counterclockwise" => &[true],
            "clockwise" => &[false],
            "by-half" if 2 * place + 1 < columns => &[false],
            "by-half" if 2 * place + 1 > columns => &[true],
            "chosen-later" if game.turns[game.mover] == 0 => &[true],
            _ => &[true, false],
        };
        all.extend(ways.iter().map(|&way| (pit, way)));
    }
    all
}

fn has_seeds(game: &Game, player: usize) -> bool {
    (0..game.ring.len())
        .any(|pit| game.owner[pit] == player && !game.out[pit] && game.ring[pit] > 0)
}

fn gives(game: &Game, rules: &Rules) -> bool {
    rules.words["feeding"] == "one-seed" && !has_seeds(game, 1 - game.mover)
}

fn can_move(game: &Game, rules: &Rules) -> bool {
    if starts(game, rules).is_empty() {
        return false;
    }
    let required = rules.words["feeding"] == "required" && rules.words["stuck"] == "ends";
    if required && !has_seeds(game, 1 - game.mover) {
        return !legal(game, rules).is_empty();
    }
    true
}

/// The legal moves by name, with the board after the last lap and whether the mover goes again.
fn legal(game: &Game, rules: &Rules) -> Vec<(String, Game, (bool, bool))> {
    let mut all = Vec::new();
    let letters = |pit: usize| {
        let columns = game.ring.len() / 2;
        format!("{}{}", ['A', 'a'][pit / columns], pit % columns + 1)
    };
    let starts = starts(game, rules);
    for &(pit, way) in &starts {
        let mut name = letters(pit);
        if starts.contains(&(pit, !way)) {
            name.push(if way { 'R' } else { 'L' });
        }
        if gives(game, rules) {
            for giver in 0..game.ring.len() {
                if game.owner[giver] == game.mover && !game.out[giver] && game.ring[giver] > 1 {
                    let mut given = game.clone();
                    given.ring[giver] -= 1;
                    let n = game.ring.len();
                    let theirs = (0..n).map(|step| (n / 2 * (1 - game.mover) + step) % n);
                    let mut theirs =
                        theirs.filter(|&pit| game.owner[pit] != game.mover && !game.out[pit]);
                    // The opponent may have no pit left to be given a seed in.
                    let Some(first) = theirs.next() else { continue };
                    given.ring[first] += 1;
                    if let Some((after, over)) = play(&given, rules, pit, way) {
                        all.push((format!("{name}+{}", letters(giver)), after, over));
                    }
                }
            }
        } else if let Some((after, over)) = play(game, rules, pit, way) {
            all.push((name, after, over));
        }
    }
    // NA13
    if !has_seeds(game, 1 - game.mover) {
        let feeds = |(_, after, _): &(String, Game, (bool, bool))| has_seeds(after, 1 - game.mover);
        let required = rules.words["feeding"] == "required";
        let wanted = required || rules.words["feeding"] == "if-possible";
        if wanted && (all.iter().any(feeds) || required && rules.words["stuck"] == "ends") {
            all.retain(feeds);
        }
    }
    all
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

fn next(game: &Game, pit: usize, way: bool) -> usize {
    let n = game.ring.len();
    let mut pit = pit;
    loop {
        pit = if way { pit + 1 } else { pit + n - 1 } % n;
        if !game.out[pit] {
            return pit;
        }
    }
}

/// The board after a move, whether the mover goes again, and whether few seeds are left; nothing if it never ends.
fn play(before: &Game, rules: &Rules, start: usize, way: bool) -> Option<(Game, (bool, bool))> {
    let mut game = before.clone();
    let me = game.mover;
    let quiet = game.turns[0] + game.turns[1] < rules.quiet;
    let counted = rules
        .quiet
        .max(u32::from(rules.words["direction"] == "chosen-later"));
    game.turns[me] = (game.turns[me] + 1).min(counted);
    let mut touched = vec![false; game.ring.len()];
    let (mut from, mut again, mut sown) = (start, false, 0);
    loop {
        let mut hand = std::mem::take(&mut game.ring[from]);
        sown += hand;
        if sown > 10_000 {
            return None;
        }
        let few = rules.last_laps > 0 && !quiet && game.ring.iter().sum::<u32>() <= rules.last_laps;
        let passing = rules.words["passing"];
        let mut pit = from;
        let (mut captured, mut given) = (false, false);
        while hand > 0 {
            pit = next(&game, pit, way);
            if pit == from && rules.words["origin"] == "passed-over" {
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
        if captured {
            again |= rules.words["again"] == "after-last";
        } else if !given && !quiet && takes(&game, rules, pit) {
            if !capture(&mut game, rules, pit, way) {
                break;
            }
            captured = true;
            again |= rules.words["again"] == "after-last";
        }
        if captured {
            // NA7
            from = next(&game, pit, way);
            if rules.words["last"] == "ends" || game.ring[from] == 0 {
                break;
            }
            continue;
        }
        if game.ring[pit] < rules.relays[0] || game.ring[pit] > rules.relays[1] {
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
    // NA8
    if rules.words["again"] == "after-any" {
        again = game.stores[me] > before.stores[me];
    }
    // NA11
    let mut over = false;
    if let Some((seeds, to)) = rules.last_group {
        let left: u32 = game.ring.iter().sum();
        if left <= seeds {
            over = true;
            let heir = match to {
                "mover" => Some(me),
                "starter" => Some(game.starter),
                _ => None,
            };
            if let Some(heir) = heir {
                game.stores[heir] += left;
                game.ring.fill(0);
            }
        }
    }
    Some((game, (again, over)))
}

/// NA2 to NA5; whether anything was taken.
fn capture(game: &mut Game, rules: &Rules, last: usize, way: bool) -> bool {
    let me = game.mover;
    let n = game.ring.len();
    let old = game.clone();
    let mut taken = Vec::new();
    let mut pit = last;
    let along = if rules.words["chain"] == "back" {
        !way
    } else {
        way
    };
    for _ in 0..rules.most {
        taken.push(pit);
        game.ring[pit] = 0;
        if rules.words["opposite"] == "true" {
            taken.push(n - 1 - pit);
            game.ring[n - 1 - pit] = 0;
        }
        pit = next(game, pit, along);
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

/// Who moves next, or the end; `game` is before the move.
fn conclude(
    game: &Game,
    after: &mut Game,
    rules: &Rules,
    (again, over): (bool, bool),
) -> Option<String> {
    let me = game.mover;
    let next = if again { me } else { 1 - me };
    let end = |after: &mut Game, stuck: usize| {
        after.mover = stuck;
        let all = shares(after, rules, stuck, me);
        if rules.words["rest"] != "nobody" {
            after.stores = all;
            after.ring.fill(0);
        }
        after.mover = next;
        Some(winner(all))
    };
    if over {
        return end(after, 1 - me);
    }
    after.mover = next;
    if can_move(after, rules) {
        return None;
    }
    after.mover = 1 - next;
    if rules.words["stuck"] == "passes" && can_move(after, rules) {
        return None;
    }
    end(after, next)
}

/// What each has when the rest is shared (NA12).
fn shares(game: &Game, rules: &Rules, stuck: usize, last: usize) -> [u32; 2] {
    let mut rows = [0, 0];
    for pit in 0..game.ring.len() {
        rows[game.owner[pit]] += game.ring[pit];
    }
    let all = rows[0] + rows[1];
    let mut only = [0, 0];
    let mut asked = game.clone();
    asked.mover = stuck;
    let given = match rules.words["rest"] {
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
    [game.stores[0] + given[0], game.stores[1] + given[1]]
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

fn write(game: &Game, rules: &Rules, result: Option<String>) -> String {
    let columns = game.ring.len() / 2;
    let (south, north) = game.ring.split_at(columns);
    let list = |holds: &dyn Fn(usize) -> bool| {
        let names = (0..2 * columns).filter(|&pit| holds(pit));
        let names = names.map(|pit| format!("{}{}", ['A', 'a'][pit / columns], pit % columns + 1));
        let list = names.collect::<Vec<_>>().join(",");
        if list.is_empty() {
            "-".to_owned()
        } else {
            list
        }
    };
    let [s, n] = game.stores;
    let mut fields = vec![("captured".to_owned(), format!("{s},{n}"))];
    if rules.words["rounds"] == "burnt" {
        fields.push(("out".to_owned(), list(&|pit| game.out[pit])));
    }
    if rules.words["rounds"] == "territory" {
        let moved = (0..2 * columns).any(|pit| game.owner[pit] != pit / columns);
        for (player, name) in ["owned-S", "owned-N"].into_iter().enumerate() {
            fields.push((
                name.to_owned(),
                list(&|pit| moved && game.owner[pit] == player),
            ));
        }
    }
    if rules.quiet > 0 || rules.words["direction"] == "chosen-later" {
        let [s, n] = game.turns;
        fields.push(("turns".to_owned(), format!("{s},{n}")));
    }
    if rules.last_group.is_some_and(|(_, to)| to == "starter") {
        fields.push(("starter".to_owned(), ["S", "N"][game.starter].to_owned()));
    }
    if let Some(winner) = result {
        fields.push(("result".to_owned(), winner));
    }
    let rows = vec![north.iter().rev().copied().collect(), south.to_vec()];
    Sheet {
        rows,
        side: ['S', 'N'][game.mover],
        fields,
    }
    .write()
}
