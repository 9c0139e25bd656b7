//! What a turn of `congkak` does: last seeds in stores, in filled pits and in empty ones.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Rules;
use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::{Act, Note, Observer, Place, Tell};
use crate::kernel::lap::{Landing, Lap, Skip};
use crate::kernel::sow::Next;
use crate::rulesets::two_rows::{Extra, Hand, InPlay, Turns, TwoRowGame, TwoRows};
use crate::variant::{Choices, Chooser, Decision};

/// When a last seed in an empty pit captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Capture {
    /// If the opposite pit is filled: what lies there.
    #[default]
    OppositeFilled,
    /// Always: with nothing opposite, the single seed alone is banked.
    Always,
    /// Never.
    Never,
    /// Always, but only the single seed is banked.
    LastOnly,
    /// Never, but what lies opposite joins the single seed.
    Pulls,
    /// Never. In a filled own pit, instead of sowing on, the player may stop: the last seed goes to the pit
    /// opposite, and all that lies there is captured.
    Swap,
}

/// Whether the capturing seed goes to the store with what is captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Taken {
    /// It does.
    #[default]
    Both,
    /// It stays in its pit.
    Opposite,
}

/// In whose row a last seed captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// In the mover's own.
    #[default]
    Own,
    /// In the opponent's: what lies in the mover's own pit opposite is banked.
    Opponent,
    /// In either.
    Any,
}

/// Whether the move goes on after a lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Laps {
    /// It ends.
    #[default]
    Single,
    /// A filled pit in which the last seed falls is sown on.
    Relay,
    /// The same in the mover's own row only.
    RelayOwnRow,
    /// The same in the opponent's row only.
    RelayOpponentsRow,
    /// After a last seed that captured nothing the next pit is sown on if it is filled; the own store is a pit too.
    Next,
}

/// Which stores get seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stores {
    /// The mover's own.
    #[default]
    Own,
    /// Both players'.
    Both,
}

/// At which end of the own row the own store lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AtTheEnd {
    /// At the owner's right.
    #[default]
    Right,
    /// At the owner's left.
    Left,
    /// At the end to which players sow along their own row.
    Ahead,
}

/// What a last seed in the own store does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InStore {
    /// The player moves again.
    #[default]
    Again,
    /// The move ends.
    Ends,
}

/// What a last seed in the opponent's store does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InTheirs {
    /// The move ends.
    #[default]
    Ends,
    /// The player moves again.
    Again,
    /// All seeds in that store go to the own one.
    Captures,
}

/// What a last seed in an empty pit of the opponent costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EmptyAcross {
    /// Nothing.
    #[default]
    Nothing,
    /// All seeds in the mover's store go to the opponent's.
    LosesStore,
}

/// When the game is over though the player to move could go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// As soon as a player's pits are empty.
    #[default]
    RowEmpty,
    /// When a move leaves the mover's own pits empty.
    OwnRowEmpty,
    /// When a move leaves the opponent's pits empty.
    OpponentsRowEmpty,
    /// Never.
    Stuck,
}

/// The store goes to the opponent.
const LOSES_STORE: Note = Note::new("{mover} loses the store");

/// What follows the laps of a turn.
#[derive(Debug, Clone, Copy)]
pub struct Turn {
    capture: Capture,
    taken: Taken,
    side: Side,
    laps: Laps,
    stores: Stores,
    store: AtTheEnd,
    in_theirs: InTheirs,
    empty_across: EmptyAcross,
    over: Over,
    /// The spot where a last seed gives another move, where the own store lies at the right: none is [`NOWHERE`].
    again_at: u8,
}

/// No spot.
const NOWHERE: u8 = u8::MAX;

impl Turn {
    /// What the rules of a file tell of.
    pub(super) fn new(columns: u8, rules: &Rules) -> Self {
        Self {
            capture: rules.capture,
            taken: rules.taken,
            side: rules.side,
            laps: rules.laps,
            stores: rules.stores,
            store: rules.store,
            in_theirs: rules.in_theirs,
            empty_across: rules.empty_across,
            over: rules.over,
            again_at: if rules.in_store == InStore::Again {
                columns
            } else {
                NOWHERE
            },
        }
    }

