//! Every command writes its file in the same way: whole or not at all, and nobody else's.

use std::fs;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};
use std::process::Command;
use std::time::{Duration, Instant};

use super::program::{Folder, WRITERS, end, limited, prepare, wait_until};

/// A file that somebody else wrote.
const FOREIGN: &str = "days of work";

#[test]
fn an_existing_file_is_replaced_only_by_force() {
    let folder = Folder::new("there");
    prepare(&folder);
    for (number, writer) in WRITERS.iter().enumerate() {
        let name = format!("file{number}");
        folder.done(&format!("{writer} {name}"));
        let written = folder.read(&name);
        folder.write(&name, FOREIGN);
        folder.refused(&format!("{writer} {name}"), "the file exists; use --force to replace it");
        assert_eq!(folder.text(&name), FOREIGN, "{writer}");
        folder.done(&format!("{writer} {name} --force"));
        assert_eq!(folder.read(&name), written, "{writer}");
        // An empty file is a file too.
        folder.write(&name, "");
        folder.refused(&format!("{writer} {name}"), "the file exists");
    }
    // Nothing else was left behind, and nothing that others might have called theirs was touched.
    let mut expected: Vec<String> =
        (0..WRITERS.len()).map(|number| format!("file{number}")).collect();
    expected.extend(["part1".to_owned(), "part2".to_owned()]);
    assert_eq!(folder.names(), expected);
}

#[test]
fn an_input_file_is_never_overwritten() {
    let folder = Folder::new("input");
    prepare(&folder);
    folder.done("new mine --from kalah --out mine.toml");
    folder.write("heir.toml", "name = \"heir\"\ninherits = \"mine.toml\"\ntitle = \"t\"\nregion = \"r\"\nyear = 2000\nabout = \"a\"\nsources = []\n");
    fs::hard_link(folder.path("part2"), folder.path("hard")).expect("a link");
    symlink("mine.toml", folder.path("soft")).expect("a link");
    folder.done("compare oware kalah --games 5 --keep kept");
    folder.done("tables build kalah --seeds 2 --out small");
    folder.write("game", "variant: kalah\n1: A1 a1;\n");
    let before: Vec<_> = folder.names().iter().map(|name| folder.read(name)).collect();
    for arguments in [
        "merge part1 part2 --out part1",
        "merge part1 part2 --out ./part2",
        "merge part1 part2 --out hard",
        "compare mine.toml --games 2 --out mine.toml",
        "compare kalah mine.toml --games 2 --out soft",
        "compare heir.toml --games 2 --out mine.toml",
        "match mine.toml --south random --north random --games 2 --out mine.toml",
        "new other --from mine.toml --out mine.toml",
        "play mine.toml --south random --north random --save mine.toml",
        "convert game --variant mine.toml --out mine.toml",
        "convert game --out game",
        "review game --variant mine.toml --format csv --out mine.toml",
        "review game --tables small --format csv --out small",
        "merge part1 part2 --variant mine.toml --out mine.toml",
        "export --distances --where turns>1 --kept kept --out kept",
        "compare --where turns>1 --kept kept --games 2 --out kept",
        "solve --all --where turns>1 --kept kept --out kept",
    ] {
        folder.refused(&format!("{arguments} --force"), "the command reads this file");
    }
    let after: Vec<_> = folder.names().iter().map(|name| folder.read(name)).collect();
    assert_eq!(before, after);
    for keeping in ["compare kalah --games 9", "solve --all --ruleset kingulu --budget 1ms"] {
        folder.refused(
            &format!("{keeping} --keep new --out ./new --force"),
            "the command reads this file",
        );
        fs::remove_file(folder.path("new")).expect("a kept file");
    }
}

