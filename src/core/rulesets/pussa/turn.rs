//! A turn of `pussa`: the starts, the continuation after each lap, and the captures.

use super::Rules;
use super::options::{Again, Capture, GoesOn, LastSeed, Middle, Over, Passing};
use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{FEW_LEFT, Hand, Marked, Marks, Of, Turns, TwoRowGame};

/// Event of a middle pit that is captured later.
const EARNED: Note = Note::new("{mover} has earned a share of {pit} at the end of the round");

/// Turns of `pussa`.
#[derive(Debug, Clone, Copy)]
pub struct Turn {
    rules: Rules,
    /// Pits from which no move starts, as bits.
    unplayed: u32,
    /// Pits settled at the end of the round, as bits.
    middle: u32,
}

impl Turn {
    /// Creates the turns for the rules of a file.
    pub(super) fn new(rules: &Rules, columns: u8) -> Self {
        let unplayed = (0..columns).filter(|spot| rules.unplayed.has(spot + 1));
        let row = unplayed.fold(0, |spots, spot| spots | 1 << spot);
        Self {
            rules: *rules,
            unplayed: row | row << columns,
            middle: match rules.middle {
                Middle::AtOnce => 0,
                Middle::AtTheEnd => (1 | 1 << columns) << (columns / 2),
            },
        }
    }
}

impl Turns for Turn {
    const BOOK: [&'static str; 3] = ["PU1", "PU1", "PU11"];
    type Memory = ();

    #[inline]
    fn landed(&self, hand: &mut Hand<'_, impl Of<Self>>, lap: Lap, landing: Landing) -> Next {
        let (spot, direction) = (landing.spot, lap.direction);
        // PU6
        if self.rules.passing != Passing::Nobody && !hand.quiet {
            let last = (self.rules.passing == Passing::Owner).then_some(spot);
            let own = hand.game.own_bits(hand.marks());
            let owner = |spot: u8| Player::owner(own >> spot & 1 == 1);
            hand.take_passing(lap, last, self.rules.counts, |spot| Some(owner(spot)));
        }
        // Seeds captured in passing are gone.
        let left = hand.play.ring.get(spot);
        let alone = left == 1 || left == 0 && landing.was_empty();
        // PU1
        let next = hand.next(spot, direction);
        let filled = hand.play.ring.get(next) > 0;
        let onward = match self.rules.goes_on {
            GoesOn::NextIfPlayed if filled && self.unplayed >> next & 1 == 1 => return Next::Stop,
            GoesOn::NextIfFilled if !filled && !alone => return Next::Stop,
            GoesOn::LandingCapturing if left > 1 => {
                if !hand.quiet && self.may_capture(hand, spot, alone) {
                    self.take(hand, spot, direction);
                }
                // The last seed may have been taken with the capture.
                if hand.play.ring.get(spot) == 0 {
                    return Next::Stop;
                }
                Some(spot)
            }
            GoesOn::Next | GoesOn::NextIfPlayed => filled.then_some(next),
            GoesOn::NextIfFilled | GoesOn::NextAfterFilled => (filled && !alone).then_some(next),
            GoesOn::NextAfterEmpty => (filled && alone).then_some(next),
            GoesOn::Landing => (left > 1).then_some(spot),
            GoesOn::LandingCapturing | GoesOn::Single => None,
        };
        if let Some(lifted) = onward {
            return hand.relay_from(lifted, direction);
        }
        // PU15
        if self.rules.capture == Capture::LandingAndBeside {
            if !hand.quiet && self.may_capture(hand, spot, alone) {
                return self.take_beside(hand, spot, direction);
            }
            return Next::Stop;
        }
        // PU7
        if !hand.quiet
            && self.may_capture(hand, spot, alone)
            && self.take(hand, spot, direction)
            && self.rules.again == Again::Once
            && !hand.before.marks.again
        {
            hand.play.again = true;
            hand.play.marks.again = true;
        }
        Next::Stop
    }

    #[inline]
    fn first_lap(
        &self,
        hand: &mut Hand<'_, impl Of<Self>>,
        start: Start,
    ) -> Result<Lap, TurnError> {
        hand.play.marks.again = false;
        let seeds = hand.observer.lift(&mut hand.play.ring, start.spot);
        Ok(hand.lap_from(start.spot, seeds, start.direction))
    }

    #[inline]
    fn starts<P: Pits>(&self, _: &TwoRowGame<P, Self>, _: &Marked<P>, starts: Starts) -> Starts {
        // PU8
        starts.without(Starts::both(self.unplayed))
    }

    #[inline]
    fn nobodys<P: Pits>(&self, _: &TwoRowGame<P, Self>, _: P, _: Marks) -> u32 {
        self.middle
    }

    fn settled<P: Pits>(&self, position: &Marked<P>) -> ByTurn<P> {
        // PU14
        let mut shares = ByTurn::<P>::default();
        let earned = position.marks.earned;
        let players = u8::from(earned.own()) + u8::from(earned.other());
        for Start { spot, .. } in Starts::forward(self.middle & position.ring.filled()) {
            let seeds = position.ring.get(spot);
            let stay = if players == 2 && seeds % 2 == 0 { 2 } else { 1 };
            for player in Player::BOTH.into_iter().filter(|&player| earned[player]) {
                shares[player].add(spot, (seeds - stay) / players);
            }
        }
        shares
    }

    #[inline]
    fn finish(&self, hand: &mut Hand<'_, impl Of<Self>>) -> bool {
        // PU9
        if self.rules.last_seeds == 0 || hand.play.ring.total() > u16::from(self.rules.last_seeds) {
            return false;
        }
        hand.observer.note(FEW_LEFT, Place::STORE);
        hand.sweep(Player::Mover);
        true
    }

    #[inline]
    fn ends_with<P: Pits>(
        &self,
        game: &TwoRowGame<P, Self>,
        ring: P,
        marks: Marks,
        _: bool,
    ) -> bool {
        // PU10
        match self.rules.over {
            Over::Stuck => false,
            Over::OneEach => {
                let (pits, own) = (ring.filled() & game.rows.all_bits(), game.own_bits(marks));
                let few = (pits & own).count_ones() <= 1 && (pits & !own).count_ones() <= 1;
                few && ring.at_least(2) & pits == 0
            }
        }
    }

    #[inline]
    fn choices(&self) -> Choices {
        if self.rules.capture == Capture::LandingAndBeside { Choices::Any } else { Choices::None }
    }

    fn picked(&self, picks: u32, _: impl FnOnce() -> bool) -> Option<String> {
        // PU15
        let second = picks > 0 && self.rules.capture == Capture::LandingAndBeside;
        second.then(|| "*2".to_owned())
    }

    fn barred_by<P: Pits>(&self, _: &Marked<P>, _: u8, _: bool) -> &'static str {
        "PU8"
    }
}

