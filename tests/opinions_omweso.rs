//! The ruleset `omweso` against its second opinion, over all its files and over options drawn at random.

use crate::common;
use crate::opinion::omweso::Omweso;
use crate::opinion::{Opinion, moves_to_compare};
use mankala::{AnyGame, Catalogue, Dice, Loaded};

/// So many sets of options are drawn.
const DRAWN: u64 = 400;

/// No game is followed for longer.
const LONGEST: usize = 120;

/// The options of a variant, as its second opinion reads them.
fn judge(loaded: &Loaded) -> Omweso {
    let value = |key: &str| {
        let written = loaded.values.iter().rev().find(|value| value.key == key)?;
        let line = format!("value = {}", written.value);
        let table: toml::Table = toml::from_str(&line).expect("a value");
        Some(table["value"].clone())
    };
    let word = |key: &str, usual: &str| {
        let value = value(key);
        value
            .map_or(usual, |value| {
                value.as_str().expect("a word").to_owned().leak()
            })
            .to_owned()
    };
    let number = |key: &str| {
        value(key).map_or(0, |value| {
            let number = value.as_integer().expect("a number");
            u32::try_from(number).expect("a number of seeds or turns")
        })
    };
    let flag = |key: &str| value(key).is_some_and(|value| value.as_bool().expect("a flag"));
    let text = |value: &toml::Value| value.as_str().expect("a pit").to_owned();
    let pits = |key: &str| {
        value(key).map_or(Vec::new(), |value| {
            value.as_array().expect("pits").iter().map(text).collect()
        })
    };
    let set_moves = value("rules.set_moves").map_or(Vec::new(), |value| {
        let moves = value.as_table().expect("moves").iter();
        moves.map(|(from, to)| (from.clone(), text(to))).collect()
    });
    Omweso {
        columns: usize::from(loaded.board.columns),
        max_sown: number("rules.max_sown"),
        direction: word("rules.direction", "counterclockwise"),
        origin: word("rules.origin", "sown"),
        on: word("rules.on", ""),
        needs: word("rules.needs", ""),
        takes: word("rules.takes", ""),
        resow: word("rules.resow", ""),
        filled_front: word("rules.filled_front", "relays"),
        last_in_empty: word("rules.last_in_empty", "stays"),
        singles: word("rules.singles", "never"),
        reverse: pits("rules.reverse"),
        turning: word("rules.turning", "at-start"),
        lay_down: flag("rules.lay_down"),
        first_lap: word("rules.first_lap", "free"),
        quiet: number("rules.quiet"),
        first_move: pits("rules.first_move"),
        back_captures: flag("rules.back_captures"),
        set_moves,
        closed: pits("rules.closed"),
        closed_until: word("rules.closed_until", "played"),
        both_ends_win: flag("rules.both_ends_win"),
        fallback: word("rules.fallback", "none"),
        limit: number("rules.limit"),
    }
}

/// What the engine says of a position, in the form of an opinion.
fn engine(game: &dyn AnyGame) -> Opinion {
    let result = game.result().map(|result| result.word().to_owned());
    let moves = game.moves().into_iter();
    Opinion {
        result,
        moves: moves.map(|written| (written.text, written.after)).collect(),
    }
}

/// Compares both in one position; tells the moves.
fn compare(name: &str, judge: &Omweso, game: &dyn AnyGame) -> Vec<String> {
    let text = game.text();
    let (found, expected) = (engine(game), judge.opinion(&text));
    assert_eq!(found.result, expected.result, "{name}: {text}");
    // Only what differs is shown: there can be many moves.
    let lacking = |all: &Opinion, moves: &Opinion| {
        let mut moves = moves.moves.clone();
        moves.retain(|written| !all.moves.contains(written));
        moves
    };
    let differing = (lacking(&expected, &found), lacking(&found, &expected));
    assert_eq!(
        differing,
        (vec![], vec![]),
        "engine and opinion, {name}: {text}"
    );
    assert_eq!(found.moves.len(), expected.moves.len(), "{name}: {text}");
    found.moves.into_iter().map(|(text, _)| text).collect()
}

/// Some seeds thrown on the board, and the fields as they fall.
fn scattered(loaded: &Loaded, judge: &Omweso, dice: &mut Dice) -> String {
    let columns = judge.columns;
    let mut rows = vec![vec![0_u32; columns]; 4];
    let most = [8, 20, 48, 90, 200][dice.below(5) as usize];
    let dense = 1 + dice.below(4 * columns as u32);
    for _ in 0..=dice.below(most) {
        let pit = dice.below(dense) as usize;
        rows[pit % 4][(pit * 5 / 4) % columns] += 1;
    }
    let row = |row: &Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = rows.iter().map(row).collect();
    let mut text = format!("{} {}", rows.join("/"), ["S", "N"][dice.below(2) as usize]);
    let opening = loaded.game().text();
    for field in opening.split(' ').skip(2) {
        let (name, value) = field.split_once('=').expect("a field");
        let value = match name {
            "out" => {
                let both: Vec<&str> = value.split(',').collect();
                let (south, north) = both.split_at(both.len() / 2);
                [
                    value.to_owned(),
                    "-".to_owned(),
                    south.join(","),
                    north.join(","),
                ][dice.below(4) as usize]
                    .clone()
            }
            "turns" => ["0,0", "1,0", "0,1", "1,1"][dice.below(4) as usize].to_owned(),
            "dir" => ["-,-", "L,-", "-,R", "R,L", "L,L"][dice.below(5) as usize].to_owned(),
            _ => "-".to_owned(),
        };
        text += &format!(" {name}={value}");
    }
    text
}

