//! End and result of a game: majorities, the remaining seeds, and stuck players.

use super::game::total_of;
use super::{Goal, Marked, Marks, Player, Repetition, Rest, Stuck, Turns, TwoRowGame};
use crate::rulesets::prelude::*;

impl<P: Pits, T: Turns> TwoRowGame<P, T> {
    /// Returns the result if a player has more than half of all seeds (with those in claimed pits), or both half.
    #[inline]
    pub(super) fn by_majority(
        &self,
        ring: P,
        captured: ByTurn<u8>,
        marks: Marks,
        mover: Side,
    ) -> Option<Outcome> {
        let claims = marks.claimed.map(|bits| total_of(ring, bits));
        let won = self.won(ring, captured).map(u16::from) + claims;
        let captured = captured.map(u16::from);
        let off = captured.own() + captured.other();
        Outcome::by_majority(mover.arrange(won), off + ring.total())
    }

    /// Counts the final seeds of each player after a repetition, which must not be a draw.
    pub(super) fn won_by_repetition(&self, position: &Marked<P>) -> ByTurn<u16> {
        self.shares(self.rest_of_repetition(), position, Player::Mover, Player::Other)
    }

    /// Returns the owner of the seeds that a repetition leaves on the board.
    const fn rest_of_repetition(&self) -> Rest {
        match self.common.ending.repetition {
            Repetition::OwnRows => Rest::OwnRow,
            Repetition::None | Repetition::Nobodys | Repetition::Draw => Rest::Nobody,
        }
    }

    /// Shares out the seeds after a repetition, and returns the result.
    #[cold]
    pub(super) fn end_by_repetition(&self, position: &mut Marked<P>) -> Outcome {
        if self.common.ending.repetition == Repetition::Draw {
            return Outcome::Draw;
        }
        let counts = self.won_by_repetition(position);
        self.share_out(self.rest_of_repetition(), position, counts, &mut ());
        Outcome::by_count(position.status.to_move.arrange(counts))
    }

    /// Counts the final seeds of the mover and the opponent, including their shares of the rest.
    ///
    /// `stuck` is the player who can't move, and `last` the one who moved last.
    pub(super) fn shares(
        &self,
        rest: Rest,
        position: &Marked<P>,
        stuck: Player,
        last: Player,
    ) -> ByTurn<u16> {
        let marks = position.marks;
        let own = self.own_bits(marks);
        let nobodys = self.turns.nobodys(self, position.ring, marks);
        let free = self.rows.all_bits() & !(marks.all_claimed() | nobodys);
        let rows = ByTurn([own & free, free & !own]).map(|bits| total_of(position.ring, bits));
        let claims = marks.claimed.map(|bits| total_of(position.ring, bits));
        let left = rows.own() + rows.other();
        let to = |taker| ByTurn(Player::BOTH).map(|player| if player == taker { left } else { 0 });
        // A player who has starts but is stuck could not feed the opponent.
        let unfed = || match stuck {
            Player::Mover => !self.base_starts(position).is_empty(),
            Player::Other => !self.base_starts(&self.turned(position)).is_empty(),
        };
        let shared = match rest {
            Rest::Other => to(stuck.other()),
            Rest::LastMover => to(last),
            Rest::Unfed if unfed() => to(stuck.other()),
            Rest::OwnRow | Rest::Unfed => rows,
            Rest::Nobody => ByTurn([0, 0]),
            Rest::Divided => ByTurn([left / 2; 2]),
        };
        let won = self.won(position.ring, position.captured);
        let settled = self.turns.settled(position).map(P::total);
        won.map(u16::from) + claims + settled + shared
    }

    /// Returns the result if a player can't move.
    pub(super) fn outcome(&self, position: &Marked<P>, stuck: Player, last: Player) -> Outcome {
        let rest = self.common.ending.rest;
        self.outcome_of(position, stuck, || self.shares(rest, position, stuck, last))
    }

    /// Returns the result if a player can't move; `shares` is called only if seeds decide.
    fn outcome_of(
        &self,
        position: &Marked<P>,
        stuck: Player,
        shares: impl FnOnce() -> ByTurn<u16>,
    ) -> Outcome {
        let mover = position.status.to_move;
        match self.common.ending.goal {
            Goal::Most | Goal::FirstEmpty => Outcome::by_count(mover.arrange(shares())),
            Goal::LastMove | Goal::LastMoveUnlessFull | Goal::LastWithSeeds => {
                let loser = stuck.side(mover);
                let first = self.rows.totals(self.opening.ring).0[loser.index()];
                let won = self.won(position.ring, position.captured);
                let full = u16::from(won[stuck]) >= first;
                if full && self.common.ending.goal == Goal::LastMoveUnlessFull {
                    return Outcome::Draw;
                }
                Outcome::win(loser.other())
            }
        }
    }

