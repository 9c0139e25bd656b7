//! The ruleset wari against a second opinion, with options drawn at random.

use mankala::{Catalogue, Dice};

use crate::common::compared::{agree_in, examples_agree, follow, moves_to_compare};
use crate::common::drawn::{
    SINGLES, STUCK, Values, change, changes_of, half_drawn, pits, some_out,
};
use crate::opinion::wari;
use crate::opinions_stores::random_position;

/// The values of each option, the default first.
const OPTIONS: [Values; 30] = [
    ("counts", &["[2,3]", "[2,4,6]", "even", "odd", "any", "[1]", "[]"]),
    ("side", &["opponent", "own", "any", "opponent-first"]),
    ("where", &["last", "next", "last-or-next", "every", "every-if-reached", "passing"]),
    ("chain", &["none", "back", "onward", "both"]),
    ("chain_limit", &["255", "1", "2"]),
    ("opposite", &["any", "equal"]),
    ("taker", &["mover", "owner"]),
    ("grand_slam", &["captures", "captures-nothing", "illegal", "leaves-rightmost", "again"]),
    ("before_sowing", &["nothing", "single-takes-opposite", "singles-take-opposite"]),
    ("from_single", &["captures", "captures-nothing"]),
    ("facing_singles", &["free", "barred"]),
    ("crossing_back", &["free", "barred"]),
    ("opening", &["free", "each-pit-once", "first-from-right"]),
    ("unmoved", &["takeable", "safe"]),
    ("most", &["0", "5", "12"]),
    ("used", &["free", "closed"]),
    ("lifted", &["0", "3"]),
    ("only_singles", &["played", "ends"]),
    ("last_seeds", &["0", "4"]),
    ("rounds", &["none", "locked"]),
    (
        "direction",
        &[
            "counterclockwise",
            "clockwise",
            "chosen",
            "by-half",
            "to-middle",
            "by-parity",
            "first-mover",
            "each-their-own",
        ],
    ),
    ("origin", &["sown", "passed-over", "first-seed", "first-seed-unless-single"]),
    SINGLES,
    ("from", &["own", "any-pit"]),
    ("quiet", &["0", "1", "3"]),
    STUCK,
    ("feeding", &["none", "required", "if-possible", "always"]),
    ("rest", &["own-row", "other", "last-mover", "unfed", "nobody", "divided"]),
    ("goal", &["most", "last-move", "last-move-unless-full", "first-empty"]),
    ("majority", &["false", "true"]),
];

/// Games with options drawn at random; half of the options are at their default.
const GAMES: usize = 600;

/// No game is followed for longer.
const LONGEST: usize = 60;

#[test]
fn wari_agrees_with_any_options() {
    let mut dice = Dice::seeded(7);
    let (mut played, mut refused) = (0, 0);
    while played < GAMES {
        let columns = [2, 3, 5, 6, 9][dice.below(5) as usize];
        let seeds = 2 + dice.below(4);
        let drawn = half_drawn(&mut dice, &OPTIONS).into_iter();
        let mut sets: Vec<String> = drawn.map(|(key, value)| change(key, value)).collect();
        let rules = wari::Rules::new(&sets, columns * seeds, seeds);
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
            compared += follow(loaded.game(), LONGEST, &mut dice, &sets, ask);
            let row = u8::try_from(columns).expect("a few columns");
            let mut text = random_position(row, false, &mut dice);
            if wari::locked(&sets) {
                let locked = some_out(&mut dice, columns);
                text += &format!(" locked={}", pits(columns, |pit| locked[pit as usize]));
            }
            if loaded.game_from(&text).is_ok() {
                compared += agree_in(&loaded, &text, &sets, ask);
            }
        }
    }
    assert!(refused < 20 * GAMES, "{refused} sets of options refused");
}

/// The examples of every game of the ruleset, except those with pits out of play or owned by the opponent.
#[test]
fn wari_examples_agree() {
    for (name, loaded) in crate::common::variants() {
        let sets = changes_of(loaded);
        let fields =
            ["burnt", "mirrored", "territory"].map(|kind| format!("rounds.kind=\"{kind}\""));
        let has_fields = fields.iter().any(|kind| sets.contains(kind));
        if loaded.ruleset == "wari" && !has_fields {
            let seeds = sets.iter().find_map(|set| set.strip_prefix("setup.seeds=")?.parse().ok());
            let rules = wari::Rules::new(&sets, 50, seeds.unwrap_or(0));
            examples_agree(name, loaded, |text| wari::opinion(&rules, text));
        }
    }
}
