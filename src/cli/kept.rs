//! Files of kept games, written by `compare --keep`, joined by `merge` and checked by `verify`.

use std::io::{self, BufWriter, Write};

use super::prelude::*;
use crate::report::{Join, KEPT, KeptFile, Piece, Results};
use mankala_core::measure::Looks;
use mankala_core::play::matches::PartError;
use mankala_core::text::visible::visible_lines;

pub(crate) fn open(path: &Path) -> Result<BufReader<File>> {
    Ok(BufReader::new(File::open(path).of_file(path)?))
}

pub(crate) fn merge(parts: &[PathBuf], out: &OutArgs, output: &mut Output) -> Result {
    let place = out.place(parts)?;
    let (mut join, mut files) = (Join::default(), Vec::new());
    for path in parts {
        interrupt::check()?;
        let file = open_part(path, "a comparison")?;
        let name = path.display().to_string();
        KeptFile::<_>::open(&file).and_then(|mut kept| join.add(&name, &mut kept)).of_file(path)?;
        files.push(file);
    }
    let first = join.first_line().ok_or_else(|| {
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
    let Join { lines, games, .. } = join;
    output.say(
        &json!({
            "file": name,
            "format": KEPT,
            "lines": lines,
            "games": games,
            "variants": variants,
        }),
        format!("{}: variants: {variants}, games: {games}, lines: {lines}", visible(&name)),
    )
}

/// File to verify, and its variant, if the command line names one.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) path: &'a Path,
    pub(super) variant: Option<&'a str>,
    pub(super) catalogue: &'a Catalogue,
}

/// Reads all lines, and replays those of random games, which takes as long as playing them.
pub(super) fn verify(asked: Asked<'_>, file: BufReader<File>, output: &mut Output) -> Result {
    let Asked { path, variant, catalogue } = asked;
    let mut kept = KeptFile::<_>::open(file).of_file(path)?;
    let version = kept.version().unwrap_or_default().to_owned();
    let threads = ThreadArgs::default().count(0, output)?;
    let (mut progress, mut check) = (ProgressLine::new(), Checking::new(path, "line", output));
    let (mut lines, mut games, mut replayed) = (0_u64, 0, 0_u64);
    let mut last: Option<(MatchHeader, Option<Loaded>)> = None;
    loop {
        interrupt::check()?;
        let Some(read) = line_of(path, kept.next_piece())? else { break };
        let said = match read {
            Ok(piece) => {
                games += piece.range().end - piece.range().start;
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
                replayed += u64::from(again.is_some());
                again.and_then(Result::err)
            }
            Err(message) => Some(message),
        };
        lines += 1;
        progress.say(|| format!("{lines} lines"));
        if let Some(message) = said {
            check.wrong(kept.line(), &message)?;
        }
    }
    drop(progress);
    let rest = kept.rest().of_file(path)?;
    let facts = json!({
        "version": version,
        "lines": lines,
        "games": games,
        "played_again": replayed,
    });
    let words = format!(
        "a comparison, games: {games}, version: {}, lines: {lines}, replayed: {replayed}, {} as kept",
        visible(&version),
        check.all()
    );
    check.finish(KEPT, facts, &words, Some((rest, "compare … --keep")))
}

/// Returns a line that was read, or the error in it; `None` at the end. Other errors refuse the file.
pub(super) fn line_of<T>(
    path: &Path,
    read: Result<Option<T>, PartError>,
) -> Result<Option<Result<T, String>>> {
    match read {
        Ok(read) => Ok(read.map(Ok)),
        Err(PartError::Line { message, .. }) => Ok(Some(Err(message))),
        Err(error) => Err(refused(path, error)),
    }
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
    let played =
        variant.tally(&spec, piece.range(), Looks::usual(probes), threads, stop, &mut || {});
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

/// Check of a file, part by part.
pub(crate) struct Checking<'a> {
    path: &'a Path,
    /// Unit of the file in messages: `line` or `row`.
    unit: &'static str,
    output: &'a mut Output,
    /// Number of wrong parts.
    lies: u64,
}

impl<'a> Checking<'a> {
    pub(crate) fn new(path: &'a Path, unit: &'static str, output: &'a mut Output) -> Self {
        Self { path, unit, output, lies: 0 }
    }

    /// Prints the error of a line or row.
    pub(crate) fn wrong(&mut self, number: u64, message: &str) -> Result {
        self.lies += 1;
        let unit = self.unit;
        self.output.say(
            &json!({ unit: number, "message": message }),
            format!("{unit} {number}: {}", visible_lines(message)),
        )
    }

    /// Returns how many parts are right, in words.
    pub(crate) fn all(&self) -> &'static str {
        if self.lies == 0 { "all" } else { "not all" }
    }

    /// Prints the summary: facts about a file of this format, in words too. `rest` is the number of bytes after the last
    /// complete line, with the command that removes them. Refuses a file with errors.
    pub(crate) fn finish(
        self,
        format: &str,
        facts: Value,
        words: &str,
        rest: Option<(usize, &str)>,
    ) -> Result {
        let file = self.path.display().to_string();
        let words = format!("{}: {words}", visible(&file));
        let mut object = with_fields(json!({ "file": file, "format": format }), facts);
        object["lies"] = self.lies.into();
        if let Some((bytes, _)) = rest {
            object["unfinished_bytes"] = bytes.into();
        }
        self.output.say(&object, words)?;
        if let Some((bytes @ 1.., repair)) = rest {
            self.output.note(format!(
                "the last line is truncated (bytes: {bytes}); `{repair}` repairs the file"
            ));
        }
        let wrong = several(self.lies, self.unit);
        match self.lies {
            0 => Ok(()),
            1 => Err(refused(self.path, format!("{wrong} is wrong"))),
            _ => Err(refused(self.path, format!("{wrong} are wrong"))),
        }
    }
}
