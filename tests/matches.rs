//! Matches: the same games however they are spread, and files that are whole or refused.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Command, Output};

use mankala::play::matches::{MatchHeader, Played, Reason, Shard};
use mankala::{Catalogue, MatchSpec, PlayerSpec};
use serde_json::Value;

use crate::common::{is_blessing, tries, variants};

const VARIANT: &str = "zanzibar-bao";

/// Plays a match and returns its records.
fn games(spec: &MatchSpec, threads: usize) -> Vec<(Played, String)> {
    games_of(VARIANT, spec, threads)
}

fn games_of(variant: &str, spec: &MatchSpec, threads: usize) -> Vec<(Played, String)> {
    let loaded = Catalogue::new().load(variant, &[]).expect("a variant");
    let header = MatchHeader::new(variant, loaded.digest(), spec);
    let mut records = Vec::new();
    let stop = || false;
    let mut sink = |games: Vec<(Played, String)>| {
        records.extend(games);
        ControlFlow::Continue(())
    };
    loaded.variant.play_games(&header, spec, 0..spec.games, threads, &stop, &mut sink);
    records
}

fn players(south: &str, north: &str) -> [PlayerSpec; 2] {
    [south, north].map(|name| name.parse().expect(name))
}

#[test]
fn any_number_of_threads_plays_the_same_games() {
    let random =
        MatchSpec { opening_plies: 3, ..MatchSpec::new(players("random", "greedy"), 501, 5) };
    let search = MatchSpec::new(players("alphabeta:2", "mcts:20"), 10, 5);
    for spec in [random, search] {
        let one = games(&spec, 1);
        assert_eq!(one.len() as u64, spec.games);
        assert!((0..).zip(&one).all(|(number, (played, _))| played.game == number));
        for threads in [2, 5] {
            assert_eq!(games(&spec, threads), one);
        }
    }
}

#[test]
fn every_variant_is_played_by_every_player() {
    let pairs = [("random", "greedy"), ("alphabeta:3", "mcts:30")];
    let games = tries(6, 700) as u64;
    for variant in Catalogue::new().names() {
        for (south, north) in pairs {
            let spec =
                MatchSpec { opening_plies: 2, ..MatchSpec::new(players(south, north), games, 3) };
            let records = games_of(variant, &spec, 2);
            assert_eq!(records, games_of(variant, &spec, 1), "{variant}");
            replay(variant, &records);
        }
    }
}

