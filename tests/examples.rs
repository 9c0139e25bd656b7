//! Every example of every variant as a snapshot of board, trace and board, and every rule with an example.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use mankala::files::check::wrong_examples;
use mankala::files::spec::{Example, rule_ids};
use mankala::text::render::{Marks, board};
use mankala::text::trace::Step;
use mankala::{AnyGame, Loaded};

use crate::common;

/// Where the snapshots lie, seen from this file.
const SNAPSHOTS: &str = "snapshots/examples";

/// Of an example with more steps than this only the outermost have their boards in the snapshot.
const MOST_BOARDS: usize = 12;

/// So many boards are left at either end of a longer one.
const OUTERMOST: usize = 3;

#[test]
fn examples_look_as_pinned() {
    let mut changed = Vec::new();
    for (variant, loaded) in common::variants() {
        for example in &loaded.examples {
            let name = snapshot_name(variant, &example.name);
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path(SNAPSHOTS);
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            settings.set_description(format!("shows {}", example.rules.join(", ")));
            let picture = picture(&loaded, example);
            let same = settings.bind(|| {
                catch_unwind(AssertUnwindSafe(|| {
                    insta::assert_snapshot!(&*name, picture);
                }))
            });
            if same.is_err() {
                changed.push(name);
            }
        }
    }
    assert!(changed.is_empty(), "snapshots that differ: {changed:#?}");
}

#[test]
fn snapshots_and_examples_are_one_to_one() {
    let mut names = BTreeSet::new();
    for (variant, loaded) in common::variants() {
        for example in &loaded.examples {
            let name = snapshot_name(variant, &example.name);
            assert!(
                names.insert(format!("{name}.snap")),
                "two examples have the snapshot {name}"
            );
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(SNAPSHOTS);
    let files = fs::read_dir(folder).expect("the folder of snapshots");
    let files = files.map(|file| {
        file.expect("a file")
            .file_name()
            .into_string()
            .expect("UTF-8")
    });
    let files: BTreeSet<String> = files
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "snap"))
        .collect();
    assert_eq!(files, names, "snapshots (left) and examples (right)");
}

#[test]
fn examples_come_out_as_written() {
    for (variant, loaded) in common::variants() {
        assert_eq!(wrong_examples(&loaded).told, [], "{variant}");
    }
}

/// A ruleset's files together show all its rules: no single file plays by all of them.
#[test]
fn every_rule_has_an_example() {
    let mut shown: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut books: BTreeMap<&str, &str> = BTreeMap::new();
    for (_, loaded) in common::variants() {
        let rules = loaded
            .examples
            .into_iter()
            .flat_map(|example| example.rules);
        shown.entry(loaded.ruleset).or_default().extend(rules);
        books.insert(loaded.ruleset, loaded.book);
    }
    let mut missing = Vec::new();
    for (ruleset, book) in &books {
        let ids = rule_ids(book);
        assert!(!ids.is_empty(), "the rule book of {ruleset} has no rules");
        for (index, id) in ids.iter().enumerate() {
            assert!(!ids[..index].contains(id), "{ruleset} has two rules {id}");
            if !shown[ruleset].contains(*id) {
                missing.push(format!("{ruleset} {id}"));
            }
        }
    }
    assert!(missing.is_empty(), "rules without an example: {missing:?}");
}

#[test]
fn files_are_called_like_their_variants() {
    for (stem, loaded) in common::variants() {
        assert_eq!(loaded.header.name, stem);
    }
}

/// `variant__example`, with nothing in it that a file name can't have.
fn snapshot_name(variant: &str, example: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '.' {
            c
        } else {
            '-'
        }
    };
    let words = example
        .to_lowercase()
        .chars()
        .map(plain)
        .collect::<String>();
    let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
    format!("{variant}__{}", words.join("-"))
}

/// The example for people to read: what it shows, the board, each move step by step, the board after.
fn picture(loaded: &Loaded, example: &Example) -> String {
    let mut game = match &example.position {
        Some(position) => loaded
            .game_from(position)
            .unwrap_or_else(|error| panic!("{error}")),
        None => loaded.game(),
    };
    let mut text = format!(
        "{}: {}\nrules: {}\n{}\n\n",
        loaded.header.title,
        example.name,
        example.rules.join(" "),
        example.shows
    );
    text += &position(&*game);
    if example.legal.is_some() {
        let legal: Vec<String> = game
            .moves()
            .into_iter()
            .map(|written| written.text)
            .collect();
        let legal = if legal.is_empty() {
            "none".to_owned()
        } else {
            legal.join(" ")
        };
        let _ = writeln!(text, "legal: {legal}");
    }
    for refused in example
        .illegal
        .iter()
        .flat_map(|moves| moves.split_whitespace())
    {
        let error = game
            .boxed_clone()
            .play(refused)
            .expect_err("an illegal move");
        let _ = writeln!(text, "{refused} {}", error.reason);
    }
    let traces = traces(&*game, example);
    let steps: usize = traces.iter().map(Vec::len).sum();
    let mut number = 0;
    for (mv, trace) in example.moves.iter().zip(&traces) {
        let mover = game.to_move();
        let written = game.play(mv).unwrap_or_else(|error| panic!("{error}"));
        let _ = writeln!(text, "\n{}: {mover} plays {written}", game.plies());
        for step in trace {
            number += 1;
            let has_board =
                steps <= MOST_BOARDS || number <= OUTERMOST || number + OUTERMOST > steps;
            text += &describe(&*game, step, has_board);
        }
        if steps > MOST_BOARDS {
            let _ = writeln!(text, "  {}", game.text());
        }
    }
    if !example.moves.is_empty() {
        text += "\nafter\n";
        text += &position(&*game);
    }
    let result = game.result().map_or("none", |result| result.word());
    let ending = game
        .ending()
        .map_or(String::new(), |ending| format!(" ({ending})"));
    let _ = writeln!(text, "result: {result}{ending}");
    text
}

/// The steps of each move of an example.
fn traces(game: &dyn AnyGame, example: &Example) -> Vec<Vec<Step>> {
    let mut game = game.boxed_clone();
    let trace = |mv: &String| {
        let steps = game.trace(mv).unwrap_or_else(|error| panic!("{error}"));
        game.play(mv).unwrap_or_else(|error| panic!("{error}"));
        steps
    };
    example.moves.iter().map(trace).collect()
}

/// A step in words, with its board or without.
fn describe(game: &dyn AnyGame, step: &Step, has_board: bool) -> String {
    let hand = match step.hand {
        0 => String::new(),
        seeds => format!(" ({seeds} in hand)"),
    };
    let mut text = format!("- {}{hand}\n", step.text);
    if has_board {
        let marks = Marks {
            changed: &step.changed,
            colour: false,
        };
        text += &board(game.layout(), &step.diagram, marks);
    }
    text
}

/// The position as a board and as a line.
fn position(game: &dyn AnyGame) -> String {
    let board = board(game.layout(), &game.diagram(), Marks::default());
    format!("{board}{}\n", game.text())
}
