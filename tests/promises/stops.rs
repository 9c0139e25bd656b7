//! Ctrl-C and SIGTERM end any command soon, whatever it is doing, and what was finished can be read.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use mankala::text::transcript::Transcript;

use super::program::{Folder, Run, end, prepare, wait_until};

/// Time after which a stopped program counts as hanging: a busy machine needs longer than the 200 ms promised.
const HANGING: Duration = Duration::from_secs(10);

fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(kill.expect("kill").success());
}

/// Starts the program, lets it get going, and stops it.
fn stopped(folder: &Folder, arguments: &str, name: &str) {
    let mut child = folder.command(arguments);
    // Nobody reads what it prints, and nobody answers.
    let mut child = child.stdin(Stdio::piped()).spawn().expect("it starts");
    let _stdin = child.stdin.take();
    sleep(Duration::from_millis(300));
    assert!(child.try_wait().expect("a status").is_none(), "{arguments}: {:?}", end(child));
    let begin = Instant::now();
    signal(&child, name);
    let status = child.wait().expect("an end");
    let late = begin.elapsed();
    assert_eq!(status.code(), Some(130), "{arguments}");
    assert!(late < HANGING, "{arguments}: {late:?} after {name}");
}

#[test]
fn any_command_ends_soon() {
    let folder = Folder::new("stops");
    prepare(&folder);
    for pipe in ["pipe", "pipe.toml"] {
        let made = Command::new("mkfifo").arg(folder.path(pipe)).status();
        assert!(made.expect("mkfifo").success());
    }
    let commands = [
        // Long searches.
        "match zanzibar-bao --south alphabeta:60 --north alphabeta:60 --games 9 --threads 1 --out games1",
        "match zanzibar-bao --south mcts:10000000 --north mcts:10000000 --games 9 --threads 1",
        "match bao-kingulu --south mcts:3600000ms --north alphabeta:3600000ms --games 9 --threads 2",
        "match nam-nam --south alphabeta:60 --north mcts:10000000 --games 99 --threads 16",
        "compare kalah --player alphabeta:60 --games 9 --threads 1 --out compared1",
        "compare oware --player mcts:10000000 --games 9 --threads 1",
        "play zanzibar-bao --south alphabeta:60 --north random",
        "play zanzibar-bao --south mcts:10000000 --north random --save game1",
        // Long work of other kinds.
        "match kalah --south random --north random --games 1000000000 --opening-plies 1000000 --ply-limit 1000000",
        "perft zanzibar-bao 200",
        "perft zanzibar-bao 100 --divide --threads 2",
        "speed kalah --seconds 1000",
        // Nobody answers.
        "play kalah",
        "play kalah --save game2",
        "moves kalah --positions -",
        // Nobody reads, and nobody writes.
        "match kalah --south random --north random --games 1000000000",
        "match kalah --south random --north random --games 9 --out pipe",
        "merge part1 part2 --out pipe",
        "compare kalah --games 2 --out pipe",
        "new mine --from kalah --out pipe",
        "play kalah --south random --north random --save pipe",
        "replay pipe",
        "moves kalah --positions pipe",
        "verify pipe",
        "merge pipe part1",
    ];
    for (number, arguments) in commands.into_iter().enumerate() {
        let once =
            arguments.replace(" game", " --resume game").replace("--save --resume", "--save");
        let once = once.replace("--out --resume games1", "--resume --out games1");
        let once = if arguments.contains("--save game") { once + " --resume" } else { once };
        stopped(&folder, &once, ["-INT", "-TERM"][number % 2]);
    }
}

/// Each of many threads has to come to its turn before it can look whether to stop: they are not waited for, and what
/// there is to say is said. How soon they are gone depends on who else wants the processor.
#[test]
fn a_stopped_match_prints_the_command_to_continue() {
    let folder = Folder::new("many-threads");
    let child = folder.start(
        "match kalah --south alphabeta:60 --north alphabeta:60 --games 99 --threads 64 --out games",
    );
    sleep(Duration::from_millis(500));
    signal(&child, "-INT");
    let run = end(child);
    assert_eq!(run.status, Some(130), "{run:?}");
    assert!(run.err.contains("--resume continues games"), "{run:?}");
}

/// Giving back a table that is full takes longer than most commands have.
/// The other variants take seconds more, the other positions minutes.
#[test]
fn results_are_printed_as_soon_as_they_are_found() {
    let folder = Folder::new("at-once");
    for arguments in [
        "solve --all --ruleset kingulu --ruleset toguz --budget 2s --memory 64M",
        "solve --all --ruleset kingulu --ruleset toguz --budget 2s --memory 64M --format csv",
        "fair kalah:board.columns=5,setup.seeds=1 --count 99999 --plies 20 --memory 64M",
    ] {
        let mut child = folder.start(arguments);
        let mut first = String::new();
        let out = child.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut first).expect("a line");
        assert!(child.try_wait().expect("a status").is_none(), "{arguments}");
        assert!(first.ends_with('\n'), "{arguments}: {first}");
        signal(&child, "-TERM");
        child.wait().expect("an end");
    }
}

