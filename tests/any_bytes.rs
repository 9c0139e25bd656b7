//! Whatever bytes come in as a position, a move, a transcript, games or a variant file: an answer, never a panic.
//!
//! The laws are those of the fuzz targets; here they are tried with the corpus of these, and with texts that are damaged
//! by dice, so many each time.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use mankala::play::matches::{FileHeader, MatchHeader, Part, Played, RecordFile, Shard};
use mankala::report::{Keeping, Piece, first_line};
use mankala::{Catalogue, Dice, MatchSpec};

use crate::common;

#[path = "../fuzz/src/lib.rs"]
mod laws;

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

/// Runs the laws on the corpus of the fuzzer, whole and damaged; each law has a target and a corpus.
#[test]
fn as_the_corpus_has_it() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let names = |folder: &str| {
        let found = fs::read_dir(fuzz.join(folder)).expect(folder);
        let stem = |path: &Path| path.file_stem()?.to_str().map(str::to_owned);
        let mut names: Vec<String> =
            found.map(|entry| stem(&entry.expect("an entry").path()).expect("a name")).collect();
        names.sort();
        names
    };
    let mut all = laws::LAWS.map(|(name, _)| name);
    all.sort_unstable();
    assert_eq!(names("targets"), all);
    assert_eq!(names("corpus"), all);
    let mut dice = Dice::seeded(16);
    for (name, law) in laws::LAWS {
        let target = fs::read_to_string(fuzz.join(format!("targets/{name}.rs"))).expect(name);
        assert!(target.contains(&format!("mankala_fuzz::{name}(bytes)")));
        let mut accepted = 0;
        for entry in fs::read_dir(fuzz.join("corpus").join(name)).expect(name) {
            let bytes = fs::read(entry.expect("an entry").path()).expect("bytes");
            accepted += u32::from(law(&bytes));
            let text = String::from_utf8_lossy(&bytes);
            for _ in 0..common::tries(200, 6000) {
                law(damaged(&text, &mut dice).as_bytes());
            }
        }
        assert!(accepted > 1, "{name}: its corpus shows it nothing");
    }
}

#[test]
fn as_a_position() {
    let mut dice = Dice::seeded(11);
    for (name, loaded) in common::variants() {
        let mut game = loaded.game();
        let (tries, mut accepted) = (common::tries(1500, 50_000), 0);
        for number in 0..tries {
            if number % 20 == 0 {
                match game.random_move(&mut dice) {
                    Some(mv) => drop(game.play(&mv)),
                    None => game = loaded.game(),
                }
            }
            let read = |text| laws::position(format!("{name}\n{text}").as_bytes());
            accepted += usize::from(read(damaged(&game.text(), &mut dice)));
            read(random(&mut dice));
        }
        // Damage that leaves a position readable has to be among it, else nothing is tried behind the reader.
        assert!(accepted > tries / 75, "{name}: only {accepted} damaged positions are readable");
    }
}

#[test]
fn as_a_move() {
    let mut dice = Dice::seeded(12);
    for (name, loaded) in common::variants() {
        let mut game = loaded.game();
        for number in 0..common::tries(1500, 50_000) {
            let Some(mv) = game.random_move(&mut dice) else {
                game = loaded.game();
                continue;
            };
            let text = if number % 4 == 0 { random(&mut dice) } else { damaged(&mv, &mut dice) };
            laws::moves(format!("{name}\n{}\n{text}", game.text()).as_bytes());
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
        let text = if number % 4 == 0 { random(&mut dice) } else { damaged(whole, &mut dice) };
        accepted += u32::from(laws::transcript(text.as_bytes()));
    }
    assert!(accepted > 1000, "only {accepted} damaged transcripts are readable");
}

#[test]
fn as_a_file_of_games() {
    let loaded = Catalogue::new().load("kalah", &[]).expect("kalah");
    let players = ["random", "greedy"].map(|name| name.parse().expect(name));
    let spec = MatchSpec::new(players, 4, 7);
    let first = FileHeader {
        header: MatchHeader::new("kalah", loaded.digest(), &spec),
        shard: Shard::WHOLE,
    };
    let mut whole = first.line() + "\n";
    let mut sink = |games: Vec<(Played, String)>| {
        for (_, line) in games {
            whole += &(line + "\n");
        }
        ControlFlow::Continue(())
    };
    let (variant, stop) = (Arc::clone(&loaded.variant), || false);
    variant.play_games(&first.header, &spec, 0..4, 1, &stop, &mut sink);
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
        laws::record_file(text.as_bytes());
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
            assert!(due[..head].starts_with(rest) || rest.starts_with(&due[..head]), "{text:?}");
        }
    }
    assert!(accepted > 100, "only {accepted} damaged files can be gone on with");
}

