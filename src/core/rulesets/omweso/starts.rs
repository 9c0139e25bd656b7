//! Legal starts of moves, and the laps from them.

use std::iter::repeat_n;

use super::capture::Captures;
use super::{ClosedUntil, FIRST, FirstLap, OmwesoGame, Origin, Singles};
use crate::rulesets::four_rows::FourRows;
use crate::rulesets::prelude::*;

impl<P: Pits> OmwesoGame<P> {
    /// Returns the starts that have priority over all others if one of them gives a move.
    #[inline]
    pub(super) fn first_starts(&self, position: &FourRows<P>) -> Starts {
        let shut = Self::is_shut(position);
        let starting = || self.starting(position, position.own, shut);
        if self.is_first_turn(position) && !self.marks.set_moves.is_empty() {
            // OM20
            let set = self.marks.set_moves.iter();
            let spots = set.fold(0, |spots, &(spot, _)| spots | 1 << spot);
            Starts::backward(position.own.filled() & spots)
        } else if self.is_first_turn(position) && self.marks.first_move != 0 {
            // OM18
            starting().and(Starts::both(self.marks.first_move))
        } else if self.rules.first_lap == FirstLap::MustCapture {
            // OM14
            let asked = if self.is_chosen() { Starts::ALL } else { Starts::backward(u32::MAX) };
            starting().and(asked)
        } else if shut && self.opens_when_needed() {
            // OM22
            starting()
        } else {
            Starts::NONE
        }
    }

    /// Returns all starts, for positions where no start with priority gives a move.
    #[inline]
    pub(super) fn all_starts(&self, position: &FourRows<P>) -> Starts {
        let shut = Self::is_shut(position) && !self.opens_when_needed();
        if self.may_lay(position) {
            // OM29: further seeds bar no start.
            return self.starting(position, position.own.plus(self.one_each()), shut);
        }
        self.starting(position, position.own, shut)
    }

    /// Returns a ring with a seed in each pit, those of a reserve (`OM29`).
    fn one_each(&self) -> P {
        P::of(repeat_n(1, self.laps.len().into()))
    }

    /// Returns `true` if the player needs their reserve to begin a move from this start (`OM29`).
    pub(super) fn must_lay(&self, position: &FourRows<P>, start: Start) -> bool {
        !self.starting(position, position.own, Self::is_shut(position)).contains(start)
    }

    /// Lays the player's reserve if they choose or need to, and returns the position then (`OM29`).
    pub(super) fn lay_reserve(
        &self,
        position: &FourRows<P>,
        start: Start,
        chooser: &mut impl Chooser<FourRows<P>>,
        observer: &mut impl Observer,
    ) -> Result<FourRows<P>, TurnError> {
        let mut laid = *position;
        if self.may_lay(position) && (self.must_lay(position, start) || chooser.pick(2)? == 1) {
            for spot in 0..self.laps.len() {
                observer.moved(Act::Enter, Place::STORE, Place::Ring(spot), 1);
            }
            laid.own = laid.own.plus(self.one_each());
            laid.captured[Player::Mover] -= self.laps.len();
        }
        Ok(laid)
    }

    /// Returns `true` if closed pits come into play when their owner has no other move (`OM22`).
    #[inline]
    pub(super) fn opens_when_needed(&self) -> bool {
        self.rules.closed_until == ClosedUntil::Needed
    }

    /// Returns the starts that the seeds on the mover's ring allow (`OM3`, `OM4`, `OM15`).
    ///
    /// Includes clockwise starts that do not capture.
    #[inline]
    pub(super) fn starting(&self, position: &FourRows<P>, own: P, shut: bool) -> Starts {
        let mut usable = u32::MAX;
        if shut {
            // OM22
            usable = !self.marks.closed;
            if !self.opens_when_needed() {
                usable |= !self.rows.front_bits();
            }
        }
        let many = own.at_least(2) & usable;
        let [forward, backward] = match self.rules.singles {
            Singles::Free => [own.filled() & usable; 2],
            Singles::LastToEmpty if many == 0 => [Direction::Forward, Direction::Backward]
                .map(|direction| self.rows.before_empty(own.filled(), direction)),
            Singles::Never | Singles::LastToEmpty => [many; 2],
        };
        match position.extra.directions[Player::Mover] {
            _ if !self.is_chosen() => Starts::new(forward & self.marks.reverse, backward),
            None => Starts::new(forward, backward),
            Some(Direction::Forward) => Starts::forward(forward),
            Some(Direction::Backward) => Starts::backward(backward),
        }
    }

    /// Returns `true` if a clockwise start of this tier captures (`OM15`).
    #[inline]
    pub(super) fn has_clockwise_start(&self, position: &FourRows<P>, tier: u8) -> bool {
        let captures = Captures::new(self, position);
        let play = self.in_play(position, tier);
        let clockwise = self.starts(position, tier).and(Starts::forward(u32::MAX));
        clockwise.iter().any(|start| captures.would_capture_from(play, start))
    }

    /// Returns the pit of the first seed of a set first move; `None` for other moves (`OM20`).
    #[inline]
    pub(super) fn set_move(&self, position: &FourRows<P>, tier: u8, spot: u8) -> Option<u8> {
        if tier != FIRST || !self.is_first_turn(position) {
            return None;
        }
        let mut set = self.marks.set_moves.iter();
        set.find(|&&(from, _)| from == spot).map(|&(_, to)| to)
    }

    /// Returns the lap of seeds sown from a pit; the first one falls `into` it or in the next.
    #[inline]
    pub(super) fn lap(&self, spot: u8, seeds: u8, way: Direction, into: bool, shut: bool) -> Lap {
        let skip = if shut { Skip::Pits(self.marks.closed) } else { Skip::Nothing };
        let lap = self.laps.onward(spot, seeds, way, skip);
        let first = if into { spot } else { lap.first };
        Lap { first, ..lap }
    }

    /// Returns the lap of seeds that were lifted from a pit (`OM5`).
    #[inline]
    pub(super) fn lap_lifted(&self, spot: u8, seeds: u8, way: Direction, shut: bool) -> Lap {
        let into = self.rules.origin == Origin::FirstSeed;
        self.lap(spot, seeds, way, into, shut)
    }
}
