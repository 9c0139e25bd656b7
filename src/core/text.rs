//! Text forms of games: positions, moves, transcripts, traces, boards, scores and error messages with carets.

use std::fmt::Display;

pub mod checksum;
pub mod diagnostic;
pub mod foreign;
pub mod like;
pub mod notation;
pub mod ordered;
pub mod render;
pub mod score;
pub mod told;
pub mod trace;
pub mod transcript;
mod underline;
pub mod visible;
pub mod width;

/// Removes byte order marks (U+FEFF) from the start of a text, which some editors write.
pub fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// Formats a number of things: 1 move, 2 moves.
pub fn several<N: Copy + Display + PartialEq + From<bool>>(number: N, thing: &str) -> String {
    let plural = if number == N::from(true) { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// Joins things as text, with `between` between them.
pub fn join<T: Display>(things: impl IntoIterator<Item = T>, between: &str) -> String {
    things.into_iter().map(|it| it.to_string()).collect::<Vec<_>>().join(between)
}

/// Formats a share in whole per cent, halves rounded up.
pub fn percent(share: f64) -> String {
    format!("{:.0} %", (100.0 * share).round())
}
