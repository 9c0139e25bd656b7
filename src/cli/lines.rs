//! Lines of input, none longer than it may be.

use std::io::{self, BufRead, Read as _};

/// What was read of a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// All of it, without what ends it.
    Whole(String),
    /// It has more bytes than it may have: the first of them. The rest of the line is skipped.
    TooLong(String),
}

/// Reads the next line of at most `longest` bytes; `None` at the end of input.
///
/// What is not UTF-8 is replaced.
pub(crate) fn next_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let line = next_bytes(input, longest)?;
    Ok(line.map(|(bytes, whole)| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if whole {
            Line::Whole(text)
        } else {
            Line::TooLong(text)
        }
    }))
}

/// The same as bytes, and whether that is all of the line; of one that is too long they are more than `longest`.
pub(crate) fn next_bytes(
    input: &mut impl BufRead,
    longest: usize,
) -> io::Result<Option<(Vec<u8>, bool)>> {
    // What ends a line does not count.
    let most = longest as u64 + 2;
    let mut bytes = Vec::new();
    if input.take(most).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == most && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    for end in [b'\n', b'\r'] {
        bytes.pop_if(|last| *last == end);
    }
    let whole = bytes.len() <= longest;
    Ok(Some((bytes, whole)))
}

#[cfg(test)]
mod tests {
    use super::{Line, next_line};

    #[test]
    fn a_long_line_is_one_line() {
        let mut input = &b"abcd\nabcde\r\nabcdef\nabcdefghij\n\nend"[..];
        let mut lines = std::iter::from_fn(|| next_line(&mut input, 5).expect("in memory"));
        let whole = |text: &str| Some(Line::Whole(text.to_owned()));
        assert_eq!(lines.next(), whole("abcd"));
        assert_eq!(lines.next(), whole("abcde"));
        assert_eq!(lines.next(), Some(Line::TooLong("abcdef".to_owned())));
        assert_eq!(lines.next(), Some(Line::TooLong("abcdefg".to_owned())));
        assert_eq!(lines.next(), whole(""));
        assert_eq!(lines.next(), whole("end"));
        assert_eq!(lines.next(), None);
    }
}
