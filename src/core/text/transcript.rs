//! Transcripts of games: header lines, then numbered lines with two plies each.
//!
//! ```text
//! South: Ramadhan
//! North: Kijumbe
//! 1: 7L* 5R;
//! 2: 6R* 6R*; a comment
//! 3: 7R*;     A resigns
//! ```
//!
//! Plies are written in the order of play. The headers `variant` and `position` give the game and its start, `digest`
//! its rules; other headers are kept unchanged. A comment `A resigns` or `North resigns` ends the game. A header
//! `resigned: North` does so for a game without moves.

use std::fmt::Write as _;

use crate::kernel::Side;
use crate::text::diagnostic::Diagnostic;
use crate::text::without_mark;

const MOST_HEADERS: usize = 1000;

/// Game in written form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transcript {
    /// Header lines, as keys and values.
    pub headers: Vec<(String, String)>,
    /// Moves.
    pub plies: Vec<Ply>,
    /// Player who resigned after the last move.
    pub resigned: Option<Side>,
}

/// Move in written form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// Notation of the move.
    pub text: String,
    /// Line of the move in the transcript, from 1.
    pub line: usize,
    /// Comment after the move; in a line with two plies, it belongs to the second.
    pub comment: String,
}

impl Transcript {
    /// Returns the value of a header, ignoring the case of the key.
    pub fn header(&self, key: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers.find(|(name, _)| name.eq_ignore_ascii_case(key)).map(|(_, value)| value.as_str())
    }

    /// Adds a ply; every two plies share a line.
    pub fn push(&mut self, text: impl Into<String>) {
        let line = self.plies.len() / 2 + 1;
        self.plies.push(Ply { text: text.into(), line, comment: String::new() });
    }

    /// Reads a transcript; `origin` is its name in messages.
    ///
    /// # Errors
    ///
    /// Returns a [`Diagnostic`] with the invalid line and what was expected.
    pub fn read(origin: &str, text: &str) -> Result<Self, Diagnostic> {
        let mut transcript = Self::default();
        let text = without_mark(text);
        let mut start = 0;
        if text.starts_with("{\"") {
            let message = "expected a transcript, found the games of a match; --game N chooses one";
            return Err(Diagnostic::at(origin, text, &(0..1), message));
        }
        for (number, line) in (1..).zip(text.split('\n')) {
            let span = start..start + line.len();
            start = span.end + 1;
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            transcript
                .read_line(number, line)
                .map_err(|message| Diagnostic::at(origin, text, &span, message))?;
        }
        if let (None, Some(side)) = (transcript.resigned, transcript.header("resigned")) {
            transcript.resigned = resigned(&format!("{side} resigns"));
        }
        Ok(transcript)
    }

    fn read_line(&mut self, number: usize, line: &str) -> Result<(), String> {
        let Some((key, rest)) = line.split_once(':') else {
            return Err(
                "expected a header \"key: value\" or moves \"1: move move; comment\"".to_owned()
            );
        };
        let key = key.trim();
        if !key.bytes().all(|byte| byte.is_ascii_digit()) || key.is_empty() {
            if !self.plies.is_empty() {
                return Err("found a header line after the first move".to_owned());
            }
            if self.headers.len() == MOST_HEADERS {
                return Err(format!("found more than {MOST_HEADERS} header lines"));
            }
            if self.header(key).is_some() {
                return Err(format!("found the header {key:?} twice"));
            }
            self.headers.push((key.to_owned(), rest.trim().to_owned()));
            return Ok(());
        }
        if self.resigned.is_some() {
            return Err("found moves after a resignation".to_owned());
        }
        let expected = self.plies.len() / 2 + 1;
        if key.parse() != Ok(expected) || !self.plies.len().is_multiple_of(2) {
            return Err(match self.plies.len() % 2 {
                0 => format!("expected line {expected} of the moves, found {key}"),
                _ => "the previous line has only one move, so it must be the last".to_owned(),
            });
        }
        let (moves, comment) = rest.split_once(';').unwrap_or((rest, ""));
        let moves: Vec<&str> = moves.split_whitespace().collect();
        if moves.is_empty() || moves.len() > 2 {
            return Err(format!("expected one or two moves on a line, found {}", moves.len()));
        }
        let plies = moves.into_iter().map(|text| Ply {
            text: text.to_owned(),
            line: number,
            comment: String::new(),
        });
        self.plies.extend(plies);
        let comment = comment.trim();
        self.resigned = resigned(comment);
        if let Some(last) = self.plies.last_mut() {
            comment.clone_into(&mut last.comment);
        }
        Ok(())
    }

    /// Writes the transcript as text.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for (key, value) in &self.headers {
            let _ = writeln!(text, "{key}: {value}");
        }
        for (number, pair) in (1..).zip(self.plies.chunks(2)) {
            let moves: Vec<&str> = pair.iter().map(|ply| ply.text.as_str()).collect();
            let comments: Vec<&str> = pair.iter().map(|ply| ply.comment.as_str()).collect();
            let line = format!("{number}: {}; {}", moves.join(" "), comments.join(" ").trim());
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

/// Returns the player who resigns according to the start of a comment.
fn resigned(comment: &str) -> Option<Side> {
    let mut words = comment.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    match (words.next()?, words.next()?) {
        ("A" | "South" | "S", "resigns") => Some(Side::South),
        ("a" | "North" | "N", "resigns") => Some(Side::North),
        _ => None,
    }
}
