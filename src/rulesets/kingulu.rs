//! # Bao Kingulu: the rule book of the ruleset `kingulu`
//!
//! A two-row game of the Ngulu in east-central Tanzania. Seeds go round counterclockwise over both
//! rows, lap after lap. An opponent's pit in which the last seed makes four is *reserved*: it stays
//! where it is, and from then on all that falls into it is its new owner's. Most seeds win.
//!
//! ## Common ground
//!
//! - **G1** South moves first. Left and right are the owner's own, sitting at his side.
//! - **G2** A sowing drops one seed in each following pit. A pit counts as filled or empty, and as holding
//!   three, by what it held just before the last seed fell.
//! - **G3** A move that sows more than `max_sown` seeds, or comes back to a state it has passed, never
//!   ends and is illegal.
//! - **G5** A player to move without a legal move ends the game, and the seeds are counted (K9).
//! - **G9** A position that is given without a result and is over by its rules has no moves, and its result
//!   is counted as K9 says.
//!
//! ## Board and start
//!
//! - **K1** Two rows of six pits with four seeds each form one ring of twelve. Pits are numbered from the
//!   owner's left; the hand moves left to right over the own row and on over the opponent's.
//!
//! ## Moves
//!
//! - **K2** A move empties a filled pit of the own row. A pit that either player has reserved is never
//!   emptied.
//! - **K3** A move whose first lap ends in a filled pit of the own row is illegal, unless that pit is reserved.
//!   Later laps may end there.
//! - **K4** A lap that ends in a filled pit is followed by another with all the seeds of that pit, unless one of
//!   the rules below ends the move.
//! - **K5** A reserved pit belongs to the player across. Seeds are dropped in it as in any other and stay there;
//!   a lap that ends in it, whoever's it is, ends the move. They don't count as `captured`.
//! - **K6** A last seed that falls in an opponent's pit of exactly three reserves it, and the move ends. The seed
//!   dropped just before it in that lap joins it, unless the lap was a single seed, or that one lies in a
//!   reserved pit.
//! - **K7** A last seed that falls in an empty pit ends the move. In an own pit it captures what lies opposite,
//!   unless that pit is reserved: those seeds and the last one go to the mover's store.
//! - **K8** The pit a lap started from is not skipped, however many seeds are sown.
//!
//! ## The end
//!
//! - **K9** When the player to move has no legal move, each player counts his captured seeds, the seeds of his
//!   row outside reserved pits, and those in the pits that he has reserved. More wins, equal is a draw.
//! - **K10** There is no rule about repeated positions.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::any::AnyVariant;
use crate::kernel::board::{Direction, Pit, Pits, Pits16, Pits32, Side};
use crate::kernel::diagram::{Diagram, Fault, Field, FieldKind, Value};
use crate::kernel::event::{Act, Event, Note, Observer, Place};
use crate::kernel::layout::{Layout, Ring, Ways};
use crate::kernel::sow::{Landing, Lap, Next, Relay, Skip, Tracks, relay};
use crate::position;
use crate::ruleset::{BoardSpec, Faults, Ruleset, SameSeeds};
use crate::rulesets::two_rows::Rows;
use crate::variant::{Choices, Outcome, Refusal, Start, Starts, Status, Turn, Variant};

/// What a variant file says under `[rules]`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// A move that would sow more seeds than this counts as endless and is illegal (G3).
    #[schemars(range(min = 1))]
    pub max_sown: u32,
}

/// The ruleset, as the catalogue knows it.
#[derive(Debug, Clone, Copy)]
pub struct Kingulu;

impl Ruleset for Kingulu {
    type Setup = SameSeeds;
    type Rules = Rules;
    const NAME: &'static str = "kingulu";
    const SOURCE: &'static str = include_str!("kingulu.rs");

    fn variant(
        board: &BoardSpec,
        setup: &SameSeeds,
        rules: &Rules,
    ) -> Result<Box<dyn AnyVariant>, Faults> {
        let mut faults = Faults::default();
        let (columns, seeds) = (board.columns, setup.seeds);
        faults.check_board(board, 2, 2..=16);
        faults.check_seeds(board, setup);
        faults.check_max_sown(rules.max_sown, u32::MAX);
        faults.none()?;
        if columns <= 8 {
            Ok(Box::new(BaoKingulu::<Pits16>::new(columns, seeds, rules)))
        } else {
            Ok(Box::new(BaoKingulu::<Pits32>::new(columns, seeds, rules)))
        }
    }
}

