//! Puzzles: each has one right move, as a search of all lines confirms; files are reproducible and checked.

use std::collections::HashMap;

use mankala::review::{Level, Puzzle, Value, puzzles};
use mankala::{Catalogue, Game, Loaded, Side};
use serde_json::{Map, json};

use crate::common::run::{folder, forged, mankala, mankala_reading, path};

/// Small games, and one whose end positions are small.
const SMALL: [&str; 3] =
    ["kalah:board.columns=4,setup.seeds=2", "oware", "toguz-korgool:board.columns=3,setup.seeds=2"];

fn load(name: &str) -> Loaded {
    let loaded = Catalogue::new().load(name, &[]);
    loaded.unwrap_or_else(|errors| panic!("{errors}"))
}

fn found(loaded: &Loaded, count: usize, threads: usize) -> Vec<Puzzle> {
    let found = puzzles(loaded, &Level::ALL, count, 1, threads, &|| false, &mut |_| ());
    found.expect("it is not stopped").puzzles
}

/// Limits on the search of all lines: plies and positions.
const LIMITS: (usize, usize) = (60, 20_000);

/// Returns the result for the player to move, by trying all lines; `None` if one repeats a position or is too long.
fn result(game: &Game, known: &mut HashMap<String, Option<Value>>) -> Option<Value> {
    if let Some(found) = known.get(&game.text()) {
        return *found;
    }
    if game.plies() > LIMITS.0 || known.len() > LIMITS.1 {
        return None;
    }
    known.insert(game.text(), None);
    let found = values(game, known).map(|values| values.into_iter().map(|it| it.1).max());
    let found = found.map(|best| best.expect("a legal move"));
    known.insert(game.text(), found);
    found
}

/// Returns the result of each move for its player.
fn values(game: &Game, known: &mut HashMap<String, Option<Value>>) -> Option<Vec<(String, Value)>> {
    let mover = game.to_move();
    let value = |text: String| {
        let mut next = game.clone();
        next.play(&text).expect("a legal move");
        let value = match next.result() {
            Some(outcome) => match outcome.winner() {
                Some(winner) if winner == mover => Value::Win,
                Some(_) => Value::Loss,
                None => Value::Draw,
            },
            None => match (result(&next, known)?, next.to_move() == mover) {
                (value, true) => value,
                (Value::Win, _) => Value::Loss,
                (Value::Draw, _) => Value::Draw,
                (Value::Loss, _) => Value::Win,
            },
        };
        Some((text, value))
    };
    let legal = game.moves().into_iter().map(|legal| legal.text);
    legal.map(value).collect()
}

#[test]
fn a_search_of_all_lines_finds_the_same_only_moves() {
    let mut checked = 0;
    for name in SMALL {
        let loaded = load(name);
        let all = found(&loaded, 4, 2);
        assert_eq!(all.len(), 4, "{name}");
        for puzzle in all {
            assert_eq!(puzzle.check(&loaded, &|| false), Ok(()), "{name}: {puzzle:?}");
            let mut known = HashMap::new();
            for line in &puzzle.solution {
                let mut game = loaded.game_from(&puzzle.position).expect("a position");
                for (ply, text) in line.iter().enumerate() {
                    if game.to_move() == puzzle.side
                        && let Some(values) = values(&game, &mut known)
                    {
                        let keep = values.iter().filter(|(_, value)| *value >= puzzle.value);
                        let keep: Vec<_> = keep.collect();
                        assert_eq!(keep, [&(text.clone(), puzzle.value)], "{name}: {puzzle:?}");
                        let is_end = ply == 0 || ply + 1 == line.len();
                        assert!(!is_end || values.len() > 1, "{name}: {puzzle:?}");
                        checked += 1;
                    }
                    game.play(text).expect("a legal move");
                }
            }
        }
    }
    assert!(checked >= 12, "{checked} moves");
}

/// Five seeds are left, and South needs all of them to win by 9 to 7: A4 takes two. North can only play a3, to a4 and A1.
/// Then A1 to A2 leaves North's last seed nothing to take: a4 ends in A1, South can't feed North and gets the rest. After
/// A2 instead, a4 would take two in A1.
#[test]
fn a_puzzle_that_was_solved_by_hand() {
    let loaded = load("oware:board.columns=4,setup.seeds=2");
    let puzzle = Puzzle {
        position: "0,2,0,1/0,1,0,1 S captured=4,7".to_owned(),
        side: Side::South,
        value: Value::Win,
        plies: 3,
        difficulty: Some("alphabeta:2".to_owned()),
        themes: vec!["large capture".to_owned()],
        solution: vec![["A4", "a3", "A1"].map(str::to_owned).to_vec()],
    };
    assert_eq!(puzzle.check(&loaded, &|| false), Ok(()));
    let refused = |move_: usize, text: &str| {
        let mut other = puzzle.clone();
        text.clone_into(&mut other.solution[0][move_]);
        other.check(&loaded, &|| false)
    };
    let message = "the only move is A1, found A2";
    assert_eq!(refused(2, "A2"), Err(message.to_owned()));
    assert!(refused(1, "a1").is_err() && refused(0, "A2").is_err());
}

