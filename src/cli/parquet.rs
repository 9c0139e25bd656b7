//! Tables in Apache Parquet, limited to the types used here: numbers, texts and lists of
//! whole numbers and texts.
//!
//! A file has a magic number, row groups with a chunk of bytes for each column, and a footer with offsets. Repeated
//! texts are dictionary-encoded, without further compression. Page headers have checksums.

mod reader;
mod thrift;

use std::collections::HashMap;
use std::io::{self, Write};
use std::iter::from_fn;
use std::ops::Range;

use serde_json::Value;

pub(super) use reader::{Pages, Reader, Same};
use thrift::Struct;

/// Magic number at both ends of a file.
const MARK: &[u8; 4] = b"PAR1";

const DATA_PAGE: u64 = 0;
const DICTIONARY_PAGE: u64 = 2;

/// Encodings of values: plain, runs of equal ones, or indices in a dictionary.
const PLAIN: u64 = 0;
const RUNS: u64 = 3;
const BY_NUMBER: u64 = 8;

/// Returns `true` if a file with this beginning is a table.
pub(super) fn is_table(begin: &[u8]) -> bool {
    begin.starts_with(MARK)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Number,
    /// A floating-point number.
    Real,
    /// A truth value.
    Truth,
    Text,
    /// A text that may be missing.
    SomeText,
    Texts,
    Numbers,
}

impl Kind {
    fn is_list(self) -> bool {
        matches!(self, Self::Texts | Self::Numbers)
    }

    fn is_number(self) -> bool {
        matches!(self, Self::Number | Self::Real | Self::Truth | Self::Numbers)
    }

    fn physical(self) -> u64 {
        match self {
            Self::Number | Self::Numbers => INT64,
            Self::Real => DOUBLE,
            Self::Truth => BOOLEAN,
            Self::Text | Self::SomeText | Self::Texts => BYTE_ARRAY,
        }
    }
}

/// The values of a column in a row group.
#[derive(Debug, Default)]
pub(crate) struct ColumnValues<'t> {
    pub(crate) numbers: Vec<u64>,
    pub(crate) texts: Vec<&'t str>,
    /// For each position in a row, whether there is a value, and whether it continues the list of the one before.
    there: Vec<bool>,
    goes_on: Vec<bool>,
}

impl<'t> ColumnValues<'t> {
    /// Adds a row with a value; a list has a place for each item, and one if it is empty.
    fn add(&mut self, kind: Kind, value: &'t Value) {
        let items = match value {
            Value::Array(items) => &items[..],
            Value::Null => &[],
            one => std::slice::from_ref(one),
        };
        for item in items {
            match kind {
                // The bits are stored.
                Kind::Real => self.numbers.extend(item.as_f64().map(f64::to_bits)),
                Kind::Truth => self.numbers.extend(item.as_bool().map(u64::from)),
                Kind::Number | Kind::Numbers => self.numbers.extend(item.as_u64()),
                Kind::Text | Kind::SomeText | Kind::Texts => self.texts.extend(item.as_str()),
            }
        }
        self.there.push(!items.is_empty());
        self.goes_on.push(false);
        for _ in items.iter().skip(1) {
            self.there.push(true);
            self.goes_on.push(true);
        }
    }

    /// Iterates over the ranges of each row's values among the numbers or texts.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Range<usize>> {
        let mut places = self.there.iter().zip(&self.goes_on).peekable();
        let mut end = 0;
        from_fn(move || {
            let begin = end;
            end += usize::from(*places.next()?.0);
            while places.next_if(|(_, goes_on)| **goes_on).is_some() {
                end += 1;
            }
            Some(begin..end)
        })
    }
}

/// Offsets and sizes of a column in a row group.
struct Chunk {
    places: usize,
    /// Offset of the dictionary, if there is one.
    dictionary: Option<u64>,
    data: u64,
    size: u64,
}

