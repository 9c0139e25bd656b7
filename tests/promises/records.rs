//! Files of games: whatever happens to a byte of one is noticed, and foreign files stay as they are.

use std::fs;
use std::ops::Range;

use mankala::Dice;
use serde_json::Value;

use super::program::{Folder, end, wait_until};
use crate::common::run::forged;

const MATCH: &str =
    "match kalah --set setup.seeds=3 --south greedy --north random --games 12 --opening-plies 2";

#[test]
fn the_header_describes_the_match() {
    let folder = Folder::new("heading");
    folder.done(&format!("{MATCH} --shard 2/3 --seed 5 --out games"));
    let text = folder.text("games");
    let first: Value = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["format"], "mankala match");
    assert_eq!(first["format_version"], 1);
    assert_eq!(first["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(first["variant"], "kalah:setup.seeds=3");
    assert_eq!(first["rules"].as_str().map(str::len), Some(16));
    assert_eq!(first["players"][0], "greedy 1.0");
    let numbers = ["games", "seed", "opening_plies", "ply_limit"].map(|key| first[key].as_u64());
    assert_eq!(numbers, [12, 5, 2, 2000].map(Some));
    assert_eq!(first["shard"], "2/3");
    assert_eq!(text.lines().count(), 1 + 4);
}

/// Equal games are one match, however their changes are spelled.
#[test]
fn labels_contain_only_changes() {
    let folder = Folder::new("label");
    let play = "--south random --north random --games 4 --out";
    folder.done(&format!("match kalah:setup.seeds=3,board.columns=5 {play} a"));
    folder.done(&format!(
        "match kalah --set board.columns=5 --set setup.seeds=9 --set setup.seeds=3 {play} b"
    ));
    assert_eq!(folder.text("a"), folder.text("b"));
    folder.done(&format!("match kalah --set setup.seeds=4 {play} c"));
    folder.done(&format!("match kalah {play} d"));
    assert_eq!(folder.text("c"), folder.text("d"));
}

/// One bit of a file is another: nobody goes on with it, joins it or takes it for true.
#[test]
fn every_flipped_bit_is_detected() {
    let folder = Folder::new("flips");
    let shard = |number: u32| format!("{MATCH} --shard {number}/2 --out part{number}");
    folder.done(&shard(1));
    folder.done(&shard(2));
    let whole = folder.read("part1");
    let mut dice = Dice::seeded(11);
    let last = u32::try_from(whole.len() - 1).expect("a small file");
    let size = last + 1;
    // The line feed at the end apart, anywhere.
    for round in 0..60 {
        let at = dice.below(size) as usize;
        let bit = dice.below(8);
        let mut flipped = whole.clone();
        flipped[at] ^= 1 << bit;
        if at == last as usize {
            continue;
        }
        folder.write("part1", &flipped);
        let resumed = folder.run(&format!("{} --resume", shard(1)));
        assert_eq!(resumed.status, Some(1), "round {round}, byte {at}, bit {bit}: {resumed:?}");
        assert_eq!(folder.read("part1"), flipped);
        for command in ["verify part1", "merge part1 part2", "merge part2 part1 --out whole"] {
            let run = folder.run(command);
            assert_eq!(run.status, Some(1), "{command}, byte {at}, bit {bit}: {run:?}");
        }
    }
    // Without its line feed the last game is not whole, and played again.
    let mut flipped = whole.clone();
    flipped[last as usize] ^= 4;
    folder.write("part1", &flipped);
    folder.refused("merge part1 part2", "part1 ends within a record");
    assert!(folder.run("verify part1").err.contains("the last line is truncated"));
    folder.done(&format!("{} --resume", shard(1)));
    assert_eq!(folder.read("part1"), whole);
}

#[test]
fn a_foreign_file_is_never_changed() {
    let folder = Folder::new("foreign");
    folder.done(&format!("{MATCH} --out games"));
    let games = folder.text("games");
    let (first, records) = games.split_once('\n').expect("lines");
    let crlf = games.replace('\n', "\r\n");
    let mut one_crlf = games.clone();
    one_crlf.truncate(games.len() - 1);
    one_crlf.push_str("\r\n");
    let foreign: [(&str, Vec<u8>); 10] = [
        ("no line end", b"x".repeat(3_000_000)),
        ("no line end, JSON", br#"{"variant":"kalah","#.to_vec()),
        ("text", b"hello\nworld\n".to_vec()),
        ("nothing but zeros", vec![0; 5000]),
        ("CR LF", crlf.into_bytes()),
        ("CR LF once", one_crlf.into_bytes()),
        ("printed games", records.as_bytes().to_vec()),
        ("something behind the games", format!("{games}notes of mine").into_bytes()),
        ("zeros behind the games", [games.as_bytes(), &[0; 100]].concat()),
        ("another kind", first.replace("mankala match", "mankala tables").into_bytes()),
    ];
    for (what, bytes) in foreign {
        folder.write("file", &bytes);
        let run = folder.run(&format!("{MATCH} --out file --resume"));
        assert_eq!(run.status, Some(1), "{what}: {run:?}");
        assert!(run.err.starts_with("error: file: "), "{what}: {run:?}");
        assert!(folder.read("file") == bytes, "{what} was changed");
    }
    folder.write("file", games.replace('\n', "\r\n"));
    folder.refused(&format!("{MATCH} --out file --resume"), "CR LF");
    folder.write("file", "");
    folder.done(&format!("{MATCH} --out file --resume"));
    assert_eq!(folder.text("file"), games);
}

#[test]
fn two_matches_never_write_to_the_same_file() {
    let folder = Folder::new("two");
    let long = "match zanzibar-bao --south alphabeta:3 --north random --games 100000 --out games";
    let mut first = folder.start(long);
    wait_until("games", || folder.path("games").exists() && folder.read("games").len() > 1000);
    folder.refused(&format!("{long} --resume"), "games: another command is writing to this file");
    folder.refused(&format!("{long} --force"), "games: another command is writing to this file");
    folder.refused(long, "games: the file exists");
    folder.refused("merge games", "games: a match is still writing to it");
    first.kill().expect("a kill");
    end(first);
    // Whoever was killed holds no lock.
    let mut second = folder.start(&format!("{long} --resume"));
    let before = folder.read("games").len();
    wait_until("more games", || folder.read("games").len() > before);
    second.kill().expect("a kill");
    end(second);
}

/// A game that took an hour is not kept back until the next one is over.
#[test]
fn finished_games_are_in_the_file_at_once() {
    let folder = Folder::new("slow");
    let mut child = folder.start(
        "match zanzibar-bao --south random --north alphabeta:60 --ply-limit 1 --games 2 --threads 2 --out games",
    );
    wait_until("the first game", || {
        fs::read_to_string(folder.path("games")).is_ok_and(|text| text.lines().count() == 2)
    });
    child.kill().expect("a kill");
    end(child);
    folder.done("verify games");
}

#[test]
fn verify_names_wrong_lines() {
    let folder = Folder::new("verify");
    let shard = |number: u32| format!("{MATCH} --shard {number}/2 --out part{number}");
    folder.done(&shard(1));
    folder.done(&shard(2));
    let true_text = folder.text("part1");
    let out = folder.done("verify part1");
    let first = true_text.lines().next().expect("a heading");
    let first: Value = serde_json::from_str(first).expect("JSON");
    let rules = first["rules"].as_str().expect("a digest");
    assert_eq!(
        out,
        format!(
            "part1: 6 of 6 games of kalah:setup.seeds=3 with the rules {rules}, all as recorded\n"
        )
    );

    let lines: Vec<&str> = true_text.lines().collect();
    let with = |lies: &[(usize, String)]| {
        let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        for (number, lie) in lies {
            lines[number - 1].clone_from(lie);
        }
        lines.join("\n") + "\n"
    };
    let forgeries: Vec<(usize, String)> = vec![
        (
            2,
            forged(lines[1], |record| {
                let won = record["result"] == "S";
                record["result"] = if won { "N" } else { "S" }.into();
            }),
        ),
        (
            4,
            forged(lines[3], |record| {
                let moves = record["moves"].as_array_mut().expect("moves");
                moves.swap(0, 1);
            }),
        ),
        (5, lines[4].replacen("random", "rendom", 1)),
        (
            7,
            forged(lines[6], |record| {
                record["position"] = "0,0,0,0,0,0/0,0,0,0,0,0 S captured=20,16 result=S".into();
            }),
        ),
    ];
    folder.write("part1", with(&forgeries));
    let run = folder.run("verify part1 --json");
    assert_eq!(run.status, Some(1), "{run:?}");
    let objects: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (summary, found) = objects.split_last().expect("a summary");
    let found: Vec<u64> = found.iter().filter_map(|lie| lie["line"].as_u64()).collect();
    assert_eq!(found, [2, 4, 5, 7]);
    assert_eq!(summary["lies"], 4);
    assert_eq!(summary["games"], 6);
    assert_eq!(summary["format"], "mankala match");
    let plain = folder.run("verify part1");
    assert_eq!(plain.status, Some(1));
    for line in [2, 4, 5, 7] {
        assert!(plain.out.contains(&format!("line {line}: ")), "{plain:?}");
    }
    // Whoever joins parts is not lied to either.
    for lie in forgeries {
        folder.write("part1", with(std::slice::from_ref(&lie)));
        folder.refused("merge part1 part2", &format!("part1: line {}: ", lie.0));
        folder.refused("merge part2 part1 --out whole", &format!("part1: line {}: ", lie.0));
    }
}

/// A change to a record that makes a lie of it.
type Change = fn(&mut Value);

/// Games that end early, late or otherwise, or in a match they are not of.
#[test]
fn an_impossible_game_is_an_error() {
    let folder = Folder::new("lies");
    folder.done(&format!("{MATCH} --shard 1/2 --out games"));
    let text = folder.text("games");
    let changes: [(Change, &str); 9] = [
        (|record| drop(record["moves"].as_array_mut().expect("moves").pop()), "plies"),
        (
            |record| {
                record["moves"].as_array_mut().expect("moves").pop();
                record["plies"] = (record["plies"].as_u64().expect("plies") - 1).into();
            },
            "the moves end",
        ),
        (|record| record["result"] = Value::Null, "a game must have a result, unless"),
        (|record| record["reason"] = "repetition".into(), "the moves end"),
        (|record| record["reason"] = "magic".into(), "magic"),
        (|record| record["south"] = "random 1.0".into(), "on the wrong sides"),
        (|record| record["opening"] = 1.into(), "opening"),
        (|record| record["game"] = 3.into(), "on the wrong sides"),
        (|record| record["seed"] = 9.into(), "seed is \"9\", not \"1\""),
    ];
    let second = text.lines().nth(1).expect("a game");
    for (change, sentence) in changes {
        folder.write("games", text.replacen(second, &forged(second, change), 1));
        let run = folder.run("verify games");
        assert_eq!(run.status, Some(1), "{sentence}: {run:?}");
        let lies: Vec<&str> = run.out.lines().filter(|line| line.starts_with("line ")).collect();
        assert_eq!(lies.len(), 1, "{sentence}: {run:?}");
        assert!(
            lies[0].starts_with("line 2: ") && run.out.contains(sentence),
            "{sentence}: {run:?}"
        );
    }
}

#[test]
fn games_of_an_own_file_are_verified_with_it() {
    let folder = Folder::new("own");
    folder.done("new mine --from kalah --out mine.toml");
    folder.done(
        "match mine.toml --set setup.seeds=3 --south random --north random --games 6 --out games",
    );
    // A record file never makes the program open a path.
    folder.refused("verify games", "unknown variant \"mine:setup.seeds=3\"");
    folder.refused("verify games --variant mine.toml", "the rules differ");
    folder.done("verify games --variant mine.toml:setup.seeds=3");
    let run = folder.run("merge games");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.err.contains("the games are not replayed"), "{run:?}");
    let run = folder.run("merge games --variant mine.toml:setup.seeds=3");
    assert!(!run.err.contains("not replayed"), "{run:?}");
    folder.refused("merge games --variant mine.toml", "the rules differ");
    let text = folder.text("games").replace("mine:", "./mine.toml:");
    let lines: Vec<String> = text.lines().map(|line| forged(line, |_| ())).collect();
    folder.write("games", lines.join("\n") + "\n");
    folder.refused("verify games", "unknown variant \"./mine.toml:setup.seeds=3\"");
}

/// Games of one variant that are said to be of another are not verified under that name.
#[test]
fn games_under_another_name_are_refused() {
    let folder = Folder::new("named");
    folder.done(
        "match kalah --set setup.seeds=3 --south random --north random --games 2 --out games",
    );
    let renamed = |line: &str| forged(line, |record| record["variant"] = "oware".into());
    let lines: Vec<String> = folder.text("games").lines().map(renamed).collect();
    folder.write("games", lines.join("\n") + "\n");
    folder.refused("verify games", "the rules differ");
    folder.refused(
        "verify games --variant kalah:setup.seeds=3",
        "the file names the variant \"oware\", but its rules are those of \"kalah:setup.seeds=3\"",
    );
}

/// Prints labels with control characters: they reach a terminal as text, not as commands.
#[test]
fn control_characters_in_labels_are_shown() {
    let folder = Folder::new("labels");
    folder.done("match kalah --south random --north random --games 2 --out games");
    let evil = "\u{1b}]52;c;ZXZpbA==\u{7}";
    let lines: Vec<String> = folder
        .text("games")
        .lines()
        .map(|line| {
            forged(line, |record| {
                record["variant"] = evil.into();
                for key in ["players", "south", "north"] {
                    if !record[key].is_null() {
                        let plain =
                            record[key].to_string().replace("random", "\\u001b[31m\\u009bx");
                        record[key] = serde_json::from_str(&plain).expect("JSON");
                    }
                }
            })
        })
        .collect();
    folder.write("games", lines.join("\n") + "\n");
    for command in ["merge games", "merge games --out whole", "merge games games", "verify games"] {
        let run = folder.run(command);
        let printed = if command == "merge games" { "" } else { &run.out };
        let obeyed = |c: char| c.is_control() && c != '\n';
        assert!(!run.err.contains(obeyed) && !printed.contains(obeyed), "{command}: {run:?}");
        assert!((run.err + printed).contains("52;c;"), "{command} shows nothing of it");
    }
}

/// A file that two machines made from the same parts is the same file, and nothing is left beside it.
#[test]
fn merged_files_equal_whole_matches() {
    let folder = Folder::new("merged");
    for number in 1..=3 {
        folder.done(&format!("{MATCH} --shard {number}/3 --out part{number}"));
    }
    folder.done(&format!("{MATCH} --out whole"));
    folder.done("merge part3 part1 part2 --out merged");
    assert_eq!(folder.read("merged"), folder.read("whole"));
    folder.done("verify merged");
    folder.done(&format!("{MATCH} --out merged --resume"));
    assert_eq!(folder.read("merged"), folder.read("whole"));
    assert_eq!(folder.names(), ["merged", "part1", "part2", "part3", "whole"]);
    folder.done("match oware --south greedy --north random --games 12 --shard 2/3 --out oware");
    folder.refused("merge part1 oware part3", "oware does not belong to part1: variant is");
}

/// A table of few games, and the same games as lines.
fn table(folder: &Folder) -> Vec<u8> {
    folder.done(&format!("{MATCH} --format parquet --out games.parquet"));
    folder.done(&format!("{MATCH} --out games"));
    folder.read("games.parquet")
}

#[test]
fn verify_replays_tables() {
    let folder = Folder::new("table");
    table(&folder);
    let [rows, lines] =
        ["games.parquet", "games"].map(|name| folder.done(&format!("verify {name}")));
    assert_eq!(rows.replace(".parquet", ""), lines);
    folder.done(
        "match huroy --rounds --south random --north random --games 6 --format parquet --out rounds.parquet",
    );
    let out = folder.done("verify rounds.parquet --json");
    let object: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&object["games"], &object["of"]), (&6.into(), &6.into()));
    folder.done(&format!("{MATCH} --shard 2/3 --format parquet --out part"));
    let out = folder.done("verify part");
    assert!(out.contains("4 of 4 games"), "{out}");
}

