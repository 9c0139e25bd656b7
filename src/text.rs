//! Games as text: positions and moves both ways, transcripts, traces, boards, messages with carets.

pub mod diagnostic;
pub mod notation;
pub mod render;
pub mod trace;
pub mod transcript;
mod underline;