    /// Whether the mover's store lies before their first pit in a move that goes this way (`CK1`).
    pub(super) const fn is_before(self, direction: Direction) -> bool {
        match self.store {
            AtTheEnd::Right => false,
            AtTheEnd::Left => true,
            AtTheEnd::Ahead => matches!(direction, Direction::Backward),
        }
    }

    /// The spot of the opponent's store, as a bit, where the ring has one that laps pass over.
    pub(super) const fn closed(self, columns: u8, before: bool) -> u32 {
        match (self.stores, self.store, before) {
            (Stores::Both, _, _) | (_, AtTheEnd::Right, _) => 0,
            (_, _, true) => 1 << columns,
            (_, _, false) => 1 << (2 * columns + 1),
        }
    }

    /// Whether a last seed captures in a pit of this owner.
    const fn captures_in(self, own: bool) -> bool {
        match self.side {
            Side::Own => own,
            Side::Opponent => !own,
            Side::Any => true,
        }
    }
}

impl Turns for Turn {
    const STORES: bool = true;

    #[expect(
        clippy::inline_always,
        reason = "so that the whole hand stays in registers in games without marks"
    )]
    #[inline(always)]
    fn landed<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        lap: Lap,
        landing: Landing,
    ) -> Next {
        if X::MARKED {
            return self.landed_otherwise(hand, lap, landing);
        }
        // KA2
        hand.play.again = landing.spot == self.again_at;
        // KA3
        if (landing.spot < hand.store(0)) & landing.was_empty() {
            self.capture(hand, landing.spot);
        }
        Next::Stop
    }

    #[inline]
    fn bars(&self) -> bool {
        false
    }

    fn passed<P: Pits, X: Extra>(&self, game: &TwoRowGame<P, X, Self>, play: &InPlay<P, X>) -> u32 {
        let closed = self.closed(game.layout.columns(), play.store_before);
        play.extra.marks().out | closed
    }

    #[inline]
    fn store_is_before(&self, direction: Direction) -> bool {
        self.is_before(direction)
    }

    /// `CK10`
    fn ends_with<P: Pits, X: Extra>(
        &self,
        game: &TwoRowGame<P, X, Self>,
        ring: P,
        extra: X,
        moved: bool,
    ) -> bool {
        let is_empty = |player| !game.has_seeds(ring, extra, player);
        match self.over {
            Over::RowEmpty => is_empty(0) || is_empty(1),
            Over::OwnRowEmpty => moved && is_empty(0),
            Over::OpponentsRowEmpty => moved && is_empty(1),
            Over::Stuck => false,
        }
    }

    #[inline]
    fn choices(&self) -> Choices {
        if self.capture == Capture::Swap {
            Choices::Any
        } else {
            Choices::None
        }
    }
}

