//! Programs as players: they play the games of the player that they wrap, and each failure is told.

use std::env;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use mankala::play::matches::{MatchHeader, Played};
use mankala::play::players::Own;
use mankala::variant::moves;
use mankala::{AnyPosition, Catalogue, Dice, Game, MatchSpec, Move, Player, PlayerSpec};
use serde_json::Value;

use crate::common::run::{folder, mankala, path};

mod kgp;

/// Plays the legal move that is the last in the alphabet, like the program in the documentation. Draws a number for each move, like every
/// program.
struct Last;

impl Player for Last {
    fn choose(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Move, AnyPosition)> {
        let _ = dice.bits();
        let moves = moves(game.variant(), game.position(), stop).into_iter();
        moves.max_by_key(|&(mv, after)| game.write_move(mv, after))
    }
}

/// Player that is [`Last`].
const LAST: Own = Own { name: "last", version: "1.0", make: |_| Box::new(Last) };

/// Plays like `alphabeta:6` with the seed of the request.
struct Seeded;

impl Player for Seeded {
    fn choose(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Move, AnyPosition)> {
        let seed = dice.bits();
        let player: PlayerSpec = "alphabeta:6".parse().expect("a player");
        player.player().choose(game, &mut Dice::seeded(seed), stop)
    }
}

/// Quotes a path for a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display())
}

/// Saves the program of `docs/engine.md`, changed, and returns the player; `None` without Python.
fn bot(folder: &Path, change: impl Fn(&str) -> String) -> Option<String> {
    if Command::new("python3").arg("-V").output().is_err() {
        return None;
    }
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/engine.md");
    let docs = fs::read_to_string(docs).expect("the documentation");
    let code = docs.split("```python\n").nth(1).expect("a program");
    let code = code.split("```").next().expect("its end");
    let file = folder.join("bot.py");
    fs::write(&file, change(code)).expect("a file");
    let programs = PathBuf::from(env!("CARGO_BIN_EXE_mankala"));
    let programs = programs.parent().expect("a folder").to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(programs).chain(env::split_paths(&others));
    let paths = env::join_paths(paths).expect("paths");
    Some(format!("exec:env PATH={} python3 {}", quoted(paths.as_ref()), quoted(&file)))
}

/// Returns the moves of the games of a match file or its output.
fn moves_of(lines: &str) -> Vec<Value> {
    let games = lines.lines().map(|line| {
        let line: Value = serde_json::from_str(line).expect("JSON");
        line["moves"].clone()
    });
    games.filter(Value::is_array).collect()
}

/// Number of games of a match; the documented program starts another one for each move, which takes long.
const GAMES: u64 = 2;

/// Plays the match against `greedy` in this process, and compares it with the match of the program.
fn same_games(program: &str, own: Own, variant: &str, rounds: bool, threads: u32) {
    let loaded = Catalogue::new().load(variant, &[]).expect("a variant");
    let players = [PlayerSpec::Own(own), PlayerSpec::Greedy];
    let spec = MatchSpec {
        opening_plies: 2,
        rounds: rounds.then_some(loaded.rounds),
        ..MatchSpec::new(players, GAMES, 3)
    };
    let header = MatchHeader::new(variant, loaded.digest(), &spec);
    let mut expected = String::new();
    let mut sink = |games: Vec<(Played, String)>| {
        expected.extend(games.iter().map(|(_, line)| format!("{line}\n")));
        ControlFlow::Continue(())
    };
    loaded.variant.play_games(&header, &spec, 0..GAMES, 1, &|| false, &mut sink);
    let line = format!(
        "match {variant} --north greedy --games {GAMES} --seed 3 --opening-plies 2 --threads {threads}{}",
        if rounds { " --rounds" } else { "" }
    );
    let mut line: Vec<&str> = line.split(' ').collect();
    line.extend(["--south", program]);
    let run = mankala(&line).done();
    assert_eq!(moves_of(&run.out), moves_of(&expected), "{variant}");
    let stated = run.objects()[0]["players"][0].clone();
    assert_eq!(stated, program);
}

#[test]
fn the_documented_program_plays_the_games_of_its_player() {
    let folder = folder("documented-program");
    let Some(bot) = bot(&folder, str::to_owned) else {
        return;
    };
    same_games(&bot, LAST, "kalah", false, 2);
    same_games(&bot, LAST, "kalah:board.columns=3,setup.seeds=2", false, 2);
    same_games(&bot, LAST, "zanzibar-bao", false, 2);
    same_games(&bot, LAST, "congkak", true, 2);
    let file = folder.join("mine.toml");
    let text = mankala(&["new", "mine", "--from", "oware"]).done().out;
    fs::write(&file, text).expect("a file");
    let play = |north: &str| {
        mankala(&["match", path(&file), "--south", &bot, "--north", north, "--games", "1"])
    };
    assert_eq!(play(&bot).done().objects().len(), 1);
}

#[test]
fn the_engine_plays_the_games_of_its_player() {
    let program = format!("exec:{} engine", quoted(Path::new(env!("CARGO_BIN_EXE_mankala"))));
    let own = Own { name: "seeded", version: "1.0", make: |_| Box::new(Seeded) };
    same_games(&program, own, "kalah:board.columns=4", false, 2);
}