#[test]
fn a_stopped_solver_prints_its_bounds() {
    let folder = Folder::new("stopped-solve");
    let child = folder.start("solve kalah --moves --memory 256M");
    sleep(Duration::from_secs(2));
    signal(&child, "-INT");
    let run = end(child);
    assert_eq!(run.status, Some(130), "{run:?}");
    assert!(run.out.contains("not solved: between"), "{run:?}");
    assert!(run.err.contains("the bounds proved so far are shown"), "{run:?}");
}

/// Stops the solver: it keeps the bounds of the whole game and does not prove them again.
#[test]
fn a_stopped_solver_writes_no_certificate() {
    let folder = Folder::new("stopped-certificate");
    let child = folder.start("solve kalah --memory 64M --certificate proof");
    sleep(Duration::from_secs(2));
    signal(&child, "-INT");
    let run = end(child);
    assert_eq!(run.status, Some(130), "{run:?}");
    assert!(run.err.contains("stopped; proof was not written"), "{run:?}");
    assert!(!folder.path("proof").exists());
}

#[test]
fn a_stopped_match_can_be_continued() {
    let folder = Folder::new("stopped-match");
    let games = "match kalah --south random --north greedy --games 100000000 --out games";
    let child = folder.start(games);
    wait_until("games", || folder.path("games").exists() && folder.read("games").len() > 100_000);
    signal(&child, "-TERM");
    let run = end(child);
    assert_eq!(run.status, Some(130), "{run:?}");
    assert!(run.err.contains("--resume continues games"), "{run:?}");
    let text = folder.text("games");
    assert!(text.ends_with('\n'));
    let mut few: String = text.lines().take(50).map(|line| line.to_owned() + "\n").collect();
    folder.write("few", &few);
    folder.done("verify few");
    let child = folder.start(&format!("{games} --resume").replace("out games", "out few"));
    wait_until("more games", || folder.read("few").len() > few.len() + 1000);
    signal(&child, "-INT");
    end(child);
    few = folder.text("few");
    let common = few.len().min(text.len());
    assert!(few[..common] == text[..common], "other games after a stop");
}

/// Plays a move against somebody who thinks for days, and stops the program again and again.
fn while_it_thinks(folder: &Folder, save: &str) -> Run {
    let command = format!("play zanzibar-bao --north alphabeta:60 {save}");
    let mut child = folder.command(&command).stdin(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("its input");
    stdin.write_all(b"#1\n").expect("its input");
    sleep(Duration::from_millis(400));
    for name in ["-INT", "-INT", "-TERM", "-INT"] {
        let _ = Command::new("kill")
            .args([name, &child.id().to_string()])
            .stderr(Stdio::null())
            .status();
    }
    let run = end(child);
    assert_eq!(run.status, Some(130), "{run:?}");
    run
}

/// The transcript behind a note.
fn printed(run: &Run) -> Transcript {
    let (_, text) = run.err.split_once("the moves so far:\n").expect("the game");
    Transcript::read("printed", text).expect("a transcript")
}

#[test]
fn a_game_stopped_while_the_opponent_thinks_is_not_lost() {
    let folder = Folder::new("thinks");
    let run = while_it_thinks(&folder, "--save game");
    assert!(run.err.contains("the game is in game"), "{run:?}");
    let saved = Transcript::read("game", &folder.text("game")).expect("a transcript");
    assert_eq!(saved.plies.len(), 1);
    let run = while_it_thinks(&folder, "");
    assert_eq!(printed(&run).plies, saved.plies);
}

#[test]
fn a_game_stopped_at_the_prompt_is_not_lost() {
    let folder = Folder::new("prompt");
    for name in ["-INT", "-TERM"] {
        let command = folder.command("play kalah --north greedy").stdin(Stdio::piped()).spawn();
        let mut child = command.expect("it starts");
        let mut stdin = child.stdin.take().expect("its input");
        stdin.write_all(b"#1\n#1\n").expect("its input");
        sleep(Duration::from_millis(300));
        signal(&child, name);
        let run = end(child);
        assert_eq!(run.status, Some(130), "{run:?}");
        assert!(printed(&run).plies.len() >= 3, "{run:?}");
        drop(stdin);
    }
}

/// A service that starts a match and hangs up on its terminal does not end it.
#[test]
fn signals_that_are_ignored_stay_ignored() {
    let folder = Folder::new("hangup");
    let program = env!("CARGO_BIN_EXE_mankala");
    let script = format!(
        "trap '' HUP; exec {program} match kalah --south random --north random --games 100000000 --out games"
    );
    let mut child = Command::new("sh");
    let child = child
        .args(["-c", &script])
        .current_dir(folder.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = child.spawn().expect("it starts");
    wait_until("games", || folder.path("games").exists());
    signal(&child, "-HUP");
    sleep(Duration::from_millis(500));
    assert!(child.try_wait().expect("a status").is_none(), "{:?}", end(child));
    child.kill().expect("a kill");
    end(child);
}