    /// Ends the game and distributes the rest.
    #[cold]
    pub(super) fn end(
        &self,
        position: &mut Marked<P>,
        stuck: Player,
        last: Player,
        observer: &mut impl Observer,
    ) {
        let rest = self.common.ending.rest;
        let shares = self.shares(rest, position, stuck, last);
        position.status.result = Some(self.outcome_of(position, stuck, || shares));
        if matches!(self.common.ending.goal, Goal::Most | Goal::FirstEmpty) {
            self.share_out(rest, position, shares, observer);
        }
    }

    /// Gives the players their final seeds. Those that belong to neither player stay, and all if the rest is nobody's.
    fn share_out(
        &self,
        rest: Rest,
        position: &mut Marked<P>,
        shares: ByTurn<u16>,
        observer: &mut impl Observer,
    ) {
        if rest == Rest::Nobody {
            return;
        }
        let won = self.won(position.ring, position.captured);
        let settled = self.turns.settled(position);
        for (player, pits) in Player::BOTH.into_iter().zip(settled.0) {
            for Start { spot, .. } in Starts::forward(pits.filled()) {
                let (seeds, taken) = (position.ring.take(spot), pits.get(spot));
                position.ring.add(spot, seeds - taken);
                self.sweep(position, spot, player, taken, observer);
            }
        }
        let won = won.map(u16::from) + settled.map(P::total);
        let mut left = ByTurn([shares.own() - won.own(), shares.other() - won.other()]);
        let marks = position.marks;
        let own = self.own_bits(marks);
        let nobodys = self.turns.nobodys(self, position.ring, marks);
        let filled = position.ring.filled() & self.rows.all_bits() & !nobodys;
        let mine = marks.claimed.own() | own & !marks.claimed.other();
        for Start { spot, .. } in Starts::forward(filled) {
            let owner = Player::owner(mine >> spot & 1 == 1);
            let mut seeds = position.ring.take(spot);
            for player in [owner, owner.other()] {
                let left = &mut left[player];
                let taken = seeds.min(u8::try_from(*left).unwrap_or(u8::MAX));
                if taken > 0 {
                    self.sweep(position, spot, player, taken, observer);
                    *left -= u16::from(taken);
                    seeds -= taken;
                }
            }
            position.ring.add(spot, seeds);
        }
    }

    /// Moves seeds from a pit to a player at the end.
    fn sweep(
        &self,
        position: &mut Marked<P>,
        spot: u8,
        player: Player,
        seeds: u8,
        observer: &mut impl Observer,
    ) {
        observer.moved(Act::Sweep, Place::Ring(spot), player.store(), seeds);
        self.credit(position, player, seeds);
    }

    /// Returns the winner by empty pits, if that is the goal; `last` is the player who moved last.
    #[inline]
    pub(super) fn by_emptiness(&self, position: &Marked<P>, last: Player) -> Option<Outcome> {
        let (asked_first, empty_wins) = match self.common.ending.goal {
            Goal::FirstEmpty => (last, true),
            Goal::LastWithSeeds => (last.other(), false),
            Goal::Most | Goal::LastMove | Goal::LastMoveUnlessFull => return None,
        };
        let empty = [asked_first, asked_first.other()]
            .into_iter()
            .find(|&player| !self.has_seeds(position.ring, position.marks, player))?;
        let owner = empty.side(position.status.to_move);
        Some(Outcome::win(if empty_wins { owner } else { owner.other() }))
    }

    /// Returns the player without seeds if that ends the game; `next` is the player to move, and is asked first.
    pub(super) fn stuck_by_emptiness(&self, position: &Marked<P>, next: Player) -> Option<Player> {
        let ends = self.common.ending.stuck == Stuck::RowEmpty;
        let empty = |&player: &Player| !self.has_seeds(position.ring, position.marks, player);
        ends.then(|| [next, next.other()].into_iter().find(empty))?
    }

    /// Returns the result if the board ends the game in this position (`G9`).
    pub(super) fn over(&self, position: &Marked<P>) -> Option<Outcome> {
        let (marks, mover) = (position.marks, position.status.to_move);
        let by_majority = || self.by_majority(position.ring, position.captured, marks, mover);
        let decided = self.common.ending.majority.then(by_majority).flatten();
        let decided = decided.or_else(|| self.by_emptiness(position, Player::Other));
        if decided.is_some() {
            return decided;
        }
        let over = self.turns.ends_with(self, position.ring, marks, false);
        if !over && let Some(stuck) = self.stuck_by_emptiness(position, Player::Mover) {
            return Some(self.outcome(position, stuck, Player::Other));
        }
        let passes = self.common.ending.stuck == Stuck::Passes;
        let other_moves = || passes && self.can_move(&self.after_pass(position));
        let ends = over || !self.can_move(position) && !other_moves();
        ends.then(|| self.outcome(position, Player::Mover, Player::Other))
    }
}
