//! Saved games: the same game again by replay, on the disk after every move, and never lost.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use mankala::text::transcript::Transcript;
use mankala::{Catalogue, Dice};
use serde_json::Value;

use crate::common::{sample, tries};

use super::program::{Folder, end, wait_until};

/// The changes to a variant that leave it a game: each switch the other way, each number another.
fn changes(name: &str) -> Vec<String> {
    let catalogue = Catalogue::new();
    let values = catalogue.load(name, &[]).expect(name).values;
    let mut sets = Vec::new();
    for written in values {
        let others = match &*written.value {
            "true" => vec!["false".to_owned()],
            "false" => vec!["true".to_owned()],
            value => match value.parse::<u16>() {
                Ok(number) => vec![(number / 2 + 1).to_string(), (number + 1).to_string()],
                Err(_) => Vec::new(),
            },
        };
        sets.extend(others.iter().map(|other| format!("{}={other}", written.key)));
    }
    sets.retain(|set| catalogue.load(name, std::slice::from_ref(set)).is_ok());
    sets
}

#[test]
fn changed_games_replay_to_the_same_end() {
    let folder = Folder::new("changed");
    let mut games = 0;
    for (place, name) in Catalogue::new().names().enumerate() {
        let sets = changes(name);
        // Of each variant some, and of variants that follow each other not the same.
        let share = tries(sets.len(), 700);
        let some = (0..share).map(|nth| (place + nth * sets.len() / share) % sets.len().max(1));
        for (number, set) in some.filter_map(|number| Some((number, sets.get(number)?))) {
            // Half of them on the command line, half in the name, some two at a time.
            let second = &sets[(number + 1) % sets.len()];
            let named = match number % 3 {
                0 => format!("{name} --set {set}"),
                1 => format!("{name}:{set}"),
                _ if Catalogue::new().load(name, &[set.clone(), second.clone()]).is_ok() => {
                    format!("{name}:{set} --set {second}")
                }
                _ => continue,
            };
            let file = format!("{name}-{number}");
            let play = format!(
                "play {named} --south random --north random --ply-limit 40 --seed {number} --json --save {file}"
            );
            let last = |out: &str, key: &str| -> Value {
                let objects =
                    out.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
                let mut objects = objects.rev();
                let last = objects.find(|object| !object[key].is_null());
                last.map_or(Value::Null, |object| object[key].clone())
            };
            let (played, replayed) =
                (folder.done(&play), folder.done(&format!("replay {file} --json")));
            for key in ["position", "result", "move"] {
                assert_eq!(last(&played, key), last(&replayed, key), "{named}: {key}");
            }
            games += 1;
        }
    }
    assert!(games >= 60, "only {games} games");
}

#[test]
fn replay_compares_the_rules() {
    let folder = Folder::new("digest");
    let play =
        "play kalah --set setup.seeds=3 --south random --north random --ply-limit 9 --save game";
    folder.done(play);
    let game = folder.text("game");
    assert!(game.contains("\nvariant: kalah:setup.seeds=3\n"), "{game}");
    folder.done("replay game");
    let other = game.replace("setup.seeds=3", "setup.seeds=4");
    folder.write("other", &other);
    folder.refused("replay other", "the rules differ");
    // Whoever names the rules gets what they named, and is told.
    let run = folder.run("replay game --variant kalah:setup.seeds=3");
    assert_eq!((run.status, &*run.err), (Some(0), ""), "{run:?}");
    let run = folder.run("replay other --variant kalah:setup.seeds=3");
    assert_eq!((run.status, &*run.err), (Some(0), ""), "{run:?}");
    let run = folder.run("replay game --variant kalah:board.columns=7");
    assert!(run.err.contains("note: game: the rules differ"), "{run:?}");
}

#[test]
fn a_transcript_opens_no_path() {
    let folder = Folder::new("path");
    folder.done("new mine --from kalah --out mine.toml");
    folder.done("play mine.toml --set setup.seeds=3 --south random --north random --save game");
    let game = folder.text("game");
    assert!(game.contains("\nvariant: mine:setup.seeds=3\n"), "{game}");
    // The transcript contains the file, so that it opens anywhere; without it the name is unknown.
    let whole = |line: &&str| line.starts_with("variant-file: ");
    assert!(game.lines().any(|line| whole(&line)), "{game}");
    folder.done("replay game");
    let game = game.lines().filter(|line| !whole(line));
    let game = game.collect::<Vec<_>>().join("\n") + "\n";
    folder.write("game", &game);
    folder.refused("replay game", "unknown variant \"mine\"");
    let run = folder.run("replay game --variant mine.toml:setup.seeds=3");
    assert_eq!((run.status, &*run.err), (Some(0), ""), "{run:?}");
    for path in ["mine.toml", "./mine.toml", "/dev/zero.toml", "mine.toml:setup.seeds=3"] {
        let header = format!("variant: {path}");
        folder.write("game", game.replace("variant: mine:setup.seeds=3", &header));
        folder.refused("replay game", "to open the file, use --variant");
    }
}

