//! How a turn goes, takasia apart: the relay of laps with its captures, and the house.

use super::{Bao, BaoPosition, NOWHERE, TakasaAtHouse};
use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::{Act, Choice, Note, Observer, Place, Tell};
use crate::kernel::sow::{Landing, Lap, Next, Relay, Skip, relay};
use crate::variant::{Chooser, Decision, Outcome, Refusal, Start, Status};

/// The house is lost (`Z2.5a`).
const HOUSE_LOST: Note = Note::new("the house {pit} is lost").unmarking("house");
/// A takasa ends in the full house (`Z2.5b`).
const ENDS_IN_HOUSE: Note = Note::new("the move ends in the house {pit}");
/// A sowing ends in the pit that may not be emptied (`Z4.1b`).
const ENDS_IN_TAKASIA: Note = Note::new("the move ends in {pit}, which is takasia-ed");

/// What changes in the course of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct InPlay<P> {
    own: P,
    across: P,
    house: [bool; 2],
    /// Whose front row was emptied in the course of the move: 0 the mover's, 1 the opponent's.
    emptied: Option<u8>,
}

/// A move in progress.
struct Hand<'a, P: Pits, C, O> {
    game: &'a Bao<P>,
    before: &'a BaoPosition<P>,
    /// Whether a seed was entered (`Z2.2`): the stage is that of the position before the move.
    namua: bool,
    captures: bool,
    play: InPlay<P>,
    chooser: &'a mut C,
    observer: &'a mut O,
}

impl<P: Pits, C: Chooser<BaoPosition<P>>, O: Observer> Relay for Hand<'_, P, C, O> {
    type Pits = P;
    type State = InPlay<P>;
    type Observer = O;

    #[inline]
    fn ring(&mut self) -> &mut P {
        &mut self.play.own
    }

    #[inline]
    fn state(&self) -> InPlay<P> {
        self.play
    }

    #[inline]
    fn observer(&mut self) -> &mut O {
        self.observer
    }

    #[inline]
    fn landed(&mut self, lap: Lap, landing: Landing) -> Next {
        let (game, spot) = (self.game, landing.spot);
        // Z1.2, Z1.5
        if self.play.emptied.is_some() || landing.was_empty() {
            return Next::Stop;
        }
        // Z1.4, Z1.7
        if self.captures && spot < game.columns && self.play.across.get(game.rows.facing(spot)) > 0
        {
            return Next::Sow(self.capture(spot, lap.direction));
        }
        // Z4.1b
        if spot == self.before.takasia {
            self.observer.note(ENDS_IN_TAKASIA, Place::Ring(spot));
            return Next::Stop;
        }
        // B2
        let at_house = self.namua && spot == game.nyumba && landing.seeds >= game.full;
        if at_house
            && game.has_house(self.play.house[0])
            && let Some(end) = self.at_house(spot, lap.direction)
        {
            return end;
        }
        // Z1.6
        let seeds = self.observer.lift(&mut self.play.own, spot);
        self.lose_house(spot);
        Next::Sow(self.onward(spot, seeds, lap.direction))
    }
}

