//! File format of certificates: a line of JSON with the claims, then the moves of the proofs, a letter each.

use std::io::{BufRead, Read as _};

use serde::{Deserialize, Serialize};

use super::{Claim, Proof};
use crate::text::checksum::{self, NOTHING, add, expect, line};

/// Format name in a certificate.
pub const FORMAT: &str = "mankala proof";
const FORMAT_VERSION: u32 = 1;
/// Maximum length of the first line, in bytes.
const LONGEST: u64 = 1 << 16;
/// Number of letters per line.
const WIDTH: u64 = 100;
/// Digits of move numbers, from 0. A greater number has `MORE` before the rest.
const LETTERS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MORE: u8 = b'+';

/// First line of a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    format: String,
    format_version: u32,
    /// Version of the program that wrote it.
    pub version: String,
    /// Name of the variant, with its changes.
    pub variant: String,
    /// Digest of the rules.
    pub rules: String,
    /// Position from which the claims hold.
    pub position: String,
    /// Claims.
    pub claims: Vec<Claim>,
    /// Number of letters that follow.
    pub letters: u64,
    letters_check: String,
}

impl Certificate {
    /// Writes a certificate.
    pub fn write(variant: String, rules: String, position: String, proofs: &[Proof]) -> Vec<u8> {
        let mut letters = Vec::new();
        for &number in proofs.iter().flat_map(|proof| &proof.moves) {
            let number = usize::from(number);
            letters.extend(std::iter::repeat_n(MORE, number / LETTERS.len()));
            letters.push(LETTERS[number % LETTERS.len()]);
        }
        let first = Self {
            format: FORMAT.to_owned(),
            format_version: FORMAT_VERSION,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            variant,
            rules,
            position,
            claims: proofs.iter().map(|proof| proof.claim).collect(),
            letters: letters.len() as u64,
            letters_check: format!("{:016x}", add(NOTHING, &letters)),
        };
        let mut file = line(&first).into_bytes();
        file.push(b'\n');
        for line in letters.chunks(WIDTH as usize) {
            file.extend_from_slice(line);
            file.push(b'\n');
        }
        file
    }

    /// Reads the first line.
    ///
    /// # Errors
    ///
    /// Returns a message about the invalid line.
    pub fn open(file: &mut dyn BufRead) -> Result<Self, String> {
        let mut line = Vec::new();
        let read = file.take(LONGEST).read_until(b'\n', &mut line);
        read.map_err(|error| error.to_string())?;
        if line.pop_if(|last| *last == b'\n').is_none() {
            return Err("the first line of the certificate has no line feed".to_owned());
        }
        expect(&line, FORMAT, FORMAT_VERSION)?;
        let found: Self = checksum::read(&line, "the first line of a certificate")?;
        if found.claims.is_empty() {
            return Err("the certificate has no claims".to_owned());
        }
        Ok(found)
    }
}

/// Reader of the letters of a certificate.
pub struct Symbols<'a> {
    file: &'a mut dyn BufRead,
    all: u64,
    read: u64,
    sum: u64,
}

impl<'a> Symbols<'a> {
    /// Creates a reader of the bytes after the first line.
    pub fn new(first: &Certificate, file: &'a mut dyn BufRead) -> Self {
        Self { file, all: first.letters, read: 0, sum: NOTHING }
    }

    /// Returns the number of letters read.
    pub fn count(&self) -> u64 {
        self.read
    }

    /// Reads the number of the next move.
    ///
    /// # Errors
    ///
    /// Returns a message on what was found instead.
    pub fn next_move(&mut self) -> Result<usize, String> {
        let mut number = 0;
        loop {
            if self.read == self.all {
                return Err(format!("the proof needs more than its {} letters", self.all));
            }
            let letter = self.byte()?;
            if letter == Some(MORE) {
                number += LETTERS.len();
            } else {
                let place = LETTERS.iter().position(|&known| Some(known) == letter);
                number += place.ok_or_else(|| self.wrong("a letter or a digit", letter))?;
            }
            self.sum = add(self.sum, letter.as_slice());
            self.read += 1;
            if self.read.is_multiple_of(WIDTH) || self.read == self.all {
                match self.byte()? {
                    Some(b'\n') => {}
                    other => return Err(self.wrong("the end of a line", other)),
                }
            }
            if letter != Some(MORE) {
                return Ok(number);
            }
        }
    }

    /// Checks that all letters were read and match the checksum.
    ///
    /// # Errors
    ///
    /// Returns a message on what is left or was changed.
    pub fn finish(&mut self, first: &Certificate) -> Result<(), String> {
        if self.read < self.all {
            let more = self.all - self.read;
            return Err(format!("expected the end, found {more} more letters"));
        }
        match self.byte()? {
            None if format!("{:016x}", self.sum) == first.letters_check => Ok(()),
            None => Err("the letters were changed: their checksum does not match".to_owned()),
            other => Err(self.wrong("the end of the file", other)),
        }
    }

    fn wrong(&self, expected: &str, found: Option<u8>) -> String {
        let found = match found {
            Some(byte) => format!("the byte {:?}", char::from(byte)),
            None => "the end of the file".to_owned(),
        };
        format!("after {} letters: expected {expected}, found {found}", self.read)
    }

    fn byte(&mut self) -> Result<Option<u8>, String> {
        let byte = self.file.fill_buf().map_err(|error| error.to_string())?.first().copied();
        self.file.consume(usize::from(byte.is_some()));
        Ok(byte)
    }
}
