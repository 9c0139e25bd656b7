//! Where results, notes and complaints go: results to standard output, the rest to standard error.

use std::io::{self, BufWriter, Write};

use anstyle::{AnsiColor, Style};
use serde_json::Value;

use super::Failure;
use crate::text::visible::{visible_json, visible_lines};

/// Wider lines are hard to follow.
const WIDEST: usize = 96;

/// Standard output, buffered, colour taken out unless it is a terminal.
pub(crate) struct Output {
    json: bool,
    colour: bool,
    /// How wide the terminal is, if there is one.
    terminal: Option<usize>,
    out: BufWriter<anstream::AutoStream<io::Stdout>>,
}

impl Output {
    /// Results as text or as JSON.
    pub(crate) fn new(json: bool) -> Self {
        let stdout = anstream::AutoStream::auto(io::stdout());
        let colour = !json && stdout.current_choice() != anstream::ColorChoice::Never;
        let terminal = terminal_size::terminal_size_of(io::stdout());
        let terminal = terminal.map(|(width, _)| usize::from(width.0));
        Self {
            json,
            colour,
            terminal,
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

    /// How wide text is set: as the terminal is, but never so wide that lines are hard to follow.
    pub(crate) fn width(&self) -> usize {
        self.terminal.unwrap_or(WIDEST).clamp(20, WIDEST)
    }

    /// How wide the terminal is on which results are shown, if they are: for tables, whose lines are not read on
    /// from one to the next.
    pub(crate) fn terminal_width(&self) -> Option<usize> {
        self.terminal
    }

    /// Prints a text and a line feed.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<(), Failure> {
        let text = text.as_ref();
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Prints a text that ends its own lines.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// Tells a person something that is no result of the game: beside the results where those are JSON.
    pub(crate) fn tell(&mut self, text: &str) -> Result<(), Failure> {
        if self.json {
            self.aside(text);
            return Ok(());
        }
        self.text(text)
    }

    /// Prints an object on one line.
    pub(crate) fn object(&mut self, value: &Value) -> Result<(), Failure> {
        self.line(visible_json(&value.to_string()))
    }

    /// Hands over what is buffered.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Says something beside the results.
    pub(crate) fn note(&mut self, text: impl AsRef<str>) {
        let _ = self.out.flush();
        let _ = writeln!(io::stderr(), "note: {}", visible_lines(text.as_ref()));
    }

    /// Says what may be a mistake.
    pub(crate) fn warn(&mut self, text: impl AsRef<str>) {
        let _ = self.out.flush();
        let _ = writeln!(io::stderr(), "warning: {}", visible_lines(text.as_ref()));
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
        let text = text.strip_prefix("error: ").unwrap_or(text);
        // Colours are taken out again unless standard error is a terminal.
        let mut error = anstream::stderr();
        for line in format!("error: {}", visible_lines(text)).lines() {
            let _ = writeln!(error, "{}", painted(line));
        }
    }
}

const RED: Style = AnsiColor::Red.on_default();

/// A line of a complaint with what it begins with, or the carets in it, in red.
fn painted(line: &str) -> String {
    if let Some(rest) = line.strip_prefix("error: ") {
        let bold = RED.bold();
        return format!("{bold}error:{bold:#} {rest}");
    }
    match line.find('^') {
        Some(carets) if line.chars().all(|c| " |^".contains(c)) => {
            let (before, carets) = line.split_at(carets);
            format!("{before}{RED}{carets}{RED:#}")
        }
        _ => line.to_owned(),
    }
}
