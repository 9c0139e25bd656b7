//! `mankala engine`: every request is answered once, whatever else is going on.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::run::{keys, mankala_reading};

/// An engine that is running.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mankala"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("its input");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Self { child, input, output }
    }

    fn say(&mut self, request: &Value) {
        writeln!(self.input, "{request}").expect("the engine reads");
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the engine answers");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }
}

/// A search that nobody lives to see the end of.
fn endless(id: u32) -> Value {
    json!({ "id": id, "request": "choose", "game": { "variant": "zanzibar-bao" }, "player": "alphabeta:60" })
}

#[test]
fn each_line_has_one_answer() {
    let mut input = Vec::new();
    for number in 0..300 {
        let request = match number % 4 {
            0 => json!({ "id": number, "request": "hello" }),
            1 => json!({ "id": number, "request": "position", "game": { "variant": "kalah" } }),
            2 => {
                json!({ "id": number, "request": "choose", "game": { "variant": "kalah" }, "player": "greedy" })
            }
            _ => json!({ "id": number, "request": "nothing" }),
        };
        writeln!(input, "{request}").expect("in memory");
    }
    input.extend(b"\n \r\n\xff\xfe\n[1]\n");
    input.extend(" ".repeat(5_000_000).into_bytes());
    input.extend(b"\n{\"id\":\"last\",\"request\":\"hello\"}");
    let run = mankala_reading(&["engine"], &input).done().quiet();
    let mut finals: BTreeMap<String, u32> = BTreeMap::new();
    for line in run.objects() {
        let error = line["id"].as_u64().is_none_or(|id| id % 4 == 3) && line["id"] != "last";
        assert_eq!(keys(&line), ["id", if error { "error" } else { "answer" }], "{line}");
        *finals.entry(line["id"].to_string()).or_default() += 1;
    }
    assert_eq!(finals.remove("null"), Some(3));
    assert_eq!(finals.len(), 301);
    assert!(finals.values().all(|&count| count == 1), "{finals:?}");
}

#[test]
fn cancellation_works_during_a_search() {
    let mut engine = Engine::start();
    // More than there are cores, so that some wait for others.
    for id in 0..20 {
        engine.say(&endless(id));
    }
    engine.say(&json!({ "id": "ping", "request": "hello" }));
    assert_eq!(engine.hear()["id"], "ping");
    engine.say(&endless(3));
    let twice = engine.hear();
    assert_eq!((&twice["id"], &twice["error"]["field"]), (&Value::Null, &json!("id")));
    engine.say(&json!({ "id": "small", "request": "position", "game": { "variant": "kalah" } }));
    assert_eq!(engine.hear()["id"], "small");
    engine.say(&json!({ "id": "none", "cancel": 99 }));
    let none = engine.hear();
    assert_eq!(none, json!({ "id": "none", "answer": { "cancelled": 99, "found": false } }));
    let mut finals = Vec::new();
    for id in (0..20).rev() {
        engine.say(&json!({ "cancel": id }));
        for _ in 0..2 {
            let line = engine.hear();
            if line["id"].is_null() {
                assert_eq!(line["answer"], json!({ "cancelled": id, "found": true }));
            } else {
                assert_eq!(line["answer"]["stopped"], true, "{line}");
                assert!(line["answer"]["move"].is_string(), "{line}");
                finals.push(line["id"].as_u64().expect("an id"));
            }
        }
    }
    finals.sort_unstable();
    assert_eq!(finals, (0..20).collect::<Vec<u64>>());
    // An id that was answered can be used again.
    engine.say(&json!({ "id": 3, "request": "hello" }));
    assert_eq!(engine.hear()["id"], 3);
    let Engine { mut child, input, mut output } = engine;
    drop(input);
    let mut left = String::new();
    output.read_to_string(&mut left).expect("the end");
    assert_eq!(left, "");
    assert!(child.wait().expect("it ends").success());
}

