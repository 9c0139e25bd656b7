//! `compare --keep FILE`: what was played is kept as soon as it is there, and a second run plays only what is missing.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::play::matches::Shard;
use crate::report::{Keeping, KeptFile, Known, Piece, first_line};
use crate::text::visible::visible;
use clap::Args;

use super::file::{Place, refused};
use super::output::Output;
use super::records::Records;
use super::{Failure, interrupt};

/// Where finished games are kept, and which part of all is played.
#[derive(Debug, Args)]
pub(crate) struct KeepArgs {
    /// Keep finished games in this file, and play only those that it does not hold yet.
    ///
    /// The same command goes on where it was stopped, and its numbers are the same as in one go. A file may hold games of several
    /// comparisons; nothing in it is ever replaced.
    #[arg(long, value_name = "FILE")]
    pub(crate) keep: Option<PathBuf>,
    /// Play one part of all games only, like 2/4, and show nothing yet; `merge` joins the files of all parts.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, requires = "keep", conflicts_with = "out")]
    pub(crate) shard: Shard,
}

/// A file of kept games that is open and locked.
pub(crate) struct Kept {
    name: PathBuf,
    records: Records,
    known: Known,
}

/// What is said where a comparison is stopped before its end.
fn goes_on(name: &Path) -> String {
    format!("stopped; the same command goes on with {}", name.display())
}

impl Kept {
    /// Opens a file, or begins one, and takes from it what is wanted.
    pub(crate) fn open(
        name: &Path,
        mut known: Known,
        inputs: &[PathBuf],
        output: &mut Output,
    ) -> Result<Self, Failure> {
        let about = |failure: Failure| failure.about("--keep");
        let records = if name.exists() {
            Self::read(name, &mut known, output).map_err(about)?
        } else {
            let mut place = Place::new(name, false, inputs).map_err(about)?;
            Records::begin(&mut place, &first_line())?
        };
        let name = name.to_owned();
        Ok(Self {
            name,
            records,
            known,
        })
    }

    fn read(name: &Path, known: &mut Known, output: &mut Output) -> Result<Records, Failure> {
        let refuse = |error: &dyn Display| refused(name, error);
        let file = Records::reopen(name)?;
        let mut kept = KeptFile::open(&file).map_err(|error| refuse(&error))?;
        let others = known.read(&mut kept).map_err(|error| refuse(&error))?;
        kept.rest().map_err(|error| refuse(&error))?;
        let keep = kept.end();
        let shown = name.display().to_string();
        let shown = visible(&shown);
        if others.outdated > 0 {
            output.note(format!(
                "{shown}: lines of rules that have changed since: {}; those games are played anew",
                others.outdated
            ));
        }
        if others.foreign > 0 {
            output.note(format!(
                "{shown}: lines of other games than are asked for: {}; they stay",
                others.foreign
            ));
        }
        Records::go_on(file, name, keep, &first_line())
    }

    /// Plays with what is there, and keeps what is played.
    pub(crate) fn play<T>(
        self,
        shard: Shard,
        play: impl FnOnce(Keeping<'_>) -> Option<T>,
    ) -> Result<T, Failure> {
        let Self {
            name,
            mut records,
            known,
        } = self;
        let mut failed = None;
        let mut keep = |piece: &Piece| match records.add([&*piece.line()]) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                failed = Some(failure);
                ControlFlow::Break(())
            }
        };
        interrupt::last_words(&format!("note: {}\n", goes_on(&name)));
        let keep = &mut keep;
        let played = play(Keeping { known, shard, keep });
        if let Some(failure) = failed {
            return Err(failure);
        }
        records.sync()?;
        interrupt::last_words("");
        played.ok_or_else(|| Failure::Interrupted(goes_on(&name)))
    }
}
