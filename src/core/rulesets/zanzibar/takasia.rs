//! The pit that a takasa forbids the opponent to empty.

use super::{Bao, BaoPosition, CAPTURE, NOWHERE, TAKASA, TAKASA_BACK};
use crate::rulesets::prelude::*;
use crate::variant::Fixed;

impl<P: Pits> Bao<P> {
    /// Returns `true` if this tier has a finite move; ignores takasia.
    pub(super) fn goes(&self, position: &BaoPosition<P>, tier: u8) -> bool {
        let captures = tier == CAPTURE;
        let mut starts = self.starts(position, tier).iter();
        starts.any(|start| {
            self.carry_out(position, captures, start, &mut Fixed::first(), &mut ()).is_ok()
        })
    }

    /// Returns the mover's pit that the takasa just played makes takasia-ed, or `NOWHERE` (`Z4.1`).
    #[inline]
    pub(super) fn takasia_of(&self, position: &BaoPosition<P>) -> u8 {
        let threatener = BaoPosition { own: position.across, across: position.own, ..*position };
        // Most often there is no capture at all.
        let threats = self.mtaji_captures(&threatener);
        if threats.is_empty() { NOWHERE } else { self.threatened(position, &threatener, threats) }
    }

    #[inline(never)]
    pub(super) fn threatened(
        &self,
        position: &BaoPosition<P>,
        threatener: &BaoPosition<P>,
        threats: Starts,
    ) -> u8 {
        if self.goes(position, CAPTURE) {
            return NOWHERE;
        }
        let mut pits = 0_u32;
        for start in threats {
            let seeds = threatener.own.get(start.spot);
            let lap = self.laps.onward(start.spot, seeds, start.direction, Skip::Nothing);
            let pit = 1 << self.rows.facing(self.laps.end(lap));
            if pits & pit == 0
                && self.carry_out(threatener, true, start, &mut Fixed::first(), &mut ()).is_ok()
            {
                pits |= pit;
            }
        }
        if pits.count_ones() != 1 {
            return NOWHERE;
        }
        let front = position.own.filled() & self.rows.front_bits();
        let several = position.own.at_least(2) & self.rows.front_bits();
        let spot = pits.trailing_zeros() as u8;
        // Z4.1a, Z4.1c
        let exempt = front == pits
            || several == pits
            || (spot == self.nyumba && self.has_house(position.house[Player::Mover]));
        let takasa = || self.goes(position, TAKASA) || self.goes(position, TAKASA_BACK);
        if exempt || !takasa() { NOWHERE } else { spot }
    }
}
