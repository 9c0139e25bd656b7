//! # Simplified Tanzanian Bao: the rule book of the ruleset `tanzanian`
//!
//! Bao as it is shown to beginners on the Tanzanian mainland: four rows, two to each player, all seeds
//! on the board from the start, no house, nothing compulsory. Whoever eats the opponent's front row
//! empty, or leaves him without two seeds in one pit, has won.
//!
//! ## Common ground
//!
//! - **G1** South moves first. Left and right are the owner's own, sitting at his side.
//! - **G2** A sowing drops one seed in each following pit; the pit the seeds came from is not
//!   skipped. A pit counts as filled or empty by what it held just before the last seed fell.
//! - **G3** A move that sows more than `max_sown` seeds would count as endless and be illegal. With 10 000 there
//!   is none: as long as the opponent's front row holds a seed, the pit that faces it gets one each time
//!   round and is not lifted until it eats, so that a move goes round no more often than there are seeds.
//! - **G5** A player to move without a legal move ends the game; here he has lost (T7).
//! - **G9** A position that is given without a result and is over by its rules has no moves: with one
//!   front row empty its owner has lost, with both the player to move.
//!
//! ## Board and start
//!
//! - **T1** Each pit holds two seeds at the start. Pits are numbered from the owner's left, A1 faces a8; a
//!   player's front and back row form one ring, and clockwise runs A1…A8 B8…B1.
//!
//! ## Moves
//!
//! - **T2** A move starts from any own pit with two seeds or more, in the front or the back row, and goes
//!   either way; it is written as pit and L or R, the way the hand moves over that pit as the owner sees
//!   it. No move is compulsory, and every move may eat.
//! - **T3** *Sleeping*: a sowing that ends in an empty pit ends the move. *Wandering*: one that ends in a
//!   filled pit goes on with all of its seeds, the same way, from the next pit.
//! - **T4** *Eating*: a sowing that ends in a filled front pit facing a filled one takes the opponent's seeds
//!   out of it and sows them on together with those of the own pit. His back row is not touched.
//!
//! ## The end
//!
//! - **T5** Whoever eats the opponent's front row empty has won at once; the seeds in his hand are sown, and
//!   the move stops there.
//! - **T6** A player whose own front row is empty when his move has ended has lost, unless T5 came first.
//! - **T7** A player to move who has no legal move has lost, mostly for want of a pit with two seeds. It is
//!   looked at when his turn comes.
//! - **T8** There are no draws.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::any::AnyVariant;
use crate::kernel::board::{Pits, Pits16, Pits32, Side};
use crate::kernel::diagram::{Diagram, Fault, Field};
use crate::kernel::event::{Act, Event, Note, Observer, Place};
use crate::kernel::layout::{Layout, Ring, Ways};
use crate::kernel::sow::{Landing, Lap, Next, Relay, Skip, Tracks, relay};
use crate::position;
use crate::ruleset::{BoardSpec, Faults, Ruleset, SameSeeds};
use crate::variant::{Choices, Lead, Outcome, Refusal, Start, Starts, Status, Turn, Variant};

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
pub struct Tanzanian;

impl Ruleset for Tanzanian {
    type Setup = SameSeeds;
    type Rules = Rules;
    const NAME: &'static str = "tanzanian";
    const SOURCE: &'static str = include_str!("tanzanian.rs");

    fn variant(
        board: &BoardSpec,
        setup: &SameSeeds,
        rules: &Rules,
    ) -> Result<Box<dyn AnyVariant>, Faults> {
        let mut faults = Faults::default();
        let (columns, seeds) = (board.columns, setup.seeds);
        faults.check_board(board, 4, 2..=16);
        faults.check_seeds(board, setup);
        faults.check_max_sown(rules.max_sown, u32::MAX);
        faults.none()?;
        if columns <= 8 {
            Ok(Box::new(SimplifiedBao::<Pits16>::new(
                columns, seeds, rules,
            )))
        } else {
            Ok(Box::new(SimplifiedBao::<Pits32>::new(
                columns, seeds, rules,
            )))
        }
    }
}

/// A game of Simplified Bao with its tables.
#[derive(Debug, Clone)]
pub struct SimplifiedBao<P: Pits> {
    layout: Layout,
    tracks: Tracks<P>,
    columns: u8,
    front: P,
    opening: TanzanianPosition<P>,
    max_sown: u32,
}

/// A position, as the player to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TanzanianPosition<P> {
    /// The mover's ring.
    own: P,
    /// The opponent's ring, counted as he counts it.
    across: P,
    status: Status,
}

position!(TanzanianPosition<P: Pits>);

/// A move in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hand<P> {
    own: P,
    across: P,
    /// The opponent's front row was eaten empty (`T5`).
    won: bool,
}

impl<P: Pits> Relay for Hand<P> {
    type Pits = P;

    #[inline]
    fn ring(&mut self) -> &mut P {
        &mut self.own
    }
}

