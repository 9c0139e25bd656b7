//! `compare --keep`: what was played is not played again, and the numbers are those of one go.

use std::process::Command;

use super::program::{Folder, end, wait_until};
use crate::common::run::forged;

/// Players, judges and a ladder, so that lines of all kinds are there.
const COMPARE: &str = "compare kalah oware --games 60 --player random --player alphabeta:1 --judge random --judge alphabeta:2 \
     --strength=6 --format json";

#[test]
fn kept_games_give_the_same_report() {
    let folder = Folder::new("kept");
    let whole = folder.done(COMPARE);
    assert_eq!(folder.done(&format!("{COMPARE} --keep file --threads 1")), whole);
    let file = folder.text("file");
    let lines: Vec<&str> = file.split_inclusive('\n').collect();
    assert!(lines.len() > 12, "{}", lines.len());
    assert!(
        lines[0].starts_with(r#"{"format":"mankala comparison","format_version":1,"version":""#)
    );
    // All is there: nothing is played, nothing is written.
    assert_eq!(folder.done(&format!("{COMPARE} --keep file")), whole);
    assert!(folder.text("file") == file, "something was played again");
    // Cut off in a line, lines missing, in another order: what is missing is played, on any number of threads.
    let mut shuffled: Vec<&str> = lines[1..].iter().rev().step_by(2).copied().collect();
    shuffled.insert(0, lines[0]);
    let cut = file.len() - lines[lines.len() - 1].len();
    for kept in [
        shuffled.concat(),
        lines[..5].concat(),
        file[..cut + 40].to_owned(),
        file[..cut - 1].to_owned(),
        lines[0][..20].to_owned(),
        String::new(),
    ] {
        folder.write("part", &kept);
        assert_eq!(folder.done(&format!("{COMPARE} --keep part --threads 3")), whole);
        let after = folder.text("part");
        let there = kept.rfind('\n').map_or(0, |end| end + 1);
        assert!(after.starts_with(&kept[..there]), "a kept line was changed");
        // Other pieces may have other lengths; then the file is as long as it has to be.
        assert_eq!(folder.done(&format!("{COMPARE} --keep part")), whole);
        assert!(folder.text("part") == after, "something was played again");
        folder.done("verify part");
    }
}

#[test]
fn joined_parts_are_the_whole() {
    let folder = Folder::new("kept-parts");
    let whole = folder.done(COMPARE);
    for number in 1..=3 {
        let part = format!("{COMPARE} --keep part{number} --shard {number}/3");
        assert_eq!(folder.done(&part), "", "a part makes no report");
    }
    assert!(folder.done("merge part3 part1 part2 --out joined").contains("joined: "));
    let joined = folder.text("joined");
    assert_eq!(folder.done(&format!("{COMPARE} --keep joined")), whole);
    assert!(folder.text("joined") == joined, "something was played again");
    assert_eq!(folder.done("merge part3 part1 part2"), joined);
    // A part twice is there once; parts that are cut otherwise hold some games twice.
    assert_eq!(folder.done("merge part3 part1 part3 part2"), joined);
    folder.done(&format!("{COMPARE} --keep other --shard 2/2"));
    folder.refused("merge part3 part1 part2 other", "both hold games 30 to ");
    folder.done("match kalah --south random --north random --games 2 --out match");
    folder.refused(
        "merge part1 match",
        "match: line 1: expected a file of format \"mankala comparison\", version 1",
    );
    folder.refused(
        "match kalah --south random --north random --games 2 --out part1 --resume",
        "part1: line 1: expected",
    );
    let misread = |arguments: &str| {
        let run = folder.run(arguments);
        assert_eq!(run.status, Some(2), "{run:?}");
    };
    misread("compare kalah --shard 1/2");
    misread("compare kalah --keep file --shard 1/2 --out page");
    misread("compare kalah --keep file --out file");
}

#[test]
fn wrong_lines_are_named() {
    let folder = Folder::new("kept-lies");
    let compare = "compare kalah --games 40 --judge random --measures fair,length --format json";
    let whole = folder.done(&format!("{compare} --keep file"));
    let file = folder.text("file");
    let lines: Vec<&str> = file.lines().collect();
    let told = folder.done("verify file");
    assert!(
        told.contains("a comparison, games: 40,") && told.contains("replayed: 2, all as kept"),
        "{told}"
    );
    // A bit, a line end, another version, another format: the file is refused and left as it is.
    let older = forged(lines[0], |first| first["version"] = "0.0.9".into());
    for (what, text, sentence) in [
        ("a digit", file.replacen("\"seed\":1", "\"seed\":2", 1), "line 2: the line was changed"),
        ("CR LF", file.replace('\n', "\r\n"), "CR LF"),
        (
            "version",
            file.replacen(lines[0], &older, 1),
            "these games were played by version \"0.0.9\"",
        ),
        (
            "format",
            file.replacen("mankala comparison", "mankala tables", 1),
            "line 1: expected a file of format",
        ),
        ("a text", "hello\n".to_owned(), "line 1: expected a file of format"),
        ("behind it", format!("{file}notes of mine"), "13 bytes are not the beginning"),
        (
            "too many games",
            file.replacen(lines[1], &forged(lines[1], |piece| piece["games"][1] = 38.into()), 1),
            "line 2: expected games of a comparison",
        ),
    ] {
        folder.write("bad", &text);
        folder.refused(&format!("{compare} --keep bad"), sentence);
        assert!(folder.text("bad") == text, "{what}");
    }
    // Numbers that could be: only playing them again shows it.
    let lie = forged(lines[1], |piece| {
        let results = &mut piece["found"]["tally"]["results"];
        let [south, north] = [0, 1].map(|side| results[side].clone());
        (results[0], results[1]) = (north, south);
    });
    folder.write("lie", file.replacen(lines[1], &lie, 1));
    let run = folder.run("verify lie");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(
        run.out.contains("line 2: games 0 to 15 of kalah have different results when replayed"),
        "{run:?}"
    );
    // Lines of other games and of other rules stay, and don't count.
    folder.done(&format!("{compare} --seed 5 --keep file"));
    let outdated = forged(lines[1], |piece| {
        piece["match"]["rules"] = "0123456789abcdef".into();
    });
    folder.write("mixed", format!("{}{outdated}\n", folder.text("file")));
    let run = folder.run(&format!("{compare} --keep mixed"));
    assert_eq!((run.status, &run.out), (Some(0), &whole), "{run:?}");
    assert!(run.err.contains("mixed: lines with changed rules: 1;"), "{run:?}");
    assert!(run.err.contains("mixed: lines with other games: 2;"), "{run:?}");
}

#[test]
fn a_stopped_comparison_can_be_continued() {
    let folder = Folder::new("kept-stopped");
    let compare = "compare kalah oware zanzibar-bao --games 200 --player alphabeta:3 --judge alphabeta:2 --measures fair,length --format csv";
    for signal in ["-INT", "-KILL"] {
        let _ = std::fs::remove_file(folder.path("file"));
        let child = folder.start(&format!("{compare} --keep file"));
        wait_until("a line", || {
            std::fs::read(folder.path("file"))
                .is_ok_and(|file| file.split(|&byte| byte == b'\n').count() > 3)
        });
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.expect("kill").success());
        let run = end(child);
        if signal != "-KILL" {
            assert_eq!(run.status, Some(130), "{run:?}");
            assert!(run.err.contains("stopped; the same command continues file"), "{run:?}");
            assert_eq!(run.out, "");
        }
        folder.done("verify file");
        let before = folder.read("file");
        let again = folder.done(&format!("{compare} --keep file"));
        let there = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        assert!(folder.read("file").starts_with(&before[..there]));
        if signal == "-KILL" {
            assert_eq!(again, folder.done(compare));
        }
    }
}

#[test]
fn two_comparisons_never_write_to_the_same_file() {
    let folder = Folder::new("kept-two");
    let long = "compare kalah --games 100000000 --measures length --keep file";
    let mut first = folder.start(long);
    wait_until("a file", || folder.path("file").exists());
    folder.refused(long, "--keep: file: another command is writing to this file");
    folder.refused("merge file", "file: a comparison is still writing to it");
    first.kill().expect("a kill");
    end(first);
}
