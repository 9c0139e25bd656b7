//! The ruleset wari against a second opinion, with options drawn at random.

use mankala::{Catalogue, Dice};

use crate::opinion::{moves_to_compare, wari};
use crate::opinions_stores::{agree, random_position};

/// The values of each option, the default first.
const OPTIONS: [(&str, &[&str]); 24] = [
    (
        "counts",
        &[
            "[2,3]", "[2,4,6]", "\"even\"", "\"odd\"", "\"any\"", "[1]", "[]",
        ],
    ),
    ("side", &["opponent", "own", "any", "opponent-first"]),
    (
        "where",
        &["last", "next", "every", "every-if-reached", "passing"],
    ),
    ("chain", &["none", "back", "onward", "both"]),
    ("taker", &["mover", "owner"]),
    (
        "grand_slam",
        &[
            "captures",
            "captures-nothing",
            "illegal",
            "leaves-rightmost",
            "again",
        ],
    ),
    (
        "before_sowing",
        &["nothing", "single-takes-opposite", "singles-take-opposite"],
    ),
    ("from_single", &["captures", "captures-nothing"]),
    ("facing_singles", &["free", "barred"]),
    ("crossing_back", &["free", "barred"]),
    ("opening", &["free", "each-pit-once", "first-from-right"]),
    ("unmoved", &["takeable", "safe"]),
    ("most", &["0", "5", "12"]),
    ("only_singles", &["played", "ends"]),
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
const GAMES: usize = 600;

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
    sets
}

#[test]
fn wari_agrees_with_any_options() {
    let mut dice = Dice::seeded(7);
    let (mut played, mut refused) = (0, 0);
    while played < GAMES {
        let columns = [2, 3, 5, 6, 9][dice.below(5) as usize];
        let seeds = 2 + dice.below(4);
        let mut sets = draw(&mut dice);
        let rules = wari::Rules::new(&sets, columns * seeds);
        sets.extend([
            "rules.repetition=none".to_owned(),
            format!("board.columns={columns}"),
            format!("setup.seeds={seeds}"),
        ]);
        let Ok(loaded) = Catalogue::new().load("oware", &sets) else {
            refused += 1;
            continue;
        };
        played += 1;
        let ask = |text: &str| wari::opinion(&rules, text);
        let mut compared = 0;
        while compared < moves_to_compare() / GAMES {
            let mut game = loaded.game();
            for _ in 0..LONGEST {
                let moves = agree(&*game, &ask(&game.text()));
                compared += 1 + moves.len();
                let Some(count) = u32::try_from(moves.len()).ok().filter(|&count| count > 0) else {
                    break;
                };
                game.play(&moves[dice.below(count) as usize])
                    .unwrap_or_else(|error| panic!("{sets:?}: {error}"));
            }
            let columns = u8::try_from(columns).expect("a few columns");
            let text = random_position(columns, false, &mut dice);
            if let Ok(game) = loaded.game_from(&text) {
                compared += 1 + agree(&*game, &ask(&game.text())).len();
            }
        }
    }
    assert!(refused < 20 * GAMES, "{refused} sets of options refused");
}

/// The positions of the examples of every game of the ruleset, but for those with pits out of play.
#[test]
fn wari_examples_agree() {
    for (_, loaded) in crate::common::variants() {
        if loaded.ruleset != "wari" {
            continue;
        }
        let sets: Vec<String> = loaded
            .values
            .iter()
            .map(|written| format!("{}={}", written.key, written.value))
            .collect();
        let rules = wari::Rules::new(&sets, 50);
        for position in loaded
            .examples
            .iter()
            .filter_map(|example| example.position.as_ref())
        {
            let game = loaded
                .game_from(position)
                .unwrap_or_else(|error| panic!("{error}"));
            if !sets.contains(&"rounds.kind=\"burnt\"".to_owned()) {
                agree(&*game, &wari::opinion(&rules, &game.text()));
            }
        }
    }
}