/// All random games end, and `docs/endings.md` lists those that repetition can end.
#[test]
fn random_games_end() {
    let each = 1000;
    let mut repeated = BTreeMap::new();
    for (name, _) in variants() {
        let spec =
            MatchSpec { ply_limit: 100_000, ..MatchSpec::new([PlayerSpec::Random; 2], each, 1) };
        let games = games_of(name, &spec, 2);
        let ended_by = |reason| games.iter().filter(|(played, _)| played.reason == reason).count();
        let open = ended_by(Reason::PlyLimit);
        assert!(open == 0, "{name}: {open} of {each} games do not end");
        let count = ended_by(Reason::Repetition);
        if count > 0 {
            repeated.insert(name, count);
        }
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/endings.md");
    let page = fs::read_to_string(&path).expect("a page");
    let (head, rows) = page.split_once("|---|---|\n").expect("a table");
    let row = |(name, count): (&&str, &usize)| format!("| `{name}` | {count} |\n");
    let table: String = repeated.iter().map(row).collect();
    if is_blessing() {
        fs::write(&path, format!("{head}|---|---|\n{table}")).expect("written");
    } else {
        assert!(rows == table, "docs/endings.md is out of date; INSTA_UPDATE=always writes it");
    }
}

/// Games of players who seek captures end, too. Such players can repeat positions for ever where chance soon leaves them.
#[test]
fn games_of_better_players_end() {
    for (name, _) in variants() {
        for (player, games) in [("alphabeta:2", 10), ("greedy", 30)] {
            let both = players(player, player);
            let spec =
                MatchSpec { ply_limit: 20_000, opening_plies: 2, ..MatchSpec::new(both, games, 1) };
            let played = games_of(name, &spec, 2);
            let open = played.iter().filter(|(played, _)| played.result.is_none()).count();
            assert!(open == 0, "{name}, {player}: {open} games do not end");
        }
    }
}

#[test]
fn pairs_share_their_opening_and_change_seats() {
    let spec = MatchSpec { opening_plies: 4, ..MatchSpec::new(players("random", "greedy"), 20, 1) };
    let records: Vec<Value> =
        games(&spec, 2).iter().map(|(_, line)| serde_json::from_str(line).expect("JSON")).collect();
    let opening = |record: &Value| record["moves"].as_array().expect("moves")[..4].to_vec();
    let mut openings = Vec::new();
    for pair in records.chunks(2) {
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
        openings.push(opening(&pair[0]));
        assert_eq!(pair[0]["south"], "random 1.0");
        assert_eq!(pair[0]["north"], "greedy 1.0");
        assert_eq!(pair[1]["south"], "greedy 1.0");
        assert_eq!(pair[1]["north"], "random 1.0");
    }
    openings.dedup();
    assert!(openings.len() > 1, "all openings are the same");
}

#[test]
fn records_replay_to_their_last_position() {
    let spec = MatchSpec::new(players("random", "greedy"), 40, 9);
    replay(VARIANT, &games(&spec, 2));
}

/// Plays the moves of finished games again and compares how they end.
fn replay(variant: &str, records: &[(Played, String)]) {
    let loaded = Catalogue::new().load(variant, &[]).expect("a variant");
    for (played, line) in records {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let mut game = loaded.game();
        for mv in record["moves"].as_array().expect("moves") {
            let text = mv.as_str().expect("a text");
            assert_eq!(game.play(text).expect(text), text);
        }
        assert_eq!(game.text(), record["position"], "{variant}");
        assert_eq!(game.result(), played.result);
        assert_eq!(game.plies() as u64, record["plies"]);
        if let Some(ending) = game.ending() {
            assert_eq!(ending.to_string(), record["reason"]);
        }
    }
}

#[test]
fn a_game_at_the_limit_is_unfinished() {
    let spec = MatchSpec {
        ply_limit: 8,
        opening_plies: 20,
        ..MatchSpec::new(players("random", "random"), 50, 2)
    };
    for (played, line) in games(&spec, 1) {
        assert!(played.plies <= 8);
        if played.reason == Reason::PlyLimit {
            assert_eq!((played.plies, played.result), (8, None));
            assert!(line.contains(r#""result":null,"reason":"ply_limit""#));
            assert!(!line.contains("result="));
        }
    }
}

#[test]
fn shards_cover_all_games_in_whole_pairs() {
    for (games, of) in [(1, 1), (10, 3), (11, 3), (5, 8), (1000, 7)] {
        let mut due = 0;
        for number in 1..=of {
            let shard: Shard = format!("{number}/{of}").parse().expect("a shard");
            let part = shard.games(games);
            assert_eq!(part.start, due);
            assert!(part.end.is_multiple_of(2) || part.end == games);
            due = part.end;
        }
        assert_eq!(due, games);
    }
    for wrong in ["", "1", "0/3", "4/3", "1/0", "a/b", "-1/3", "1/2/3"] {
        assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
    }
}

/// A folder for the files of one test, empty.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("matches-{name}"));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn run(&self, arguments: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_mankala"))
            .args(arguments.split_whitespace())
            .current_dir(&self.0)
            .output()
            .expect("the program")
    }

    fn done(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments}: {errors}");
        String::from_utf8(output.stdout).expect("text")
    }

    fn refused(&self, arguments: &str, expected: &str) {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments}: {errors}");
        assert!(errors.contains(expected), "{arguments}: {errors}");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).expect(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.0.join(name), bytes).expect(name);
    }
}

const MATCH: &str = "match zanzibar-bao --south greedy --north random --games 51 --opening-plies 2";

