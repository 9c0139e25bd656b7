//! Reads a table page by page. Everything else, above all the footer, is checked by writing the same rows again and
//! comparing.

use super::super::prelude::*;
use std::io::{self, BufRead as _, Read, Seek as _, SeekFrom, Write};

use super::thrift;
use super::{ColumnValues, DATA_PAGE, DICTIONARY_PAGE, Kind, MARK};

/// Maximum number of values in a column of a group: the last game may add a million moves to almost a million.
const MOST: u64 = 1 << 22;

/// A page: the number of values in its header, and its bytes.
struct Page {
    values: usize,
    bytes: Vec<u8>,
}

/// The pages of a column in a row group.
pub(crate) struct Pages {
    dictionary: Option<Page>,
    data: Page,
}

/// Reads the row groups of a table.
pub(crate) struct Reader {
    file: BufReader<File>,
    /// Current offset, and offset of the footer.
    at: u64,
    end: u64,
}

impl Reader {
    /// Opens a table and reads the text with this key in its footer.
    pub(crate) fn open(path: &Path, name: &str) -> Result<(Self, Vec<u8>), String> {
        let wrong = |error: io::Error| error.to_string();
        let mut file = BufReader::new(File::open(path).map_err(wrong)?);
        if !file.get_ref().metadata().map_err(wrong)?.is_file() {
            return Err("expected a regular file, as a table is read from its end".to_owned());
        }
        let length = file.seek(SeekFrom::End(0)).map_err(wrong)?;
        let behind = length.checked_sub(8).ok_or("expected a whole table")?;
        file.seek(SeekFrom::Start(behind)).map_err(wrong)?;
        let mut last = [0; 8];
        file.read_exact(&mut last).map_err(wrong)?;
        let [a, b, c, d, mark @ ..] = last;
        let size = u32::from_le_bytes([a, b, c, d]).into();
        let end = behind.checked_sub(size).filter(|&end| end >= 4).filter(|_| mark == *MARK);
        let end = end.ok_or("expected the end of a table: the length of the footer and PAR1")?;
        file.seek(SeekFrom::Start(end)).map_err(wrong)?;
        let mut footer = Vec::new();
        file.by_ref().take(size).read_to_end(&mut footer).map_err(wrong)?;
        file.seek(SeekFrom::Start(4)).map_err(wrong)?;
        let text = thrift::text_behind(&footer, name);
        let text = text.ok_or_else(|| format!("expected a text {name:?} in its footer"))?;
        Ok((Self { file, at: 4, end }, text.to_vec()))
    }

    /// Reads the pages of the next row group with this number of columns; `None` after the last one.
    pub(crate) fn group(&mut self, columns: usize) -> Result<Option<Vec<Pages>>, String> {
        if self.at == self.end {
            return Ok(None);
        }
        let pages = (0..columns).map(|_| {
            let (kind, page) = self.page()?;
            let (kind, dictionary, data) = match kind {
                DICTIONARY_PAGE => {
                    let (kind, data) = self.page()?;
                    (kind, Some(page), data)
                }
                kind => (kind, None, page),
            };
            if kind != DATA_PAGE {
                return Err(self.wrong("expected a page of data"));
            }
            Ok(Pages { dictionary, data })
        });
        pages.collect::<Result<_, _>>().map(Some)
    }

    /// Reads the next page and its type.
    fn page(&mut self) -> Result<(u64, Page), String> {
        let kind = self.field()? >> 1;
        let size = self.field()? >> 1;
        self.field()?;
        let sum = thrift::signed(self.field()?);
        // Begin of the header for this type of page.
        self.byte()?;
        let values = self.field()? >> 1;
        let more = if kind == DATA_PAGE { 3 } else { 1 };
        for _ in 0..more {
            self.field()?;
        }
        if [self.byte()?, self.byte()?] != [0; 2] || values > MOST {
            return Err(self.wrong("expected a page header as this program writes it"));
        }
        if size > self.end.saturating_sub(self.at) {
            return Err(self.wrong("expected a page that ends before the footer"));
        }
        let mut bytes = Vec::new();
        self.file.by_ref().take(size).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if crc32fast::hash(&bytes).cast_signed() != sum {
            return Err(self.wrong("the checksum of a page is wrong"));
        }
        self.at += size;
        Ok((kind, Page { values: values as usize, bytes }))
    }

    /// Reads the number in the next field.
    fn field(&mut self) -> Result<u64, String> {
        if self.byte()? != thrift::NEXT_NUMBER {
            return Err(self.wrong("expected the header of a page with a checksum"));
        }
        let mut read = || self.byte().ok();
        let number = thrift::read_varint(&mut read);
        number.ok_or_else(|| self.wrong("expected a number in the header of a page"))
    }

