//! State of a move in progress.

/// State of a move in progress: both rings, and the events that matter later in the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InPlay<P> {
    pub(super) own: P,
    pub(super) across: P,
    /// Pit that was lifted last.
    pub(super) lifted: u8,
    /// Captured ends of the opponent's front row, as two bits (`OM24`).
    pub(super) ends: u8,
    /// Whether the mover's closed pits are passed over.
    pub(super) shut: bool,
    /// Whether back pits capture (`OM19`).
    pub(super) back: bool,
    /// Whether captured seeds were laid down (`OM17`).
    pub(super) laid: bool,
    /// Pits where the player has declined to go clockwise since the last capture (`OM15`).
    pub(super) declined: u32,
    /// Whether the move continued after a last seed in an empty pit; it then ends unless it captures (`OM6`).
    pub(super) gone_on: bool,
}
