//! `mankala verify`: checks a file of games by playing them again, a certificate by its moves.

use std::io::BufRead as _;
use std::path::PathBuf;
use std::sync::Arc;

use crate::play::matches::{FORMAT, FileHeading, Heading, PartError, Record, RecordFile};
use crate::proof::is_certificate;
use crate::ruleset::Rounds;
use crate::text::visible::{visible, visible_lines};
use crate::{AnyVariant, Catalogue};
use clap::Args;
use serde_json::json;

use super::file::refused;
use super::output::Output;
use super::progress::Progress;
use super::variant::loaded_for;
use super::{Failure, certificate, interrupt, kept};

/// Which file.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A file that `match`, `compare --keep`, `merge` or `solve --certificate` wrote.
    file: PathBuf,
    /// The variant by which to play the games; needed where it is a file of your own.
    #[arg(long)]
    variant: Option<String>,
}

/// Somebody who plays recorded games again.
pub(crate) struct Judge(Arc<dyn AnyVariant>, Option<Rounds>);

impl Judge {
    /// Finds the variant by which the games were played, or says why that can't be done.
    pub(crate) fn of(
        catalogue: &Catalogue,
        heading: &Heading,
        named: Option<&str>,
    ) -> Result<Self, String> {
        let loaded = loaded_for(catalogue, heading, named)?;
        let rounds = heading.rounds.then_some(loaded.rounds);
        Ok(Self(loaded.variant, rounds))
    }

    /// Plays a game again.
    pub(crate) fn check(&self, record: &Record) -> Result<(), String> {
        let checked = Arc::clone(&self.0).verify(record, self.1);
        checked.map_err(|message| format!("game {}: {message}", record.played.game))
    }
}

/// Plays every game of the file and says which lines lie.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let refuse = |error: &dyn std::fmt::Display| refused(&arguments.file, error);
    let (mut file, is_kept) = kept::open(&arguments.file)?;
    let variant = arguments.variant.as_deref();
    if is_kept {
        return kept::verify(&arguments.file, file, variant, catalogue, output);
    }
    if is_certificate(file.fill_buf().map_err(|error| refuse(&error))?) {
        return certificate::verify(&arguments.file, file, variant, catalogue, output);
    }
    let mut records = RecordFile::open(file).map_err(|error| refuse(&error))?;
    let Some(heading) = records.heading().cloned() else {
        return Err(refuse(&"expected a file of games, found no whole line"));
    };
    let judge = Judge::of(catalogue, &heading, variant);
    let judge = judge.map_err(|message| refuse(&message))?;
    let all = records.first().map_or(0..heading.games, FileHeading::games);
    let all = all.end - all.start;
    let (mut games, mut lies) = (0, 0_u64);
    let mut progress = Progress::new();
    loop {
        interrupt::check()?;
        let message = match records.next_record() {
            Ok(None) => break,
            Ok(Some(record)) => judge.check(&record).err(),
            Err(PartError::Line { message, .. }) => Some(message),
            Err(error) => return Err(refuse(&error)),
        };
        games += 1;
        progress.show(games, all, "");
        let Some(message) = message else { continue };
        lies += 1;
        let line = records.line();
        if output.is_json() {
            output.object(&json!({ "line": line, "message": message }))?;
        } else {
            output.line(format!("line {line}: {}", visible_lines(&message)))?;
        }
    }
    drop(progress);
    let rest = records.rest().len();
    if output.is_json() {
        output.object(&json!({
            "file": arguments.file.to_string_lossy(),
            "format": FORMAT,
            "variant": heading.variant,
            "games": games,
            "of": all,
            "lies": lies,
            "unfinished_bytes": rest,
        }))?;
    } else {
        let (file, variant) = (
            arguments.file.display().to_string(),
            visible(&heading.variant),
        );
        let found = if lies == 0 {
            "all as recorded"
        } else {
            "not all as recorded"
        };
        output.line(format!(
            "{}: {games} of {all} games of {variant}, {found}",
            visible(&file)
        ))?;
    }
    if rest > 0 {
        output.note(format!(
            "the last line is not whole, {rest} bytes; `match … --resume` mends that"
        ));
    }
    match lies {
        0 => Ok(()),
        1 => Err(refuse(&"1 line lies")),
        _ => Err(refuse(&format!("{lies} lines lie"))),
    }
}
