//! What a turn of `congkak` does: last seeds in stores, in filled pits and in empty ones.

use super::Rules;
use super::options::{
    AtTheEnd, Capture, Circle, EmptyAcross, FullRound, GrandSlam, InStore, InTheirs, Laps, Over,
    Side, Stores, Taken,
};
use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::{Act, Note, Observer, Place, Tell};
use crate::kernel::lap::{Landing, Lap};
use crate::kernel::sow::Next;
use crate::rulesets::two_rows::{Extra, Hand, InPlay, Rows, Turns, TwoRowGame, TwoRows};
use crate::variant::{Choices, Chooser, Decision, Start, Starts};

/// The row goes to the opponent.
const COSTS_ROW: Note = Note::new("{other} has no seeds left and gets those of {mover}");
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
    ring: Circle,
    grand_slam: GrandSlam,
    full_round: FullRound,
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
            ring: rules.ring,
            grand_slam: rules.grand_slam,
            full_round: rules.full_round,
            empty_across: rules.empty_across,
            over: rules.over,
            again_at: if rules.in_store == InStore::Again {
                columns
            } else {
                NOWHERE
            },
        }
    }

    /// The spots of the ring that laps pass over, as bits: the opponent's store where it has one, and the opponent's
    /// row where that is not sown (`CK1`).
    pub(super) const fn closed<P: Pits>(self, rows: &Rows<P>, store_before: bool) -> u32 {
        let (columns, across) = (rows.columns(), rows.own_bits() << rows.beyond());
        let store = match (self.stores, self.store, store_before) {
            (Stores::Both, _, _) | (_, AtTheEnd::Right, _) => 0,
            (_, _, true) => 1 << columns,
            (_, _, false) => 1 << (columns + rows.beyond()),
        };
        match self.ring {
            Circle::BothRows => store,
            Circle::OwnRow => store | across,
        }
    }

    /// The pits, as bits, whose seeds come round to their owner's row (`CK2`).
    fn rounds<P: Pits>(rows: &Rows<P>, ring: P) -> u32 {
        let (columns, beyond) = (rows.columns(), rows.beyond());
        let comes_round = |pit: u8, spot: u8| ring.get(spot) >= beyond + columns - pit;
        (0..columns)
            .flat_map(|pit| [(pit, pit), (pit, beyond + pit)])
            .filter(|&(pit, spot)| comes_round(pit, spot))
            .fold(0, |pits, (_, spot)| pits | 1 << spot)
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
        // KA3: in an empty pit of the mover's row. One comparison, as two branches could be foreseen less often.
        if u16::from_be_bytes([landing.seeds ^ 1, landing.spot]) < u16::from(hand.store(0)) {
            self.capture(hand, landing.spot);
        }
        Next::Stop
    }

    #[inline]
    fn bars(&self) -> bool {
        self.full_round == FullRound::Barred
    }

    fn passed<P: Pits, X: Extra>(&self, game: &TwoRowGame<P, X, Self>, play: &InPlay<P, X>) -> u32 {
        let closed = self.closed(&game.rows, play.store_before);
        play.extra.marks().out | closed
    }

    #[inline]
    fn store_is_before(&self, direction: Direction) -> bool {
        match self.store {
            AtTheEnd::Right => false,
            AtTheEnd::Left => true,
            AtTheEnd::Ahead => direction == Direction::Backward,
        }
    }

    fn starts<P: Pits, X: Extra>(
        &self,
        game: &TwoRowGame<P, X, Self>,
        position: &TwoRows<P, X>,
        starts: Starts,
    ) -> Starts {
        let spots = !self.nobodys(game, position.ring);
        starts.and(Starts::new(spots, spots))
    }

    #[inline]
    fn nobodys<P: Pits, X: Extra>(&self, game: &TwoRowGame<P, X, Self>, ring: P) -> u32 {
        match self.full_round {
            FullRound::Played => 0,
            FullRound::Barred => Self::rounds(&game.rows, ring),
        }
    }

    /// `CK10`
    fn ends_with<P: Pits, X: Extra>(
        &self,
        game: &TwoRowGame<P, X, Self>,
        ring: P,
        extra: X,
        moved: bool,
    ) -> bool {
        let mut counted = ring;
        for Start { spot, .. } in Starts::forward(self.nobodys(game, ring)) {
            counted.take(spot);
        }
        let is_empty = |player| !game.has_seeds(counted, extra, player);
        match self.over {
            Over::RowEmpty => is_empty(0) || is_empty(1),
            Over::OwnRowEmpty => moved && is_empty(0),
            Over::OpponentsRowEmpty => moved && is_empty(1),
            Over::Stuck => false,
        }
    }

    fn keeps_won(&self) -> bool {
        self.empty_across != EmptyAcross::LosesStore
            && self.in_theirs != InTheirs::Captures
            && self.laps != Laps::Next
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
            match Self::swap(hand, spot, lap.direction) {
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
                let next = hand.game.next_sown(&hand.play, spot, lap.direction);
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
        let captured = ring.get(opposite);
        if captured == 0 && self.capture == Capture::OppositeFilled {
            return false;
        }
        hand.observer
            .capture(ring, Place::Ring(opposite), Place::STORE);
        let with_last = !X::MARKED || self.taken == Taken::Both;
        if with_last {
            hand.observer.bank(ring, Place::Ring(spot), Place::STORE);
        }
        ring.add(store, captured + u8::from(with_last));
        if X::MARKED && self.grand_slam == GrandSlam::CostsRow && captured > 0 {
            Self::cost_row(hand, opposite);
        }
        true
    }

    /// Where a capture in this pit left the opponent no seeds the mover's row goes to them (`CK5`).
    #[cold]
    fn cost_row<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        hand: &mut Hand<'_, P, X, Self, C, O>,
        captured: u8,
    ) {
        let (ring, extra) = (hand.play.ring, hand.play.extra);
        if hand.owns(captured) || hand.game.has_seeds(ring, extra, 1) {
            return;
        }
        hand.observer.note(COSTS_ROW, Place::Hand);
        for Start { spot, .. } in Starts::forward(ring.filled() & hand.game.own_bits(hand.marks()))
        {
            hand.capture_for(1, spot);
        }
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
        hand: &mut Hand<'_, P, X, Self, C, O>,
        spot: u8,
        direction: Direction,
    ) -> Decision {
        let opposite = hand.game.opposite(spot);
        if hand.marks().out >> opposite & 1 == 1 {
            return Decision::GoOn;
        }
        let seeds = hand.play.ring.get(opposite);
        let mut stopped = *hand.play;
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
            *hand.play = stopped;
        }
        decision
    }
}