impl<P: Pits> SimplifiedBao<P> {
    fn new(columns: u8, seeds: u8, rules: &Rules) -> Self {
        let mut ring = P::default();
        for spot in 0..2 * columns {
            ring.put(spot, seeds);
        }
        Self {
            layout: Layout::new(4, columns, Ring::Own, Ways::Both),
            tracks: Tracks::new(2 * columns, Ways::Both, &[Skip::Nothing]),
            columns,
            front: P::range(0, columns),
            opening: TanzanianPosition {
                own: ring,
                across: ring,
                status: Status::going(Side::South),
            },
            max_sown: rules.max_sown,
        }
    }

    /// Lifts an own pit, and the one facing it if that is eaten (`T3`, `T4`), and sows on.
    #[inline]
    fn landed(
        &self,
        hand: &mut Hand<P>,
        lap: Lap,
        landing: Landing,
        observer: &mut impl Observer,
    ) -> Next {
        let spot = landing.spot;
        // T5, T3
        if hand.won || landing.was_empty() {
            return Next::Stop;
        }
        // T4, Z0: a front pit faces the one as far from the other end.
        let mut eaten = 0;
        if spot < self.columns {
            let facing = self.columns - 1 - spot;
            eaten = hand.across.take(facing);
            if eaten > 0 {
                observer
                    .see(|| Event::moved(Act::Capture, Place::Across(facing), Place::Hand, eaten));
                // T5
                if hand.across.only(self.front).is_empty() {
                    hand.won = true;
                    observer.see(|| Event::mark(Note::RowEmpty, Place::Across(facing)));
                }
            }
        }
        let seeds = hand.own.take(spot);
        observer.see(|| Event::moved(Act::Lift, Place::Ring(spot), Place::Hand, seeds));
        Next::Sow(
            self.tracks
                .onward(spot, seeds + eaten, lap.direction, Skip::Nothing),
        )
    }
}

impl<P: Pits> Variant for SimplifiedBao<P> {
    type Position = TanzanianPosition<P>;

    // An empty front row loses, whoever has more seeds.
    const LEAD: Lead = Lead::Evaluation;

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn opening(&self) -> TanzanianPosition<P> {
        self.opening
    }

    #[inline]
    fn starts(&self, position: &TanzanianPosition<P>, _tier: u8) -> Starts {
        // T2
        let spots = position.own.at_least(2);
        Starts::new(spots, spots)
    }

    #[inline]
    fn turn(
        &self,
        position: &TanzanianPosition<P>,
        _tier: u8,
        start: Start,
        _choices: &mut impl Choices<TanzanianPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<Turn<TanzanianPosition<P>>, Refusal> {
        let Start { spot, direction } = start;
        let mut hand = Hand {
            own: position.own,
            across: position.across,
            won: false,
        };
        let seeds = hand.own.take(spot);
        observer.see(|| Event::moved(Act::Lift, Place::Ring(spot), Place::Hand, seeds));
        let first = self.tracks.onward(spot, seeds, direction, Skip::Nothing);
        relay(
            &self.tracks,
            self.max_sown,
            &mut hand,
            first,
            observer,
            |hand, lap, landing, observer| self.landed(hand, lap, landing, observer),
        )?;
        let mover = position.status.to_move;
        let result = if hand.won {
            Some(Outcome::win(mover))
        } else if hand.own.only(self.front).is_empty() {
            // T6
            observer.see(|| Event::mark(Note::RowEmpty, Place::Ring(0)));
            Some(Outcome::win(mover.other()))
        } else {
            None
        };
        let after = TanzanianPosition {
            own: hand.across,
            across: hand.own,
            status: Status {
                to_move: mover.other(),
                result,
            },
        };
        Ok(Turn {
            position: after,
            choice: 0,
        })
    }

    fn ended(&self, position: &TanzanianPosition<P>) -> Option<Outcome> {
        // G9: T5 comes before T6.
        let mover = position.status.to_move;
        if position.own.only(self.front).is_empty() {
            Some(Outcome::win(mover.other()))
        } else if position.across.only(self.front).is_empty() {
            Some(Outcome::win(mover))
        } else {
            None
        }
    }

    fn stuck(
        &self,
        _before: Option<&TanzanianPosition<P>>,
        position: &TanzanianPosition<P>,
    ) -> Outcome {
        // T7, T8
        Outcome::win(position.status.to_move.other())
    }

    fn holdings(&self, position: &TanzanianPosition<P>) -> [u16; 2] {
        let mover = position.status.to_move;
        mover.arrange([position.own.total(), position.across.total()])
    }

    fn fields(&self) -> Vec<Field> {
        Vec::new()
    }

    fn diagram(&self, position: &TanzanianPosition<P>) -> Diagram {
        let mover = position.status.to_move;
        Diagram {
            pits: self.layout.spread(mover, position.own, position.across),
            to_move: mover,
            fields: Vec::new(),
            result: position.status.result,
        }
    }

    fn read_diagram(&self, diagram: &Diagram) -> Result<TanzanianPosition<P>, Fault> {
        let (own, across) = self.layout.gather(diagram.to_move, &diagram.pits);
        Ok(TanzanianPosition {
            own,
            across,
            status: Status {
                to_move: diagram.to_move,
                result: diagram.result,
            },
        })
    }
}
