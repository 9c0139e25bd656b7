//! Files of records: reading, resuming, and merging the parts of a match.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use super::lines::{Lines, PartError};
use super::record::{Codec, FileHeader, MatchHeader, Record};
use super::shard::Shard;
use super::tally::Tally;

/// File of records that is read line by line.
///
/// The file begins with a [`FileHeader`], or with a record if the games were printed instead of written to a file.
#[derive(Debug)]
pub struct RecordFile<R> {
    lines: Lines<R>,
    first: Option<FileHeader>,
    codec: Option<Codec>,
    /// Whether the last line read is still to be returned as a record.
    peeked: bool,
    /// Number of the next game, if known.
    due: Option<u64>,
}

impl<R: Read> RecordFile<R> {
    /// Opens a file of records.
    ///
    /// # Errors
    ///
    /// Returns a [`PartError`] if the first line is neither a header nor a record.
    pub fn open(input: R) -> Result<Self, PartError> {
        let mut file =
            Self { lines: Lines::new(input), first: None, codec: None, peeked: false, due: None };
        if file.lines.advance()? {
            file.begin().map_err(|message| file.lines.wrong(message))?;
        }
        Ok(file)
    }

    /// Detects the kind of the file by its first line.
    fn begin(&mut self) -> Result<(), String> {
        let line = self.lines.line();
        self.first = FileHeader::read(line)?;
        if let Some(first) = &self.first {
            self.due = Some(first.games().start);
            self.codec = Some(Codec::new(first.header.clone()));
        } else {
            self.codec = Some(Codec::of(line)?);
            self.peeked = true;
        }
        Ok(())
    }

    /// Returns the header of the match; `None` if the file is empty.
    pub fn header(&self) -> Option<&MatchHeader> {
        self.codec.as_ref().map(|codec| &codec.header)
    }

    /// Returns the file header, if the file has one.
    pub fn first(&self) -> Option<&FileHeader> {
        self.first.as_ref()
    }

    /// Returns the number of the last line read, from 1.
    pub fn line(&self) -> u64 {
        self.lines.number()
    }

    /// Returns the bytes after the last line feed: a truncated line.
    ///
    /// Complete once [`next_record`](Self::next_record) has returned `None`.
    pub fn rest(&self) -> &[u8] {
        self.lines.rest()
    }

    /// Reads the next record; `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// Returns a [`PartError`] if the line is not a record of this match, or not the next game. Reading may continue
    /// with the next line.
    pub fn next_record(&mut self) -> Result<Option<Record>, PartError> {
        if !std::mem::take(&mut self.peeked) && !self.lines.advance()? {
            return Ok(None);
        }
        let Some(codec) = &self.codec else { return Ok(None) };
        let due = self.due;
        self.due = due.map(|due| due + 1);
        let record = codec.read(self.lines.line()).map_err(|message| self.lines.wrong(message))?;
        let game = record.played.game;
        self.due = Some(game + 1);
        if let Some(due) = due.filter(|&due| due != game) {
            return Err(self.lines.wrong(format!("expected game {due}, found game {game}")));
        }
        let games = self.first.as_ref().map(FileHeader::games);
        if let Some(games) = games.filter(|games| game >= games.end) {
            let part = numbers(&games);
            return Err(self.lines.wrong(format!("found game {game} in a part that holds {part}")));
        }
        Ok(Some(record))
    }
}

/// Content of a file of records: games without a gap.
#[derive(Debug)]
pub struct Part {
    /// Header of the match; `None` without a header and without a record.
    pub header: Option<MatchHeader>,
    /// Counts of the games.
    pub tally: Tally,
    first: Option<FileHeader>,
    games: Range<u64>,
    /// Byte range of the records.
    bytes: Range<u64>,
    /// Bytes after the last line feed.
    rest: Vec<u8>,
}

impl Part {
    /// Reads a file of records to the end; `check` may reject further records.
    ///
    /// # Errors
    ///
    /// Returns a [`PartError`] with the first invalid line.
    pub fn read<R: Read>(
        mut file: RecordFile<R>,
        mut check: impl FnMut(&Record) -> Result<(), String>,
    ) -> Result<Self, PartError> {
        let start = if file.first.is_some() { file.lines.end() } else { 0 };
        let mut tally = Tally::default();
        let mut games = file.due.unwrap_or(0)..file.due.unwrap_or(0);
        while let Some(record) = file.next_record()? {
            check(&record).map_err(|message| file.lines.wrong(message))?;
            tally.add(&record.played);
            let game = record.played.game;
            games = if games.is_empty() { game } else { games.start }..game + 1;
        }
        Ok(Self {
            header: file.header().cloned(),
            tally,
            first: file.first,
            games,
            bytes: start..file.lines.end(),
            rest: file.lines.rest().to_vec(),
        })
    }

