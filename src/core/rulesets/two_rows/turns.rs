//! The ruleset-specific part of a game on two rows.

use crate::rulesets::prelude::*;
use std::fmt;

use super::{Hand, InPlay, Marked, Marks, Of, TwoRowGame};

/// Ruleset-specific part of a game on two rows: the continuation after a lap, and other rules of its own.
pub trait Turns: Clone + Send + Sync + Sized + 'static {
    /// Set if seeds won lie in stores that are part of the ring.
    const STORES: bool = false;

    /// Identifiers of the rules on starts, on directions and on feeding.
    const BOOK: [&'static str; 3] = [""; 3];

    /// State during a move; `()` for none.
    type Memory: fmt::Debug + Copy + Eq + Default + Send + Sync;

    /// Returns the next step after a lap.
    fn landed(&self, hand: &mut Hand<'_, impl Of<Self>>, lap: Lap, landing: Landing) -> Next;

    /// Lifts the seeds of the start and returns the first lap of a turn.
    ///
    /// # Errors
    ///
    /// A [`TurnError`] if the start gives no move.
    #[inline]
    fn first_lap(
        &self,
        hand: &mut Hand<'_, impl Of<Self>>,
        start: Start,
    ) -> Result<Lap, TurnError> {
        let seeds = hand.observer.lift(&mut hand.play.ring, start.spot);
        Ok(hand.lap_from(start.spot, seeds, start.direction))
    }

    /// Returns the starts that may be chosen, from those given.
    #[inline]
    fn starts<P: Pits>(
        &self,
        _game: &TwoRowGame<P, Self>,
        _position: &Marked<P>,
        starts: Starts,
    ) -> Starts {
        starts
    }

    /// Returns the rule that bars a move from this filled pit: because [`starts`](Self::starts) excludes it, or because
    /// the move `was_played` and turned out illegal.
    fn barred_by<P: Pits>(
        &self,
        _position: &Marked<P>,
        _spot: u8,
        _was_played: bool,
    ) -> &'static str {
        Self::BOOK[0]
    }

    /// Returns `true` if [`starts`](Self::starts) may remove a player's last start. Games without this are faster.
    #[inline]
    fn bars(&self) -> bool {
        true
    }

    /// Returns the pits that the mover's laps skip, as bits; by default, those out of play. Returns `None` if no pit is
    /// left. Then the next seed is a part of its lap by itself, and skips what [`passed`](Self::passed) returns. A
    /// ruleset in which this makes no difference may implement `passed` alone.
    #[inline]
    fn skipped<P: Pits>(
        &self,
        _game: &TwoRowGame<P, Self>,
        play: &InPlay<P, Self::Memory>,
    ) -> Option<u32> {
        Some(play.marks.out)
    }

    /// Returns the pits that the next seeds of the mover skip, as bits.
    #[inline]
    fn passed<P: Pits>(&self, game: &TwoRowGame<P, Self>, play: &InPlay<P, Self::Memory>) -> u32 {
        self.skipped(game, play).unwrap_or(play.marks.out)
    }

    /// Returns for how many last seeds of a lap sown in parts [`passed`](Self::passed) differs.
    #[inline]
    fn sown_apart(&self, _marks: Marks) -> u8 {
        0
    }

    /// Completes a turn after its last lap; `true` ends the game, and the rest goes to the owner of each pit.
    #[inline]
    fn finish(&self, _hand: &mut Hand<'_, impl Of<Self>>) -> bool {
        false
    }

    /// Returns `true` if the board ends the game whatever moves are possible. After a move, the view is that of the
    /// player who `moved`; in a given position, that of the player to move.
    #[inline]
    fn ends_with<P: Pits>(
        &self,
        _game: &TwoRowGame<P, Self>,
        _ring: P,
        _marks: Marks,
        _moved: bool,
    ) -> bool {
        false
    }

    /// Returns the pits whose seeds belong to neither player when the game ends, as bits.
    #[inline]
    fn nobodys<P: Pits>(&self, _game: &TwoRowGame<P, Self>, _ring: P, _marks: Marks) -> u32 {
        0
    }

    /// Returns the seeds of these pits that each player gets nevertheless, by pit.
    #[inline]
    fn settled<P: Pits>(&self, _position: &Marked<P>) -> ByTurn<P> {
        ByTurn::default()
    }

    /// Returns `true` if the mover's store is before their first pit in a move in this direction, not after the last.
    #[inline]
    fn store_is_before(&self, _direction: Direction) -> bool {
        false
    }

    /// Returns `true` if moves can be refused or endless, so that a player with a start can be stuck.
    #[inline]
    fn refuses(&self) -> bool {
        false
    }

    /// Returns `true` if seeds won are never lost again and do not matter before the end.
    #[inline]
    fn keeps_won(&self) -> bool {
        true
    }

    /// Returns the text of a choice of seeds or pits, for the name of a move; `None` in games without such choices.
    /// `asked` tells whether there was a choice.
    fn picked(&self, _picks: u32, _asked: impl FnOnce() -> bool) -> Option<String> {
        None
    }

    /// Returns the choices that may come up within a move.
    #[inline]
    fn choices(&self) -> Choices {
        Choices::None
    }
}
