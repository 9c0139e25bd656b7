//! `mankala replay`: plays a transcript, ply by ply.

use std::fs::File;
use std::io::Read;
use std::ops::Range;

use crate::files::catalogue::COMMAND_LINE;
use crate::text::diagnostic::Diagnostic;
use crate::text::notation::range_of;
use crate::text::transcript::{Ply, Transcript};
use crate::text::visible::visible;
use crate::text::without_mark;
use crate::{AnyGame, Catalogue, Loaded, Side};
use clap::Args;
use serde_json::json;

use super::apply::ply_object;
use super::moves::result;
use super::output::Output;
use super::variant::{game_from, named_by, read_held, read_variant};
use super::{Failure, interrupt};

/// Which transcript of which variant.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The transcript; - reads standard input.
    file: String,
    /// The variant; what the header `variant:` says, or zanzibar-bao, if left out.
    #[arg(long)]
    variant: Option<String>,
    /// Change a key of the variant file.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// No transcript is larger than this.
const LARGEST: u64 = 1 << 24;

/// What is played where nobody says so: the game for which this kind of transcript was made.
const USUAL: &str = "zanzibar-bao";

/// Plays the transcript and prints each position and the result.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let source = Source {
        file: &arguments.file,
        variant: arguments.variant.as_deref(),
        named_with: "--variant",
        set: &arguments.set,
    };
    let (loaded, transcript) = source.read(catalogue, output)?;
    if transcript.plies.is_empty() {
        output.note(format!("{}: there are no moves", name(&arguments.file)));
    }
    let mut game = opening(&loaded, &transcript, output)?;
    for (number, ply) in (1..).zip(&transcript.plies) {
        interrupt::check()?;
        let mover = game.to_move();
        let written = play_ply(&mut *game, number, ply, &arguments.file)?;
        if output.is_json() {
            output.object(&ply_object(&*game, Some(&written)))?;
        } else {
            let comment = if ply.comment.is_empty() {
                String::new()
            } else {
                format!("  ; {}", visible(&ply.comment))
            };
            output.line(format!("{number:>3} {mover} {written}{comment}"))?;
            output.line(format!("    {}", game.text()))?;
        }
    }
    resign(&mut *game, &transcript, output);
    report(&transcript, &*game, output)
}

/// A transcript, and by what rules it is played.
pub(crate) struct Source<'a> {
    /// The file; `-` is standard input.
    pub(crate) file: &'a str,
    /// The variant, if it was named on the command line.
    pub(crate) variant: Option<&'a str>,
    /// What it is named with there.
    pub(crate) named_with: &'static str,
    /// Changes to its keys.
    pub(crate) set: &'a [String],
}

impl Source<'_> {
    /// The transcript, and the rules by which it was played or is to be.
    pub(crate) fn read(
        &self,
        catalogue: &Catalogue,
        output: &mut Output,
    ) -> Result<(Loaded, Transcript), Failure> {
        let (text, transcript) = read_transcript(self.file)?;
        let loaded = variant_of(self, catalogue, &text, &transcript, output)?;
        compare_digest(self, &loaded, &transcript, output)?;
        Ok((loaded, transcript))
    }
}

/// The header of a transcript that says which rounds are played.
pub(crate) const ROUNDS: &str = "rounds";
/// What it says there.
pub(crate) const ALL_ROUNDS: &str = "all";

/// The game before the first move of a transcript.
pub(crate) fn opening(
    loaded: &Loaded,
    transcript: &Transcript,
    output: &mut Output,
) -> Result<Box<dyn AnyGame>, Failure> {
    let mut game = match transcript.header("position") {
        Some(position) => game_from(loaded, position, output)?,
        None => loaded.game(),
    };
    match transcript.header(ROUNDS) {
        Some(ALL_ROUNDS) => game.over_rounds(loaded.rounds),
        Some(other) => output.note(format!(
            "{ROUNDS}: expected {ALL_ROUNDS}, found {}; one round is played",
            visible(other)
        )),
        None => {}
    }
    Ok(game)
}

/// Plays a move of a transcript.
pub(crate) fn play_ply(
    game: &mut dyn AnyGame,
    number: usize,
    ply: &Ply,
    file: &str,
) -> Result<String, Failure> {
    game.play(&ply.text).map_err(|error| {
        let (file, line) = (name(file), ply.line);
        Failure::Refused(format!("{file}, line {line}, ply {number}: {error}"))
    })
}

/// Ends a game that was resigned.
pub(crate) fn resign(game: &mut dyn AnyGame, transcript: &Transcript, output: &mut Output) {
    let Some(side) = transcript.resigned else {
        return;
    };
    if game.to_move() != side {
        output.note(format!("{side} resigns with {} to move", game.to_move()));
    }
    if game.result().is_none() {
        game.resign(side);
    }
}