impl Turn {
    /// Returns `true` if a last seed here, alone or not, captures (`PU3`).
    #[inline]
    fn may_capture(&self, hand: &Hand<'_, impl Of<Self>>, spot: u8, alone: bool) -> bool {
        match self.rules.last_seed {
            LastSeed::Anywhere => true,
            LastSeed::WithOthers => !alone,
            LastSeed::Own => hand.owns(spot),
            LastSeed::Across => !hand.owns(spot),
        }
    }

    /// Captures the pit of the last seed and those beside it, or one of these (`PU15`).
    fn take_beside(
        &self,
        hand: &mut Hand<'_, impl Of<Self>>,
        last: u8,
        direction: Direction,
    ) -> Next {
        let beside = [direction.turned(), direction].map(|way| hand.next(last, way));
        let [here, before, after] =
            [last, beside[0], beside[1]].map(|pit| self.rules.counts.has(hand.play.ring.get(pit)));
        // On a ring of two pits in play, both sides are the same pit.
        let (mut takes, same) = ([before, after], beside[0] == beside[1]);
        if !here && before && after && !same {
            let Ok(picked) = hand.chooser.pick(2) else {
                return Next::Endless;
            };
            takes = [picked == 0, picked == 1];
        }
        takes[1] &= !same;
        if here {
            hand.capture(last);
        }
        for (pit, taken) in beside.into_iter().zip(takes) {
            if taken && pit != last {
                hand.capture(pit);
            }
        }
        Next::Stop
    }

    /// Captures after the laps or between them (`PU2` to `PU5`); `true` if anything was captured.
    fn take(self, hand: &mut Hand<'_, impl Of<Self>>, last: u8, direction: Direction) -> bool {
        let mut spot = last;
        let mut any = false;
        // A chain as long as the ring has visited every pit.
        for _ in 0..hand.game.laps.len() {
            let next = hand.next(spot, direction);
            let gap = hand.play.ring.get(next) == 0;
            let pit = match self.rules.capture {
                Capture::BeyondGap if gap => hand.next(next, direction),
                Capture::Opposite => hand.game.opposite(spot),
                Capture::Next => next,
                Capture::Landing if self.rules.counts.has(hand.play.ring.get(spot)) => spot,
                Capture::BeyondGap
                | Capture::Landing
                | Capture::LandingAndBeside
                | Capture::Nothing => break,
            };
            if hand.play.ring.get(pit) == 0 {
                break;
            }
            // PU14
            if self.middle >> pit & 1 == 1 {
                hand.play.marks.earned[Player::Mover] = true;
                hand.observer.note(EARNED, Place::Ring(pit));
                break;
            }
            any = true;
            hand.capture(pit);
            let opposite = hand.game.opposite(pit);
            if self.rules.with_opposite && hand.play.ring.get(opposite) > 0 {
                hand.capture(opposite);
            }
            spot = pit;
            if !self.rules.chain {
                break;
            }
        }
        if any && self.rules.with_last && hand.play.ring.get(last) > 0 {
            hand.capture(last);
        }
        any
    }
}