/// Wherever a bit is another, no game is taken for one of the match.
#[test]
fn every_changed_bit_of_a_table_is_detected() {
    let folder = Folder::new("table-bits");
    let bytes = table(&folder);
    let (all, tries) = (8 * bytes.len(), 450);
    for place in (0..tries).map(|number| number * all / tries + number % 8) {
        let mut changed = bytes.clone();
        changed[place / 8] ^= 1 << (place % 8);
        folder.write("changed", &changed);
        folder.refused("verify changed", "changed: ");
    }
    for length in [0, 3, 4, 11, 12, bytes.len() / 2, bytes.len() - 1] {
        folder.write("changed", &bytes[..length]);
        folder.refused("verify changed", "changed: ");
    }
    folder.write("changed", [&bytes[..], &bytes[..]].concat());
    folder.refused("verify changed", "changed: ");
}

/// The checksum of a page, bit by bit as the standard has it (CRC-32).
fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32, &byte: &u8| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    };
    !bytes.iter().fold(u32::MAX, step)
}

/// The page of a table that begins there: where its checksum lies, the checksum, and where the bytes of the page lie.
fn page(table: &[u8], begin: usize) -> (Range<usize>, u32, Range<usize>) {
    let mut at = begin;
    let mut number = || {
        at += 1;
        let begin = at;
        let mut number = 0;
        loop {
            number |= u64::from(table[at] & 0x7f) << (7 * (at - begin));
            at += 1;
            if table[at - 1] < 0x80 {
                return (number, begin..at);
            }
        }
    };
    let (kind, _) = number();
    let (size, _) = number();
    number();
    let (sum, place) = number();
    let sum = (sum >> 1) as u32 ^ 0_u32.wrapping_sub((sum & 1) as u32);
    at += 1;
    for _ in 0..if kind == 0 { 4 } else { 2 } {
        at += 1;
        while table[at] >= 0x80 {
            at += 1;
        }
        at += 1;
    }
    at += 2;
    (place, sum, at..at + (size as usize >> 1))
}

