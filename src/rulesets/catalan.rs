//! # Bao 6x2: the rule book of the ruleset `catalan`
//!
//! Bao on a board of two rows of six, made up in Catalonia. Captured seeds are sown again from an own
//! end pit, as in Bao, but one of each capture is won. The one who leaves his opponent without a move
//! though he could have done otherwise is not rewarded for it.
//!
//! ## Common ground
//!
//! - **G1** South moves first. Left and right are the owner's own, sitting at his side.
//! - **G2** A sowing drops one seed in each following pit. A pit counts as filled or empty by what it held just
//!   before the last seed fell.
//! - **G3** A move that sows more than `max_sown` seeds, or comes back to a state it has passed, never
//!   ends and is illegal. A stop that comes up again in the same state is no further move.
//! - **G5** A player to move without a legal move ends the game, and the seeds are divided (C11).
//! - **G9** A position that is given without a result and is over by its rules has no moves; what C11 asks
//!   about the last move is then taken as not preventable.
//!
//! ## Board and start
//!
//! - **C1** Two rows of six pits with four seeds each form one ring of twelve, numbered from the owner's left. A
//!   move starts from any filled own pit, single seeds too, and goes either way: R is left to right over
//!   the own row.
//!
//! ## Moves
//!
//! - **C2** A move is a capture move if its first lap ends in a filled own pit facing a filled one. In any other
//!   move nothing is captured.
//! - **C3** No player is bound to choose a capture move, but a capture move captures.
//! - **C4** A capture empties the opponent's pit. One of the seeds goes to the mover's store, the others are sown
//!   at once; the own pit keeps its seeds. If nothing is left to sow, the move ends.
//! - **C5** They are sown from the own end pit on the side from which the hand came, on the same way: a hand that
//!   ran left to right starts at the left end. A capture in an own end pit is sown from that pit, towards the
//!   centre. The first seed falls into the end pit itself.
//! - **C6** In a capture move every later lap that ends in a filled own pit facing a filled one captures again; one
//!   that ends in another filled pit is sown on.
//! - **C7** In a move without capture a lap that ends in any filled pit is sown on.
//! - **C8** The move ends when the last seed of a lap falls in an empty pit.
//! - **C9** A lap lifted from a pit passes that pit over, which shows from twelve seeds on. Captured seeds pass
//!   nothing over.
//! - **C10** If the lap or the capture that comes next would leave the opponent's row without seeds, once it is
//!   sown, the player may stop instead, in the filled pit where he is. `A3R!2` is A3R stopped after its
//!   second sowing; it may be legal even where A3R never ends.
//!
//! ## The end
//!
//! - **C11** When the player to move has no legal move, each player gets the seeds of his own row, if the one who
//!   moved last could not help it. If that one had another move, a stop included, after which the opponent
//!   could have moved, each gets the seeds of the *other* row. What is in store counts for its owner. More
//!   wins, equal is a draw.
//! - **C12** A position that comes up again in a game, with the same player to move, ends it: each player gets the
//!   seeds of his own row.

use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::any::AnyVariant;
use crate::kernel::board::{Direction, Pits, Pits16, Pits32};
use crate::kernel::diagram::{Diagram, Fault, Field};
use crate::kernel::event::{Act, Choice, Event, Note, Observer, Place};
use crate::kernel::layout::{Layout, Ring, Ways};
use crate::kernel::sow::{Landing, Lap, Next, Relay, Skip, Tracks, relay};
use crate::ruleset::{BoardSpec, Faults, Ruleset, SameSeeds};
use crate::rulesets::two_rows::{Rows, TwoRows};
use crate::variant::{
    Branching, Choices, Crossing, Decision, Move, Outcome, Refusal, Start, Starts, Status, Turn,
    Variant,
};

/// What a variant file says under `[rules]`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// A move that would sow more seeds than this counts as endless and is illegal (G3).
    #[schemars(range(min = 1, max = 65535))]
    pub max_sown: u32,
}

/// The ruleset, as the catalogue knows it.
#[derive(Debug, Clone, Copy)]
pub struct Catalan;

impl Ruleset for Catalan {
    type Setup = SameSeeds;
    type Rules = Rules;
    const NAME: &'static str = "catalan";
    const SOURCE: &'static str = include_str!("catalan.rs");

