//! What happens in a move, told one event at a time; pictures, traces and statistics are made from this alone.

use crate::kernel::board::Pits;
use crate::kernel::lap::Lap;

/// A place on the board as the player to move sees it: first their own ring, then the opponent's.
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
    /// Seeds of the mover off the board: in the written position the field of seeds of this number, from 0.
    Store(u8),
    /// The opponent's.
    StoreAcross(u8),
}

impl Place {
    /// The mover's store where a game has one kind of store only.
    pub const STORE: Self = Self::Store(0);
    /// The opponent's.
    pub const STORE_ACROSS: Self = Self::StoreAcross(0);

    /// The spot on its ring; 0 for what is no pit.
    #[must_use]
    #[inline]
    pub const fn spot(self) -> u8 {
        match self {
            Self::Ring(spot) | Self::Across(spot) => spot,
            Self::Hand | Self::Store(_) | Self::StoreAcross(_) => 0,
        }
    }
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

/// Why seeds change their place.
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

/// Something worth saying that moves no seeds; a ruleset makes its own as constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Note {
    /// What is said; `{pit}`, `{mover}` and `{other}` stand for the place and the players.
    pub says: &'static str,
    /// What it changes in the fields of the written position.
    pub effect: Effect,
}

/// What a note changes in the fields of the written position, so that pictures stay true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Nothing.
    None,
    /// The pit is named in this field from now on, or the side of the pit.
    Marks(&'static str),
    /// The pit is no longer named in this field, or the side of the pit.
    Unmarks(&'static str),
    /// The board is turned round: each side has what the other had (S2).
    TurnsBoard,
}

impl Note {
    /// The hand turns.
    pub const TURN: Self = Self::new("the hand turns at {pit}");
    /// The last seed fell into the mover's store, say, and the mover has another move.
    pub const MOVES_AGAIN: Self = Self::new("{mover} moves again");
    /// A front row stands empty.
    pub const ROW_EMPTY: Self = Self::new("the front row is empty");
    /// A player without a move passes.
    pub const PASS: Self = Self::new("{mover} passes");

    /// A player takes over the other side instead of moving.
    pub const SWAP: Self = Self {
        says: "{mover} swaps: the board is turned round",
        effect: Effect::TurnsBoard,
    };

    /// Words alone.
    #[must_use]
    pub const fn new(says: &'static str) -> Self {
        let effect = Effect::None;
        Self { says, effect }
    }

    /// The same, and the pit is named in a field of the written position from then on.
    #[must_use]
    pub const fn marking(self, field: &'static str) -> Self {
        let effect = Effect::Marks(field);
        Self { effect, ..self }
    }

    /// The same, and the pit is no longer named in a field of the written position.
    #[must_use]
    pub const fn unmarking(self, field: &'static str) -> Self {
        let effect = Effect::Unmarks(field);
        Self { effect, ..self }
    }
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

/// Whoever is told, whatever they do with it: rulesets are compiled for this once, not for each that watches.
impl Observer for &mut dyn FnMut(Event) {
    #[inline]
    fn see(&mut self, event: impl FnOnce() -> Event) {
        self(event());
    }
}

/// Moves seeds and tells it in one word: what rulesets say to their observer.
pub trait Tell: Observer {
    /// Seeds went from one place to another at once.
    #[inline]
    fn moved(&mut self, act: Act, from: Place, to: Place, seeds: u8) {
        self.see(|| Event::Move {
            act,
            from,
            to,
            seeds,
        });
    }

    /// Takes all seeds of a pit of the mover's ring into the hand, to be sown.
    #[inline]
    fn lift<P: Pits>(&mut self, ring: &mut P, spot: u8) -> u8 {
        let seeds = ring.take(spot);
        self.moved(Act::Lift, Place::Ring(spot), Place::Hand, seeds);
        seeds
    }

    /// Captures all seeds of a pit, if it holds any, into the hand or a store.
    #[inline]
    fn capture<P: Pits>(&mut self, ring: &mut P, from: Place, to: Place) -> u8 {
        let seeds = ring.take(from.spot());
        if seeds > 0 {
            self.moved(Act::Capture, from, to, seeds);
        }
        seeds
    }

    /// Puts all seeds of a pit, if it holds any, in a store for good.
    #[inline]
    fn bank<P: Pits>(&mut self, ring: &mut P, from: Place, to: Place) -> u8 {
        let seeds = ring.take(from.spot());
        if seeds > 0 {
            self.moved(Act::Bank, from, to, seeds);
        }
        seeds
    }

    /// Says something that moves no seeds.
    #[inline]
    fn note(&mut self, note: Note, at: Place) {
        self.see(|| Event::Mark { note, at });
    }

    /// Says how a choice was made.
    #[inline]
    fn chose(&mut self, choice: Choice) {
        self.see(|| Event::Choice(choice));
    }

    /// Tells that the seeds in the hand were sown.
    #[inline]
    fn sown(&mut self, lap: Lap) {
        self.see(|| Event::Sow(lap));
    }
}

impl<O: Observer> Tell for O {}
