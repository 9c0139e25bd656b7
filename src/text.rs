//! Games as text: positions and moves both ways, transcripts, traces, boards, moves in words, scores, messages with carets.

pub(crate) mod checksum;
pub mod diagnostic;
pub(crate) mod like;
pub mod notation;
pub mod ordered;
pub mod render;
pub mod score;
pub mod told;
pub mod trace;
pub mod transcript;
mod underline;
pub mod visible;
pub(crate) mod width;

/// A text without the mark U+FEFF with which some editors begin a file, which is no part of it, however often it stands there.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}
