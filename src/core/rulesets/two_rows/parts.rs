//! Laps sown in parts with at most one seed per pit, for games in which the seeds in a pit decide whether it gets one.

use super::{Hand, InHand, InPlay, Origin, Turns, TwoRowGame};
use crate::rulesets::prelude::*;

/// Lap that is sown in parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Parts {
    /// Pit that the lap was lifted from.
    pub origin: u8,
    /// Seeds left in the hand after the current part.
    pub left: u8,
    /// Set if the lap is sown in more than one part.
    several: bool,
    /// Set if the current part is the last seed of the lap.
    pub last: bool,
}

impl<P: Pits, T: Turns> TwoRowGame<P, T> {
    /// Returns the pits that the next seeds of a lap sown in parts skip, as bits: those out of reach and the full ones.
    /// Returns `None` if no other pit is left, so that the next seed skips no full one.
    pub fn skipped(&self, play: &InPlay<P, T::Memory>, out: u32, full: u32) -> Option<u32> {
        let start = match self.common.sowing.origin {
            Origin::PassedOver => 1 << play.parts.origin,
            Origin::Sown | Origin::FirstSeed | Origin::FirstSeedUnlessSingle => 0,
        };
        (self.rows.all_bits() & !(out | full | start) != 0).then_some(out | full)
    }
}

/// Returns the pits that hold exactly this number of seeds, as bits.
pub fn holding<P: Pits>(ring: &P, seeds: u8) -> u32 {
    ring.at_least(seeds) & !ring.at_least(seeds + 1)
}

impl<H: InHand> Hand<'_, H> {
    /// Returns the lap of seeds just lifted from a pit, or its first part.
    pub fn first_part(&mut self, spot: u8, seeds: u8, direction: Direction) -> Lap {
        self.play.parts = Parts { origin: spot, left: seeds - 1, ..Parts::default() };
        self.play.parts.last = seeds == 1;
        // The number of seeds in the whole lap determines where the first one falls.
        let lap = self.lap_from(spot, seeds, direction);
        let seeds = self.part(seeds);
        Lap { seeds, ..lap }
    }

    /// Returns the next part of a lap, if seeds are left in the hand.
    pub fn next_part(&mut self, lap: Lap, landing: Landing) -> Option<Lap> {
        let left = self.play.parts.left;
        (left > 0).then(|| {
            let seeds = self.part(left);
            let passed = Skip::Pits(self.passed_in_parts());
            self.game.laps.onward(landing.spot, seeds, lap.direction, passed)
        })
    }

    /// Returns `true` if the lap is sown in more than one part.
    #[inline]
    pub fn in_parts(&self) -> bool {
        self.play.parts.several
    }

    /// Returns the pits that the lap skips, including the one it was lifted from if that is the rule.
    fn passed_in_parts(&self) -> u32 {
        let passed = self.game.turns.passed(self.game, self.play);
        match self.game.common.sowing.origin {
            Origin::PassedOver => passed | 1 << self.play.parts.origin,
            Origin::Sown | Origin::FirstSeed | Origin::FirstSeedUnlessSingle => passed,
        }
    }

    /// Returns the number of seeds in the next part of the lap, and stores the rest.
    fn part(&mut self, seeds: u8) -> u8 {
        self.play.parts.last = seeds == 1;
        let apart = self.game.turns.sown_apart(self.marks()).min(seeds - 1);
        let open = (self.game.rows.all_bits() & !self.passed_in_parts()).count_ones();
        let most = if self.game.turns.skipped(self.game, self.play).is_none() {
            1
        } else {
            u8::try_from(open.max(1)).unwrap_or(u8::MAX)
        };
        let part = (seeds - apart).min(most);
        self.play.parts.left = seeds - part;
        self.play.parts.several |= part < seeds;
        part
    }
}