#[test]
fn as_a_file_of_kept_games() {
    let comparison = laws::kept_comparison();
    let variants = ["kalah"].map(|name| {
        let loaded = Catalogue::new().load(name, &[]).expect(name);
        (name.to_owned(), loaded)
    });
    let mut whole = first_line::<Piece>() + "\n";
    let keeping = Keeping {
        known: comparison.wanted(&variants),
        shard: Shard::WHOLE,
        keep: &mut |piece| {
            whole += &(piece.line() + "\n");
            ControlFlow::Continue(())
        },
    };
    let never = || false;
    let report = comparison.run_kept(&variants, keeping, &never, |_| {});
    assert!(report.is_some());
    assert!(laws::kept_file(whole.as_bytes()));
    let mut dice = Dice::seeded(19);
    let mut accepted = 0;
    for number in 0..100 {
        let text = match number % 8 {
            0 => random(&mut dice),
            _ => damaged(&whole, &mut dice),
        };
        accepted += u32::from(laws::kept_file(text.as_bytes()));
    }
    assert!(accepted > 10, "only {accepted} damaged files are readable");
}

#[test]
fn as_a_variant_file() {
    let mut dice = Dice::seeded(14);
    let texts = mankala::files::catalogue::embedded();
    for (name, whole) in texts {
        // Examples are most of a file and all of one kind: one of them is enough to damage.
        let shortened = match whole.match_indices("[[example]]").nth(1) {
            Some((end, _)) => &whole[..end],
            None => whole,
        };
        let (tries, mut accepted) = (common::tries(400, 20_000), 0);
        for number in 0..tries {
            let text =
                if number % 8 == 0 { random(&mut dice) } else { damaged(shortened, &mut dice) };
            accepted += usize::from(laws::variant_file(text.as_bytes()));
        }
        assert!(accepted > tries / 20, "{name}: only {accepted} damaged files are readable");
    }
}

#[test]
fn as_an_override() {
    let mut dice = Dice::seeded(15);
    for (name, loaded) in common::variants() {
        for written in &loaded.values {
            for _ in 0..common::tries(40, 300) {
                let set = damaged(&format!("{}={}", written.key, written.value), &mut dice);
                laws::changes(format!("{name}\n{set}").as_bytes());
            }
        }
    }
}

/// Random variants, and random games of them.
#[test]
fn as_a_game() {
    let mut dice = Dice::seeded(18);
    let mut accepted = 0;
    for (name, loaded) in common::variants() {
        for _ in 0..common::tries(40, 1000) {
            let written = &loaded.values[dice.below(loaded.values.len() as u32) as usize];
            let set = damaged(&format!("{}={}", written.key, written.value), &mut dice);
            let mut bytes = format!("{name}\n{}\n\n", set.replace('\n', " ")).into_bytes();
            bytes.extend((0..40).map(|_| dice.below(256) as u8));
            accepted += u32::from(laws::game(&bytes));
        }
    }
    assert!(accepted > 100, "only {accepted} changes are readable");
}
