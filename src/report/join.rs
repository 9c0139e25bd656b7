//! Joins files of kept games into one, without duplicate games.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::Range;

use super::kept::{KeptFile, Piece};
use mankala_core::play::matches::{MatchHeader, PartError, copy_bytes};

/// Files of kept games that were read and checked.
#[derive(Debug, Default)]
pub struct Join {
    /// Version of the program that played all games.
    version: Option<String>,
    /// Games of each match in order, with the name of their file.
    matches: HashMap<MatchHeader, Vec<(Range<u64>, String)>>,
    /// Ranges of bytes to copy, with the index of their file.
    bytes: Vec<(usize, Range<u64>)>,
    files: usize,
    /// Number of lines.
    pub lines: u64,
    /// Number of games in the lines.
    pub games: u64,
}

impl Join {
    /// Adds a file with this name.
    ///
    /// # Errors
    ///
    /// A [`PartError`] with the first wrong line, or with the conflict with earlier files.
    pub fn add<R: Read>(&mut self, name: &str, file: &mut KeptFile<R>) -> Result<(), PartError> {
        let refuse = |message: String| Err(PartError::Parts(message));
        let found = file.version().map(str::to_owned);
        match (&self.version, found) {
            (Some(version), Some(found)) if *version != found => {
                return refuse(format!(
                    "these games were played by version {found:?}, those of earlier files by version {version:?}"
                ));
            }
            (None, found) => self.version = found,
            _ => {}
        }
        let mut start = file.end();
        while let Some(piece) = file.next_piece()? {
            let end = file.end();
            if self.is_new(name, &piece).map_err(PartError::Parts)? {
                self.lines += 1;
                self.games += piece.range().end - piece.range().start;
                match self.bytes.last_mut() {
                    Some((of, bytes)) if *of == self.files && bytes.end == start => bytes.end = end,
                    _ => self.bytes.push((self.files, start..end)),
                }
            }
            start = end;
        }
        if file.rest()? > 0 {
            return refuse(
                "the last line is truncated; `compare … --keep` repairs the file".to_owned(),
            );
        }
        self.files += 1;
        Ok(())
    }

    /// Records a piece; returns `false` if an equal piece is there already.
    fn is_new(&mut self, name: &str, piece: &Piece) -> Result<bool, String> {
        let range = piece.range();
        let held = self.matches.entry(piece.header.clone()).or_default();
        let at = held.partition_point(|(games, _)| games.end <= range.start);
        match held.get(at) {
            Some((games, _)) if *games == range => Ok(false),
            Some((games, other)) if games.start < range.end => Err(format!(
                "{other} and {name} both hold games {} to {} of {} by {}",
                games.start.max(range.start),
                games.end.min(range.end) - 1,
                piece.header.variant,
                piece.header.players.join(" and ")
            )),
            _ => {
                held.insert(at, (range, name.to_owned()));
                Ok(true)
            }
        }
    }

    /// Returns the number of variants that were played.
    pub fn variants(&self) -> usize {
        self.matches.keys().map(|header| &header.variant).collect::<BTreeSet<_>>().len()
    }

    /// Writes all lines but the first of each file; files must be in the order in which they were added.
    ///
    /// # Errors
    ///
    /// If reading or writing fails.
    pub fn write(&self, files: &mut [File], out: &mut impl Write) -> io::Result<()> {
        for (index, bytes) in &self.bytes {
            copy_bytes(&mut files[*index], bytes, out)?;
        }
        Ok(())
    }

    /// Returns the first line of the joined file, without a line feed; `None` if no file has one.
    pub fn first_line(&self) -> Option<String> {
        self.version.as_deref().map(super::kept::first_of::<Piece>)
    }
}
