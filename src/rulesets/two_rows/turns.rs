//! What one ruleset adds to a game on two rows: what follows a lap, and what else it does in its own way.

use std::fmt;

use super::{Hand, InHand, InPlay, Marked, Marks, TwoRowGame};
use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::Tell;
use crate::kernel::lap::{Landing, Lap};
use crate::kernel::pair::ByTurn;
use crate::kernel::sow::Next;
use crate::variant::{Choices, Refusal, Start, Starts};

/// What one ruleset adds: what follows a lap, and whatever else it does in its own way.
pub trait Turns: Clone + Send + Sync + Sized + 'static {
    /// Whether what is won lies in stores that are part of the ring.
    const STORES: bool = false;

    /// The rules of the book that say where a move starts, which way it goes, and that the opponent has to be fed.
    const BOOK: [&'static str; 3] = [""; 3];

    /// What is remembered in the course of a move: `()` where there is nothing.
    type Memory: fmt::Debug + Copy + Eq + Default + Send + Sync;

    /// Next step after a lap.
    fn landed(
        &self,
        hand: &mut Hand<'_, impl InHand<Turns = Self>>,
        lap: Lap,
        landing: Landing,
    ) -> Next;

    /// The first lap of a turn; the seeds are lifted here.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the start gives no move.
    #[inline]
    fn first_lap(
        &self,
        hand: &mut Hand<'_, impl InHand<Turns = Self>>,
        start: Start,
    ) -> Result<Lap, Refusal> {
        let seeds = hand.observer.lift(&mut hand.play.ring, start.spot);
        Ok(hand.lap_from(start.spot, seeds, start.direction))
    }

    /// Which of these starts may be chosen.
    #[inline]
    fn starts<P: Pits>(
        &self,
        _game: &TwoRowGame<P, Self>,
        _position: &Marked<P>,
        starts: Starts,
    ) -> Starts {
        starts
    }

    /// The rule of the book that bars a move from this filled pit: because [`starts`](Self::starts) leaves it out, or
    /// because the move `was_played` and does not stand.
    fn barred_by<P: Pits>(
        &self,
        _game: &TwoRowGame<P, Self>,
        _position: &Marked<P>,
        _spot: u8,
        _was_played: bool,
    ) -> &'static str {
        Self::BOOK[0]
    }

    /// Whether [`starts`](Self::starts) may leave a player without a start who has one otherwise; games in which it
    /// does not are faster.
    #[inline]
    fn bars(&self) -> bool {
        true
    }

    /// The pits that the mover's laps pass over, as bits: those out of play.
    #[inline]
    fn passed<P: Pits>(&self, _game: &TwoRowGame<P, Self>, play: &InPlay<P, Self::Memory>) -> u32 {
        play.marks.out
    }

    /// Whether [`passed`](Self::passed) holds for the next seed only, where a lap is sown in parts.
    #[inline]
    fn passed_by_one<P: Pits>(
        &self,
        _game: &TwoRowGame<P, Self>,
        _play: &InPlay<P, Self::Memory>,
    ) -> bool {
        false
    }

    /// What is left to do when the last lap is over; `true` ends the game, the rest going to each pit's owner.
    #[inline]
    fn finish(&self, _hand: &mut Hand<'_, impl InHand<Turns = Self>>) -> bool {
        false
    }

    /// Whether the game is over by what lies on the board, whatever is possible: after a move, seen by the player
    /// who `moved`, or in a position that is given, seen by the player to move.
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

    /// The pits whose seeds are nobody's when the game ends, as bits.
    #[inline]
    fn nobodys<P: Pits>(&self, _game: &TwoRowGame<P, Self>, _ring: P) -> u32 {
        0
    }

    /// What each player gets of these all the same, as seeds of each pit.
    #[inline]
    fn settled<P: Pits>(&self, _position: &Marked<P>) -> ByTurn<P> {
        ByTurn::default()
    }

    /// Whether the mover's store lies before their first pit in a move that goes this way; else it lies after the last.
    #[inline]
    fn store_is_before(&self, _direction: Direction) -> bool {
        false
    }

    /// Whether there may be moves that are refused, or are endless, so that a player can be stuck who has a start.
    #[inline]
    fn refuses(&self) -> bool {
        false
    }

    /// Whether what is won is never lost again, nor looked at before the end.
    #[inline]
    fn keeps_won(&self) -> bool {
        true
    }

    /// What may come up to be chosen within a move.
    #[inline]
    fn choices(&self) -> Choices {
        Choices::None
    }
}
