//! # Toguz Korgool: the rule book of the ruleset `toguz`
//!
//! Two rows of nine, one to each player. Seeds are won by making the opponent's pits even, and once in a game each player may
//! turn a pit of the opponent into a *tuzdik*, which from then on collects seeds for him.
//!
//! ## Common ground
//!
//! - **G1** South moves first. Left and right are the owner's own, sitting at his side.
//! - **G9** A position that is given without a result and is over by its rules has no moves; its result is that
//!   of TO4, and its seeds stay where they are drawn.
//!
//! ## The game
//!
//! - **TO1** Pits are numbered from the owner's left. A move empties a pit of one's own row and sows
//!   counterclockwise, the own row from left to right, then the opponent's, and round again. The first seed is
//!   dropped back into the emptied pit, but a single seed goes to the next pit. Later rounds fill the emptied pit
//!   like any other. No move starts from a tuzdik.
//! - **TO2** A last seed that makes the number of seeds in an opponent's pit even captures them all.
//! - **TO3** A last seed that makes three in an opponent's pit turns it into the mover's tuzdik, and the three go to
//!   his store. It happens by itself, but not if he has a tuzdik already, nor in the opponent's last pit, nor in the pit
//!   whose number, each counting his own row, is that of the opponent's tuzdik; then the three stay. Every seed
//!   that falls into a tuzdik later, whoever sows it, goes to its owner's store, and a last seed there does nothing
//!   else.
//! - **TO4** The game is over when a player has more than half of the seeds, or both have exactly half, a draw; the
//!   seeds on the board stay there. It is also over when the player to move has no seeds: his opponent takes what is
//!   left.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::any::AnyVariant;
use crate::kernel::board::{Direction, Pit, Pits, Pits16, Pits32, Side};
use crate::kernel::diagram::{Diagram, Fault, Field, FieldKind, Value};
use crate::kernel::event::{Act, Event, Note, Observer, Place};
use crate::kernel::layout::{Layout, Ring, Ways};
use crate::kernel::sow::{Lap, Skip, Tracks};
use crate::position;
use crate::ruleset::{BoardSpec, Faults, Ruleset, SameSeeds};
use crate::rulesets::two_rows::Rows;
use crate::variant::{Choices, Outcome, Refusal, Start, Starts, Status, Turn, Variant};

/// What a variant file says under `[rules]`: there is nothing to choose.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {}

/// The ruleset, as the catalogue knows it.
#[derive(Debug, Clone, Copy)]
pub struct Toguz;

impl Ruleset for Toguz {
    type Setup = SameSeeds;
    type Rules = Rules;
    const NAME: &'static str = "toguz";
    const SOURCE: &'static str = include_str!("toguz.rs");

    fn variant(
        board: &BoardSpec,
        setup: &SameSeeds,
        _rules: &Rules,
    ) -> Result<Box<dyn AnyVariant>, Faults> {
        let mut faults = Faults::default();
        let (columns, seeds) = (board.columns, setup.seeds);
        faults.check_board(board, 2, 2..=16);
        faults.check_seeds(board, setup);
        faults.none()?;
        if columns <= 8 {
            Ok(Box::new(Kumalak::<Pits16>::new(columns, seeds)))
        } else {
            Ok(Box::new(Kumalak::<Pits32>::new(columns, seeds)))
        }
    }
}

/// No pit.
const NOWHERE: u8 = u8::MAX;

/// A game of Toguz Korgool with its tables.
#[derive(Debug, Clone)]
pub struct Kumalak<P: Pits> {
    layout: Layout,
    tracks: Tracks<P>,
    rows: Rows<P>,
    columns: u8,
    opening: ToguzPosition<P>,
}

/// A position, as the player to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ToguzPosition<P> {
    /// The mover's row, then the opponent's; a tuzdik holds nothing.
    ring: P,
    /// Seeds in the stores, the mover's first.
    captured: [u8; 2],
    /// Each player's tuzdik, the mover's first: its place in his opponent's row, or `NOWHERE`.
    tuzdik: [u8; 2],
    status: Status,
}

