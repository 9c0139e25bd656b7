//! Questions about an unknown game: answers in a pipe, answers in advance, and the share of games that they find.

use crate::common::run::{mankala, mankala_reading};
use mankala::Catalogue;
use mankala::atlas::mechanisms::Profile;
use mankala::atlas::which::Finder;

#[test]
fn known_answers_find_the_game() {
    // The only game of the catalogue from there, by `list --region vietnam`.
    let known = ["--yes", "two rows", "--yes", "Vietnam"];
    let run = mankala(&[&["which", "--questions", "0", "--json"], &known[..]].concat());
    let found = run.done().object();
    assert_eq!(found["candidates"][0]["variant"], "o-an-quan");
    assert_eq!(found["fits"], true);
    assert_eq!(
        found["candidates"][0]["differs"].as_array().map(Vec::len),
        Some(0)
    );
}

#[test]
fn a_line_answers_a_question_and_the_end_of_input_ends_them() {
    let run = mankala_reading(&["which", "--json"], b"\nfour seeds\n");
    let lines = run.done().objects();
    let [first, second, ..] = &lines[..] else {
        panic!("{lines:?}")
    };
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
    let arguments: Vec<&str> = ["which", "--questions", "0", "--json"]
        .into_iter()
        .chain(odd)
        .collect();
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
        (
            vec!["which", "--yes", "two rows", "--yes", "three rows"],
            "contradicts",
        ),
        (
            vec!["which", "--evaluate", "--wrong", "2"],
            "a share from 0 to 1",
        ),
        (vec!["which", "--wrong", "0.5"], "--evaluate"),
    ] {
        let run = mankala(&arguments);
        assert_ne!(run.status, Some(0));
        assert!(run.err.contains(said), "{run:?}");
    }
    mankala_reading(&["which"], b"what?\n").refused(&["question 1", "what?"]);
}

/// `docs/which.md` states the shares.
#[test]
fn questions_find_most_games() {
    let games = Catalogue::new().load_all().into_iter().flatten();
    let games: Vec<_> = games
        .map(|loaded| {
            let profile = Profile::of(&loaded);
            (loaded, profile)
        })
        .collect();
    let finder = Finder::new(&games);
    let right = finder.evaluate(8, 0.0, 1, &|| false).expect("not stopped");
    assert!(right.among_three > 0.9, "{right:?}");
    let some_wrong = finder.evaluate(8, 0.1, 1, &|| false).expect("not stopped");
    assert!(some_wrong.among_three < right.among_three);
    assert_eq!(
        finder.evaluate(8, 0.1, 1, &|| false),
        Some(some_wrong),
        "the same seed"
    );
    assert_eq!(finder.evaluate(8, 0.1, 1, &|| true), None);
}