/// The table with other bytes in the place of these, and the checksum of their page made right, if that is as long as before.
fn forged_table(table: &[u8], old: &str, new: &str) -> Option<Vec<u8>> {
    let mut forged = table.to_vec();
    let place = table.windows(old.len()).position(|w| w == old.as_bytes());
    let place = place.expect("the bytes");
    forged[place..place + old.len()].copy_from_slice(new.as_bytes());
    let mut begin = 4;
    loop {
        let (sum_place, sum, bytes) = page(table, begin);
        assert_eq!(sum, crc(&table[bytes.clone()]));
        begin = bytes.end;
        if !bytes.contains(&place) {
            continue;
        }
        let sum = crc(&forged[bytes]).cast_signed();
        let mut sum = (sum << 1 ^ sum >> 31).cast_unsigned();
        let length = sum_place.len();
        for place in sum_place.clone() {
            let more = if place + 1 < sum_place.end { 0x80 } else { 0 };
            forged[place] = (sum & 0x7f) as u8 | more;
            sum >>= 7;
        }
        return (sum == 0 && forged[sum_place.start + length - 1] > 0).then_some(forged);
    }
}

#[test]
fn verify_names_wrong_rows() {
    let folder = Folder::new("table-lies");
    let bytes = table(&folder);
    let line = folder.text("games");
    let line = line.lines().nth(3).expect("game 2");
    let record: Value = serde_json::from_str(line).expect("JSON");
    let position = record["position"].as_str().expect("a position");
    // A seed more in the first pit of the last position.
    let forged = ('1'..='9').filter_map(|digit| {
        let other = format!("{digit}{}", &position[1..]);
        (other != position).then(|| forged_table(&bytes, position, &other))?
    });
    let forged: Vec<_> = forged.collect();
    assert!(forged.len() > 2, "{position}");
    for forged in forged {
        folder.write("forged", forged);
        let run = folder.run("verify forged");
        assert_eq!(run.status, Some(1), "{run:?}");
        assert!(run.out.contains("row 3: game 2: "), "{run:?}");
        assert!(run.out.contains("not all as recorded"), "{run:?}");
        assert!(run.err.contains("forged: 1 row is wrong"), "{run:?}");
    }
}

#[test]
fn tables_do_not_depend_on_threads() {
    let folder = Folder::new("table-threads");
    let played = "match kalah:board.columns=2,setup.seeds=1 --south random --north random --games 50000 --format parquet";
    let table = |threads: u32| {
        folder.done(&format!("{played} --threads {threads} --out games{threads}"));
        folder.read(&format!("games{threads}"))
    };
    let one = table(1);
    for threads in [2, 3, 7] {
        assert!(table(threads) == one, "{threads} threads");
    }
    folder.done("verify games1");
}
