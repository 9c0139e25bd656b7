//! File format of endgame tables: a header with the rules, then the layers, each with a checksum.
//!
//! An unfinished file is a prefix of the finished one, so its complete layers can be reused. Numbers are little-endian.

use std::io::{self, ErrorKind, Read, Write};

use super::layer::{Layer, Shape};
use super::rank::Ranks;
use super::{Build, Rules, Tables};
use crate::text::checksum;

const MAGIC: &[u8; 16] = b"mankala endgames";
const FORMAT: u16 = 1;
/// Sizes of the header and the checksum of a layer, in bytes.
const HEAD: usize = 11;
const SUM: usize = 8;
const DIGEST: usize = 16;

/// Header of a file of tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableHeader {
    /// Name of the variant, with its changes.
    pub variant: String,
    /// Digest of the rules.
    pub rules: String,
    /// Number of pits.
    pub pits: u8,
    /// Maximum number of seeds in a position.
    pub seeds: u16,
}

/// Error in a file of tables.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The file does not begin like a file of tables.
    #[error("expected a file of endgame tables from `tables build`")]
    Other,
    /// The format version is unknown.
    #[error("expected format {FORMAT}, found {0}")]
    Format(u16),
    /// The header is corrupt.
    #[error("its header was changed: the checksum does not match")]
    TableHeader,
    /// The tables belong to other rules.
    #[error("expected tables of the rules {rules}, found those of {} with {} pits and rules {}", .header.variant, .header.pits, .header.rules)]
    Rules {
        /// Header of the file.
        header: TableHeader,
        /// Digest of the expected rules.
        rules: String,
    },
    /// There are too many positions.
    #[error("there are more positions with {0} seeds than can be numbered")]
    TooMany(u16),
    /// The file is truncated.
    #[error("it is truncated: positions with {0} seeds are missing")]
    Short(u16),
    /// A layer is corrupt.
    #[error("its positions with {0} seeds were changed")]
    Layer(u16),
    /// The file continues after the last layer.
    #[error("found data after its last layer")]
    Rest,
}

fn take<const N: usize>(input: &mut dyn Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

impl TableHeader {
    /// Encodes the header.
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

    /// Reads a header.
    ///
    /// # Errors
    ///
    /// Returns a [`TableError`] if the header is missing or corrupt.
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
            |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| TableError::TableHeader);
        let header = Self { variant: text(&name)?, rules: text(&rules)?, pits, seeds };
        if header.bytes().ends_with(&sum.to_le_bytes()) {
            Ok(header)
        } else {
            Err(TableError::TableHeader)
        }
    }

    /// Checks that the tables belong to these rules.
    ///
    /// # Errors
    ///
    /// Returns a [`TableError`] that names both rules.
    pub fn check(&self, rules: &str, pits: u8) -> Result<(), TableError> {
        if self.rules == rules && self.pits == pits {
            return Ok(());
        }
        let (header, rules) = (self.clone(), rules.to_owned());
        Err(TableError::Rules { header, rules })
    }
}

impl Layer {
    /// Encodes the header of a layer.
    fn head(seeds: u16, shape: Shape, positions: u64) -> [u8; HEAD] {
        let mut head = [0; HEAD];
        head[..2].copy_from_slice(&seeds.to_le_bytes());
        head[2] = shape.size() as u8;
        head[3..].copy_from_slice(&positions.to_le_bytes());
        head
    }

    /// Writes the layer of this many seeds.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn write(&self, seeds: u16, out: &mut dyn Write) -> io::Result<()> {
        let head = Self::head(seeds, self.shape, self.positions());
        let sum = checksum::add(checksum::add(checksum::NOTHING, &head), &self.bytes);
        out.write_all(&head)?;
        out.write_all(&self.bytes)?;
        out.write_all(&sum.to_le_bytes())
    }

    /// Reads the layer of this many seeds.
    fn read_from(input: &mut dyn Read, ranks: &Ranks, seeds: u16) -> Result<Self, TableError> {
        let early = |error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => TableError::Short(seeds),
            _ => TableError::File(error),
        };
        let head: [u8; HEAD] = take(input).map_err(early)?;
        let positions = ranks.positions(seeds);
        let shape = [false, true].map(|open| Shape::new(seeds, open));
        let shape = shape.into_iter().find(|shape| head == Self::head(seeds, *shape, positions));
        let shape = shape.ok_or(TableError::Layer(seeds))?;
        let length =
            positions.checked_mul(shape.size() as u64).ok_or(TableError::TooMany(seeds))?;
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
    /// Reads the tables after a verified header.
    ///
    /// # Errors
    ///
    /// Returns a [`TableError`] if bytes are missing, changed, or left over.
    pub fn read(
        input: &mut dyn Read,
        rules: &Rules,
        header: &TableHeader,
    ) -> Result<Self, TableError> {
        let ranks = rules.ranks(header.seeds).ok_or(TableError::TooMany(header.seeds))?;
        let layers = (0..=header.seeds).map(|seeds| Layer::read_from(input, &ranks, seeds));
        let layers = layers.collect::<Result<_, _>>()?;
        if input.read(&mut [0])? > 0 { Err(TableError::Rest) } else { Ok(Self { ranks, layers }) }
    }
}

impl Build<'_> {
    /// Adds the complete layers of an unfinished file and returns their length after the header, in bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails.
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
