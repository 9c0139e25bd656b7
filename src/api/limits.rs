//! Limits on requests.

/// Maximum size of a request, in bytes.
pub const LONGEST_REQUEST: usize = 4 << 20;
/// Maximum size of an `id`, in bytes.
pub(crate) const LONGEST_ID: usize = 200;
/// Maximum size of a transcript, in bytes.
pub(crate) const LONGEST_TRANSCRIPT: usize = 1 << 20;
/// Maximum size of a name, position, move or header, in bytes.
pub(crate) const LONGEST_WORD: usize = 1 << 16;
/// Maximum number of changes of a variant.
pub(crate) const MOST_CHANGES: usize = 200;
/// Maximum number of moves of a game.
pub(crate) const MOST_MOVES: usize = 10_000;
/// Maximum number of games of a measurement.
pub(crate) const MOST_GAMES: u64 = 1_000_000;
/// Maximum number of characters of a message.
pub(crate) const LONGEST_MESSAGE: usize = 4000;
