//! Kalah, Oware, Awari, Toguz Korgool and Ô ăn quan against second opinions written straight from the rules.

use std::collections::HashMap;

use mankala::{Catalogue, Dice, Loaded, Side};

use crate::common::compared::{agree_in, examples_agree, follow, moves_to_compare};
use crate::opinion::{Opinion, congkak, oware, quan, toguz};

/// No game is followed for longer: some go on for thousands of moves.
const LONGEST: usize = 600;

fn load(name: &str, overrides: &[&str]) -> Loaded {
    let overrides: Vec<String> = overrides.iter().map(|&set| set.to_owned()).collect();
    let loaded = Catalogue::new().load(name, &overrides);
    loaded.unwrap_or_else(|errors| panic!("{errors}"))
}

/// Compares random games from the opening, then random positions.
fn compare(name: &str, overrides: &[&str], tuzdiks: bool, opinion: impl Fn(&str) -> Opinion) {
    let loaded = load(name, overrides);
    let mut dice = Dice::seeded(1);
    let mut compared = 0;
    while compared < moves_to_compare() {
        compared += follow(loaded.game(), LONGEST, &mut dice, &overrides, &opinion);
    }
    let mut compared = 0;
    while compared < moves_to_compare() {
        let columns = loaded.game().layout().columns();
        let text = random_position(columns, tuzdiks, &mut dice);
        // Seeds in a tuzdik and the like are refused.
        if loaded.game_from(&text).is_ok() {
            compared += agree_in(&loaded, &text, &overrides, &opinion);
        }
    }
}

/// Rows that are full, sparse or empty, and random stores.
pub(crate) fn random_position(columns: u8, tuzdiks: bool, dice: &mut Dice) -> String {
    let mut left = 255;
    let mut row = |dice: &mut Dice| {
        let (most, chance) = (1 + dice.below(24), dice.below(9));
        let mut pit = |dice: &mut Dice| {
            let filled = dice.below(8) < chance;
            let seeds = if filled { dice.below(most).min(left) } else { 0 };
            left -= seeds;
            seeds.to_string()
        };
        let pits: Vec<String> = (0..columns).map(|_| pit(dice)).collect();
        pits.join(",")
    };
    let (north, south) = (row(dice), row(dice));
    let side = ['S', 'N'][dice.below(2) as usize];
    let most = [1, 6, 30][dice.below(3) as usize];
    let mut store = || dice.below(most + 1).min(left / 2);
    let (first, second) = (store(), store());
    let mut text = format!("{north}/{south} {side} captured={first},{second}");
    if tuzdiks {
        let mut pit = |letter: char| format!("{letter}{}", 1 + dice.below(u32::from(columns)));
        let pits = [pit('A'), pit('a')];
        text += match dice.below(4) {
            0 => String::new(),
            1 => format!(" tuzdik={}", pits[0]),
            2 => format!(" tuzdik={}", pits[1]),
            _ => format!(" tuzdik={},{}", pits[0], pits[1]),
        }
        .as_str();
    }
    text
}

#[test]
fn kalah_agrees() {
    let boards: [&[&str]; 5] = [
        &[],
        &["board.columns=3"],
        &["board.columns=7", "setup.seeds=10"],
        &["board.columns=1", "setup.seeds=2"],
        &["board.columns=12", "setup.seeds=3"],
    ];
    for board in boards {
        for capture in ["rules.capture=opposite-filled", "rules.capture=always"] {
            let rules = congkak::Rules::new(&[capture.to_owned()], 0);
            compare("kalah", &[board, &[capture]].concat(), false, |text| {
                congkak::opinion(&rules, text)
            });
        }
    }
}

#[test]
fn oware_and_awari_agree() {
    let boards: [&[&str]; 4] =
        [&[], &["board.columns=2", "setup.seeds=3"], &["board.columns=8"], &["board.columns=12"]];
    for board in boards {
        compare("oware", board, false, |text| oware::opinion(oware::Rules::Oware, text));
        compare("awari", board, false, |text| oware::opinion(oware::Rules::Awari, text));
    }
}

#[test]
fn toguz_agrees() {
    for (clockwise, least, opposite) in
        [(false, 2, false), (true, 2, false), (false, 5, true), (true, 4, true)]
    {
        let rules = toguz::Rules { clockwise, least, opposite };
        let direction = ["counterclockwise", "clockwise"][usize::from(clockwise)];
        let barred = ["same-number", "opposite"][usize::from(opposite)];
        let sets = [
            format!("rules.direction={direction}"),
            format!("rules.least={least}"),
            format!("rules.barred={barred}"),
        ];
        let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
        compare("toguz-korgool", &sets, true, |text| toguz::opinion(rules, text));
    }
}