/// What messages call the file.
fn name(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

/// The text of a transcript, and what it says.
pub(crate) fn read_transcript(path: &str) -> Result<(String, Transcript), Failure> {
    let text = without_mark(&read(path)?).to_owned();
    let transcript = Transcript::read(name(path), &text).map_err(Failure::refused)?;
    Ok((text, transcript))
}

/// Reads the file, or standard input.
fn read(path: &str) -> Result<String, Failure> {
    let refuse =
        |error: &dyn std::fmt::Display| Failure::Refused(format!("{}: {error}", name(path)));
    let input: Box<dyn Read> = if path == "-" {
        Box::new(std::io::stdin())
    } else {
        Box::new(File::open(path).map_err(|error| refuse(&error))?)
    };
    let mut bytes = Vec::new();
    input
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| refuse(&error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(refuse(&format!(
            "more than {LARGEST} bytes are too many for a transcript"
        )));
    }
    String::from_utf8(bytes).map_err(|error| refuse(&error))
}

/// The bytes of a header's value in a transcript.
fn place_of(text: &str, header: &str) -> Option<Range<usize>> {
    let line = text.lines().find(|line| {
        let key = line.split_once(':').map(|(key, _)| key.trim());
        key.is_some_and(|key| key.eq_ignore_ascii_case(header))
    })?;
    let value = line.split_once(':')?.1.trim();
    Some(range_of(value, text))
}

/// The variant of a transcript; a header that is a rule of the variant, with yes or no, sets that rule.
fn variant_of(
    source: &Source<'_>,
    catalogue: &Catalogue,
    text: &str,
    transcript: &Transcript,
    output: &mut Output,
) -> Result<Loaded, Failure> {
    let header = transcript.header("variant");
    let read = |set: &[String]| match (source.variant, header) {
        (Some(named), _) => {
            read_variant(catalogue, named, set).map_err(|wrong| named_by(source.named_with, wrong))
        }
        (None, Some(named)) => read_held(catalogue, named, set),
        (None, None) => read_variant(catalogue, USUAL, set),
    };
    if source.variant.is_none() && header.is_none() {
        output.note(format!("no variant is named, reading it as {USUAL}"));
    }
    let loaded = read(source.set).map_err(|mut mistakes| {
        // What the header says wrong is wrong there, not on the command line.
        let place = place_of(text, "variant");
        for mistake in &mut mistakes.told {
            if let (None, Some(place), true) =
                (mistake.place, &place, mistake.origin == COMMAND_LINE)
            {
                let message = std::mem::take(&mut mistake.message);
                *mistake = Diagnostic::at(name(source.file), text, place, message);
            }
        }
        Failure::refused(mistakes)
    })?;
    let mut set = Vec::new();
    for (key, value) in &transcript.headers {
        let wanted = match value.to_ascii_lowercase().as_str() {
            "yes" => "true",
            "no" => "false",
            _ => continue,
        };
        // Only rules that are on or off can be set so; other headers are about something else.
        let key = format!("rules.{}", key.to_ascii_lowercase());
        let switch = |value: &str| matches!(value, "true" | "false") && value != wanted;
        let mut values = loaded.values.iter();
        if values.any(|written| written.key == key && switch(&written.value)) {
            output.note(format!("the header sets {key} = {wanted}"));
            set.push(format!("{key}={wanted}"));
        }
    }
    if set.is_empty() {
        Ok(loaded)
    } else {
        read(&[source.set, &set[..]].concat()).map_err(Failure::refused)
    }
}

/// Compares the rules by which the game was played with those that it is replayed by.
fn compare_digest(
    source: &Source<'_>,
    loaded: &Loaded,
    transcript: &Transcript,
    output: &mut Output,
) -> Result<(), Failure> {
    let digest = loaded.digest();
    let Some(played) = transcript
        .header("digest")
        .filter(|played| *played != digest)
    else {
        return Ok(());
    };
    let message = format!(
        "{}: the game was played by other rules: the digest of {} is {digest}, in the header it is {played:?}",
        name(source.file),
        loaded.header.name
    );
    if source.variant.is_some() || !source.set.is_empty() {
        output.note(message);
        return Ok(());
    }
    Err(Failure::Refused(format!(
        "{message}; {} plays it by the rules that you name",
        source.named_with
    )))
}

/// Prints how the game ended.
fn report(transcript: &Transcript, game: &dyn AnyGame, output: &mut Output) -> Result<(), Failure> {
    let outcome = game.result();
    let claimed = transcript.header("winner").unwrap_or("");
    let winner = outcome.and_then(crate::Outcome::winner);
    let agrees = winner.is_some_and(|side| claimed.eq_ignore_ascii_case(&side.to_string()));
    if !claimed.is_empty()
        && !agrees
        && Side::BOTH
            .iter()
            .any(|side| claimed.eq_ignore_ascii_case(&side.to_string()))
    {
        output.note(format!(
            "the header says that {claimed} has won, the moves do not"
        ));
    }
    let ending = game.ending().map(|ending| ending.to_string());
    if output.is_json() {
        return output.object(
            &json!({ "plies": game.plies(), "result": result(outcome), "ending": ending, "holdings": game.holdings() }),
        );
    }
    output.line("")?;
    let look = output.look();
    output.line(look.board(game, &[]))?;
    output.text(&look.score(game))?;
    let plies = match game.plies() {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    output.line(match (outcome, winner) {
        (None, _) => format!("{plies}, the game goes on"),
        (Some(_), Some(side)) => {
            format!("{plies}, {side} has won ({})", ending.unwrap_or_default())
        }
        (Some(_), None) => format!("{plies}, a draw ({})", ending.unwrap_or_default()),
    })
}
