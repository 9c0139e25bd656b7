//! The game in short: a rule that makes a difference in play makes one in the text.

use std::collections::{BTreeMap, BTreeSet};

use mankala::files::schema::alternatives;
use mankala::{Catalogue, Dice, Loaded};
use serde_json::Value;

use crate::common::variants;

/// Random games are followed so far.
const PLIES: usize = 60;

/// Returns the texts that people read: the aim, a turn, and further rules.
fn told(loaded: &Loaded) -> [Vec<String>; 3] {
    let brief = loaded.brief(&loaded.in_words());
    [brief.aim, brief.turn, brief.besides]
}

/// Other values of a key, as they are written: the other words, the other truth, the numbers beside this one.
fn others(schema: &Value, key: &str, value: &str) -> Vec<String> {
    if let Ok(number) = value.parse::<i64>() {
        return [number - 1, number + 1].map(|number| number.to_string()).into();
    }
    let words = match value {
        "true" => vec!["false".to_owned()],
        "false" => vec!["true".to_owned()],
        _ => alternatives(schema, key),
    };
    words.into_iter().filter(|word| word != value).collect()
}

/// The legal moves of random games, with the positions after them and the result.
fn played(loaded: &Loaded) -> String {
    let mut text = String::new();
    for seed in 0..4 {
        let (mut game, mut dice) = (loaded.game(), Dice::seeded(seed));
        while game.plies() < PLIES {
            for legal in game.moves() {
                text += &format!("{} {} ", legal.text, legal.after);
            }
            let Some(mv) = game.random_move(&mut dice) else {
                break;
            };
            game.play(&mv).expect("a legal move");
        }
        text += &format!("{:?}\n", game.result());
    }
    text
}

/// For each ruleset and each value that a file gives a rule, every other value is tried in one game that takes it.
#[test]
fn relevant_rules_are_listed() {
    let catalogue = Catalogue::new();
    let mut schemas = BTreeMap::<&str, Value>::new();
    let mut tried = BTreeSet::<[String; 4]>::new();
    let mut untold = Vec::new();
    for (name, loaded) in variants() {
        let schema = schemas
            .entry(loaded.ruleset)
            .or_insert_with(|| catalogue.schema(loaded.ruleset).expect("a schema"));
        let before = told(loaded);
        let rules = loaded.values.iter().filter(|it| it.key.starts_with("rules."));
        for written in rules {
            for other in others(schema, &written.key, &written.value) {
                let what = [loaded.ruleset, &written.key, &written.value, &other];
                let what = what.map(str::to_owned);
                if tried.contains(&what) {
                    continue;
                }
                // Not every value goes with the others.
                let change = format!("{}={other}", written.key);
                let Ok(changed) = catalogue.load(name, &[change]) else {
                    continue;
                };
                tried.insert(what);
                if told(&changed) == before && played(&changed) != played(loaded) {
                    untold.push(format!(
                        "{name}: {} = {} is told like {other}",
                        written.key, written.value
                    ));
                }
            }
        }
    }
    assert!(tried.len() > 600, "{}", tried.len());
    assert!(untold.is_empty(), "{}", untold.join("\n"));
}

/// An item that asks for one of several values, or for none of them, does not tell which it is.
#[test]
fn a_text_that_fits_several_values_names_the_one_in_force() {
    let catalogue = Catalogue::new();
    let lines = |name: &str| {
        let loaded = catalogue.load(name, &[]).expect("in order");
        told(&loaded)
    };
    let [_, turn, besides] = lines("kalah:rules.side=opponent");
    let capture = "If the last seed falls in an empty pit of the opponent and your pit opposite has seeds, you capture them and the last seed.";
    assert!(turn.iter().any(|line| line == capture), "{turn:?}");
    assert!(besides.is_empty(), "{besides:?}");
    let [aim, _, besides] = lines("kalah:rules.rest=nobody");
    assert_eq!(aim[0], "To have more seeds than the opponent at the end.");
    assert_eq!(besides, ["The seeds left on the board at the end count for neither player."]);
    let [_, _, besides] = lines("dakon:rules.direction=by-half");
    let half = "From a pit in the left half of a row, as its owner sees it, you sow clockwise, to the owner's left at first. From the right half you sow counterclockwise.";
    assert!(besides.iter().any(|line| line == half), "{besides:?}");
}

/// Words that refer to something before or after a sentence, which the short page may leave out.
const DANGLING: [&str; 5] = [" above", " below", " of this lap", "(see ", "special cases"];

#[test]
fn sentences_of_the_short_page_stand_alone() {
    let mut wrong = Vec::new();
    for (name, loaded) in variants() {
        let [aim, turn, besides] = told(loaded);
        for line in [&aim, &turn, &besides].into_iter().flatten() {
            if let Some(word) = DANGLING.iter().find(|word| line.contains(*word)) {
                wrong.push(format!("{name}: {word:?} in {line}"));
            }
            // A word of Bao that the page has to explain.
            let text = [&aim, &turn, &besides].map(|lines| lines.join(" ")).concat();
            if line.contains("capturing pit") && loaded.ruleset == "zanzibar" {
                assert!(text.contains(" that faces a filled "), "{name}: {text}");
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_short_page_says_when_a_game_ends_and_states_a_rule_once() {
    let lines = |name: &str| told(&Catalogue::new().load(name, &[]).expect("in order"));
    let [aim, turn, besides] = lines("bao-6x2");
    assert!(aim.iter().any(|line| line.contains("has no legal turn")), "{aim:?}");
    assert!(aim.iter().any(|line| line.contains("a position occurs again")), "{aim:?}");
    assert!(turn.iter().any(|line| line.contains("You may stop ")), "{turn:?}");
    assert_eq!(besides.len(), 1, "{besides:?}");
    let [_, turn, besides] = lines("go-empty-one");
    assert!(turn.iter().any(|line| line.contains("lap after lap")), "{turn:?}");
    assert!(besides.is_empty(), "{besides:?}");
    let [_, turn, _] = lines("kalah");
    assert!(turn.iter().any(|line| line.contains("store is passed over")), "{turn:?}");
    // The key is one part of a table.
    let [_, _, besides] = lines("dabuda");
    assert!(besides.iter().any(|line| line.starts_with("In your first turn")), "{besides:?}");
}