/// Reads the saved game from the disk while a person thinks.
#[test]
fn every_move_is_saved_at_once() {
    let folder = Folder::new("moves");
    let command = "play kalah --north random --seed 3 --save game";
    let mut child = folder.command(command).stdin(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("its input");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut told = Vec::new();
    // Each time South is asked, all that was played is there.
    for _ in 0..6 {
        let mut moves = None;
        for line in &mut lines {
            let line = line.expect("a line");
            if let Some((_, mv)) = line.split_once(" plays ") {
                let (mv, _) = mv.split_once(':').expect("what happened");
                told.push(mv.to_owned());
            }
            if line.starts_with("#1") {
                moves = Some(line);
                break;
            }
        }
        let Some(moves) = moves else { break };
        let saved = Transcript::read("game", &folder.text("game")).expect("a transcript");
        let saved: Vec<String> = saved.plies.into_iter().map(|ply| ply.text).collect();
        assert_eq!(saved, told);
        let first = moves.split_whitespace().nth(1).expect("a move").to_owned();
        writeln!(stdin, "{first}").expect("its input");
    }
    assert!(told.len() >= 6, "{told:?}");
    // Taken back is taken back on the disk too.
    let plies = || Transcript::read("game", &folder.text("game")).expect("one").plies.len();
    wait_until("the last move is saved", || plies() > told.len());
    let before = plies();
    writeln!(stdin, "undo").expect("its input");
    wait_until("undone", || plies() < before);
    child.kill().expect("a kill");
    child.wait().expect("an end");
}

#[test]
fn a_saved_game_is_continued() {
    let folder = Folder::new("resumed");
    let seats = "--south human --north greedy --seed 5";
    folder.run_reading(&format!("play kalah {seats} --save game"), "A3\n#1\nquit\n");
    let game = folder.text("game");
    let run =
        folder.run_reading(&format!("play kalah {seats} --save game --resume"), "#1\nresign\ny\n");
    assert_eq!(run.status, Some(0), "{run:?}");
    let more = folder.text("game");
    let plies = |text: &str| -> Vec<String> {
        let saved = Transcript::read("game", text).expect("a transcript");
        saved.plies.into_iter().map(|ply| ply.text).collect()
    };
    assert!(plies(&more).starts_with(&plies(&game)) && plies(&more).len() > plies(&game).len());
    assert!(more.contains("resigns"), "{more}");
    let run = folder.run(&format!("play kalah {seats} --save game --resume"));
    assert!(run.out.contains("North has won"), "{run:?}");
    assert_eq!(folder.text("game"), more);
    // Only the same game is gone on with; any other file stays as it is.
    for (arguments, sentence) in [
        (
            "kalah --south human --north random --seed 5",
            "expected North \"random\", found \"greedy\"",
        ),
        ("kalah --south human --north greedy --seed 6", "expected seed \"6\", found \"5\""),
        ("kalah:setup.seeds=3 --south human --north greedy --seed 5", "found \"kalah\""),
    ] {
        folder.refused(&format!("play {arguments} --save game --resume"), sentence);
        assert_eq!(folder.text("game"), more);
    }
    for (what, bytes) in [("text", "hello"), ("empty", ""), ("half", &more[..30])] {
        folder.write("other", bytes);
        let run = folder.run(&format!("play kalah {seats} --save other --resume"));
        assert_eq!(run.status, Some(1), "{what}: {run:?}");
        assert_eq!(folder.text("other"), bytes);
    }
}

#[test]
fn a_saved_game_names_its_variant_and_players() {
    let folder = Folder::new("gone-on-with");
    let plies = |name: &str| {
        let saved = Transcript::read(name, &folder.text(name)).expect("a transcript");
        saved.plies.len()
    };
    let mine = folder.run("new mine --from kalah:setup.seeds=3 --out mine.toml");
    assert_eq!(mine.status, Some(0), "{mine:?}");
    for (named, again) in [
        ("kalah:setup.seeds=3", ""),
        ("./mine.toml --set setup.seeds=5", "./mine.toml --set setup.seeds=5 "),
    ] {
        let seats = "--south human --north greedy --seed 5";
        let command = format!("play {named} {seats} --save game --force");
        let run = folder.run_reading(&command, "#1\nquit\n");
        let again = format!("play {again}--save game --resume");
        let told = format!("The game is in game. To continue it:\n  mankala {again}\n");
        assert!(run.out.ends_with(&told), "{run:?}");
        let (headers, before) = (folder.text("game"), plies("game"));
        let run = folder.run_reading(&again, "#1\nquit\n");
        assert_eq!(run.status, Some(0), "{run:?}");
        assert!(plies("game") > before, "{run:?}");
        let headers = headers.split("\n1: ").next().expect("headers");
        assert!(folder.text("game").starts_with(headers), "{headers}");
    }
    let command = "play --save none --resume";
    folder.refused(command, "found no file to continue");
    // Whoever forgot to save is told how it is done.
    let run = folder.run_reading("play kalah", "#1\nquit\n");
    let told = "quit. Then continue with:\n  mankala play --save FILE --resume\n";
    assert!(run.out.ends_with(told), "{run:?}");
    let run = folder.run_reading("play kalah", "#1\nsave copy\nquit\n");
    let told = "in copy. To continue it:\n  mankala play --save copy --resume\n";
    assert!(run.out.ends_with(told), "{run:?}");
    let run = folder.run_reading("play --save copy --resume", "quit\n");
    assert!(run.out.contains("The game continues after"), "{run:?}");
}

#[test]
fn a_converted_game_keeps_its_winner() {
    let folder = Folder::new("converted-winner");
    folder.write("game", "variant: kalah\n1: A1 a1; North resigns\n");
    folder.write("none", "variant: kalah\nresigned: North\n");
    for game in ["game", "none"] {
        folder.done(&format!("convert {game} --out again --force"));
        let run = folder.run("replay again");
        assert!(run.out.ends_with("South has won: the opponent resigned\n"), "{run:?}");
        assert!(!run.err.contains("as the winner"), "{run:?}");
    }
}

#[test]
fn a_converted_game_keeps_its_rounds_headers_and_comments() {
    let folder = Folder::new("converted-rest");
    folder.done("play ayo --rounds --south random --north random --seed 3 --save rounds");
    let old = "South: Ali\nDate: 1909\nvariant: kalah\nwinner: South\n\
               1: A1 a1; a comment\n2: A2; S resigns, tired\n";
    folder.write("game", old);
    for game in ["rounds", "game"] {
        folder.done(&format!("convert {game} --out again --force"));
        let read = |name: &str| Transcript::read(name, &folder.text(name)).expect("a transcript");
        let (old, new) = (read(game), read("again"));
        // Headers that are added move the plies to other lines.
        let plies = |game: &Transcript| -> Vec<(String, String)> {
            let plies = game.plies.iter();
            plies.map(|ply| (ply.text.clone(), ply.comment.clone())).collect()
        };
        assert_eq!(plies(&old), plies(&new));
        assert_eq!(old.resigned, new.resigned);
        for key in ["South", "Date", "rounds"] {
            assert_eq!(old.header(key), new.header(key), "{game}: {key}");
        }
        let [before, after] = [game, "again"].map(|name| folder.done(&format!("replay {name}")));
        assert_eq!(before, after);
    }
}

/// The folder goes away in the middle of the game, and comes back or not.
#[test]
fn a_game_that_cannot_be_saved_is_printed() {
    let folder = Folder::new("lost");
    for comes_back in [false, true] {
        let sub = folder.path("sub");
        let _ = fs::remove_dir_all(&sub);
        fs::create_dir(&sub).expect("a folder");
        let command = "play kalah --north human --save sub/game";
        let mut child = folder.command(command).stdin(Stdio::piped()).spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("its input");
        let mut errors = BufReader::new(child.stderr.take().expect("its errors"));
        wait_until("the first save", || sub.join("game").exists());
        fs::remove_dir_all(&sub).expect("it goes");
        stdin.write_all(b"A1\n").expect("its input");
        let mut complaint = String::new();
        errors.read_line(&mut complaint).expect("a complaint");
        assert!(complaint.starts_with("error: sub/game: "), "{complaint}");
        if comes_back {
            fs::create_dir(&sub).expect("a folder");
        }
        stdin.write_all(b"a2\nA3\nquit\n").expect("its input");
        let said: Vec<String> = errors.lines().map(|line| line.expect("a line")).collect();
        let run = end(child);
        let text = if comes_back {
            assert_eq!(run.status, Some(0), "{said:?}");
            assert_eq!(said, [""; 0]);
            fs::read_to_string(sub.join("game")).expect("the game")
        } else {
            assert_eq!(run.status, Some(1), "{said:?}");
            assert_eq!(
                said.iter().filter(|line| line.starts_with("error: ")).count(),
                1,
                "{said:?}"
            );
            let printed = said.iter().filter(|line| !line.starts_with("error: "));
            printed.fold(String::new(), |text, line| text + line + "\n")
        };
        folder.write("printed", &text);
        let replayed = folder.done("replay printed --json");
        assert!(replayed.contains("\"ply\":3,\"move\":\"A3\""), "{text}: {replayed}");
    }
}

/// Chance follows from the seed and the number of the move.
#[test]
fn the_same_seed_gives_the_same_game() {
    let folder = Folder::new("seed");
    let mut dice = Dice::seeded(1);
    for (name, _) in sample() {
        let seed = dice.below(1000);
        let play =
            format!("play {name} --south random --north greedy --ply-limit 30 --seed {seed}");
        folder.done(&format!("{play} --save {name}-whole"));
        for limit in [7, 1, 30] {
            folder.done(&format!("{play} --ply-limit {limit} --save {name} --resume").replacen(
                "--ply-limit 30 ",
                "",
                1,
            ));
        }
        assert_eq!(folder.text(name), folder.text(&format!("{name}-whole")));
    }
}
