//! Reviews: proved values agree with the solver, and every front end gives the same review.

use std::cell::Cell;

use mankala::api::{Watch, respond};
use mankala::review::{Grade, Model, review};
use mankala::search::Task;
use mankala::variant::limited;
use mankala::{Catalogue, Dice, Game, Loaded};
use serde_json::{Value, json};

use crate::common::run::{folder, mankala, path};

/// Polls for each position, few.
const EFFORT: u32 = 64;
/// Polls after which a position is not worth solving here.
const MOST_POLLS: u32 = 1000;

fn load(name: &str) -> Loaded {
    let loaded = Catalogue::new().load(name, &[]);
    loaded.unwrap_or_else(|errors| panic!("{errors}"))
}

/// Plays a random game to its end.
fn random(loaded: &Loaded, seed: u64) -> Game {
    let (mut game, mut dice) = (loaded.game(), Dice::seeded(seed));
    while game.result().is_none() {
        let text = game.random_move(&mut dice).expect("a legal move");
        game.play(&text).expect("a legal move");
    }
    game
}

/// The loss is twice the difference of expected points; the limits are 0.1, 0.2 and 0.3.
#[test]
fn grades_follow_their_limits() {
    let grades = [0.5, 0.46, 0.44, 0.39, 0.34].map(|played| Grade::of(0.5, played).to_string());
    assert_eq!(grades, ["best", "good", "inaccuracy", "mistake", "blunder"]);
}

#[test]
fn proved_values_agree_with_the_solver() {
    let mut proved = 0;
    for name in [
        "kalah:board.columns=3,setup.seeds=2",
        "oware:board.columns=2,setup.seeds=2",
        "toguz-korgool:board.columns=3,setup.seeds=2",
    ] {
        let loaded = load(name);
        for seed in 0..4 {
            let played = random(&loaded, seed);
            let found = review(&played, Model::of(&loaded), EFFORT, &|| false, &mut |_| ());
            let plies = found.expect("it is not stopped").plies;
            assert_eq!(plies.len(), played.plies());
            let mut game = loaded.game();
            for ply in &plies {
                let task = Task {
                    memory: 1 << 22,
                    moves: true,
                    ..Task::default()
                };
                let left = Cell::new(MOST_POLLS);
                let long = limited(&left, &|| false);
                let solution = game.solve(task, &long, &mut |_| ());
                let value = |text: &str| {
                    let solved = solution.moves.iter().find(|solved| solved.text == text);
                    solved.and_then(|solved| solved.bounds.value())
                };
                for (text, points) in [(&ply.best, ply.before), (&ply.text, ply.after)] {
                    let Some(value) = value(text).filter(|_| ply.proved) else {
                        continue;
                    };
                    let solved = f64::from(1 + value.signum()) / 2.0;
                    assert_eq!(points.to_bits(), solved.to_bits(), "{name} {seed}: {ply:?}");
                    proved += 1;
                }
                game.play(&ply.text).expect("a legal move");
            }
        }
    }
    assert!(proved > 50, "{proved} values were proved");
}

#[test]
fn every_front_end_gives_the_same_review() {
    let loaded = load("kalah");
    let played = random(&loaded, 7);
    let moves: Vec<String> = played.record();
    let folder = folder("review");
    let file = folder.join("game");
    let ask = |request: Value| -> Value {
        let line = respond(
            &Catalogue::new(),
            request.to_string().as_bytes(),
            &Watch::NONE,
        );
        serde_json::from_str(&line).expect("JSON")
    };
    let game = json!({ "variant": "kalah", "moves": moves });
    let record = ask(json!({ "request": "record", "game": game }));
    let text = record["answer"]["text"].as_str().expect("a transcript");
    std::fs::write(&file, text).expect("written");
    let run = ["review", path(&file), "--effort", "16", "--json"];
    let printed = mankala(&run).done().out;
    assert_eq!(printed, mankala(&run).done().out);
    let lines = printed
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let mut lines: Vec<Value> = lines.collect();
    let last = lines.pop().expect("a last line");
    let answer = ask(json!({ "request": "review", "effort": 16, "game": game }));
    assert_eq!(answer["answer"]["plies"], Value::Array(lines));
    assert_eq!(answer["answer"]["accuracy"], last["accuracy"]);
    let words = mankala(&run[..4]).done().out;
    assert!(words.contains("South: accuracy"), "{words}");
}

#[test]
fn a_game_of_a_match_is_reviewed() {
    let folder = folder("review-match");
    let file = folder.join("games");
    let games = [
        "match", "oware", "--south", "greedy", "--north", "random", "--games", "3",
    ];
    mankala(&[&games[..], &["--out", path(&file)]].concat()).done();
    let review = ["review", path(&file), "--effort", "16", "--game"];
    let printed = mankala(&[&review[..], &["2"]].concat()).done().out;
    assert!(printed.contains("North: accuracy"), "{printed}");
    mankala(&[&review[..], &["3"]].concat()).refused(&["the file has no game 3"]);
    mankala(&["review", path(&file), "--effort", "0"]).misused();
}
