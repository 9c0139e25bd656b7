//! Specialized, fast implementation of Kalah, for the files of `congkak` with exactly the options of Kalah.

use crate::rulesets::prelude::*;
use std::hint::select_unpredictable;

use crate::rulesets::congkak::options::{Capture, Rules};
use crate::rulesets::two_rows::{Rows, Setup, TwoRows, stored};

/// Game of Kalah with its tables.
#[derive(Debug, Clone)]
pub struct Kalah<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    rows: Rows<P>,
    /// Spot of the mover's store.
    store: u8,
    /// Set if a last seed captures even if the opposite pit is empty (`KA3`).
    always: bool,
    /// Opening position. The stores of the ring hold all seeds won, so `captured` stays 0.
    opening: TwoRows<P>,
}

impl<P: Pits> Kalah<P> {
    /// Builds the tables for a file whose rules are those of Kalah.
    pub(super) fn new(columns: u8, setup: &Setup, rules: &Rules) -> Self {
        let layout = Layout::new(2, columns, Ring::SharedWithStore, Directions::Forward);
        Self {
            laps: LapTable::new(layout.ring_len(), Directions::Forward, &[Skip::Nothing]),
            layout,
            rows: Rows::new(columns, 1),
            store: columns,
            always: rules.capture == Capture::Always,
            opening: setup.opening(columns, true),
        }
    }

    /// Counts the seeds in each store.
    #[inline]
    fn won(&self, ring: P) -> ByTurn<u8> {
        ByTurn([ring.get(self.store), ring.get(self.store + self.rows.beyond())])
    }

    /// Returns the position after a move, seen by the next player, who may be the same one (`KA2`).
    #[inline]
    fn handed_on(&self, ring: P, again: bool, mover: Side) -> TwoRows<P> {
        // The next player can't be predicted, so compute both positions.
        let turned = ring.turned(self.rows.beyond());
        let to_move = select_unpredictable(again, mover, mover.other());
        let ring = P::select(again, [ring, turned]);
        TwoRows::new(ring, ByTurn([0, 0]), Status::going(to_move))
    }

    /// Returns the final position: the remaining seeds go to the side on which they lie (`KA4`).
    #[cold]
    #[inline(never)]
    fn end(&self, ring: P, again: bool, mover: Side, observer: &mut impl Observer) -> TwoRows<P> {
        let won = self.won(ring) + self.rows.sweep(ring, ByTurn(Player::BOTH), observer);
        let mut stores = P::default();
        stores.add(self.store, won.own());
        stores.add(self.store + self.rows.beyond(), won.other());
        let mut after = self.handed_on(stores, again, mover);
        after.status.result = Some(Outcome::by_count(self.holdings(&after)));
        after
    }
}

impl<P: Pits> Variant for Kalah<P> {
    type Position = TwoRows<P>;

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &TwoRows<P>, _: u8) -> Starts {
        Starts::forward(position.ring.filled_in_first_half() & self.rows.own_bits())
    }

    // Called once a move; a copy of its result costs as much as the move.
    #[inline(always)]
    fn turn(
        &self,
        position: &TwoRows<P>,
        _: u8,
        start: Start,
        _: &mut impl Chooser<TwoRows<P>>,
        observer: &mut impl Observer,
    ) -> Result<TwoRows<P>, TurnError> {
        // KA1
        let mover = position.status.to_move;
        let mut ring = position.ring;
        let lap = Lap {
            seeds: observer.lift(&mut ring, start.spot),
            first: start.spot + 1,
            direction: Direction::Forward,
            skip: Skip::Nothing,
        };
        let (mut ring, last) = self.laps.sow(ring, lap);
        observer.sown(lap);
        // KA2
        let again = last.spot == self.store;
        // KA3
        if last.is_before_if(self.store, last.was_empty()) {
            let opposite = 2 * self.store - last.spot;
            let captured = ring.get(opposite);
            if captured > 0 || self.always {
                observer.capture(&mut ring, Place::Ring(opposite), Place::STORE);
                observer.bank(&mut ring, Place::Ring(last.spot), Place::STORE);
                ring.add(self.store, captured + 1);
            }
        }
        // KA4
        if self.rows.one_is_empty(ring) {
            // A variable of its own, as otherwise the position of other moves would be in memory, not in registers.
            let after = self.end(ring, again, mover, observer);
            return Ok(after);
        }
        if again {
            observer.note(Note::MOVES_AGAIN, Place::STORE);
        }
        Ok(self.handed_on(ring, again, mover))
    }

    fn possible(&self) -> Possible {
        Possible::moves(Starts::forward(self.rows.own_bits()), false)
    }

    fn ended(&self, position: &TwoRows<P>) -> Option<Outcome> {
        // KA4, G9
        self.rows.one_is_empty(position.ring).then(|| Outcome::by_count(self.holdings(position)))
    }

    fn stuck(&self, _: Option<&TwoRows<P>>, position: &TwoRows<P>) -> Outcome {
        Outcome::by_count(self.holdings(position))
    }

    fn holdings(&self, position: &TwoRows<P>) -> BySide<u16> {
        let held = self.rows.totals(position.ring) + self.won(position.ring).map(u16::from);
        position.status.to_move.arrange(held)
    }
}

