//! Gabata and its kin against a second opinion, with random options.

use mankala::{Catalogue, Dice};

use crate::common::compared::{agree_in, follow, moves_to_compare};
use crate::common::drawn::{
    REPETITION, REST, ROUNDS, SINGLES, STUCK, Values, border, change, half_drawn, pits, some_out,
    two_rows,
};
use crate::opinion::weg::{Rules, opinion};

/// No game is followed for longer.
const LONGEST: usize = 60;

/// Each option with its values; the first one is what nearly all games have.
const OPTIONS: [Values; 44] = [
    ("claim", &["4", "0", "3", "2"]),
    (
        "places",
        &[
            "opponents",
            "any",
            "opponents-and-own-ends",
            "opponents-ends-and-own-middle",
            "ends-and-opponents-next",
            "own-middle",
            "ends",
        ],
    ),
    ("also_claims", &["nothing", "opposite", "last-but-one"]),
    ("claims_each", &["0", "1", "2"]),
    ("claimed_first", &["none", "right-ends"]),
    ("unmoved", &["claimable", "safe"]),
    ("from_single", &["claims", "claims-nothing", "barred"]),
    ("sown", &["all", "own", "own-and-last"]),
    ("takes", &["2", "0", "1"]),
    ("takes_own", &["0", "2"]),
    ("first_touch", &["takes", "takes-nothing"]),
    ("again", &["never", "after-theirs", "after-own", "after-claim"]),
    ("laps", &["relay", "single", "relay-if-crossed"]),
    ("opposite", &["[]", "any", "[1]", "[1,2,3,4]"]),
    ("taken", &["opposite", "opposite-and-last"]),
    ("chain", &["none", "onward"]),
    ("pair", &["none", "kept", "evened"]),
    ("counts", &["[]", "[2]", "[4]"]),
    ("taken_to", &["store", "own-claim"]),
    ("closes", &["0", "3", "4"]),
    ("closes_own", &["false", "true"]),
    ("right_ends", &["closable", "open"]),
    ("left_end", &["ordinary", "kept", "guarded"]),
    ("crossing_back", &["free", "barred"]),
    ("opening", &["free", "first-from-right", "each-from-an-end", "plus-minus"]),
    ("passed_over", &["0", "3", "1"]),
    ("passed_over_in", &["either", "opponents"]),
    ("one_claim", &["false"]),
    ("ranked", &["false", "true"]),
    ("neutral", &["false"]),
    ("direction", &["counterclockwise", "clockwise", "chosen", "by-half", "by-half-ends-chosen"]),
    ("origin", &["sown", "passed-over", "first-seed", "first-seed-unless-single"]),
    SINGLES,
    ("from", &["own", "any-pit"]),
    ("quiet", &["0", "1", "3"]),
    STUCK,
    ("feeding", &["none", "required", "if-possible"]),
    REST,
    ("goal", &["most", "last-move"]),
    ("majority", &["false", "true"]),
    REPETITION,
    ROUNDS,
    ("columns", &["6", "2", "3", "5", "9"]),
    ("seeds", &["4", "2", "3"]),
];

/// Returns the rules as changes to a variant.
fn overrides(rules: &Rules) -> Vec<String> {
    let written = |(key, value): (&&str, &&str)| match *key {
        "columns" => format!("board.columns={value}"),
        "seeds" => format!("setup.seeds={value}"),
        "rounds" if *value == "territory" => {
            let columns = rules.0["columns"].parse::<u32>().expect("a number");
            format!("rounds={{kind=\"territory\",goal={}}}", 2 * columns)
        }
        _ => change(key, value),
    };
    rules.0.iter().map(written).collect()
}

