//! A turn of `congkak`: last seeds in stores, in filled pits and in empty pits.

use super::Rules;
use super::options::{
    AtTheEnd, Capture, CaptureRow, Circle, EmptyAcross, FullRound, GrandSlam, InStore, InTheirs,
    Laps, Over, Stores, Taken,
};
use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{Hand, InPlay, Marked, Marks, Of, Rows, Turns, TwoRowGame};

/// Event of a row that goes to the opponent.
const COSTS_ROW: Note = Note::new("{other} has no seeds left and gets those of {mover}");
/// Event of a store that goes to the opponent.
const LOSES_STORE: Note = Note::new("{mover} loses the store");

/// Turns of `congkak`.
#[derive(Debug, Clone, Copy)]
pub struct Turn {
    pub(super) rules: Rules,
}

impl Turn {
    /// Returns the spots of the ring that laps skip, as bits (`CK1`). These are the opponent's store, if the ring
    /// contains it, and the opponent's row, if it is not sown.
    pub(super) const fn closed<P: Pits>(self, rows: &Rows<P>, store_before: bool) -> u32 {
        let (columns, across) = (rows.columns(), rows.own_bits() << rows.beyond());
        let store = match (self.rules.stores, self.rules.store, store_before) {
            (Stores::Both, _, _) | (_, AtTheEnd::Right, _) => 0,
            (_, _, true) => 1 << columns,
            (_, _, false) => 1 << (columns + rows.beyond()),
        };
        match self.rules.ring {
            Circle::BothRows => store,
            Circle::OwnRow => store | across,
        }
    }

    /// Returns the pits whose seeds reach their owner's row again, as bits (`CK2`).
    fn rounds<P: Pits>(rows: &Rows<P>, ring: P) -> u32 {
        let (columns, beyond) = (rows.columns(), rows.beyond());
        let comes_round = |pit: u8, spot: u8| ring.get(spot) >= beyond + columns - pit;
        (0..columns)
            .flat_map(|pit| [(pit, pit), (pit, beyond + pit)])
            .filter(|&(pit, spot)| comes_round(pit, spot))
            .fold(0, |pits, (_, spot)| pits | 1 << spot)
    }

    /// Returns `true` if a last seed captures in a pit of this owner.
    const fn captures_in(self, own: bool) -> bool {
        match self.rules.side {
            CaptureRow::Own => own,
            CaptureRow::Opponent => !own,
            CaptureRow::Any => true,
        }
    }
}