pub(crate) struct Writer<W> {
    out: W,
    /// Number of bytes written.
    at: u64,
    columns: Vec<(&'static str, Kind)>,
    /// The row groups, with their numbers of rows.
    groups: Vec<(u64, Vec<Chunk>)>,
}

impl<W: Write> Writer<W> {
    pub(crate) fn begin(out: W, columns: Vec<(&'static str, Kind)>) -> io::Result<Self> {
        let mut writer = Self { out, at: 0, columns, groups: Vec::new() };
        writer.write(MARK)?;
        Ok(writer)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Adds a row group of objects with the names of the columns as keys.
    pub(crate) fn objects(&mut self, rows: &[Value]) -> io::Result<()> {
        let column = |&(name, kind): &(&str, Kind)| {
            let mut column = ColumnValues::default();
            for row in rows {
                column.add(kind, &row[name]);
            }
            column
        };
        let columns: Vec<ColumnValues<'_>> = self.columns.iter().map(column).collect();
        self.group(rows.len() as u64, &columns)
    }

    /// Adds a row group, given its columns in order.
    pub(crate) fn group(&mut self, rows: u64, columns: &[ColumnValues<'_>]) -> io::Result<()> {
        let kinds: Vec<Kind> = self.columns.iter().map(|&(_, kind)| kind).collect();
        let chunks = kinds.into_iter().zip(columns);
        let chunks = chunks.map(|(kind, column)| self.chunk(kind, column));
        let chunks = chunks.collect::<io::Result<_>>()?;
        self.groups.push((rows, chunks));
        Ok(())
    }

    fn chunk(&mut self, kind: Kind, column: &ColumnValues<'_>) -> io::Result<Chunk> {
        let begin = self.at;
        let mut page = Vec::new();
        if kind.is_list() {
            runs(&column.goes_on, &mut page);
        }
        if kind.is_list() || kind == Kind::SomeText {
            runs(&column.there, &mut page);
        }
        let mut dictionary = None;
        if kind == Kind::Truth {
            let eights = column.numbers.chunks(8).map(|eight| {
                let bits = (0..).zip(eight);
                bits.fold(0, |byte, (place, &bit)| byte | (bit as u8) << place)
            });
            page.extend(eights);
        } else if kind.is_number() {
            for number in &column.numbers {
                page.extend(number.to_le_bytes());
            }
        } else if let Some((distinct, numbers)) = by_number(&column.texts) {
            let mut texts = Vec::new();
            plain(&distinct, &mut texts);
            dictionary = Some(begin);
            self.page(&texts, DICTIONARY_PAGE, &[distinct.len() as u64, PLAIN])?;
            page.extend(numbers);
        } else {
            plain(&column.texts, &mut page);
        }
        let (data, places) = (self.at, column.there.len());
        let encoding = dictionary.map_or(PLAIN, |_| BY_NUMBER);
        self.page(&page, DATA_PAGE, &[places as u64, encoding, RUNS, RUNS])?;
        Ok(Chunk { places, dictionary, data, size: self.at - begin })
    }

    /// Writes a page, with the part of the header for its type.
    fn page(&mut self, bytes: &[u8], kind: u64, told: &[u64]) -> io::Result<()> {
        let size = i32::try_from(bytes.len()).map_err(io::Error::other)?.cast_unsigned();
        let sum = crc32fast::hash(bytes).cast_signed();
        let mut of_kind = Struct::default();
        for (field, &number) in (1..).zip(told) {
            of_kind = of_kind.number(field, number);
        }
        let header = Struct::default().number(1, kind).number(2, size.into());
        let header = header.number(3, size.into()).signed(4, sum);
        let header = header.inner(if kind == DATA_PAGE { 5 } else { 7 }, of_kind);
        self.write(&header.end())?;
        self.write(bytes)
    }

    /// Writes the footer with a key, its text and the name of the writing program, and returns the writer.
    pub(crate) fn finish(mut self, (key, told): (&str, &str), by: &str) -> io::Result<W> {
        let pair = Struct::default().text(1, key).text(2, told);
        let rows: u64 = self.groups.iter().map(|(rows, _)| rows).sum();
        let groups = self.groups.iter().map(|group| self.told(group)).collect();
        let footer = Struct::default().number(1, 1).list(2, self.schema());
        let footer = footer.wide(3, rows).list(4, groups).list(5, vec![pair]).text(6, by).end();
        let size = u32::try_from(footer.len()).map_err(io::Error::other)?;
        self.write(&footer)?;
        self.write(&size.to_le_bytes())?;
        self.write(MARK)?;
        Ok(self.out)
    }

    /// Returns the columns, each with its type and name; lists have nested elements.
    fn schema(&self) -> Vec<Struct> {
        let root = Struct::default().text(4, "schema");
        let mut schema = vec![root.number(5, self.columns.len() as u64)];
        for &(name, kind) in &self.columns {
            let mut value_name = name;
            if kind.is_list() {
                let list = Struct::default().number(3, REQUIRED).text(4, name);
                let items = Struct::default().number(3, REPEATED).text(4, "list");
                schema.extend([list.number(5, 1).number(6, LIST), items.number(5, 1)]);
                value_name = "element";
            }
            let often = match kind {
                Kind::SomeText => OPTIONAL,
                _ => REQUIRED,
            };
            let value = Struct::default().number(1, kind.physical());
            let value = value.number(3, often).text(4, value_name);
            schema.push(match kind {
                Kind::Real | Kind::Truth => value,
                Kind::Number | Kind::Numbers => value.number(6, UINT_64),
                Kind::Text | Kind::SomeText | Kind::Texts => value.number(6, UTF8),
            });
        }
        schema
    }

    /// Returns the metadata of a row group.
    fn told(&self, (rows, chunks): &(u64, Vec<Chunk>)) -> Struct {
        let columns = self.columns.iter().zip(chunks).map(|(&(name, kind), chunk)| {
            let mut path = vec![name];
            if kind.is_list() {
                path.extend(["list", "element"]);
            }
            let column = Struct::default().number(1, kind.physical());
            let column = column.numbers(2, &[PLAIN, RUNS, BY_NUMBER]).texts(3, &path);
            let column = column.number(4, 0).wide(5, chunk.places as u64);
            let mut column = column.wide(6, chunk.size).wide(7, chunk.size).wide(9, chunk.data);
            if let Some(dictionary) = chunk.dictionary {
                column = column.wide(11, dictionary);
            }
            Struct::default().wide(2, chunk.dictionary.unwrap_or(chunk.data)).inner(3, column)
        });
        let size = chunks.iter().map(|chunk| chunk.size).sum();
        Struct::default().list(1, columns.collect()).wide(2, size).wide(3, *rows)
    }
}

const BOOLEAN: u64 = 0;
const INT64: u64 = 2;
const DOUBLE: u64 = 5;
const BYTE_ARRAY: u64 = 6;
const REQUIRED: u64 = 0;
const OPTIONAL: u64 = 1;
const REPEATED: u64 = 2;
const UTF8: u64 = 0;
const LIST: u64 = 3;
const UINT_64: u64 = 14;

/// Writes booleans as runs of equal values, after their size.
fn runs(truths: &[bool], page: &mut Vec<u8>) {
    let mut runs = Vec::new();
    for run in truths.chunk_by(|one, other| one == other) {
        thrift::varint((run.len() as u64) << 1, &mut runs);
        runs.push(run[0].into());
    }
    page.extend((runs.len() as u32).to_le_bytes());
    page.extend(runs);
}

/// Writes texts, each after its length.
fn plain(texts: &[&str], page: &mut Vec<u8>) {
    for text in texts {
        page.extend((text.len() as u32).to_le_bytes());
        page.extend(text.as_bytes());
    }
}

/// Encodes texts with a dictionary. Returns the distinct texts, and their indices as a bit width and one run. Returns
/// `None` if there are too many distinct texts.
fn by_number<'t>(texts: &[&'t str]) -> Option<(Vec<&'t str>, Vec<u8>)> {
    let (mut known, mut distinct) = (HashMap::new(), Vec::new());
    let mut numbers: Vec<u16> = Vec::with_capacity(texts.len());
    for &text in texts {
        let next = distinct.len();
        let number = *known.entry(text).or_insert(next);
        if number == next {
            distinct.push(text);
        }
        numbers.push(u16::try_from(number).ok()?);
    }
    if texts.is_empty() || distinct.len() > texts.len() / 2 + 1 {
        return None;
    }
    // Indices take whole bytes, and their number is a multiple of eight.
    let width: usize = if distinct.len() > 256 { 2 } else { 1 };
    numbers.resize(numbers.len().next_multiple_of(8), 0);
    let mut run = vec![8 * width as u8];
    thrift::varint((numbers.len() as u64 / 8) << 1 | 1, &mut run);
    for number in numbers {
        run.extend(&number.to_le_bytes()[..width]);
    }
    Some((distinct, run))
}