position!(ToguzPosition<P: Pits>);

impl<P: Pits> Kumalak<P> {
    fn new(columns: u8, seeds: u8) -> Self {
        let rows = Rows::new(columns, 0);
        Self {
            layout: Layout::new(2, columns, Ring::Shared, Ways::Forward),
            tracks: Tracks::new(2 * columns, Ways::Forward, &[Skip::Nothing]),
            opening: ToguzPosition {
                ring: rows.filled_with(seeds),
                captured: [0, 0],
                tuzdik: [NOWHERE; 2],
                status: Status::going(Side::South),
            },
            rows,
            columns,
        }
    }

    /// The sowing of a pit that has just been emptied (`TO1`).
    #[inline]
    const fn lap(start: u8, seeds: u8) -> Lap {
        Lap {
            first: if seeds == 1 { start + 1 } else { start },
            seeds,
            direction: Direction::Forward,
            skip: Skip::Nothing,
        }
    }

    /// What fell into the tuzdiks goes to their owners' stores (`TO3`).
    #[inline]
    fn collect(&self, after: &mut ToguzPosition<P>, observer: &mut impl Observer) {
        for (player, row, store) in [(0, self.columns, Place::Store), (1, 0, Place::StoreAcross)] {
            let tuzdik = after.tuzdik[player];
            if tuzdik != NOWHERE {
                let seeds = after.ring.take(row + tuzdik);
                after.captured[player] += seeds;
                if seeds > 0 {
                    observer
                        .see(|| Event::moved(Act::Bank, Place::Ring(row + tuzdik), store, seeds));
                }
            }
        }
    }

    /// Whether three in this pit of the opponent's row make it the mover's tuzdik (`TO3`).
    #[inline]
    const fn becomes_tuzdik(&self, number: u8, tuzdik: [u8; 2]) -> bool {
        tuzdik[0] == NOWHERE && number != self.columns - 1 && number != tuzdik[1]
    }

    /// Whether a player has more than half of all seeds, or both have half (`TO4`).
    #[inline]
    fn majority(position: &ToguzPosition<P>, mover: Side) -> Option<Outcome> {
        let counts = position.captured.map(u16::from);
        let total = position.ring.total() + counts[0] + counts[1];
        Outcome::by_majority(mover.arrange(counts), total)
    }
}

impl<P: Pits> Variant for Kumalak<P> {
    type Position = ToguzPosition<P>;

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn opening(&self) -> ToguzPosition<P> {
        self.opening
    }

    #[inline]
    fn starts(&self, position: &ToguzPosition<P>, _tier: u8) -> Starts {
        // TO1: a tuzdik is always empty.
        Starts::forward(position.ring.filled() & self.rows.own_bits())
    }

