//! Captures while the hand passes: pits that a seed brings to a number before the lap is over.

use super::{Counts, Hand, InHand, Player};
use crate::kernel::board::Pits;
use crate::kernel::event::{Act, Place, Tell};
use crate::kernel::lap::{Lap, drops};
use crate::variant::Starts;

impl<H: InHand> Hand<'_, H> {
    /// Captures, at once, every pit that a seed of the lap just sown brought to one of these numbers.
    ///
    /// `taker` says of a pit who captures; `last` is the spot of
    /// the last seed where that one does not count.
    #[inline]
    pub fn take_passing(
        &mut self,
        lap: Lap,
        last: Option<u8>,
        counts: Counts,
        taker: impl Fn(u8) -> Option<Player>,
    ) {
        let added = self.game.laps.added(lap);
        if added.at_least(2) != 0 {
            return self.take_passing_slowly(lap, last.is_some(), counts, taker);
        }
        // No pit got more than one seed, so each holds what that seed made.
        let ring = self.play.ring;
        let mut pits = ring.at_least(counts.least().min(128)) & added.filled();
        if let Some(last) = last {
            pits &= !(1 << last);
        }
        if let Some(above) = counts.most().checked_add(1).filter(|&above| above <= 128) {
            pits &= !ring.at_least(above);
        }
        for start in Starts::forward(pits) {
            let spot = start.spot;
            if counts.has(ring.get(spot))
                && let Some(player) = taker(spot)
            {
                self.capture_for(player, spot);
            }
        }
    }

    /// The same for a lap that comes round: a pit that is emptied gets seeds again.
    #[cold]
    fn take_passing_slowly(
        &mut self,
        lap: Lap,
        but_last: bool,
        counts: Counts,
        taker: impl Fn(u8) -> Option<Player>,
    ) {
        let laps = &self.game.laps;
        let added = laps.added(lap);
        let mut ring = H::Pits::default();
        for spot in 0..laps.len() {
            ring.add(spot, self.play.ring.get(spot) - added.get(spot));
        }
        let mut left = lap.seeds;
        for spot in drops(laps.len(), lap) {
            left -= 1;
            ring.add(spot, 1);
            let seeds = ring.get(spot);
            if counts.has(seeds)
                && !(left == 0 && but_last)
                && let Some(player) = taker(spot)
            {
                ring.take(spot);
                self.play.captured[player] += seeds;
                self.observer
                    .moved(Act::Capture, Place::Ring(spot), player.store(), seeds);
            }
        }
        self.play.ring = ring;
    }
}
