//! Captures by the number of seeds in a pit: single pits, chains and grand slams.

use super::{Counts, Hand, InHand, Marks, Player, Turns, TwoRowGame};
use crate::rulesets::prelude::*;

/// Set of owners to whose pits a rule applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whose(u8);

impl Whose {
    /// Neither player.
    pub const NOBODYS: Self = Self(0);
    /// The opponent.
    pub const OPPONENTS: Self = Self(1);
    /// The mover.
    pub const OWN: Self = Self(2);
    /// Either player.
    pub const ANY: Self = Self(3);

    /// Returns `true` if the rule applies to a pit of the mover, or else of the opponent.
    #[inline]
    pub const fn has(self, own: bool) -> bool {
        self.0 >> own as u8 & 1 == 1
    }
}

/// Effect of a capture of all of the opponent's seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GrandSlam {
    /// Captures them.
    #[default]
    Captures,
    /// Captures nothing, but the move is legal.
    CapturesNothing,
    /// Makes the move illegal, even if there is no other.
    Illegal,
    /// Spares the opponent's rightmost pit from the mover's view, if the capture would take two or more.
    LeavesRightmost,
    /// Captures them, and the player moves again.
    Again,
}

/// Options of captures.
#[derive(Debug, Clone, Copy)]
pub struct Taking {
    /// Numbers of seeds in a pit that can be captured.
    pub counts: Counts,
    /// Owner of the first pit.
    pub first: Whose,
    /// Owner of the further pits.
    pub further: Whose,
    /// Set if the pits before it, against the direction of sowing, are taken with it, as long as each can be captured.
    pub back: bool,
    /// Set if the pits after it are taken with it, as long as each can be captured.
    pub onward: bool,
    /// Maximum number of pits in each direction, with the first one and without those opposite.
    pub most: u8,
    /// Set if the seeds opposite each captured pit are captured with it.
    pub opposite: bool,
    /// Set if a pit can be captured only if the opposite one holds as many seeds and can be captured too.
    pub equal: bool,
    /// Set if pits from which nothing has been moved yet can't be captured.
    pub spares_unmoved: bool,
    /// Set if locked pits can't be captured.
    pub spares_locked: bool,
    /// Set if the owners of the pits capture, not the mover.
    pub for_owner: bool,
    /// Effect of a capture of all of the opponent's seeds.
    pub grand_slam: GrandSlam,
}

/// Event of a capture of all seeds that takes nothing.
pub(in crate::rulesets) const TAKES_NOTHING: Note = Note::new("grand slam, so nothing is captured");

/// Event of a capture of all seeds that leaves one pit.
pub(in crate::rulesets) const LEAVES_ONE: Note = Note::new("grand slam, so {pit} is not captured");

impl Taking {
    /// Returns `true` if a pit can be captured, by its number of seeds and its owner.
    #[inline]
    pub const fn has(&self, seeds: u8, own: bool) -> bool {
        // One comparison, as two branches are predicted less often.
        self.counts.has(seeds) as u8 & self.first.has(own) as u8 == 1
    }

    /// Returns `true` if no rule but that on the number of seeds protects a pit.
    #[inline]
    pub const fn may_take(&self, marks: Marks, spot: u8) -> bool {
        (!self.spares_unmoved || marks.moved >> spot & 1 == 1)
            && (!self.spares_locked || marks.touched >> spot & 1 == 0)
    }

    /// Returns `true` if a pit and its number of seeds may be captured, by these rules and that on the opposite pit.
    #[inline]
    fn fits<P: Pits, T: Turns>(
        &self,
        game: &TwoRowGame<P, T>,
        ring: P,
        marks: Marks,
        spot: u8,
    ) -> bool {
        let opposite = game.opposite(spot);
        self.may_take(marks, spot)
            && (!self.equal
                || ring.get(opposite) == ring.get(spot) && self.may_take(marks, opposite))
    }

    /// Returns `true` if a pit can be captured in the current state.
    #[inline]
    pub fn takes(&self, hand: &Hand<'_, impl InHand>, spot: u8) -> bool {
        let (ring, marks) = (hand.play.ring, hand.marks());
        self.has(ring.get(spot), hand.owns(spot)) && self.fits(hand.game, ring, marks, spot)
    }

    /// Captures a pit with the right number of seeds and its chain; `true` if anything was captured.
    #[inline]
    pub fn take(&self, hand: &mut Hand<'_, impl InHand>, first: u8, direction: Direction) -> bool {
        let pits = self.chain(hand.game, hand.play.ring, hand.play.marks, first, direction);
        pits != 0 && self.take_all(hand, pits, first, direction)
    }

    /// Returns a pit with the right number of seeds and its chain, as bits; 0 if another rule protects it.
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
        for (is_looked_at, way) in [(self.back, direction.turned()), (self.onward, direction)] {
            if !is_looked_at {
                continue;
            }
            let mut left = self.most;
            let mut spot = game.next_in_play(marks, first, way);
            while left > 1
                && pits >> spot & 1 == 0
                && self.counts.has(ring.get(spot))
                && self.further.has(own >> spot & 1 == 1)
                && self.fits(game, ring, marks, spot)
            {
                pits |= with_opposite(spot);
                left -= 1;
                spot = game.next_in_play(marks, spot, way);
            }
        }
        pits
    }

    /// Captures these pits in the order of a chain, unless a grand slam takes nothing; `true` if anything was captured.
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

    /// Returns the pits captured in a grand slam, from pits that include all of the opponent's filled ones.
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

    /// Captures these pits in the order of a chain, each together with the opposite pit if that is taken.
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
        let way = if self.onward && !self.back { direction } else { direction.turned() };
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