    #[expect(
        clippy::inline_always,
        reason = "called once a move; a copy of its result costs as much as the move"
    )]
    #[inline(always)]
    fn turn(
        &self,
        position: &ToguzPosition<P>,
        _tier: u8,
        start: Start,
        _choices: &mut impl Choices<ToguzPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<Turn<ToguzPosition<P>>, Refusal> {
        let mover = position.status.to_move;
        let mut after = *position;
        let seeds = after.ring.take(start.spot);
        observer.see(|| Event::moved(Act::Lift, Place::Ring(start.spot), Place::Hand, seeds));
        let lap = Self::lap(start.spot, seeds);
        let (ring, landing) = self.tracks.sow(after.ring, lap);
        after.ring = ring;
        observer.see(|| Event::Sow(lap));
        self.collect(&mut after, observer);
        if landing.spot >= self.columns {
            let number = landing.spot - self.columns;
            let three = landing.seeds == 3 && self.becomes_tuzdik(number, after.tuzdik);
            // TO2, TO3
            if (landing.seeds % 2 == 0 || three) && number != after.tuzdik[0] {
                let seeds = after.ring.take(landing.spot);
                after.captured[0] += seeds;
                observer.see(|| {
                    Event::moved(Act::Capture, Place::Ring(landing.spot), Place::Store, seeds)
                });
                if three {
                    after.tuzdik[0] = number;
                    observer.see(|| Event::mark(Note::Tuzdik, Place::Ring(landing.spot)));
                }
            }
        }
        // TO4
        let mut result = None;
        if after.captured != position.captured {
            result = Self::majority(&after, mover);
        }
        if result.is_none() && self.rows.across_is_empty(after.ring) {
            let [own, _] = self.rows.sweep(after.ring, observer);
            after.ring = P::default();
            after.captured[0] += own;
            result = Some(Outcome::by_count(
                mover.arrange(after.captured.map(u16::from)),
            ));
        }
        let position = ToguzPosition {
            ring: after.ring.turned(self.columns),
            captured: [after.captured[1], after.captured[0]],
            tuzdik: [after.tuzdik[1], after.tuzdik[0]],
            status: Status {
                to_move: mover.other(),
                result,
            },
        };
        Ok(Turn {
            position,
            choice: 0,
        })
    }

    fn ended(&self, position: &ToguzPosition<P>) -> Option<Outcome> {
        // TO4, G9
        let without_seeds = || {
            let result = Outcome::by_count(self.holdings(position));
            self.rows.own_is_empty(position.ring).then_some(result)
        };
        Self::majority(position, position.status.to_move).or_else(without_seeds)
    }

    fn stuck(&self, _before: Option<&ToguzPosition<P>>, position: &ToguzPosition<P>) -> Outcome {
        // TO4: noticed by the turn before, so that this is never asked.
        Outcome::by_count(self.holdings(position))
    }

    fn holdings(&self, position: &ToguzPosition<P>) -> [u16; 2] {
        let [own, across] = self.rows.totals(position.ring);
        let [first, second] = position.captured.map(u16::from);
        position
            .status
            .to_move
            .arrange([own + first, across + second])
    }

    fn fields(&self) -> Vec<Field> {
        vec![
            Field {
                name: "captured",
                kind: FieldKind::Seeds,
            },
            Field {
                name: "tuzdik",
                kind: FieldKind::PitEach,
            },
        ]
    }

    fn diagram(&self, position: &ToguzPosition<P>) -> Diagram {
        let mover = position.status.to_move;
        let owners = [mover.other(), mover];
        let tuzdiks = owners.into_iter().zip(position.tuzdik);
        let tuzdiks = tuzdiks
            .filter(|&(_, spot)| spot != NOWHERE)
            .map(|(owner, spot)| Pit { owner, spot });
        Diagram {
            pits: self.layout.spread(mover, position.ring, P::default()),
            to_move: mover,
            fields: vec![
                ("captured", Value::Seeds(mover.arrange(position.captured))),
                ("tuzdik", Value::Pits(tuzdiks.collect())),
            ],
            result: position.status.result,
        }
    }

    fn read_diagram(&self, diagram: &Diagram) -> Result<ToguzPosition<P>, Fault> {
        let mover = diagram.to_move;
        let (ring, _) = self.layout.gather::<P>(mover, &diagram.pits);
        // By the side in whose row it lies, South first.
        let mut in_row = [NOWHERE; 2];
        for &pit in diagram.pits_of("tuzdik") {
            let name = self.layout.name(pit);
            let fault = |message: &str| Err(Fault::of("tuzdik", format!("{name} {message}")));
            if pit.spot == self.columns - 1 {
                return fault("is the last pit of its row, which can't be a tuzdik");
            }
            if diagram.at(pit) > 0 {
                return fault("holds seeds, so it can't be a tuzdik");
            }
            if in_row[pit.owner.index()] != NOWHERE {
                return fault("is the second tuzdik in its row");
            }
            if in_row[pit.owner.other().index()] == pit.spot {
                return fault("has the number of the other tuzdik");
            }
            in_row[pit.owner.index()] = pit.spot;
        }
        let [own, across] = mover.arrange(in_row);
        Ok(ToguzPosition {
            ring,
            captured: mover.arrange(diagram.seeds("captured")),
            tuzdik: [across, own],
            status: Status {
                to_move: mover,
                result: diagram.result,
            },
        })
    }
}