#[test]
fn merged_parts_are_the_whole_match() {
    let folder = Folder::new("merge");
    let summary = folder.done(&format!("{MATCH} --out whole"));
    for number in 1..=3 {
        folder.done(&format!("{MATCH} --shard {number}/3 --out part{number}"));
    }
    assert_eq!(folder.done("merge part2 part3 part1 --out merged"), summary);
    assert_eq!(folder.read("merged"), folder.read("whole"));
    // What is printed is the games; a file says in its first line what it is.
    let whole = String::from_utf8(folder.read("whole")).expect("text");
    let (first, games) = whole.split_once('\n').expect("lines");
    let first: Value = serde_json::from_str(first).expect("JSON");
    assert_eq!(first["format"], "mankala match");
    assert_eq!(first["shard"], "1/1");
    assert_eq!(folder.done("merge part3 part2 part1"), games);
    assert_eq!(folder.done(MATCH), games);
    folder.write("printed", folder.done(&format!("{MATCH} --shard 2/3")).as_bytes());
    assert_eq!(folder.done("merge part3 printed part1"), games);

    folder.refused("merge part1 part3 --out other", "missing: games 16 to 33");
    folder.refused("merge part1 part2 part3 part2", "part2 and part2 both hold games 16 to 33");
    folder.refused("merge whole part2", "whole and part2 both hold games 16 to 33");
    folder.done(&format!("{MATCH} --seed 2 --shard 2/3 --out foreign"));
    folder.refused(
        "merge part1 foreign part3",
        "foreign does not belong to part1: seed is \"2\", not \"1\"",
    );
    let mut torn = folder.read("part2");
    torn.truncate(torn.len() - 7);
    folder.write("torn", &torn);
    folder.refused("merge part1 torn part3", "torn ends within a record");
    folder.write("text", b"hello\n");
    folder.refused("merge part1 text", "text: line 1: expected a line with a checksum");
    folder.refused("replay whole", "expected a transcript, found the games of a match");
    // A single game is replayed and converted like a transcript.
    let record: Value = serde_json::from_str(games.lines().nth(7).expect("a game")).expect("JSON");
    let replayed = folder.done("replay whole --game 7 --json");
    let lines = replayed.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let plies: Vec<Value> = lines.collect();
    let moves: Vec<&Value> = plies.iter().filter_map(|ply| ply.get("move")).collect();
    assert_eq!(moves, record["moves"].as_array().expect("moves").iter().collect::<Vec<_>>());
    assert_eq!(plies.last().expect("the end")["plies"], record["plies"]);
    folder.write("one", folder.done("convert whole --game 7").as_bytes());
    assert_eq!(folder.done("replay one --json"), replayed);
    folder.refused("replay whole --game 51", "the file has no game 51");
    folder.refused("merge nowhere", "nowhere: ");
    folder.refused("merge part1 part2 part3 --out whole", "the file exists");
    folder.done("merge part1 part2 part3 --out merged --force");
    assert_eq!(folder.read("merged"), whole.as_bytes());
    assert!(!folder.0.join("other").exists());
}

#[test]
fn resume_continues_at_the_end_of_the_file() {
    let folder = Folder::new("resume");
    let summary = folder.done(&format!("{MATCH} --shard 2/2 --out whole"));
    let whole = folder.read("whole");
    let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').collect();
    let cuts =
        [0, 1, ends[0], ends[0] + 1, ends[9] + 1, ends[9] + 200, whole.len() - 1, whole.len()];
    for cut in cuts {
        folder.write("part", &whole[..cut]);
        let resumed = folder.done(&format!("{MATCH} --shard 2/2 --out part --resume"));
        assert_eq!(folder.read("part"), whole, "cut at {cut}");
        assert_eq!(resumed, summary, "cut at {cut}");
    }
    folder.done(&format!("{MATCH} --shard 2/2 --out new --resume"));
    assert_eq!(folder.read("new"), whole);

    folder.refused(&format!("{MATCH} --shard 2/2 --out whole"), "the file exists");
    folder.refused(
        &format!("{MATCH} --shard 1/2 --out whole --resume"),
        "the file holds games of another match: shard is \"2/2\", not \"1/2\"",
    );
    folder.refused(
        &format!("{MATCH} --seed 3 --shard 2/2 --out whole --resume"),
        "whole: the file holds games of another match: seed is \"1\", not \"3\"",
    );
    let gap = [&whole[..=ends[1]], &whole[ends[2] + 1..]].concat();
    folder.write("gap", &gap);
    folder.refused(
        &format!("{MATCH} --shard 2/2 --out gap --resume"),
        "line 3: expected game 27, found game 28",
    );
    assert_eq!(folder.read("whole"), whole);
    assert_eq!(folder.read("gap"), gap);
    let usage = folder.run(&format!("{MATCH} --resume"));
    assert_eq!(usage.status.code(), Some(2));
}

