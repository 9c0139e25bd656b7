//! Captures during a lap: pits in which a seed makes a certain number before the lap is over.

use super::{Counts, Hand, InHand, Player};
use crate::kernel::drops;
use crate::rulesets::prelude::*;

impl<H: InHand> Hand<'_, H> {
    /// Immediately captures every pit in which a seed of the lap just sown made one of these numbers.
    ///
    /// `taker` returns the player who captures a pit. `last` is the spot of the last seed if that one does not count.
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
        // No pit got more than one seed, so each pit still holds the number that its seed made.
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

    /// Implements [`take_passing`](Self::take_passing) for a long lap, in which a captured pit can get seeds again.
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
        for spot in drops(self.game.layout.circuit(), lap) {
            left -= 1;
            ring.add(spot, 1);
            let seeds = ring.get(spot);
            if counts.has(seeds)
                && !(left == 0 && but_last)
                && let Some(player) = taker(spot)
            {
                ring.take(spot);
                self.play.captured[player] += seeds;
                self.observer.moved(Act::Capture, Place::Ring(spot), player.store(), seeds);
            }
        }
        self.play.ring = ring;
    }
}
