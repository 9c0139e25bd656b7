//! Errors in variant files: place, what was found, what was expected.

use std::fmt;
use std::ops::Range;

use crate::text::several;
use crate::text::underline::underline;
use crate::text::visible::{visible, visible_lines};

/// Error in a variant file.
///
/// `Debug` prints the same as `Display`, so that a `main` that returns it prints it readably.
#[derive(Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// File or other source of the text.
    pub origin: String,
    /// Line and column, from 1; `None` if the error has no place.
    pub place: Option<(usize, usize)>,
    /// Offending line, with the byte range of the error in it.
    pub line: Option<(Box<str>, Range<usize>)>,
    /// Found and expected values, in words.
    pub message: String,
    /// Name of the example with the error, if it is in one.
    pub example: Option<Box<str>>,
}

impl Diagnostic {
    /// Creates an error without a place.
    pub fn new(origin: impl Into<String>, message: impl Into<String>) -> Self {
        let (origin, message) = (origin.into(), message.into());
        Self { origin, place: None, line: None, message, example: None }
    }

    /// Creates an error at a byte range of a text.
    pub fn at(
        origin: impl Into<String>,
        text: &str,
        span: &Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        let start = floor(text, span.start);
        let end = floor(text, span.end.max(start));
        let line_start = text[..start].rfind('\n').map_or(0, |index| index + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |index| start + index);
        let line = text[line_start..line_end].trim_end_matches('\r');
        let number = text[..start].matches('\n').count() + 1;
        let column = text[line_start..start].chars().count() + 1;
        let marked =
            (start - line_start).min(line.len())..(end.min(line_end) - line_start).min(line.len());
        Self {
            place: Some((number, column)),
            line: Some((line.into(), marked)),
            ..Self::new(origin, message)
        }
    }

    /// Returns the expected value, if the message states one.
    pub fn expected(&self) -> Option<&str> {
        let first = self.message.lines().next()?;
        let (_, expected) = first.split_once("expected ")?;
        let end = expected.find(", found ").unwrap_or(expected.len());
        Some(&expected[..end])
    }
}

/// Returns the start of the character at a byte index, or the end of the text.
fn floor(text: &str, index: usize) -> usize {
    (0..=index.min(text.len())).rev().find(|&index| text.is_char_boundary(index)).unwrap_or(0)
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", visible_lines(self.message.trim_end()))?;
        let origin = visible(&self.origin);
        match self.place {
            Some((line, column)) => write!(f, "\n --> {origin}:{line}:{column}")?,
            None => write!(f, "\n --> {origin}")?,
        }
        if let (Some((number, _)), Some((line, span))) = (self.place, &self.line) {
            let number = number.to_string();
            let blank = " ".repeat(number.len());
            let marked = underline(line, span, &format!("{blank} | "));
            write!(f, "\n{}", marked.replacen(&blank, &number, 1))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Errors of a variant: the first ones, and the number of others.
///
/// `Debug` prints the same as `Display`.
#[derive(Clone, PartialEq, Eq, Default, thiserror::Error)]
pub struct Diagnostics {
    /// Errors that are reported.
    pub told: Vec<Diagnostic>,
    /// Number of errors that are omitted.
    pub more: usize,
}

impl Diagnostics {
    /// Returns `true` if there are no errors.
    pub fn is_empty(&self) -> bool {
        self.told.is_empty()
    }

    /// Replaces an origin by another name.
    #[must_use]
    pub fn renamed(mut self, origin: &str, name: &str) -> Self {
        for mistake in self.told.iter_mut().filter(|it| it.origin == origin) {
            name.clone_into(&mut mistake.origin);
        }
        self
    }

    /// Returns a note on how many errors are omitted, if any.
    pub fn rest(&self) -> Option<String> {
        (self.more > 0).then(|| format!("and {}", several(self.more, "more error")))
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.told.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "\n\n" })?;
            fmt::Display::fmt(diagnostic, f)?;
        }
        match self.rest() {
            Some(rest) => write!(f, "\n\n{rest}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { told: vec![diagnostic], more: 0 }
    }
}