impl<P: Pits, C: Chooser<BaoPosition<P>>, O: Observer> Hand<'_, P, C, O> {
    /// The first lap of a namua move: a seed is entered, then the opponent's pit or the own one is sown.
    #[inline]
    fn enter(&mut self, start: Start) -> Lap {
        let (game, Start { spot, direction }) = (self.game, start);
        let own = &mut self.play.own;
        let before = own.get(spot);
        let lone = own.filled() & game.rows.front_bits() == 1 << spot;
        own.add(spot, 1);
        let pit = Place::Ring(spot);
        self.observer.moved(Act::Enter, Place::STORE, pit, 1);
        if self.captures {
            // Z2.3
            return self.capture(spot, direction);
        }
        // Z2.4b, B4
        let spares = spot == game.nyumba
            && game.has_house(self.play.house[0])
            && lone
            && before >= game.full;
        if !spares {
            let seeds = self.observer.lift(own, spot);
            self.lose_house(spot);
            return self.onward(spot, seeds, direction);
        }
        let left = own.take(spot) - 2;
        own.add(spot, left);
        self.observer.moved(Act::Lift, pit, Place::Hand, 2);
        self.onward(spot, 2, direction)
    }

    /// Lifts the seeds that face this pit and sows them from a kichwa (`Z1.4`).
    #[inline]
    fn capture(&mut self, spot: u8, direction: Direction) -> Lap {
        let (game, play) = (self.game, &mut self.play);
        let facing = Place::Across(game.rows.facing(spot));
        let seeds = self.observer.capture(&mut play.across, facing, Place::Hand);
        // Z2.5a
        if play.house[1] && (!self.namua || facing.spot() == game.nyumba) {
            play.house[1] = false;
            self.observer.note(HOUSE_LOST, Place::Across(game.nyumba));
        }
        if play.house[0] && !self.namua {
            play.house[0] = false;
            self.observer.note(HOUSE_LOST, Place::Ring(game.nyumba));
        }
        // Z1.2
        if game.rows.front_is_empty(play.across) {
            play.emptied = Some(1);
            self.observer.note(Note::ROW_EMPTY, facing);
        }
        let turned = game.side_of(spot, direction);
        if turned != direction {
            self.observer.note(Note::TURN, Place::Ring(spot));
        }
        Lap {
            first: game.kichwa(turned),
            seeds,
            direction: turned,
            skip: Skip::Nothing,
        }
    }

    /// What may end a sowing that ends in the full house without a capture (`Z2.5b`, `B3`); `None` if it goes on.
    #[inline]
    fn at_house(&mut self, spot: u8, direction: Direction) -> Option<Next> {
        if !self.captures && self.game.takasa_at_house == TakasaAtHouse::Stops {
            self.observer.note(ENDS_IN_HOUSE, Place::Ring(spot));
            return Some(Next::Stop);
        }
        let (before, play) = (self.before, self.play);
        match self.chooser.stop(spot, direction, || after(before, play)) {
            Decision::Repeated => Some(Next::Endless),
            Decision::Stop => {
                self.observer.chose(Choice::Stop);
                Some(Next::Stop)
            }
            Decision::GoOn => {
                self.observer.chose(Choice::GoOn);
                None
            }
        }
    }

    /// The house is lost when it is emptied (`Z2.5a`).
    #[inline]
    fn lose_house(&mut self, spot: u8) {
        if spot == self.game.nyumba && self.play.house[0] {
            self.play.house[0] = false;
            self.observer.note(HOUSE_LOST, Place::Ring(spot));
        }
    }

    /// The lap from a pit that has just been lifted; its first seed may leave the front row empty (`Z1.2`).
    #[inline]
    fn onward(&mut self, spot: u8, seeds: u8, direction: Direction) -> Lap {
        let game = self.game;
        let lap = game.laps.onward(spot, seeds, direction, Skip::Nothing);
        if lap.first >= game.columns && game.rows.front_is_empty(self.play.own) {
            self.play.emptied = Some(0);
        }
        lap
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
        chooser: &mut impl Chooser<BaoPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<BaoPosition<P>, Refusal> {
        let mut hand = Hand {
            game: self,
            before: position,
            namua: position.store[0] > 0,
            captures,
            play: InPlay {
                own: position.own,
                across: position.across,
                house: position.house,
                emptied: None,
            },
            chooser,
            observer,
        };
        let first = if hand.namua {
            hand.enter(start)
        } else {
            let seeds = hand.observer.lift(&mut hand.play.own, start.spot);
            hand.lose_house(start.spot);
            hand.onward(start.spot, seeds, start.direction)
        };
        relay(&self.laps, self.max_sown, &mut hand, first)?;
        Ok(after(position, hand.play))
    }
}

/// The position when the move has ended here, seen by the opponent.
#[inline]
fn after<P: Pits>(before: &BaoPosition<P>, play: InPlay<P>) -> BaoPosition<P> {
    let mover = before.status.to_move;
    let result = play
        .emptied
        .map(|row| Outcome::win(if row == 0 { mover.other() } else { mover }));
    BaoPosition {
        own: play.across,
        across: play.own,
        store: [before.store[1], before.store[0].saturating_sub(1)],
        house: [play.house[1], play.house[0]],
        takasia: NOWHERE,
        status: Status {
            to_move: mover.other(),
            result,
        },
    }
}
