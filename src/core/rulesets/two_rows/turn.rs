//! A turn, from the first lap to the position after it.

use super::moves::{FEEDING, STARVING};
use super::{Hand, InPlay, Marked, Player, Stuck, Turns, TwoRowGame, TwoRows};
use crate::rulesets::prelude::*;

/// Event of a pass by the opponent.
const OTHER_PASSES: Note = Note::new("{other} passes");

impl<P: Pits, T: Turns> TwoRowGame<P, T> {
    /// Creates a hand for a move.
    #[inline]
    pub(super) fn hand<'a, C, O>(
        &'a self,
        before: &'a Marked<P>,
        play: &'a mut InPlay<P, T::Memory>,
        chooser: &'a mut C,
        observer: &'a mut O,
    ) -> Hand<'a, (P, T, C, O)>
    where
        C: Chooser<Marked<P>>,
        O: Observer,
    {
        let ByTurn([own, other]) = before.marks.turns;
        Hand {
            game: self,
            before,
            play,
            quiet: u16::from(own) + u16::from(other) < u16::from(self.common.quiet),
            chooser,
            observer,
        }
    }

    /// Plays a turn to the end of its last lap; the flag is set if the ruleset then ends the game.
    #[inline]
    pub(super) fn play_out<C: Chooser<Marked<P>>, O: Observer>(
        &self,
        before: &Marked<P>,
        start: Start,
        chooser: &mut C,
        observer: &mut O,
    ) -> Result<(InPlay<P, T::Memory>, bool), TurnError> {
        let mut play = Self::in_play(before);
        let marks = &mut play.marks;
        marks.turns[Player::Mover] =
            marks.turns[Player::Mover].saturating_add(1).min(self.counted());
        marks.barred = 0;
        if marks.directions == ByTurn([None; 2]) {
            marks.directions = self.common.sowing.settled(start.direction);
        }
        let mut hand = self.hand(before, &mut play, chooser, observer);
        if self.gives(before) {
            hand.give()?;
        }
        if T::STORES && self.turns.store_is_before(start.direction) {
            hand.play.store_before = true;
            hand.play.ring = self.with_stores_changed(hand.play.ring);
        }
        let first = self.turns.first_lap(&mut hand, start)?;
        let landed = |play: &mut _, observer: &mut _, lap, landing| {
            let mut hand = self.hand(before, play, chooser, observer);
            self.turns.landed(&mut hand, lap, landing)
        };
        let max_sown = self.common.max_sown;
        play = relay(&self.laps, max_sown, play, |play| &mut play.ring, observer, first, landed)?;
        let mut hand = self.hand(before, &mut play, chooser, observer);
        let over = self.turns.finish(&mut hand);
        if T::STORES {
            play = self.settled(play);
        }
        if play.refused { Err(TurnError::Unfit) } else { Ok((play, over)) }
    }

    /// Puts each store after its owner's last pit again at the end of a move.
    #[inline]
    fn settled(&self, play: InPlay<P, T::Memory>) -> InPlay<P, T::Memory> {
        if !play.store_before {
            return play;
        }
        InPlay { ring: self.with_stores_changed(play.ring), store_before: false, ..play }
    }

    /// Returns `true` if a quick check shows that both players can move and the game goes on, as it nearly always does.
    #[inline]
    pub(super) fn goes_on(&self, before: &Marked<P>, play: &InPlay<P, T::Memory>) -> bool {
        let ends = || self.turns.ends_with(self, play.ring, play.marks, true);
        let both = self.open && self.both_have_starts(play) && !ends();
        both && self.decided(before, play).is_none()
    }

    /// Returns the result by majority, which is checked only if the shares of the seeds may have changed.
    #[inline]
    fn decided(&self, before: &Marked<P>, play: &InPlay<P, T::Memory>) -> Option<Outcome> {
        let (marks, mover) = (play.marks, before.status.to_move);
        let changed = T::STORES
            || play.captured != before.captured
            || marks.all_claimed() != 0
            || marks.lost != before.marks.lost;
        let counts = self.common.ending.majority && changed;
        counts.then(|| self.by_majority(play.ring, play.captured, marks, mover))?
    }

    /// Returns `true` if both players have seeds in pits that they may start from, by the marks alone.
    #[inline]
    fn both_have_starts(&self, play: &InPlay<P, T::Memory>) -> bool {
        let marks = play.marks;
        let filled = play.ring.filled() & !(marks.all_claimed() | marks.out | marks.barred);
        let own = self.own_bits(marks);
        filled & own != 0 && filled & self.rows.all_bits() & !own != 0
    }

    /// Returns the position after a move for the next player, who is the mover if they move again.
    #[inline]
    pub(super) fn passed_on(&self, before: &Marked<P>, play: &InPlay<P, T::Memory>) -> Marked<P> {
        let after = TwoRows {
            ring: play.ring,
            captured: play.captured,
            marks: play.marks,
            status: Status::going(before.status.to_move),
        };
        if play.again { after } else { self.turned(&after) }
    }

    /// Returns the position after a move, seen by the next player; ends the game if it is over.
    #[inline(never)]
    pub(super) fn conclude(
        &self,
        before: &Marked<P>,
        tier: u8,
        play: InPlay<P, T::Memory>,
        over: bool,
        observer: &mut impl Observer,
    ) -> Result<Marked<P>, TurnError> {
        let fed = self.has_seeds(play.ring, play.marks, Player::Other);
        if !fed && tier == FEEDING && self.must_feed(before) {
            return Err(TurnError::Unfit);
        }
        let mut after = TwoRows {
            ring: play.ring,
            captured: play.captured,
            marks: play.marks,
            status: before.status,
        };
        let decided = self.decided(before, &play);
        after.status.result = decided.or_else(|| self.by_emptiness(&after, Player::Mover));
        let over = over || self.turns.ends_with(self, after.ring, after.marks, true);
        let next = Player::owner(play.again);
        let emptied = self.stuck_by_emptiness(&after, next);
        if after.status.result.is_none()
            && let Some(stuck) = over.then_some(Player::Other).or(emptied)
        {
            self.end(&mut after, stuck, Player::Mover, observer);
        }
        let turned = self.turned(&after);
        if after.status.result.is_some() {
            return Ok(if play.again { after } else { turned });
        }
        if play.again && self.can_move(&after) {
            observer.note(Note::MOVES_AGAIN, Place::STORE);
            return Ok(after);
        }
        if !play.again && self.can_move(&turned) {
            return Ok(turned);
        }
        Ok(self.stuck_after(after, turned, next, observer))
    }

    /// Returns the position after a stopped move, without a duty to feed.
    pub(super) fn stopped(&self, before: &Marked<P>, play: InPlay<P, T::Memory>) -> Marked<P> {
        let (play, tier) = (self.settled(play), STARVING);
        self.conclude(before, tier, play, false, &mut ()).unwrap_or(*before)
    }

    /// Handles a next player who can't move: the other player goes on, or the game ends. `next` is the stuck player.
    #[cold]
    fn stuck_after(
        &self,
        mut after: Marked<P>,
        turned: Marked<P>,
        next: Player,
        observer: &mut impl Observer,
    ) -> Marked<P> {
        let (stuck, passes) = match next {
            Player::Mover => (&after, Note::PASS),
            Player::Other => (&turned, OTHER_PASSES),
        };
        let others = self.after_pass(stuck);
        if self.common.ending.stuck == Stuck::Passes && self.can_move(&others) {
            observer.note(passes, Place::Hand);
            return others;
        }
        self.end(&mut after, next, Player::Mover, observer);
        if next == Player::Mover { after } else { self.turned(&after) }
    }
}
