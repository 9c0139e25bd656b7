//! Events of a move, reported one at a time. Pictures, traces and statistics are made from these alone.

use crate::kernel::board::Pits;
use crate::kernel::lap::Lap;
use crate::kernel::pair::Player;

/// Place on the board as the mover sees it: first the mover's ring, then the opponent's.
///
/// On a ring that both players share, the places are the spots of that ring.
/// [`Layout`](crate::Layout) maps places to pits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// Spot of the ring on which the mover sows.
    Ring(u8),
    /// Spot of the opponent's own ring, counted as the opponent counts it.
    Across(u8),
    /// Hand.
    Hand,
    /// Store of the mover, by its index (from 0) among the fields of seeds in written positions.
    Store(u8),
    /// Store of the opponent, numbered likewise.
    StoreAcross(u8),
}

impl Player {
    /// Returns the store of this player.
    #[inline]
    pub const fn store(self) -> Place {
        match self {
            Self::Mover => Place::STORE,
            Self::Other => Place::STORE_ACROSS,
        }
    }
}

impl Place {
    /// The mover's store in games with one kind of store.
    pub const STORE: Self = Self::Store(0);
    /// The opponent's store in games with one kind of store.
    pub const STORE_ACROSS: Self = Self::StoreAcross(0);

    /// Returns the spot on its ring; 0 for the hand and the stores.
    #[inline]
    pub const fn spot(self) -> u8 {
        match self {
            Self::Ring(spot) | Self::Across(spot) => spot,
            Self::Hand | Self::Store(_) | Self::StoreAcross(_) => 0,
        }
    }
}

/// Step of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Seeds move from one place to another at once: entered, lifted, captured, banked.
    Move {
        /// Reason.
        act: Act,
        /// Source.
        from: Place,
        /// Destination.
        to: Place,
        /// Number of seeds.
        seeds: u8,
    },
    /// The seeds in the hand are sown.
    Sow(Lap),
    /// The player chose to stop or to go on.
    Choice(Choice),
    /// Something happens that moves no seeds.
    Mark {
        /// Description.
        note: Note,
        /// Place.
        at: Place,
    },
}

/// Reason for moving seeds.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display, serde::Serialize, schemars::JsonSchema,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// A seed from the store is put on the board.
    Enter,
    /// A pit is emptied, or partly emptied, into the hand to be sown.
    Lift,
    /// Seeds of the opponent are captured.
    Capture,
    /// Seeds go out of play to a player's credit.
    Bank,
    /// Remaining seeds go to their taker when the game ends.
    Sweep,
    /// A seed joins another pit.
    Join,
}

/// Choice made within a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The player stopped here.
    Stop,
    /// The player went on.
    GoOn,
}

/// Event that moves no seeds; rulesets define their own as constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Note {
    /// Text; `{pit}`, `{mover}` and `{other}` stand for the place and the players.
    pub says: &'static str,
    /// Change in the fields of the written position.
    pub effect: Effect,
}