/// Compares so many moves, in games from the opening and from boards thrown at random.
fn agree(loaded: &Loaded, name: &str, moves: usize, dice: &mut Dice) {
    let judge = judge(loaded);
    let mut compared = 0;
    for games in 0.. {
        // As text: some openings drawn at random are over before they begin.
        let text = if games % 3 > 0 {
            scattered(loaded, &judge, dice)
        } else {
            loaded.game().text()
        };
        let game = loaded.game_from(&text);
        let mut game = game.unwrap_or_else(|error| panic!("{name}: {error}"));
        for _ in 0..LONGEST {
            let found = compare(name, &judge, &*game);
            compared += 1 + found.len();
            let Some(count) = u32::try_from(found.len()).ok().filter(|&count| count > 0) else {
                break;
            };
            game.play(&found[dice.below(count) as usize])
                .expect("a legal move");
        }
        if compared >= moves {
            return;
        }
    }
}

#[test]
fn all_files_agree() {
    let files = common::variants().filter(|(_, loaded)| loaded.ruleset == "omweso");
    let mut dice = Dice::seeded(1934);
    for (name, loaded) in files {
        let judge = judge(loaded);
        for position in loaded
            .examples
            .iter()
            .filter_map(|example| example.position.as_ref())
        {
            let game = loaded
                .game_from(position)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            compare(name, &judge, &*game);
        }
        agree(loaded, name, moves_to_compare() / 4, &mut dice);
    }
}

/// Options drawn at random, as on the command line.
fn drawn(dice: &mut Dice) -> Vec<String> {
    let columns = 2 + dice.below(7);
    let mut sets = vec![format!("board.columns={columns}")];
    let mut one_of = |dice: &mut Dice, key: &str, values: &[&str]| {
        let value = values[dice.below(values.len() as u32) as usize];
        sets.push(format!("{key}={value}"));
    };
    one_of(
        dice,
        "rules.on",
        &[
            "filled",
            "filled",
            "filled",
            "empty",
            "any-but-thin",
            "each",
        ],
    );
    one_of(dice, "rules.needs", &["both", "front", "front-two", "any"]);
    one_of(dice, "rules.takes", &["both", "both", "front"]);
    let resow = [
        "lap-start",
        "lap-start",
        "lap-origin",
        "next",
        "with-own",
        "own-back",
        "after-gap",
    ];
    one_of(dice, "rules.resow", &resow);
    one_of(
        dice,
        "rules.direction",
        &[
            "counterclockwise",
            "counterclockwise",
            "counterclockwise",
            "own-choice-kept",
        ],
    );
    one_of(dice, "rules.origin", &["sown", "sown", "first-seed"]);
    one_of(dice, "rules.filled_front", &["relays", "relays", "ends"]);
    one_of(dice, "rules.last_in_empty", &["stays", "stays", "goes-on"]);
    one_of(
        dice,
        "rules.turning",
        &["at-start", "at-start", "in-any-lap"],
    );
    one_of(
        dice,
        "rules.singles",
        &["never", "never", "free", "last-to-empty"],
    );
    one_of(dice, "rules.first_lap", &["free", "free", "must-capture"]);
    one_of(dice, "rules.quiet", &["0", "0", "1", "2"]);
    one_of(
        dice,
        "rules.fallback",
        &["none", "back-when-front-row-empty"],
    );
    one_of(dice, "rules.both_ends_win", &["false", "true"]);
    one_of(dice, "rules.limit", &["0", "0", "5", "40"]);
    one_of(dice, "rules.max_sown", &["400", "3000"]);
    one_of(dice, "rules.lay_down", &["false", "true"]);
    one_of(dice, "rules.back_captures", &["false", "false", "true"]);
    one_of(dice, "rules.closed_until", &["played", "needed"]);
    let reverse = [
        r#"["A1","A2","B1","B2"]"#,
        r#"["B1","A2"]"#,
        r#"["B2"]"#,
        "[]",
    ];
    one_of(dice, "rules.reverse", &reverse);
    let last = format!(r#"["A{columns}","B{columns}"]"#);
    let corners = format!(r#"["A1","A{columns}","B1","B{columns}"]"#);
    one_of(dice, "rules.closed", &["[]", "[]", "[]", &last, &corners]);
    one_of(
        dice,
        "rules.first_move",
        &["[]", "[]", r#"["B1","B2"]"#, r#"["A2"]"#],
    );
    one_of(
        dice,
        "rules.set_moves",
        &["{}", "{}", "{}", r#"{ B1 = "A1", A2 = "A2" }"#],
    );
    let mut seeds = |key: &str| {
        let pits: Vec<String> = (0..columns).map(|_| dice.below(4).to_string()).collect();
        format!("setup.{key}=[{}]", pits.join(","))
    };
    let rows = ["front", "back"].map(&mut seeds);
    sets.extend(rows);
    sets
}

#[test]
fn options_drawn_at_random_agree() {
    let mut played = 0;
    for number in 0..DRAWN {
        let mut dice = Dice::numbered(1927, number);
        let sets = drawn(&mut dice);
        // Some values don't go together.
        if let Ok(loaded) = Catalogue::new().load("omweso", &sets) {
            played += 1;
            agree(
                &loaded,
                &sets.join(" "),
                moves_to_compare() / 100,
                &mut dice,
            );
        }
    }
    assert!(
        played > DRAWN / 8,
        "only {played} of {DRAWN} could be played"
    );
}
