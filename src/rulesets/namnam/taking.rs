//! Captures by the number of seeds that a last seed makes: the pit, the chain with it, all of the opponent's at once.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::{Note, Observer, Place, Tell};
use crate::rulesets::two_rows::{Counts, Extra, Hand, Turns, TwoRows};
use crate::variant::Chooser;

/// In whose row pits are captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// In either.
    #[default]
    Any,
    /// In the opponent's.
    Opponent,
    /// In the mover's own.
    Own,
    /// In none: a last seed captures nothing.
    None,
}

/// Which further pits are captured with the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Chain {
    /// None.
    #[default]
    None,
    /// Those before it, against the way of the hand, as long as each could be captured itself.
    Back,
    /// Those after it, in the way of the hand.
    Onward,
}

/// What a capture of all of the opponent's seeds does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GrandSlam {
    /// It captures them.
    #[default]
    Captures,
    /// It takes nothing, the move stands.
    CapturesNothing,
    /// If it would take several pits of the opponent, it leaves the one farthest to the right as the mover
    /// sees the board.
    LeavesRightmost,
}

/// What a last seed captures, as a ruleset's options say it.
#[derive(Debug, Clone, Copy)]
pub struct Taking {
    /// How many seeds a captured pit holds.
    pub counts: Counts,
    /// In whose row.
    pub side: Side,
    /// Which further pits.
    pub chain: Chain,
    /// How many pits at most, the last one included; those opposite them not counted.
    pub most: u8,
    /// Whether what lies opposite each captured pit is captured with it.
    pub opposite: bool,
    /// All of the opponent's seeds.
    pub grand_slam: GrandSlam,
}

/// A capture of all seeds takes nothing.
const TAKES_NOTHING: Note = Note::new("that would take everything, so it takes nothing");

/// A capture of all seeds leaves one pit.
const LEAVES: Note = Note::new("that would take everything, so {pit} is left");

impl Taking {
    /// Whether a pit of so many seeds that is the mover's own or not can be captured.
    #[must_use]
    #[inline]
    pub const fn has(self, seeds: u8, own: bool) -> bool {
        let side = match self.side {
            Side::Any => true,
            Side::Opponent => !own,
            Side::Own => own,
            Side::None => false,
        };
        side && self.counts.has(seeds)
    }

    /// Captures the pit of the last seed, which can be captured, and all that goes with it; whether anything was.
    pub fn take<P: Pits, X: Extra, T: Turns, C: Chooser<TwoRows<P, X>>, O: Observer>(
        self,
        hand: &mut Hand<'_, P, X, T, C, O>,
        last: u8,
        direction: Direction,
    ) -> bool {
        let (game, way) = (hand.game, self.way(direction));
        let own = game.own_bits(hand.marks());
        let mut pits = self.pits(hand, last, direction);
        let theirs = game.rows.all_bits() & !own;
        let taken = pits & theirs;
        if self.grand_slam != GrandSlam::Captures
            && taken != 0
            && hand.play.ring.filled() & theirs & !pits == 0
        {
            if self.grand_slam == GrandSlam::CapturesNothing {
                hand.observer.note(TAKES_NOTHING, Place::Ring(last));
                return false;
            }
            if taken.count_ones() > 1 {
                let left = rightmost(taken, game.rows.own_bits());
                hand.observer.note(LEAVES, Place::Ring(left));
                pits &= !(1 << left);
            }
        }
        // In the order of the chain, each pit with its opposite.
        let mut spot = last;
        while pits != 0 {
            for pit in [spot, game.opposite(spot)] {
                if pits >> pit & 1 == 1 && (pit == spot || self.opposite) {
                    pits &= !(1 << pit);
                    hand.capture(pit);
                }
            }
            spot = hand.next(spot, way);
        }
        true
    }

    /// The way along which further pits are looked at.
    #[inline]
    const fn way(self, direction: Direction) -> Direction {
        match self.chain {
            Chain::Back => direction.turned(),
            Chain::Onward | Chain::None => direction,
        }
    }

    /// The pits that are captured if nothing forbids it, as bits.
    #[inline]
    fn pits<P: Pits, X: Extra, T: Turns, C: Chooser<TwoRows<P, X>>, O: Observer>(
        self,
        hand: &Hand<'_, P, X, T, C, O>,
        last: u8,
        direction: Direction,
    ) -> u32 {
        let (game, way) = (hand.game, self.way(direction));
        let mut ring = hand.play.ring;
        let (mut pits, mut spot) = (0, last);
        for _ in 0..self.most {
            for pit in [spot, game.opposite(spot)] {
                if (pit == spot || self.opposite) && ring.take(pit) > 0 {
                    pits |= 1 << pit;
                }
            }
            spot = hand.next(spot, way);
            if self.chain == Chain::None || !self.has(ring.get(spot), hand.owns(spot)) {
                break;
            }
        }
        pits
    }
}

/// Of these pits the one farthest to the mover's right: the first of the opponent's row, else the last of the mover's.
const fn rightmost(pits: u32, own_row: u32) -> u8 {
    let across = pits & !own_row;
    if across == 0 {
        pits.ilog2() as u8
    } else {
        across.trailing_zeros() as u8
    }
}
