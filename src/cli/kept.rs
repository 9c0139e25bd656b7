//! Files of kept games, written by `compare --keep`, joined by `merge` and checked by `verify`.

use std::io::{self, BufWriter, Write};

use super::prelude::*;
use crate::report::{Join, KEPT, KeptFile, Piece, Results};
use mankala_core::measure::Looks;
use mankala_core::play::matches::{MatchHeader, PartError};
use mankala_core::text::visible::visible_lines;

use super::file::open_part;
use super::threads::threads;
use super::variant::loaded_for;

pub(crate) fn open(path: &Path) -> Result<BufReader<File>> {
    let file = File::open(path).map_err(|error| refused(path, error))?;
    Ok(BufReader::new(file))
}

pub(crate) fn merge(parts: &[PathBuf], out: &OutArgs, output: &mut Output) -> Result {
    let place = out.place(parts)?;
    let (mut join, mut files) = (Join::default(), Vec::new());
    for path in parts {
        interrupt::check()?;
        let file = open_part(path, "a comparison")?;
        let name = path.display().to_string();
        let read = KeptFile::<_>::open(&file).and_then(|mut kept| join.add(&name, &mut kept));
        read.map_err(|error| refused(path, error))?;
        files.push(file);
    }
    let first = join.first_line();
    let first = first.ok_or_else(|| {
        CommandError::Input("expected kept games, found no line in the parts".to_owned())
    })?;
    let mut write = |out: &mut dyn Write| {
        let mut out = BufWriter::new(out);
        writeln!(out, "{first}")?;
        join.write(&mut files, &mut out)?;
        out.flush()
    };
    let Some(mut place) = place else {
        return Ok(write(&mut io::stdout())?);
    };
    let mut pending = place.begin()?;
    write(&mut pending).map_err(|error| pending.refused(&error))?;
    pending.finish()?;
    let (name, variants) = (place.name().display().to_string(), join.variants());
    if output.is_json() {
        return output.object(&json!({
            "file": name,
            "format": KEPT,
            "lines": join.lines,
            "games": join.games,
            "variants": variants,
        }));
    }
    output.line(format!(
        "{}: variants: {variants}, games: {}, lines: {}",
        visible(&name),
        join.games,
        join.lines
    ))
}

/// Counts of a verification.
#[derive(Default)]
struct Looked {
    lines: u64,
    games: u64,
    again: u64,
    lies: u64,
}

/// Reads all lines, and replays those of random games, which takes as long as playing them.
pub(crate) fn verify(
    path: &Path,
    file: BufReader<File>,
    variant: Option<&str>,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result {
    let refuse = |error: &dyn std::fmt::Display| refused(path, error);
    let mut kept = KeptFile::<_>::open(file).map_err(|error| refuse(&error))?;
    let version = kept.version().unwrap_or_default().to_owned();
    let threads = threads(None, 0, output)?;
    let mut progress = ProgressLine::new();
    let mut looked = Looked::default();
    let mut last: Option<(MatchHeader, Option<Loaded>)> = None;
    loop {
        interrupt::check()?;
        let said = match kept.next_piece() {
            Ok(None) => break,
            Ok(Some(piece)) => {
                looked.games += piece.range().end - piece.range().start;
                let same = |(header, _): &(MatchHeader, _)| {
                    (&header.variant, &header.rules) == (&piece.header.variant, &piece.header.rules)
                };
                if !last.as_ref().is_some_and(same) {
                    let loaded = loaded_for(catalogue, &piece.header, variant).ok();
                    last = Some((piece.header.clone(), loaded));
                }
                let loaded = last.as_ref().and_then(|(_, loaded)| loaded.as_ref());
                let again = loaded.and_then(|loaded| again(loaded, &piece, threads));
                interrupt::check()?;
                looked.again += u64::from(again.is_some());
                again.and_then(Result::err)
            }
            Err(PartError::Line { message, .. }) => Some(message),
            Err(error) => return Err(refuse(&error)),
        };
        looked.lines += 1;
        progress.say(|| format!("{} lines", looked.lines));
        let Some(message) = said else { continue };
        looked.lies += 1;
        tell_wrong("line", kept.line(), &message, output)?;
    }
    drop(progress);
    let rest = kept.rest().map_err(|error| refuse(&error))?;
    looked.tell(path, &version, rest, output)?;
    judged(path, "line", looked.lies)
}

/// Replays a piece if it is of random games.
fn again(loaded: &Loaded, piece: &Piece, threads: usize) -> Option<Result<(), String>> {
    let (spec, probes) = piece.spec(loaded.rounds).ok()?;
    let Results::Tally(tally) = &piece.found else {
        return None;
    };
    if spec.players != [PlayerSpec::Random; 2] {
        return None;
    }
    let variant = Arc::clone(&loaded.variant);
    let stop = &interrupt::stopped;
    let played = variant.tally(
        &spec,
        piece.range(),
        Looks::usual(probes),
        threads,
        stop,
        &mut || {},
    );
    Some(if played == **tally {
        Ok(())
    } else {
        Err(format!(
            "games {} to {} of {} have different results when replayed",
            piece.games[0],
            piece.games[1] - 1,
            piece.header.variant
        ))
    })
}

impl Looked {
    fn tell(&self, path: &Path, version: &str, rest: usize, output: &mut Output) -> Result {
        let file = path.display().to_string();
        if output.is_json() {
            output.object(&json!({
                "file": file,
                "format": KEPT,
                "version": version,
                "lines": self.lines,
                "games": self.games,
                "played_again": self.again,
                "lies": self.lies,
                "unfinished_bytes": rest,
            }))?;
        } else {
            let found = if self.lies == 0 { "all" } else { "not all" };
            output.line(format!(
                "{}: a comparison, games: {}, version: {}, lines: {}, replayed: {}, {found} as kept",
                visible(&file),
                self.games,
                visible(version),
                self.lines,
                self.again
            ))?;
        }
        tell_truncated(rest, "compare … --keep", output);
        Ok(())
    }
}

/// Prints the error of a line or row.
pub(crate) fn tell_wrong(place: &str, number: u64, message: &str, output: &mut Output) -> Result {
    if output.is_json() {
        return output.object(&json!({ place: number, "message": message }));
    }
    output.line(format!("{place} {number}: {}", visible_lines(message)))
}

/// Prints a note if `rest` bytes follow the last complete line.
pub(crate) fn tell_truncated(rest: usize, repair: &str, output: &mut Output) {
    if rest > 0 {
        output.note(format!(
            "the last line is truncated (bytes: {rest}); `{repair}` repairs the file"
        ));
    }
}

/// Refuses a file with wrong lines or rows.
pub(crate) fn judged(file: &Path, place: &str, lies: u64) -> Result {
    match lies {
        0 => Ok(()),
        1 => Err(refused(file, format!("1 {place} is wrong"))),
        _ => Err(refused(file, format!("{lies} {place}s are wrong"))),
    }
}
