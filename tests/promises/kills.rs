//! Killed at any moment, gone on with, the same file in the end.
//!
//! `MANKALA_KILLS` says how often each is killed; a hundred times if it says nothing.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use mankala::Dice;
use mankala::text::transcript::Transcript;

use super::program::{Folder, end};

fn kills() -> u32 {
    let wanted = std::env::var("MANKALA_KILLS");
    wanted.map_or(100, |text| text.parse().expect("MANKALA_KILLS is a number"))
}

/// Kills a command at random moments, again and again, until it has ended by itself after the last kill.
///
/// `check` looks at what a kill left behind, and says whether that is a part of the work; `whole` is what an
/// undisturbed run leaves.
fn killed(folder: &Folder, command: &str, name: &str, whole: &str, check: impl Fn() -> bool) {
    let mut dice = Dice::seeded(29);
    let (mut left, mut moment) = (kills(), Duration::from_millis(300));
    let mut parts = 0;
    loop {
        let mut child = folder.start(command);
        if left > 0 {
            sleep(moment.mul_f64(f64::from(dice.below(1000)) / 1000.0));
        }
        let ended = left == 0 || child.try_wait().expect("a status").is_some();
        if ended {
            let run = end(child);
            assert_eq!(run.status, Some(0), "{run:?}");
            assert_eq!(folder.text(name), whole, "with {left} kills to come");
            if left == 0 {
                assert!(parts >= kills() / 4, "only {parts} kills were in the middle of the work");
                return;
            }
            // It ended before its time; the next one begins anew and has less.
            fs::remove_file(folder.path(name)).expect(name);
            moment = moment.mul_f64(0.8);
            continue;
        }
        child.kill().expect("a kill");
        end(child);
        left -= 1;
        parts += u32::from(check());
    }
}

#[test]
fn a_killed_match_continues_to_the_same_file() {
    let folder = Folder::new("kill-match");
    let games = "match zanzibar-bao --south alphabeta:2 --north greedy --opening-plies 4 --games 600 --threads 2";
    folder.done(&format!("{games} --out whole"));
    let whole = folder.text("whole");
    let command = format!("{games} --out games --resume");
    killed(&folder, &command, "games", &whole, || {
        // Whatever a kill leaves is the beginning of the file.
        let left = fs::read(folder.path("games")).unwrap_or_default();
        assert!(whole.as_bytes().starts_with(&left), "something else is in the file");
        left.len() > 1000
    });
    folder.done("verify games");
}

#[test]
fn a_killed_game_continues_to_the_same_transcript() {
    let folder = Folder::new("kill-play");
    let game = "play zanzibar-bao --south alphabeta:4 --north mcts:1500 --seed 8";
    folder.done(&format!("{game} --save whole"));
    let whole = folder.text("whole");
    let all = Transcript::read("whole", &whole).expect("a transcript");
    let command = format!("{game} --save game --resume");
    killed(&folder, &command, "game", &whole, || {
        // There is no file yet, or a whole one with the moves so far.
        let Ok(text) = fs::read_to_string(folder.path("game")) else {
            return false;
        };
        let left = Transcript::read("game", &text).expect("a transcript");
        let moves = |game: &Transcript| -> Vec<String> {
            game.plies.iter().map(|ply| ply.text.clone()).collect()
        };
        assert!(moves(&all).starts_with(&moves(&left)), "{text}");
        assert!(left.headers.len() >= 6, "{text}");
        !left.plies.is_empty()
    });
}
