//! Lines of input, with a maximum length.

use std::io::{self, BufRead, Read as _};

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A whole line, without its line end.
    Whole(String),
    /// The beginning of a line that is too long; the rest of the line is skipped.
    TooLong(String),
}

/// Reads the next line of at most `longest` bytes; `None` at the end of input.
///
/// Bytes that are not UTF-8 are replaced.
pub(crate) fn next_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    Ok(next_bytes(input, longest)?.map(|(bytes, whole)| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if whole { Line::Whole(text) } else { Line::TooLong(text) }
    }))
}

/// Reads a line as bytes, and returns whether they are the whole line; otherwise more than `longest` bytes.
pub(crate) fn next_bytes(
    input: &mut impl BufRead,
    longest: usize,
) -> io::Result<Option<(Vec<u8>, bool)>> {
    // The line end does not count.
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
    use super::*;

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
