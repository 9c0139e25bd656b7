//! The ruleset congkak against a second opinion, with options drawn at random.

use mankala::{Catalogue, Dice};

use crate::opinion::congkak::{Rules, opinion};
use crate::opinion::moves_to_compare;
use crate::opinions_stores::agree;

/// The values of each option, the default first.
const OPTIONS: [(&str, &[&str]); 23] = [
    (
        "capture",
        &[
            "opposite-filled",
            "always",
            "never",
            "last-only",
            "pulls",
            "swap",
        ],
    ),
    ("taken", &["both", "opposite"]),
    ("side", &["own", "opponent", "any"]),
    (
        "laps",
        &[
            "single",
            "relay",
            "relay-own-row",
            "relay-opponents-row",
            "next",
        ],
    ),
    ("stores", &["own", "both"]),
    ("store", &["right", "left", "ahead"]),
    ("in_store", &["again", "ends"]),
    ("in_theirs", &["ends", "again", "captures"]),
    ("ring", &["both-rows", "own-row"]),
    ("grand_slam", &["captures", "costs-row"]),
    ("full_round", &["played", "barred"]),
    ("empty_across", &["nothing", "loses-store"]),
    (
        "over",
        &["row-empty", "own-row-empty", "opponents-row-empty", "stuck"],
    ),
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
    ("from", &["own", "any-pit", "rightmost"]),
    ("quiet", &["0", "1", "3"]),
    ("stuck", &["ends", "passes"]),
    ("feeding", &["none", "required", "if-possible", "always"]),
    (
        "rest",
        &[
            "own-row",
            "other",
            "last-mover",
            "unfed",
            "nobody",
            "divided",
        ],
    ),
    (
        "goal",
        &["most", "last-move", "last-move-unless-full", "first-empty"],
    ),
    ("majority", &["false", "true"]),
];

/// Games with options drawn at random; half of the options are at their default.
const GAMES: usize = 100;

/// No game is followed for longer.
const LONGEST: usize = 60;

/// Options drawn at random, as changes to a variant.
fn draw(dice: &mut Dice) -> Vec<String> {
    let mut sets = Vec::new();
    for (key, values) in OPTIONS {
        let drawn = dice.below(2) == 0;
        let count = u32::try_from(values.len()).expect("a few values");
        let value = values[if drawn { dice.below(count) as usize } else { 0 }];
        sets.push(format!("rules.{key}={value}"));
    }
    if dice.below(4) == 0 {
        sets.push("rounds.kind=burnt".to_owned());
    }
    sets
}

/// Rows that are full or sparse, with pits out of play where there are rounds.
fn random_position(columns: u32, burnt: bool, dice: &mut Dice) -> String {
    let (most, filled) = (1 + dice.below(10), 1 + dice.below(8));
    let mut out = Vec::new();
    let mut row = |letter: char| -> Vec<String> {
        let mut pit = |number: u32| {
            if burnt && dice.below(6) == 0 {
                out.push(format!("{letter}{number}"));
                return "0".to_owned();
            }
            let seeds = if dice.below(8) < filled {
                dice.below(most)
            } else {
                0
            };
            seeds.to_string()
        };
        (1..=columns).map(&mut pit).collect()
    };
    let (south, mut north) = (row('A'), row('a'));
    north.reverse();
    let (south, north) = (south.join(","), north.join(","));
    let side = ['S', 'N'][dice.below(2) as usize];
    let (first, second) = (dice.below(9), dice.below(9));
    let mut text = format!("{north}/{south} {side} captured={first},{second}");
    if !out.is_empty() {
        text += &format!(" out={}", out.join(","));
    }
    text
}

#[test]
fn congkak_agrees_with_any_options() {
    let catalogue = Catalogue::new();
    let mut dice = Dice::seeded(7);
    let (mut played, mut refused) = (0, 0);
    while played < GAMES {
        let columns = [1, 2, 3, 5, 6, 9][dice.below(6) as usize];
        let seeds = 2 + dice.below(4);
        let mut sets = draw(&mut dice);
        let rules = Rules::new(&sets, columns * seeds);
        let burnt = sets.contains(&"rounds.kind=burnt".to_owned());
        sets.push(format!("board.columns={columns}"));
        sets.push(format!("setup.seeds={seeds}"));
        let Ok(loaded) = catalogue.load("kalah", &sets) else {
            refused += 1;
            continue;
        };
        played += 1;
        println!("{sets:?}");
        let mut compared = 0;
        while compared < moves_to_compare() / GAMES {
            let mut game = loaded.game();
            for _ in 0..LONGEST {
                let text = game.text();
                let moves = agree(&*game, &opinion(&rules, &text));
                compared += 1 + moves.len();
                let Some(count) = u32::try_from(moves.len()).ok().filter(|&count| count > 0) else {
                    break;
                };
                game.play(&moves[dice.below(count) as usize])
                    .unwrap_or_else(|error| panic!("{sets:?}: {error}"));
            }
            for _ in 0..9 {
                let text = random_position(columns, burnt, &mut dice);
                let game = loaded
                    .game_from(&text)
                    .unwrap_or_else(|error| panic!("{sets:?}: {text}: {error}"));
                compared += 1 + agree(&*game, &opinion(&rules, &game.text())).len();
            }
        }
    }
    assert!(refused < 30 * GAMES, "{refused} sets of options refused");
}

/// The positions of the examples of every game of the ruleset.
#[test]
fn congkak_examples_agree() {
    for (_, loaded) in crate::common::variants() {
        if loaded.ruleset != "congkak" {
            continue;
        }
        let values = loaded.values.iter();
        let sets: Vec<String> = values
            .map(|written| format!("{}={}", written.key, written.value))
            .collect();
        let rules = Rules::new(&sets, 24);
        for position in loaded
            .examples
            .iter()
            .filter_map(|example| example.position.as_ref())
        {
            let game = loaded
                .game_from(position)
                .unwrap_or_else(|error| panic!("{error}"));
            agree(&*game, &opinion(&rules, &game.text()));
        }
    }
}
