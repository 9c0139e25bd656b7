//! Reviews: proved values agree with the solver, and every front end gives the same review.

use std::cell::Cell;
use std::fs;

use mankala::api::{Watch, respond};
use mankala::kernel::diagram::Value as FieldValue;
use mankala::review::{Grade, Model, Review, ReviewTask, Reviewed, review};
use mankala::search::Task;
use mankala::variant::limited;
use mankala::{Catalogue, Dice, Game, Loaded, Outcome, Side};
use serde_json::{Value, json};

use crate::common::run::{folder, mankala, mankala_reading, path};

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

/// Reviews a game with this work for each position, after this number of plies.
fn reviewed(loaded: &Loaded, played: &Game, effort: u32, opening: usize) -> Review {
    let task = ReviewTask { opening, ..ReviewTask::new(Model::of(loaded), effort) };
    let found = review(played, &task, &|| false, &mut |_| ());
    found.expect("it is not stopped")
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
            let plies = reviewed(&loaded, &played, EFFORT, 0).plies;
            assert_eq!(plies.len(), played.plies());
            let mut game = loaded.game();
            for ply in &plies {
                let task = Task { memory: 1 << 22, moves: true, ..Task::default() };
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

/// A resignation proves nothing: A3 loses, though the opponent resigns.
#[test]
fn a_resignation_is_no_proof() {
    let loaded = load("kalah:board.columns=3,setup.seeds=3");
    let mut game = loaded.game();
    game.play("A3").expect("a legal move");
    game.resign(Side::North);
    let plies = reviewed(&loaded, &game, EFFORT, 0).plies;
    assert!(plies[0].proved && plies[0].after < 0.5, "{plies:?}");
}

/// The result proves the value of the last move, even where the position before it is not solved.
#[test]
fn the_result_proves_the_last_move() {
    let mut unproved = 0;
    for seed in 0..20 {
        let loaded = load("bao-kingulu");
        let played = random(&loaded, seed);
        let plies = reviewed(&loaded, &played, 1, 0).plies;
        let last = plies.last().expect("a ply");
        let Some(winner) = played.result().and_then(Outcome::winner) else { continue };
        let points = if winner == last.side { 1.0 } else { 0.0 };
        assert!((last.after - points).abs() < 1e-9, "seed {seed}: {last:?}");
        unproved += u32::from(winner != last.side && !last.proved);
    }
    assert!(unproved > 0, "all positions were solved");
}

/// Seeds that a side has won, as its positions are written.
fn captured(game: &Game, side: Side) -> u8 {
    match game.diagram().value("captured") {
        Some(FieldValue::Seeds(won)) => won[side],
        other => panic!("{other:?}"),
    }
}

#[test]
fn reasons_count_the_seeds_that_a_move_wins() {
    let mut counted = 0;
    for name in ["kalah", "oware", "toguz-korgool"] {
        let loaded = load(name);
        let played = random(&loaded, 7);
        let found = reviewed(&loaded, &played, 1, 0);
        let mut game = loaded.game();
        for ply in found.plies {
            let reason = ply.reason.as_deref().unwrap_or_default();
            if let Some((_, rest)) = reason.split_once(&format!("{} wins ", ply.best))
                && let Some((seeds, _)) = rest.split_once(" seed")
            {
                let mut best = game.clone();
                best.play(&ply.best).expect("a legal move");
                let won = captured(&best, ply.side) - captured(&game, ply.side);
                assert_eq!(won.to_string(), seeds, "{name} {}: {reason}", ply.ply);
                counted += 1;
            }
            game.play(&ply.text).expect("a legal move");
        }
    }
    assert!(counted > 5, "{counted} reasons name seeds");
}

#[test]
fn opening_plies_are_not_reviewed() {
    let loaded = load("kalah");
    let played = random(&loaded, 7);
    let found = reviewed(&loaded, &played, 1, 5);
    let plies = found.plies;
    assert_eq!(plies.first().map(|ply| ply.ply), Some(6));
    assert_eq!(plies.len(), played.plies() - 5);
}

/// A proved value holds before and after the move between two positions. The turning point is the loser's, and the winner
/// is ahead ever after.
#[test]
fn neighbours_agree_where_one_is_proved() {
    let (mut borders, mut turned) = (0, 0);
    let loaded = load("kalah:board.columns=4");
    for seed in 0..12 {
        let played = random(&loaded, seed);
        let review = reviewed(&loaded, &played, EFFORT, 0);
        for pair in review.plies.windows(2) {
            let [one, next] = pair else { continue };
            let before = next.points_of(one.side, next.before);
            if one.proved || next.proved {
                assert!((one.after - before).abs() < 1e-9, "{one:?} {next:?}");
            }
            borders += u32::from(one.proved != next.proved);
        }
        let winner = played.result().and_then(Outcome::winner);
        if let (Some(place), Some(winner)) = (review.turning_point, winner) {
            turned += 1;
            let ply = &review.plies[place - 1];
            assert_eq!(ply.side, winner.other());
            assert!(ply.grade > Grade::Good, "{ply:?}");
            let later = &review.plies[place..];
            let is_ahead = |ply: &Reviewed| ply.points_of(winner, ply.before) > 0.5;
            assert!(later.iter().all(is_ahead), "ply {place}, seed {seed}");
        }
    }
    assert!(borders > 3 && turned > 3, "{borders} borders, {turned} turns");
}

/// A move can't lose against itself, even if the search of the next position values it lower.
#[test]
fn the_best_move_loses_nothing() {
    let loaded = load("oware:board.columns=5,setup.seeds=3");
    for seed in 0..12 {
        let plies = reviewed(&loaded, &random(&loaded, seed), EFFORT, 0).plies;
        for ply in plies.iter().filter(|ply| ply.best == ply.text) {
            assert!(ply.before <= ply.after && ply.grade == Grade::Best, "seed {seed}: {ply:?}");
        }
    }
}

#[test]
fn every_front_end_gives_the_same_review() {
    let loaded = load("kalah");
    let played = random(&loaded, 7);
    let moves: Vec<String> = played.record();
    let folder = folder("review");
    let file = folder.join("game");
    let ask = |request: Value| -> Value {
        let line = respond(&Catalogue::new(), request.to_string().as_bytes(), &Watch::NONE);
        serde_json::from_str(&line).expect("JSON")
    };
    let game = json!({ "variant": "kalah", "moves": moves });
    let record = ask(json!({ "request": "record", "game": game }));
    let text = record["answer"]["text"].as_str().expect("a transcript");
    std::fs::write(&file, text).expect("written");
    let run = ["review", path(&file), "--effort", "16", "--json"];
    let printed = mankala(&run).done().out;
    assert_eq!(printed, mankala(&run).done().out);
    let printed: Value = serde_json::from_str(&printed).expect("one object");
    let answer = ask(json!({ "request": "review", "effort": 16, "game": game }));
    assert_eq!(answer["answer"]["plies"], printed["plies"]);
    let [south, north] = [0, 1].map(|side| &answer["answer"]["accuracy"][side]);
    assert_eq!(printed["accuracy"], json!({ "S": south, "N": north }));
    assert_eq!(printed["variant"], "kalah");
    let words = mankala(&run[..4]).done().out;
    assert!(words.contains("South: accuracy"), "{words}");
}

/// With all its moves valued, `solve` gives A1 and A2 a lead of 2 and A3 one of −4. The certificate follows A1 alone. The
/// limit has no effect, but the list of solved boards lacks it.
#[test]
fn a_certificate_proves_values_of_a_review() {
    let small = "kalah:board.columns=3,setup.seeds=3,rules.max_sown=500";
    let file = folder("review-certificate").join("certificate");
    mankala(&["solve", small, "--certificate", path(&file)]).done();
    let review = |text: &str, more: &[&str]| -> Value {
        let run = ["review", "-", "--variant", small, "--effort", "1", "--json"];
        let run = mankala_reading(&[&run[..], more].concat(), text.as_bytes());
        let found: Value = serde_json::from_str(&run.done().out).expect("one object");
        found["plies"][0].clone()
    };
    let with = ["--certificate", path(&file)];
    assert_eq!(review("1: A1", &[])["proved"], json!(false));
    let proved = review("1: A1", &with);
    assert_eq!(proved["proved"], json!(true));
    assert_eq!([&proved["before"], &proved["after"]], [&json!(1.0); 2]);
    // The rest of this game proves that A3 loses, and the certificate that A1 wins.
    let lost = "1: A3 a1;\n2: A2 a1;\n3: A1 a1;\n4: A3 a1;\n5: A2 a3;\n\
        6: A2 a2;\n7: A3 a2;\n8: a1 A1;\n9: a2 A2;\n10: A3;";
    let best =
        |found: &Value| json!([found["best"], found["before"], found["after"], found["proved"]]);
    assert_eq!(best(&review(lost, &with)), json!(["A1", 1.0, 0.0, true]));
    assert_eq!(review(lost, &[])["proved"], json!(false));
    // A move outside the proof is compared by search.
    assert_eq!(review("1: A2", &with), review("1: A2", &[]));
    mankala(&["review", "-", "--variant", "oware", "--certificate", path(&file)])
        .refused(&["expected a certificate of oware"]);
}

/// Kalah with six pits and four seeds is won by A3, which no search of this effort shows.
#[test]
fn a_solved_opening_has_its_proved_value() {
    let loaded = load("kalah");
    let plies = |moves: &[&str]| {
        let mut game = loaded.game();
        for text in moves {
            game.play(text).expect("a legal move");
        }
        reviewed(&loaded, &game, 1, 0).plies
    };
    let best = &plies(&["A3", "A6"])[0];
    assert!(best.proved && best.grade == Grade::Best, "{best:?}");
    assert_eq!([best.before, best.after].map(f64::to_bits), [1.0_f64.to_bits(); 2]);
    let other = &plies(&["A6"])[0];
    assert!(!other.proved && other.best == "A3", "A6 may win, too: {other:?}");
    assert!(other.grade > Grade::Best, "{other:?}");
    let worse = &plies(&["A5"])[0];
    assert!(!worse.proved && worse.grade > Grade::Good && worse.best == "A3", "{worse:?}");
    assert_eq!([other.before, worse.before].map(f64::to_bits), [1.0_f64.to_bits(); 2]);
    // The second player wins: every first move loses, and none is a mistake.
    let lost = load("micro-wari");
    let game = random(&lost, 1);
    let first = &reviewed(&lost, &game, 1, 0).plies[0];
    assert!(first.proved && first.grade == Grade::Best && first.after <= 0.0, "{first:?}");
}

/// In a lost position no move is a mistake. All moves at ply 15 lose, as `solve --moves` shows; a search of this effort
/// expects a quarter of the points.
#[test]
fn a_proved_loss_is_not_blamed_in_a_lost_position() {
    let loaded = load("kalah:board.columns=5");
    let mut game = loaded.game();
    for text in "A5 a3 A4 a1 A5 A2 a1 A5 A4 a3 A5 A1 a1 A2 a2 A2 a3 A1 a5".split(' ') {
        game.play(text).expect("a legal move");
    }
    let ply = &reviewed(&loaded, &game, 700, 4).plies[10];
    assert_eq!((ply.ply, &*ply.text), (15, "a2"));
    assert!(ply.proved && ply.grade == Grade::Best && ply.before <= 0.0, "{ply:?}");
}

/// All moves at ply 24 lose, as `solve --moves` shows. At ply 12 of the other game, a4 loses and a5 holds the draw; the
/// search prefers a4.
#[test]
fn a_proved_loss_is_compared_with_a_proof() {
    let ply = |name: &str, moves: &str, opening: usize, number: usize| {
        let loaded = load(name);
        let mut game = loaded.game();
        for text in moves.split(' ') {
            game.play(text).expect("a legal move");
        }
        reviewed(&loaded, &game, 700, opening).plies[number - 1 - opening].clone()
    };
    let moves = "A4 a1 A2 a3 A4 a2 a4 A5 a2 A3 a4 A1 A5 A6 a3 a2 A2 a4 a6 A6 A5 A1 a1 A2 a2 A6 A3 a3 a6 a5 \
                 a2 A5 A2 a5 A1 a3 A6 a1 A3 a4 A4 a5 A5 a6";
    let lost = ply("kalah", moves, 0, 24);
    assert!(lost.proved && lost.grade == Grade::Best && lost.before <= 0.0, "{lost:?}");
    let moves = "A3 a5 A3 a4 A1 a5 a3 A3 a2 a1 A1 a4 A1 a5 A1 a2";
    let thrown = ply("kalah:board.columns=5,setup.seeds=4", moves, 2, 12);
    assert_eq!((&*thrown.best, thrown.grade, thrown.proved), ("a5", Grade::Blunder, true));
}

/// A game that begins elsewhere has no known value.
#[test]
fn a_review_tells_the_known_value_of_the_opening() {
    let review = |text: &str, format: &str| {
        let run = ["review", "-", "--variant", "kalah", "--effort", "1", "--format", format];
        mankala_reading(&run, text.as_bytes()).done().out
    };
    let known = |text: &str| -> Value {
        let found: Value = serde_json::from_str(&review(text, "json")).expect("one object");
        found["known"].clone()
    };
    let value = known("1: A1");
    let [winner, margin, best] = ["value", "margin", "best"].map(|key| &value[key]);
    assert_eq!(json!([winner, margin, best]), json!(["first", 8, "A3"]));
    let other = "position: 4,4,4,4,4,4/4,4,4,4,4,3 S captured=1,0\n1: A1";
    assert_eq!(known(other), Value::Null);
    for format in ["table", "html"] {
        let words = "With perfect play the first player wins by 8";
        assert!(review("1: A1", format).contains(words), "{format}");
        assert!(!review(other, format).contains(words), "{format}");
    }
}

#[test]
fn a_game_of_a_match_is_reviewed() {
    let folder = folder("review-match");
    let file = folder.join("games");
    let games = ["match", "oware", "--south", "greedy", "--north", "random", "--games", "3"];
    mankala(&[&games[..], &["--out", path(&file)]].concat()).done();
    let review = ["review", path(&file), "--effort", "16", "--game"];
    let printed = mankala(&[&review[..], &["2"]].concat()).done().out;
    for words in [
        "North: accuracy",
        " has won",
        "Each row is a search of its own; compare numbers only within a row.",
        "A ply is one move of one player.",
    ] {
        assert!(printed.contains(words), "{words}: {printed}");
    }
    let page = mankala(&[&review[..], &["2", "--format", "html"]].concat());
    let command = "--game 2 --effort 16 --format html";
    assert!(page.done().out.contains(command));
    mankala(&[&review[..], &["3"]].concat()).refused(&["the file has no game 3"]);
    let cut = folder.join("cut");
    let all = fs::read(&file).expect("a file");
    fs::write(&cut, &all[..all.len() - 9]).expect("the file is written");
    let cut = ["review", path(&cut), "--game", "2"];
    mankala(&cut).refused(&["the file has no game 2; its last line is incomplete"]);
    mankala(&["review", path(&file), "--effort", "0"]).misused();
}

/// The least work leaves no game without a review: the first depth is always completed.
#[test]
fn the_least_work_reviews_every_ply() {
    for name in ["bao-la-kiswahili", "omweso", "oware"] {
        let loaded = load(name);
        let played = random(&loaded, 3);
        let found = reviewed(&loaded, &played, 1, 0);
        let plies = found.plies;
        assert_eq!(plies.len(), played.plies(), "{name}");
        let mut game = loaded.game();
        for ply in &plies {
            assert_eq!(ply.line.first(), Some(&ply.best), "{name}: {ply:?}");
            assert!(ply.line.len() <= 8 && ply.before >= ply.after, "{name}: {ply:?}");
            let mut best = game.clone();
            for text in &ply.line {
                assert_eq!(best.play(text).as_ref(), Ok(text), "{name}: {ply:?}");
            }
            game.play(&ply.text).expect("a legal move");
        }
    }
}

#[test]
fn tables_have_every_ply_of_a_match_on_any_number_of_threads() {
    let folder = folder("review-tables");
    let [file, table] = ["games", "table"].map(|name| folder.join(name));
    let games = [
        "match",
        "kalah:board.columns=3",
        "--south",
        "greedy",
        "--north",
        "random",
        "--games",
        "5",
    ];
    mankala(&[&games[..], &["--out", path(&file)]].concat()).done();
    let review = ["review", path(&file), "--effort", "16", "--format"];
    let csv = |threads: &str| {
        let words = [&review[..], &["csv", "--threads", threads]].concat();
        mankala(&words).done().out
    };
    let rows = csv("1");
    assert_eq!(rows, csv("3"));
    let lines = std::fs::read_to_string(&file).expect("games");
    let games = lines.lines().skip(1);
    let games = games.map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let plies: u64 = games.map(|game| game["plies"].as_u64().expect("a number")).sum();
    assert_eq!(rows.lines().count() as u64, 1 + plies);
    // A pipe is read once, whatever it holds.
    let piped = ["review", "-", "--effort", "16", "--format", "csv"];
    assert_eq!(rows, mankala_reading(&piped, lines.as_bytes()).done().out);
    mankala(&[&review[..], &["parquet", "--out", path(&table)]].concat()).done();
    let bytes = std::fs::read(&table).expect("a table");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let page = mankala(&[&review[..], &["html"]].concat()).done().out;
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Winning chances"), "{page}");
    mankala(&[&review[..], &["csv", "--game", "5"]].concat()).refused(&["the file has no game 5"]);
    mankala(&["review", path(&file), "--out", path(&table)]).misused();
}

/// A solver that ran out of work may know the results of all moves, but no line.
#[test]
fn a_proof_without_a_line_blames_the_right_move() {
    let loaded = load("kalah:board.columns=3,setup.seeds=3");
    let mut game = loaded.game();
    for text in "A2 a1 A3 a1 A1 a1 A3 A2 a3 A1 a2 A1 a1 A3".split(' ') {
        game.play(text).expect("a legal move");
    }
    for effort in 1..8 {
        // A1 wins, as `solve --moves` shows; A3 loses.
        let ply = &reviewed(&loaded, &game, effort, 0).plies[2];
        assert!(ply.best == "A1" && ply.grade == Grade::Blunder, "effort {effort}: {ply:?}");
    }
}
