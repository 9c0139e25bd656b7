//! Tables as bytes: a heading that says whose they are, then a layer after the other, each with a checksum behind it.
//!
//! A file that is being written is the beginning of the one that it will be, so its finished layers can be taken up again. Numbers
//! have their lower bytes first.

use std::io::{self, ErrorKind, Read, Write};

use super::layer::{Layer, Shape};
use super::rank::Ranks;
use super::{Build, Rules, Tables};
use crate::text::checksum;

/// What every file begins with.
const MAGIC: &[u8; 16] = b"mankala endgames";
/// How it goes on.
const FORMAT: u16 = 1;
/// Bytes before those of a layer, and behind them.
const HEAD: usize = 11;
const SUM: usize = 8;
/// Letters of a digest.
const DIGEST: usize = 16;

/// Whose tables a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The variant as it was named, with what was changed in it.
    pub variant: String,
    /// The digest of its rules.
    pub rules: String,
    /// How many pits there are.
    pub pits: u8,
    /// How many seeds positions have at most.
    pub seeds: u16,
}

/// Why a file can't be used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It can't be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It does not begin as tables do.
    #[error("expected a file of endgame tables, as `tables build` writes it")]
    Other,
    /// A later program wrote it.
    #[error("its format is {0}, expected {FORMAT}")]
    Format(u16),
    /// A byte of the heading has changed.
    #[error("its heading is not as it was written, the checksum is another")]
    Heading,
    /// They belong to another game.
    #[error("these are tables of {} with {} pits and rules {}, not of these rules, {rules}", .heading.variant, .heading.pits, .heading.rules)]
    Rules {
        /// Whose tables they are.
        heading: Heading,
        /// The digest of the rules that were expected.
        rules: String,
    },
    /// There can't be so many positions.
    #[error("there are more positions with {0} seeds than can be numbered")]
    TooMany(u16),
    /// It ends too early.
    #[error("it is cut short: the positions with {0} seeds are not all there")]
    Short(u16),
    /// A byte of a layer has changed.
    #[error("its positions with {0} seeds are not as they were written")]
    Layer(u16),
    /// There is more in it than there should be.
    #[error("there is something behind its last layer")]
    Rest,
}

/// Exactly so many bytes.
fn take<const N: usize>(input: &mut dyn Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

impl Heading {
    /// The heading as it is written.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let name = &self.variant.as_bytes()[..self.variant.len().min(usize::from(u16::MAX))];
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        bytes.push(self.pits);
        bytes.extend(self.seeds.to_le_bytes());
        bytes.extend(self.rules.as_bytes());
        bytes.extend((name.len() as u16).to_le_bytes());
        bytes.extend(name);
        bytes.extend(checksum::add(checksum::NOTHING, &bytes).to_le_bytes());
        bytes
    }

    /// Reads a heading.
    ///
    /// # Errors
    ///
    /// A [`TableError`] if it is none, or not as it was written.
    pub fn read(input: &mut dyn Read) -> Result<Self, TableError> {
        let early = |error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => TableError::Other,
            _ => TableError::File(error),
        };
        if take(input).map_err(early)? != *MAGIC {
            return Err(TableError::Other);
        }
        let format = u16::from_le_bytes(take(input).map_err(early)?);
        if format != FORMAT {
            return Err(TableError::Format(format));
        }
        let [pits] = take(input).map_err(early)?;
        let seeds = u16::from_le_bytes(take(input).map_err(early)?);
        let rules = take::<DIGEST>(input).map_err(early)?;
        let length = u16::from_le_bytes(take(input).map_err(early)?);
        let mut name = Vec::new();
        input.take(length.into()).read_to_end(&mut name)?;
        let sum = u64::from_le_bytes(take(input).map_err(early)?);
        let text =
            |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| TableError::Heading);
        let heading = Self {
            variant: text(&name)?,
            rules: text(&rules)?,
            pits,
            seeds,
        };
        let written = heading.bytes();
        if written.ends_with(&sum.to_le_bytes()) {
            Ok(heading)
        } else {
            Err(TableError::Heading)
        }
    }

    /// Refuses tables of other rules.
    ///
    /// # Errors
    ///
    /// A [`TableError`] that names both.
    pub fn check(&self, rules: &str, pits: u8) -> Result<(), TableError> {
        if self.rules == rules && self.pits == pits {
            return Ok(());
        }
        let (heading, rules) = (self.clone(), rules.to_owned());
        Err(TableError::Rules { heading, rules })
    }
}