#[test]
fn failures_of_programs_are_told() {
    let cases = [
        ("no-such-program", "could not start \"no-such-program\""),
        ("sh -c 'exit 3'", "it ended without an answer (exit status: 3)"),
        ("sh -c 'exec >&-; sleep 9'", "it closed its output"),
        ("sleep 9", "no answer in 1 s; --exec-timeout SECONDS allows more"),
        ("yes hello", r#"expected a line like {"id":1,"answer":{"move":"MOVE"}}, found "hello""#),
        ("cat /dev/zero", "(4194304 bytes)"),
        ("sh -c 'printf {; sleep 9'", "no answer in 1 s"),
        ("echo '{'", r#"found "{""#),
        ("echo '[1,[\"A1\"]]'", "found \"[1,"),
        (r#"echo '{"id":2,"answer":{"move":"A1"}}'"#, r#"like {"id":1,"#),
        (r#"echo '{"id":1,"answer":{"move":null}}'"#, "null}}"),
        (r#"echo '{"id":1,"error":{"message":"I give up"}}'"#, "I give up"),
        (r#"echo '{"id":1,"answer":{"move":"Z9"}}'"#, "\"Z9\""),
    ];
    for (command, expected) in cases {
        let player = format!("exec:{command}");
        let arguments = ["--south", &player, "--north", &player, "--exec-timeout", "1"];
        let begin = Instant::now();
        let line = [&["match", "kalah", "--games", "2"][..], &arguments].concat();
        mankala(&line).refused(&[&format!("{player}: "), expected, "stopped after 0 of 2 games"]);
        let line = [&["play", "kalah"][..], &arguments].concat();
        mankala(&line).refused(&[&format!("{player}: "), expected]);
        assert!(begin.elapsed() < Duration::from_secs(8), "{command}");
    }
}

#[test]
fn programs_are_refused_elsewhere() {
    for line in [
        "compare kalah --player",
        "compare kalah --judge",
        "design --goal turns=5..9 --out new --player",
    ] {
        let line: Vec<&str> = line.split(' ').chain(["exec:yes"]).collect();
        let run = mankala(&line).misused();
        assert!(run.err.contains("programs play only in play, match and ladder"), "{run:?}");
    }
    for player in ["exec:", "exec:\"yes"] {
        let run = mankala(&["play", "kalah", "--north", player]).misused();
        assert!(run.err.contains("expected exec:COMMAND"), "{run:?}");
    }
    let request = br#"{"request":"choose","game":{"variant":"kalah"},"player":"exec:yes"}"#;
    let watch = mankala::api::Watch::NONE;
    let answer = mankala::api::respond(&Catalogue::new(), request, &watch);
    assert!(answer.contains("programs play only in play, match and ladder"), "{answer}");
}

#[test]
fn a_transcript_starts_no_program() {
    let folder = folder("transcript-of-program");
    let (game, trace) = (folder.join("game"), folder.join("trace"));
    let program = format!("exec:touch {}", quoted(&trace));
    let line = ["play", "kalah", "--north", "greedy", "--save", path(&game), "--resume"];
    mankala(&[&line[..], &["--south", &program]].concat()).refused(&["ended without"]);
    assert!(fs::read_to_string(&game).expect("a transcript").contains(&program));
    fs::remove_file(&trace).expect("the program ran");
    mankala(&line).refused(&["expected South \"human\"", "exec:touch"]);
    assert!(!trace.exists());
}

#[test]
fn a_match_goes_on_after_a_failure() {
    let folder = folder("match-goes-on");
    let file = folder.join("games");
    // Each start of the program is good for thirty moves.
    let weak = |code: &str| {
        let read = "    request = json.loads(line)\n";
        assert!(code.contains(read));
        code.replace(read, &format!("{read}    if request[\"id\"] > 30: sys.exit(4)\n"))
    };
    let Some(bot) = bot(&folder, weak) else {
        return;
    };
    let line = [
        "match",
        "kalah:board.columns=3",
        "--south",
        &bot,
        "--north",
        "greedy",
        "--games",
        "12",
        "--threads",
        "1",
    ];
    let whole = [&line[..], &["--out", path(&file), "--resume"]].concat();
    let mut failures = 0;
    while failures < 12 {
        let run = mankala(&whole);
        if run.status == Some(0) {
            break;
        }
        run.refused(&["exit status: 4", " games; --resume continues"]);
        failures += 1;
    }
    assert!((1..12).contains(&failures), "{failures}");
    let games = moves_of(&fs::read_to_string(&file).expect("games"));
    assert_eq!(games.len(), 12);
}

#[test]
fn programs_end_with_the_run() {
    let folder = folder("programs-end");
    let (started, late) = (folder.join("started"), folder.join("late"));
    let [first, second] = [&started, &late].map(|file| quoted(file));
    let player =
        format!("exec:sh -c '(sleep 2; touch \"$1\") & echo $$ > \"$0\"; wait' {first} {second}");
    let line = ["match", "kalah", "--south", &player, "--north", "greedy", "--games", "1"];
    let is_gone = || {
        let id = fs::read_to_string(&started).expect("its number");
        let kill = Command::new("kill").args(["-0", id.trim()]).stderr(Stdio::null()).status();
        !kill.expect("kill").success()
    };
    mankala(&[&line[..], &["--exec-timeout", "1"]].concat()).refused(&["no answer in 1 s"]);
    assert!(is_gone());
    fs::remove_file(&started).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_mankala"))
        .args(line)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let begin = Instant::now();
    while fs::read_to_string(&started).unwrap_or_default().is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(20), "not started");
        sleep(Duration::from_millis(10));
    }
    assert!(!is_gone());
    let begin = Instant::now();
    let id = child.id().to_string();
    let kill = Command::new("kill").args(["-INT", &id]).status();
    assert!(kill.expect("kill").success());
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    // 200 ms are promised; a busy machine needs longer.
    assert!(begin.elapsed() < Duration::from_secs(10));
    assert!(is_gone());
    // What the program has started is gone too.
    sleep(Duration::from_secs(3));
    assert!(!late.exists());
}
