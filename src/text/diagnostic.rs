//! What is wrong with a variant file: where, what was read, what was expected.

use std::fmt;
use std::ops::Range;

use crate::text::underline::underline;

/// One mistake in a variant file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file, or what else the text came from.
    pub origin: String,
    /// Line and column, from 1; none if the mistake has no place.
    pub place: Option<(usize, usize)>,
    /// The line with the bytes in it that are wrong.
    pub line: Option<(String, Range<usize>)>,
    /// What was found and what was expected.
    pub message: String,
}

impl Diagnostic {
    /// A mistake without a place.
    pub fn new(origin: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            origin: origin.into(),
            place: None,
            line: None,
            message: message.into(),
        }
    }

    /// A mistake at some bytes of a text.
    pub fn at(
        origin: impl Into<String>,
        text: &str,
        span: &Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        let start = floor(text, span.start);
        let end = floor(text, span.end.max(start));
        let line_start = text[..start].rfind('\n').map_or(0, |index| index + 1);
        let line_end = text[start..]
            .find('\n')
            .map_or(text.len(), |index| start + index);
        let line = text[line_start..line_end].trim_end_matches('\r').to_owned();
        let number = text[..start].matches('\n').count() + 1;
        let column = text[line_start..start].chars().count() + 1;
        let marked =
            (start - line_start).min(line.len())..(end.min(line_end) - line_start).min(line.len());
        Self {
            origin: origin.into(),
            place: Some((number, column)),
            line: Some((line, marked)),
            message: message.into(),
        }
    }
}

/// The nearest index of a character at or before a byte index.
fn floor(text: &str, index: usize) -> usize {
    (0..=index.min(text.len()))
        .rev()
        .find(|&index| text.is_char_boundary(index))
        .unwrap_or(0)
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message.trim_end())?;
        match self.place {
            Some((line, column)) => write!(f, "\n --> {}:{line}:{column}", self.origin)?,
            None => write!(f, "\n --> {}", self.origin)?,
        }
        if let (Some((number, _)), Some((line, span))) = (self.place, &self.line) {
            let number = number.to_string();
            let bar = format!("{} | ", " ".repeat(number.len()));
            let marked = underline(line, span, &bar);
            let (line, carets) = marked.split_once('\n').unwrap_or((&marked, ""));
            write!(
                f,
                "\n{number} | {}\n{carets}",
                line.strip_prefix(&bar).unwrap_or(line)
            )?;
        }
        Ok(())
    }
}

/// Everything that is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, thiserror::Error)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "\n\n" })?;
            diagnostic.fmt(f)?;
        }
        Ok(())
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}
