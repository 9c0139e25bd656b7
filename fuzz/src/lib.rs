//! Laws for arbitrary input: every input gives a result or an error, never a panic, and results are consistent.
//!
//! Each law parses bytes as one kind of untrusted text and returns whether they were accepted. The fuzz targets in
//! this package run the laws indefinitely; the tests of the crate run them on its corpus and on damaged texts. If a
//! text needs a game, its first line names it; an empty line precedes the moves.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};

use mankala::api::{Response, Watch, respond};
use mankala::files::catalogue::{GivenBy, embedded};
use mankala::files::check::wrong_examples;
use mankala::game::Ending;
use mankala::play::matches::{FileHeader, Part, PartError, RecordFile, Shard};
use mankala::report::{Keeping, KeptFile, Piece, first_line};
use mankala::text::transcript::Transcript;
use mankala::{Catalogue, Comparison, Game, Loaded, Measure, PlayerSpec};

/// Law: checks an input and returns whether it was accepted.
pub type Law = fn(&[u8]) -> bool;

/// Laws by the names of their targets.
pub const LAWS: [(&str, Law); 9] = [
    ("variant_file", variant_file),
    ("changes", changes),
    ("position", position),
    ("moves", moves),
    ("transcript", transcript),
    ("record_file", record_file),
    ("kept_file", kept_file),
    ("game", game),
    ("request", request),
];

/// Maximum number of moves of a game.
const LONGEST_GAME: usize = 400;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);

/// Variants of the crate, each loaded once.
static VARIANTS: LazyLock<BTreeMap<&str, Loaded>> = LazyLock::new(|| {
    let load = |name| CATALOGUE.load(name, &[]).map_err(|errors| errors.to_string());
    let names = embedded().into_iter().map(|(name, _)| name);
    names.map(|name| (name, load(name).expect("a variant"))).collect()
});

/// Converts bytes to text; invalid UTF-8 is replaced, as in the program.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the variant that the first line names, and the rest of the text.
fn named(text: &str) -> Option<(&'static Loaded, &str)> {
    let (name, rest) = text.split_once('\n')?;
    Some((VARIANTS.get(name)?, rest))
}

/// Checks that an accepted variant file gives a game that can be started, and that its examples can be played.
pub fn variant_file(bytes: &[u8]) -> bool {
    match CATALOGUE.parse("any.toml", &text(bytes), &[]) {
        Ok(loaded) => {
            begun(&loaded);
            let _ = wrong_examples(&loaded, &|| false).to_string();
            true
        }
        Err(errors) => {
            assert!(!errors.is_empty() && !errors.to_string().is_empty());
            false
        }
    }
}

/// Checks that changes of a variant, one a line, are equivalent to a file with these values.
pub fn changes(bytes: &[u8]) -> bool {
    let text = text(bytes);
    let (name, changes) = text.split_once('\n').unwrap_or((&text, ""));
    let Some(loaded) = changed(name, changes) else {
        return false;
    };
    begun(&loaded);
    // The resulting values can be given as changes again, and make the same game.
    let values = loaded.values.iter();
    let told = values
        .filter(|written| written.given_by == GivenBy::Change)
        .map(|written| format!("{}={}", written.key, written.value));
    let again = CATALOGUE.load(name, &told.collect::<Vec<_>>());
    let again = again.unwrap_or_else(|errors| panic!("{}: {errors}", loaded.label()));
    assert_eq!(again.digest(), loaded.digest(), "{}", loaded.label());
    true
}

/// Loads an embedded variant with changes, one a line. Names never open files.
fn changed(name: &str, changes: &str) -> Option<Loaded> {
    if !VARIANTS.contains_key(name) {
        return None;
    }
    let changes: Vec<String> = changes.lines().map(str::to_owned).collect();
    match CATALOGUE.load(name, &changes) {
        Ok(loaded) => Some(loaded),
        Err(errors) => {
            assert!(!errors.to_string().is_empty());
            None
        }
    }
}

/// Checks that the opening of a game is a valid position.
fn begun(loaded: &Loaded) {
    let game = loaded.game();
    reads_back(loaded, &game);
    if let Some(first) = game.moves().first() {
        assert!(!game.trace(&first.text).expect("a legal move").is_empty());
    }
}

