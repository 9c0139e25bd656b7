//! Where results, notes and complaints go: results to standard output, the rest to standard error.

use std::io::{self, BufWriter, IsTerminal, Write};

use serde_json::Value;

use super::Failure;

/// Standard output, buffered, colour taken out unless it is a terminal.
pub(crate) struct Output {
    json: bool,
    colour: bool,
    out: BufWriter<anstream::AutoStream<io::Stdout>>,
}

impl Output {
    /// Results as text or as JSON.
    pub(crate) fn new(json: bool) -> Self {
        let stdout = anstream::AutoStream::auto(io::stdout());
        let colour = !json && stdout.current_choice() != anstream::ColorChoice::Never;
        Self {
            json,
            colour,
            out: BufWriter::new(stdout),
        }
    }

    /// Whether results are wanted as JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether pictures may have colour.
    pub(crate) fn has_colour(&self) -> bool {
        self.colour
    }

    /// Prints a text and a line feed.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<(), Failure> {
        let text = text.as_ref();
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Prints an object on one line.
    pub(crate) fn object(&mut self, value: &Value) -> Result<(), Failure> {
        self.line(value.to_string())
    }

    /// Hands over what is buffered.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Says something beside the results.
    pub(crate) fn note(&mut self, text: impl AsRef<str>) {
        let _ = self.out.flush();
        let _ = writeln!(io::stderr(), "note: {}", text.as_ref());
    }

    /// Shows a text to people where results are for programs.
    pub(crate) fn aside(&mut self, text: &str) {
        let _ = self.out.flush();
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// Says what is wrong.
    pub(crate) fn complain(&mut self, text: &str) {
        let _ = self.out.flush();
        let text = text.trim_end();
        let prefix = if text.starts_with("error: ") {
            ""
        } else {
            "error: "
        };
        let _ = writeln!(io::stderr(), "{prefix}{text}");
    }

    /// Whether a person sits before standard error, so that progress is welcome.
    pub(crate) fn shows_progress() -> bool {
        io::stderr().is_terminal()
    }
}
