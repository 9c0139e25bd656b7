//! Kalah by itself, as fast as its few rules allow: the files of `congkak` whose options are all those of Kalah.

use std::hint::select_unpredictable;

use crate::kernel::board::{Direction, Pits, Side};
use crate::kernel::event::{Note, Observer, Place, Tell};
use crate::kernel::layout::{Layout, Ring, Ways};
use crate::kernel::sow::{Lap, LapTable, Skip};
use crate::position;
use crate::rulesets::congkak::{Capture, Rules};
use crate::rulesets::two_rows::{Player, Rows, Setup, TwoRows, stored};
use crate::variant::{Chooser, Field, Lead, Outcome, Refusal, Start, Starts, Status, Variant};

/// A game of Kalah with its tables.
#[derive(Debug, Clone)]
pub struct Kalah<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    rows: Rows<P>,
    /// The spot of the mover's store.
    store: u8,
    /// Whether a last seed captures with nothing opposite (`KA3`).
    always: bool,
    opening: KalahPosition<P>,
}

/// A position, as the player to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KalahPosition<P> {
    /// The mover's row and store, then the opponent's.
    ring: P,
    status: Status,
}

position!(KalahPosition<P> { ring });

impl<P: Pits> Kalah<P> {
    /// Builds the tables for a file whose rules are those of Kalah.
    pub(super) fn new(columns: u8, setup: &Setup, rules: &Rules) -> Self {
        let layout = Layout::new(2, columns, Ring::SharedWithStore, Ways::Forward);
        let opening: TwoRows<P> = setup.opening(columns, true);
        Self {
            laps: LapTable::new(layout.ring_len(), Ways::Forward, &[Skip::Nothing]),
            layout,
            rows: Rows::new(columns, 1),
            store: columns,
            always: rules.capture == Capture::Always,
            opening: KalahPosition {
                ring: opening.ring,
                status: Status::going(Side::South),
            },
        }
    }

    /// The seeds in both stores, the mover's first.
    #[inline]
    fn won(&self, ring: P) -> [u8; 2] {
        [
            ring.get(self.store),
            ring.get(self.store + self.rows.beyond()),
        ]
    }

    /// The ring with nothing but these seeds in the stores.
    fn stores(&self, [own, across]: [u8; 2]) -> P {
        let mut ring = P::default();
        ring.add(self.store, own);
        ring.add(self.store + self.rows.beyond(), across);
        ring
    }

    /// Ends the game: what is left goes to the side on which it lies (`KA4`).
    #[cold]
    fn end(&self, ring: P, mover: Side, observer: &mut impl Observer) -> (P, Outcome) {
        let (won, rest) = (
            self.won(ring),
            self.rows.sweep(ring, Player::BOTH, observer),
        );
        let counts = [won[0] + rest[0], won[1] + rest[1]];
        let outcome = Outcome::by_count(mover.arrange(counts.map(u16::from)));
        (self.stores(counts), outcome)
    }
}

impl<P: Pits> Variant for Kalah<P> {
    type Position = KalahPosition<P>;

    const LEAD: Lead = Lead::Won;

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn opening(&self) -> KalahPosition<P> {
        self.opening
    }

    #[inline]
    fn starts(&self, position: &KalahPosition<P>, _tier: u8) -> Starts {
        Starts::forward(position.ring.filled_in_first_half() & self.rows.own_bits())
    }

    #[inline]
    fn starts_are_moves(&self, _position: &KalahPosition<P>, _tier: u8) -> bool {
        true
    }

    #[expect(
        clippy::inline_always,
        reason = "called once a move; a copy of its result costs as much as the move"
    )]
    #[inline(always)]
    fn turn(
        &self,
        position: &KalahPosition<P>,
        _tier: u8,
        start: Start,
        _chooser: &mut impl Chooser<KalahPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<KalahPosition<P>, Refusal> {
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
        if last.was_empty() && last.spot < self.store {
            let opposite = 2 * self.store - last.spot;
            let captured = ring.get(opposite);
            if captured > 0 || self.always {
                observer.capture(&mut ring, Place::Ring(opposite), Place::STORE);
                observer.bank(&mut ring, Place::Ring(last.spot), Place::STORE);
                ring.add(self.store, captured + 1);
            }
        }
        // KA4
        let mut result = None;
        if self.rows.one_is_empty(ring) {
            let (stores, outcome) = self.end(ring, mover, observer);
            (ring, result) = (stores, Some(outcome));
        } else if again {
            observer.note(Note::MOVES_AGAIN, Place::STORE);
        }
        // Who moves next can't be foreseen, so both are worked out.
        let turned = ring.turned(self.rows.beyond());
        let to_move = select_unpredictable(again, mover, mover.other());
        Ok(KalahPosition {
            ring: P::select(again, [ring, turned]),
            status: Status { to_move, result },
        })
    }

    fn ended(&self, position: &KalahPosition<P>) -> Option<Outcome> {
        // KA4, G9
        let over = self.rows.one_is_empty(position.ring);
        over.then(|| Outcome::by_count(self.holdings(position)))
    }

    fn stuck(&self, _before: Option<&KalahPosition<P>>, position: &KalahPosition<P>) -> Outcome {
        Outcome::by_count(self.holdings(position))
    }

    #[inline]
    fn never_returns(&self, before: &KalahPosition<P>, after: &KalahPosition<P>) -> bool {
        let [before, after] = [before, after].map(|position| {
            let [own, across] = self.won(position.ring);
            own + across
        });
        after > before
    }

    fn holdings(&self, position: &KalahPosition<P>) -> [u16; 2] {
        let (rows, won) = (self.rows.totals(position.ring), self.won(position.ring));
        let held = [0, 1].map(|player| rows[player] + u16::from(won[player]));
        position.status.to_move.arrange(held)
    }

    fn count(
        &self,
        _before: Option<&KalahPosition<P>>,
        position: &KalahPosition<P>,
    ) -> Option<[u16; 2]> {
        Some(self.holdings(position))
    }

    #[inline]
    fn set_aside(&self, position: &KalahPosition<P>) -> Option<(KalahPosition<P>, i16)> {
        let mut rest = *position;
        let own = rest.ring.take(self.store);
        let across = rest.ring.take(self.store + self.rows.beyond());
        Some((rest, i16::from(own) - i16::from(across)))
    }

    #[inline]
    fn exact_key(&self, position: &KalahPosition<P>) -> Option<u64> {
        self.rows.number(position.ring)
    }

    fn fields(&self) -> Vec<Field<KalahPosition<P>>> {
        vec![stored()]
    }
}
