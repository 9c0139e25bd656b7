//! Line reader for untrusted files: complete lines only, of limited length, with their numbers.

use std::io::{self, BufRead, BufReader, Read};

/// Maximum length of a line, in bytes.
const LONGEST: u64 = 1 << 26;

/// Error in a file of records.
#[derive(Debug, thiserror::Error)]
pub enum PartError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line is not a record, belongs to another match, or is out of order.
    #[error("line {line}: {message}")]
    Line {
        /// Line number, from 1.
        line: u64,
        /// Description of the error.
        message: String,
    },
    /// The parts do not make up a whole match.
    #[error("{0}")]
    Parts(String),
}

/// File that is read line by line.
#[derive(Debug)]
pub struct Lines<R> {
    input: BufReader<R>,
    /// Last line read, with its line feed.
    line: Vec<u8>,
    number: u64,
    /// Whether the last line was reached and has no line feed.
    ended: bool,
    /// Offset of the end of the last complete line, in bytes.
    end: u64,
}

impl<R: Read> Lines<R> {
    /// Reads lines from the start of an input.
    pub fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(1 << 16, input),
            line: Vec::new(),
            number: 0,
            ended: false,
            end: 0,
        }
    }

    /// Reads a line; returns `false` if no complete line is left.
    ///
    /// # Errors
    ///
    /// Returns an error if the input cannot be read or the line is invalid.
    pub fn advance(&mut self) -> Result<bool, PartError> {
        if self.ended {
            return Ok(false);
        }
        self.line.clear();
        let read = (&mut self.input).take(LONGEST).read_until(b'\n', &mut self.line)? as u64;
        self.ended = self.line.last() != Some(&b'\n');
        if self.ended && read < LONGEST {
            return Ok(false);
        }
        self.number += 1;
        self.end += read;
        if self.ended {
            return Err(self.wrong(format!("expected a record of at most {LONGEST} bytes")));
        }
        Ok(true)
    }

    /// Returns the last line read, without its line feed.
    pub fn line(&self) -> &[u8] {
        self.line.strip_suffix(b"\n").unwrap_or(&self.line)
    }

    /// Returns the number of the last line read, from 1.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the offset of the end of the last complete line, in bytes.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// Returns the bytes after the last line feed, once no complete line is left.
    pub fn rest(&self) -> &[u8] {
        &self.line
    }

    /// Creates an error for the current line.
    pub fn wrong(&self, message: impl Into<String>) -> PartError {
        PartError::Line { line: self.number, message: message.into() }
    }
}
