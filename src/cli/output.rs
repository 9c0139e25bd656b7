//! Output: results go to standard output; notes, warnings and errors to standard error.

use std::io::{self, BufWriter, Write};

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::Value;

use super::Result;
use super::look::Look;
use mankala_core::text::visible::{visible_json, visible_lines};

/// Maximum width of running text, as longer lines are hard to read.
const WIDEST: usize = 96;

/// Format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Format {
    /// Text for the terminal.
    Table,
    /// JSON.
    Json,
    /// Values separated by commas.
    Csv,
    /// A self-contained page.
    Html,
    /// Apache Parquet.
    Parquet,
}

impl Format {
    /// Returns the format, which the global `--json` replaces if it is the default one.
    pub(crate) fn or_json(self, output: &Output) -> Result<Self> {
        match self {
            Self::Table if output.json => Ok(Self::Json),
            Self::Csv | Self::Html | Self::Parquet if output.json => {
                misuse!("--json and --format {self} contradict each other")
            }
            format => Ok(format),
        }
    }
}

/// Parses the format of a report that is no Parquet file.
pub(crate) fn text_format() -> impl TypedValueParser<Value = Format> {
    let formats = [Format::Table, Format::Json, Format::Csv, Format::Html];
    PossibleValuesParser::new(formats.iter().filter_map(ValueEnum::to_possible_value))
        .map(|name| Format::from_str(&name, false).unwrap_or(Format::Table))
}

/// Standard output with a buffer; colours are removed unless it is a terminal.
pub(crate) struct Output {
    json: bool,
    look: Look,
    out: BufWriter<anstream::AutoStream<io::Stdout>>,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        let stdout = anstream::AutoStream::auto(io::stdout());
        let colour = !json && stdout.current_choice() != anstream::ColorChoice::Never;
        let terminal = terminal_size::terminal_size_of(io::stdout());
        // Some terminals report a width of 0.
        let columns = terminal.map(|(width, _)| usize::from(width.0));
        let columns = columns.filter(|&columns| columns > 0);
        let look = Look { width: columns.unwrap_or(WIDEST).clamp(20, WIDEST), columns, colour };
        Self { json, look, out: BufWriter::new(stdout) }
    }

    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Returns the layout for this output: the width of the terminal, and a readable width for text.
    pub(crate) fn look(&self) -> Look {
        self.look
    }

    /// Prints a text and a line feed.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result {
        let text = text.as_ref();
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Prints a text with its own line feeds.
    pub(crate) fn text(&mut self, text: &str) -> Result {
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// Prints a text for people that is no result; with `--json`, to standard error.
    pub(crate) fn tell(&mut self, text: &str) -> Result {
        if self.json {
            self.aside(text);
            return Ok(());
        }
        self.text(text)
    }

    /// Prints an object on one line.
    pub(crate) fn object(&mut self, value: &Value) -> Result {
        self.line(visible_json(&value.to_string()))
    }

    /// Prints an object with `--json`, and otherwise a line.
    pub(crate) fn say(&mut self, object: &Value, line: impl AsRef<str>) -> Result {
        if self.json {
            return self.object(object);
        }
        self.line(line)
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Prints a note to standard error.
    pub(crate) fn note(&mut self, text: impl AsRef<str>) {
        self.aside(&format!("note: {}\n", text.as_ref()));
    }

    /// Prints a warning to standard error.
    pub(crate) fn warn(&mut self, text: impl AsRef<str>) {
        self.aside(&format!("warning: {}\n", text.as_ref()));
    }

    /// Prints a text for people to standard error.
    pub(crate) fn aside(&mut self, text: &str) {
        let _ = self.out.flush();
        let _ = io::stderr().write_all(visible_lines(text).as_bytes());
    }

    /// Prints an error to standard error.
    pub(crate) fn complain(&mut self, text: &str) {
        let _ = self.out.flush();
        let text = text.trim_end();
        let text = text.strip_prefix("error: ").unwrap_or(text);
        // `anstream` removes the colours unless standard error is a terminal.
        let mut error = anstream::stderr();
        for line in format!("error: {}", visible_lines(text)).lines() {
            let _ = writeln!(error, "{}", painted(line));
        }
    }
}

/// Adds the fields of another object at the end of an object.
pub(crate) fn with_fields(mut object: Value, more: Value) -> Value {
    if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
    }
    object
}

const RED: Style = AnsiColor::Red.on_default();

/// Colours the label or the carets in a line of an error message red.
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
