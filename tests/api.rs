//! The one call for programs: each request and its answer as pinned, whatever comes in, and the schema that describes both.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use mankala::api::{Big, Call, PROTOCOL, Watch, json_schema, respond};
use mankala::files::solved::Solved;
use mankala::{Catalogue, Dice, PlayerSpec};
use serde_json::{Value, json};

use crate::common;
use crate::common::run::{keys, mankala, text};

mod conforms;
mod engine;

/// The requests that are pinned, each with a name.
fn requests() -> Vec<(&'static str, Value)> {
    let bao = json!({ "variant": "zanzibar-bao", "moves": ["7L*", "5R"] });
    let small = "name = \"small\"\ntitle = \"Small\"\ninherits = \"kalah\"\n[board]\ncolumns = 3\n";
    let end = json!({
        "variant": { "name": "kalah", "set": ["board.columns=4"] },
        "position": "0,0,0,1/0,0,0,1 S captured=15,15",
    });
    vec![
        ("hello", json!({ "id": "a", "request": "hello" })),
        ("variants", json!({ "request": "variants" })),
        ("variants-like", json!({ "request": "variants", "like": "kalah" })),
        ("variant", json!({ "request": "variant", "variant": "kalah:setup.seeds=3" })),
        ("variant-text", json!({ "request": "variant", "variant": { "text": small } })),
        ("schema", json!({ "request": "schema", "ruleset": "wari" })),
        ("position", json!({ "id": 1, "request": "position", "game": bao })),
        (
            "position-over",
            json!({ "request": "position", "game": { "variant": "kalah", "position": "0,0,0,0,0,0/0,0,0,0,0,0 S captured=20,28" } }),
        ),
        ("play", json!({ "request": "play", "game": bao, "move": "6R" })),
        ("play-end", json!({ "request": "play", "game": end, "move": "A4" })),
        (
            "transcript",
            json!({ "request": "transcript", "text": "South: A\nvariant: kalah\nwinner: South\n1: A3 A1; well\n2: a1; North resigns\n" }),
        ),
        (
            "record",
            json!({ "request": "record", "south": "Kim", "resigned": true, "game": { "variant": "kalah", "moves": ["A3", "A1"] } }),
        ),
        (
            "choose",
            json!({ "request": "choose", "game": { "variant": "kalah" }, "player": "alphabeta:3", "seed": "18446744073709551615" }),
        ),
        ("choose-end", json!({ "request": "choose", "game": end })),
        ("choose-mcts", json!({ "request": "choose", "game": end, "player": "mcts:20" })),
        (
            "choose-random",
            json!({ "request": "choose", "game": { "variant": "oware" }, "player": "random", "seed": 3 }),
        ),
        (
            "review",
            json!({ "request": "review", "game": { "variant": "kalah:board.columns=2,setup.seeds=1", "moves": ["A1", "a2"] } }),
        ),
        (
            "puzzle",
            json!({ "request": "puzzle", "variant": "kalah:board.columns=3,setup.seeds=2", "seed": 1 }),
        ),
        (
            "openings",
            json!({ "request": "openings", "game": { "variant": "kalah:board.columns=2,setup.seeds=1" }, "plies": 2, "effort": 16 }),
        ),
        (
            "which",
            json!({ "request": "which", "given": [
                { "question": "How many rows of pits does the board have?", "answer": "two rows" },
                { "question": "In which direction do players sow?" },
            ] }),
        ),
        ("check", json!({ "request": "check", "text": small })),
        (
            "check-mistakes",
            json!({ "request": "check", "text": "name = \"a b\"\ntitle = \"T\"\ninherits = \"kalah\"\n[rules]\ncapture = \"nevr\"\n" }),
        ),
        ("measure", json!({ "request": "measure", "variant": "kalah", "games": 40, "seed": 5 })),
        (
            "measure-by-search",
            json!({ "request": "measure", "variant": "kalah", "games": 10, "player": "alphabeta:2", "seed": 5 }),
        ),
        ("diff", json!({ "request": "diff", "first": "kalah", "second": { "text": small } })),
        (
            "diff-position",
            json!({ "request": "diff", "first": "kalah", "second": "kalah:rules.capture=\"always\"", "position": "0,0,0,0,0,2/0,0,1,0,0,1 S captured=22,22" }),
        ),
    ]
}

fn ask(request: &Value) -> Value {
    answer_to(request.to_string().as_bytes())
}