    /// Returns the next game of a file with this header and how many bytes to keep, so that the match can resume.
    ///
    /// # Errors
    ///
    /// Returns a [`PartError`] if the file belongs to another match, or if its end is not the start of a record.
    pub fn resume(&self, due: &FileHeader) -> Result<(u64, u64), PartError> {
        let refuse = |message: String| Err(PartError::Parts(message));
        let (game, keep, line) = match &self.first {
            Some(first) if first != due => {
                let found = due.differences(first);
                return refuse(format!("the file holds games of another match: {found}"));
            }
            Some(_) if self.games.end == due.games().end => {
                (self.games.end, self.bytes.end, String::new())
            }
            Some(_) => {
                let line = Codec::new(due.header.clone()).begin(self.games.end);
                (self.games.end, self.bytes.end, line)
            }
            None if self.header.is_some() => {
                return refuse("the first line is a game, expected a file header".to_owned());
            }
            None => (due.games().start, 0, due.line() + "\n"),
        };
        // A truncated line is rewritten; anything else may belong to another program and stays.
        let (line, rest) = (line.as_bytes(), self.rest.as_slice());
        let begins = line.starts_with(rest) || rest.starts_with(line) && !line.is_empty();
        if !begins {
            return refuse(format!(
                "it ends with {} bytes that do not begin a line of this match",
                rest.len()
            ));
        }
        Ok((game, keep))
    }
}

/// Describes a range of games in words.
fn numbers(games: &Range<u64>) -> String {
    match games.end - games.start {
        0 => "no game".to_owned(),
        1 => format!("game {}", games.start),
        _ => format!("games {} to {}", games.start, games.end - 1),
    }
}

/// Parts of a match that together are complete.
#[derive(Debug)]
pub struct Merge {
    /// Header of the match.
    pub header: MatchHeader,
    /// Counts of the games.
    pub tally: Tally,
    /// Indices and byte ranges of the parts, in order.
    pieces: Vec<(usize, Range<u64>)>,
}

impl Merge {
    /// Checks that named parts make up a match, with no game missing or repeated.
    ///
    /// # Errors
    ///
    /// Returns a [`PartError`] that names the offending part.
    pub fn new(parts: &[(String, Part)]) -> Result<Self, PartError> {
        let refuse = |message: String| Err(PartError::Parts(message));
        let mut header: Option<(&str, &MatchHeader)> = None;
        let mut tally = Tally::default();
        for (name, part) in parts {
            if !part.rest.is_empty() {
                return refuse(format!(
                    "{name} ends within a record; `match … --resume` continues it"
                ));
            }
            match (header, &part.header) {
                (Some((first, header)), Some(other)) if header != other => {
                    let differences = header.differences(other);
                    return refuse(format!("{name} does not belong to {first}: {differences}"));
                }
                (None, Some(found)) => header = Some((name, found)),
                _ => {}
            }
            tally.join(&part.tally);
        }
        let Some((_, header)) = header.filter(|_| tally.games() > 0) else {
            return refuse("the parts hold no games".to_owned());
        };
        let filled = parts.iter().enumerate();
        let mut order: Vec<_> = filled.filter(|(_, (_, part))| !part.games.is_empty()).collect();
        crate::variant::sort_by(&mut order, |(_, (_, a)), (_, (_, b))| {
            a.games.start.cmp(&b.games.start)
        });
        let (mut due, mut before) = (0, "");
        let mut missing = Vec::new();
        for (_, (name, part)) in &order {
            let games = &part.games;
            if games.start < due {
                let twice = numbers(&(games.start..due.min(games.end)));
                return refuse(format!("{before} and {name} both hold {twice}"));
            }
            if games.start > due {
                missing.push(numbers(&(due..games.start)));
            }
            (due, before) = (games.end, name);
        }
        if due < header.games {
            missing.push(numbers(&(due..header.games)));
        }
        if !missing.is_empty() {
            let all = missing.len();
            missing.truncate(5);
            let more = if all > 5 { ", …" } else { "" };
            return refuse(format!(
                "the parts hold {} of {} games; missing: {}{more}",
                tally.games(),
                header.games,
                missing.join(", ")
            ));
        }
        let pieces = order.iter().map(|(index, (_, part))| (*index, part.bytes.clone()));
        Ok(Self { header: header.clone(), pieces: pieces.collect(), tally })
    }

    /// Returns the first line of the merged file, without a line feed.
    pub fn first_line(&self) -> String {
        let (header, shard) = (self.header.clone(), Shard::WHOLE);
        FileHeader { header, shard }.line()
    }

    /// Writes the records of the match from its parts, given in the same order as to [`new`](Self::new).
    ///
    /// # Errors
    ///
    /// Returns an error if reading or writing fails.
    pub fn write(&self, parts: &mut [File], out: &mut impl Write) -> io::Result<()> {
        for (index, bytes) in &self.pieces {
            copy_bytes(&mut parts[*index], bytes, out)?;
        }
        Ok(())
    }
}

/// Copies a byte range of a file.
///
/// # Errors
///
/// Returns an error if reading or writing fails, or if the file is too short.
pub fn copy_bytes(file: &mut File, bytes: &Range<u64>, out: &mut impl Write) -> io::Result<()> {
    file.seek(SeekFrom::Start(bytes.start))?;
    let wanted = bytes.end - bytes.start;
    if io::copy(&mut file.take(wanted), out)? != wanted {
        return Err(io::Error::other("a part was truncated while it was read"));
    }
    Ok(())
}
