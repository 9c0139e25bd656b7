//! Laps sown in parts, in none of which a pit gets two seeds: for games in which what a pit holds decides what it gets.
//!
//! The memory of a move keeps how many seeds are left in its lowest byte, whether there are parts in bit 9, and the
//! pit that the lap was lifted from in bits 16 to 20. The other bits are the ruleset's own.

use super::{Extra, Hand, Origin, Turns, TwoRows};
use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::Observer;
use crate::kernel::lap::{Landing, Lap, Skip};
use crate::variant::Chooser;

/// The seeds that are left in the hand.
const LEFT: u32 = 0xff;
/// Whether the lap is sown in more than one part.
const PARTS: u32 = 1 << 9;
/// From this bit on, the pit that the lap was lifted from.
const ORIGIN: u32 = 16;

/// The pit that a lap sown in parts was lifted from, by the memory of the move.
#[must_use]
#[inline]
pub const fn origin_in(memory: u32) -> u8 {
    (memory >> ORIGIN & 31) as u8
}

impl<P: Pits, X: Extra, T: Turns, C: Chooser<TwoRows<P, X>>, O: Observer> Hand<'_, P, X, T, C, O> {
    /// The lap of seeds just lifted from a pit, or the first part of it.
    pub fn first_part(&mut self, spot: u8, seeds: u8, direction: Direction) -> Lap {
        self.play.memory &= !(LEFT | PARTS | 31 << ORIGIN);
        self.play.memory |= u32::from(spot) << ORIGIN;
        let part = self.part(seeds);
        // The first seed falls where the options of sowing say.
        self.lap_from(spot, part, direction)
    }

    /// The next part of a lap, if seeds are left in the hand.
    pub fn next_part(&mut self, lap: Lap, landing: Landing) -> Option<Lap> {
        let left = (self.play.memory & LEFT) as u8;
        (left > 0).then(|| {
            let seeds = self.part(left);
            let passed = Skip::Pits(self.passed_in_parts());
            let laps = &self.game.laps;
            laps.onward(landing.spot, seeds, lap.direction, passed)
        })
    }

    /// Whether the lap is sown in more than one part.
    #[inline]
    pub fn in_parts(&self) -> bool {
        self.play.memory & PARTS != 0
    }

    /// The pits that the lap passes over, the one it was lifted from among them if that is the rule.
    fn passed_in_parts(&self) -> u32 {
        let passed = self.game.turns.passed(self.game, self.play);
        match self.game.sowing.origin {
            Origin::PassedOver => passed | 1 << origin_in(self.play.memory),
            Origin::Sown | Origin::FirstSeed | Origin::FirstSeedUnlessSingle => passed,
        }
    }

    /// How many of these seeds are sown in the next part of the lap; the rest is remembered.
    fn part(&mut self, seeds: u8) -> u8 {
        let open = (self.game.rows.all_bits() & !self.passed_in_parts()).count_ones();
        let most = if self.game.turns.passed_by_one(self.game, self.play) {
            1
        } else {
            u8::try_from(open.max(1)).unwrap_or(u8::MAX)
        };
        let part = seeds.min(most);
        let left = seeds - part;
        if left > 0 || self.in_parts() {
            self.play.memory = self.play.memory & !LEFT | PARTS | u32::from(left);
        }
        part
    }
}