/// Checks that an accepted position can be written and read again, as can every position after it.
pub fn position(bytes: &[u8]) -> bool {
    let text = text(bytes);
    let Some((loaded, written)) = named(&text) else {
        return false;
    };
    match loaded.game_from(written) {
        Ok(game) => {
            reads_back(loaded, &game);
            for legal in game.moves() {
                let after = loaded.game_from(&legal.after);
                after.unwrap_or_else(|error| panic!("{}: {error}", legal.text));
            }
            true
        }
        Err(error) => {
            assert!(error.text.get(error.span.clone()).is_some(), "{error:?}");
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// Checks that a position is written as it is read, and is over exactly if there are no moves.
fn reads_back(loaded: &Loaded, game: &Game) {
    let written = game.text();
    assert!(game.seeds() <= 255, "{written}");
    let again = loaded.game_from(&written);
    let again = again.unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again.text(), written);
    assert_eq!(again.diagram().pits, game.diagram().pits);
    assert_eq!(game.moves().is_empty(), game.result().is_some(), "{written}");
}

/// Checks a move in the line after a position: accepted moves are legal, rejected moves change nothing.
pub fn moves(bytes: &[u8]) -> bool {
    let text = text(bytes);
    let read = |(loaded, rest): (&Loaded, _)| {
        let (position, mv) = str::split_once(rest, '\n')?;
        Some((loaded.game_from(position).ok()?, mv.to_owned()))
    };
    let Some((mut game, mv)) = named(&text).and_then(read) else {
        return false;
    };
    let (before, legal) = (game.text(), game.moves());
    match game.play(&mv) {
        Ok(canonical) => {
            assert!(legal.iter().any(|legal| legal.text == canonical), "{canonical}");
            true
        }
        Err(error) => {
            assert_eq!(game.text(), before);
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// Checks that an accepted transcript can be written and read again; plays its moves as far as they are legal.
pub fn transcript(bytes: &[u8]) -> bool {
    let read = match Transcript::read("any.txt", &text(bytes)) {
        Ok(read) => read,
        Err(error) => {
            assert!(error.place.is_some() && !error.to_string().is_empty());
            return false;
        }
    };
    let written = read.write();
    let again = Transcript::read("written.txt", &written);
    let again = again.unwrap_or_else(|error| panic!("{written:?}: {error}"));
    assert_eq!(again.write(), written);
    assert_eq!(again.plies.len(), read.plies.len());
    assert_eq!(again.resigned, read.resigned);
    let Some(loaded) = read.header("variant").and_then(|name| VARIANTS.get(name)) else {
        return true;
    };
    let game = match read.header("position") {
        Some(position) => loaded.game_from(position).ok(),
        None => Some(loaded.game()),
    };
    let Some(mut game) = game else { return true };
    for ply in read.plies.iter().take(LONGEST_GAME) {
        if game.play(&ply.text).is_err() {
            break;
        }
    }
    true
}

/// Checks a file of games: errors name invalid lines, games are replayed, and resuming keeps whole lines only.
pub fn record_file(bytes: &[u8]) -> bool {
    let Ok(mut records) = RecordFile::open(bytes) else {
        return false;
    };
    let variant = records.header().and_then(|header| VARIANTS.get(&*header.variant));
    let over_rounds = records.header().is_some_and(|header| header.rounds);
    loop {
        let record = match records.next_record() {
            Ok(Some(record)) => record,
            Ok(None) => break,
            Err(PartError::Line { message, .. }) => {
                assert!(!message.is_empty());
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        if let Some(loaded) = variant
            && let rounds = over_rounds.then_some(loaded.rounds)
            && let Err(message) = Arc::clone(&loaded.variant).verify(&record, rounds)
        {
            assert!(!message.is_empty());
        }
    }
    let first: Option<FileHeader> = records.first().cloned();
    let part = RecordFile::open(bytes).and_then(|records| Part::read(records, |_| Ok(())));
    let (Ok(part), Some(first)) = (part, first) else {
        return false;
    };
    if let Ok((game, keep)) = part.resume(&first) {
        let kept = bytes.get(..keep as usize).expect("no more than there is");
        assert!(kept.ends_with(b"\n"));
        let lines = kept.split_inclusive(|&byte| byte == b'\n').count();
        assert_eq!(first.games().start + lines as u64, game + 1);
    }
    true
}

/// Returns a comparison small enough to be repeated often.
pub fn kept_comparison() -> Comparison {
    Comparison {
        judges: vec![PlayerSpec::Random],
        strength: Some(2),
        measures: Measure::named("all"),
        ..Comparison::new(4, 7)
    }
}

/// Checks a file of kept games: errors name invalid lines, and valid lines give a report for any numbers.
/// Repairs the checksums of lines first, so that more than these is tested.
pub fn kept_file(bytes: &[u8]) -> bool {
    let mend = |line: &[u8]| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let end = line.windows(10).rposition(|at| at == b",\"check\":\"");
        let object = &line[..end.unwrap_or(line.len())];
        let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let sum = object.iter().fold(0xcbf2_9ce4_8422_2325, step);
        let seal = format!(",\"check\":\"{sum:016x}\"}}\n");
        [object, seal.as_bytes()].concat()
    };
    let mended: Vec<Vec<u8>> = bytes.split_inclusive(|&byte| byte == b'\n').map(mend).collect();
    let mended = mended.concat();
    let Ok(mut file) = KeptFile::<_, Piece>::open(&*mended) else {
        return false;
    };
    let (mut right, mut text) = (true, first_line::<Piece>() + "\n");
    loop {
        match file.next_piece() {
            Ok(Some(piece)) => text += &(piece.line() + "\n"),
            Ok(None) => break,
            Err(PartError::Line { message, .. }) => {
                assert!(!message.is_empty());
                right = false;
            }
            Err(error) => panic!("{error}"),
        }
    }
    let comparison = kept_comparison();
    let variants = ["kalah"].map(|name| (name.to_owned(), CATALOGUE.load(name, &[]).expect(name)));
    let mut known = comparison.wanted(&variants);
    let mut file = KeptFile::open(text.as_bytes()).expect("output of this program");
    known.read(&mut file).expect("output of this program");
    let keeping = Keeping { known, shard: Shard::WHOLE, keep: &mut |_| ControlFlow::Continue(()) };
    let never = || false;
    let report = comparison.run_kept(&variants, keeping, &never, |_| {});
    let report = report.expect("a report without a stop");
    let forms = [report.table(), report.csv(), report.page(), report.json().to_string()];
    right && forms.iter().all(|form| !form.is_empty())
}

/// Checks a game with any changes and any moves: listed moves can be played, written, and taken back.
///
/// Each byte after the empty line chooses one of the moves.
pub fn game(bytes: &[u8]) -> bool {
    let (head, choices) = match bytes.windows(2).position(|two| two == b"\n\n") {
        Some(end) => (&bytes[..end], &bytes[end + 2..]),
        None => (bytes, &[][..]),
    };
    let head = text(head);
    let (name, changes) = head.split_once('\n').unwrap_or((&head, ""));
    let Some(loaded) = changed(name, changes) else {
        return false;
    };
    let mut game = loaded.game();
    let seeds = game.seeds();
    for &choice in choices.iter().take(LONGEST_GAME) {
        reads_back(&loaded, &game);
        let moves = game.moves();
        let Some(legal) = moves.get(usize::from(choice) % moves.len().max(1)) else {
            break;
        };
        let before = game.text();
        assert_eq!(game.play(&legal.text).expect("a listed move"), legal.text);
        assert!(game.undo() && game.text() == before, "{} in {before}", legal.text);
        game.play(&legal.text).expect("the same move");
        assert_eq!(game.seeds(), seeds, "{} in {before}", legal.text);
        if game.ending() != Some(Ending::Repetition) {
            assert_eq!(game.text(), legal.after, "{} in {before}", legal.text);
            assert_eq!(game.result(), legal.result, "{} in {before}", legal.text);
        }
    }
    true
}

/// Checks that a request has one response in one line without control characters, even if it is stopped.
pub fn request(bytes: &[u8]) -> bool {
    let asked = AtomicU32::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 200;
    let progress = |response: &Response| assert!(response.line().contains("\"progress\":"));
    let watch = Watch { stop: &stop, progress: &progress };
    let line = respond(&CATALOGUE, bytes, &watch);
    assert!(!line.contains(char::is_control), "{line:?}");
    let answered = line.contains("\"answer\":{");
    assert!(line.starts_with("{\"id\":") && line.ends_with('}'), "{line}");
    assert!(answered || line.contains("\"error\":{\"kind\":"), "{line}");
    answered
}
