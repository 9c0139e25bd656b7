//! Structs in Thrift's compact protocol, the format of Parquet's metadata.

use std::iter::from_fn;

/// A struct in progress; its fields are written in ascending order.
#[derive(Debug, Default)]
pub(super) struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

/// Types of fields and items.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// Header of a number in the field after the last one.
pub(super) const NEXT_NUMBER: u8 = 1 << 4 | I32;

impl Struct {
    fn field(&mut self, field: u8, kind: u8) {
        // Used fields are close enough for the four bits of the difference.
        self.bytes.push((field - self.last) << 4 | kind);
        self.last = field;
    }

    /// Writes a number or enum value of 32 bits.
    pub(super) fn number(mut self, field: u8, number: u64) -> Self {
        self.field(field, I32);
        whole(number, &mut self.bytes);
        self
    }

    /// Writes a number of 32 bits that may be negative.
    pub(super) fn signed(mut self, field: u8, number: i32) -> Self {
        self.field(field, I32);
        let zigzag = number << 1 ^ number >> 31;
        varint(zigzag.cast_unsigned().into(), &mut self.bytes);
        self
    }

    /// Writes a number of 64 bits.
    pub(super) fn wide(mut self, field: u8, number: u64) -> Self {
        self.field(field, I64);
        whole(number, &mut self.bytes);
        self
    }

    pub(super) fn text(mut self, field: u8, text: &str) -> Self {
        self.field(field, BINARY);
        binary(text, &mut self.bytes);
        self
    }

    pub(super) fn numbers(mut self, field: u8, numbers: &[u64]) -> Self {
        self.items(field, I32, numbers.len());
        for &number in numbers {
            whole(number, &mut self.bytes);
        }
        self
    }

    pub(super) fn texts(mut self, field: u8, texts: &[&str]) -> Self {
        self.items(field, BINARY, texts.len());
        for text in texts {
            binary(text, &mut self.bytes);
        }
        self
    }

    pub(super) fn list(mut self, field: u8, items: Vec<Self>) -> Self {
        self.items(field, STRUCT, items.len());
        for item in items {
            self.bytes.extend(item.end());
        }
        self
    }

    fn items(&mut self, field: u8, kind: u8, count: usize) {
        self.field(field, LIST);
        if let Ok(few @ 0..15) = u8::try_from(count) {
            self.bytes.push(few << 4 | kind);
        } else {
            self.bytes.push(0xf0 | kind);
            varint(count as u64, &mut self.bytes);
        }
    }

    /// Writes a nested struct.
    pub(super) fn inner(mut self, field: u8, inner: Self) -> Self {
        self.field(field, STRUCT);
        self.bytes.extend(inner.end());
        self
    }

    /// Ends the struct and returns its bytes.
    pub(super) fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// Writes a number with seven bits a byte, the lowest first.
pub(super) fn varint(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a varint byte by byte; `None` if the bytes end or it has more than 64 bits.
pub(super) fn read_varint(next: &mut dyn FnMut() -> Option<u8>) -> Option<u64> {
    let mut number = 0;
    for (place, byte) in (0..64).step_by(7).zip(from_fn(next)) {
        number |= u64::from(byte & 0x7f) << place;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Decodes a number that [`Struct::signed`] has written.
pub(super) fn signed(zigzag: u64) -> i32 {
    let zigzag = zigzag as u32;
    (zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed()
}

/// Finds the text in the field after another one in a struct.
pub(super) fn text_behind<'b>(bytes: &'b [u8], text: &str) -> Option<&'b [u8]> {
    let mut pattern = Struct::default().text(1, text);
    pattern.field(2, BINARY);
    let pattern = &pattern.bytes;
    let place = bytes.windows(pattern.len()).position(|found| found == pattern)?;
    let mut rest = &bytes[place + pattern.len()..];
    let length = read_varint(&mut || rest.split_off_first().copied())?;
    rest.get(..usize::try_from(length).ok()?)
}

/// Writes a number that is never negative in the encoding of signed fields.
fn whole(number: u64, bytes: &mut Vec<u8>) {
    varint(number << 1, bytes);
}

fn binary(text: &str, bytes: &mut Vec<u8>) {
    varint(text.len() as u64, bytes);
    bytes.extend(text.as_bytes());
}
