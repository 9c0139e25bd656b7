//! Files that receive whole lines during the work: games of a match, pieces of a comparison.

use super::prelude::*;
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::ControlFlow;

use super::file::{failed, lock};
use mankala_core::play::matches::Played;

/// Interval between flushes to disk.
const SAFE: Duration = Duration::from_secs(10);

/// Destination of the games of a match.
pub(crate) trait Sink {
    fn add(&mut self, games: &[(Played, String)]) -> Result;

    /// Flushes the games. If the match was `stopped`, they are incomplete.
    fn finish(self: Box<Self>, stopped: bool) -> Result;
}

/// Returns how work goes on whose results were kept, or not, and then remembers why.
pub(crate) fn or_break(kept: Result, failed: &mut Option<CommandError>) -> ControlFlow<()> {
    *failed = kept.err();
    match failed {
        None => ControlFlow::Continue(()),
        Some(_) => ControlFlow::Break(()),
    }
}

impl Sink for Records {
    fn add(&mut self, games: &[(Played, String)]) -> Result {
        Records::add(self, games.iter().map(|(_, line)| line.as_str()))
    }

    fn finish(mut self: Box<Self>, _stopped: bool) -> Result {
        self.sync()
    }
}

/// Destination of records, whole lines only.
pub(crate) struct Records {
    out: Box<dyn Write>,
    name: PathBuf,
    /// The file, locked until drop; `None` for other destinations.
    file: Option<File>,
    synced: Instant,
}

impl Records {
    pub(crate) fn to(out: impl Write + 'static, name: &Path) -> Self {
        Self { out: Box::new(out), name: name.to_owned(), file: None, synced: Instant::now() }
    }

    /// Writes to an open and locked file.
    fn to_file(file: File, name: &Path) -> io::Result<Self> {
        let plain = file.metadata()?.is_file();
        Ok(Self { file: plain.then_some(file.try_clone()?), ..Self::to(file, name) })
    }

    /// Creates a file that already has its first line when it appears.
    pub(crate) fn begin(place: &mut Target, first: &str) -> Result<Self> {
        let name = place.name().to_owned();
        let mut pending = place.begin()?;
        pending.lock()?;
        pending.write_all(format!("{first}\n").as_bytes()).of_file(&name)?;
        Self::to_file(pending.finish()?, &name).of_file(&name)
    }

    /// Opens and locks a file to continue it.
    pub(crate) fn reopen(path: &Path) -> Result<File> {
        if !path.is_file() {
            return Err(refused(path, "expected a regular file"));
        }
        let file = File::options().read(true).write(true).open(path).of_file(path)?;
        lock(path, &file)?;
        Ok(file)
    }

    /// Continues a file after `keep` bytes; an empty file gets the first line.
    pub(crate) fn go_on(mut file: File, path: &Path, keep: u64, first: &str) -> Result<Self> {
        file.set_len(keep).and_then(|()| file.seek(SeekFrom::Start(keep))).of_file(path)?;
        let mut records = Self::to_file(file, path).of_file(path)?;
        if keep == 0 {
            records.add([first])?;
        }
        Ok(records)
    }

    pub(crate) fn add<'l>(&mut self, lines: impl IntoIterator<Item = &'l str>) -> Result {
        let text: String = lines.into_iter().flat_map(|line| [line, "\n"]).collect();
        let written = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
        written.map_err(|error| failed(&self.name, &error))?;
        if self.synced.elapsed() >= SAFE {
            self.sync()?;
        }
        Ok(())
    }

    /// Flushes the file to disk, so that it survives a power cut.
    pub(crate) fn sync(&mut self) -> Result {
        self.synced = Instant::now();
        let synced = self.file.as_ref().map_or(Ok(()), File::sync_data);
        synced.map_err(|error| failed(&self.name, &error))
    }
}
