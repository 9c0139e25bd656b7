//! `compare --keep FILE`: keeps results as soon as they are complete; a second run plays only the missing games.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::play::matches::Shard;
use crate::report::{Keeping, KeptFile, Known, Piece, first_line};
use crate::text::visible::visible;
use clap::Args;

use super::file::{Target, refused};
use super::output::Output;
use super::records::Records;
use super::{Failure, Result, interrupt};

/// File of kept games, and the part of all games to play.
#[derive(Debug, Args)]
pub(crate) struct KeepArgs {
    /// Keep finished games in this file, and play only the missing ones.
    ///
    /// The same command continues where it was stopped, and gets the same numbers as an uninterrupted run. A file may
    /// hold games of several comparisons; none of them is ever replaced.
    #[arg(long, value_name = "FILE")]
    pub(crate) keep: Option<PathBuf>,
    /// Play only one part of the games, such as 2/4 (the second of four), without a report; `merge` joins the parts.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, requires = "keep", conflicts_with = "out")]
    pub(crate) shard: Shard,
}

/// An open and locked file of kept games.
pub(crate) struct ResultCache {
    name: PathBuf,
    records: Records,
    known: Known,
}

/// The message of an interrupted comparison.
fn goes_on(name: &Path) -> String {
    format!("stopped; the same command continues {}", name.display())
}

impl ResultCache {
    /// Opens or creates a file, and reads the wanted results from it.
    pub(crate) fn open(
        name: &Path,
        mut known: Known,
        inputs: &[PathBuf],
        output: &mut Output,
    ) -> Result<Self> {
        let about = |failure: Failure| failure.about("--keep");
        let records = if name.exists() {
            Self::read(name, &mut known, output).map_err(about)?
        } else {
            let mut place = Target::new(name, false, inputs).map_err(about)?;
            Records::begin(&mut place, &first_line())?
        };
        let name = name.to_owned();
        Ok(Self {
            name,
            records,
            known,
        })
    }

    fn read(name: &Path, known: &mut Known, output: &mut Output) -> Result<Records> {
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
                "{shown}: lines of changed rules: {}; playing their games again",
                others.outdated
            ));
        }
        if others.foreign > 0 {
            output.note(format!(
                "{shown}: lines of other games: {}; they stay unchanged",
                others.foreign
            ));
        }
        Records::go_on(file, name, keep, &first_line())
    }

    /// Plays the missing games, and keeps their results.
    pub(crate) fn play<T>(
        self,
        shard: Shard,
        play: impl FnOnce(Keeping<'_>) -> Option<T>,
    ) -> Result<T> {
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