impl Turn {
    /// What follows a lap in any game but Kalah.
    fn landed_otherwise<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        lap: Lap,
        landing: Landing,
    ) -> Next {
        let spot = landing.spot;
        // CK3
        if spot == hand.store(0) {
            hand.play.again = self.again_at != NOWHERE;
            return Next::Stop;
        }
        // CK8
        if self.stores == Stores::Both && spot == hand.store(1) {
            match self.in_theirs {
                InTheirs::Ends => {}
                InTheirs::Again => hand.play.again = true,
                InTheirs::Captures if hand.quiet => {}
                InTheirs::Captures => Self::empty_store(hand, 1),
            }
            return Next::Stop;
        }
        let own = hand.owns(spot);
        if landing.was_empty() {
            if !hand.quiet && self.in_empty(hand, spot, own) {
                return Next::Stop;
            }
        } else if self.capture == Capture::Swap && own && !hand.quiet {
            // CK7
            match self.swap(hand, spot, lap.direction) {
                Decision::Stop => return Next::Stop,
                Decision::GoOn => {}
                Decision::Repeated => return Next::Endless,
            }
        }
        // CK4
        let goes_on = match self.laps {
            Laps::Single => false,
            Laps::Relay => true,
            Laps::RelayOwnRow => own,
            Laps::RelayOpponentsRow => !own,
            Laps::Next => {
                let next = self.next(hand, spot, lap.direction);
                if hand.play.ring.get(next) == 0 {
                    return Next::Stop;
                }
                return hand.relay_from(next, lap.direction);
            }
        };
        if goes_on && !landing.was_empty() {
            return hand.relay_from(spot, lap.direction);
        }
        Next::Stop
    }

    /// What a last seed in an empty pit does; whether it did anything (`CK5`, `CK6`, `CK9`).
    fn in_empty<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        spot: u8,
        own: bool,
    ) -> bool {
        if !own && self.empty_across == EmptyAcross::LosesStore {
            hand.observer.note(LOSES_STORE, Place::STORE);
            Self::empty_store(hand, 0);
            return true;
        }
        if !self.captures_in(own) {
            return false;
        }
        let opposite = hand.game.opposite(spot);
        match self.capture {
            Capture::OppositeFilled | Capture::Always => self.capture(hand, spot),
            Capture::LastOnly => {
                hand.bank(spot);
                true
            }
            Capture::Pulls => {
                let seeds = hand.play.ring.take(opposite);
                if seeds > 0 {
                    let (from, to) = (Place::Ring(opposite), Place::Ring(spot));
                    hand.play.ring.add(spot, seeds);
                    hand.observer.moved(Act::Join, from, to, seeds);
                }
                seeds > 0
            }
            Capture::Never | Capture::Swap => false,
        }
    }

    /// Captures what lies opposite a last seed in an empty pit, if it does; whether it did (`KA3`, `CK5`).
    #[expect(clippy::inline_always, reason = "as landed")]
    #[inline(always)]
    fn capture<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        spot: u8,
    ) -> bool {
        let (opposite, store) = (hand.game.opposite(spot), hand.store(0));
        let ring = &mut hand.play.ring;
        let mut seeds = ring.get(opposite);
        if seeds == 0 && self.capture == Capture::OppositeFilled {
            return false;
        }
        hand.observer
            .capture(ring, Place::Ring(opposite), Place::STORE);
        if !X::MARKED || self.taken == Taken::Both {
            hand.observer.bank(ring, Place::Ring(spot), Place::STORE);
            seeds += 1;
        }
        ring.add(store, seeds);
        true
    }

    /// The seeds of a player's store, 0 the mover's, go to the other one.
    fn empty_store<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        hand: &mut Hand<'_, P, X, Self, C, O>,
        player: usize,
    ) {
        let seeds = hand.play.ring.take(hand.store(player));
        let places = [Place::STORE, Place::STORE_ACROSS];
        if seeds > 0 {
            let (from, to) = (places[player], places[1 - player]);
            hand.observer.moved(Act::Capture, from, to, seeds);
            hand.play.ring.add(hand.store(1 - player), seeds);
        }
    }

    /// Asks whether the player stops in a filled own pit and swaps the last seed for what lies opposite (`CK7`).
    fn swap<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        spot: u8,
        direction: Direction,
    ) -> Decision {
        let opposite = hand.game.opposite(spot);
        if hand.marks().out >> opposite & 1 == 1 {
            return Decision::GoOn;
        }
        let seeds = hand.play.ring.get(opposite);
        let mut stopped = hand.play;
        let left = stopped.ring.take(spot) - 1;
        stopped.ring.add(spot, left);
        stopped.ring.take(opposite);
        stopped.ring.add(hand.store(0), seeds + 1);
        let decision = hand.may_stop(spot, direction, stopped);
        if decision == Decision::Stop {
            let pits = [spot, opposite].map(Place::Ring);
            hand.observer.moved(Act::Join, pits[0], pits[1], 1);
            let store = Place::STORE;
            hand.observer.moved(Act::Capture, pits[1], store, seeds + 1);
            hand.play = stopped;
        }
        decision
    }

    /// The pit that gets the seed after one that fell in this pit.
    fn next<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &Hand<'_, P, X, Self, C, O>,
        spot: u8,
        direction: Direction,
    ) -> u8 {
        let skip = Skip::Pits(self.passed(hand.game, &hand.play));
        let laps = &hand.game.laps;
        laps.end(laps.onward(spot, 1, direction, skip))
    }
}
