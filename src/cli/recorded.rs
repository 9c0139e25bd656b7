//! Games in a file from `match`, one by one.

use std::io::Read;

use super::prelude::*;
use mankala_core::play::matches::{Record, RecordFile};

/// File of games with its variant.
pub(super) struct Recorded {
    name: String,
    records: RecordFile<Box<dyn Read>>,
    pub(super) loaded: Loaded,
    pub(super) header: MatchHeader,
}

impl Recorded {
    /// Reads the header, and loads the variant that it or the command line names. `set` are the changes on the command
    /// line, of which there must be none.
    pub(super) fn open(
        name: &str,
        input: Box<dyn Read>,
        (variant, set): (Option<&str>, &[String]),
        catalogue: &Catalogue,
    ) -> Result<Self> {
        if !set.is_empty() {
            misuse!("--set applies only to transcripts; a file of games contains its own changes");
        }
        let records = RecordFile::open(input).of(name)?;
        let header = records
            .header()
            .cloned()
            .ok_or("expected a file of games, which begins with a line from `match`")
            .of(name)?;
        let loaded = loaded_for(catalogue, &header, variant).of(name)?;
        Ok(Self { name: name.to_owned(), records, loaded, header })
    }

    /// Returns the next game, or the one with this number; `None` at the end.
    pub(super) fn next_from(&mut self, wanted: Option<u64>) -> Result<Option<(u64, Game)>> {
        let name = &self.name;
        while let Some(record) = self.records.next_record().of(name)? {
            interrupt::check()?;
            let Record { played, moves, .. } = record;
            if wanted.is_some_and(|wanted| wanted != played.game) {
                continue;
            }
            let mut game = self.loaded.game();
            if self.header.rounds {
                game.over_rounds(self.loaded.rounds);
            }
            for text in &moves {
                game.follow(text).of(name)?;
            }
            return Ok(Some((played.game, game)));
        }
        Ok(None)
    }

    /// Returns the error that there is no game with this number.
    pub(super) fn missing(&self, number: u64) -> CommandError {
        let is_cut = !self.records.rest().is_empty();
        let cut = if is_cut { "; its last line is incomplete" } else { "" };
        CommandError::Input(format!("{}: the file has no game {number}{cut}", self.name))
    }
}
