//! Openings: proved values are those of the solver, others are backed up, and every front end gives the same tree.

use std::cell::Cell;

use mankala::api::{Watch, respond};
use mankala::review::{Model, Opening, OpeningTask, openings};
use mankala::search::Task;
use mankala::variant::limited;
use mankala::{Catalogue, Loaded};
use serde_json::{Value, json};

use crate::common::run::{folder, mankala, path};

/// Small games, won by seeds or by a majority.
const SMALL: [&str; 3] = [
    "kalah:board.columns=3,setup.seeds=2",
    "oware:board.columns=2,setup.seeds=2",
    "toguz-korgool:board.columns=3,setup.seeds=2",
];

/// Polls after which a position is not worth solving here.
const MOST_POLLS: u32 = 1000;

fn load(name: &str) -> Loaded {
    let loaded = Catalogue::new().load(name, &[]);
    loaded.unwrap_or_else(|errors| panic!("{errors}"))
}

fn tree(loaded: &Loaded, plies: u32, effort: u32, threads: usize) -> Vec<Opening> {
    let task = OpeningTask { plies, effort, seed: 1, tables: None };
    let (game, model) = (loaded.game(), Model::of(loaded));
    let found = openings(&game, model, &task, threads, &|| false, &mut |_, _| ());
    found.expect("it is not stopped")
}

#[test]
fn proved_openings_are_those_of_the_solver() {
    let mut margins = 0;
    for name in SMALL {
        let loaded = load(name);
        let found = tree(&loaded, 3, OpeningTask::EFFORT, 2);
        let mut proved = 0;
        for opening in &found {
            let mut game = loaded.game();
            for text in &opening.line {
                assert_eq!(game.play(text).as_ref(), Ok(text), "{name}");
            }
            assert_eq!(game.text(), opening.position, "{name}");
            let after = loaded.game_from(&opening.position).expect("a position");
            let task = Task { memory: 1 << 22, ..Task::default() };
            let left = Cell::new(MOST_POLLS);
            let long = limited(&left, &|| false);
            let solution = after.solve(task, &long, &mut |_| ());
            let Some(value) = solution.bounds.value().filter(|_| opening.proved) else {
                continue;
            };
            let same = after.to_move() == opening.side;
            let value = if same { value } else { -value };
            let points = f64::from(1 + value.signum()) / 2.0;
            assert_eq!(points.to_bits(), opening.chance.to_bits(), "{name}: {opening:?}");
            let margin = solution.seeds.then_some(value);
            assert_eq!(opening.margin, margin, "{name}: {opening:?}");
            margins += usize::from(solution.seeds);
            proved += 1;
        }
        assert!(proved > 5, "{name}: {proved} of {} are proved", found.len());
    }
    assert!(margins > 10, "{margins} margins");
}

/// The first move that wins a solved game comes first, with the proved margin.
#[test]
fn solved_openings_are_known() {
    let found = tree(&load("kalah"), 1, 16, 1);
    let first = &found[0];
    assert_eq!((&*first.line[0], first.proved, first.margin), ("A3", true, Some(8)));
    assert!(found[1..].iter().all(|opening| !opening.proved), "{found:?}");
    let lost = tree(&load("micro-wari"), 1, 1, 1);
    assert!(lost.iter().all(|opening| opening.proved && opening.chance <= 0.0), "{lost:?}");
    assert_eq!((&*lost[0].line[0], lost[0].margin), ("A2", Some(-2)), "the least loss");
    // The table has this move between quotation marks, because of its comma.
    let pair = &tree(&load("spreta"), 1, 1, 1)[0];
    assert_eq!((&*pair.line[0], pair.proved), ("A3xb6,b5", true));
    // In a draw no first move is worth more, whatever a search expects.
    let drawn = tree(&load("adi-ii-ba-awa"), 2, 1, 1);
    assert_eq!((&*drawn[0].line[0], drawn[0].proved, drawn[0].chance), ("A5", true, 0.5));
    let first = drawn.iter().filter(|opening| opening.line.len() == 1);
    assert!(first.clone().count() > 1 && first.clone().all(|opening| opening.chance <= 0.5));
}

/// The value of a move is that of the best reply, which comes first.
#[test]
fn values_are_backed_up_on_any_number_of_threads() {
    let loaded = load("kalah");
    let found = tree(&loaded, 3, 64, 1);
    assert_eq!(found, tree(&loaded, 3, 64, 3));
    let of_first = |opening: &&Opening| opening.line.len() == 1;
    assert_eq!(found.iter().filter(of_first).count(), 6);
    let mut compared = 0;
    for pair in found.windows(2) {
        let [opening, reply] = pair else { panic!("{pair:?}") };
        if reply.line.len() > opening.line.len() && !opening.proved {
            let points = if reply.side == opening.side { reply.chance } else { 1.0 - reply.chance };
            assert!((points - opening.chance).abs() < 1e-9, "{opening:?} {reply:?}");
            compared += 1;
        }
    }
    assert!(compared >= 10, "{compared} moves have replies");
}

#[test]
fn every_front_end_gives_the_same_openings() {
    let run = ["openings", SMALL[0], "--plies", "2", "--effort", "64", "--json"];
    let printed = mankala(&run).done().out;
    assert_eq!(printed, mankala(&[&run[..], &["--threads", "3"]].concat()).done().out);
    let lines = printed.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let lines: Vec<Value> = lines.collect();
    let request = json!({
        "request": "openings",
        "game": { "variant": SMALL[0] },
        "plies": 2,
        "effort": 64,
        "seed": 1,
    });
    let ask = |request: &Value| -> Value {
        let bytes = request.to_string();
        let line = respond(&Catalogue::new(), bytes.as_bytes(), &Watch::NONE);
        serde_json::from_str(&line).expect("JSON")
    };
    assert_eq!(ask(&request)["answer"]["moves"], Value::Array(lines));
    let table = mankala(&run[..6]).done().out;
    assert!(table.contains("proved: South wins by 4"), "{table}");
    for (key, value) in
        [("plies", json!(0)), ("effort", json!(0)), ("limit", json!({ "depth": 2 }))]
    {
        let mut wrong = request.clone();
        wrong[key] = value;
        let field = ask(&wrong)["error"]["field"].clone();
        assert!(field.as_str().is_some_and(|field| field.starts_with(key)), "{field}");
    }
    mankala(&["openings", "kalah", "--plies", "0"]).misused();
}

#[test]
fn endgame_tables_prove_openings() {
    let small = "kalah:board.columns=4,setup.seeds=2";
    let tables = folder("openings").join("tables");
    mankala(&["tables", "build", small, "--seeds", "16", "--out", path(&tables)]).done();
    // Too little work for the solver alone.
    let run = ["openings", small, "--effort", "1", "--plies", "1", "--json"];
    let proved = |text: &str| text.matches("\"proved\":true").count();
    let with = mankala(&[&run[..], &["--tables", path(&tables)]].concat()).done().out;
    assert_eq!(proved(&with), 4, "{with}");
    let without = mankala(&run).done().out;
    assert!(proved(&without) < 4, "{without}");
}
