//! The ruleset `omweso` against its second opinion, over all its files and over options drawn at random.

use mankala::{Catalogue, Dice, Loaded};

use crate::common;
use crate::common::compared::{examples_agree, follow, moves_to_compare, one_of};
use crate::common::drawn::thrown;
use crate::opinion::omweso::Omweso;

/// Number of sets of options drawn.
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
        value.map_or(usual, |value| value.as_str().expect("a word").to_owned().leak()).to_owned()
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
        value(key)
            .map_or(Vec::new(), |value| value.as_array().expect("pits").iter().map(text).collect())
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
        goal: word("rules.goal", "last-move"),
        lost_with: number("rules.lost_with"),
        limit: number("rules.limit"),
        reserve: word("rules.reserve", "none"),
    }
}

/// Some seeds thrown on the board, and the fields as they fall.
fn scattered(loaded: &Loaded, judge: &Omweso, dice: &mut Dice) -> String {
    let columns = u32::try_from(judge.columns).expect("a short row");
    let most = one_of(dice, &[8, 20, 48, 90, 200]);
    let seeds = 1 + dice.below(most);
    let mut text = thrown(dice, columns, 4, seeds);
    let opening = loaded.game().text();
    for field in opening.split(' ').skip(2) {
        let (name, value) = field.split_once('=').expect("a field");
        let value = match name {
            "out" => {
                let both: Vec<&str> = value.split(',').collect();
                let (south, north) = both.split_at(both.len() / 2);
                [value.to_owned(), "-".to_owned(), south.join(","), north.join(",")]
                    [dice.below(4) as usize]
                    .clone()
            }
            "reserve" => {
                let full = (2 * columns).to_string();
                [0, 1].map(|_| one_of(dice, &["0", &full]).to_owned()).join(",")
            }
            "turns" => one_of(dice, &["0,0", "1,0", "0,1", "1,1"]).to_owned(),
            "dir" => one_of(dice, &["-,-", "L,-", "-,R", "R,L", "L,L"]).to_owned(),
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
        let text =
            if games % 3 > 0 { scattered(loaded, &judge, dice) } else { loaded.game().text() };
        let game = loaded.game_from(&text);
        let game = game.unwrap_or_else(|error| panic!("{name}: {error}"));
        compared += follow(game, LONGEST, dice, &name, |text| judge.opinion(text));
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
        examples_agree(name, loaded, |text| judge.opinion(text));
        agree(loaded, name, moves_to_compare() / 4, &mut dice);
    }
}

/// Options drawn at random, as on the command line.
fn drawn(dice: &mut Dice) -> Vec<String> {
    let columns = 2 + dice.below(7);
    let mut sets = vec![format!("board.columns={columns}")];
    let mut drawn = |dice: &mut Dice, key: &str, values: &[&str]| {
        let value = one_of(dice, values);
        sets.push(format!("{key}={value}"));
    };
    drawn(
        dice,
        "rules.on",
        &["filled", "filled", "filled", "empty", "any-but-thin", "any", "before-lap"],
    );
    drawn(dice, "rules.needs", &["both", "front", "front-two", "any"]);
    drawn(dice, "rules.takes", &["both", "both", "front"]);
    let resow =
        ["lap-start", "lap-start", "lap-origin", "next", "with-own", "own-back", "after-gap"];
    drawn(dice, "rules.resow", &resow);
    drawn(
        dice,
        "rules.direction",
        &[
            "counterclockwise",
            "counterclockwise",
            "counterclockwise",
            "counterclockwise",
            "own-choice-kept",
            "chosen",
        ],
    );
    drawn(dice, "rules.origin", &["sown", "sown", "first-seed"]);
    drawn(dice, "rules.filled_front", &["relays", "relays", "ends", "ends-in-both-rows"]);
    drawn(dice, "rules.last_in_empty", &["stays", "stays", "goes-on"]);
    drawn(dice, "rules.turning", &["at-start", "at-start", "in-any-lap"]);
    drawn(dice, "rules.singles", &["never", "never", "free", "last-to-empty"]);
    drawn(dice, "rules.first_lap", &["free", "free", "must-capture"]);
    drawn(dice, "rules.quiet", &["0", "0", "1", "2"]);
    drawn(dice, "rules.fallback", &["none", "back-when-front-row-empty"]);
    drawn(dice, "rules.both_ends_win", &["false", "true"]);
    drawn(dice, "rules.goal", &["last-move", "last-move", "back-row-empty"]);
    drawn(dice, "rules.lost_with", &["0", "0", "1", "4"]);
    drawn(dice, "rules.limit", &["0", "0", "5", "40"]);
    drawn(dice, "rules.reserve", &["none", "none", "one-each"]);
    drawn(dice, "rules.max_sown", &["400", "3000"]);
    drawn(dice, "rules.lay_down", &["false", "true"]);
    drawn(dice, "rules.back_captures", &["false", "false", "true"]);
    drawn(dice, "rules.closed_until", &["played", "needed"]);
    let reverse = [r#"["A1","A2","B1","B2"]"#, r#"["B1","A2"]"#, r#"["B2"]"#, "[]"];
    drawn(dice, "rules.reverse", &reverse);
    let last = format!(r#"["A{columns}","B{columns}"]"#);
    let corners = format!(r#"["A1","A{columns}","B1","B{columns}"]"#);
    drawn(dice, "rules.closed", &["[]", "[]", "[]", &last, &corners]);
    drawn(dice, "rules.first_move", &["[]", "[]", r#"["B1","B2"]"#, r#"["A2"]"#]);
    drawn(dice, "rules.set_moves", &["{}", "{}", "{}", r#"{ B1 = "A1", A2 = "A2" }"#]);
    let mut seeds = |key: &str| {
        let pits: Vec<String> = (0..columns).map(|_| dice.below(4).to_string()).collect();
        format!("setup.{key}=[{}]", pits.join(","))
    };
    let rows = ["front", "back"].map(&mut seeds);
    sets.extend(rows);
    if sets.contains(&"rules.on=before-lap".to_owned()) {
        // Other values don't go together with it.
        for (key, value) in [
            ("resow", "laid-behind"),
            ("filled_front", "relays"),
            ("last_in_empty", "stays"),
            ("back_captures", "false"),
            ("first_lap", "free"),
            ("turning", "at-start"),
            ("lay_down", "false"),
            ("reverse", "[]"),
            ("closed", "[]"),
        ] {
            sets.retain(|set| !set.starts_with(&format!("rules.{key}=")));
            sets.push(format!("rules.{key}={value}"));
        }
    }
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
            agree(&loaded, &sets.join(" "), moves_to_compare() / 100, &mut dice);
        }
    }
    assert!(played > DRAWN / 8, "only {played} of {DRAWN} could be played");
}
