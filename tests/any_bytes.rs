//! Whatever bytes come in as a position, a move, a transcript, games or a variant file: an answer, never a panic.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use mankala::files::check::wrong_examples;
use mankala::play::matches::{FileHeading, Heading, Part, Played, RecordFile, Shard};
use mankala::text::transcript::Transcript;
use mankala::{Catalogue, Dice, Loaded, MatchSpec};

use crate::common;

/// Pieces that mean something in one of the texts, so that damage is not always found at once.
const PIECES: [&str; 40] = [
    "0",
    "1",
    "7",
    "255",
    "256",
    "-1",
    "99999999999999999999",
    ",",
    "/",
    " ",
    "=",
    "S",
    "N",
    "A1",
    "a9",
    "b0",
    "L",
    "R",
    ">",
    "*",
    "!",
    "!65536",
    "-",
    "SN",
    "draw",
    "store=",
    "result=S",
    "\n",
    "\t",
    "\r",
    "\0",
    "é",
    "\u{1f330}",
    "[rules]",
    "[[example]]",
    "\"",
    "#",
    ":",
    ";",
    "inherits=\"oware\"\n",
];

/// A text with one to three places damaged: bytes put in, taken out, changed or doubled, a digit changed.
fn damaged(text: &str, dice: &mut Dice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(3).min(dice.below(3)) {
        let at = dice.below(bytes.len() as u32 + 1) as usize;
        let end = (at + 1 + dice.below(8) as usize).min(bytes.len());
        match dice.below(8) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.insert(at, dice.below(256) as u8),
            2 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
            3 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy).for_each(drop);
            }
            4 => bytes.truncate(at.max(bytes.len() / 2)),
            5 => {
                let piece = PIECES[dice.below(PIECES.len() as u32) as usize];
                bytes.splice(at..at, piece.bytes()).for_each(drop);
            }
            // What is still well-formed gets past the reader, to the rules.
            _ => {
                if let Some(digit) = bytes[at..].iter_mut().find(|byte| byte.is_ascii_digit()) {
                    *digit = b"0123456789"[dice.below(10) as usize];
                }
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text of nothing but pieces and random bytes.
fn random(dice: &mut Dice) -> String {
    let mut bytes = Vec::new();
    for _ in 0..dice.below(30) {
        if dice.below(3) == 0 {
            bytes.push(dice.below(256) as u8);
        } else {
            bytes.extend(PIECES[dice.below(PIECES.len() as u32) as usize].bytes());
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads a text as a position; one that is accepted has to be a position through and through.
fn read_position(name: &str, loaded: &Loaded, text: &str) -> bool {
    let game = match loaded.game_from(text) {
        Ok(game) => game,
        Err(error) => {
            assert!(
                error.text.get(error.span.clone()).is_some(),
                "{name}: {text:?}"
            );
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    assert!(game.seeds() <= 255, "{name}: {text:?}");
    let canonical = game.text();
    let again = loaded.game_from(&canonical);
    let again = again.unwrap_or_else(|error| panic!("{name}: {text:?} is read, then {error}"));
    assert_eq!(again.text(), canonical, "{name}: {text:?}");
    for written in game.moves() {
        let after = loaded.game_from(&written.after);
        after.unwrap_or_else(|error| panic!("{name}: {} in {canonical}: {error}", written.text));
    }
    true
}

#[test]
fn as_a_position() {
    let mut dice = Dice::seeded(11);
    for (name, loaded) in common::variants() {
        let mut game = loaded.game();
        let mut accepted = 0;
        for number in 0..1500 {
            if number % 20 == 0 {
                match game.random_move(&mut dice) {
                    Some(mv) => drop(game.play(&mv)),
                    None => game = loaded.game(),
                }
            }
            let text = damaged(&game.text(), &mut dice);
            accepted += u32::from(read_position(name, loaded, &text));
            read_position(name, loaded, &random(&mut dice));
        }
        // Damage that leaves a position readable has to be among it, else nothing is tried behind the reader.
        assert!(
            accepted > 20,
            "{name}: only {accepted} damaged positions are readable"
        );
    }
}

#[test]
fn as_a_move() {
    let mut dice = Dice::seeded(12);
    for (name, loaded) in common::variants() {
        let mut game = loaded.game();
        for number in 0..1500 {
            let Some(mv) = game.random_move(&mut dice) else {
                game = loaded.game();
                continue;
            };
            let text = if number % 4 == 0 {
                random(&mut dice)
            } else {
                damaged(&mv, &mut dice)
            };
            let mut played = game.boxed_clone();
            match played.play(&text) {
                Ok(canonical) => assert!(
                    game.moves().iter().any(|written| written.text == canonical),
                    "{name}: {text:?} is played as {canonical}"
                ),
                Err(error) => {
                    assert_eq!(played.text(), game.text(), "{name}: {text:?}");
                    assert!(!error.to_string().is_empty());
                }
            }
            if number % 5 == 0 {
                game.play(&mv).expect("a legal move");
            }
        }
    }
}

#[test]
fn as_a_transcript() {
    let mut dice = Dice::seeded(13);
    let whole = "South: Ramadhan\nNorth: Kijumbe\nvariant: zanzibar-bao\n\n1: 7L* 5R;\n2: 6R* 6R*; a comment\n3: 7R*; A resigns\n";
    let mut accepted = 0;
    for number in 0..10_000 {
        let text = if number % 4 == 0 {
            random(&mut dice)
        } else {
            damaged(whole, &mut dice)
        };
        match Transcript::read("some.txt", &text) {
            Ok(transcript) => {
                accepted += 1;
                let written = transcript.write();
                let again = Transcript::read("written.txt", &written);
                let again = again.unwrap_or_else(|error| panic!("{text:?} is read, then {error}"));
                assert_eq!(again.write(), written, "{text:?}");
                assert_eq!(again.plies.len(), transcript.plies.len(), "{text:?}");
                assert_eq!(again.resigned, transcript.resigned, "{text:?}");
            }
            Err(error) => assert!(error.place.is_some() && !error.to_string().is_empty()),
        }
    }
    assert!(
        accepted > 1000,
        "only {accepted} damaged transcripts are readable"
    );
}

#[test]
fn as_a_file_of_games() {
    let loaded = Catalogue::new().load("kalah", &[]).expect("kalah");
    let players = ["random", "greedy"].map(|name| name.parse().expect(name));
    let spec = MatchSpec::new(players, 4, 7);
    let first = FileHeading {
        heading: Heading::new("kalah", loaded.digest(), &spec),
        shard: Shard::WHOLE,
    };
    let mut whole = first.line() + "\n";
    let mut sink = |games: Vec<(Played, String)>| {
        for (_, line) in games {
            whole += &(line + "\n");
        }
        ControlFlow::Continue(())
    };
    let (variant, stop) = (Arc::clone(&loaded.variant), AtomicBool::new(false));
    variant.play_games(&first.heading, &spec, 0..4, 1, &stop, &mut sink);
    let read = |text: &str| {
        let part = RecordFile::open(text.as_bytes()).and_then(|file| Part::read(file, |_| Ok(())));
        part.and_then(|part| part.resume(&first))
    };
    assert_eq!(read(&whole).ok(), Some((4, whole.len() as u64)));
    let mut dice = Dice::seeded(17);
    let mut accepted = 0;
    for number in 0..10_000 {
        let text = match number % 4 {
            0 => random(&mut dice),
            _ => damaged(&whole, &mut dice),
        };
        // What is kept is what was written, and nothing of what was not is thrown away.
        if let Ok((game, keep)) = read(&text) {
            accepted += 1;
            let (kept, rest) = text.split_at(keep as usize);
            assert!(
                whole.starts_with(kept) && kept.lines().count() <= game as usize + 1,
                "{text:?}"
            );
            let due = whole[keep as usize..].lines().next().unwrap_or("");
            let head = due.find("\"opening\"").unwrap_or(due.len());
            assert!(
                due[..head].starts_with(rest) || rest.starts_with(&due[..head]),
                "{text:?}"
            );
        }
    }
    assert!(
        accepted > 100,
        "only {accepted} damaged files can be gone on with"
    );
}

/// A file that is accepted gives a game that can be begun.
fn begin(loaded: &Loaded, dice: &mut Dice) {
    let game = loaded.game();
    assert!(game.seeds() <= 255);
    let text = game.text();
    let again = loaded.game_from(&text);
    assert_eq!(
        again
            .unwrap_or_else(|error| panic!("{error}"))
            .diagram()
            .pits,
        game.diagram().pits
    );
    if let Some(mv) = game.random_move(dice) {
        assert!(!game.trace(&mv).expect("a legal move").is_empty());
    }
}

#[test]
fn as_a_variant_file() {
    let mut dice = Dice::seeded(14);
    let catalogue = Catalogue::new();
    let texts = mankala::files::catalogue::EMBEDDED;
    for (name, whole) in texts {
        // Examples are most of a file and all of one kind: one of them is enough to damage.
        let shortened = match whole.match_indices("[[example]]").nth(1) {
            Some((end, _)) => &whole[..end],
            None => whole,
        };
        let mut accepted = 0;
        for number in 0..400 {
            let text = if number % 8 == 0 {
                random(&mut dice)
            } else {
                damaged(shortened, &mut dice)
            };
            match catalogue.parse("some.toml", &text, &[]) {
                Ok(loaded) => {
                    accepted += 1;
                    begin(&loaded, &mut dice);
                    let _ = wrong_examples(&loaded);
                }
                Err(errors) => {
                    assert!(!errors.is_empty(), "{text:?} is refused without a word");
                    assert!(!errors.to_string().is_empty());
                }
            }
        }
        assert!(
            accepted > 20,
            "{name}: only {accepted} damaged files are readable"
        );
    }
}

#[test]
fn as_an_override() {
    let mut dice = Dice::seeded(15);
    let catalogue = Catalogue::new();
    for (name, loaded) in common::variants() {
        for written in &loaded.values {
            for _ in 0..common::tries(40, 1000) {
                let set = damaged(&format!("{}={}", written.key, written.value), &mut dice);
                if let Ok(loaded) = catalogue.load(name, &[set]) {
                    begin(&loaded, &mut dice);
                }
            }
        }
    }
}
