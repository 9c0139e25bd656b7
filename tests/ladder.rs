//! Ladders: ratings are those of the model, and a stopped run continues.

use std::fs;

use mankala::measure::ladder::{BLOCK, Ladder, LadderSpec};
use mankala::measure::ratings::{Rated, bradley_terry};

use crate::common::run::{folder, keys, mankala, path};

const SMALL: &str = "kalah:board.columns=4";

/// Returns the arguments of a ladder of these players.
fn ladder<'a>(players: &[&'a str]) -> Vec<&'a str> {
    let players = players.iter().flat_map(|player| ["--player", player]);
    ["ladder", SMALL].into_iter().chain(players).collect()
}

/// Returns games of player 0 against player 1 with these scores, over and over.
fn games(scores: &[f64], count: usize, pair: impl Fn(u64) -> u64) -> Vec<Rated> {
    let scores = scores.iter().cycle().take(count);
    let rated = |(number, &score)| Rated { players: [0, 1], score, pair: pair(number) };
    (0..).zip(scores).map(rated).collect()
}

#[test]
fn ratings_are_those_of_the_model() {
    // Three wins and one loss are odds of 3: 400 log10(3) points; the prior pulls them a little to 0.
    let odds = 400.0 * 3.0_f64.log10();
    let found = bradley_terry(2, &games(&[1.0, 1.0, 1.0, 0.0], 2000, |number| number), 1);
    assert_eq!([found[0].player, found[1].player], [0, 1]);
    let points = found[0].points;
    assert!((points.value - odds).abs() < 1.0, "{points:?}");
    // The information of n games is n p (1 - p).
    let half = 1.96 * 400.0 / 10.0_f64.ln() / (2000.0 * 0.1875_f64).sqrt();
    assert!(((points.high - points.low) / 2.0 / half - 1.0).abs() < 0.02, "{points:?}");
    let zero = found[1].points;
    assert!([zero.value, zero.low, zero.high].iter().all(|it| *it == 0.0), "{zero:?}");
    assert_eq!(found[1].games, 2000);
    // Pairs of equal games carry half the information.
    let equal = games(&[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0], 2000, |number| number / 2);
    let paired = bradley_terry(2, &equal, 1)[0].points;
    let wider = (paired.high - paired.low) / (points.high - points.low);
    assert!((wider - 2.0_f64.sqrt()).abs() < 0.03, "{wider}");
    // The prior limits the rating of a player who always won.
    let best = bradley_terry(2, &games(&[1.0], 10, |number| number), 1)[0].points.value;
    assert!((100.0..2000.0).contains(&best), "{best}");
}

#[test]
fn stronger_players_are_rated_higher() {
    let players = ladder(&["random", "greedy", "alphabeta:4"]);
    let run = [&players[..], &["--games", "120", "--json"]].concat();
    let found = mankala(&run).done().quiet().object();
    let ratings = found["ratings"].as_array().expect("ratings");
    let players: Vec<_> = ratings.iter().map(|it| it["player"].as_str()).collect();
    assert_eq!(players, [Some("alphabeta:4 1.0"), Some("greedy 1.0"), Some("random 1.0")]);
    assert_eq!(keys(&ratings[0]), ["player", "rating", "low", "high", "games"]);
    assert!(ratings[0]["low"].as_f64() > Some(0.0), "{found}");
    assert_eq!((&found["games"], &found["anchor"]), (&120.into(), &"random 1.0".into()));
    let one = [&run[..], &["--threads", "1"]].concat();
    assert_eq!(mankala(&one).done().object(), found);
    let table = mankala(&run[..run.len() - 1]).done().quiet().out;
    let rows: Vec<_> = table.lines().map(|line| line.split_whitespace().next()).collect();
    assert_eq!(rows, [Some("player"), Some("alphabeta:4"), Some("greedy"), Some("random")]);
}

