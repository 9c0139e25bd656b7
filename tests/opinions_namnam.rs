//! Nam-nam and its kin against a second opinion, with random options.

use std::collections::BTreeMap;

use mankala::{AnyGame, Catalogue, Dice, Loaded};

use crate::opinion::namnam::{Rules, opinion};
use crate::opinion::{Opinion, moves_to_compare};

/// No game is followed for longer.
const LONGEST: usize = 60;

/// Each option with its values, the most frequent ones several times.
const WORDS: [(&str, &[&str]); 19] = [
    ("side", &["any", "any", "opponent", "own", "none"]),
    ("chain", &["none", "back", "onward"]),
    ("opposite", &["false", "false", "true"]),
    (
        "grand_slam",
        &["captures", "captures-nothing", "leaves-rightmost"],
    ),
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
    ("relay_if", &["always", "always", "next-filled"]),
    ("last", &["ends", "goes-on"]),
    ("again", &["never", "after-last", "after-any"]),
    (
        "direction",
        &[
            "counterclockwise",
            "clockwise",
            "chosen",
            "by-half",
            "chosen-later",
        ],
    ),
    ("origin", &["sown", "sown", "passed-over"]),
    (
        "singles",
        &[
            "free",
            "free",
            "never",
            "last",
            "last-leaving-last",
            "to-empty",
        ],
    ),
    ("from", &["own", "own", "rightmost"]),
    ("stuck", &["ends", "passes"]),
    ("feeding", &["none", "required", "if-possible", "one-seed"]),
    (
        "rest",
        &["own-row", "other", "last-mover", "unfed", "nobody"],
    ),
    ("rounds", &["none", "burnt", "territory"]),
    ("repetition", &["none"]),
    ("goal", &["most"]),
    ("majority", &["false"]),
];

/// Options at random: those of the opinion, and the overrides that say the same.
fn random_rules(dice: &mut Dice) -> (Rules, Vec<String>) {
    let mut words = BTreeMap::new();
    for (key, values) in WORDS {
        words.insert(key, values[dice.below(values.len() as u32) as usize]);
    }
    let counts = [vec![4], vec![2, 3], vec![2, 4], vec![3], vec![1, 4]];
    let counts = counts[dice.below(5) as usize].clone();
    let most = [255, 2, 1][dice.below(3) as usize];
    let relays = [[2, 255], [4, 255], [6, 6], [2, 5]][dice.below(4) as usize];
    let quiet = [0, 0, 1, 3][dice.below(4) as usize];
    let last_laps = [0, 0, 8][dice.below(3) as usize];
    if last_laps > 0 {
        words.insert("passing", "nobody");
    }
    let groups = [
        None,
        None,
        Some((4, "mover")),
        Some((8, "starter")),
        Some((3, "rest")),
    ];
    let last_group = groups[dice.below(5) as usize];
    let quoted = |(key, word): (&&str, &&str)| match *word {
        "true" | "false" => format!("rules.{key}={word}"),
        _ if *key == "rounds" => format!("rounds.kind=\"{word}\""),
        _ => format!("rules.{key}=\"{word}\""),
    };
    let mut overrides: Vec<String> = words.iter().map(quoted).collect();
    overrides.push(format!("rules.counts={counts:?}"));
    overrides.push(format!("rules.most={most}"));
    overrides.push(format!("rules.relay_from={}", relays[0]));
    overrides.push(format!("rules.relay_to={}", relays[1]));
    overrides.push(format!("rules.quiet={quiet}"));
    overrides.push(format!("rules.last_laps={last_laps}"));
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
        last_group,
    };
    (rules, overrides)
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

/// Rows that are full or sparse, with pits out of play or a moved border where there are rounds.
fn random_position(columns: u32, rules: &Rules, dice: &mut Dice) -> String {
    let pits = 2 * columns;
    let name = |pit: u32| {
        format!(
            "{}{}",
            ['A', 'a'][(pit / columns) as usize],
            pit % columns + 1
        )
    };
    let list = |pits: &[u32]| match pits {
        [] => "-".to_owned(),
        pits => pits
            .iter()
            .map(|&pit| name(pit))
            .collect::<Vec<_>>()
            .join(","),
    };
    let burnt = rules.words["rounds"] == "burnt";
    let out: Vec<u32> = (0..pits).filter(|_| burnt && dice.below(6) == 0).collect();
    let (most, filled) = (1 + dice.below(14), 1 + dice.below(8));
    let mut seeds = |pit: u32| {
        if dice.below(8) < filled && !out.contains(&pit) {
            dice.below(most)
        } else {
            0
        }
    };
    let ring: Vec<u32> = (0..pits).map(&mut seeds).collect();
    let row = |pits: &mut dyn Iterator<Item = &u32>| {
        pits.map(u32::to_string).collect::<Vec<_>>().join(",")
    };
    let (south, north) = ring.split_at(columns as usize);
    let rows = [row(&mut north.iter().rev()), row(&mut south.iter())].join("/");
    let mut text = format!("{rows} {} captured=3,4", ['S', 'N'][dice.below(2) as usize]);
    if burnt {
        text.push_str(&format!(" out={}", list(&out)));
    }
    if rules.words["rounds"] == "territory" && dice.below(2) == 0 {
        let more = 1 + dice.below(columns - 1);
        let souths: Vec<u32> = (0..columns + more).collect();
        let norths: Vec<u32> = (columns + more..pits).collect();
        text.push_str(&format!(
            " owned-S={} owned-N={}",
            list(&souths),
            list(&norths)
        ));
    }
    text
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
        options.push(format!("setup.seeds={}", 2 + dice.below(4)));
        let loaded: Loaded = catalogue
            .load("obridje", &options)
            .unwrap_or_else(|errors| panic!("{errors} {options:?}"));
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
            let text = random_position(columns, &rules, &mut dice);
            let game = loaded
                .game_from(&text)
                .unwrap_or_else(|error| panic!("{error} {text}"));
            compared += 1 + agree(&*game, &opinion(&rules, &game.text()), &options).len();
        }
    }
}
