//! Questions about an unknown game: answers in a pipe, answers in advance, and the share of games that they find.

use std::fs;

use crate::common::run::{mankala, mankala_reading};
use mankala::Catalogue;
use mankala::atlas::profiled;
use mankala::atlas::which::Finder;

#[test]
fn known_answers_find_the_game() {
    // The only game of the catalogue from there, by `list --region vietnam`.
    let known = ["--yes", "two rows", "--yes", "Vietnam"];
    let run = mankala(&[&["which", "--questions", "0", "--json"], &known[..]].concat());
    let found = run.done().object();
    assert_eq!(found["candidates"][0]["variant"], "o-an-quan");
    assert_eq!(found["fits"], true);
    assert_eq!(found["candidates"][0]["differs"].as_array().map(Vec::len), Some(0));
}

#[test]
fn places_are_read_in_any_case() {
    for places in [["West Africa", "west africa"], ["Ghana", "GHANA"]] {
        let [one, other] = places.map(|place| {
            let run = mankala(&["which", "--questions", "0", "--json", "--yes", place]);
            run.done().object()["candidates"].clone()
        });
        assert_eq!(one, other);
    }
}

/// Many games of two rows come from Ethiopia (`list --region ethiopia`).
#[test]
fn games_that_fit_equally_well_are_counted() {
    let known = ["which", "--yes", "two rows", "--yes", "Ethiopia"];
    let found = mankala_reading(&known, b"quit\n").done().out;
    assert!(found.contains(" games fit these answers equally well, among them:\n"), "{found}");
    // Games without a chance are not named, however many there are.
    let found = mankala(&["which", "--questions", "0", "--yes", "Viet Nam"]).done().out;
    assert!(found.starts_with("\nThe most likely game:\n"), "{found}");
    assert!(found.contains("(o-an-quan)") && !found.contains("  0 %"), "{found}");
}

#[test]
fn a_line_answers_a_question_and_the_end_of_input_ends_them() {
    let run = mankala_reading(&["which", "--json"], b"\nfour seeds\n");
    let lines = run.done().objects();
    let [first, second, ..] = &lines[..] else { panic!("{lines:?}") };
    assert_ne!(first["question"], second["question"]);
    let last = lines.last().expect("candidates");
    assert_eq!(last["candidates"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_game_that_fits_nothing_comes_with_a_file_to_start_from() {
    let odd = [
        "six rows",
        "one seed",
        "four pits",
        "yes, the opponent must be fed",
        "who gets rid of all seeds first",
        "United States",
    ];
    let odd = odd.iter().flat_map(|answer| ["--yes", answer]);
    let arguments: Vec<&str> =
        ["which", "--questions", "0", "--json"].into_iter().chain(odd).collect();
    let run = mankala(&arguments);
    let found = run.done().object();
    assert_eq!(found["fits"], false, "{found}");
    let draft = found["draft"].as_str().expect("a file");
    let catalogue = Catalogue::new();
    let draft = catalogue.parse("my-game.toml", draft, &[]);
    assert!(draft.is_ok(), "{:?}", draft.err());
}

#[test]
fn wrong_answers_are_refused_kindly() {
    for (arguments, said) in [
        (vec!["which", "--yes", "five rows"], "did you mean"),
        (vec!["which", "--yes", "two rows", "--yes", "three rows"], "contradicts"),
        (vec!["which", "--evaluate", "--wrong", "2"], "a share from 0 to 1"),
        (vec!["which", "--wrong", "0.5"], "--evaluate"),
    ] {
        let run = mankala(&arguments);
        assert_ne!(run.status, Some(0));
        assert!(run.err.contains(said), "{run:?}");
    }
    mankala_reading(&["which"], b"what?\n").refused(&["question 1", "what?"]);
}

/// The table of `docs/which.md` has the measured shares, and three candidates suffice for nine games of ten, also with a
/// tenth of the answers wrong.
#[test]
fn questions_find_most_games() {
    let games = profiled(&Catalogue::new());
    let told = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/which.md"));
    let told = told.expect("the document");
    let mut missing = Vec::new();
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    for (questions, place, wrong) in [
        (8, "known", 0.0),
        (8, "known", 0.1),
        (8, "known", 0.3),
        (5, "known", 0.1),
        (8, "unknown", 0.0),
        (8, "unknown", 0.1),
    ] {
        let mut finder = Finder::new(&games);
        if place == "unknown" {
            finder.questions.retain(|question| !question.places);
        }
        let found = finder.evaluate(questions, wrong, 1, &|| false);
        let found = found.expect("not stopped");
        let shares = [found.first, found.among_three, found.chance_of_three].map(percent);
        let row =
            format!("| {questions} | {place} | {:.0} % | {} |", 100.0 * wrong, shares.join(" | "));
        if !told.contains(&row) {
            missing.push(row.clone());
        }
        if (questions, place) == (8, "known") && wrong <= 0.1 {
            assert!(found.among_three >= 0.9, "{row}");
        }
        if questions < 8 {
            let again = finder.evaluate(questions, wrong, 1, &|| false);
            assert_eq!(again, Some(found), "the same seed");
        }
        assert_eq!(finder.evaluate(questions, wrong, 1, &|| true), None);
    }
    let missing = missing.join("\n");
    assert!(missing.is_empty(), "docs/which.md lacks\n{missing}");
}

/// Without any answer all games are equally likely, so none is called likely.
#[test]
fn without_answers_no_game_is_likely() {
    let run = mankala_reading(&["which"], b"\n\n\n\n\n\n\n\n").done();
    assert!(run.out.contains("These answers fit too many games."), "{run:?}");
    assert!(!run.out.contains("0 %  "), "{run:?}");
}