impl Layer {
    /// What is written before the bytes of a layer.
    fn head(seeds: u16, shape: Shape, positions: u64) -> [u8; HEAD] {
        let mut head = [0; HEAD];
        head[..2].copy_from_slice(&seeds.to_le_bytes());
        head[2] = shape.size() as u8;
        head[3..].copy_from_slice(&positions.to_le_bytes());
        head
    }

    /// Writes the layer of so many seeds.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub fn write(&self, seeds: u16, out: &mut dyn Write) -> io::Result<()> {
        let head = Self::head(seeds, self.shape(), self.positions());
        let sum = checksum::add(checksum::add(checksum::NOTHING, &head), self.bytes());
        out.write_all(&head)?;
        out.write_all(self.bytes())?;
        out.write_all(&sum.to_le_bytes())
    }

    /// Reads the layer of so many seeds.
    fn read_from(input: &mut dyn Read, ranks: &Ranks, seeds: u16) -> Result<Self, TableError> {
        let early = |error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => TableError::Short(seeds),
            _ => TableError::File(error),
        };
        let head: [u8; HEAD] = take(input).map_err(early)?;
        let positions = ranks.positions(seeds);
        let shape = [false, true].map(|open| Shape::new(seeds, open));
        let shape = shape
            .into_iter()
            .find(|shape| head == Self::head(seeds, *shape, positions));
        let shape = shape.ok_or(TableError::Layer(seeds))?;
        let length = positions.checked_mul(shape.size() as u64);
        let length = length.ok_or(TableError::TooMany(seeds))?;
        let mut bytes = Vec::new();
        input.take(length).read_to_end(&mut bytes)?;
        if (bytes.len() as u64) < length {
            return Err(TableError::Short(seeds));
        }
        let sum = u64::from_le_bytes(take(input).map_err(early)?);
        if sum != checksum::add(checksum::add(checksum::NOTHING, &head), &bytes) {
            return Err(TableError::Layer(seeds));
        }
        Self::read(seeds, shape, bytes).ok_or(TableError::Layer(seeds))
    }
}

impl Tables {
    /// Reads the tables behind a heading that was checked.
    ///
    /// # Errors
    ///
    /// A [`TableError`] if a byte is missing, has changed, or is too many.
    pub fn read(
        input: &mut dyn Read,
        rules: &Rules,
        heading: &Heading,
    ) -> Result<Self, TableError> {
        let ranks = rules
            .ranks(heading.seeds)
            .ok_or(TableError::TooMany(heading.seeds))?;
        let layers = (0..=heading.seeds).map(|seeds| Layer::read_from(input, &ranks, seeds));
        let layers = layers.collect::<Result<_, _>>()?;
        if input.read(&mut [0])? > 0 {
            return Err(TableError::Rest);
        }
        Ok(Self { ranks, layers })
    }
}

impl Build<'_> {
    /// Takes up the layers that a file has which was not finished: how many bytes behind its heading are whole layers.
    ///
    /// # Errors
    ///
    /// If it can't be read.
    pub fn take_up(&mut self, input: &mut dyn Read) -> io::Result<u64> {
        let mut length = 0;
        while let Some(seeds) = self.next() {
            match Layer::read_from(input, &self.tables().ranks, seeds) {
                Ok(layer) => {
                    length += (HEAD + SUM) as u64 + layer.length();
                    self.add(layer);
                }
                Err(TableError::File(error)) => return Err(error),
                Err(_) => break,
            }
        }
        Ok(length)
    }
}
