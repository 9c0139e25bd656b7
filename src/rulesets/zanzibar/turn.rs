//! How a turn goes, takasia apart: the relay of laps with its captures, and the house.

use super::{Bao, BaoPosition, NOWHERE, TakasaAtHouse};
use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::{Act, Choice, Event, Note, Observer, Place};
use crate::kernel::sow::{Landing, Lap, Next, Relay, Skip, relay};
use crate::variant::{Choices, Crossing, Decision, Outcome, Refusal, Start, Status, Turn};

/// A move in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hand<P> {
    own: P,
    across: P,
    house: [bool; 2],
    /// How often the house was played.
    plays: u16,
    /// Whose front row was emptied in the course of the move: 0 the mover's, 1 the opponent's.
    emptied: Option<u8>,
}

impl<P: Pits> Relay for Hand<P> {
    type Pits = P;

    #[inline]
    fn ring(&mut self) -> &mut P {
        &mut self.own
    }
}

impl<P: Pits> Bao<P> {
    /// Carries a move out, takasia apart.
    #[inline]
    pub(super) fn carry_out(
        &self,
        position: &BaoPosition<P>,
        captures: bool,
        start: Start,
        choices: &mut impl Choices<BaoPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<Turn<BaoPosition<P>>, Refusal> {
        // Z2.2: the stage is that of the position before the move.
        let namua = position.store[0] > 0;
        let mut hand = Hand {
            own: position.own,
            across: position.across,
            house: position.house,
            plays: 0,
            emptied: None,
        };
        let first = if namua {
            self.enter(&mut hand, captures, start, observer)
        } else {
            let seeds = hand.own.take(start.spot);
            observer.see(|| Event::moved(Act::Lift, Place::Ring(start.spot), Place::Hand, seeds));
            self.lose_house(&mut hand, start.spot, observer);
            self.onward(&mut hand, start.spot, seeds, start.direction)
        };
        relay(
            &self.tracks,
            self.max_sown,
            &mut hand,
            first,
            observer,
            |hand, lap, landing, observer| {
                self.landed(
                    position, namua, captures, hand, lap, landing, choices, observer,
                )
            },
        )?;
        Ok(Turn {
            position: Self::after(position, &hand),
            choice: hand.plays,
        })
    }

    /// The first lap of a namua move: a seed is entered, then the opponent's pit or the own one is sown.
    #[inline]
    fn enter(
        &self,
        hand: &mut Hand<P>,
        captures: bool,
        start: Start,
        observer: &mut impl Observer,
    ) -> Lap {
        let Start { spot, direction } = start;
        let before = hand.own.get(spot);
        let lone = hand.own.filled() & self.front_bits() == 1 << spot;
        hand.own.put(spot, 1);
        observer.see(|| Event::moved(Act::Enter, Place::Store, Place::Ring(spot), 1));
        if captures {
            // Z2.3
            return self.capture(hand, true, spot, direction, observer);
        }
        // Z2.4b, B4
        let spares =
            spot == self.nyumba && self.has_house(hand.house[0]) && lone && before >= self.full;
        let seeds = if spares { 2 } else { before + 1 };
        let mut rest = hand.own.take(spot);
        rest -= seeds;
        hand.own.put(spot, rest);
        observer.see(|| Event::moved(Act::Lift, Place::Ring(spot), Place::Hand, seeds));
        if !spares {
            self.lose_house(hand, spot, observer);
        }
        self.onward(hand, spot, seeds, direction)
    }

    /// Lifts the seeds that face this pit and sows them from a kichwa (`Z1.4`).
    #[inline]
    fn capture(
        &self,
        hand: &mut Hand<P>,
        namua: bool,
        spot: u8,
        direction: Direction,
        observer: &mut impl Observer,
    ) -> Lap {
        let facing = self.facing(spot);
        let seeds = hand.across.take(facing);
        observer.see(|| Event::moved(Act::Capture, Place::Across(facing), Place::Hand, seeds));
        // Z2.5a
        if hand.house[1] && (!namua || facing == self.nyumba) {
            hand.house[1] = false;
            observer.see(|| Event::mark(Note::HouseLost, Place::Across(self.nyumba)));
        }
        if hand.house[0] && !namua {
            hand.house[0] = false;
            observer.see(|| Event::mark(Note::HouseLost, Place::Ring(self.nyumba)));
        }
        // Z1.2
        if hand.across.only(self.front).is_empty() {
            hand.emptied = Some(1);
            observer.see(|| Event::mark(Note::RowEmpty, Place::Across(facing)));
        }
        let turned = self.side_of(spot, direction);
        if turned != direction {
            observer.see(|| Event::mark(Note::Turn(turned), Place::Ring(spot)));
        }
        Lap {
            first: self.kichwa(turned),
            seeds,
            direction: turned,
            skip: Skip::Nothing,
        }
    }

    /// The house is lost when it is emptied (`Z2.5a`).
    #[inline]
    fn lose_house(&self, hand: &mut Hand<P>, spot: u8, observer: &mut impl Observer) {
        if spot == self.nyumba && hand.house[0] {
            hand.house[0] = false;
            observer.see(|| Event::mark(Note::HouseLost, Place::Ring(spot)));
        }
    }

    /// The lap from a pit that has just been lifted; its first seed may leave the front row empty (`Z1.2`).
    #[inline]
    fn onward(&self, hand: &mut Hand<P>, spot: u8, seeds: u8, direction: Direction) -> Lap {
        let lap = self.tracks.onward(spot, seeds, direction, Skip::Nothing);
        if lap.first >= self.columns && hand.own.only(self.front).is_empty() {
            hand.emptied = Some(0);
        }
        lap
    }

    /// What follows when a lap has ended.
    #[expect(
        clippy::too_many_arguments,
        reason = "the one closure of the relay, spelled out"
    )]
    #[inline]
    fn landed(
        &self,
        before: &BaoPosition<P>,
        namua: bool,
        captures: bool,
        hand: &mut Hand<P>,
        lap: Lap,
        landing: Landing,
        choices: &mut impl Choices<BaoPosition<P>>,
        observer: &mut impl Observer,
    ) -> Next {
        let spot = landing.spot;
        // Z1.2, Z1.5
        if hand.emptied.is_some() || landing.was_empty() {
            return Next::Stop;
        }
        // Z1.4, Z1.7
        if captures && spot < self.columns && hand.across.get(self.facing(spot)) > 0 {
            return Next::Sow(self.capture(hand, namua, spot, lap.direction, observer));
        }
        // Z4.1b
        if spot == before.takasia {
            observer.see(|| Event::mark(Note::EndsInTakasia, Place::Ring(spot)));
            return Next::Stop;
        }
        // Z2.5b, B2, B3
        if namua
            && spot == self.nyumba
            && landing.seeds >= self.full
            && self.has_house(hand.house[0])
        {
            if !captures && self.takasa_at_house == TakasaAtHouse::Stops {
                observer.see(|| Event::mark(Note::EndsInHouse, Place::Ring(spot)));
                return Next::Stop;
            }
            let crossing = Crossing {
                choice: hand.plays,
                spot,
                direction: lap.direction,
            };
            match choices.meet(crossing, || Self::after(before, hand)) {
                Decision::Repeated => return Next::Endless,
                Decision::Stop => {
                    observer.see(|| Event::Choice(Choice::Stop));
                    return Next::Stop;
                }
                Decision::GoOn => {
                    observer.see(|| Event::Choice(Choice::GoOn));
                    hand.plays += 1;
                }
            }
        }
        // Z1.6
        let seeds = hand.own.take(spot);
        observer.see(|| Event::moved(Act::Lift, Place::Ring(spot), Place::Hand, seeds));
        self.lose_house(hand, spot, observer);
        Next::Sow(self.onward(hand, spot, seeds, lap.direction))
    }

    /// The position when the move has ended here, seen by the opponent.
    #[inline]
    fn after(before: &BaoPosition<P>, hand: &Hand<P>) -> BaoPosition<P> {
        let mover = before.status.to_move;
        let result = hand
            .emptied
            .map(|row| Outcome::win(if row == 0 { mover.other() } else { mover }));
        BaoPosition {
            own: hand.across,
            across: hand.own,
            store: [before.store[1], before.store[0].saturating_sub(1)],
            house: [hand.house[1], hand.house[0]],
            takasia: NOWHERE,
            status: Status {
                to_move: mover.other(),
                result,
            },
        }
    }
}
