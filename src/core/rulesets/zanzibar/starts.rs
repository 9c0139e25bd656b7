//! Legal starts of moves.

use super::{Bao, BaoPosition, TakasaFrom};
use crate::rulesets::prelude::*;

impl<P: Pits> Bao<P> {
    /// Returns starts in both directions, except from a lone kichwa towards the back row (`Z2.4a`, `Z3.5b`).
    #[inline]
    pub(super) fn both_ways(&self, spots: u32, front: u32) -> Starts {
        let left_end = 1;
        let right_end = 1 << (self.columns - 1);
        let forward = if front == right_end { spots & !right_end } else { spots };
        let backward = if front == left_end { spots & !left_end } else { spots };
        Starts::new(forward, backward)
    }

    /// Returns the captures that open a namua move (`Z2.3`); the direction stands for the kichwa.
    #[inline]
    pub(super) fn namua_captures(&self, position: &BaoPosition<P>) -> Starts {
        let spots = self.fronts_facing(position.own, position.across);
        let left = 0b11;
        let right = 0b11 << (self.columns - 2);
        Starts::new(spots & !right, spots & !left)
    }

    /// Returns the starts of takasa in namua (`Z2.4`, `B4`).
    #[inline]
    pub(super) fn namua_takasas(&self, position: &BaoPosition<P>) -> Starts {
        let front = position.own.filled() & self.rows.front_bits();
        let mut spots = front;
        if self.rules.takasa_from == TakasaFrom::Any {
            // D2
            spots = self.rows.front_bits();
        } else if self.rules.takasa_from == TakasaFrom::Sparing {
            let owned = self.has_house(position.house[Player::Mover]);
            let several = position.own.at_least(2) & self.rows.front_bits();
            // Z2.4c
            if several != 0 && !owned {
                spots = several;
            }
            // Z2.4b
            let nyumba = 1_u32.checked_shl(u32::from(self.nyumba)).unwrap_or(0);
            if owned && front != nyumba && position.own.get(self.nyumba) >= self.rules.house_full {
                spots &= !nyumba;
            }
        }
        self.both_ways(spots, front)
    }

    /// Returns the pits from which a move of mtaji may start, as bits (`Z3.3`, `D5`).
    #[inline]
    fn playable(&self, position: &BaoPosition<P>) -> u32 {
        let filled =
            if self.rules.single_starts { position.own.filled() } else { position.own.at_least(2) };
        filled & !Self::barred(position)
    }

    /// Returns the mtaji starts whose first sowing captures (`Z3.4`, `B6`).
    #[inline]
    pub(super) fn mtaji_captures(&self, position: &BaoPosition<P>) -> Starts {
        let targets = self.fronts_facing(position.own, position.across);
        let front = position.own.filled() & self.rows.front_bits();
        let ring = 2 * self.columns;
        let mut starts = Starts::NONE;
        let mut spots = self.playable(position);
        while spots != 0 {
            let spot = spots.trailing_zeros() as u8;
            spots &= spots - 1;
            let seeds = position.own.get(spot);
            if u16::from(seeds) >= self.rules.capture_below {
                continue;
            }
            for direction in [Direction::Forward, Direction::Backward] {
                let captures = if seeds < ring {
                    let end =
                        self.laps.end(self.laps.onward(spot, seeds, direction, Skip::Nothing));
                    targets >> end & 1 == 1
                } else {
                    self.captures_around(position, Start { spot, direction }, seeds)
                };
                if captures {
                    starts.insert(Start { spot, direction });
                }
            }
        }
        // Z3.5b
        starts.and(self.both_ways(u32::MAX, front))
    }

    /// Returns `true` if a first sowing that passes its own start captures (`B6`).
    #[cold]
    pub(super) fn captures_around(
        &self,
        position: &BaoPosition<P>,
        start: Start,
        seeds: u8,
    ) -> bool {
        let mut own = position.own;
        own.take(start.spot);
        let lap = self.laps.onward(start.spot, seeds, start.direction, Skip::Nothing);
        let (_, landing) = self.laps.sow(own, lap);
        landing.spot < self.columns
            && !landing.was_empty()
            && position.across.get(self.rows.facing(landing.spot)) > 0
    }

    /// Returns the pit that is takasia-ed, as a bit (`Z4.1`).
    #[inline]
    pub(super) fn barred(position: &BaoPosition<P>) -> u32 {
        1_u32.checked_shl(u32::from(position.takasia)).unwrap_or(0)
    }

    /// Returns the starts of takasa in mtaji, from the front or the back row (`Z3.5`): those that do not capture.
    #[inline]
    pub(super) fn mtaji_takasas(&self, position: &BaoPosition<P>, back: bool) -> Starts {
        let front = position.own.filled() & self.rows.front_bits();
        let row = match (back, self.rules.takasa_back) {
            (true, _) => self.rows.back_bits(),
            (false, false) => self.rows.front_bits(),
            // D4
            (false, true) => u32::MAX,
        };
        let spots = self.playable(position) & row;
        self.both_ways(spots, front).without(self.mtaji_captures(position))
    }
}
