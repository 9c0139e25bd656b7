//! Oware and Awari: bring the opponent's pits to two or three.
//!
#![doc = include_str!("oware.md")]

use schemars::JsonSchema;
use serde::Deserialize;

use crate::any::AnyVariant;
use crate::by_pits;
use crate::kernel::board::{Direction, Pits, Side};
use crate::kernel::event::{Act, Note, Observer, Place, Tell};
use crate::kernel::layout::{Layout, Ring, Ways};
use crate::kernel::sow::{LapTable, Skip};
use crate::ruleset::{BoardSpec, Faults, Ruleset, SameSeeds};
use crate::rulesets::two_rows::{Rows, TwoRows, majority};
use crate::variant::{Chooser, Field, Outcome, Refusal, Start, Starts, Status, Variant};

/// What a variant file says under `[rules]`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// What a capture of all of the opponent's seeds does (OW3, AW1).
    pub grand_slam: GrandSlam,
    /// Whether the opponent may be left without seeds by not feeding him (OW4, AW1, AW2).
    pub feeding: Feeding,
    /// Who gets the seeds on the board when a position comes back (OW6, AW3).
    pub repetition: Repetition,
}

/// What a capture of all of the opponent's seeds does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GrandSlam {
    /// It takes nothing, the move stands.
    CapturesNothing,
    /// The move is legal only if there is no other, and then it captures.
    Illegal,
}

/// Whether the opponent may be left without seeds by not feeding him.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Feeding {
    /// An opponent without seeds must be given some; if that can't be done, the game is over.
    Required,
    /// A move that leaves him without seeds is legal only if there is no other.
    IfPossible,
}

/// Who gets the seeds on the board when a position comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// Each player those of his own row.
    OwnRows,
    /// Nobody.
    Nobodys,
}

/// The ruleset, as the catalogue knows it.
#[derive(Debug, Clone, Copy)]
pub struct Oware;

impl Ruleset for Oware {
    type Setup = SameSeeds;
    type Rules = Rules;
    const NAME: &'static str = "oware";
    const BOOK: &'static str = include_str!("oware.md");

    fn variant(
        board: &BoardSpec,
        setup: &SameSeeds,
        rules: &Rules,
    ) -> Result<Box<dyn AnyVariant>, Faults> {
        let mut faults = Faults::default();
        let (columns, seeds) = (board.columns, setup.seeds);
        faults.check_board(board, 2, 2..=12);
        faults.check_seeds(board, setup);
        faults.none()?;
        Ok(by_pits!(2 * columns, |P| Wari::<P>::new(
            columns, seeds, rules
        )))
    }
}

/// A capture of all seeds takes nothing (`OW3`).
const GRAND_SLAM: Note = Note::new("that would take everything, so it takes nothing");

/// The tier of moves that leave the opponent seeds; with [`Rules`] as in Oware that is every move.
const LEAVING: u8 = 0;

/// A game of the Oware family with its tables.
#[derive(Debug, Clone)]
pub struct Wari<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    rows: Rows<P>,
    columns: u8,
    opening: TwoRows<P>,
    grand_slam: GrandSlam,
    feeding: Feeding,
    repetition: Repetition,
}

impl<P: Pits> Wari<P> {
    fn new(columns: u8, seeds: u8, rules: &Rules) -> Self {
        let rows = Rows::new(columns, 0);
        Self {
            layout: Layout::new(2, columns, Ring::Shared, Ways::Forward),
            laps: LapTable::new(2 * columns, Ways::Forward, &[Skip::Origin]),
            opening: TwoRows::opening(&rows, seeds),
            rows,
            columns,
            grand_slam: rules.grand_slam,
            feeding: rules.feeding,
            repetition: rules.repetition,
        }
    }

    /// The pits from which the mover can start, as bits.
    #[inline]
    fn startable(&self, ring: P) -> u32 {
        if self.feeding == Feeding::Required && self.rows.across_is_empty(ring) {
            return self.feeders(ring);
        }
        ring.filled() & self.rows.own_bits()
    }

    /// The pits from which a sowing reaches the opponent's row (`OW4`).
    #[cold]
    fn feeders(&self, ring: P) -> u32 {
        let reaches = |spot: &u8| ring.get(*spot) >= self.columns - spot;
        (0..self.columns)
            .filter(reaches)
            .fold(0, |bits, spot| bits | 1 << spot)
    }

