//! Notation of stopped moves: the number of sowings.

use crate::rulesets::prelude::*;

/// Counts the sowings before the player stops in this move; `None` if they do not stop.
pub(crate) fn stopped_after<V: Play>(variant: &V, position: &V::Position, mv: Move) -> Option<u32> {
    let (mut sowings, mut stopped) = (0, false);
    variant.make(position, mv, &mut |event| match event {
        Event::Sow(_) => sowings += 1,
        Event::Choice(Choice::Stop) => stopped = true,
        _ => {}
    });
    stopped.then_some(sowings)
}