    fn variant(
        board: &BoardSpec,
        setup: &SameSeeds,
        rules: &Rules,
    ) -> Result<Box<dyn AnyVariant>, Faults> {
        let mut faults = Faults::default();
        let (columns, seeds) = (board.columns, setup.seeds);
        faults.check_board(board, 2, 2..=16);
        faults.check_seeds(board, setup);
        // Stops are written by the number of the sowing, which a move keeps in sixteen bits.
        faults.check_max_sown(rules.max_sown, u32::from(u16::MAX));
        faults.none()?;
        if columns <= 8 {
            Ok(Box::new(BaoCatalan::<Pits16>::new(columns, seeds, rules)))
        } else {
            Ok(Box::new(BaoCatalan::<Pits32>::new(columns, seeds, rules)))
        }
    }
}

/// A game of Bao 6x2 with its tables.
#[derive(Debug, Clone)]
pub struct BaoCatalan<P: Pits> {
    layout: Layout,
    tracks: Tracks<P>,
    columns: u8,
    rows: Rows<P>,
    opening: TwoRows<P>,
    max_sown: u32,
}

/// A move in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hand<P> {
    ring: P,
    /// Seeds won in the move.
    won: u8,
}

impl<P: Pits> Relay for Hand<P> {
    type Pits = P;

    #[inline]
    fn ring(&mut self) -> &mut P {
        &mut self.ring
    }
}

/// What is remembered of a move besides its state.
#[derive(Debug, Clone, Copy)]
struct Course {
    /// How many sowings there were.
    sowings: u16,
    /// Whether it is a capture move (`C2`).
    captures: bool,
    /// The sowing after which the player stopped (`C10`), 0 for none.
    stopped: u16,
}

impl<P: Pits> BaoCatalan<P> {
    fn new(columns: u8, seeds: u8, rules: &Rules) -> Self {
        let rows = Rows::new(columns, 0);
        Self {
            layout: Layout::new(2, columns, Ring::Shared, Ways::Both),
            tracks: Tracks::new(2 * columns, Ways::Both, &[Skip::Nothing, Skip::Origin]),
            columns,
            opening: TwoRows::opening(&rows, seeds),
            max_sown: rules.max_sown,
            rows,
        }
    }

    /// The lap that brings back seeds captured in this own pit (`C5`); `seeds` may be none.
    #[inline]
    const fn entering(&self, spot: u8, seeds: u8, direction: Direction) -> Lap {
        let right = self.columns - 1;
        let direction = if spot == 0 {
            Direction::Forward
        } else if spot == right {
            Direction::Backward
        } else {
            direction
        };
        let first = match direction {
            Direction::Forward => 0,
            Direction::Backward => right,
        };
        // C9
        Lap {
            first,
            seeds,
            direction,
            skip: Skip::Nothing,
        }
    }

    /// What follows when a lap has ended.
    #[expect(
        clippy::too_many_arguments,
        reason = "the one closure of the relay, spelled out"
    )]
    #[inline]
    fn landed(
        &self,
        before: &TwoRows<P>,
        course: &mut Course,
        hand: &mut Hand<P>,
        lap: Lap,
        landing: Landing,
        choices: &mut impl Choices<TwoRows<P>>,
        observer: &mut impl Observer,
    ) -> Next {
        // C8
        if landing.was_empty() {
            return Next::Stop;
        }
        let (spot, direction) = (landing.spot, lap.direction);
        let facing = 2 * self.columns - 1 - spot;
        let faces = spot < self.columns && hand.ring.get(facing) > 0;
        // C2
        if course.sowings == 0 {
            course.captures = faces;
        }
        course.sowings += 1;
        // C6, C7
        let captures = faces && course.captures;
        let lifted = if captures { facing } else { spot };
        let mut ring = hand.ring;
        let seeds = ring.take(lifted);
        let next = if captures {
            self.entering(spot, seeds - 1, direction)
        } else {
            // C9
            self.tracks.onward(spot, seeds, direction, Skip::Origin)
        };
        // C10: sowing fills pits, so the row is empty afterwards only if it is before.
        if self.rows.across_is_empty(ring) && self.leaves_empty(ring, next) {
            let crossing = Crossing {
                choice: course.sowings,
                spot,
                direction,
            };
            match choices.meet(crossing, || self.after(before, hand)) {
                Decision::Repeated => return Next::Endless,
                Decision::Stop => {
                    observer.see(|| Event::Choice(Choice::Stop));
                    course.stopped = course.sowings;
                    return Next::Stop;
                }
                Decision::GoOn => observer.see(|| Event::Choice(Choice::GoOn)),
            }
        }
        hand.ring = ring;
        if captures {
            // C4
            hand.won += 1;
            observer.see(|| Event::moved(Act::Capture, Place::Ring(lifted), Place::Hand, seeds));
            observer.see(|| Event::moved(Act::Bank, Place::Hand, Place::Store, 1));
            if next.seeds == 0 {
                return Next::Stop;
            }
            if next.direction != direction {
                observer.see(|| Event::mark(Note::Turn(next.direction), Place::Ring(spot)));
            }
        } else {
            observer.see(|| Event::moved(Act::Lift, Place::Ring(lifted), Place::Hand, seeds));
        }
        Next::Sow(next)
    }

    /// Whether a lap brings no seed to the opponent's empty row (`C10`).
    #[cold]
    fn leaves_empty(&self, ring: P, lap: Lap) -> bool {
        lap.seeds == 0 || self.rows.across_is_empty(self.tracks.sow(ring, lap).0)
    }

    /// The position when the move has ended here, seen by the opponent.
    #[inline]
    fn after(&self, before: &TwoRows<P>, hand: &Hand<P>) -> TwoRows<P> {
        let [own, across] = before.captured;
        TwoRows {
            ring: hand.ring.turned(self.columns),
            captured: [across, own + hand.won],
            status: Status::going(before.status.to_move.other()),
        }
    }

    /// Whether some move from here leaves the opponent a move (`C11`).
    fn can_go_on(&self, position: &TwoRows<P>) -> bool {
        let mut leaves_move = |_: Move, after: &TwoRows<P>| {
            if self.has_move(after) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        self.each_move(position, &mut leaves_move).is_break()
    }
}