/// A game of Bao Kingulu with its tables.
#[derive(Debug, Clone)]
pub struct BaoKingulu<P: Pits> {
    layout: Layout,
    tracks: Tracks<P>,
    columns: u8,
    rows: Rows<P>,
    opening: KinguluPosition<P>,
    max_sown: u32,
}

/// A position, as the player to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KinguluPosition<P> {
    /// Both rows, the mover's first.
    ring: P,
    /// The reserved pits, as bits: each belongs to the player in whose row it does not lie (`K5`).
    reserved: u32,
    /// Seeds out of play, mover's first.
    captured: [u8; 2],
    status: Status,
}

position!(KinguluPosition<P: Pits>);

/// A move in progress; what is captured or reserved ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hand<P> {
    ring: P,
    reserved: u32,
    captured: u8,
}

impl<P: Pits> Relay for Hand<P> {
    type Pits = P;

    #[inline]
    fn ring(&mut self) -> &mut P {
        &mut self.ring
    }
}

impl<P: Pits> BaoKingulu<P> {
    fn new(columns: u8, seeds: u8, rules: &Rules) -> Self {
        let rows = Rows::new(columns, 0);
        Self {
            layout: Layout::new(2, columns, Ring::Shared, Ways::Forward),
            tracks: Tracks::new(2 * columns, Ways::Forward, &[Skip::Nothing]),
            columns,
            opening: KinguluPosition {
                ring: rows.filled_with(seeds),
                reserved: 0,
                captured: [0, 0],
                status: Status::going(Side::South),
            },
            max_sown: rules.max_sown,
            rows,
        }
    }

    /// Bits of the ring seen from the other side.
    #[inline]
    const fn turned(&self, bits: u32) -> u32 {
        bits >> self.columns | (bits & self.rows.own_bits()) << self.columns
    }

    /// What follows when a lap has ended, but for `K3`.
    #[inline]
    fn landed(
        &self,
        hand: &mut Hand<P>,
        lap: Lap,
        landing: Landing,
        observer: &mut impl Observer,
    ) -> Next {
        let spot = landing.spot;
        let own = spot < self.columns;
        // K5
        if hand.reserved >> spot & 1 == 1 {
            observer.see(|| Event::mark(Note::EndsInReserved, Place::Ring(spot)));
            return Next::Stop;
        }
        // K7
        if landing.was_empty() {
            if own {
                self.capture(hand, spot, observer);
            }
            return Next::Stop;
        }
        // K6
        if !own && landing.seeds == 4 {
            self.reserve(hand, lap, spot, observer);
            return Next::Stop;
        }
        // K4, K8
        let seeds = hand.ring.take(spot);
        observer.see(|| Event::moved(Act::Lift, Place::Ring(spot), Place::Hand, seeds));
        Next::Sow(
            self.tracks
                .onward(spot, seeds, lap.direction, Skip::Nothing),
        )
    }

    /// Takes the seeds opposite an own pit together with the one seed in it (`K7`).
    #[inline]
    fn capture(&self, hand: &mut Hand<P>, spot: u8, observer: &mut impl Observer) {
        let opposite = 2 * self.columns - 1 - spot;
        if hand.reserved >> opposite & 1 == 1 {
            return;
        }
        let seeds = hand.ring.take(opposite);
        if seeds > 0 {
            let last = hand.ring.take(spot);
            hand.captured = seeds + last;
            observer.see(|| Event::moved(Act::Capture, Place::Ring(opposite), Place::Store, seeds));
            observer.see(|| Event::moved(Act::Bank, Place::Ring(spot), Place::Store, last));
        }
    }

    /// Reserves a pit for the mover, and adds the seed dropped just before the last one (`K6`).
    #[inline]
    fn reserve(&self, hand: &mut Hand<P>, lap: Lap, spot: u8, observer: &mut impl Observer) {
        observer.see(|| Event::mark(Note::Reserved, Place::Ring(spot)));
        let before = self.tracks.next(spot, lap.direction.turned());
        if lap.seeds > 1 && hand.reserved >> before & 1 == 0 {
            let left = hand.ring.take(before) - 1;
            hand.ring.put(before, left);
            hand.ring.put(spot, 1);
            observer.see(|| Event::moved(Act::Join, Place::Ring(before), Place::Ring(spot), 1));
        }
        hand.reserved |= 1 << spot;
    }

