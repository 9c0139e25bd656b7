//! Endodoi, pussa and their kin against second opinions, with random options.

use mankala::{Catalogue, Dice, Loaded};

use crate::common::compared::{agree_in, follow, moves_to_compare, one_of};
use crate::common::drawn::{
    DIRECTION, FEEDING, REPETITION, REST, ROUNDS, SINGLES, STUCK, Values, change, each_drawn,
    two_rows_in_a_round,
};
use crate::opinion::endodoi::{self, First};
use crate::opinion::two_rows::Words;
use crate::opinion::{Opinion, pussa};

/// No game is followed for longer.
const LONGEST: usize = 60;

/// Each option of endodoi with its values, the most frequent ones several times.
const ENDODOI: [Values; 23] = [
    ("laps", &["relay", "relay", "alternating", "single"]),
    ("side", &["own", "own", "any", "owners"]),
    ("taken", &["opposite", "opposite-and-last"]),
    ("chain", &["none", "onward", "onward-over-any", "all"]),
    ("grand_slam", &["captures", "leaves-rightmost"]),
    ("uncrossed", &["captures", "captures", "ends", "moves-again"]),
    ("after", &["ends", "last-moves-on", "again"]),
    ("reach", &["free", "cross-or-empty", "end-across-or-empty"]),
    ("twos", &["free", "last", "last-from-right"]),
    ("start", &["any", "any", "any", "after-opponent"]),
    ("track", &["ring", "winding"]),
    DIRECTION,
    ("origin", &["sown", "sown", "passed-over", "first-seed", "first-seed-unless-single"]),
    SINGLES,
    ("from", &["own", "own", "any-pit", "rightmost"]),
    STUCK,
    FEEDING,
    REST,
    ("goal", &["most", "most", "last-move", "last-with-seeds"]),
    ("bearing_off", &["false", "false", "true"]),
    ("majority", &["false", "false", "true"]),
    ROUNDS,
    REPETITION,
];

/// Each option of pussa.
const PUSSA: [Values; 22] = [
    (
        "goes_on",
        &[
            "next",
            "next",
            "next-if-played",
            "next-if-filled",
            "next-after-filled",
            "next-after-empty",
            "landing",
            "landing-capturing",
            "single",
        ],
    ),
    (
        "capture",
        &[
            "beyond-gap",
            "beyond-gap",
            "opposite",
            "next",
            "landing",
            "landing-and-beside",
            "nothing",
        ],
    ),
    ("over", &["stuck", "stuck", "one-each"]),
    ("last_seed", &["anywhere", "with-others", "own", "across"]),
    ("with_last", &["false", "true"]),
    ("with_opposite", &["false", "true"]),
    ("chain", &["false", "true"]),
    ("passing", &["nobody", "owner", "owner-always"]),
    ("again", &["never", "once"]),
    ("middle", &["at-once", "at-the-end"]),
    ("owners", &["rows"]),
    DIRECTION,
    ("origin", &["sown", "sown", "passed-over", "first-seed"]),
    SINGLES,
    ("from", &["own", "own", "any-pit", "rightmost"]),
    STUCK,
    FEEDING,
    REST,
    ("goal", &["most", "most", "last-move", "last-with-seeds"]),
    ("majority", &["false", "false", "true"]),
    ROUNDS,
    REPETITION,
];

/// Words as overrides.
fn overrides_of(words: &Words) -> Vec<String> {
    let written = words.iter().map(|(key, word)| change(key, word));
    written.collect()
}

/// Options of pussa at random: those of the opinion, and the overrides that say the same.
fn random_pussa(dice: &mut Dice, columns: u32) -> (pussa::Rules, Vec<String>) {
    let mut words: Words = each_drawn(dice, &PUSSA).into_iter().collect();
    // What is refused: see the faults of the ruleset.
    if words["capture"] != "beyond-gap" {
        words.insert("chain", "false");
    }
    if words["capture"] == "landing-and-beside" {
        for (key, word) in [
            ("goes_on", "single"),
            ("with_opposite", "false"),
            ("with_last", "false"),
            ("again", "never"),
            ("middle", "at-once"),
            ("feeding", "none"),
        ] {
            words.insert(key, word);
        }
    }
    if columns.is_multiple_of(2) {
        words.insert("middle", "at-once");
    }
    let rules = pussa::Rules {
        counts: one_of(dice, &[vec![4], vec![2, 3]]),
        unplayed: if words["goes_on"] == "next-if-played" {
            vec![2]
        } else {
            one_of(dice, &[vec![], vec![], vec![2]])
        },
        quiet: one_of(dice, &[0, 0, 1, 3]),
        last_seeds: one_of(dice, &[0, 0, 4]),
        words,
    };
    let mut overrides = overrides_of(&rules.words);
    overrides.push(format!("rules.counts={:?}", rules.counts));
    overrides.push(format!("rules.unplayed={:?}", rules.unplayed));
    overrides.push(format!("rules.quiet={}", rules.quiet));
    overrides.push(format!("rules.last_seeds={}", rules.last_seeds));
    (rules, overrides)
}

