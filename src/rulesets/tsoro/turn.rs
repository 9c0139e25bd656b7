//! How a turn goes: the relay of laps, what it takes, and where it may be stopped.

use super::{ExtraAfter, LapsOfMove, On, Takes, TsoroGame};
use crate::kernel::board::Pits;
use crate::kernel::event::{Choice, Note, Observer, Place, Tell};
use crate::kernel::lap::drops;
use crate::kernel::sow::{Endless, Landing, Lap, Next, Relay, Skip, relay};
use crate::rulesets::four_rows::FourRows;
use crate::variant::{Chooser, Decision, Refusal, Start, Status};

/// A further pit is taken, of the player's choice (`TS11`).
pub(super) const EXTRA: Note = Note::new("{mover} takes {pit} too");

/// What changes in the course of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct InPlay<P> {
    own: P,
    across: P,
    captured: u8,
}

/// A move in progress.
struct Hand<'a, P: Pits, C, O> {
    game: &'a TsoroGame<P>,
    before: &'a FourRows<P>,
    start: Start,
    play: InPlay<P>,
    chooser: &'a mut C,
    observer: &'a mut O,
}

impl<P: Pits, C: Chooser<FourRows<P>>, O: Observer> Relay for Hand<'_, P, C, O> {
    type Pits = P;
    // What is captured ends the move, so that the opponent's ring stays the same up to then.
    type State = P;
    type Observer = O;

    #[inline]
    fn ring(&mut self) -> &mut P {
        &mut self.play.own
    }

    #[inline]
    fn state(&self) -> P {
        self.play.own
    }

    #[inline]
    fn observer(&mut self) -> &mut O {
        self.observer
    }

    #[inline]
    fn landed(&mut self, lap: Lap, landing: Landing) -> Next {
        let (game, spot) = (self.game, landing.spot);
        let captures = match game.on {
            On::Empty => landing.was_empty(),
            On::Filled => !landing.was_empty(),
            // TS10
            On::Each => {
                let front = |spot: &u8| game.rows.in_front(*spot);
                for spot in drops(game.laps.len(), lap).filter(front) {
                    self.capture(spot);
                }
                false
            }
        };
        // TS7
        if captures && game.rows.in_front(spot) {
            let taken = self.capture(spot);
            if taken > 0 {
                return match self.take_extra(taken) {
                    Ok(()) => Next::Stop,
                    Err(Endless) => Next::Endless,
                };
            }
        }
        // TS4
        if landing.was_empty() || game.laps_of_move == LapsOfMove::Single {
            return Next::Stop;
        }
        if self.before.extra.pits[0] >> spot & 1 == 1
            && let Some(end) = self.may_stop(lap, spot)
        {
            return end;
        }
        let seeds = self.observer.lift(&mut self.play.own, spot);
        let onward = game.laps.onward(spot, seeds, lap.direction, Skip::Nothing);
        Next::Sow(onward)
    }
}

impl<P: Pits, C: Chooser<FourRows<P>>, O: Observer> Hand<'_, P, C, O> {
    /// Takes what lies opposite an own front pit and tells how many pits that were (`TS8`, `TS9`).
    #[inline]
    fn capture(&mut self, spot: u8) -> u32 {
        let rows = &self.game.rows;
        let (front, back) = (rows.facing(spot), rows.facing_back(spot));
        let filled = |pit| self.play.across.get(pit) > 0;
        let wanted = match self.game.takes {
            Takes::FrontThenBack => [true, filled(front)],
            Takes::Either => [true, true],
            Takes::BackIfFrontEmpty => [false, !filled(front)],
        };
        let mut taken = 0;
        for (pit, wanted) in [front, back].into_iter().zip(wanted) {
            if wanted {
                taken += u32::from(self.take(pit) > 0);
            }
        }
        taken
    }

    /// Takes a pit of the opponent, if there is anything in it.
    #[inline]
    fn take(&mut self, pit: u8) -> u8 {
        let across = &mut self.play.across;
        let seeds = self.observer.capture(across, Place::Across(pit), Place::STORE);
        self.play.captured += seeds;
        seeds
    }

    /// Takes as many further pits as the rules grant, of the player's choice, in the order of their spots so
    /// that no two choices are the same (`TS11`, `TS12`, `TS14`).
    #[inline]
    fn take_extra(&mut self, taken: u32) -> Result<(), Endless> {
        let game = self.game;
        if game.extra == 0 || game.extra_after == ExtraAfter::BothPits && taken < 2 {
            return Ok(());
        }
        let mut left = self.play.across.filled() & !self.before.extra.pits[1];
        let picks = left.count_ones().min(game.extra);
        for to_follow in (0..picks).rev() {
            let options = left.count_ones() - to_follow;
            let passed_over = self.chooser.pick(options as u16)?;
            for _ in 0..passed_over {
                left &= left - 1;
            }
            let pit = left.trailing_zeros() as u8;
            left &= left - 1;
            self.observer.note(EXTRA, Place::Across(pit));
            self.take(pit);
        }
        Ok(())
    }

    /// What may end the move in a filled stop pit; `None` if it goes on (`TS13`).
    #[inline]
    fn may_stop(&mut self, lap: Lap, spot: u8) -> Option<Next> {
        let (game, before, start, play) = (self.game, self.before, self.start, self.play);
        let stopped = || game.after(before, start, play);
        match self.chooser.stop(spot, lap.direction, stopped) {
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
}

impl<P: Pits> TsoroGame<P> {
    /// Carries a move out.
    #[inline]
    pub(super) fn carry_out(
        &self,
        position: &FourRows<P>,
        start: Start,
        chooser: &mut impl Chooser<FourRows<P>>,
        observer: &mut impl Observer,
    ) -> Result<FourRows<P>, Refusal> {
        let Start { spot, direction } = start;
        let mut play = InPlay {
            own: position.own,
            across: position.across,
            captured: 0,
        };
        let seeds = observer.lift(&mut play.own, spot);
        let first = self.laps.onward(spot, seeds, direction, Skip::Nothing);
        let mut hand = Hand {
            game: self,
            before: position,
            start,
            play,
            chooser,
            observer,
        };
        relay(&self.laps, self.max_sown, &mut hand, first)?;
        Ok(self.after(position, start, hand.play))
    }

    /// The position when the move has ended here, seen by the opponent.
    #[inline]
    fn after(&self, before: &FourRows<P>, start: Start, play: InPlay<P>) -> FourRows<P> {
        let [own, across] = before.captured;
        FourRows {
            own: play.across,
            across: play.own,
            captured: [across, own + play.captured],
            extra: self.remembered(before.extra, start).turned(),
            status: Status::going(before.status.to_move.other()),
        }
    }
}
