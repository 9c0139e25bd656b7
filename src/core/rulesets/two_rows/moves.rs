//! Legal starts: rules about single seeds, feeding, and moves that are not valid.

use crate::rulesets::prelude::*;
use std::ops::ControlFlow;

use super::{Feeding, InPlay, Marked, Marks, Player, Singles, Stuck, Turns, TwoRowGame};
use crate::variant::Fixed;

/// Tier of moves that leave the opponent seeds, if feeding is required.
pub(super) const FEEDING: u8 = 0;
/// Tier of moves that may leave the opponent without seeds, if feeding is required.
pub(super) const STARVING: u8 = 1;

impl<P: Pits, T: Turns> TwoRowGame<P, T> {
    /// Returns the starts of the player to move, ignoring feeding.
    #[inline(never)]
    pub(super) fn base_starts(&self, position: &Marked<P>) -> Starts {
        if self.gives(position) && self.givers(&position.ring, position.marks) == 0 {
            return Starts::NONE;
        }
        let mut starts = self.common.sowing.starts(&self.rows, position);
        let own = || self.own_bits(position.marks);
        match self.common.sowing.singles {
            Singles::ToOwn => starts = self.with_singles_to(own(), position, starts),
            Singles::LastLeavingLast => {
                let staying = self.with_singles_to(own(), position, starts);
                if !staying.is_empty() {
                    starts = staying;
                }
            }
            Singles::ToEmpty | Singles::LastToEmpty => {
                starts = self.with_singles_to(!position.ring.filled(), position, starts);
            }
            Singles::Free | Singles::Never | Singles::Last => {}
        }
        self.turns.starts(self, position, starts)
    }

    /// Removes the starts from single seeds whose next pit is not among `pits`.
    fn with_singles_to(&self, pits: u32, position: &Marked<P>, starts: Starts) -> Starts {
        let several = position.ring.at_least(2);
        let fits = |start: &Start| {
            several >> start.spot & 1 == 1 || pits >> self.next_of(position, *start) & 1 == 1
        };
        starts.iter().filter(fits).collect()
    }

    /// Returns the next pit in play after a start, or the store that laps reach there.
    fn next_of(&self, position: &Marked<P>, start: Start) -> u8 {
        if !T::STORES {
            return self.next_in_play(position.marks, start.spot, start.direction);
        }
        let store_before = self.turns.store_is_before(start.direction);
        let play = InPlay { store_before, ..Self::in_play(position) };
        let next = self.next_sown(&play, start.spot, start.direction);
        // In a position, each store follows its owner's last pit.
        match Player::BOTH.map(|player| self.store(player)) {
            [own, across] if store_before && next == own => across,
            [own, across] if store_before && next == across => own,
            _ => next,
        }
    }

    /// Returns the mover's pits that can give a seed to an opponent without seeds, as bits.
    #[inline]
    pub(super) fn givers(&self, ring: &P, marks: Marks) -> u32 {
        ring.at_least(2) & self.own_bits(marks) & !marks.out
    }

    /// Returns `true` if the mover must give the opponent a seed before moving.
    #[inline]
    pub(super) fn gives(&self, position: &Marked<P>) -> bool {
        self.common.ending.feeding == Feeding::OneSeed
            && !self.has_seeds(position.ring, position.marks, Player::Other)
    }

    /// Returns the feeding rule. If players pass, feeding can't be required.
    #[inline]
    pub(super) const fn feeding(&self) -> Feeding {
        match (self.common.ending.feeding, self.common.ending.stuck) {
            (Feeding::Required, Stuck::Passes) => Feeding::IfPossible,
            (feeding, _) => feeding,
        }
    }

    /// Returns `true` if moves that leave the opponent seeds take precedence in this position.
    #[inline]
    pub(super) fn must_feed(&self, position: &Marked<P>) -> bool {
        match self.feeding() {
            Feeding::None | Feeding::OneSeed => false,
            Feeding::Always => true,
            Feeding::Required | Feeding::IfPossible => {
                !self.has_seeds(position.ring, position.marks, Player::Other)
            }
        }
    }

    /// Returns `true` if the player to move has a legal start. Plays moves only if the opponent must be fed or a
    /// ruleset may refuse moves.
    #[inline]
    pub(super) fn can_move(&self, position: &Marked<P>) -> bool {
        if self.base_starts(position).is_empty() {
            return false;
        }
        if self.feeding() == Feeding::Required && self.must_feed(position) {
            let feeds = |play: InPlay<_, _>| self.has_seeds(play.ring, play.marks, Player::Other);
            return self.some_move(position, feeds);
        }
        !self.turns.refuses() || self.some_move(position, |_| true)
    }

    /// Returns `true` if the player to move has a legal move. Plays moves until one ends (`G3`).
    #[cold]
    pub(super) fn has_legal_move(&self, position: &Marked<P>) -> bool {
        let ends = |start| {
            let mv = Move::new(STARVING, start);
            self.each_way(position, mv, &mut |_, _| ControlFlow::Break(())).is_break()
        };
        self.can_move(position) && self.base_starts(position).iter().any(ends)
    }

    /// Returns `true` if some move is valid and ends in such a state.
    #[cold]
    fn some_move(&self, position: &Marked<P>, ends: impl Fn(InPlay<P, T::Memory>) -> bool) -> bool {
        self.base_starts(position).iter().any(|start| {
            let (mut chooser, mut nobody) = (Fixed::first(), ());
            let played = self.play_out(position, start, &mut chooser, &mut nobody);
            played.is_ok_and(|(play, _)| ends(play))
        })
    }
}

/// Counts the sowings before the player stops in this move; `None` if they do not stop.
pub(in crate::rulesets) fn stopped_after<V: Play>(
    variant: &V,
    position: &V::Position,
    mv: Move,
) -> Option<u32> {
    let (mut sowings, mut stopped) = (0, false);
    variant.make(position, mv, &mut |event| match event {
        Event::Sow(_) => sowings += 1,
        Event::Choice(Choice::Stop) => stopped = true,
        _ => {}
    });
    stopped.then_some(sowings)
}
