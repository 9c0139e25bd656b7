//! Endodoi, pussa and their kin against second opinions, with random options.

use mankala::{AnyGame, Catalogue, Dice, Loaded};

use crate::opinion::endodoi::{self, First};
use crate::opinion::two_rows::Words;
use crate::opinion::{Opinion, moves_to_compare, pussa};

/// No game is followed for longer.
const LONGEST: usize = 60;

/// Each option of endodoi with its values, the most frequent ones several times.
const ENDODOI: [(&str, &[&str]); 21] = [
    ("laps", &["relay", "relay", "alternating", "single"]),
    ("side", &["own", "own", "any", "owners"]),
    ("taken", &["opposite", "opposite-and-last"]),
    ("chain", &["none", "onward", "onward-over-any", "all"]),
    ("grand_slam", &["captures", "leaves-rightmost"]),
    (
        "uncrossed",
        &["captures", "captures", "ends", "moves-again"],
    ),
    ("after", &["ends", "last-moves-on", "again"]),
    ("reach", &["free", "cross-or-empty"]),
    ("twos", &["free", "last", "last-from-right"]),
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
    (
        "origin",
        &[
            "sown",
            "sown",
            "passed-over",
            "first-seed",
            "first-seed-unless-single",
        ],
    ),
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
    ("from", &["own", "own", "any-pit", "rightmost"]),
    ("stuck", &["ends", "passes"]),
    ("feeding", &["none", "required", "if-possible", "one-seed"]),
    (
        "rest",
        &["own-row", "other", "last-mover", "unfed", "nobody"],
    ),
    ("goal", &["most", "most", "last-move", "last-with-seeds"]),
    ("bearing_off", &["false", "false", "true"]),
    ("majority", &["false", "false", "true"]),
    ("rounds", &["none", "burnt", "territory"]),
    ("repetition", &["none"]),
];

/// Each option of pussa.
const PUSSA: [(&str, &[&str]); 20] = [
    (
        "goes_on",
        &[
            "next",
            "next",
            "next-if-filled",
            "next-after-filled",
            "landing",
            "single",
        ],
    ),
    (
        "capture",
        &[
            "beyond-gap",
            "beyond-gap",
            "opposite-gap",
            "next",
            "nothing",
        ],
    ),
    ("last_seed", &["anywhere", "with-others", "across"]),
    ("with_last", &["false", "true"]),
    ("with_opposite", &["false", "true"]),
    ("chain", &["false", "true"]),
    ("passing", &["nobody", "owner", "owner-always"]),
    ("again", &["never", "once"]),
    ("owners", &["rows"]),
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
    ("origin", &["sown", "sown", "passed-over", "first-seed"]),
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
    ("from", &["own", "own", "any-pit", "rightmost"]),
    ("stuck", &["ends", "passes"]),
    ("feeding", &["none", "required", "if-possible", "one-seed"]),
    (
        "rest",
        &["own-row", "other", "last-mover", "unfed", "nobody"],
    ),
    ("goal", &["most", "most", "last-move", "last-with-seeds"]),
    ("majority", &["false", "false", "true"]),
    ("rounds", &["none", "burnt", "territory"]),
    ("repetition", &["none"]),
];

/// One of these, at random.
fn one_of<T: Clone>(dice: &mut Dice, of: &[T]) -> T {
    of[dice.below(u32::try_from(of.len()).expect("a few")) as usize].clone()
}

/// Words at random.
fn random_words(dice: &mut Dice, options: &[(&'static str, &[&'static str])]) -> Words {
    let mut value = |&(key, values): &(&'static str, &[&'static str])| (key, one_of(dice, values));
    options.iter().map(&mut value).collect()
}

/// Words as overrides.
fn overrides_of(words: &Words) -> Vec<String> {
    let quoted = |(key, word): (&&str, &&str)| match *word {
        "true" | "false" => format!("rules.{key}={word}"),
        _ if *key == "rounds" => format!("rounds.kind=\"{word}\""),
        _ => format!("rules.{key}=\"{word}\""),
    };
    words.iter().map(quoted).collect()
}

