//! Text forms of games: positions, moves, transcripts, traces, boards, scores and error messages with carets.

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