/// Threads and the seed: the file is the same on any number of threads, and another with another seed.
#[test]
fn a_seed_gives_one_file_on_any_number_of_threads() {
    let file = |threads: &str, seed: &str| {
        let run = ["puzzles", SMALL[0], "--count", "3", "--threads", threads, "--seed", seed];
        mankala(&run).done().out
    };
    let first = file("1", "5");
    assert_eq!(first, file("3", "5"));
    assert!(first.lines().skip(1).ne(file("1", "6").lines().skip(1)));
    assert_eq!(first.lines().count(), 4);
}

#[test]
fn a_difficulty_chooses_among_the_same_puzzles() {
    let found = |count: &str, threads: &str, levels: &[&str]| {
        let run = ["puzzles", SMALL[0], "--seed", "5", "--count", count, "--threads", threads];
        let out = mankala(&[&run[..], levels].concat()).done().out;
        let header = out.lines().next().expect("a header");
        let told = header.contains("\"difficulty\":\"easy..medium\"");
        assert_eq!(told, !levels.is_empty(), "{header}");
        out.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut all = found("12", "1", &[]);
    all.retain(|line| {
        let puzzle = Puzzle::read(line.as_bytes()).expect("a puzzle");
        puzzle.difficulty.is_some_and(|it| it.ends_with(['1', '2', '3', '4']))
    });
    assert!((2..12).contains(&all.len()), "{all:?}");
    let chosen = ["--difficulty", "easy..medium"];
    assert_eq!(found(&all.len().to_string(), "2", &chosen), all);
    let none = ["puzzles", "kalah:board.columns=2,setup.seeds=2", "--difficulty", "hard"];
    mankala(&none).refused(&["found 1 puzzle in 512 games, but none of this difficulty"]);
    for wrong in ["trivial", "hard..easy"] {
        let run = mankala(&["puzzles", SMALL[0], "--difficulty", wrong]).misused();
        assert!(run.err.contains("expected novice, easy"), "{run:?}");
    }
}

#[test]
fn a_game_without_puzzles_has_no_file() {
    let file = folder("puzzles-none").join("puzzles");
    let small = "kalah:board.columns=1,setup.seeds=1";
    let run = mankala(&["puzzles", small, "--out", path(&file)]);
    run.refused(&["found no puzzle among", "of 512 games"]);
    assert!(!file.exists());
}

#[test]
fn verify_accepts_a_file_and_refuses_changed_ones() {
    let folder = folder("puzzles");
    let file = folder.join("puzzles");
    let write = ["puzzles", SMALL[0], "--count", "3", "--out", path(&file)];
    let told = mankala(&write).done().out;
    assert!(told.contains("3 puzzles of kalah:"), "{told}");
    mankala(&write).refused(&["the file exists"]);
    let verify = || mankala(&["verify", path(&file)]);
    let told = verify().done().out;
    assert!(told.contains("3 of 3 puzzles") && told.contains("all proved"), "{told}");
    let text = std::fs::read_to_string(&file).expect("the file");
    let lines: Vec<&str> = text.lines().collect();
    let puzzle: Puzzle = Puzzle::read(lines[1].as_bytes()).expect("a puzzle");
    let game = load(SMALL[0]).game_from(&puzzle.position).expect("a position");
    let right = &puzzle.solution[0][0];
    let moves = game.moves().into_iter().map(|legal| legal.text);
    let wrong = moves.into_iter().find(|text| text != right).expect("a choice");
    let other = if puzzle.value == Value::Win { "draw" } else { "win" };
    let changed = |line: &str| {
        let all = [lines[0], line, lines[2], lines[3], ""].join("\n");
        std::fs::write(&file, all).expect("written");
        verify().refused(&["1 line is wrong"]).out
    };
    let out = changed(&forged(lines[1], |it| {
        (it["solution"], it["plies"]) = (json!([wrong]), json!(1));
    }));
    assert!(out.contains(&format!("line 2: the only move is {right}, found {wrong}")), "{out}");
    let out = changed(&forged(lines[1], |it| {
        it["value"] = json!(u8::from(other == "win"));
    }));
    assert!(out.contains(&format!("found a {other}")), "{out}");
    let out = changed(&forged(lines[1], |it| it["plies"] = json!(1)));
    assert!(out.contains("plies, found 1"), "{out}");
    let out = changed(&forged(lines[1], |it| it["themes"] = json!(["tuzdik"])));
    assert!(out.contains("expected the themes"), "{out}");
    let out = changed(&forged(lines[1], |it| it["difficulty"] = json!("mcts")));
    assert!(out.contains("found mcts"), "{out}");
    // Too many lines, and a line that is too long over two levels only.
    let many: Map<_, _> = (0..13).map(|it| (it.to_string(), json!([]))).collect();
    let mut long = vec![json!("A1"); 30];
    long.push(json!({ "a1": vec!["A1"; 30] }));
    for solution in [json!([many]), json!(long)] {
        let out = changed(&forged(lines[1], |it| it["solution"] = solution.clone()));
        assert!(out.contains("or too large"), "{out}");
    }
    let out = changed(lines[2]);
    assert!(out.contains("line 3: an earlier puzzle has the same position"), "{out}");
    let out = changed(&lines[1].replace("\"side\"", "\"Side\""));
    assert!(out.contains("the line was changed"), "{out}");
    std::fs::write(&file, lines[..3].join("\n") + "\n").expect("written");
    verify().refused(&["number of puzzles: expected 3, found 2"]);
}

#[test]
fn a_person_solves_puzzles_in_a_pipe() {
    let folder = folder("puzzles-play");
    let file = folder.join("puzzles");
    mankala(&["puzzles", SMALL[0], "--count", "2", "--out", path(&file)]).done();
    let text = std::fs::read_to_string(&file).expect("the file");
    let read = |number| Puzzle::read(text.lines().nth(number).expect("a line").as_bytes());
    let [first, second] = [1, 2].map(|number| read(number).expect("a puzzle"));
    let loaded = load(SMALL[0]);
    let mut game = loaded.game_from(&first.position).expect("a position");
    let mut typed = String::new();
    for text in &first.solution[0] {
        if game.to_move() == first.side {
            typed += &format!("{text}\n");
        }
        game.play(text).expect("a legal move");
    }
    let game = loaded.game_from(&second.position).expect("a position");
    let mut moves = game.moves().into_iter().map(|legal| legal.text);
    let wrong = moves.find(|text| *text != second.solution[0][0]);
    typed += &format!("nonsense\n{}\n", wrong.expect("a choice"));
    let play = ["play", "--puzzles", path(&file)];
    let out = mankala_reading(&play, typed.as_bytes()).done().out;
    let solution = second.solution[0].join(" ");
    for words in ["Puzzle 1 of 2", "Right: solved.", &solution, "Solved 1 of 2."] {
        assert!(out.contains(words), "{words}: {out}");
    }
    let out = mankala_reading(&[&play[..], &["--json"]].concat(), typed.as_bytes()).done();
    let solved: Vec<_> = out.objects().iter().map(|it| it["solved"].clone()).collect();
    assert_eq!(solved, [json!(true), json!(false)]);
    let out = mankala_reading(&play, b"").done().out;
    assert!(out.ends_with("Stopped at puzzle 1 of 2.\n"), "{out}");
    mankala(&["play", "kalah", "--puzzles", path(&file)]).misused();
    let header = text.lines().next().expect("a header");
    std::fs::write(&file, format!("{header}\n")).expect("the file is written");
    for command in [&play[..], &["verify", path(&file)]] {
        let out = mankala(command).refused(&["number of puzzles: expected 2, found 0"]).out;
        assert_eq!(out, "");
    }
}

/// Puzzle of the page: position, result, difficulty, themes, main line and other lines.
type Row = (String, Value, Option<String>, String, String, Vec<String>);

#[test]
fn the_puzzles_of_the_page_have_the_rules_of_their_games() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/web/page/puzzles.json");
    let text = std::fs::read_to_string(file).expect("the file");
    let all: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(&text).expect("the puzzles");
    let mut digests = Vec::new();
    for (name, game) in all {
        let loaded = load(&name);
        if loaded.digest() != game["rules"] {
            digests.push(name.clone());
            continue;
        }
        let rows: Vec<Row> = serde_json::from_value(game["puzzles"].clone()).expect("rows");
        for (position, _, _, _, main, _) in &rows {
            let mut game = loaded.game_from(position).expect("a position");
            for text in main.split(' ') {
                assert!(game.result().is_none(), "{name}: {position}");
                game.play(text).expect("a legal move");
            }
        }
        let shortest = rows.into_iter().min_by_key(|row| row.4.len());
        let (position, value, difficulty, themes, main, _) = shortest.expect("a puzzle");
        let line: Vec<_> = main.split(' ').map(str::to_owned).collect();
        let game = loaded.game_from(&position).expect("a position");
        let puzzle = Puzzle {
            side: game.to_move(),
            position,
            value,
            plies: line.len(),
            difficulty,
            themes: themes.split_terminator(',').map(str::to_owned).collect(),
            solution: vec![line],
        };
        assert_eq!(puzzle.check(&loaded, &|| false), Ok(()), "{name}");
    }
    assert!(
        digests.is_empty(),
        "the rules of {digests:?} have changed; delete their files in target/puzzles and run web/puzzles.mjs"
    );
}
