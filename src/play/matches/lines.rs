//! The lines of a file that may be anybody's: whole ones only, of bounded length, with their numbers.

use std::io::{self, BufRead, BufReader, Read};

/// No line is longer than this.
const LONGEST: u64 = 1 << 26;

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

/// A file that is read line by line.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: BufReader<R>,
    /// The line read last, with its line feed, and its number.
    line: Vec<u8>,
    number: u64,
    /// Whether it is the last one, and has no line feed.
    ended: bool,
    /// The bytes of whole lines up to it.
    end: u64,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(1 << 16, input),
            line: Vec::new(),
            number: 0,
            ended: false,
            end: 0,
        }
    }

    /// Reads a line; `false` if there is no whole one any more.
    pub(crate) fn advance(&mut self) -> Result<bool, PartError> {
        if self.ended {
            return Ok(false);
        }
        self.line.clear();
        let mut input = (&mut self.input).take(LONGEST);
        let read = input.read_until(b'\n', &mut self.line)? as u64;
        self.ended = self.line.last() != Some(&b'\n');
        if self.ended && read < LONGEST {
            return Ok(false);
        }
        self.number += 1;
        self.end += read;
        if self.ended {
            return Err(self.wrong(format!("longer than {LONGEST} bytes, no record is")));
        }
        Ok(true)
    }

    /// The line read last, without its line feed.
    pub(crate) fn line(&self) -> &[u8] {
        self.line.strip_suffix(b"\n").unwrap_or(&self.line)
    }

    /// Its number, from 1.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// The bytes of whole lines up to it.
    pub(crate) const fn end(&self) -> u64 {
        self.end
    }

    /// What stands behind the last line feed, once there is no whole line any more.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.line
    }

    /// Something is wrong with this line.
    pub(crate) fn wrong(&self, message: impl Into<String>) -> PartError {
        PartError::Line {
            line: self.number,
            message: message.into(),
        }
    }
}
