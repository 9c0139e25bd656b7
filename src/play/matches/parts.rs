//! Files of records: reading what is there, going on where it ends, joining the parts of a match.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use super::record::{self, Heading};
use super::tally::Tally;

/// No record is longer than this.
const LONGEST_LINE: u64 = 1 << 26;

/// Why a file of records is not what it should be.
#[derive(Debug, thiserror::Error)]
pub enum PartError {
    /// It can't be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line is not a record, or not one of this match, or not the one that is due.
    #[error("line {line}: {message}")]
    Line {
        /// Which line, from 1.
        line: u64,
        /// What is wrong with it.
        message: String,
    },
    /// The parts do not make up a whole match.
    #[error("{0}")]
    Parts(String),
}

/// Records that follow one another without a gap.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Run {
    games: Range<u64>,
    bytes: Range<u64>,
}

/// What a file of records holds.
#[derive(Debug)]
pub struct Part {
    /// The match that the records are of; `None` without a record.
    pub heading: Option<Heading>,
    /// The counts of its games.
    pub tally: Tally,
    runs: Vec<Run>,
    /// The bytes of whole lines.
    whole: u64,
    /// The bytes after the last line feed: a record that was not written to its end.
    rest: u64,
}

impl Part {
    /// Reads a file of records, which must be of one match, in order of their numbers.
    ///
    /// # Errors
    ///
    /// A [`PartError`] if that is not so, or if a record is not of the match `of`.
    pub fn read(input: impl Read, of: Option<&Heading>) -> Result<Self, PartError> {
        let mut input = BufReader::with_capacity(1 << 16, input);
        let mut part = Self {
            heading: None,
            tally: Tally::default(),
            runs: Vec::new(),
            whole: 0,
            rest: 0,
        };
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let read = (&mut input)
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line)? as u64;
            if line.last() != Some(&b'\n') && read < LONGEST_LINE {
                part.rest = read;
                break;
            }
            part.add(&line, of).map_err(|message| PartError::Line {
                line: number,
                message,
            })?;
        }
        Ok(part)
    }

    /// Adds a line that was read to its end.
    fn add(&mut self, line: &[u8], of: Option<&Heading>) -> Result<(), String> {
        let (heading, played) = record::read(line)?;
        if let Some(of) = of.or(self.heading.as_ref())
            && *of != heading
        {
            return Err(format!(
                "the game is of another match: {}",
                of.differences(&heading)
            ));
        }
        if played.game >= heading.games {
            return Err(format!(
                "game {} in a match of {} games",
                played.game, heading.games
            ));
        }
        self.heading.get_or_insert(heading);
        self.tally.add(&played);
        let bytes = self.whole..self.whole + line.len() as u64;
        self.whole = bytes.end;
        match self.runs.last_mut() {
            Some(run) if run.games.end > played.game => {
                return Err(format!(
                    "game {} comes after game {}",
                    played.game,
                    run.games.end - 1
                ));
            }
            Some(run) if run.games.end == played.game => {
                run.games.end += 1;
                run.bytes.end = bytes.end;
            }
            _ => self.runs.push(Run {
                games: played.game..played.game + 1,
                bytes,
            }),
        }
        Ok(())
    }

    /// Where to go on with the games of a range: the next game, and how many bytes of the file to keep.
    ///
    /// # Errors
    ///
    /// A [`PartError`] if the file does not hold the first games of that range.
    pub fn resume(&self, games: &Range<u64>) -> Result<(u64, u64), PartError> {
        let (first, last) = match self.runs.as_slice() {
            [] => return Ok((games.start, 0)),
            [only] if only.games.start == games.start && only.games.end <= games.end => {
                return Ok((only.games.end, self.whole));
            }
            [first, ..] if first.games.start != games.start => (first.games.start, games.start),
            [first, second, ..] => (second.games.start, first.games.end),
            [only] => (only.games.end - 1, games.end - 1),
        };
        Err(PartError::Parts(format!(
            "it holds game {first} where game {last} is due; it was made for other games of this match"
        )))
    }
}

/// The numbers of some games, as people write them.
fn numbers(games: &Range<u64>) -> String {
    if games.end - games.start == 1 {
        format!("game {}", games.start)
    } else {
        format!("games {} to {}", games.start, games.end - 1)
    }
}

/// The parts of a match, checked to make up the whole of it.
#[derive(Debug)]
pub struct Merge {
    /// The match.
    pub heading: Heading,
    /// The counts of its games.
    pub tally: Tally,
    /// Which bytes of which part follow one another.
    pieces: Vec<(usize, Run)>,
}

impl Merge {
    /// Checks that parts, each with its name, make up a match, no game missing and none twice.
    ///
    /// # Errors
    ///
    /// A [`PartError`] that names the part that does not fit.
    pub fn new(parts: &[(String, Part)]) -> Result<Self, PartError> {
        let refuse = |message: String| Err(PartError::Parts(message));
        let mut heading: Option<(&str, &Heading)> = None;
        let mut tally = Tally::default();
        let mut pieces = Vec::new();
        for (index, (name, part)) in parts.iter().enumerate() {
            if part.rest > 0 {
                return refuse(format!(
                    "{name} ends within a record; `match … --resume` goes on with it"
                ));
            }
            match (heading, &part.heading) {
                (Some((first, heading)), Some(other)) if heading != other => {
                    let differences = heading.differences(other);
                    return refuse(format!("{name} does not belong to {first}: {differences}"));
                }
                (None, Some(found)) => heading = Some((name, found)),
                _ => {}
            }
            tally.join(&part.tally);
            pieces.extend(part.runs.iter().map(|run| (index, run.clone())));
        }
        let Some((_, heading)) = heading else {
            return refuse("the parts hold no game".to_owned());
        };
        pieces.sort_by_key(|(_, run)| run.games.start);
        let mut due = 0;
        let mut before = 0;
        let mut missing = Vec::new();
        for (index, run) in &pieces {
            if run.games.start < due {
                let (this, that) = (&parts[*index].0, &parts[before].0);
                let twice = run.games.start..due.min(run.games.end);
                return refuse(format!("{that} and {this} both hold {}", numbers(&twice)));
            }
            if run.games.start > due {
                missing.push(numbers(&(due..run.games.start)));
            }
            (due, before) = (run.games.end, *index);
        }
        if due < heading.games {
            missing.push(numbers(&(due..heading.games)));
        }
        if !missing.is_empty() {
            let all = missing.len();
            missing.truncate(5);
            let more = if all > 5 { ", …" } else { "" };
            return refuse(format!(
                "the parts hold {} of {} games; missing: {}{more}",
                tally.games(),
                heading.games,
                missing.join(", ")
            ));
        }
        Ok(Self {
            heading: heading.clone(),
            tally,
            pieces,
        })
    }

    /// Writes the whole match from its parts, given in the same order as before.
    ///
    /// # Errors
    ///
    /// If reading or writing fails.
    pub fn write(&self, parts: &mut [File], out: &mut impl Write) -> io::Result<()> {
        for (index, run) in &self.pieces {
            let part = &mut parts[*index];
            part.seek(SeekFrom::Start(run.bytes.start))?;
            let wanted = run.bytes.end - run.bytes.start;
            let copied = io::copy(&mut part.take(wanted), out)?;
            if copied != wanted {
                return Err(io::Error::other("a part became shorter while it was read"));
            }
        }
        Ok(())
    }
}
