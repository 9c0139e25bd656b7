//! `--keep FILE` of `compare` and `solve --all`: keeps results as soon as they are complete; a second run continues with
//! the missing ones.

use super::prelude::*;
use crate::report::{Keeping, KeptFile, KeptLine, Known, Others, Piece, first_line};
use mankala_core::play::matches::PartError;

use super::records::{Records, or_break};

/// File of kept results, and the part of all work to do.
#[derive(Debug, Args)]
pub(crate) struct KeepArgs {
    /// Keep finished results in this file, and work only on the missing ones.
    ///
    /// The same command continues where it was stopped. A file may hold results of several runs, and no result is ever
    /// replaced.
    #[arg(long, value_name = "FILE")]
    pub(crate) keep: Option<PathBuf>,
    /// Do only one part of the work, such as 2/4 (the second of four), without a report; `merge` joins the parts.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, requires = "keep", conflicts_with = "out")]
    pub(crate) shard: Shard,
}

/// An open and locked file of kept games.
pub(crate) struct ResultCache {
    name: PathBuf,
    records: Records,
    known: Known,
}

/// Returns the message of interrupted work.
pub(crate) fn goes_on(name: &Path) -> String {
    format!("stopped; the same command continues {}", name.display())
}

/// Opens or creates a file with this first line; `read` reads what is there and returns how many bytes to keep.
pub(crate) fn open_at<E: Display>(
    name: &Path,
    inputs: &[PathBuf],
    first: &str,
    read: impl FnOnce(&File) -> Result<u64, E>,
) -> Result<Records> {
    if !name.exists() {
        let mut place = Target::new(name, false, inputs).of("--keep")?;
        return Records::begin(&mut place, first);
    }
    let file = Records::reopen(name).of("--keep")?;
    let keep = read(&file).of_file(name).of("--keep")?;
    Records::go_on(file, name, keep, first).of("--keep")
}

/// Opens or creates a file, and has `read` read all its lines, if there are any.
pub(crate) fn open<L: KeptLine>(
    name: &Path,
    inputs: &[PathBuf],
    read: impl FnOnce(&mut KeptFile<&File, L>) -> Result<(), PartError>,
) -> Result<Records> {
    open_at(name, inputs, &first_line::<L>(), |file| {
        let mut kept = KeptFile::open(file)?;
        read(&mut kept)?;
        kept.rest()?;
        Ok::<_, PartError>(kept.end())
    })
}

impl ResultCache {
    /// Opens or creates a file, and reads the wanted results from it.
    pub(crate) fn open(
        name: &Path,
        mut known: Known,
        inputs: &[PathBuf],
        output: &mut Output,
    ) -> Result<Self> {
        let mut others = Others::default();
        let records = open::<Piece>(name, inputs, |kept| {
            others = known.read(kept)?;
            Ok(())
        })?;
        let shown = name.display().to_string();
        let shown = visible(&shown);
        for (count, what, then) in [
            (others.outdated, "changed rules", "playing these games again"),
            (others.foreign, "other games", "these lines stay unchanged"),
        ] {
            if count > 0 {
                output.note(format!("{shown}: lines with {what}: {count}; {then}"));
            }
        }
        Ok(Self { name: name.to_owned(), records, known })
    }

    /// Plays the missing games, and keeps their results.
    pub(crate) fn play<T>(
        self,
        shard: Shard,
        play: impl FnOnce(Keeping<'_>) -> Option<T>,
    ) -> Result<T> {
        let (name, known, mut records) = (self.name, self.known, self.records);
        let mut failed = None;
        let mut keep = |piece: &Piece| or_break(records.add([&*piece.line()]), &mut failed);
        interrupt::last_words(&format!("note: {}\n", goes_on(&name)));
        let played = play(Keeping { known, shard, keep: &mut keep });
        if let Some(failure) = failed {
            return Err(failure);
        }
        records.sync()?;
        interrupt::last_words("");
        played.ok_or_else(|| CommandError::Interrupted(goes_on(&name)))
    }
}