fn answer_to(request: &[u8]) -> Value {
    let line = respond(&CATALOGUE, request, &Watch::NONE);
    assert!(!line.contains(char::is_control), "{line}");
    serde_json::from_str(&line).expect("JSON")
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);

/// Cuts long values that other snapshots hold.
fn shortened(name: &str, response: &mut Value) {
    let answer = &mut response["answer"];
    for key in ["rule_book", "text"] {
        if let Some(text) = answer[key].as_str().filter(|text| text.len() > 1000) {
            let first = text.lines().next().unwrap_or_default();
            answer[key] = format!("{first} …").into();
        }
    }
    match name {
        "hello" => answer["version"] = "(version)".into(),
        "variants" => {
            let all = answer["variants"].as_array_mut().expect("a list");
            assert_eq!(all.len(), Catalogue::new().names().count());
            all.retain(|listed| listed["name"] == "kalah");
        }
        "variants-like" => {
            let all = answer["variants"].as_array_mut().expect("a list");
            assert!(all.iter().all(|listed| listed["name"] != "kalah"));
            all.truncate(1);
        }
        "schema" => {
            let schema = &answer["schema"];
            assert_eq!(Some(schema), Catalogue::new().schema("wari").as_ref());
            answer["schema"] = "(as `mankala schema wari` prints it)".into();
        }
        "measure" | "measure-by-search" => {
            let measures = answer["measures"].as_object_mut().expect("measures");
            assert!(measures.len() > 20, "{measures:?}");
            measures.retain(|name, _| matches!(&**name, "plies" | "first_player_score"));
        }
        _ => {}
    }
}

#[test]
fn every_request_is_answered_as_pinned() {
    let mut asked: Vec<String> = Vec::new();
    let schema = json_schema();
    for (name, request) in requests() {
        conforms::to(&schema, "request", &request);
        let mut response = ask(&request);
        conforms::to(&schema, "response", &response);
        assert_eq!(keys(&response), ["id", "answer"], "{name}: {response}");
        asked.push(text(&request, "request").to_owned());
        conforms::to_answer(&schema, text(&request, "request"), &response["answer"]);
        shortened(name, &mut response);
        let mut settings = insta::Settings::clone_current();
        settings.set_description(request.to_string());
        settings.bind(|| common::pinned_json("api", name, &response));
    }
    let hello = ask(&json!({ "request": "hello" }));
    for known in hello["answer"]["requests"].as_array().expect("a list") {
        assert!(asked.iter().any(|name| known["name"] == **name), "{known}");
    }
}

/// Pins the schema, on which other programs rely.
#[test]
fn the_schema_is_as_pinned() {
    common::pinned_json("schema", "api", &json_schema());
}