/// A player who wins all first games plays on, until the rating is no longer the most uncertain.
#[test]
fn uncertain_ratings_get_more_games() {
    let spec = LadderSpec {
        variant: SMALL.to_owned(),
        digest: String::new(),
        players: ["weak", "middle", "strong"].map(|name| (name.to_owned(), name.to_owned())).into(),
        anchor: 0,
        seed: 1,
        opening_plies: 0,
        ply_limit: 100,
    };
    let mut ladder = Ladder::new(spec).expect("a ladder");
    let mut blocks = [0; 3];
    for _ in 0..30 {
        let pair = ladder.next_pair();
        // The strong player wins its first two blocks, and seven games of ten later.
        let is_first = pair[1] == 2 && blocks[2] < 2;
        let scores: Vec<f64> = (0..BLOCK)
            .map(|game| match pair {
                [_, 2] if is_first || game < 7 => 0.0,
                [_, 2] => 1.0,
                _ => f64::from(u8::from(game % 2 == 0)),
            })
            .collect();
        ladder.add(pair, &scores);
        for player in pair {
            blocks[player] += 1;
        }
    }
    assert!(blocks.iter().all(|count| *count >= 15), "{blocks:?}");
}

#[test]
fn a_ladder_continues() {
    let file = folder("ladder").join("kept.jsonl");
    let players = ladder(&["random", "greedy", "alphabeta:1"]);
    let whole = mankala(&[&players[..], &["--games", "80"]].concat()).done().out;
    let keep = [&players[..], &["--keep", path(&file), "--games"]].concat();
    mankala(&[&keep[..], &["40"]].concat()).done();
    let half = fs::read_to_string(&file).expect("a file");
    assert_eq!(half.lines().count(), 5, "{half}");
    // A line cut off by a crash is written again.
    fs::write(&file, format!("{half}{{\"first\":\"gre")).expect("a file");
    assert_eq!(mankala(&[&keep[..], &["80"]].concat()).done().out, whole);
    let text = fs::read_to_string(&file).expect("a file");
    assert!(text.starts_with(&half) && text.lines().count() == 9, "{text}");
    assert_eq!(mankala(&[&keep[..], &["80"]].concat()).done().out, whole);
    assert_eq!(fs::read_to_string(&file).expect("a file"), text);
    let other = [&keep[..], &["80", "--seed", "2"]].concat();
    mankala(&other).refused(&["--keep", "kept.jsonl: 1: expected", "a ladder with other settings"]);
    let forged = half.replacen("\"scores\":[", "\"scores\":[0.7,", 1);
    fs::write(&file, forged).expect("a file");
    mankala(&[&keep[..], &["80"]].concat()).refused(&["kept.jsonl", "expected a line of a ladder"]);
}

#[test]
fn programs_take_part() {
    let program = format!("exec:{} engine", env!("CARGO_BIN_EXE_mankala"));
    let missing = "exec:/no/such/program";
    let run = |player: &str| {
        let players = ladder(&["random", player]);
        mankala(&[&players[..], &["--games", "10", "--json"]].concat())
    };
    run(missing).refused(&["/no/such/program"]);
    let found = run(&program).done().object();
    assert_eq!(found["ratings"][0]["player"], program.as_str(), "{found}");
}

#[test]
fn senseless_ladders_are_refused() {
    let refused = |players: &[&str], options: &[&str]| {
        mankala(&[&ladder(players), options].concat()).misused().err
    };
    let two = ["random", "greedy"];
    assert!(refused(&two[..1], &[]).contains("expected two or more"));
    let twice = ["random", "greedy", "greedy"];
    assert!(refused(&twice, &[]).contains("found \"greedy\" twice"));
    let three = ["random", "greedy", "alphabeta:1"];
    let few = refused(&three, &["--games", "9"]);
    assert!(few.contains("at least 20 for 3 players"));
    let other = refused(&two, &["--anchor", "mcts:10"]);
    assert!(other.contains("expected one of the players"));
}
