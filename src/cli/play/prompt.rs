//! Input from a person: an editable line on a terminal, plain lines from a pipe.

use std::io::{self, IsTerminal as _, Write as _};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::super::interrupt;
use super::super::lines::{Line, next_line};
use super::typed::names;
use crate::files::spec::rule_ids;
use mankala_core::game::LegalMove;

/// Maximum size of a line, in bytes.
const LONGEST: usize = 4096;

pub(super) struct Prompt {
    /// Present only on a terminal.
    editor: Option<Editor<Words, DefaultHistory>>,
}

impl Prompt {
    /// Creates an editor if both input and output are a terminal, and a person plays.
    pub(super) fn new(has_person: bool) -> Self {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        if !has_person || !is_terminal {
            return Self { editor: None };
        }
        interrupt::keep_terminal();
        let config =
            Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut editor = Editor::with_config(config).ok();
        if let Some(editor) = &mut editor {
            editor.set_helper(Some(Words::default()));
        }
        Self { editor }
    }

    /// Returns `true` if a person edits the lines on a terminal.
    pub(super) fn is_edited(&self) -> bool {
        self.editor.is_some()
    }

    /// Sets the moves and rules to complete.
    pub(super) fn offer(&mut self, moves: &[LegalMove], book: &str) {
        if let Some(words) = self.editor.as_mut().and_then(Editor::helper_mut) {
            words.moves = moves.iter().map(|written| written.text.clone()).collect();
            words.rules = rule_ids(book).into_iter().map(str::to_owned).collect();
        }
    }

    /// Reads a line; `None` at the end of input and after Ctrl-C.
    pub(super) fn read(&mut self, asked: &str) -> io::Result<Option<Line>> {
        let Some(editor) = &mut self.editor else {
            if io::stdin().is_terminal() {
                let mut error = io::stderr();
                let _ = write!(error, "{asked}");
                let _ = error.flush();
            }
            return next_line(&mut io::stdin().lock(), LONGEST);
        };
        match editor.readline(asked) {
            Ok(line) if line.len() > LONGEST => Ok(Some(Line::TooLong(line))),
            Ok(line) => Ok(Some(Line::Whole(line))),
            Err(ReadlineError::Eof) => Ok(None),
            // During line editing, Ctrl-C is a key and sends no signal.
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => {
                interrupt::stop();
                Ok(None)
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

/// Completions for the Tab key.
#[derive(Debug, Default)]
struct Words {
    moves: Vec<String>,
    rules: Vec<String>,
}

impl Words {
    /// Returns the start of the word before the cursor, and its completions.
    fn fitting(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.rfind(char::is_whitespace).map_or(0, |space| space + 1);
        let (before, begun) = line.split_at(start);
        let commands = || names().map(|(name, _)| name.to_owned()).collect();
        let mut words: Vec<String> = match before.trim() {
            "" => [self.moves.clone(), commands()].concat(),
            "hint" => self.moves.clone(),
            "rule" => self.rules.clone(),
            _ => Vec::new(),
        };
        let begun = begun.to_ascii_lowercase();
        words.retain(|word| word.to_ascii_lowercase().starts_with(&begun));
        (start, words)
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.fitting(&line[..pos]))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_commands_and_rules_are_completed() {
        let words = Words {
            moves: ["A3", "a2", "5R>"].map(str::to_owned).to_vec(),
            rules: ["Z3", "Z3.1"].map(str::to_owned).to_vec(),
        };
        for (line, start, fitting) in [
            ("a", 0, &["A3", "a2"][..]),
            ("hi", 0, &["hint"]),
            ("hint 5", 5, &["5R>"]),
            ("rule z3", 5, &["Z3", "Z3.1"]),
            ("  ru", 2, &["rules", "rule"]),
            ("save a", 5, &[]),
        ] {
            let fitting: Vec<String> = fitting.iter().map(|&word| word.to_owned()).collect();
            assert_eq!(words.fitting(line), (start, fitting), "{line}");
        }
    }
}