#[test]
fn o_an_quan_agrees() {
    let mut dice = Dice::seeded(1);
    for columns in [2, 3, 5, 9] {
        let sets =
            [format!("board.columns={columns}"), format!("setup.seeds={}", 2 + dice.below(4))];
        let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
        let loaded = load("o-an-quan", &sets);
        let mut compared = 0;
        while compared < moves_to_compare() / 4 {
            compared += follow(loaded.game(), LONGEST, &mut dice, &sets, quan::opinion);
            let mut text = random_position(columns, false, &mut dice);
            let mandarins = ["SN", "S", "N"][dice.below(3) as usize];
            let [right, left, debt] = [4, 12, 3].map(|most| dice.below(most));
            // A mandarin counts as ten seeds.
            let held = |side| if mandarins.contains(side) { 10 } else { 0 };
            let [right, left] = [right + held('S'), left + held('N')];
            text += &format!(" ends={right},{left} quan={mandarins} debt-S={debt}");
            compared += agree_in(&loaded, &text, &sets, quan::opinion);
        }
    }
    let loaded = load("o-an-quan", &[]);
    examples_agree("o-an-quan", &loaded, quan::opinion);
}

/// Asks a second opinion.
type Ask = fn(&str) -> Opinion;

#[test]
fn oware_awari_and_toguz_agree_in_their_examples() {
    let opinions: [(&str, Ask); 4] = [
        ("oware", |text| oware::opinion(oware::Rules::Oware, text)),
        ("awari", |text| oware::opinion(oware::Rules::Awari, text)),
        ("toguz-korgool", |text| toguz::opinion(toguz::Rules::KORGOOL, text)),
        ("toguz-xorgol", |text| toguz::opinion(toguz::Rules::XORGOL, text)),
    ];
    for (name, opinion) in opinions {
        examples_agree(name, &load(name, &[]), opinion);
    }
}

/// KA3 with `capture = "always"`: the examples of kalah.toml that come out otherwise, and one that does not.
#[test]
fn kalah_banks_the_single_seed_with_capture_always() {
    let loaded = load("kalah", &["rules.capture=always"]);
    for (position, mv, after) in [
        (
            "2,0,0,0,0,3/1,0,0,0,0,2 S captured=10,5",
            "A1",
            "2,0,0,0,0,3/0,0,0,0,0,2 N captured=11,5",
        ),
        (
            "0,5,0,0,0,3/1,0,0,0,0,2 S captured=10,5",
            "A1",
            "0,0,0,0,0,3/0,0,0,0,0,2 N captured=16,5",
        ),
        // KA4: banking the last seed empties the row.
        (
            "2,0,0,0,0,3/1,0,0,0,0,0 S captured=10,5",
            "A1",
            "0,0,0,0,0,0/0,0,0,0,0,0 N captured=11,10 result=S",
        ),
    ] {
        let mut game = loaded.game_from(position).unwrap_or_else(|error| panic!("{error}"));
        game.play(mv).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.text(), after);
    }
}

/// The keys of oware are independent: each value of one works with every value of the others.
#[test]
fn oware_keys_combine() {
    let position = "0,0,0,0,1,2/0,0,0,1,0,2 S captured=20,19";
    let starved = "0,0,0,0,0,0/0,3,0,0,0,0 S captured=22,23";
    for (slam, feeding, legal, result) in [
        ("captures-nothing", "required", "A4 A6", Some("S")),
        ("captures-nothing", "if-possible", "A4 A6", None),
        ("captures-nothing", "always", "A4 A6", None),
        ("captures", "required", "A4 A6", Some("S")),
        ("captures", "always", "A4", None),
    ] {
        let keys = [format!("rules.grand_slam={slam}"), format!("rules.feeding={feeding}")];
        let loaded = load("oware", &[&keys[0], &keys[1]]);
        let game = |text| loaded.game_from(text).expect("a position");
        let moves: Vec<String> =
            game(position).moves().into_iter().map(|written| written.text).collect();
        assert_eq!(moves.join(" "), legal, "{slam}, {feeding}");
        let found = game(starved).result().map(mankala::Outcome::word);
        assert_eq!(found, result, "{slam}, {feeding}");
    }
}