/// Options of pussa at random: those of the opinion, and the overrides that say the same.
fn random_pussa(dice: &mut Dice) -> (pussa::Rules, Vec<String>) {
    let mut words = random_words(dice, &PUSSA);
    // What is refused: see the faults of the ruleset.
    if !words["capture"].ends_with("gap") {
        words.insert("chain", "false");
    }
    let rules = pussa::Rules {
        counts: one_of(dice, &[vec![4], vec![2, 3]]),
        unplayed: one_of(dice, &[vec![], vec![], vec![2]]),
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
    let mut words = random_words(dice, &ENDODOI);
    // What is refused: see the faults of the ruleset.
    if words["laps"] == "alternating" && words["direction"].ends_with("clockwise") {
        words.insert("direction", "chosen");
    }
    if words["after"] == "last-moves-on" {
        words.insert("taken", "opposite");
    }
    let three_rows = columns == 9;
    if three_rows && words["direction"] == "by-half" {
        words.insert("direction", "chosen");
    }
    let any: Vec<u32> = (1..=255).collect();
    let rules = endodoi::Rules {
        counts: one_of(dice, &[any.clone(), any, vec![2], vec![1, 2], vec![1, 3]]),
        passed_over: if words["bearing_off"] == "true" {
            0
        } else {
            one_of(dice, &[0, 0, 1, 2, 3])
        },
        quiet: one_of(dice, &[0, 0, 1, 3]),
        last_seeds: one_of(dice, &[0, 0, 2]),
        first: (dice.below(3) == 0).then(|| First {
            from: one_of(dice, &[vec![1], vec![1, 2], vec![2, 3], (1..=16).collect()]),
            by: one_of(dice, &["each", "starter"]),
            sown: one_of(
                dice,
                &["as-ever", "over-the-border", "two", "three-and-the-rest"],
            ),
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
        overrides.push(format!(
            "rules.first={{from={from:?},by=\"{by}\",sown=\"{sown}\"}}"
        ));
    }
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
fn random_position(columns: u32, words: &Words, dice: &mut Dice) -> String {
    let pits = 2 * columns;
    let list = |pits: &[u32]| {
        let name = |&pit: &u32| {
            let row = ['A', 'a'][(pit / columns) as usize];
            format!("{row}{}", pit % columns + 1)
        };
        match pits {
            [] => "-".to_owned(),
            pits => pits.iter().map(name).collect::<Vec<_>>().join(","),
        }
    };
    let burnt = words["rounds"] == "burnt";
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
    if words["rounds"] == "territory" && dice.below(2) == 0 {
        let more = 1 + dice.below(columns - 1);
        let souths: Vec<u32> = (0..columns + more).collect();
        let norths: Vec<u32> = (columns + more..pits).collect();
        let owned = format!(" owned-S={} owned-N={}", list(&souths), list(&norths));
        text.push_str(&owned);
    }
    text
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
        Err(errors) if errors.to_string().contains("over before the first move") => return 0,
        Err(errors) => panic!("{errors} {options:?}"),
    };
    let mut game = loaded.game();
    let mut compared = 0;
    for _ in 0..LONGEST {
        let moves = agree(&*game, &opinion(&game.text()), &options);
        compared += moves.len();
        let Some(count) = u32::try_from(moves.len()).ok().filter(|&count| count > 0) else {
            break;
        };
        game.play(&moves[dice.below(count) as usize])
            .unwrap_or_else(|error| panic!("{error}"));
    }
    for _ in 0..20 {
        let text = random_position(columns, words, dice);
        let game = loaded
            .game_from(&text)
            .unwrap_or_else(|error| panic!("{error} {text}"));
        compared += 1 + agree(&*game, &opinion(&game.text()), &options).len();
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
        let (rules, options) = random_pussa(&mut dice);
        let ask = |text: &str| pussa::opinion(&rules, text);
        compared += compare(
            ("eson-xorgol", columns),
            &rules.words,
            options,
            &mut dice,
            ask,
        );
    }
}
