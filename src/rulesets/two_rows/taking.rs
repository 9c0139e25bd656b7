//! Captures by the number of seeds in a pit: that pit, the chain with it, all of the opponent's at once.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Counts, Hand, InHand, Marks, Player, Turns, TwoRowGame};
use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::{Note, Place, Tell};

/// Whose pits are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whose(u8);

impl Whose {
    /// Nobody's.
    pub const NOBODYS: Self = Self(0);
    /// The opponent's.
    pub const OPPONENTS: Self = Self(1);
    /// The mover's own.
    pub const OWN: Self = Self(2);
    /// Either player's.
    pub const ANY: Self = Self(3);

    /// Whether a pit is meant that is the mover's own, or that is not.
    #[must_use]
    #[inline]
    pub const fn has(self, own: bool) -> bool {
        self.0 >> own as u8 & 1 == 1
    }
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
    /// The move may not be made, even if there is no other.
    Illegal,
    /// It leaves the opponent's pit farthest to the right as the mover sees it, if it would take two or more.
    LeavesRightmost,
    /// It captures them, and the player moves again.
    Again,
}

/// What is captured, as a ruleset's options say it.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct Taking {
    /// How many seeds a captured pit holds.
    pub counts: Counts,
    /// Whose the first pit is.
    pub first: Whose,
    /// Whose the further pits are.
    pub further: Whose,
    /// Whether those before it, against the way of the hand, are taken with it, as long as each could be captured.
    pub back: bool,
    /// Whether those after it are.
    pub onward: bool,
    /// How many pits at most; those opposite them not counted.
    pub most: u8,
    /// Whether what lies opposite each captured pit is captured with it.
    pub opposite: bool,
    /// Whether pits can't be captured from which nobody has moved yet.
    pub spares_unmoved: bool,
    /// Whether the owners of the pits capture, and not the mover.
    pub for_owner: bool,
    /// All of the opponent's seeds.
    pub grand_slam: GrandSlam,
}

/// A capture of all seeds takes nothing.
pub(in crate::rulesets) const TAKES_NOTHING: Note =
    Note::new("that would take everything, so it takes nothing");

/// A capture of all seeds leaves one pit.
const LEAVES_ONE: Note = Note::new("that would take everything, so {pit} is left");

impl Taking {
    /// Whether a pit of so many seeds that is the mover's own or not can be captured.
    #[must_use]
    #[inline]
    pub const fn has(&self, seeds: u8, own: bool) -> bool {
        // One question, as two branches could be foreseen less often.
        self.counts.has(seeds) as u8 & self.first.has(own) as u8 == 1
    }

    /// Whether nothing but what it holds forbids to capture a pit.
    #[must_use]
    #[inline]
    pub const fn may_take(&self, marks: Marks, spot: u8) -> bool {
        !self.spares_unmoved || marks.moved >> spot & 1 == 1
    }

    /// Whether a pit can be captured as it is now.
    #[must_use]
    #[inline]
    pub fn takes(&self, hand: &Hand<'_, impl InHand>, spot: u8) -> bool {
        self.has(hand.play.ring.get(spot), hand.owns(spot)) && self.may_take(hand.marks(), spot)
    }

    /// Captures a pit that can be captured by what it holds, and all that goes with it; whether anything was.
    #[inline]
    pub fn take(&self, hand: &mut Hand<'_, impl InHand>, first: u8, direction: Direction) -> bool {
        let pits = self.chain(hand.game, hand.play.ring, hand.play.marks, first, direction);
        pits != 0 && self.take_all(hand, pits, first, direction)
    }

    /// A pit that can be captured by what it holds, if nothing else forbids it, and all that goes with it, as bits.
    #[inline(never)]
    pub fn chain<P: Pits, T: Turns>(
        &self,
        game: &TwoRowGame<P, T>,
        ring: P,
        marks: Marks,
        first: u8,
        direction: Direction,
    ) -> u32 {
        if !self.may_take(marks, first) {
            return 0;
        }
        let own = game.own_bits(marks);
        let with_opposite = |spot: u8| {
            let opposite = game.opposite(spot);
            let is_taken = self.opposite && ring.get(opposite) > 0;
            1 << spot | u32::from(is_taken) << opposite
        };
        let mut pits = with_opposite(first);
        let mut left = self.most;
        for (is_looked_at, way) in [(self.back, direction.turned()), (self.onward, direction)] {
            if !is_looked_at {
                continue;
            }
            let mut spot = game.next_in_play(marks, first, way);
            while left > 1
                && pits >> spot & 1 == 0
                && self.counts.has(ring.get(spot))
                && self.further.has(own >> spot & 1 == 1)
                && self.may_take(marks, spot)
            {
                pits |= with_opposite(spot);
                left -= 1;
                spot = game.next_in_play(marks, spot, way);
            }
        }
        pits
    }

    /// Captures these pits in the order of a chain, unless it is a grand slam that takes nothing; whether anything was.
    #[inline]
    pub fn take_all(
        &self,
        hand: &mut Hand<'_, impl InHand>,
        pits: u32,
        first: u8,
        direction: Direction,
    ) -> bool {
        let theirs = hand.game.rows.all_bits() & !hand.game.own_bits(hand.marks());
        let theirs = theirs & hand.play.ring.filled();
        if theirs & !pits == 0 && theirs != 0 && self.grand_slam != GrandSlam::Captures {
            let pits = self.slam(hand, pits, theirs, first);
            self.capture(hand, pits, first, direction);
            return pits != 0;
        }
        self.capture(hand, pits, first, direction);
        true
    }

    /// What is captured of pits among which are all the opponent's filled ones.
    fn slam(&self, hand: &mut Hand<'_, impl InHand>, pits: u32, theirs: u32, first: u8) -> u32 {
        match self.grand_slam {
            GrandSlam::Captures => {}
            GrandSlam::CapturesNothing => {
                hand.observer.note(TAKES_NOTHING, Place::Ring(first));
                return 0;
            }
            GrandSlam::Illegal => {
                hand.play.refused = true;
                return 0;
            }
            GrandSlam::LeavesRightmost if theirs.is_power_of_two() => {}
            GrandSlam::LeavesRightmost => {
                let left = hand.game.rows.farthest_right(theirs);
                hand.observer.note(LEAVES_ONE, Place::Ring(left));
                return pits & !(1 << left);
            }
            GrandSlam::Again => hand.play.again = true,
        }
        pits
    }

    /// Captures these pits, in the order of a chain, each with what is taken opposite.
    #[inline]
    fn capture(
        &self,
        hand: &mut Hand<'_, impl InHand>,
        pits: u32,
        first: u8,
        direction: Direction,
    ) {
        let game = hand.game;
        let own = game.own_bits(hand.marks());
        let taker = |pit: u8| Player::owner(!self.for_owner || own >> pit & 1 == 1);
        let way = if self.onward && !self.back {
            direction
        } else {
            direction.turned()
        };
        let (mut spot, mut left) = (first, pits);
        while left != 0 {
            if left >> spot & 1 == 1 {
                left &= !(1 << spot);
                hand.capture_for(taker(spot), spot);
                let opposite = game.opposite(spot);
                if self.opposite && left >> opposite & 1 == 1 {
                    left &= !(1 << opposite);
                    hand.capture_for(taker(opposite), opposite);
                }
            }
            spot = game.laps.next(spot, way);
        }
    }
}