    /// Captures where the last seed fell in the opponent's row and made two or three (`OW2`): the ring
    /// without those seeds, and how many they are.
    #[inline]
    fn capture(&self, ring: P, last: u8, observer: &mut impl Observer) -> (P, u8) {
        let mut left = ring;
        let mut seeds = left.take(last);
        let mut first = last;
        while first > self.columns && matches!(left.get(first - 1), 2 | 3) {
            first -= 1;
            seeds += left.take(first);
        }
        // OW3
        if self.grand_slam == GrandSlam::CapturesNothing && self.rows.across_is_empty(left) {
            observer.note(GRAND_SLAM, Place::Ring(last));
            return (ring, 0);
        }
        for spot in (first..=last).rev() {
            let (from, seeds) = (Place::Ring(spot), ring.get(spot));
            observer.moved(Act::Capture, from, Place::STORE, seeds);
        }
        (left, seeds)
    }

    /// What each player has when he takes his own row (`OW4`, `AW2`, `OW6`).
    #[cold]
    fn sweep(&self, ring: P, captured: [u8; 2], observer: &mut impl Observer) -> [u8; 2] {
        let [own, across] = self.rows.sweep(ring, observer);
        [captured[0] + own, captured[1] + across]
    }

    /// The result by what was captured.
    #[inline]
    fn outcome(captured: [u8; 2], mover: Side) -> Outcome {
        Outcome::by_count(mover.arrange(captured.map(u16::from)))
    }

    /// The ring as the other player sees it.
    #[inline]
    fn turned(&self, ring: P) -> P {
        ring.turned(self.columns)
    }
}

impl<P: Pits> Variant for Wari<P> {
    type Position = TwoRows<P>;

    const TIERS: &'static [&'static str] = &[
        "moves that leave the opponent seeds",
        "moves that leave him none",
    ];

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn opening(&self) -> TwoRows<P> {
        self.opening
    }

    #[inline]
    fn starts(&self, position: &TwoRows<P>, _tier: u8) -> Starts {
        Starts::forward(self.startable(position.ring))
    }

    #[expect(
        clippy::inline_always,
        reason = "called once a move; a copy of its result costs as much as the move"
    )]
    #[inline(always)]
    fn turn(
        &self,
        position: &TwoRows<P>,
        tier: u8,
        start: Start,
        _chooser: &mut impl Chooser<TwoRows<P>>,
        observer: &mut impl Observer,
    ) -> Result<TwoRows<P>, Refusal> {
        let mover = position.status.to_move;
        let mut ring = position.ring;
        let [mut own, mut across] = position.captured;
        let seeds = observer.lift(&mut ring, start.spot);
        // OW1
        let lap = self
            .laps
            .onward(start.spot, seeds, Direction::Forward, Skip::Origin);
        let (mut ring, landing) = self.laps.sow(ring, lap);
        observer.sown(lap);
        let mut result = None;
        if landing.spot >= self.columns && matches!(landing.seeds, 2 | 3) {
            let (left, seeds) = self.capture(ring, landing.spot, observer);
            ring = left;
            own += seeds;
            // OW5
            result = majority(ring, [own, across], mover);
        }
        // AW1
        if tier == LEAVING && self.rows.across_is_empty(ring) {
            return Err(Refusal::Unfit);
        }
        // OW4, AW2
        if result.is_none()
            && self.rows.one_is_empty(ring)
            && self.startable(self.turned(ring)) == 0
        {
            [own, across] = self.sweep(ring, [own, across], observer);
            ring = P::default();
            result = Some(Self::outcome([own, across], mover));
        }
        Ok(TwoRows {
            ring: self.turned(ring),
            captured: [across, own],
            status: Status {
                to_move: mover.other(),
                result,
            },
        })
    }

    fn ended(&self, position: &TwoRows<P>) -> Option<Outcome> {
        // G9
        let TwoRows {
            ring,
            captured,
            status,
        } = *position;
        let without_move = || {
            let result = Outcome::by_count(self.holdings(position));
            (self.startable(ring) == 0).then_some(result)
        };
        majority(ring, captured, status.to_move).or_else(without_move)
    }

    fn stuck(&self, _before: Option<&TwoRows<P>>, position: &TwoRows<P>) -> Outcome {
        // OW4, AW2: noticed by the turn before, so that this is never asked.
        Outcome::by_count(self.holdings(position))
    }

    fn recurrence(&self) -> usize {
        2
    }

    fn repeated(&self, position: &mut TwoRows<P>) -> Option<Outcome> {
        // AW3 leaves the board as it is.
        if self.repetition == Repetition::OwnRows {
            // OW6
            position.captured = self.sweep(position.ring, position.captured, &mut ());
            position.ring = P::default();
        }
        Some(Self::outcome(position.captured, position.status.to_move))
    }

    fn holdings(&self, position: &TwoRows<P>) -> [u16; 2] {
        position.holdings(&self.rows)
    }

    fn fields(&self) -> Vec<Field<TwoRows<P>>> {
        vec![TwoRows::captured()]
    }
}
