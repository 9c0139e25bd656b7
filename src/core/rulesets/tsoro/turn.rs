//! A turn: the relay of laps, captures, and stops.

use super::{ExtraAfter, From, Goal, LapsOfMove, On, Takes, TsoroGame};
use crate::kernel::{Endless, drops};
use crate::rulesets::four_rows::FourRows;
use crate::rulesets::prelude::*;

/// Marks the capture of a further pit of the player's choice (`TS12`).
pub(super) const EXTRA: Note = Note::new("{mover} takes {pit} too");

/// State of a move in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct InPlay<P> {
    own: P,
    across: P,
    captured: u8,
}

/// Move in progress, with its chooser and observer.
struct Hand<'a, P: Pits, C, O> {
    game: &'a TsoroGame<P>,
    before: &'a FourRows<P>,
    start: Start,
    play: &'a mut InPlay<P>,
    chooser: &'a mut C,
    observer: &'a mut O,
}

impl<P: Pits, C: Chooser<FourRows<P>>, O: Observer> Hand<'_, P, C, O> {
    /// Decides how the move continues after a lap.
    #[inline]
    fn landed(&mut self, lap: Lap, landing: Landing) -> Next {
        let (game, spot) = (self.game, landing.spot);
        let captures = match game.rules.on {
            On::Empty => landing.was_empty(),
            On::Filled => !landing.was_empty(),
            On::Any => true,
            // TS11
            On::Each => {
                for spot in drops(game.laps.len(), lap) {
                    self.capture(spot);
                }
                false
            }
        };
        // TS8
        if captures {
            let taken = self.capture(spot);
            if taken > 0 {
                // TS13
                let extra = match game.rules.extra_after {
                    ExtraAfter::BothPits if taken < 2 => 0,
                    _ => game.rules.extra.into(),
                };
                return match self.take_further(extra) {
                    Ok(()) => Next::Stop,
                    Err(Endless) => Next::Endless,
                };
            }
        }
        // TS4
        if landing.was_empty() || game.rules.laps == LapsOfMove::Single {
            return Next::Stop;
        }
        if self.before.extra.pits.own() >> spot & 1 == 1 {
            // TS14
            let (before, start, play) = (self.before, self.start, *self.play);
            let stopped = || game.after(before, start, play);
            let (chooser, observer) = (&mut *self.chooser, &mut *self.observer);
            if let Some(end) = may_stop(chooser, observer, spot, lap.direction, stopped) {
                return end;
            }
        }
        let seeds = self.observer.lift(&mut self.play.own, spot);
        Next::Sow(game.laps.onward(spot, seeds, lap.direction, Skip::Nothing))
    }

    /// Captures the pits opposite a pit of the mover and returns their number (`TS9`, `TS10`).
    #[inline]
    fn capture(&mut self, spot: u8) -> u32 {
        let (rows, from) = (&self.game.rows, self.game.rules.from);
        let column = match rows.in_front(spot) {
            true => spot,
            false if from == From::BothRows => rows.behind(spot),
            false => return 0,
        };
        let (front, back) = (rows.facing(column), rows.facing_back(column));
        let filled = |pit| self.play.across.get(pit) > 0;
        let wanted = match self.game.rules.takes {
            Takes::FrontThenBack => [true, filled(front)],
            Takes::Either => [true, true],
            Takes::BothOrNone => [filled(front) && filled(back); 2],
            Takes::BackIfFrontEmpty => [false, !filled(front)],
            Takes::Front => [true, false],
        };
        let mut taken = 0;
        for (pit, wanted) in [front, back].into_iter().zip(wanted) {
            if wanted {
                taken += u32::from(self.take(pit) > 0);
            }
        }
        taken
    }

    /// Captures a pit of the opponent, which may be empty, and returns the number of seeds.
    #[inline]
    fn take(&mut self, pit: u8) -> u8 {
        let seeds = self.observer.capture(&mut self.play.across, Place::Across(pit), Place::STORE);
        self.play.captured += seeds;
        seeds
    }

    /// Captures further pits of the player's choice (`TS12`, `TS15`), by spot, so that no choice has two orders.
    #[inline]
    fn take_further(&mut self, pits: u32) -> Result<(), Endless> {
        let mut left = self.play.across.filled() & !self.before.extra.pits.other();
        for to_follow in (0..pits.min(left.count_ones())).rev() {
            let pit = self.pick(left, to_follow)?;
            // The pits before it were passed over.
            left &= u32::MAX << pit << 1;
            self.observer.note(EXTRA, Place::Across(pit));
            self.take(pit);
        }
        Ok(())
    }

    /// Picks one of these pits so that `to_follow` more remain after it.
    #[inline]
    fn pick(&mut self, mut pits: u32, to_follow: u32) -> Result<u8, Endless> {
        let options = pits.count_ones() - to_follow;
        for _ in 0..self.chooser.pick(options as u16)? {
            pits &= pits - 1;
        }
        Ok(pits.trailing_zeros() as u8)
    }

    /// Plays the gambit from a front pit (`TS7`).
    fn gambit(&mut self, spot: u8) -> Result<(), Endless> {
        let game = self.game;
        let to = self.pick(game.empty_back(self.play.own), 0)?;
        let (own, to) = (&mut self.play.own, Place::Ring(to));
        self.observer.move_some(Act::Join, own, spot, to, 2);
        self.take(game.rows.facing(spot));
        self.take(game.rows.facing_back(spot));
        self.take_further(1)
    }
}

