//! Captures by a last seed in an empty pit (`EN2` to `EN6`).

use super::options::{CaptureRow, Chain, GrandSlam, Taken};
use super::turn::Turn;
use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{Hand, InHand, LEAVES_ONE, Of, TwoRowGame};

impl Turn {
    /// Returns the player who captures by a last seed in a pit of the mover, or else of the opponent.
    #[inline]
    const fn taker(&self, own: bool) -> Option<Player> {
        match (self.rules.side, own) {
            (CaptureRow::Own | CaptureRow::Owners, true) | (CaptureRow::Any, _) => {
                Some(Player::Mover)
            }
            (CaptureRow::Owners, false) => Some(Player::Other),
            (CaptureRow::Own, false) => None,
        }
    }

    /// Returns the pits that face this one, as bits.
    #[inline]
    fn facing<P: Pits>(&self, game: &TwoRowGame<P, Turn>, spot: u8) -> u32 {
        if self.three_rows {
            facing_in_three_rows(spot, game.rows.beyond())
        } else {
            1 << game.opposite(spot)
        }
    }

    /// Captures by a last seed in an empty pit; `true` if anything was captured.
    #[inline]
    pub(super) fn capture(
        &self,
        hand: &mut Hand<'_, impl Of<Self>>,
        spot: u8,
        direction: Direction,
    ) -> bool {
        let Some(taker) = self.taker(hand.owns(spot)) else {
            return false;
        };
        let pits = self.takes(hand, hand.play.ring, spot, taker);
        if pits == 0 {
            return false;
        }
        if self.rules.chain == Chain::None && self.rules.grand_slam == GrandSlam::Captures {
            for start in Starts::forward(pits) {
                hand.capture_for(taker, start.spot);
            }
        } else {
            self.take_more(hand, spot, pits, taker, direction);
        }
        if self.rules.taken == Taken::OppositeAndLast {
            if taker == Player::Mover && hand.owns(spot) {
                hand.bank(spot);
            } else {
                hand.capture_for(taker, spot);
            }
        }
        true
    }

    /// Returns the pits facing this one that can be captured, as bits (`EN2`, `EN4`).
    #[inline]
    fn takes<H: InHand<Turns = Self>>(
        &self,
        hand: &Hand<'_, H>,
        ring: H::Pits,
        spot: u8,
        taker: Player,
    ) -> u32 {
        let own = hand.game.own_bits(hand.marks());
        let mut facing = self.facing(hand.game, spot);
        if self.rules.side != CaptureRow::Any {
            facing &= if taker == Player::Mover { !own } else { own };
        }
        Starts::forward(facing)
            .iter()
            .filter(|start| self.rules.counts.has(ring.get(start.spot)))
            .fold(0, |pits, start| pits | 1 << start.spot)
    }

    /// Captures these pits and their chain, unless a grand slam spares one (`EN5`, `EN6`).
    #[inline(never)]
    fn take_more(
        &self,
        hand: &mut Hand<'_, impl Of<Self>>,
        last: u8,
        first: u32,
        taker: Player,
        direction: Direction,
    ) {
        let game = hand.game;
        let own = game.own_bits(hand.marks());
        let theirs = game.rows.all_bits() & if taker == Player::Mover { !own } else { own };
        let mut pits = self.chained(hand, last, first, taker, direction);
        let filled = hand.play.ring.filled() & theirs;
        let from_them = pits & theirs;
        if self.rules.grand_slam == GrandSlam::LeavesRightmost
            && filled & !pits == 0
            && from_them.count_ones() > 1
        {
            let left = game.rows.farthest_right(from_them);
            hand.observer.note(LEAVES_ONE, Place::Ring(left));
            pits &= !(1 << left);
        }
        // Capture in the order of the chain.
        let mut spot = last;
        while pits != 0 {
            for start in Starts::forward(self.facing(game, spot) & pits) {
                pits &= !(1 << start.spot);
                hand.capture_for(taker, start.spot);
            }
            spot = game.laps.next(spot, direction);
        }
    }

    /// Returns these pits and their chain, as bits (`EN5`).
    fn chained(
        &self,
        hand: &Hand<'_, impl Of<Self>>,
        last: u8,
        first: u32,
        taker: Player,
        direction: Direction,
    ) -> u32 {
        let game = hand.game;
        let others = game.rows.all_bits() & !(1 << last);
        let mut pits = first;
        match self.rules.chain {
            Chain::None => {}
            Chain::All => {
                let own = game.own_bits(hand.marks());
                let theirs = if taker == Player::Mover { !own } else { own };
                let filled = hand.play.ring.filled() & others & theirs;
                for start in Starts::forward(filled) {
                    if self.rules.counts.has(hand.play.ring.get(start.spot)) {
                        pits |= 1 << start.spot;
                    }
                }
            }
            Chain::Onward | Chain::OnwardOverAny => {
                let mut ring = hand.play.ring;
                let mut next = first;
                let mut spot = last;
                loop {
                    for start in Starts::forward(next) {
                        ring.take(start.spot);
                    }
                    spot = hand.next(spot, direction);
                    let empty = ring.get(spot) == 0 || self.rules.chain == Chain::OnwardOverAny;
                    if spot == last || !empty || self.taker(hand.owns(spot)) != Some(taker) {
                        break;
                    }
                    next = self.takes(hand, ring, spot, taker) & others;
                    if next == 0 {
                        break;
                    }
                    pits |= next;
                }
            }
        }
        pits
    }
}

/// Returns the pits that face this one on three rows, with `pits` pits for each player (`EN2`).
///
/// Two thirds of a player's pits are the near row, and the rest is the right half of the middle row from its right end.
const fn facing_in_three_rows(spot: u8, pits: u8) -> u32 {
    let (own, across) = if spot < pits { (spot, pits) } else { (spot - pits, 0) };
    let half = pits / 3;
    let near = 2 * half;
    let facing = if own < half {
        1 << (near - 1 - own) | 1 << (near + own)
    } else if own < near {
        1 << (near - 1 - own)
    } else {
        1 << (own - near)
    };
    facing << across
}
