//! # Kalah: the rule book of the ruleset `kalah`
//!
//! Two rows, one to each player, and a store at each player's right. Seeds are sown around the
//! board and into one's own store; whoever has more seeds in the end has won.
//!
//! ## Common ground
//!
//! - **G1** South moves first. Left and right are the owner's own, sitting at his side.
//! - **G2** A sowing drops one seed in each following pit; the pit the seeds came from is not skipped. A pit
//!   counts as filled or empty by what it held just before the last seed fell.
//! - **G9** A position that is given without a result and is over by its rules has no moves; its result is that
//!   of KA4, and its seeds stay where they are drawn.
//!
//! ## The game
//!
//! - **KA1** Pits are numbered from the owner's left. A move empties a pit of one's own row and sows
//!   counterclockwise: the own row from left to right, the own store, the opponent's row, and round again. The
//!   opponent's store gets nothing.
//! - **KA2** A sowing that ends in the own store gives the same player another move. Each sowing is a move of its own.
//! - **KA3** A sowing that ends in an own pit that was empty captures: the seeds opposite and the capturing seed
//!   go to the own store. With nothing opposite nothing happens (`capture = "opposite-filled"`), or the single
//!   seed is banked all the same (`capture = "always"`). Seeds of the same sowing are captured too, and after
//!   exactly one lap the emptied start pit is such a pit.
//! - **KA4** The game is over as soon as a row is empty. What is left goes to the store of the player on whose side
//!   it lies. More seeds win, equal is a draw.

use std::hint::select_unpredictable;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::any::AnyVariant;
use crate::kernel::board::{Direction, Pits, Pits16, Pits32, Side};
use crate::kernel::diagram::{Diagram, Fault, Field, FieldKind, Value};
use crate::kernel::event::{Act, Event, Note, Observer, Place};
use crate::kernel::layout::{Layout, Ring, Ways};
use crate::kernel::sow::{Skip, Tracks};
use crate::position;
use crate::ruleset::{BoardSpec, Faults, Ruleset};
use crate::rulesets::two_rows::Rows;
use crate::variant::{Choices, Outcome, Refusal, Start, Starts, Status, Turn, Variant};

/// What a variant file says under `[setup]`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Seeds in each pit.
    #[schemars(range(min = 1, max = 10))]
    pub seeds: u8,
}

/// What a variant file says under `[rules]`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// When a last seed in an own empty pit captures (KA3).
    pub capture: Capture,
}

/// When a last seed in an own empty pit captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
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
    const SOURCE: &'static str = include_str!("kalah.rs");

    fn variant(
        board: &BoardSpec,
        setup: &Setup,
        rules: &Rules,
    ) -> Result<Box<dyn AnyVariant>, Faults> {
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
        if columns <= 7 {
            Ok(Box::new(Mancala::<Pits16>::new(columns, seeds, rules)))
        } else {
            Ok(Box::new(Mancala::<Pits32>::new(columns, seeds, rules)))
        }
    }
}

/// A game of Kalah with its tables.
#[derive(Debug, Clone)]
pub struct Mancala<P: Pits> {
    layout: Layout,
    tracks: Tracks<P>,
    rows: Rows<P>,
    /// The spot of the mover's store, which follows his last pit (`KA1`).
    store: u8,
    opening: KalahPosition<P>,
    capture: Capture,
}

/// A position, as the player to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KalahPosition<P> {
    /// The mover's row, his store, the opponent's row, and beyond the mover's ring the opponent's store.
    ring: P,
    status: Status,
}

position!(KalahPosition<P: Pits>);

impl<P: Pits> Mancala<P> {
    fn new(columns: u8, seeds: u8, rules: &Rules) -> Self {
        let rows = Rows::new(columns, 1);
        Self {
            layout: Layout::new(2, columns, Ring::SharedWithStore, Ways::Forward),
            tracks: Tracks::new(2 * columns + 1, Ways::Forward, &[Skip::Nothing]),
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
        ring.take(opposite);
        ring.take(spot);
        ring.put(self.store, seeds + 1);
        if seeds > 0 {
            observer.see(|| Event::moved(Act::Capture, Place::Ring(opposite), Place::Store, seeds));
        }
        observer.see(|| Event::moved(Act::Bank, Place::Ring(spot), Place::Store, 1));
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
            stores.put(store, ring.get(store) + seeds);
        }
        (stores, result)
    }
}

impl<P: Pits> Variant for Mancala<P> {
    type Position = KalahPosition<P>;

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
        _choices: &mut impl Choices<KalahPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<Turn<KalahPosition<P>>, Refusal> {
        let mover = position.status.to_move;
        let mut ring = position.ring;
        let seeds = ring.take(start.spot);
        observer.see(|| Event::moved(Act::Lift, Place::Ring(start.spot), Place::Hand, seeds));
        // KA1
        let lap = self
            .tracks
            .onward(start.spot, seeds, Direction::Forward, Skip::Nothing);
        let (mut ring, landing) = self.tracks.sow(ring, lap);
        observer.see(|| Event::Sow(lap));
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
            observer.see(|| Event::mark(Note::MovesAgain, Place::Store));
        }
        // Who moves next can't be foreseen, so both are worked out.
        let turned = ring.turned(self.store + 1);
        let ring = select_unpredictable(again, ring, turned);
        let to_move = select_unpredictable(again, mover, mover.other());
        let status = Status { to_move, result };
        Ok(Turn {
            position: KalahPosition { ring, status },
            choice: 0,
        })
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

    fn fields(&self) -> Vec<Field> {
        vec![Field {
            name: "captured",
            kind: FieldKind::Seeds,
        }]
    }

    fn diagram(&self, position: &KalahPosition<P>) -> Diagram {
        let mover = position.status.to_move;
        let ring = position.ring;
        let stores = [ring.get(self.store), ring.get(self.store_across())];
        Diagram {
            pits: self.layout.spread(mover, ring, P::default()),
            to_move: mover,
            fields: vec![("captured", Value::Seeds(mover.arrange(stores)))],
            result: position.status.result,
        }
    }

    fn read_diagram(&self, diagram: &Diagram) -> Result<KalahPosition<P>, Fault> {
        let mover = diagram.to_move;
        let (mut ring, _) = self.layout.gather::<P>(mover, &diagram.pits);
        let [own, across] = mover.arrange(diagram.seeds("captured"));
        ring.put(self.store, own);
        ring.put(self.store_across(), across);
        let status = Status {
            to_move: mover,
            result: diagram.result,
        };
        Ok(KalahPosition { ring, status })
    }
}