/// Change that a note makes in the fields of the written position, so that pictures stay true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// No value.
    None,
    /// From now on this field, or that of the pit's side, lists the pit.
    Marks(&'static str),
    /// This field, or that of the pit's side, no longer lists the pit.
    Unmarks(&'static str),
    /// The board is turned round: each side has what the other had (S2).
    TurnsBoard,
}

impl Note {
    /// The direction of sowing reverses.
    pub const TURN: Self = Self::new("the hand turns at {pit}");
    /// The mover has another move, for example after the last seed fell into the mover's store.
    pub const MOVES_AGAIN: Self = Self::new("{mover} moves again");
    /// A front row is empty.
    pub const ROW_EMPTY: Self = Self::new("the front row is empty");
    /// A player without a move passes.
    pub const PASS: Self = Self::new("{mover} passes");

    /// A player takes over the other side instead of moving.
    pub const SWAP: Self =
        Self { says: "{mover} swaps: the board is turned round", effect: Effect::TurnsBoard };

    /// Creates a note that changes no field.
    pub const fn new(says: &'static str) -> Self {
        Self { says, effect: Effect::None }
    }

    /// Adds the effect that a field of the written position lists the pit from then on.
    #[must_use]
    pub const fn marking(self, field: &'static str) -> Self {
        Self { effect: Effect::Marks(field), ..self }
    }

    /// Adds the effect that a field of the written position no longer lists the pit.
    #[must_use]
    pub const fn unmarking(self, field: &'static str) -> Self {
        Self { effect: Effect::Unmarks(field), ..self }
    }
}

/// Callback for the events of a move, or nobody.
pub type Told<'a> = Option<&'a mut dyn FnMut(Event)>;

/// Observer of a move, with shorthands for rulesets: each moves seeds, if it does, and reports the event.
///
/// There are two: `()`, for which code is compiled without any events, and [`Told`], for everything else.
pub trait Observer {
    /// Returns the callback; events are created only for one.
    fn told(&mut self) -> Told<'_>;

    /// Receives an event; called once for each.
    #[inline]
    fn see(&mut self, event: impl FnOnce() -> Event) {
        if let Some(tell) = self.told() {
            tell(event());
        }
    }

    /// Reports that seeds moved from one place to another at once.
    #[inline]
    fn moved(&mut self, act: Act, from: Place, to: Place, seeds: u8) {
        self.see(|| Event::Move { act, from, to, seeds });
    }

    /// Lifts all seeds of a pit of the mover's ring into the hand, to be sown.
    #[inline]
    fn lift<P: Pits>(&mut self, ring: &mut P, spot: u8) -> u8 {
        let seeds = ring.take(spot);
        self.moved(Act::Lift, Place::Ring(spot), Place::Hand, seeds);
        seeds
    }

    /// Captures all seeds of a pit, if it holds any, into the hand or a store.
    #[inline]
    fn capture<P: Pits>(&mut self, ring: &mut P, from: Place, to: Place) -> u8 {
        self.moved_all(Act::Capture, ring, from, to)
    }

    /// Puts all seeds of a pit, if it holds any, in a store for good.
    #[inline]
    fn bank<P: Pits>(&mut self, ring: &mut P, from: Place, to: Place) -> u8 {
        self.moved_all(Act::Bank, ring, from, to)
    }

    /// Takes all seeds of a pit, and reports where they moved if it holds any.
    #[inline]
    fn moved_all<P: Pits>(&mut self, act: Act, ring: &mut P, from: Place, to: Place) -> u8 {
        let seeds = ring.take(from.spot());
        if seeds > 0 {
            self.moved(act, from, to, seeds);
        }
        seeds
    }

    /// Moves some seeds of a pit of the mover's ring: into the hand, to a store, or to another pit of the ring.
    #[inline]
    fn move_some<P: Pits>(&mut self, act: Act, ring: &mut P, from: u8, to: Place, seeds: u8) {
        let left = ring.take(from) - seeds;
        ring.add(from, left);
        if let Place::Ring(to) = to {
            ring.add(to, seeds);
        }
        self.moved(act, Place::Ring(from), to, seeds);
    }

    /// Reports a note.
    #[inline]
    fn note(&mut self, note: Note, at: Place) {
        self.see(|| Event::Mark { note, at });
    }

    /// Reports a choice.
    #[inline]
    fn chose(&mut self, choice: Choice) {
        self.see(|| Event::Choice(choice));
    }

    /// Reports that the seeds in the hand were sown.
    #[inline]
    fn sown(&mut self, lap: Lap) {
        self.see(|| Event::Sow(lap));
    }
}

impl Observer for () {
    #[inline]
    fn told(&mut self) -> Told<'_> {
        None
    }
}

impl Observer for Told<'_> {
    #[inline]
    fn told(&mut self) -> Told<'_> {
        self.as_mut().map(|tell| &mut **tell as _)
    }
}
