//! Full disks, closed outputs, short writes: said in a sentence, and nothing half done is left behind.

use std::fs::File;

use super::program::{Folder, WRITERS, end, limited, prepare};

/// Commands that print, and what they read.
const PRINTERS: [&str; 18] = [
    "match kalah --south random --north random --games 3000",
    "merge part1 part2",
    "compare kalah --games 5",
    "compare kalah --games 5 --format html",
    "compare --list-measures",
    "new mine --from kalah",
    "play kalah --south random --north random",
    "verify part1",
    "replay game",
    "moves kalah",
    "apply kalah A1",
    "show kalah",
    "list",
    "schema kalah",
    "diff kalah oware",
    "check mine.toml",
    "perft kalah 3",
    "speed kalah --seconds 0.05",
];

/// Makes what [`PRINTERS`] read.
fn prepare_to_print(folder: &Folder) {
    prepare(folder);
    folder.done("play kalah --south random --north random --save game");
    folder.done("new mine --from kalah --out mine.toml");
}

#[test]
fn a_full_disk_is_reported() {
    let folder = Folder::new("full");
    prepare_to_print(&folder);
    let names = folder.names();
    for writer in WRITERS {
        folder.refused(&format!("{writer} /dev/full"), "/dev/full: No space left on device");
    }
    for printer in PRINTERS {
        let full = File::options().write(true).open("/dev/full").expect("/dev/full");
        let child = folder.command(printer).stdout(full).spawn().expect("it starts");
        let run = end(child);
        assert_eq!(run.status, Some(1), "{printer}: {run:?}");
        assert!(run.err.contains("No space left on device"), "{printer}: {run:?}");
    }
    // What can't be saved is printed.
    let run = folder.run("play kalah --south random --north random --ply-limit 3 --save /dev/full");
    assert!(run.err.contains("\nvariant: kalah\n") && run.err.contains("\n2: "), "{run:?}");
    assert_eq!(folder.names(), names);
}

#[test]
fn a_closed_output_is_no_error() {
    let folder = Folder::new("closed");
    prepare_to_print(&folder);
    for printer in PRINTERS {
        let mut child = folder.start(printer);
        drop(child.stdout.take());
        let run = end(child);
        assert_eq!(run.status, Some(0), "{printer}: {run:?}");
        assert!(!run.err.contains("error") && !run.err.contains("panic"), "{printer}: {run:?}");
    }
    // It ends at once, also while somebody thinks about the next game for days.
    let mut child = folder.start(
        "match zanzibar-bao --south random --north alphabeta:60 --ply-limit 1 --games 2 --threads 2",
    );
    drop(child.stdout.take());
    assert_eq!(end(child).status, Some(0));
    // The game is saved, whoever looks on.
    let save = "play kalah --south random --north random --seed 2 --save";
    folder.done(&format!("{save} whole"));
    let mut child = folder.start(&format!("{save} closed"));
    drop(child.stdout.take());
    let run = end(child);
    assert_eq!(run.status, Some(0), "{run:?}");
    let closed = folder.text("closed");
    assert!(closed.contains("\ndigest: "), "{closed}");
}

#[test]
fn a_truncated_write_leaves_no_incomplete_file() {
    let folder = Folder::new("short");
    prepare(&folder);
    let names = folder.names();
    for writer in WRITERS {
        let run = limited(&folder, "-f 1", &format!("{writer} file"));
        assert_eq!(run.status, Some(1), "{writer}: {run:?}");
        assert!(run.err.contains("error: file: "), "{writer}: {run:?}");
        assert!(!run.err.contains(".mankala-"), "{writer}: {run:?}");
        let mut left = folder.names();
        match writer.split(' ').next() {
            // A match keeps the games that are finished, and goes on with them.
            Some("match") => {
                folder.done(&format!("{writer} whole"));
                assert!(folder.text("whole").starts_with(&folder.text("file")));
                folder.done(&format!("{writer} file --resume"));
                assert_eq!(folder.text("file"), folder.text("whole"));
                std::fs::remove_file(folder.path("whole")).expect("it is there");
                left.retain(|name| name != "file");
            }
            // A game keeps the moves that were saved before, and the whole of it is printed.
            Some("play") => {
                folder.done("replay file");
                assert!(run.err.contains("\nvariant: oware\n"), "{run:?}");
                left.retain(|name| name != "file");
            }
            _ => {}
        }
        assert_eq!(left, names, "{writer}");
        let _ = std::fs::remove_file(folder.path("file"));
    }
    // The file that was there before is still there.
    for writer in &WRITERS[1..5] {
        folder.write("file", "days of work");
        let run = limited(&folder, "-f 1", &format!("{writer} file --force"));
        assert_eq!(run.status, Some(1), "{writer}: {run:?}");
        assert_eq!(folder.text("file"), "days of work", "{writer}");
    }
}
