//! Moves that the player stopped, as they are written: after how many sowings.

use crate::kernel::event::{Choice, Event, Observer};
use crate::variant::{Move, Play, Variant};

/// Counts the sowings of a move up to where the player stops.
#[derive(Default)]
struct Sowings {
    count: u32,
    stopped: bool,
}

impl Observer for Sowings {
    fn see(&mut self, event: impl FnOnce() -> Event) {
        match event() {
            Event::Sow(_) => self.count += 1,
            Event::Choice(Choice::Stop) => self.stopped = true,
            _ => {}
        }
    }
}

/// After how many sowings the player stops in this move, if they do.
pub(crate) fn stopped_after<V: Variant>(
    variant: &V,
    position: &V::Position,
    mv: Move,
) -> Option<u32> {
    let mut sowings = Sowings::default();
    variant.make(position, mv, &mut sowings);
    sowings.stopped.then_some(sowings.count)
}