    /// The position when the move has ended, seen by the opponent.
    #[inline]
    fn after(&self, before: &KinguluPosition<P>, hand: &Hand<P>) -> KinguluPosition<P> {
        let [own, across] = before.captured;
        KinguluPosition {
            ring: hand.ring.turned(self.columns),
            reserved: self.turned(hand.reserved),
            captured: [across, own + hand.captured],
            status: Status::going(before.status.to_move.other()),
        }
    }
}

impl<P: Pits> Variant for BaoKingulu<P> {
    type Position = KinguluPosition<P>;

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn opening(&self) -> KinguluPosition<P> {
        self.opening
    }

    #[inline]
    fn starts(&self, position: &KinguluPosition<P>, _tier: u8) -> Starts {
        // K2
        Starts::forward(position.ring.filled() & self.rows.own_bits() & !position.reserved)
    }

    #[inline]
    fn turn(
        &self,
        position: &KinguluPosition<P>,
        _tier: u8,
        start: Start,
        _choices: &mut impl Choices<KinguluPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<Turn<KinguluPosition<P>>, Refusal> {
        let spot = start.spot;
        let mut hand = Hand {
            ring: position.ring,
            reserved: position.reserved,
            captured: 0,
        };
        let seeds = hand.ring.take(spot);
        observer.see(|| Event::moved(Act::Lift, Place::Ring(spot), Place::Hand, seeds));
        let first = self
            .tracks
            .onward(spot, seeds, Direction::Forward, Skip::Nothing);
        // K3, K8: a lap that goes all the way round has filled its last pit before.
        let end = self.tracks.end(first);
        let filled = hand.ring.get(end) > 0 || seeds > self.tracks.len();
        if end < self.columns && filled && hand.reserved >> end & 1 == 0 {
            return Err(Refusal::Unfit);
        }
        relay(
            &self.tracks,
            self.max_sown,
            &mut hand,
            first,
            observer,
            |hand, lap, landing, observer| self.landed(hand, lap, landing, observer),
        )?;
        Ok(Turn {
            position: self.after(position, &hand),
            choice: 0,
        })
    }

    fn stuck(
        &self,
        _before: Option<&KinguluPosition<P>>,
        position: &KinguluPosition<P>,
    ) -> Outcome {
        // K9
        Outcome::by_count(self.holdings(position))
    }

    fn holdings(&self, position: &KinguluPosition<P>) -> [u16; 2] {
        // K9
        let mut counts = self.rows.totals(position.ring);
        for Start { spot, .. } in Starts::forward(position.reserved) {
            let seeds = u16::from(position.ring.get(spot));
            let owner = usize::from(spot >= self.columns);
            counts[owner] -= seeds;
            counts[1 - owner] += seeds;
        }
        counts[0] += u16::from(position.captured[0]);
        counts[1] += u16::from(position.captured[1]);
        position.status.to_move.arrange(counts)
    }

    fn fields(&self) -> Vec<Field> {
        let field = |name, kind| Field { name, kind };
        vec![
            field("captured", FieldKind::Seeds),
            field("reserved", FieldKind::Pits),
        ]
    }

    fn diagram(&self, position: &KinguluPosition<P>) -> Diagram {
        let mover = position.status.to_move;
        let reserved = (0..2 * self.columns).filter(|spot| position.reserved >> spot & 1 == 1);
        let reserved = reserved.filter_map(|spot| self.layout.pit(mover, Place::Ring(spot)));
        Diagram {
            pits: self.layout.spread(mover, position.ring, P::default()),
            to_move: mover,
            fields: vec![
                ("captured", Value::Seeds(mover.arrange(position.captured))),
                ("reserved", Value::Pits(reserved.collect())),
            ],
            result: position.status.result,
        }
    }

    fn read_diagram(&self, diagram: &Diagram) -> Result<KinguluPosition<P>, Fault> {
        let mover = diagram.to_move;
        let (ring, _) = self.layout.gather::<P>(mover, &diagram.pits);
        let mut reserved = 0;
        for &pit in diagram.pits_of("reserved") {
            let Pit { owner, spot } = pit;
            if diagram.at(pit) == 0 {
                let name = self.layout.name(pit);
                return Err(Fault::of(
                    "reserved",
                    format!("{name} is empty, so it can't be reserved"),
                ));
            }
            reserved |= 1_u32 << (spot + if owner == mover { 0 } else { self.columns });
        }
        Ok(KinguluPosition {
            ring,
            reserved,
            captured: mover.arrange(diagram.seeds("captured")),
            status: Status {
                to_move: mover,
                result: diagram.result,
            },
        })
    }
}
