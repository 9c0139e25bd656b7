//! A move in progress: both rings, and what has happened so far.

use crate::kernel::board::Pits;
use crate::kernel::sow::Sown;

/// What changes in the course of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each belongs to a rule of its own"
)]
pub(super) struct InPlay<P> {
    pub(super) own: P,
    pub(super) across: P,
    /// The pit that was lifted last.
    pub(super) lifted: u8,
    /// The ends of the opponent's front row that were taken, as two bits.
    pub(super) ends: u8,
    /// Whether the mover's closed pits are passed over.
    pub(super) shut: bool,
    /// Whether back pits capture (`OM19`).
    pub(super) back: bool,
    /// Whether captured seeds were laid down (`OM17`).
    pub(super) laid: bool,
    /// The pits where since the last capture seeds could have gone clockwise and did not (`OM15`).
    pub(super) declined: u32,
    /// Whether the last seed has gone on from an empty pit, so that the move ends unless it captures (`OM6`).
    pub(super) gone_on: bool,
}

impl<P: Pits> Sown for InPlay<P> {
    type Pits = P;

    #[inline]
    fn ring(&mut self) -> &mut P {
        &mut self.own
    }
}