#[test]
fn a_link_stays_and_its_target_is_replaced() {
    let folder = Folder::new("links");
    prepare(&folder);
    fs::create_dir(folder.path("far")).expect("a folder");
    for (number, writer) in WRITERS.iter().enumerate() {
        let (link, target) = (format!("link{number}"), format!("far/file{number}"));
        symlink(&target, folder.path(&link)).expect("a link");
        // A link that leads nowhere yet, then one that leads to a file.
        for force in ["", " --force"] {
            folder.done(&format!("{writer} {link}{force}"));
            let kind = fs::symlink_metadata(folder.path(&link)).expect(&link).file_type();
            assert!(kind.is_symlink(), "{writer}");
            assert!(folder.read(&target).len() > 50, "{writer}");
        }
        assert_eq!(folder.read(&link), folder.read(&target));
        assert_eq!(fs::read_dir(folder.path("far")).expect("far").count(), number + 1);
    }
}

#[test]
fn new_files_get_usual_permissions_and_old_ones_keep_theirs() {
    let folder = Folder::new("permissions");
    prepare(&folder);
    folder.write("plain", "");
    let mode = |name: &str| fs::metadata(folder.path(name)).expect(name).permissions().mode();
    for (number, writer) in WRITERS.iter().enumerate() {
        let name = format!("file{number}");
        folder.done(&format!("{writer} {name}"));
        assert_eq!(mode(&name), mode("plain"), "{writer}");
        for kept in [0o640, 0o600, 0o444] {
            let permissions = fs::Permissions::from_mode(kept);
            fs::set_permissions(folder.path(&name), permissions).expect("permissions");
            folder.done(&format!("{writer} {name} --force"));
            assert_eq!(mode(&name) & 0o777, kept, "{writer}");
        }
    }
}

#[test]
fn devices_and_pipes_are_written_directly() {
    let folder = Folder::new("through");
    prepare(&folder);
    for (number, writer) in WRITERS.iter().enumerate() {
        folder.done(&format!("{writer} /dev/null"));
        let (pipe, file) = (format!("pipe{number}"), format!("file{number}"));
        let made = Command::new("mkfifo").arg(folder.path(&pipe)).status();
        assert!(made.expect("mkfifo").success());
        let child = folder.start(&format!("{writer} {pipe}"));
        let read = folder.text(&pipe);
        let run = end(child);
        assert_eq!(run.status, Some(0), "{writer}: {run:?}");
        folder.done(&format!("{writer} {file}"));
        assert_eq!(read, folder.text(&file), "{writer}");
        let kind = fs::metadata(folder.path(&pipe)).expect("the pipe").file_type();
        assert!(kind.is_fifo(), "{writer} replaced a pipe");
    }
    assert!(fs::metadata("/dev/null").expect("it").file_type().is_char_device());
}

/// `merge` once wrote to this name, whatever was there.
#[test]
fn temporary_names_never_collide() {
    let folder = Folder::new("unfinished");
    prepare(&folder);
    folder.write("precious", FOREIGN);
    symlink("precious", folder.path("other.unfinished")).expect("a link");
    fs::rename(folder.path("part1"), folder.path("whole.unfinished")).expect("a new name");
    folder.write("third.unfinished", FOREIGN);
    for out in ["whole", "other", "third"] {
        folder.done(&format!("merge whole.unfinished part2 --out {out}"));
        assert_eq!(folder.read(out), folder.read("whole"));
    }
    assert_eq!(folder.text("precious"), FOREIGN);
    assert_eq!(folder.text("third.unfinished"), FOREIGN);
    assert!(folder.text("whole.unfinished").contains("\"shard\":\"1/2\""));
}

/// A folder in which nobody can make a file, root neither.
pub(crate) fn unwritable(folder: &Folder) -> String {
    let closed = folder.path("closed");
    fs::create_dir_all(&closed).expect("a folder");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).expect("permissions");
    match fs::write(closed.join("probe"), "") {
        Ok(()) => "/proc".to_owned(),
        Err(_) => "closed".to_owned(),
    }
}

