//! How large requests may be, and how much they may ask for.

/// No request has more bytes.
pub const LONGEST_REQUEST: usize = 4 << 20;
/// No `id` has more bytes.
pub(crate) const LONGEST_ID: usize = 200;
/// No transcript has more bytes.
pub(crate) const LONGEST_TRANSCRIPT: usize = 1 << 20;
/// No name, position, move or header has more bytes.
pub(crate) const LONGEST_WORD: usize = 1 << 16;
/// No variant is given more changes.
pub(crate) const MOST_CHANGES: usize = 200;
/// No game is played further.
pub(crate) const MOST_MOVES: usize = 10_000;
/// No measurement has more games.
pub(crate) const MOST_GAMES: u64 = 1_000_000;
/// No message has more letters.
pub(crate) const LONGEST_MESSAGE: usize = 4000;
