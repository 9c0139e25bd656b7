//! First moves: from which pits they are made, and how they are sown (`EN12`).

use super::options::{By, First, Sown};
use super::turn::Turn;
use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::{Act, Place, Tell};
use crate::kernel::lap::{Lap, Skip};
use crate::kernel::pair::ByTurn;
use crate::rulesets::two_rows::{Hand, InHand};
use crate::variant::{Start, Starts};

impl First {
    /// Whether a player who has made so many turns, and the other so many, is to make such a move.
    pub(super) fn is_due(self, turns: ByTurn<u8>) -> bool {
        match self.by {
            By::Each => turns.own() == 0,
            By::Starter => turns == ByTurn([0, 0]),
        }
    }

    /// The spots of a row of so many pits that it may be made from, as bits.
    pub(super) fn spots(self, columns: u8) -> u32 {
        (0..columns)
            .filter(|spot| self.from.has(columns - spot))
            .fold(0, |spots, spot| spots | 1 << spot)
    }

    /// Those of the starts from which it may be made: all, if the pits that are meant give none.
    pub(super) fn among(spots: u32, starts: Starts) -> Starts {
        let meant = starts.and(Starts::new(spots, spots));
        if meant.is_empty() { starts } else { meant }
    }
}

/// A lap of one seed into this pit.
pub(super) const fn one_seed(first: u8, direction: Direction) -> Lap {
    Lap {
        first,
        seeds: 1,
        direction,
        skip: Skip::Pits(0),
    }
}

impl Turn {
    /// The first lap of a first move.
    #[cold]
    pub(super) fn first_move(
        &self,
        sown: Sown,
        hand: &mut Hand<'_, impl InHand<Turns = Self>>,
        start: Start,
    ) -> Lap {
        let Start { spot, direction } = start;
        if sown != Sown::AsEver {
            hand.play.memory.open = true;
        }
        match sown {
            Sown::AsEver => self.lift(hand, spot, direction),
            Sown::Two => {
                let seeds = hand.play.ring.take(spot);
                let two = seeds.min(2);
                hand.play.ring.add(spot, seeds - two);
                let from = Place::Ring(spot);
                hand.observer.moved(Act::Lift, from, Place::Hand, two);
                hand.lap_from(spot, two, direction)
            }
            Sown::ThreeAndTheRest => {
                let seeds = hand.observer.lift(&mut hand.play.ring, spot);
                let next = hand.next(spot, direction);
                let after = hand.next(next, direction);
                let last = if seeds > 3 { after } else { next };
                Self::drop_at_once(hand, next, seeds.min(4) - 1);
                Self::drop_at_once(hand, after, seeds.max(4) - 4);
                one_seed(last, direction)
            }
            Sown::OverTheBorder => {
                hand.play.memory.once = true;
                let seeds = hand.observer.lift(&mut hand.play.ring, spot);
                let lap = hand.lap_from(spot, seeds, direction);
                if !hand.owns(hand.game.laps.end(lap)) {
                    return lap;
                }
                if seeds == 1 {
                    return Self::over_the_border(hand, spot, direction);
                }
                hand.play.memory.over = true;
                Lap {
                    seeds: seeds - 1,
                    ..lap
                }
            }
        }
    }

    /// Puts several seeds out of the hand in one pit.
    fn drop_at_once(hand: &mut Hand<'_, impl InHand<Turns = Self>>, spot: u8, seeds: u8) {
        if seeds > 0 {
            hand.play.ring.add(spot, seeds);
            let to = Place::Ring(spot);
            hand.observer.moved(Act::Join, Place::Hand, to, seeds);
            Self::see_crossing(hand, 1 << spot);
        }
    }

    /// A lap of one seed into the first pit of the opponent after this one.
    pub(super) fn over_the_border(
        hand: &Hand<'_, impl InHand<Turns = Self>>,
        spot: u8,
        direction: Direction,
    ) -> Lap {
        let mut first = hand.next(spot, direction);
        while hand.owns(first) && first != spot {
            first = hand.next(first, direction);
        }
        one_seed(first, direction)
    }
}