impl<P: Pits> Variant for TsoroGame<P> {
    type Position = FourRows<P>;

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &FourRows<P>, _: u8) -> Starts {
        let directions = self.directions(position);
        let gambits = self.gambits(position);
        if gambits != 0 {
            return if directions.allow(Direction::Forward) {
                Starts::forward(gambits)
            } else {
                Starts::backward(gambits)
            };
        }
        let spots = |direction| {
            if directions.allow(direction) { self.startable(position.own, direction) } else { 0 }
        };
        let starts = Starts::new(spots(Direction::Forward), spots(Direction::Backward));
        let first = starts.and(Starts::both(self.first_choice(position)));
        if first.is_empty() { starts } else { first }
    }

    // A turn takes long, so the call costs little and saves code size.
    #[inline(never)]
    fn turn(
        &self,
        position: &FourRows<P>,
        _: u8,
        start: Start,
        chooser: &mut impl Chooser<FourRows<P>>,
        observer: &mut impl Observer,
    ) -> Result<FourRows<P>, TurnError> {
        let Start { spot, direction } = start;
        let mut play = InPlay { own: position.own, across: position.across, captured: 0 };
        if self.gambits(position) == 0 {
            let seeds = observer.lift(&mut play.own, spot);
            let first = self.laps.onward(spot, seeds, direction, Skip::Nothing);
            let landed = |play: &mut _, observer: &mut _, lap, landing| {
                let mut hand = self.hand(position, start, play, chooser, observer);
                hand.landed(lap, landing)
            };
            let (laps, most) = (&self.laps, self.rules.max_sown);
            play = relay(laps, most, play, |play| &mut play.own, observer, first, landed)?;
        } else {
            let mut hand = self.hand(position, start, &mut play, chooser, observer);
            hand.gambit(spot)?;
        }
        Ok(self.after(position, start, play))
    }

    #[inline]
    fn choices(&self, position: &FourRows<P>, _: u8) -> Choices {
        if self.rules.extra > 0 || position.extra.pits.own() != 0 || self.gambits(position) != 0 {
            Choices::Any
        } else {
            Choices::None
        }
    }

    fn possible(&self) -> Possible {
        Possible::moves(Starts::ALL, true)
    }

    fn ended(&self, position: &FourRows<P>) -> Option<Outcome> {
        // TS23
        position.by_limit(self.rules.limit)
    }

    fn stuck(&self, _: Option<&FourRows<P>>, position: &FourRows<P>) -> Outcome {
        match self.rules.goal {
            // TS16
            Goal::Last => Outcome::win(position.status.to_move.other()),
            // TS17
            Goal::Most => Outcome::by_count(self.holdings(position)),
        }
    }

    fn holdings(&self, position: &FourRows<P>) -> BySide<u16> {
        position.holdings()
    }
}

impl<P: Pits> TsoroGame<P> {
    /// Creates the state of a move from this start.
    #[inline]
    const fn hand<'a, C, O>(
        &'a self,
        before: &'a FourRows<P>,
        start: Start,
        play: &'a mut InPlay<P>,
        chooser: &'a mut C,
        observer: &'a mut O,
    ) -> Hand<'a, P, C, O> {
        Hand { game: self, before, start, play, chooser, observer }
    }

    /// Returns the position after a move that ends here, from the opponent's point of view.
    #[inline]
    fn after(&self, before: &FourRows<P>, start: Start, play: InPlay<P>) -> FourRows<P> {
        let mut captured = before.captured;
        captured[Player::Mover] += play.captured;
        let mut after = FourRows {
            own: play.across,
            across: play.own,
            captured: captured.turned(),
            extra: self.remembered(before, start).turned(),
            status: Status::going(before.status.to_move.other()),
        };
        after.status.result = self.ended(&after);
        after
    }
}