/// Part of the notation: what can't be a tuzdik is refused.
#[test]
fn wrong_tuzdiks_are_refused() {
    let loaded = load("toguz-korgool", &[]);
    let rows = "0,0,0,0,0,0,0,0,5/1,0,0,0,0,0,0,0,0 S";
    for (tuzdiks, words) in [
        ("A2,A3", "A3 is the second tuzdik in its row"),
        ("a9", "a9 is the last pit of its row"),
        ("A4,a4", "a4 has the number of the other tuzdik"),
        ("A1", "A1 holds seeds"),
    ] {
        assert_refused(&loaded, &format!("{rows} tuzdik={tuzdiks}"), words);
    }
    let xorgol = load("toguz-xorgol", &[]);
    let rows = "0,0,0,0,0,0,0,0,0/5,0,0,0,0,0,0,0,1 S";
    for (tuzdiks, words) in
        [("a1", "a1 is the last pit of its row"), ("A4,a6", "a6 lies opposite the other tuzdik")]
    {
        assert_refused(&xorgol, &format!("{rows} tuzdik={tuzdiks}"), words);
    }
    let taken = format!("{rows} tuzdik=A4,a4");
    assert!(xorgol.game_from(&taken).is_ok());
}

/// A position is not read, and why.
fn assert_refused(loaded: &Loaded, text: &str, words: &str) {
    let Err(error) = loaded.game_from(text) else {
        panic!("{text} was read");
    };
    assert!(error.message.starts_with(words), "{}", error.message);
}

/// Boards and seeds beyond what the rulesets play are refused.
#[test]
fn boards_have_limits() {
    for (name, keys) in [
        ("kalah", ["board.columns=0", "setup.seeds=4"]),
        ("kalah", ["board.columns=16", "setup.seeds=4"]),
        ("kalah", ["board.columns=6", "setup.seeds=0"]),
        ("kalah", ["board.columns=6", "setup.seeds=22"]),
        ("oware", ["board.columns=1", "setup.seeds=4"]),
        ("oware", ["board.columns=17", "setup.seeds=4"]),
        ("oware", ["board.columns=6", "setup.seeds=0"]),
        ("oware", ["board.columns=8", "setup.seeds=16"]),
        ("toguz-korgool", ["board.columns=17", "setup.seeds=4"]),
        ("toguz-korgool", ["board.rows=4", "setup.seeds=4"]),
    ] {
        let keys = keys.map(str::to_owned);
        assert!(Catalogue::new().load(name, &keys).is_err(), "{name} {keys:?}");
    }
}

/// By how much South gains more than North from here on with best play; plain search over the library's moves.
///
/// `rows` are the rows and the side to move: what lies in the stores changes nothing.
fn gain(loaded: &Loaded, rows: &str, known: &mut HashMap<String, i32>) -> i32 {
    if let Some(&gain) = known.get(rows) {
        return gain;
    }
    let game = loaded.game_from(rows).unwrap_or_else(|error| panic!("{error}"));
    let mut gains = Vec::new();
    for written in game.moves() {
        let (rows, fields) = written.after.split_once(" captured=").expect("stores");
        let stores = fields.split(' ').next().and_then(|pair| pair.split_once(','));
        let (south, north) = stores.expect("a pair");
        let now = south.parse::<i32>().expect("seeds") - north.parse::<i32>().expect("seeds");
        let later = if written.result.is_some() { 0 } else { gain(loaded, rows, known) };
        gains.push(now + later);
    }
    let best = match game.to_move() {
        Side::South => gains.into_iter().max(),
        Side::North => gains.into_iter().min(),
    };
    let best = best.expect("a game that goes on has a move");
    known.insert(rows.to_owned(), best);
    best
}

/// Values of three pits a side; those with `always` are in the literature.
#[test]
fn small_kalah_has_its_known_values() {
    for (capture, margins) in [
        ("rules.capture=always", [0, 4, 2, 2, 6, -10]),
        ("rules.capture=opposite-filled", [0, 4, 2, 2, 6, -8]),
    ] {
        for (seeds, margin) in (1..).zip(margins) {
            let seeds_a_pit = format!("setup.seeds={seeds}");
            let loaded = load("kalah", &["board.columns=3", &seeds_a_pit, capture]);
            let row = format!("{seeds},{seeds},{seeds}");
            let opening = format!("{row}/{row} S");
            let found = gain(&loaded, &opening, &mut HashMap::new());
            assert_eq!(found, margin, "{capture}, {seeds} seeds a pit");
        }
    }
}