    fn byte(&mut self) -> Result<u8, String> {
        let buffer = self.file.fill_buf().map_err(|error| error.to_string())?;
        let byte = buffer.first().copied().filter(|_| self.at < self.end);
        let byte = byte.ok_or("the table ends within the header of a page")?;
        self.file.consume(1);
        self.at += 1;
        Ok(byte)
    }

    fn wrong(&self, what: &str) -> String {
        format!("at byte {}: {what}", self.at)
    }
}

impl Pages {
    /// Decodes the values of the column.
    pub(crate) fn column(&self, kind: Kind) -> Result<ColumnValues<'_>, String> {
        self.decoded(kind)
            .ok_or_else(|| "the values of a page are not as this program writes them".to_owned())
    }

    fn decoded(&self, kind: Kind) -> Option<ColumnValues<'_>> {
        let values = self.data.values;
        let mut bytes = &self.data.bytes[..];
        let mut truths = |written: bool, otherwise: bool| {
            if written { runs(&mut bytes, values) } else { Some(vec![otherwise; values]) }
        };
        let goes_on = truths(kind.is_list(), false)?;
        let there = truths(kind.is_list() || kind == Kind::SomeText, true)?;
        // A list that continues has a value, and no list continues the empty one.
        let pairs = goes_on.iter().zip(&there);
        if goes_on.first() == Some(&true) || pairs.clone().any(|(on, there)| *on && !there) {
            return None;
        }
        let count = there.iter().filter(|&&there| there).count();
        let mut column = ColumnValues { there, goes_on, ..ColumnValues::default() };
        if kind.is_number() {
            let (numbers, rest) = bytes.as_chunks::<8>();
            column.numbers = numbers.iter().map(|&n| u64::from_le_bytes(n)).collect();
            (rest.is_empty() && numbers.len() == count).then_some(column)
        } else {
            column.texts = match &self.dictionary {
                None => plain(bytes, count)?,
                Some(page) => numbered(&plain(&page.bytes, page.values)?, bytes, count)?,
            };
            Some(column)
        }
    }
}

/// Decodes booleans from runs of equal values, after their size.
fn runs(bytes: &mut &[u8], values: usize) -> Option<Vec<bool>> {
    let (size, rest) = bytes.split_first_chunk()?;
    let (mut runs, rest) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
    *bytes = rest;
    let mut truths = Vec::new();
    while !runs.is_empty() {
        let length = usize::try_from(varint(&mut runs)? >> 1).ok()?;
        let truth = runs.split_off_first()? == &1;
        if length > values - truths.len() {
            return None;
        }
        truths.resize(truths.len() + length, truth);
    }
    (truths.len() == values).then_some(truths)
}

/// Decodes texts, each after its length; there must be nothing else.
fn plain(mut bytes: &[u8], count: usize) -> Option<Vec<&str>> {
    let mut texts = Vec::new();
    for _ in 0..count {
        let (size, rest) = bytes.split_first_chunk()?;
        let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
        texts.push(str::from_utf8(text).ok()?);
        bytes = rest;
    }
    bytes.is_empty().then_some(texts)
}

/// Decodes texts from their indices in a dictionary.
fn numbered<'t>(distinct: &[&'t str], mut bytes: &[u8], count: usize) -> Option<Vec<&'t str>> {
    let wide = match bytes.split_off_first()? {
        8 => 1,
        16 => 2,
        _ => return None,
    };
    varint(&mut bytes)?;
    let number = |bytes: &[u8]| {
        usize::from(bytes[0]) | bytes.get(1).map_or(0, |&high| usize::from(high) << 8)
    };
    let texts = bytes.chunks_exact(wide).take(count);
    let texts = texts.map(|bytes| distinct.get(number(bytes)).copied());
    let texts: Vec<&str> = texts.collect::<Option<_>>()?;
    (texts.len() == count).then_some(texts)
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    thrift::read_varint(&mut || bytes.split_off_first().copied())
}

/// A writer that compares its bytes with an existing file.
pub(crate) struct Same(BufReader<File>);

impl Same {
    /// Compares with this file from its beginning.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        Ok(Self(BufReader::new(File::open(path)?)))
    }

    /// Returns `true` at the end of the file.
    pub(crate) fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(self.0.fill_buf()?.is_empty())
    }
}

impl Write for Same {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let buffer = self.0.fill_buf()?;
        let length = buffer.len().min(bytes.len());
        if length == 0 || buffer[..length] != bytes[..length] {
            return Err(io::Error::other(
                "the file differs from the one that this program writes for the same games",
            ));
        }
        self.0.consume(length);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