#[test]
fn an_unwritable_folder_is_reported_before_the_work() {
    let folder = Folder::new("folder");
    prepare(&folder);
    let closed = unwritable(&folder);
    // Each of these would take hours.
    for writer in [
        "match zanzibar-bao --south alphabeta:20 --north mcts:1000000 --games 10000 --out",
        "compare zanzibar-bao --player mcts:100000 --games 100000 --out",
        "play zanzibar-bao --south alphabeta:20 --north mcts:10000000 --save",
        "merge part1 part2 --out",
        "new mine --from kalah --out",
    ] {
        folder.refused(&format!("{writer} {closed}/file"), "could not write into its folder");
        folder.refused(&format!("{writer} none/file"), "the folder does not exist");
        folder.refused(&format!("{writer} closed"), "expected a file, found a folder");
        folder.refused(&format!("{writer} part1/file"), "");
    }
}

/// `new-ruleset` writes a folder, in the same way.
#[test]
fn a_folder_is_written_completely_or_not_at_all() {
    let folder = Folder::new("new-folder");
    let closed = unwritable(&folder);
    let above = "none/mine: the folder above it does not exist";
    folder.refused("new-ruleset mine --out none/mine", above);
    // The pages would take minutes.
    let begin = Instant::now();
    folder.refused("book --out none/mine", above);
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
    folder.refused(&format!("new-ruleset mine --out {closed}/mine"), "/mine: ");
    let before = folder.names();
    for blocks in [0, 1, 5] {
        let run = limited(&folder, &format!("-f {blocks}"), "new-ruleset mine");
        assert_eq!(run.status, Some(1), "{blocks}: {run:?}");
        assert_eq!(folder.names(), before);
    }
    folder.done("new-ruleset mine");
    folder.refused("new-ruleset mine", "mine: the folder already exists");
    fs::create_dir(folder.path("plain")).expect("a folder");
    let mode = |name: &str| fs::metadata(folder.path(name)).expect(name).permissions().mode();
    assert_eq!(mode("mine"), mode("plain"));
    assert_eq!(mode("mine/src"), mode("plain"));
    assert_eq!(folder.names().len(), before.len() + 2);
}

/// `check --bless` writes into a file that it reads, which is what it is for.
#[test]
fn bless_leaves_the_old_file_or_the_new_one() {
    let folder = Folder::new("blessed");
    folder.done("new mine --from kalah --out mine.toml");
    let whole = folder.text("mine.toml");
    let lacking: String = whole
        .lines()
        .filter(|line| !line.starts_with("after = "))
        .map(|line| line.to_owned() + "\n")
        .collect();
    assert_ne!(whole, lacking);
    folder.write("mine.toml", &lacking);
    fs::set_permissions(folder.path("mine.toml"), fs::Permissions::from_mode(0o640))
        .expect("permissions");
    symlink("mine.toml", folder.path("link.toml")).expect("a link");
    let names = folder.names();
    let run = limited(&folder, "-f 1", "check --bless link.toml");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert_eq!(folder.text("mine.toml"), lacking);
    assert_eq!(folder.names(), names);
    folder.done("check --bless link.toml");
    assert_eq!(folder.text("mine.toml"), whole);
    let kept = fs::metadata(folder.path("mine.toml")).expect("it").permissions().mode();
    assert_eq!(kept & 0o777, 0o640);
    assert!(fs::symlink_metadata(folder.path("link.toml")).expect("it").file_type().is_symlink());
    assert_eq!(folder.names(), names);
}

/// Reads the file all the time: it is the old one or the new one, never a part.
#[test]
fn files_appear_complete() {
    let folder = Folder::new("whole");
    for number in [1, 2] {
        folder.done(&format!(
            "match oware --south random --north random --games 4000 --shard {number}/2 --out part{number}"
        ));
    }
    folder.write("whole", FOREIGN);
    let mut child = folder.start("merge part1 part2 --out whole --force");
    let mut seen = Vec::new();
    wait_until("merged", || {
        seen.push(folder.read("whole").len());
        child.try_wait().expect("a status").is_some()
    });
    let size = folder.read("whole").len();
    assert!(size > 1 << 20, "too little to be caught half way");
    assert!(seen.iter().all(|&seen| seen == FOREIGN.len() || seen == size), "{seen:?}");
    assert_eq!(fs::metadata(folder.path("whole")).expect("it").nlink(), 1);
}
