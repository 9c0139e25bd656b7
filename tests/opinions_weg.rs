//! Gabata and its kin against a second opinion, with random options.

use std::collections::BTreeMap;

use mankala::{AnyGame, Catalogue, Dice};

use crate::opinion::weg::{Rules, opinion};
use crate::opinion::{Opinion, moves_to_compare};

/// No game is followed for longer.
const LONGEST: usize = 60;

/// Each option with its values; the first one is what nearly all games have.
const OPTIONS: [(&str, &[&str]); 38] = [
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
    ("again", &["never", "after-theirs", "after-own"]),
    ("laps", &["relay", "single", "relay-if-crossed"]),
    ("opposite", &["[]", "any", "[1]", "[1,2,3,4]"]),
    ("taken", &["opposite", "opposite-and-last"]),
    ("chain", &["none", "onward"]),
    ("pair", &["none", "kept", "evened"]),
    ("counts", &["[]", "[2]", "[4]"]),
    ("taken_to", &["store", "own-claim"]),
    ("closes", &["0", "3", "4"]),
    ("right_ends", &["closable", "open"]),
    ("left_end", &["ordinary", "kept", "guarded"]),
    ("crossing_back", &["free", "barred"]),
    ("opening", &["free", "first-from-right", "plus-minus"]),
    (
        "direction",
        &[
            "counterclockwise",
            "clockwise",
            "chosen",
            "by-half",
            "by-half-ends-chosen",
        ],
    ),
    (
        "origin",
        &[
            "sown",
            "passed-over",
            "first-seed",
            "first-seed-unless-single",
        ],
    ),
    ("singles", &["free", "never", "last"]),
    ("from", &["own", "any-pit"]),
    ("quiet", &["0", "1", "3"]),
    ("stuck", &["ends", "passes"]),
    ("feeding", &["none", "required", "if-possible"]),
    (
        "rest",
        &["own-row", "other", "last-mover", "unfed", "nobody"],
    ),
    ("goal", &["most", "last-move"]),
    ("majority", &["false", "true"]),
    ("repetition", &["none"]),
    ("rounds", &["none", "burnt", "territory"]),
    ("columns", &["6", "2", "3", "5", "9"]),
    ("seeds", &["4", "2", "3"]),
];

/// Options at random, half of them at what nearly all games have.
fn random_rules(dice: &mut Dice) -> Rules {
    let mut rules = BTreeMap::new();
    for (key, values) in OPTIONS {
        let count = u32::try_from(values.len()).expect("a few values");
        let drawn = if dice.below(2) == 0 {
            dice.below(count)
        } else {
            0
        };
        rules.insert(key, values[drawn as usize]);
    }
    Rules(rules)
}

/// The same as changes to a variant.
fn overrides(rules: &Rules) -> Vec<String> {
    let written = |(key, value): (&&str, &&str)| match *key {
        "columns" => format!("board.columns={value}"),
        "seeds" => format!("setup.seeds={value}"),
        "rounds" if *value == "territory" => {
            let columns = rules.0["columns"].parse::<u32>().expect("a number");
            format!("rounds={{kind=\"territory\",goal={}}}", 2 * columns)
        }
        "rounds" => format!("rounds={{kind=\"{value}\"}}"),
        _ if value.starts_with(|first: char| first == '[' || first.is_ascii_digit()) => {
            format!("rules.{key}={value}")
        }
        _ if ["true", "false"].contains(value) => format!("rules.{key}={value}"),
        _ => format!("rules.{key}=\"{value}\""),
    };
    rules.0.iter().map(written).collect()
}

/// Legal moves, positions after them and the result are those of the opinion; returns the moves.
fn agree(game: &dyn AnyGame, opinion: &Opinion, options: &[String]) -> Vec<String> {
    let text = game.text();
    let result = game.result().map(|result| result.word().to_owned());
    assert_eq!(result, opinion.result, "result of {text} with {options:?}");
    let written = game.moves().into_iter();
    let mut ours: Vec<_> = written.map(|mv| (mv.text, mv.after)).collect();
    let mut theirs = opinion.moves.clone();
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "moves of {text} with {options:?}");
    ours.into_iter().map(|(text, _)| text).collect()
}