/// Rows that are full or sparse, with claims, pits out of play and a moved border where there are such.
fn random_position(rules: &Rules, dice: &mut Dice) -> String {
    let columns: u32 = rules.0["columns"].parse().expect("a number");
    let all = 2 * columns as usize;
    let outs = rules.0["closes"] != "0" || rules.0["rounds"] == "burnt";
    let out = if outs { some_out(dice, columns) } else { vec![false; all] };
    let claims =
        rules.0["claim"] != "0" || rules.0["pair"] != "none" || rules.0["claimed_first"] != "none";
    let claimed: Vec<u32> =
        out.iter().map(|&out| if claims && !out { dice.below(9) } else { 9 }).collect();
    let claimed_by = |player: u32| pits(columns, |pit| claimed[pit as usize] == player);
    let mut text = two_rows(dice, columns, |pit| out[pit as usize]);
    let mut field = |name: &str, value: String| text.push_str(&format!(" {name}={value}"));
    if claims {
        field("claimed-S", claimed_by(0));
        field("claimed-N", claimed_by(1));
    }
    let mut half = || -> Vec<bool> { (0..all).map(|_| dice.below(2) == 0).collect() };
    if rules.0["first_touch"] == "takes-nothing" {
        let touched = half();
        let touched = pits(columns, |pit| claimed[pit as usize] < 2 && touched[pit as usize]);
        field("touched", touched);
    }
    if outs {
        field("out", pits(columns, |pit| out[pit as usize]));
    }
    if rules.0["rounds"] == "territory" && dice.below(2) == 0 {
        let more = 1 + dice.below(2);
        text.push_str(&border(columns, more));
    }
    if rules.0["unmoved"] == "safe" {
        let moved: Vec<bool> = (0..all).map(|_| dice.below(2) == 0).collect();
        text.push_str(&format!(" moved={}", pits(columns, |pit| moved[pit as usize])));
    }
    text
}

/// Compares moves over random options: those above, except those that differ here.
fn agree_over(differing: &[Values], seed: u64, least: usize) {
    let replaced = |option: &Values| {
        let found = differing.iter().find(|(key, _)| *key == option.0);
        *found.unwrap_or(option)
    };
    let options: Vec<Values> = OPTIONS.iter().map(replaced).collect();
    let catalogue = Catalogue::new();
    let mut dice = Dice::seeded(seed);
    let (mut compared, mut tried, mut refused) = (0, 0, 0);
    while compared < least {
        let rules = Rules(half_drawn(&mut dice, &options).into_iter().collect());
        let options = overrides(&rules);
        tried += 1;
        let Ok(loaded) = catalogue.load("pic", &options) else {
            refused += 1;
            continue;
        };
        let ask = |text: &str| opinion(&rules, text);
        compared += follow(loaded.game(), LONGEST, &mut dice, &options, ask);
        for _ in 0..20 {
            let text = random_position(&rules, &mut dice);
            // Positions in which every pit of a player is out of play are refused.
            if loaded.game_from(&text).is_ok() {
                compared += agree_in(&loaded, &text, &options, ask);
            }
        }
    }
    // Pits that are closed and pits that burn don't go together.
    assert!(refused < tried / 2, "{refused} of {tried} sets of options refused");
}

#[test]
fn weg_agrees_over_random_options() {
    agree_over(&[], 7, moves_to_compare());
}

#[test]
fn a_single_claim_agrees_over_random_options() {
    let options: [Values; 12] = [
        ("one_claim", &["true"]),
        ("claim", &["4", "3"]),
        ("also_claims", &["nothing"]),
        ("claims_each", &["0"]),
        ("claimed_first", &["none"]),
        ("from_single", &["claims"]),
        ("sown", &["all"]),
        ("pair", &["none"]),
        ("closes", &["0"]),
        ("opening", &["free", "first-from-right"]),
        ("direction", &["counterclockwise"]),
        ("origin", &["sown"]),
    ];
    let passed_over = [("passed_over", &["3", "2", "0"][..])];
    agree_over(&[&options[..], &passed_over].concat(), 23, moves_to_compare());
}

#[test]
fn neutral_pits_agree_over_random_options() {
    let options: [Values; 9] = [
        ("neutral", &["true"]),
        ("stuck", &["ends", "passes"]),
        ("pair", &["evened", "kept", "none"]),
        ("singles", &["free", "never", "to-empty"]),
        ("feeding", &["none"]),
        ("goal", &["most"]),
        ("rounds", &["none"]),
        ("columns", &["8", "4", "6"]),
        ("seeds", &["3", "4"]),
    ];
    agree_over(&options, 25, moves_to_compare());
}