/// The most memory that an engine has had, in megabytes.
#[cfg(target_os = "linux")]
fn peak(engine: &Engine) -> u64 {
    let path = format!("/proc/{}/status", engine.child.id());
    let status = fs::read_to_string(path).expect("a status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kilobytes.map(|kilobytes: u64| kilobytes / 1000).expect("a number")
}

/// Requests that wait take no memory, and those that are worked on share what there is for all.
#[cfg(target_os = "linux")]
#[test]
fn many_requests_take_bounded_memory() {
    let mut engine = Engine::start();
    for id in 0..200 {
        let mut request = endless(id);
        request["player"] = json!("alphabeta:3600000ms");
        engine.say(&request);
    }
    for id in 0..200 {
        engine.say(&json!({ "cancel": id, "id": "cancel" }));
    }
    for _ in 0..400 {
        let line = engine.hear();
        let is_found = line["answer"]["found"] == true;
        assert!(is_found || line["answer"]["move"].is_string(), "{line}");
    }
    assert!(peak(&engine) < 600, "{} MB after searches", peak(&engine));
    // Each byte is a mistake.
    let text = "\r".repeat(1_000_000);
    for id in 0..12 {
        engine.say(&json!({ "id": id, "request": "check", "text": text }));
    }
    for _ in 0..12 {
        let line = engine.hear();
        assert_eq!(line["answer"]["ok"], false, "{line}");
        assert_eq!(line["answer"]["mistakes_left_out"], 999_980, "{line}");
    }
    assert!(peak(&engine) < 1200, "{} MB after texts", peak(&engine));
}

#[test]
fn progress_comes_before_the_answer() {
    let mut engine = Engine::start();
    engine.say(&json!({
        "id": 1, "every": 0, "request": "choose", "player": "alphabeta:4",
        "game": { "variant": "kalah" },
    }));
    for depth in 1..=4 {
        let line = engine.hear();
        assert_eq!(keys(&line), ["id", "progress"]);
        assert_eq!(line["progress"]["depth"], depth);
    }
    let line = engine.hear();
    assert_eq!(line["answer"]["depth"], 4);
    drop(engine.input);
    assert!(engine.child.wait().expect("it ends").success());
}

/// A client that is gone leaves nothing behind, whether it closed its end or was killed.
#[cfg(unix)]
#[test]
fn the_engine_ends_without_a_reader() {
    let Engine { mut child, mut input, output } = Engine::start();
    writeln!(input, "{}", endless(1)).expect("the engine reads");
    drop(output);
    let begin = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if begin.elapsed() > Duration::from_secs(20) {
            child.kill().expect("it runs");
            panic!("the engine goes on");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The client of the README plays a game to its end.
#[test]
fn the_client_of_the_readme_plays() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    let mut blocks = readme.split("```python\n").skip(1);
    let code = blocks.find_map(|block| {
        let code = block.split("```").next()?;
        code.contains("\"engine\"").then_some(code)
    });
    let code = code.expect("a client");
    assert!(code.lines().filter(|line| !line.is_empty()).count() <= 10, "{code}");
    let programs = Path::new(env!("CARGO_BIN_EXE_mankala")).parent().expect("a folder");
    let paths = env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(programs.to_owned()).chain(env::split_paths(&paths));
    let run = Command::new("python3")
        .args(["-c", code])
        .env("PATH", env::join_paths(paths).expect("paths"))
        .output();
    let run = match run {
        Ok(run) => run,
        // Without a Python there is nobody to play.
        Err(error) if error.kind() == ErrorKind::NotFound => return,
        Err(error) => panic!("{error}"),
    };
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{err}");
    let moves: Vec<&str> = out.split_whitespace().collect();
    let loaded = mankala::Catalogue::new().load("kalah", &[]).expect("kalah");
    let mut game = loaded.game();
    for mv in moves {
        game.play(mv).expect("a legal move");
    }
    assert!(game.result().is_some(), "{out}");
}
