//! A turn, from the first lap to the position after it.

use std::hint::select_unpredictable;

use super::game::holds_claims;
use super::moves::FEEDING;
use super::{Extra, Hand, InPlay, Stuck, Turns, TwoRowGame, TwoRows};
use crate::kernel::board::Pits;
use crate::kernel::event::{Note, Observer, Place, Tell};
use crate::kernel::sow::relay;
use crate::variant::{Chooser, Refusal, Start, Status};

/// Who passes, the mover or the opponent.
const PASSES: [Note; 2] = [Note::PASS, Note::new("{other} passes")];

impl<P: Pits, X: Extra, T: Turns> TwoRowGame<P, X, T> {
    /// A turn, where it is asked for.
    #[expect(
        clippy::inline_always,
        reason = "called once a move; a copy of its result costs as much as the move"
    )]
    #[inline(always)]
    pub(super) fn turn_here<C: Chooser<TwoRows<P, X>>>(
        &self,
        position: &TwoRows<P, X>,
        tier: u8,
        start: Start,
        chooser: &mut C,
        observer: &mut impl Observer,
    ) -> Result<TwoRows<P, X>, Refusal> {
        let (play, over) = self.play_out(position, start, chooser, observer)?;
        let other_moves = T::STORES || !play.again;
        if other_moves && !over && self.goes_on(position, &play) {
            if T::STORES && play.again {
                observer.note(Note::MOVES_AGAIN, Place::STORE);
            }
            return Ok(self.passed_on(position, &play));
        }
        // Not handed on where it lies: then the position would be in memory, not in registers, where the move ends above.
        let after = self.conclude(position, tier, play, over, observer)?;
        Ok(after)
    }

    /// The same in a place of its own: where turns take long, the copy of the result is little, and the program smaller.
    #[inline(never)]
    pub(super) fn turn_apart<C: Chooser<TwoRows<P, X>>>(
        &self,
        position: &TwoRows<P, X>,
        tier: u8,
        start: Start,
        chooser: &mut C,
        observer: &mut impl Observer,
    ) -> Result<TwoRows<P, X>, Refusal> {
        self.turn_here(position, tier, start, chooser, observer)
    }

    /// A hand that begins a move.
    #[inline]
    pub(super) fn hand<'a, C, O>(
        &'a self,
        before: &'a TwoRows<P, X>,
        play: &'a mut InPlay<P, X>,
        chooser: &'a mut C,
        observer: &'a mut O,
    ) -> Hand<'a, P, X, T, C, O> {
        let [own, other] = before.extra.marks().turns;
        Hand {
            game: self,
            before,
            play,
            quiet: X::MARKED && u16::from(own) + u16::from(other) < u16::from(self.quiet),
            chooser,
            observer,
        }
    }

    /// Plays a turn to the end of its last lap; tells whether the ruleset ends the game then.
    #[expect(clippy::inline_always, reason = "called once a move, from the turn")]
    #[inline(always)]
    pub(super) fn play_out<C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        before: &TwoRows<P, X>,
        start: Start,
        chooser: &mut C,
        observer: &mut O,
    ) -> Result<(InPlay<P, X>, bool), Refusal> {
        let mut play = Self::in_play(before);
        let mut hand = self.hand(before, &mut play, chooser, observer);
        if X::MARKED {
            hand.mark(|marks| {
                marks.turns[0] = marks.turns[0].saturating_add(1).min(self.counted());
                marks.barred = 0;
                if marks.ways == [None; 2] {
                    marks.ways = self.sowing.settled(start.direction);
                }
            });
        }
        if self.gives(before) {
            hand.give()?;
        }
        if T::STORES && X::MARKED && self.turns.store_is_before(start.direction) {
            hand.play.store_before = true;
            hand.play.ring = self.with_stores_changed(hand.play.ring);
        }
        if X::MARKED {
            let first = self.turns.first_lap(&mut hand, start)?;
            let landed = |play: &mut _, observer: &mut _, lap, landing| {
                let mut hand = self.hand(before, play, chooser, observer);
                self.turns.landed(&mut hand, lap, landing)
            };
            relay(
                &self.laps,
                self.max_sown,
                &mut play,
                observer,
                first,
                landed,
            )?;
            hand = self.hand(before, &mut play, chooser, observer);
        } else {
            let seeds = hand.observer.lift(&mut hand.play.ring, start.spot);
            let only = self.lap(hand.play, start.spot, seeds, start.direction);
            let (ring, landing) = self.laps.sow(hand.play.ring, only);
            hand.play.ring = ring;
            hand.observer.sown(only);
            self.turns.landed(&mut hand, only, landing);
        }
        let over = self.turns.finish(&mut hand);
        if T::STORES && X::MARKED {
            play = self.settled(play);
        }
        if play.refused {
            return Err(Refusal::Unfit);
        }
        Ok((play, over))
    }

    /// A move that has ended, with each store after its owner's last pit again.
    #[inline]
    fn settled(&self, play: InPlay<P, X>) -> InPlay<P, X> {
        if !play.store_before {
            return play;
        }
        InPlay {
            ring: self.with_stores_changed(play.ring),
            store_before: false,
            ..play
        }
    }

    /// Whether it can be seen at once that both players can go on, as nearly always, and that nothing ends the game.
    #[inline]
    fn goes_on(&self, before: &TwoRows<P, X>, play: &InPlay<P, X>) -> bool {
        let both = if X::MARKED {
            let ends = || self.turns.ends_with(self, play.ring, play.extra, true);
            self.open && self.both_have_starts(play) && !ends()
        } else {
            !self.rows.one_is_empty(play.ring)
        };
        let changed = Self::shares_changed(before, play);
        let mover = before.status.to_move;
        let undecided = || {
            self.by_majority(play.ring, play.captured, play.extra, mover)
                .is_none()
        };
        let counts = self.ending.majority && (X::MARKED || !T::STORES);
        both && (!changed || !counts || undecided())
    }

    /// Whether a player may have another share of all seeds than before: they have won some, or some went out of play.
    #[inline]
    fn shares_changed(before: &TwoRows<P, X>, play: &InPlay<P, X>) -> bool {
        let lost = || X::MARKED && play.extra.marks().lost != before.extra.marks().lost;
        T::STORES || play.captured != before.captured || holds_claims(play.extra) || lost()
    }

    /// Whether both players have seeds in pits that they may start from, where nothing else decides that.
    #[inline]
    fn both_have_starts(&self, play: &InPlay<P, X>) -> bool {
        let marks = play.extra.marks();
        let filled = play.ring.filled() & !(marks.all_claimed() | marks.out | marks.barred);
        let own = self.own_bits(marks);
        filled & own != 0 && filled & self.rows.all_bits() & !own != 0
    }

    /// The position after a move that has ended, with the other player to move, or in games with stores the same.
    #[inline]
    fn passed_on(&self, before: &TwoRows<P, X>, play: &InPlay<P, X>) -> TwoRows<P, X> {
        let again = T::STORES && play.again;
        let mut extra = play.extra;
        if X::MARKED && !again {
            extra.set(extra.marks().turned(self.half()));
        }
        // Who moves next in such a game can't be foreseen, so both are worked out.
        let (mover, turned) = (before.status.to_move, play.ring.turned(self.half()));
        TwoRows {
            ring: P::select(again, [play.ring, turned]),
            // Both at once: they are read together in the next move, and would have to be gathered.
            captured: u16::from_ne_bytes(play.captured).swap_bytes().to_ne_bytes(),
            extra,
            status: Status::going(select_unpredictable(again, mover, mover.other())),
        }
    }

    /// The position when the move has ended, seen by who is to move then; ends the game where it is over.
    #[inline(never)]
    fn conclude(
        &self,
        before: &TwoRows<P, X>,
        tier: u8,
        play: InPlay<P, X>,
        over: bool,
        observer: &mut impl Observer,
    ) -> Result<TwoRows<P, X>, Refusal> {
        let fed = self.has_seeds(play.ring, play.extra, 1);
        if !fed && tier == FEEDING && self.must_feed(before) {
            return Err(Refusal::Unfit);
        }
        let mut after = TwoRows {
            ring: play.ring,
            captured: play.captured,
            extra: play.extra,
            status: before.status,
        };
        if self.ending.majority && Self::shares_changed(before, &play) {
            let mover = before.status.to_move;
            after.status.result = self.by_majority(play.ring, play.captured, play.extra, mover);
        }
        if after.status.result.is_none() {
            after.status.result = self.by_emptiness(&after, 0);
        }
        let over = over || self.turns.ends_with(self, after.ring, after.extra, true);
        if after.status.result.is_none() && over {
            self.end(&mut after, 1, 0, observer);
        }
        let turned = self.turned(&after);
        if after.status.result.is_some() {
            return Ok(if play.again { after } else { turned });
        }
        if play.again {
            if self.can_move(&after) {
                observer.note(Note::MOVES_AGAIN, Place::STORE);
                return Ok(after);
            }
            return Ok(self.stuck_after(after, turned, 0, observer));
        }
        if self.can_move(&turned) {
            return Ok(turned);
        }
        Ok(self.stuck_after(after, turned, 1, observer))
    }

    /// The position after a move that was stopped, where nobody has to be fed.
    pub(super) fn stopped(&self, before: &TwoRows<P, X>, play: InPlay<P, X>) -> TwoRows<P, X> {
        let (play, tier) = (self.settled(play), FEEDING + 1);
        let position = self.conclude(before, tier, play, false, &mut ());
        position.unwrap_or(*before)
    }

    /// The player who should move next can't: the other plays on, or the game ends. `next` is 0 if that is the mover.
    #[cold]
    fn stuck_after(
        &self,
        after: TwoRows<P, X>,
        turned: TwoRows<P, X>,
        next: usize,
        observer: &mut impl Observer,
    ) -> TwoRows<P, X> {
        let others = self.after_pass(if next == 0 { &after } else { &turned });
        if self.ending.stuck == Stuck::Passes && self.can_move(&others) {
            observer.note(PASSES[next], Place::Hand);
            return others;
        }
        let mut after = after;
        self.end(&mut after, next, 0, observer);
        if next == 0 {
            return after;
        }
        self.turned(&after)
    }
}