/// Rows that are full or sparse, with claims, pits out of play and a moved border where there are such.
fn random_position(rules: &Rules, dice: &mut Dice) -> String {
    let columns: usize = rules.0["columns"].parse().expect("a number");
    let pits = 2 * columns;
    let list = |holds: &dyn Fn(usize) -> bool| {
        let name = |pit: usize| format!("{}{}", ['A', 'a'][pit / columns], pit % columns + 1);
        let names: Vec<String> = (0..pits).filter(|&pit| holds(pit)).map(name).collect();
        if names.is_empty() {
            "-".to_owned()
        } else {
            names.join(",")
        }
    };
    let closes = rules.0["closes"] != "0";
    let outs = closes || rules.0["rounds"] == "burnt";
    let out: Vec<bool> = (0..pits).map(|_| outs && dice.below(6) == 0).collect();
    let claims =
        rules.0["claim"] != "0" || rules.0["pair"] != "none" || rules.0["claimed_first"] != "none";
    let claimed: Vec<u32> = (0..pits)
        .map(|pit| {
            if claims && !out[pit] {
                dice.below(9)
            } else {
                9
            }
        })
        .collect();
    let (most, filled) = (1 + dice.below(10), 1 + dice.below(8));
    let ring: Vec<String> = (0..pits)
        .map(|pit| {
            let holds = dice.below(8) < filled && !out[pit];
            let seeds = if holds { dice.below(most) } else { 0 };
            seeds.to_string()
        })
        .collect();
    let (south, north) = ring.split_at(columns);
    let north: Vec<String> = north.iter().rev().cloned().collect();
    let side = ['S', 'N'][dice.below(2) as usize];
    let rows = [north.join(","), south.join(",")].join("/");
    let mut text = format!("{rows} {side} captured=3,4");
    let mut field = |name: &str, value: String| text.push_str(&format!(" {name}={value}"));
    if claims {
        field("claimed-S", list(&|pit| claimed[pit] == 0));
        field("claimed-N", list(&|pit| claimed[pit] == 1));
    }
    if rules.0["first_touch"] == "takes-nothing" {
        let touched: Vec<bool> = (0..pits).map(|_| dice.below(2) == 0).collect();
        field("touched", list(&|pit| claimed[pit] < 2 && touched[pit]));
    }
    if outs {
        field("out", list(&|pit| out[pit]));
    }
    if rules.0["rounds"] == "territory" && dice.below(2) == 0 {
        let souths = columns + 1 + dice.below(2) as usize;
        field("owned-S", list(&|pit| pit < souths));
        field("owned-N", list(&|pit| pit >= souths));
    }
    if rules.0["unmoved"] == "safe" {
        let moved: Vec<bool> = (0..pits).map(|_| dice.below(2) == 0).collect();
        field("moved", list(&|pit| moved[pit]));
    }
    text
}

#[test]
fn weg_agrees_over_random_options() {
    let catalogue = Catalogue::new();
    let mut dice = Dice::seeded(7);
    let (mut compared, mut tried, mut refused) = (0, 0, 0);
    while compared < moves_to_compare() {
        let rules = random_rules(&mut dice);
        let options = overrides(&rules);
        tried += 1;
        let Ok(loaded) = catalogue.load("pic", &options) else {
            refused += 1;
            continue;
        };
        let mut game = loaded.game();
        for _ in 0..LONGEST {
            let moves = agree(&*game, &opinion(&rules, &game.text()), &options);
            compared += moves.len();
            let Some(count) = u32::try_from(moves.len()).ok().filter(|&count| count > 0) else {
                break;
            };
            game.play(&moves[dice.below(count) as usize])
                .unwrap_or_else(|error| panic!("{error}"));
        }
        for _ in 0..20 {
            let text = random_position(&rules, &mut dice);
            // Positions in which every pit of a player is out of play are refused.
            if let Ok(game) = loaded.game_from(&text) {
                compared += 1 + agree(&*game, &opinion(&rules, &game.text()), &options).len();
            }
        }
    }
    // Pits that are closed and pits that burn don't go together.
    assert!(
        refused < tried / 2,
        "{refused} of {tried} sets of options refused"
    );
}
