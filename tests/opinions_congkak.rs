//! The ruleset congkak against a second opinion, with options drawn at random.

use mankala::{Catalogue, Dice};

use crate::common::compared::{agree_in, examples_agree, follow, moves_to_compare};
use crate::common::drawn::{SINGLES, Values, change, changes_of, half_drawn, two_rows_in_a_round};
use crate::opinion::congkak::{Rules, opinion};

/// The values of each option, the default first.
const OPTIONS: [Values; 23] = [
    ("capture", &["opposite-filled", "always", "never", "last-only", "pulls", "swap"]),
    ("taken", &["both", "opposite"]),
    ("side", &["own", "opponent", "any"]),
    ("laps", &["single", "relay", "relay-own-row", "relay-opponents-row", "next"]),
    ("stores", &["own", "both"]),
    ("store", &["right", "left", "ahead"]),
    ("in_store", &["again", "ends"]),
    ("in_theirs", &["ends", "again", "captures"]),
    ("ring", &["both-rows", "own-row"]),
    ("grand_slam", &["captures", "costs-row"]),
    ("full_round", &["played", "barred"]),
    ("empty_across", &["nothing", "loses-store"]),
    ("over", &["row-empty", "own-row-empty", "opponents-row-empty", "stuck"]),
    (
        "direction",
        &[
            "counterclockwise",
            "clockwise",
            "chosen",
            "by-half",
            "by-parity",
            "first-mover",
            "each-their-own",
            "chosen-later",
        ],
    ),
    ("origin", &["sown", "passed-over", "first-seed", "first-seed-unless-single"]),
    SINGLES,
    ("from", &["own", "any-pit", "rightmost"]),
    ("quiet", &["0", "1", "3"]),
    ("stuck", &["ends", "passes"]),
    ("feeding", &["none", "required", "if-possible", "always"]),
    ("rest", &["own-row", "other", "last-mover", "unfed", "nobody", "divided"]),
    ("goal", &["most", "last-move", "last-move-unless-full", "first-empty"]),
    ("majority", &["false", "true"]),
];

/// Games with options drawn at random; half of the options are at their default.
const GAMES: usize = 100;

/// No game is followed for longer.
const LONGEST: usize = 60;

#[test]
fn congkak_agrees_with_any_options() {
    let catalogue = Catalogue::new();
    let mut dice = Dice::seeded(7);
    let (mut played, mut refused) = (0, 0);
    while played < GAMES {
        let columns = [1, 2, 3, 5, 6, 9][dice.below(6) as usize];
        let seeds = 2 + dice.below(4);
        let drawn = half_drawn(&mut dice, &OPTIONS).into_iter();
        let mut sets: Vec<String> = drawn.map(|(key, value)| change(key, value)).collect();
        let rounds = ["none", "none", "none", "burnt"][dice.below(4) as usize];
        sets.push(change("rounds", rounds));
        let rules = Rules::new(&sets, columns * seeds);
        sets.push(format!("board.columns={columns}"));
        sets.push(format!("setup.seeds={seeds}"));
        let Ok(loaded) = catalogue.load("kalah", &sets) else {
            refused += 1;
            continue;
        };
        played += 1;
        let ask = |text: &str| opinion(&rules, text);
        let mut compared = 0;
        while compared < moves_to_compare() / GAMES {
            compared += follow(loaded.game(), LONGEST, &mut dice, &sets, ask);
            for _ in 0..9 {
                let text = two_rows_in_a_round(&mut dice, columns, rounds);
                compared += agree_in(&loaded, &text, &sets, ask);
            }
        }
    }
    assert!(refused < 30 * GAMES, "{refused} sets of options refused");
}

/// The examples of every game of the ruleset.
#[test]
fn congkak_examples_agree() {
    for (name, loaded) in crate::common::variants() {
        if loaded.ruleset == "congkak" {
            let rules = Rules::new(&changes_of(loaded), 24);
            examples_agree(name, loaded, |text| opinion(&rules, text));
        }
    }
}
