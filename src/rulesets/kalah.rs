//! Kalah: sow into your own store and move again, capture what lies opposite.
//!
#![doc = include_str!("kalah.md")]

use std::hint::select_unpredictable;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::any::AnyVariant;
use crate::kernel::board::{Direction, Pits, Side};
use crate::kernel::event::{Note, Observer, Place, Tell};
use crate::kernel::layout::{Layout, Ring, Ways};
use crate::kernel::sow::{LapTable, Skip};
use crate::ruleset::{Faults, Ruleset, Sections};
use crate::rulesets::two_rows::Rows;
use crate::variant::{Chooser, Field, Lead, Outcome, Refusal, Start, Starts, Status, Variant};
use crate::{by_pits, position};

/// What a variant file says under `[setup]`.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Seeds in each pit.
    #[schemars(range(min = 1, max = 10))]
    pub seeds: u8,
}

/// What a variant file says under `[rules]`.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// When a last seed in an own empty pit captures (KA3).
    pub capture: Capture,
}

/// When a last seed in an own empty pit captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Capture {
    /// If the opposite pit is filled.
    OppositeFilled,
    /// Always: with nothing opposite, the single seed alone is banked.
    Always,
}

/// The ruleset, as the catalogue knows it.
#[derive(Debug, Clone, Copy)]
pub struct Kalah;

impl Ruleset for Kalah {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "kalah";
    const BOOK: &'static str = include_str!("kalah.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Faults> {
        let Sections {
            board,
            setup,
            rules,
            ..
        } = *file;
        let mut faults = Faults::default();
        let (columns, seeds) = (board.columns, setup.seeds);
        faults.check_board(board, 2, 1..=12);
        faults.check(
            (1..=10).contains(&seeds),
            "setup.seeds",
            format_args!("a pit starts with 1 to 10 seeds here, not {seeds}"),
        );
        // That makes 240 seeds at most, so G7 always holds.
        faults.none()?;
        // The ring, and the opponent's store beyond it.
        let spots = 2 * columns + 2;
        Ok(by_pits!(spots, |P| Mancala::<P>::new(
            columns, seeds, rules
        )))
    }
}

/// A game of Kalah with its tables.
#[derive(Debug, Clone)]
pub struct Mancala<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    rows: Rows<P>,
    /// The spot of the mover's store, which follows their last pit (`KA1`).
    store: u8,
    opening: KalahPosition<P>,
    capture: Capture,
}

/// A position, as the player to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KalahPosition<P> {
    /// The mover's row and store, the opponent's row, and beyond the mover's ring the opponent's store.
    ring: P,
    status: Status,
}

position!(KalahPosition<P> { ring });

impl<P: Pits> Mancala<P> {
    fn new(columns: u8, seeds: u8, rules: &Rules) -> Self {
        let rows = Rows::new(columns, 1);
        Self {
            layout: Layout::new(2, columns, Ring::SharedWithStore, Ways::Forward),
            laps: LapTable::new(2 * columns + 1, Ways::Forward, &[Skip::Nothing]),
            opening: KalahPosition {
                ring: rows.filled_with(seeds),
                status: Status::going(Side::South),
            },
            rows,
            store: columns,
            capture: rules.capture,
        }
    }

    /// The spot of the opponent's store.
    #[inline]
    const fn store_across(&self) -> u8 {
        2 * self.store + 1
    }

    /// The last seed fell in an empty own pit (`KA3`).
    #[inline]
    fn capture(&self, ring: &mut P, spot: u8, observer: &mut impl Observer) {
        let opposite = 2 * self.store - spot;
        let seeds = ring.get(opposite);
        if seeds == 0 && self.capture == Capture::OppositeFilled {
            return;
        }
        observer.capture(ring, Place::Ring(opposite), Place::STORE);
        observer.bank(ring, Place::Ring(spot), Place::STORE);
        ring.add(self.store, seeds + 1);
    }

    /// Whether a row is empty, so that the game is over (`KA4`).
    #[inline]
    fn is_over(&self, ring: P) -> bool {
        self.rows.one_is_empty(ring)
    }

    /// Each player's store and row together, the mover's first.
    fn shares(&self, ring: P) -> [u16; 2] {
        let [own, across] = self.rows.totals(ring);
        let stores = [ring.get(self.store), ring.get(self.store_across())].map(u16::from);
        [own + stores[0], across + stores[1]]
    }

    /// Ends the game: the stores with what was left in the rows (`KA4`).
    #[cold]
    fn finish(&self, ring: P, mover: Side, observer: &mut impl Observer) -> (P, Outcome) {
        let result = Outcome::by_count(mover.arrange(self.shares(ring)));
        let swept = self.rows.sweep(ring, observer);
        let mut stores = P::default();
        for (store, seeds) in [self.store, self.store_across()].into_iter().zip(swept) {
            stores.add(store, ring.get(store) + seeds);
        }
        (stores, result)
    }
}

impl<P: Pits> Variant for Mancala<P> {
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
        Starts::forward(position.ring.filled() & self.rows.own_bits())
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
        let mover = position.status.to_move;
        let mut ring = position.ring;
        let seeds = observer.lift(&mut ring, start.spot);
        // KA1
        let lap = self
            .laps
            .onward(start.spot, seeds, Direction::Forward, Skip::Nothing);
        let (mut ring, landing) = self.laps.sow(ring, lap);
        observer.sown(lap);
        if (landing.spot < self.store) & landing.was_empty() {
            self.capture(&mut ring, landing.spot, observer);
        }
        // KA2
        let again = landing.spot == self.store;
        let mut result = None;
        if self.is_over(ring) {
            let (stores, outcome) = self.finish(ring, mover, observer);
            ring = stores;
            result = Some(outcome);
        } else if again {
            observer.note(Note::MOVES_AGAIN, Place::STORE);
        }
        // Who moves next can't be foreseen, so both are worked out.
        let turned = ring.turned(self.store + 1);
        let ring = select_unpredictable(again, ring, turned);
        let to_move = select_unpredictable(again, mover, mover.other());
        let status = Status { to_move, result };
        Ok(KalahPosition { ring, status })
    }

    fn ended(&self, position: &KalahPosition<P>) -> Option<Outcome> {
        // KA4, G9
        let result = || Outcome::by_count(self.holdings(position));
        self.is_over(position.ring).then(result)
    }

    fn stuck(&self, _before: Option<&KalahPosition<P>>, position: &KalahPosition<P>) -> Outcome {
        // KA4: a player without a move has an empty row.
        Outcome::by_count(self.holdings(position))
    }

    fn holdings(&self, position: &KalahPosition<P>) -> [u16; 2] {
        position.status.to_move.arrange(self.shares(position.ring))
    }

    fn fields(&self) -> Vec<Field<KalahPosition<P>>> {
        vec![Field::seeds(
            "captured",
            |layout, position| stores(layout).map(|store| position.ring.get(store)),
            |layout, position, captured| {
                for (store, seeds) in stores(layout).into_iter().zip(captured) {
                    position.ring.add(store, seeds);
                }
                Ok(())
            },
        )]
    }
}

/// The spots of the stores, the mover's first (`KA1`).
const fn stores(layout: &Layout) -> [u8; 2] {
    [layout.columns(), 2 * layout.columns() + 1]
}
