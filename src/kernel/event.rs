//! What happens in a move, told one event at a time; pictures, traces and statistics are made from this alone.

use crate::kernel::board::Direction;
use crate::kernel::lap::Lap;

/// A place on the board as the player to move sees it: first his own ring, then his opponent's.
///
/// On a ring that both players share, the places are the spots of that ring. Which pit it is, the
/// [`Layout`](crate::Layout) knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// A spot of the ring on which the mover sows.
    Ring(u8),
    /// A spot of the opponent's own ring, counted as the opponent counts it.
    Across(u8),
    /// The hand.
    Hand,
    /// Seeds not yet entered, or won: the mover's.
    Store,
    /// The opponent's.
    StoreAcross,
}

/// One step of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Seeds go from one place to another at once: entered, lifted, captured, banked.
    Move {
        /// Why.
        act: Act,
        /// From where.
        from: Place,
        /// To where.
        to: Place,
        /// How many.
        seeds: u8,
    },
    /// The seeds in the hand are sown.
    Sow(Lap),
    /// The player could have stopped and went on, or stopped.
    Choice(Choice),
    /// Something that moves no seeds.
    Mark {
        /// What.
        note: Note,
        /// Where.
        at: Place,
    },
}

impl Event {
    /// Seeds go from one place to another.
    #[must_use]
    pub const fn moved(act: Act, from: Place, to: Place, seeds: u8) -> Self {
        Self::Move {
            act,
            from,
            to,
            seeds,
        }
    }

    /// Something that moves no seeds.
    #[must_use]
    pub const fn mark(note: Note, at: Place) -> Self {
        Self::Mark { note, at }
    }
}

/// Why seeds change their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "kebab-case")]
pub enum Act {
    /// A seed from the store is put on the board.
    Enter,
    /// A pit is emptied, or partly emptied, into the hand to be sown.
    Lift,
    /// Seeds of the opponent are captured.
    Capture,
    /// Seeds go out of play to a player's credit.
    Bank,
    /// What is left goes to its taker when the game ends.
    Sweep,
    /// A seed joins another pit.
    Join,
}

/// How a choice within a move was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The player stopped here.
    Stop,
    /// The player went on.
    GoOn,
}

/// Things worth saying that move no seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Note {
    /// The hand turns to this direction.
    Turn(Direction),
    /// A house that was owned is lost.
    HouseLost,
    /// The move ends in the house.
    EndsInHouse,
    /// The pit may not be emptied in the next move.
    Takasia,
    /// The move ends in the pit that is takasia-ed.
    EndsInTakasia,
    /// The pit is reserved for the mover.
    Reserved,
    /// The move ends in a reserved pit.
    EndsInReserved,
    /// The pit becomes a tuzdik.
    Tuzdik,
    /// A capture that would take everything takes nothing.
    GrandSlam,
    /// The last seed fell into the mover's store, and he moves again.
    MovesAgain,
    /// A front row stands empty.
    RowEmpty,
}

/// Someone who watches a move.
///
/// Events are made only when an observer wants them, so watching with `()` costs nothing.
pub trait Observer {
    /// Called once for each event.
    fn see(&mut self, event: impl FnOnce() -> Event);
}

impl Observer for () {
    #[inline]
    fn see(&mut self, _event: impl FnOnce() -> Event) {}
}

impl Observer for Vec<Event> {
    fn see(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}
