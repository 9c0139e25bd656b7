//! `mankala replay`: plays a transcript, ply by ply.

use std::fs::File;
use std::io::Read;
use std::ops::Range;

use crate::api::play::Ply;
use crate::api::transcript::{
    self, NO_VARIANT, false_winner, held, other_rules, over_rounds, said_of, switches,
};
use crate::files::catalogue::{COMMAND_LINE, Catalogue, Loaded};
use crate::game::Game;
use crate::text::diagnostic::Diagnostic;
use crate::text::notation::range_of;
use crate::text::transcript::{self as text, Transcript};
use crate::text::visible::visible;
use crate::text::without_mark;
use clap::Args;
use serde_json::json;

use super::output::Output;
use super::variant::{game_from, read_held};
use super::{Failure, Result, interrupt};

/// Transcript and variant.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The transcript; - reads standard input.
    file: String,
    /// The variant; if left out, the one in the `variant:` header.
    #[arg(long)]
    variant: Option<String>,
    /// Override a key of the variant.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// Name of the variant file in a transcript, for messages.
const WHOLE: &str = "the header variant-file";

/// Maximum size of a transcript, in bytes.
const LARGEST: u64 = 1 << 24;

/// Plays the transcript and prints each position and the result.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let source = Source {
        file: &arguments.file,
        variant: arguments.variant.as_deref(),
        named_with: "--variant",
        set: &arguments.set,
    };
    let (loaded, transcript) = source.read(catalogue, output)?;
    if transcript.plies.is_empty() {
        output.note(format!(
            "{}: the transcript has no moves",
            name(&arguments.file)
        ));
    }
    let mut game = opening(&loaded, &transcript, output)?;
    for (number, ply) in (1..).zip(&transcript.plies) {
        interrupt::check()?;
        let mover = game.to_move();
        let written = play_ply(&mut game, number, ply, &arguments.file)?;
        if output.is_json() {
            output.object(&json!(Ply::of(&game, Some(&written))))?;
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
    resign(&mut game, &transcript, output);
    report(&transcript, &game, output)
}

/// A transcript and its variant.
pub(crate) struct Source<'a> {
    /// The file; `-` is standard input.
    pub(crate) file: &'a str,
    /// The variant, if it was named on the command line.
    pub(crate) variant: Option<&'a str>,
    /// Argument that names the variant, for messages.
    pub(crate) named_with: &'static str,
    /// Changes to its keys.
    pub(crate) set: &'a [String],
}

impl Source<'_> {
    /// Reads the transcript, and loads its variant.
    pub(crate) fn read(
        &self,
        catalogue: &Catalogue,
        output: &mut Output,
    ) -> Result<(Loaded, Transcript)> {
        let (text, transcript) = read_transcript(self.file)?;
        let loaded = variant_of(self, catalogue, &text, &transcript, output)?;
        compare_digest(self, &loaded, &transcript, output)?;
        Ok((loaded, transcript))
    }
}

/// Starts the game before the first move of a transcript.
pub(crate) fn opening(
    loaded: &Loaded,
    transcript: &Transcript,
    output: &mut Output,
) -> Result<Game> {
    let mut game = match transcript.header("position") {
        Some(position) => game_from(loaded, position, output)?,
        None => loaded.game(),
    };
    if let Some(note) = over_rounds(&mut game, loaded, transcript) {
        output.note(note);
    }
    Ok(game)
}

pub(crate) fn play_ply(
    game: &mut Game,
    number: usize,
    ply: &text::Ply,
    file: &str,
) -> Result<String> {
    game.play(&ply.text).map_err(|error| {
        let (file, line) = (name(file), ply.line);
        Failure::Refused(format!("{file}, line {line}, ply {number}: {error}"))
    })
}

/// Ends a game that was resigned.
pub(crate) fn resign(game: &mut Game, transcript: &Transcript, output: &mut Output) {
    if let Some(note) = transcript::resign(game, transcript) {
        output.note(note);
    }
}

/// Returns the name of the file for messages.
fn name(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

/// Reads the text of a transcript, and parses it.
pub(crate) fn read_transcript(path: &str) -> Result<(String, Transcript)> {
    let text = without_mark(&read(path)?).to_owned();
    let transcript = Transcript::read(name(path), &text).map_err(Failure::refused)?;
    Ok((text, transcript))
}

/// Reads the file, or standard input.
fn read(path: &str) -> Result<String> {
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
            "expected a transcript of at most {LARGEST} bytes"
        )));
    }
    String::from_utf8(bytes).map_err(|error| refuse(&error))
}

/// Returns the byte range of a header's value in a transcript.
fn place_of(text: &str, header: &str) -> Option<Range<usize>> {
    let line = text.lines().find(|line| {
        let key = line.split_once(':').map(|(key, _)| key.trim());
        key.is_some_and(|key| key.eq_ignore_ascii_case(header))
    })?;
    let value = line.split_once(':')?.1.trim();
    Some(range_of(value, text))
}

/// Loads the variant of a transcript; a header named like a boolean rule sets it by `yes` or `no`.
fn variant_of(
    source: &Source<'_>,
    catalogue: &Catalogue,
    text: &str,
    transcript: &Transcript,
    output: &mut Output,
) -> Result<Loaded> {
    let header = transcript.header("variant");
    let whole = held(transcript).filter(|_| source.variant.is_none());
    let whole = whole.transpose();
    let whole =
        whole.map_err(|wrong| Failure::refused(format!("{}: {wrong}", name(source.file))))?;
    let read = |set: &[String]| match (source.variant, &whole, header) {
        (Some(named), ..) => catalogue
            .load(named, set)
            .map_err(|wrong| wrong.renamed(COMMAND_LINE, source.named_with)),
        (None, Some(whole), _) => catalogue.parse(WHOLE, whole, set),
        (None, None, Some(named)) => read_held(catalogue, named, set),
        (None, None, None) => {
            let message = format!("{NO_VARIANT} or the argument {}", source.named_with);
            Err(Diagnostic::new(name(source.file), message).into())
        }
    };
    let loaded = read(source.set).map_err(|mut mistakes| {
        // An error in the header is reported there, not on the command line.
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
    let set = switches(&loaded, transcript);
    for switch in &set {
        output.note(said_of(switch));
    }
    if set.is_empty() {
        Ok(loaded)
    } else {
        read(&[source.set, &set[..]].concat()).map_err(Failure::refused)
    }
}

/// Compares the digest in the header with that of the rules.
fn compare_digest(
    source: &Source<'_>,
    loaded: &Loaded,
    transcript: &Transcript,
    output: &mut Output,
) -> Result {
    let Some(message) = other_rules(loaded, transcript) else {
        return Ok(());
    };
    let message = format!("{}: {message}", name(source.file));
    if source.variant.is_some() || !source.set.is_empty() {
        output.note(message);
        return Ok(());
    }
    Err(Failure::Refused(format!(
        "{message}; use {} to choose the rules",
        source.named_with
    )))
}

/// Prints the end of the game.
fn report(transcript: &Transcript, game: &Game, output: &mut Output) -> Result {
    let outcome = game.result();
    let winner = outcome.and_then(crate::variant::Outcome::winner);
    if let Some(note) = false_winner(game, transcript) {
        output.note(note);
    }
    let ending = game.ending().map(|ending| ending.to_string());
    if output.is_json() {
        return output.object(
            &json!({ "plies": game.plies(), "result": outcome, "ending": ending, "holdings": game.holdings() }),
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