impl<P: Pits> Variant for BaoCatalan<P> {
    type Position = TwoRows<P>;

    const REPETITION: bool = true;

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn opening(&self) -> TwoRows<P> {
        self.opening
    }

    #[inline]
    fn starts(&self, position: &TwoRows<P>, _tier: u8) -> Starts {
        // C1, C3
        let spots = position.ring.filled() & self.rows.own_bits();
        Starts::new(spots, spots)
    }

    #[inline]
    fn turn(
        &self,
        position: &TwoRows<P>,
        _tier: u8,
        start: Start,
        choices: &mut impl Choices<TwoRows<P>>,
        observer: &mut impl Observer,
    ) -> Result<Turn<TwoRows<P>>, Refusal> {
        let Start { spot, direction } = start;
        let mut hand = Hand {
            ring: position.ring,
            won: 0,
        };
        let mut course = Course {
            sowings: 0,
            captures: false,
            stopped: 0,
        };
        let seeds = hand.ring.take(spot);
        observer.see(|| Event::moved(Act::Lift, Place::Ring(spot), Place::Hand, seeds));
        let first = self.tracks.onward(spot, seeds, direction, Skip::Origin);
        relay(
            &self.tracks,
            self.max_sown,
            &mut hand,
            first,
            observer,
            |hand, lap, landing, observer| {
                self.landed(position, &mut course, hand, lap, landing, choices, observer)
            },
        )?;
        Ok(Turn {
            position: self.after(position, &hand),
            choice: course.stopped,
        })
    }

    #[inline]
    fn branching(&self, _position: &TwoRows<P>, _tier: u8) -> Branching {
        Branching::Many
    }

    fn stuck(&self, before: Option<&TwoRows<P>>, position: &TwoRows<P>) -> Outcome {
        // C11
        let mut rows = self.rows.totals(position.ring);
        if before.is_some_and(|before| self.can_go_on(before)) {
            rows.reverse();
        }
        let [own, across] = position.captured.map(u16::from);
        let counts = [own + rows[0], across + rows[1]];
        Outcome::by_count(position.status.to_move.arrange(counts))
    }

    fn repeated(&self, position: &mut TwoRows<P>) -> Option<Outcome> {
        // C12
        Some(Outcome::by_count(self.holdings(position)))
    }

    fn holdings(&self, position: &TwoRows<P>) -> [u16; 2] {
        position.holdings(&self.rows)
    }

    fn fields(&self) -> Vec<Field> {
        TwoRows::<P>::fields()
    }

    fn diagram(&self, position: &TwoRows<P>) -> Diagram {
        position.diagram(&self.layout)
    }

    fn read_diagram(&self, diagram: &Diagram) -> Result<TwoRows<P>, Fault> {
        Ok(TwoRows::read(&self.layout, diagram))
    }

    fn write_move(&self, position: &TwoRows<P>, mv: Move, _after: &TwoRows<P>) -> String {
        let name = self.layout.start_name(position.status.to_move, mv.start);
        match mv.choice {
            0 => name,
            sowing => format!("{name}!{sowing}"),
        }
    }
}
