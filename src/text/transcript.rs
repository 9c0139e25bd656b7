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
//! Plies are written in the order in which they are played. `variant` and `position` in the header say
//! what is played and from where, `digest` which rules that were; other headers are kept as they are. A comment that a player
//! resigns (`A resigns`, `North resigns`) ends the game; a header `resigned: North` says the same of a
//! game without a move to stand behind.

use std::fmt::Write as _;

use crate::kernel::board::Side;
use crate::text::diagnostic::Diagnostic;
use crate::text::without_mark;

/// No transcript has more header lines than this.
const MOST_HEADERS: usize = 1000;

/// A game as it is written down.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The header lines.
    pub headers: Vec<(String, String)>,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The player who resigned after the last move.
    pub resigned: Option<Side>,
}

/// A move as it is written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub text: String,
    /// Its line in the transcript, from 1.
    pub line: usize,
    /// The comment behind it; comments stand behind the second ply of a line.
    pub comment: String,
}

impl Transcript {
    /// The value of a header, if it is there; the case of the key does not matter.
    #[must_use]
    pub fn header(&self, key: &str) -> Option<&str> {
        let found = self
            .headers
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(key));
        found.map(|(_, value)| value.as_str())
    }

    /// Adds a ply, a line for every two.
    pub fn push(&mut self, text: impl Into<String>) {
        let line = self.plies.len() / 2 + 1;
        self.plies.push(Ply {
            text: text.into(),
            line,
            comment: String::new(),
        });
    }

    /// Reads a transcript; `origin` is what messages call it.
    ///
    /// # Errors
    ///
    /// A [`Diagnostic`] with the line that can't be read and what was expected.
    pub fn read(origin: &str, text: &str) -> Result<Self, Diagnostic> {
        let mut transcript = Self::default();
        let text = without_mark(text);
        let mut start = 0;
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
                "expected a header \"key: value\" or moves \"1: move move; comment\"".to_owned(),
            );
        };
        let key = key.trim();
        if !key.bytes().all(|byte| byte.is_ascii_digit()) || key.is_empty() {
            if !self.plies.is_empty() {
                return Err("a header line stands after the first move".to_owned());
            }
            if self.headers.len() == MOST_HEADERS {
                return Err(format!("there are more than {MOST_HEADERS} header lines"));
            }
            if self.header(key).is_some() {
                return Err(format!("the header {key:?} is written twice"));
            }
            self.headers.push((key.to_owned(), rest.trim().to_owned()));
            return Ok(());
        }
        if self.resigned.is_some() {
            return Err("moves stand after the game was resigned".to_owned());
        }
        let expected = self.plies.len() / 2 + 1;
        if key.parse() != Ok(expected) || !self.plies.len().is_multiple_of(2) {
            return Err(match self.plies.len() % 2 {
                0 => format!("expected line {expected} of the moves, found {key}"),
                _ => "the line before has one move only, so it has to be the last".to_owned(),
            });
        }
        let (moves, comment) = rest.split_once(';').unwrap_or((rest, ""));
        let moves: Vec<&str> = moves.split_whitespace().collect();
        if moves.is_empty() || moves.len() > 2 {
            return Err(format!(
                "expected one or two moves before the semicolon, found {}",
                moves.len()
            ));
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

    /// The transcript as text.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        for (key, value) in &self.headers {
            let _ = writeln!(text, "{key}: {value}");
        }
        for (number, pair) in (1..).zip(self.plies.chunks(2)) {
            let moves: Vec<&str> = pair.iter().map(|ply| ply.text.as_str()).collect();
            let comments: Vec<&str> = pair.iter().map(|ply| ply.comment.as_str()).collect();
            let line = format!(
                "{number}: {}; {}",
                moves.join(" "),
                comments.join(" ").trim()
            );
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

/// Who resigns according to a comment, which begins with that.
fn resigned(comment: &str) -> Option<Side> {
    let mut words = comment
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    match (words.next()?, words.next()?) {
        ("A" | "South" | "S", "resigns") => Some(Side::South),
        ("a" | "North" | "N", "resigns") => Some(Side::North),
        _ => None,
    }
}