#[test]
fn the_summary_counts_unfinished_games_apart() {
    let folder = Folder::new("summary");
    let text = folder.done(&format!("{MATCH} --ply-limit 30 --out games --json"));
    let summary: Value = serde_json::from_str(&text).expect("JSON");
    let count = |key: &str, what: &str| summary[key][what].as_u64().expect(what);
    let unfinished = summary["unfinished"].as_u64().expect("a number");
    assert!(unfinished > 0);
    assert_eq!(summary["reasons"]["ply_limit"], unfinished);
    for key in ["player_a", "player_b", "first_player"] {
        let finished = count(key, "wins") + count(key, "draws") + count(key, "losses");
        assert_eq!(finished + unfinished, 51);
        let score = &summary[key]["score"];
        assert!(score["low"].as_f64() <= score["value"].as_f64());
        assert!(score["value"].as_f64() <= score["high"].as_f64());
    }
    assert_eq!(count("player_a", "wins"), count("player_b", "losses"));
}

/// Printed games have no header line, so their own fields say whether the match is over rounds.
#[test]
fn printed_games_of_rounds_can_be_read() {
    let folder = Folder::new("printed-rounds");
    let games = "match lamosh --rounds --south random --north random --games 4";
    let printed = folder.done(games);
    assert!(!printed.is_empty());
    for line in printed.lines() {
        assert_eq!(line.matches("\"rounds\":").count(), 1, "{line}");
    }
    folder.write("printed", printed.as_bytes());
    folder.done(&format!("{games} --out kept"));
    let merged = folder.done("merge printed --out merged --json");
    assert_eq!(merged, folder.done("merge kept --out again --json"));
    // So does a game that is converted.
    folder.refused("convert kept", "--game N chooses one");
    folder.done("convert kept --game 0 --out converted");
    folder.done("replay converted");
}

/// Players who leave only equal moves to chance repeat a small game again and again; random games count one by one.
#[test]
fn one_repeated_game_has_no_interval() {
    let folder = Folder::new("repeats");
    let play = |who: &str, more: &str| {
        folder.done(&format!(
            "match kalah --set setup.seeds=2 --south {who} --north {who} --games 10 {more}"
        ))
    };
    let summary = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let found = summary(&play("alphabeta:4", "--out same --json"));
    assert_eq!(found["different"], 1.0);
    for key in ["player_a", "player_b", "first_player"] {
        let score = &found[key]["score"];
        assert!(score["value"].is_f64() && score["low"].is_null() && score["high"].is_null());
    }
    let resumed = summary(&play("alphabeta:4", "--out same --resume --json"));
    assert_eq!(resumed, found);
    let merged = summary(&folder.done("merge same --out whole --json"));
    assert_eq!(merged, found);
    let text = play("alphabeta:4", "--out text");
    assert!(text.contains("all 10 games are identical"), "{text}");
    let random = summary(&play("random", "--out random --json"));
    assert!(random["effective"].is_null());
    assert!(random["player_a"]["score"]["low"].is_f64());
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_whole_records() {
    let folder = Folder::new("interrupt");
    let arguments =
        "match zanzibar-bao --south alphabeta:3 --north random --games 1000000 --out games";
    let mut program = Command::new(env!("CARGO_BIN_EXE_mankala"))
        .args(arguments.split_whitespace())
        .current_dir(&folder.0)
        .stderr(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("the program");
    let path = folder.0.join("games");
    while std::fs::metadata(&path).map_or(0, |found| found.len()) == 0 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let interrupt = Command::new("kill").args(["-INT", &program.id().to_string()]).status();
    assert!(interrupt.expect("kill").success());
    assert_eq!(program.wait().expect("an end").code(), Some(130));
    let text = String::from_utf8(folder.read("games")).expect("text");
    assert!(text.ends_with('\n'));
    let spec = MatchSpec::new(players("alphabeta:3", "random"), 1_000_000, 1);
    let loaded = Catalogue::new().load(VARIANT, &[]).expect("a variant");
    let header = MatchHeader::new(VARIANT, loaded.digest(), &spec);
    let mut lines = text.lines().skip(1).take(20);
    let mut sink = |games: Vec<(Played, String)>| {
        for (_, line) in games {
            assert_eq!(lines.next(), Some(line.as_str()));
        }
        ControlFlow::Continue(())
    };
    let games = 0..(text.lines().count() as u64 - 1).min(20);
    let stop = || false;
    loaded.variant.play_games(&header, &spec, games, 1, &stop, &mut sink);
}