/// Options of endodoi at random: those of the opinion, and the overrides that say the same.
fn random_endodoi(dice: &mut Dice, columns: u32) -> (endodoi::Rules, Vec<String>) {
    let mut words: Words = each_drawn(dice, &ENDODOI).into_iter().collect();
    // What is refused: see the faults of the ruleset.
    if words["laps"] == "alternating" && words["direction"].ends_with("clockwise") {
        words.insert("direction", "chosen");
    }
    if words["after"] == "last-moves-on" {
        words.insert("taken", "opposite");
    }
    let follows = words["start"] == "after-opponent";
    if follows {
        for (key, word) in [
            ("from", "any-pit"),
            ("direction", "counterclockwise"),
            ("reach", "free"),
            ("twos", "free"),
            ("bearing_off", "false"),
        ] {
            words.insert(key, word);
        }
        if words["laps"] == "alternating" {
            words.insert("laps", "relay");
        }
    }
    if words["reach"] == "end-across-or-empty" {
        words.insert("bearing_off", "false");
    }
    let three_rows = columns == 9;
    if follows || !three_rows {
        words.insert("track", "ring");
    }
    if three_rows && ["by-half", "to-middle"].contains(&words["direction"]) {
        words.insert("direction", "chosen");
    }
    let any: Vec<u32> = (1..=255).collect();
    let rules = endodoi::Rules {
        counts: one_of(dice, &[any.clone(), any, vec![2], vec![1, 2], vec![1, 3]]),
        passed_over: if follows
            || words["bearing_off"] == "true"
            || words["reach"] == "end-across-or-empty"
        {
            0
        } else {
            one_of(dice, &[0, 0, 1, 2, 3])
        },
        quiet: one_of(dice, &[0, 0, 1, 3]),
        last_seeds: one_of(dice, &[0, 0, 2]),
        first: (!follows && dice.below(3) == 0).then(|| First {
            from: one_of(dice, &[vec![1], vec![1, 2], vec![2, 3], (1..=16).collect()]),
            by: one_of(dice, &["each", "starter"]),
            sown: one_of(dice, &["as-ever", "over-the-border", "two", "three-and-the-rest"]),
        }),
        words,
        three_rows,
    };
    let mut overrides = overrides_of(&rules.words);
    if three_rows {
        overrides.extend(["board.rows=3", "board.columns=6"].map(str::to_owned));
    }
    overrides.push(format!("rules.counts={:?}", rules.counts));
    overrides.push(format!("rules.passed_over={}", rules.passed_over));
    overrides.push(format!("rules.quiet={}", rules.quiet));
    overrides.push(format!("rules.last_seeds={}", rules.last_seeds));
    if let Some(First { from, by, sown }) = &rules.first {
        overrides.push(format!("rules.first={{from={from:?},by=\"{by}\",sown=\"{sown}\"}}"));
    }
    (rules, overrides)
}

/// Games and positions of a variant with these options; how many moves were compared.
fn compare(
    (parent, columns): (&str, u32),
    words: &Words,
    mut options: Vec<String>,
    dice: &mut Dice,
    opinion: impl Fn(&str) -> Opinion,
) -> usize {
    if !options.iter().any(|option| option.starts_with("board.")) {
        options.push(format!("board.columns={columns}"));
    }
    options.push(format!("setup.seeds={}", 2 + dice.below(4)));
    let loaded: Loaded = match Catalogue::new().load(parent, &options) {
        Ok(loaded) => loaded,
        // Some of these options leave no first move.
        Err(errors) if errors.to_string().contains("the opening is a finished game") => {
            return 0;
        }
        Err(errors) => panic!("{errors} {options:?}"),
    };
    let mut compared = follow(loaded.game(), LONGEST, dice, &options, &opinion);
    for _ in 0..20 {
        let mut text = two_rows_in_a_round(dice, columns, words["rounds"]);
        if words.get("middle") == Some(&"at-the-end") {
            let earned = one_of(dice, &["-", "S", "N", "SN"]);
            text.push_str(&format!(" middle={earned}"));
        }
        compared += agree_in(&loaded, &text, &options, &opinion);
    }
    compared
}

#[test]
fn endodoi_agrees_over_random_options() {
    let mut dice = Dice::seeded(7);
    let mut compared = 0;
    while compared < moves_to_compare() {
        let columns = 3 + dice.below(7);
        let (rules, options) = random_endodoi(&mut dice, columns);
        let ask = |text: &str| endodoi::opinion(&rules, text);
        compared += compare(("endodoi", columns), &rules.words, options, &mut dice, ask);
    }
}

#[test]
fn pussa_agrees_over_random_options() {
    let mut dice = Dice::seeded(7);
    let mut compared = 0;
    while compared < moves_to_compare() {
        let columns = 3 + dice.below(7);
        let (rules, options) = random_pussa(&mut dice, columns);
        let ask = |text: &str| pussa::opinion(&rules, text);
        compared += compare(("eson-xorgol", columns), &rules.words, options, &mut dice, ask);
    }
}
