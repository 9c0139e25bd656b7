//! Nam-nam and its kin against a second opinion, with random options.

use mankala::{Catalogue, Dice, Loaded};

use crate::common::compared::{agree_in, follow, moves_to_compare, one_of};
use crate::common::drawn::{
    DIRECTION, FEEDING, REPETITION, REST, ROUNDS, SINGLES, STUCK, Values, change, each_drawn,
    two_rows_in_a_round,
};
use crate::opinion::namnam::{Rules, opinion};
use crate::opinion::two_rows::Words;

/// No game is followed for longer.
const LONGEST: usize = 60;

/// Each option with its values, the most frequent ones several times.
const WORDS: [Values; 23] = [
    ("side", &["any", "any", "opponent", "own", "none"]),
    ("chain", &["none", "back", "onward"]),
    ("opposite", &["false", "false", "true"]),
    ("grand_slam", &["captures", "captures-nothing", "leaves-rightmost"]),
    (
        "passing",
        &[
            "nobody",
            "owner",
            "owner-always",
            "owner-at-the-end",
            "sower",
            "sower-own-row",
            "sower-opponents-row",
        ],
    ),
    ("relay_if", &["always", "always", "next-filled", "next-lifted"]),
    ("last", &["ends", "goes-on"]),
    ("again", &["never", "after-last", "after-any"]),
    DIRECTION,
    ("origin", &["sown", "sown", "passed-over", "first-seed", "first-seed-unless-single"]),
    SINGLES,
    ("from", &["own", "own", "rightmost"]),
    STUCK,
    FEEDING,
    REST,
    ROUNDS,
    REPETITION,
    ("goal", &["most"]),
    ("majority", &["false"]),
    ("first_seed_won", &["false", "false", "true"]),
    ("crossing_back", &["free", "free", "barred"]),
    ("pairs", &["false", "false", "true"]),
    (
        "opening",
        &[
            "free",
            "free",
            "free",
            "first-from-rightmost",
            "each-from-rightmost",
            "each-from-leftmost",
        ],
    ),
];

/// Options at random: those of the opinion, and the overrides that say the same.
fn random_rules(dice: &mut Dice) -> (Rules, Vec<String>) {
    let mut words: Words = each_drawn(dice, &WORDS).into_iter().collect();
    let counts = [vec![4], vec![2, 3], vec![2, 4], vec![3], vec![1, 4]];
    let counts = one_of(dice, &counts);
    let most = one_of(dice, &[255, 2, 1]);
    let next_lifted = words["relay_if"] == "next-lifted";
    let mut relays = one_of(dice, &[[2, 255], [4, 255], [6, 6], [2, 5]]);
    let quiet = one_of(dice, &[0, 0, 1, 3]);
    let mut last_laps = one_of(dice, &[0, 0, 8]);
    if next_lifted {
        words.insert("pairs", "false");
        relays = [2, 255];
        last_laps = 0;
    }
    let passed_over = if last_laps > 0 { 0 } else { one_of(dice, &[0, 0, 3, 1]) };
    if last_laps > 0 || passed_over > 0 {
        words.insert("passing", "nobody");
        words.insert("pairs", "false");
    }
    let pairs = words["pairs"] == "true";
    if pairs {
        words.insert("passing", "nobody");
        words.insert("chain", "none");
    }
    let sown_above = if pairs { one_of(dice, &[0, 4, 8]) } else { 0 };
    if words["opening"] == "each-from-leftmost" && words["from"] == "rightmost" {
        words.insert("from", "own");
    }
    let groups = [
        None,
        None,
        Some((4, "mover")),
        Some((8, "capturer")),
        Some((8, "starter")),
        Some((3, "rest")),
    ];
    let mut last_group = one_of(dice, &groups);
    if words["side"] == "none" {
        last_group = last_group.filter(|&(_, to)| to != "capturer");
    }
    let written = words.iter().map(|(key, word)| change(key, word));
    let mut overrides: Vec<String> = written.collect();
    overrides.push(format!("rules.counts={counts:?}"));
    overrides.push(format!("rules.most={most}"));
    overrides.push(format!("rules.relay_from={}", relays[0]));
    overrides.push(format!("rules.relay_to={}", relays[1]));
    overrides.push(format!("rules.quiet={quiet}"));
    overrides.push(format!("rules.last_laps={last_laps}"));
    overrides.push(format!("rules.passed_over={passed_over}"));
    overrides.push(format!("rules.sown_above={sown_above}"));
    if let Some((seeds, to)) = last_group {
        overrides.push(format!("rules.last_group={{seeds={seeds},to=\"{to}\"}}"));
    }
    let rules = Rules {
        counts,
        words,
        most,
        relays,
        quiet,
        last_laps,
        passed_over,
        sown_above,
        last_group,
    };
    (rules, overrides)
}

#[test]
fn namnam_agrees_over_random_options() {
    let catalogue = Catalogue::new();
    let mut dice = Dice::seeded(7);
    let mut compared = 0;
    while compared < moves_to_compare() {
        let (rules, mut options) = random_rules(&mut dice);
        let columns = 3 + dice.below(7);
        options.push(format!("board.columns={columns}"));
        let seeds = 2 + dice.below(4);
        // Nobody could move if every pit held the number that is passed over.
        let seeds = seeds + u32::from(seeds == rules.passed_over);
        options.push(format!("setup.seeds={seeds}"));
        let loaded: Loaded = match catalogue.load("obridje", &options) {
            Ok(loaded) => loaded,
            // With some options no first move ends.
            Err(errors) if errors.to_string().contains("a finished game") => continue,
            Err(errors) => panic!("{errors} {options:?}"),
        };
        let ask = |text: &str| opinion(&rules, text);
        compared += follow(loaded.game(), LONGEST, &mut dice, &options, ask);
        for _ in 0..20 {
            let text = two_rows_in_a_round(&mut dice, columns, rules.words["rounds"]);
            compared += agree_in(&loaded, &text, &options, ask);
        }
    }
}

#[test]
fn a_player_without_a_move_that_ends_is_not_passed_over_for_ever() {
    let options = ["rules.stuck=passes", "rules.max_sown=3", "setup.seeds=2"].map(str::to_owned);
    let loaded = Catalogue::new().load("olowuka", &options);
    let loaded = loaded.expect("a variant");
    // Every move would sow four seeds or more.
    let text = "0,0,0,4,0,0/0,5,0,0,0,0 S captured=8,7";
    let game = loaded.game_from(text).expect("a position");
    assert_eq!(game.result(), Some(mankala::Outcome::win(mankala::Side::South)));
    // North could sow three seeds.
    let text = "0,0,3,4,0,0/0,5,0,0,0,0 S captured=8,4";
    let game = loaded.game_from(text).expect("a position");
    assert_eq!(game.result(), None);
}