impl<P: Pits> Notation for Kalah<P> {
    fn refused_by(&self, _: &TwoRows<P>, refused: IllegalMove) -> Option<&'static str> {
        match refused {
            IllegalMove::NoStart | IllegalMove::Barred(_) | IllegalMove::Unfit(_) => Some("CK2"),
            IllegalMove::OtherDirection(_) => Some("CK1"),
            IllegalMove::Later => Some("CK11"),
            IllegalMove::Endless => None,
        }
    }

    fn fields(&self) -> Vec<Field> {
        vec![stored::<TwoRows<P>>("captured")]
    }
}

impl<P: Pits> Repeating for Kalah<P> {}

impl<P: Pits> Judging for Kalah<P> {
    const LEAD: Lead = Lead::Won;
}

impl<P: Pits> Solving for Kalah<P> {
    #[inline]
    fn starts_are_moves(&self, _: &TwoRows<P>, _: u8) -> bool {
        true
    }

    #[inline]
    fn never_returns(&self, before: &TwoRows<P>, after: &TwoRows<P>) -> bool {
        let [before, after] = [before, after].map(|position| {
            let ByTurn([own, across]) = self.won(position.ring);
            own + across
        });
        after > before
    }

    fn count(&self, _: Option<&TwoRows<P>>, position: &TwoRows<P>) -> Option<BySide<u16>> {
        Some(self.holdings(position))
    }

    #[inline]
    fn set_aside(&self, position: &TwoRows<P>) -> Option<(TwoRows<P>, i16)> {
        let mut rest = *position;
        let own = rest.ring.take(self.store);
        let across = rest.ring.take(self.store + self.rows.beyond());
        Some((rest, i16::from(own) - i16::from(across)))
    }

    /// Counts the seeds of moves that end in the store, nearest pits first, and of the best last move.
    #[inline]
    fn in_reach(&self, position: &TwoRows<P>) -> u16 {
        let (mut ring, store) = (position.ring.bytes(), usize::from(self.store));
        let ring = ring.as_mut();
        let (mut won, mut spot) = (0, store);
        while spot > 0 {
            spot -= 1;
            if usize::from(ring[spot]) == store - spot {
                // KA2
                ring[spot] = 0;
                ring[spot + 1..store].iter_mut().for_each(|seeds| *seeds += 1);
                (won, spot) = (won + 1, store);
            }
        }
        let filled = (0..store).filter(|&spot| ring[spot] > 0);
        let best = filled.map(|spot| {
            let last = spot + usize::from(ring[spot]);
            if last > store {
                return 1;
            }
            // KA3
            let captured = ring[2 * store - last];
            let pays = ring[last] == 0 && (captured > 0 || self.always);
            u16::from(pays) * (u16::from(captured) + 1)
        });
        won + best.max().unwrap_or(0)
    }

    #[inline]
    fn exact_key(&self, position: &TwoRows<P>) -> Option<u64> {
        self.rows.number(position.ring)
    }
}
