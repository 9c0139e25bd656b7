//! Command line that reproduces a result, without options that do not change it.

use std::fmt::Display;

use super::filter::Filters;
use super::program;

/// Command line in progress.
pub(crate) struct CommandLine(String);

impl CommandLine {
    /// Starts the line of a command of this program.
    pub(crate) fn new(command: &str) -> Self {
        Self(format!("{} {command}", quoted(&program())))
    }

    pub(crate) fn words(&mut self, words: impl IntoIterator<Item = impl Display>) {
        for word in words {
            self.0 += &format!(" {}", quoted(&word.to_string()));
        }
    }

    pub(crate) fn flag(&mut self, flag: &str, is_set: bool) {
        if is_set {
            self.0 += &format!(" {flag}");
        }
    }

    /// Adds an option for each value.
    pub(crate) fn option(&mut self, name: &str, values: impl IntoIterator<Item = impl Display>) {
        for value in values {
            self.flag(name, true);
            self.words([value]);
        }
    }

    pub(crate) fn filters(&mut self, filters: &Filters) {
        for (flag, value) in filters.words() {
            self.option(flag, [value]);
        }
    }

    pub(crate) fn finish(self) -> String {
        self.0
    }
}

/// Quotes a word for a shell.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