impl Turns for Turn {
    const STORES: bool = true;
    const BOOK: [&'static str; 3] = ["CK2", "CK1", "CK11"];
    type Memory = ();

    fn landed(&self, hand: &mut Hand<'_, impl Of<Self>>, lap: Lap, landing: Landing) -> Next {
        let spot = landing.spot;
        // CK3
        if spot == hand.store(Player::Mover) {
            hand.play.again = self.rules.in_store == InStore::Again;
            return Next::Stop;
        }
        // CK8
        if self.rules.stores == Stores::Both && spot == hand.store(Player::Other) {
            match self.rules.in_theirs {
                InTheirs::Ends => {}
                InTheirs::Again => hand.play.again = true,
                InTheirs::Captures if hand.quiet => {}
                InTheirs::Captures => Self::empty_store(hand, Player::Other),
            }
            return Next::Stop;
        }
        let own = hand.owns(spot);
        if landing.was_empty() {
            if !hand.quiet && self.in_empty(hand, spot, own) {
                return Next::Stop;
            }
        } else if self.rules.capture == Capture::Swap
            && own
            && !hand.quiet
            && let Some(end) = Self::swap(hand, spot, lap.direction)
        {
            return end;
        }
        // CK4
        let goes_on = match self.rules.laps {
            Laps::Single => false,
            Laps::Relay => true,
            Laps::RelayOwnRow => own,
            Laps::RelayOpponentsRow => !own,
            Laps::Next => {
                let next = hand.game.next_sown(hand.play, spot, lap.direction);
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

    #[inline]
    fn bars(&self) -> bool {
        self.rules.full_round == FullRound::Barred
    }

    fn passed<P: Pits>(&self, game: &TwoRowGame<P, Self>, play: &InPlay<P, Self::Memory>) -> u32 {
        let closed = self.closed(&game.rows, play.store_before);
        play.marks.out | closed
    }

    #[inline]
    fn store_is_before(&self, direction: Direction) -> bool {
        match self.rules.store {
            AtTheEnd::Right => false,
            AtTheEnd::Left => true,
            AtTheEnd::Ahead => direction == Direction::Backward,
        }
    }

    fn starts<P: Pits>(
        &self,
        game: &TwoRowGame<P, Self>,
        position: &Marked<P>,
        starts: Starts,
    ) -> Starts {
        starts.and(Starts::both(!self.nobodys(game, position.ring, position.marks)))
    }

    #[inline]
    fn nobodys<P: Pits>(&self, game: &TwoRowGame<P, Self>, ring: P, _: Marks) -> u32 {
        match self.rules.full_round {
            FullRound::Played => 0,
            FullRound::Barred => Self::rounds(&game.rows, ring),
        }
    }

    /// `CK10`
    fn ends_with<P: Pits>(
        &self,
        game: &TwoRowGame<P, Self>,
        ring: P,
        marks: Marks,
        moved: bool,
    ) -> bool {
        let mut counted = ring;
        for Start { spot, .. } in Starts::forward(self.nobodys(game, ring, marks)) {
            counted.take(spot);
        }
        let is_empty = |player| !game.has_seeds(counted, marks, player);
        match self.rules.over {
            Over::RowEmpty => Player::BOTH.into_iter().any(is_empty),
            Over::OwnRowEmpty => moved && is_empty(Player::Mover),
            Over::OpponentsRowEmpty => moved && is_empty(Player::Other),
            Over::Stuck => false,
        }
    }

    fn keeps_won(&self) -> bool {
        self.rules.empty_across != EmptyAcross::LosesStore
            && self.rules.in_theirs != InTheirs::Captures
            && self.rules.laps != Laps::Next
    }

    #[inline]
    fn choices(&self) -> Choices {
        if self.rules.capture == Capture::Swap { Choices::Any } else { Choices::None }
    }
}

impl Turn {
    /// Applies the effect of a last seed in an empty pit; `true` if there was one (`CK5`, `CK6`, `CK9`).
    fn in_empty(&self, hand: &mut Hand<'_, impl Of<Self>>, spot: u8, own: bool) -> bool {
        if !own && self.rules.empty_across == EmptyAcross::LosesStore {
            hand.observer.note(LOSES_STORE, Place::STORE);
            Self::empty_store(hand, Player::Mover);
            return true;
        }
        if !self.captures_in(own) {
            return false;
        }
        let opposite = hand.game.opposite(spot);
        match self.rules.capture {
            Capture::OppositeFilled | Capture::Always => self.capture(hand, spot),
            Capture::LastOnly => {
                hand.bank(spot);
                true
            }
            Capture::Pulls => {
                let (ring, to) = (&mut hand.play.ring, Place::Ring(spot));
                let seeds = ring.get(opposite);
                if seeds > 0 {
                    hand.observer.move_some(Act::Join, ring, opposite, to, seeds);
                }
                seeds > 0
            }
            Capture::Never | Capture::Swap => false,
        }
    }

    /// Captures the pit opposite a last seed in an empty pit; `true` if there was a capture (`KA3`, `CK5`).
    fn capture(&self, hand: &mut Hand<'_, impl Of<Self>>, spot: u8) -> bool {
        let (opposite, store) = (hand.game.opposite(spot), hand.store(Player::Mover));
        let ring = &mut hand.play.ring;
        let captured = ring.get(opposite);
        if captured == 0 && self.rules.capture == Capture::OppositeFilled {
            return false;
        }
        hand.observer.capture(ring, Place::Ring(opposite), Place::STORE);
        let with_last = self.rules.taken == Taken::Both;
        if with_last {
            hand.observer.bank(ring, Place::Ring(spot), Place::STORE);
        }
        ring.add(store, captured + u8::from(with_last));
        if self.rules.grand_slam == GrandSlam::CostsRow && captured > 0 {
            Self::cost_row(hand, opposite);
        }
        true
    }

    /// Gives the mover's row to the opponent if the capture left the opponent without seeds (`CK5`).
    #[cold]
    fn cost_row(hand: &mut Hand<'_, impl Of<Self>>, captured: u8) {
        let (ring, marks) = (hand.play.ring, hand.play.marks);
        if hand.owns(captured) || hand.game.has_seeds(ring, marks, Player::Other) {
            return;
        }
        hand.observer.note(COSTS_ROW, Place::Hand);
        for Start { spot, .. } in Starts::forward(ring.filled() & hand.game.own_bits(hand.marks()))
        {
            hand.capture_for(Player::Other, spot);
        }
    }

    /// Moves the seeds of a player's store to the other store.
    fn empty_store(hand: &mut Hand<'_, impl Of<Self>>, player: Player) {
        let seeds = hand.play.ring.take(hand.store(player));
        let taker = player.other();
        if seeds > 0 {
            let (from, to) = (player.store(), taker.store());
            hand.observer.moved(Act::Capture, from, to, seeds);
            hand.play.ring.add(hand.store(taker), seeds);
        }
    }

    /// Lets the player stop in a filled pit of theirs and swap the last seed for the seeds opposite (`CK7`). Returns
    /// the end of the move, or `None` if it goes on.
    fn swap(hand: &mut Hand<'_, impl Of<Self>>, spot: u8, direction: Direction) -> Option<Next> {
        let opposite = hand.game.opposite(spot);
        if hand.marks().out >> opposite & 1 == 1 {
            return None;
        }
        let seeds = hand.play.ring.get(opposite);
        let mut stopped = *hand.play;
        let left = stopped.ring.take(spot) - 1;
        stopped.ring.add(spot, left);
        stopped.ring.take(opposite);
        stopped.ring.add(hand.store(Player::Mover), seeds + 1);
        let end = hand.may_stop(spot, direction, stopped);
        if end == Some(Next::Stop) {
            let pits = [spot, opposite].map(Place::Ring);
            hand.observer.moved(Act::Join, pits[0], pits[1], 1);
            hand.observer.moved(Act::Capture, pits[1], Place::STORE, seeds + 1);
            *hand.play = stopped;
        }
        end
    }
}