/// Compares the output of commands with the answers, since both come from the same types.
#[test]
fn commands_print_the_same() {
    let answer = |request: Value| ask(&request)["answer"].clone();
    let printed = |arguments: &[&str]| mankala(arguments).done().object();
    let game = json!({ "variant": "kalah", "moves": ["A3"] });
    let applied = printed(&["apply", "kalah", "A3", "--trace", "--json"]);
    let played = answer(json!({ "request": "play", "game": { "variant": "kalah" }, "move": "A3" }));
    for (own, key) in keys(&applied).into_iter().map(|key| (key.replace("trace", "steps"), key)) {
        assert_eq!(played[&*own], applied[key], "{key}");
    }
    let moves = printed(&["moves", "kalah", "--position", text(&applied, "position"), "--json"]);
    let position = answer(json!({ "request": "position", "game": game }));
    assert_eq!(position["position"], moves["position"]);
    for (own, printed) in position["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .zip(moves["moves"].as_array().expect("a list"))
    {
        assert!(keys(printed).iter().all(|key| own[key] == printed[key]));
    }
    let diff = answer(json!({ "request": "diff", "first": "kalah", "second": "oware" }));
    assert_eq!(diff, printed(&["diff", "kalah", "oware", "--json"]));
    let which = answer(json!({ "request": "which", "given": [
        { "question": "How many rows of pits does the board have?", "answer": "two rows" },
        { "question": "Where have you seen it? A country, if you know.", "answer": "Vietnam" },
    ] }));
    let known = ["--yes", "two rows", "--yes", "Vietnam", "--json"];
    let found = printed(&[&["which", "--questions", "0"], &known[..]].concat());
    assert_eq!(which["candidates"], found["candidates"]);
    assert_eq!(which["fits"], found["fits"]);
    let schema = mankala(&["schema", "api", "--json"]).done().object();
    assert_eq!(schema, json_schema());
}

/// The events of a move, carried out on the board before it by someone who knows no rules, give the board after it.
#[test]
fn events_lead_from_board_to_board() {
    common::each_variant(|name, loaded| {
        let mut dice = Dice::seeded(23);
        let mut game = loaded.game();
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..common::tries(20, 3000).max(6) {
            let Some(mv) = game.random_move(&mut dice) else {
                break;
            };
            let request = json!({ "request": "play", "game": { "variant": name, "moves": moves }, "move": mv });
            let response = ask(&request);
            let answer = &response["answer"];
            assert_eq!(answer["move"], *mv, "{response}");
            if answer["ending"] != "repetition" {
                let left = carried_out(answer);
                assert_eq!(left, counts(&answer["after"]), "{request}: {answer:#}");
            }
            game.play(&mv).expect("a legal move");
            assert_eq!(answer["position"], *game.text());
            moves.push(mv);
        }
    });
}

/// The seeds of a board by place.
fn counts(board: &Value) -> BTreeMap<String, i64> {
    let pits = board["pits"].as_object().expect("pits").iter();
    let mut counts: BTreeMap<String, i64> = pits
        .map(|(pit, seeds)| (json!({ "pit": pit }).to_string(), seeds.as_i64().expect("seeds")))
        .collect();
    for (name, value) in board["fields"].as_object().expect("fields") {
        let seeds = value["seeds"].as_array().into_iter().flatten();
        for (side, seeds) in ["S", "N"].iter().zip(seeds) {
            let place = json!({ "field": { "name": name, "side": side } });
            counts.insert(place.to_string(), seeds.as_i64().expect("seeds"));
        }
    }
    counts
}

fn carried_out(answer: &Value) -> BTreeMap<String, i64> {
    let mut counts = counts(&answer["before"]);
    let mut hand = 0;
    let mut add = |place: &Value, seeds: i64| match place.as_str() {
        Some("hand") => hand += seeds,
        Some(_) => {}
        None => *counts.get_mut(&place.to_string()).expect("a place") += seeds,
    };
    for event in answer["events"].as_array().expect("events") {
        match text(event, "event") {
            "move" => {
                let seeds = event["seeds"].as_i64().expect("seeds");
                add(&event["from"], -seeds);
                add(&event["to"], seeds);
            }
            "sow" => {
                for place in event["into"].as_array().expect("places") {
                    add(&json!("hand"), -1);
                    add(place, 1);
                }
            }
            _ => {}
        }
    }
    assert_eq!(hand, 0, "{answer:#}");
    counts
}

/// A player chooses what it would choose in a game, and the best of its values.
#[test]
fn choices_are_those_of_the_player() {
    for name in ["kalah", "oware", "zanzibar-bao"] {
        let loaded = Catalogue::new().load(name, &[]).expect(name);
        let (mut game, mut dice, mut moves) = (loaded.game(), Dice::seeded(8), Vec::new());
        for ply in 0..12 {
            for player in ["random", "greedy", "alphabeta:1", "alphabeta:3", "mcts:60"] {
                let request = json!({
                    "request": "choose", "seed": ply, "player": player,
                    "game": { "variant": name, "moves": moves },
                });
                let answer = &ask(&request)["answer"];
                let spec: PlayerSpec = player.parse().expect(player);
                let chosen = game.choose(spec, &mut Dice::seeded(ply), &|| false);
                assert_eq!(answer["move"].as_str(), chosen.as_deref(), "{request}");
                let values = answer["moves"].as_array().expect("a list");
                assert_eq!(values.is_empty(), player == "random");
                if player.starts_with("alphabeta") {
                    assert_eq!(values.len(), game.moves().len());
                    assert_eq!(values[0]["move"], answer["move"], "{answer:#}");
                }
            }
            let Some(mv) = game.random_move(&mut dice) else {
                break;
            };
            game.play(&mv).expect("a legal move");
            moves.push(mv);
        }
    }
}

/// Of a solved opening, players limited by time know a best move; those limited by depth choose as in a match.
#[test]
fn strong_players_know_solved_openings() {
    let catalogue = Catalogue::new();
    let (mut known, mut others) = (0, 0);
    for name in catalogue.names() {
        let loaded = catalogue.load(name, &[]).expect(name);
        let solved = Solved::of(&loaded).filter(|_| !loaded.rounds.several());
        let Some(best) = solved.and_then(|solved| solved.best) else { continue };
        let choice = |player: &str| {
            let game = json!({ "variant": name });
            let answer = ask(&json!({ "request": "choose", "player": player, "game": game }));
            answer["answer"]["move"].as_str().expect("a move").to_owned()
        };
        assert_eq!(choice("alphabeta:1ms"), best, "{name}");
        known += 1;
        others += u32::from(choice("alphabeta:1") != best);
    }
    assert!(known > 20 && others > 0, "{known} openings, {others} other choices");
}

/// Stops long requests, and checks that they report progress before.
#[test]
fn long_requests_are_stopped_and_tell_their_progress() {
    let catalogue = Catalogue::new();
    let run = |request: Value, patience: u32| {
        let asked = AtomicU32::new(0);
        let told = Cell::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= patience;
        let progress = |response: &_| {
            let line: Value = json!(response);
            assert_eq!(keys(&line), ["id", "progress"]);
            conforms::to(&json_schema(), "response", &line);
            told.set(told.get() + 1);
        };
        let watch = Watch { stop: &stop, progress: &progress };
        let line = respond(&catalogue, request.to_string().as_bytes(), &watch);
        let response: Value = serde_json::from_str(&line).expect("JSON");
        (response, told.get())
    };
    let game = json!({ "variant": "kalah" });
    let deep =
        json!({ "id": 4, "every": 0, "request": "choose", "game": game, "player": "alphabeta:60" });
    let (response, told) = run(deep, 20);
    assert_eq!(response["id"], 4);
    assert_eq!(response["answer"]["stopped"], true);
    assert!(response["answer"]["depth"].as_u64() > Some(2), "{response}");
    assert_eq!(response["answer"]["depth"], told);
    let limited = json!({ "request": "choose", "game": game, "player": "alphabeta:60", "limit": { "ms": 50 } });
    let (response, told) = run(limited, u32::MAX);
    assert_eq!((&response["answer"]["stopped"], told), (&json!(true), 0));
    for player in ["alphabeta:5000ms", "alphabeta:5000ms/2threads"] {
        let shallow =
            json!({ "request": "choose", "game": game, "player": player, "limit": { "depth": 2 } });
        let (response, _) = run(shallow, u32::MAX);
        assert_eq!(response["answer"]["depth"], 2, "{response}");
        assert_eq!(response["answer"]["stopped"], false);
    }
    let many = json!({ "request": "measure", "variant": "kalah", "games": 100_000, "every": 0 });
    // It asks several times a ply.
    let (response, told) = run(many, 20_000);
    assert_eq!(response["error"]["kind"], "stopped", "{response}");
    assert!((1..20_000).contains(&told), "{told}");
}

#[test]
fn unreadable_fields_are_named() {
    let game = |game: Value| json!({ "request": "position", "game": game }).to_string();
    let variant = |variant: Value| json!({ "request": "variant", "variant": variant }).to_string();
    let deep = "[".repeat(100_000);
    let inherits = "name='a'\ntitle='A'\ninherits='Cargo.toml'\n";
    let cases: Vec<(String, &str, Option<&str>, &str)> = vec![
        (String::new(), "malformed", None, "expected JSON"),
        ("[]".to_owned(), "malformed", None, "expected an object"),
        (deep.clone(), "malformed", None, "recursion limit"),
        (format!("{{\"request\":\"hello\",\"id\":{deep}"), "malformed", None, "recursion limit"),
        ("{}".to_owned(), "malformed", Some("request"), "hello, variants"),
        (r#"{"request":"helo"}"#.to_owned(), "malformed", Some("request"), "\"helo\""),
        (r#"{"request":7}"#.to_owned(), "invalid", Some("request"), "expected a string"),
        (r#"{"request":"hello","id":1.5}"#.to_owned(), "invalid", Some("id"), "whole number"),
        (json!({ "request": "hello", "id": "x".repeat(201) }).to_string(), "invalid", Some("id"), "200 bytes"),
        (r#"{"request":"hello","every":-1}"#.to_owned(), "invalid", Some("every"), "u32"),
        (r#"{"request":"hello","evry":1}"#.to_owned(), "invalid", Some("evry"), "unknown field"),
        (r#"{"request":"position"}"#.to_owned(), "invalid", Some("game"), "missing field"),
        (json!({ "request": "which", "given": [{ "question": "Why?" }] }).to_string(), "invalid", Some("given[0].question"), "Why?"),
        (json!({ "request": "which", "given": [{ "question": "How many rows of pits does the board have?", "answer": "five" }] }).to_string(), "invalid", Some("given[0].answer"), "five"),
        (json!({ "request": "which", "given": vec![json!({ "question": "How many rows of pits does the board have?" }); 2] }).to_string(), "invalid", Some("given[1].question"), "twice"),
        (game(json!({})), "invalid", Some("game.variant"), "missing field"),
        (game(json!({ "variant": 3 })), "invalid", Some("game.variant"), "the name of a variant"),
        (game(json!({ "variant": "kalah", "moves": ["A3", 1] })), "invalid", Some("game.moves[1]"), "expected a string"),
        (game(json!({ "variant": "kalah", "moves": ["A3", "a1"] })), "invalid", Some("game.moves[1]"), "legal:"),
        (game(json!({ "variant": "kalah", "moves": vec!["A1"; 10_001] })), "too_large", Some("game.moves"), "10000 moves"),
        (game(json!({ "variant": "kalah", "position": "1/1 S" })), "invalid", Some("game.position"), "6 pits"),
        (game(json!({ "variant": "kalah", "rounds": true })), "invalid", Some("game.rounds"), "only one round"),
        (variant(json!("kala")), "invalid", Some("variant"), "did you mean kalah"),
        (variant(json!("/etc/hosts.toml")), "invalid", Some("variant"), "a path"),
        (variant(json!("Cargo.toml:board.columns=3")), "invalid", Some("variant"), "a path"),
        (variant(json!({})), "invalid", Some("variant"), "either a name or a text"),
        (variant(json!({ "name": "kalah", "set": ["board.columns=0"] })), "invalid", Some("variant.name"), "board.columns"),
        (variant(json!({ "name": "kalah", "set": vec!["a=1"; 201] })), "too_large", Some("variant.set"), "200 changes"),
        (variant(json!({ "text": inherits })), "invalid", Some("variant.text"), "the name of a variant"),
        (variant(json!({ "txt": "" })), "invalid", Some("variant.txt"), "unknown field"),
        (json!({ "request": "check", "text": "#".repeat((1 << 20) + 1) }).to_string(), "too_large", Some("text"), "1048576 bytes"),
        (json!({ "request": "check", "text": "#".repeat(10_000_000) }).to_string(), "too_large", None, "4194304 bytes"),
        (json!({ "request": "measure", "variant": "kalah", "games": 0 }).to_string(), "invalid", Some("games"), "1 to 1000000"),
        (json!({ "request": "measure", "variant": "kalah", "player": "alphabet" }).to_string(), "invalid", Some("player"), "expected random"),
        (json!({ "request": "measure", "variant": "kalah", "seed": (1_u64 << 53) + 1 }).to_string(), "invalid", Some("seed"), "as a text"),
        (json!({ "request": "choose", "game": { "variant": "kalah" }, "player": "alphabeta:0" }).to_string(), "invalid", Some("player"), "from 1 to"),
        (json!({ "request": "choose", "game": { "variant": "kalah" }, "limit": { "ms": 0 } }).to_string(), "invalid", Some("limit.ms"), "from 1 to"),
        (json!({ "request": "choose", "game": { "variant": "kalah" }, "player": "mcts:9", "limit": { "depth": 2 } }).to_string(), "invalid", Some("limit.depth"), "look ahead"),
        (json!({ "request": "record", "game": { "variant": "kalah" }, "north": "a\nvariant: b" }).to_string(), "invalid", Some("north"), "one line"),
        (json!({ "request": "transcript", "text": "variant: kalah\n1: A3 A9\n" }).to_string(), "invalid", Some("text"), "line 2, ply 2"),
        (json!({ "request": "transcript", "text": "1: A3 A6\n" }).to_string(), "invalid", Some("text"), "names no variant"),
        (json!({ "request": "transcript", "text": "variant: variants/kalah.toml\n1: A3\n" }).to_string(), "invalid", Some("text"), "a path"),
        (json!({ "request": "schema", "ruleset": "x" }).to_string(), "invalid", Some("ruleset"), "zanzibar"),
    ];
    let before = ask(&requests()[5].1);
    let schema = json_schema();
    for (request, kind, field, says) in cases {
        let response = answer_to(request.as_bytes());
        conforms::to(&schema, "response", &response);
        let shown = format!("{request:.200}: {response}");
        let error = &response["error"];
        assert_eq!(error["kind"], kind, "{shown}");
        assert_eq!(error["field"].as_str(), field, "{shown}");
        assert!(text(error, "message").contains(says), "{says}: {shown}");
        assert!(text(error, "message").chars().count() <= 4001);
    }
    let response = answer_to(b"{\"request\":\"\xff\"}");
    assert!(text(&response["error"], "message").contains("UTF-8"));
    assert_eq!(ask(&requests()[5].1), before);
}

/// A stranger's words come back as they were, and act on nobody's terminal.
#[test]
fn markup_in_texts_is_escaped() {
    let title = "\u{1b}[2J\u{202e}<script>alert(1)</script>\u{7f}";
    let written = toml::Value::from(title);
    let file = format!("name = \"a\"\ntitle = {written}\ninherits = \"kalah\"\n");
    let request = json!({ "request": "variant", "variant": { "text": file } });
    let line = respond(&Catalogue::new(), request.to_string().as_bytes(), &Watch::NONE);
    assert!(!line.contains(['\u{1b}', '\u{202e}', '\u{7f}']));
    let response: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(response["answer"]["header"]["title"], title, "{response}");
}

#[test]
fn large_numbers_keep_their_digits() {
    let largest = u64::MAX.to_string();
    for (number, written) in
        [(0, json!(0)), (1 << 53, json!(9_007_199_254_740_992_u64)), (u64::MAX, json!(largest))]
    {
        assert_eq!(json!(Big(number)), written);
        let read: Big = serde_json::from_value(written).expect("a number");
        assert_eq!(read, Big(number));
    }
    for wrong in [json!(-1), json!(1.5), json!(u64::MAX), json!("+1"), json!("")] {
        assert!(serde_json::from_value::<Big>(wrong).is_err());
    }
}

/// A transcript that was written is read as the game that it was.
#[test]
fn games_are_written_and_read_again() {
    let game = json!({ "variant": "kalah:setup.seeds=3", "moves": ["A4", "A1", "a1"] });
    let written = ask(&json!({ "request": "record", "game": game, "resigned": true }));
    let read = ask(&json!({ "request": "transcript", "text": written["answer"]["text"] }));
    let answer = &read["answer"];
    assert_eq!(answer["variant"], game["variant"], "{read}");
    let moves = answer["plies"].as_array().expect("a list").iter();
    let moves: Vec<&Value> = moves.map(|ply| &ply["move"]).collect();
    assert_eq!(json!(moves), game["moves"]);
    assert_eq!(answer["ending"], "resignation");
    assert_eq!(answer["notes"], json!([]));
}

/// A list holds the first sentence about each game, which ends neither at an initial nor at an apostrophe.
#[test]
fn a_sentence_goes_on_after_an_initial() {
    let file = |about: &str| {
        format!("name = \"own\"\ntitle = \"Own\"\ninherits = \"kalah\"\nabout = \"{about}\"\n")
    };
    for (about, first) in [
        ("As described by L. S. B. Leakey. Played by girls.", "As described by L. S. B. Leakey."),
        ("All fours are the mover's. With eight seeds it ends.", "All fours are the mover's."),
        ("Played to 3. Then it ends.", "Played to 3."),
        ("W. D. Troyka invented it.", "W. D. Troyka invented it."),
    ] {
        let catalogue = Catalogue::new().with_file(file(about));
        let request = json!({ "request": "variants" }).to_string();
        let line = respond(&catalogue, request.as_bytes(), &Watch::NONE);
        let said: Value = serde_json::from_str(&line).expect("JSON");
        let all = said["answer"]["variants"].as_array().expect("a list");
        let own = all.iter().find(|listed| listed["name"] == "own");
        assert_eq!(own.expect("listed")["about"], first);
    }
}

#[test]
fn calls_name_their_request() {
    let call = Call::read(br#"{"id":"x","every":5,"request":"hello"}"#).expect("a request");
    assert_eq!((json!(call.id), call.every), (json!("x"), Some(5)));
    assert_eq!(ask(&json!({ "request": "hello" }))["answer"]["protocol"], PROTOCOL);
}
