//! Bao 6x2: relays on two rows in either direction, with captures re-sown.
//!
#![doc = include_str!("catalan.md")]

use crate::rulesets::prelude::*;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use crate::rulesets::two_rows::{Rows, TwoRows, stopped_after};

/// Section `[rules]`.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Maximum number of seeds that a move may sow; a longer move counts as endless and is illegal (G3).
    #[schemars(range(min = 1, max = 65535))]
    pub max_sown: u32,
}

/// Ruleset of Bao 6x2.
#[derive(Debug, Clone, Copy)]
pub struct Catalan;

impl Ruleset for Catalan {
    type Setup = SameSeeds;
    type Rules = Rules;
    const NAME: &'static str = "catalan";
    const BOOK: &'static str = include_str!("catalan.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        let (columns, seeds) = (board.columns, setup.seeds);
        conflicts.check_board(board, 2, 2..=16);
        conflicts.check_seeds(board, setup);
        // A written stop names the number of the sowing, which a move stores in 16 bits.
        conflicts.check_max_sown(rules.max_sown, u32::from(u16::MAX));
        conflicts.none()?;
        Ok(by_pits!(2 * columns, |P| BaoCatalan::<P>::new(columns, seeds, rules)))
    }
}

/// Game of Bao 6x2 with its tables.
#[derive(Debug, Clone)]
pub struct BaoCatalan<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    columns: u8,
    rows: Rows<P>,
    opening: TwoRows<P>,
    max_sown: u32,
    weights: Weights,
}

/// State of a move in progress that decides how it goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct InPlay<P> {
    ring: P,
    /// Seeds won in the move.
    won: u8,
    /// Whether the move is a capture move (`C2`); `None` during its first lap.
    captures: Option<bool>,
}

impl<P: Pits> BaoCatalan<P> {
    fn new(columns: u8, seeds: u8, rules: &Rules) -> Self {
        let rows = Rows::new(columns, 0);
        Self {
            layout: Layout::new(2, columns, Ring::Shared, Directions::Both),
            laps: LapTable::new(2 * columns, Directions::Both, &[Skip::Nothing, Skip::Origin]),
            columns,
            opening: TwoRows::opening(&rows, seeds),
            max_sown: rules.max_sown,
            rows,
            weights: Weights::of(include_str!("catalan.weights.toml"), Self::FEATURES),
        }
    }

    /// Decides how the move continues after a lap.
    #[inline]
    fn landed(
        &self,
        before: &TwoRows<P>,
        play: &mut InPlay<P>,
        chooser: &mut impl Chooser<TwoRows<P>>,
        observer: &mut impl Observer,
        lap: Lap,
        landing: Landing,
    ) -> Next {
        // C8
        if landing.was_empty() {
            return Next::Stop;
        }
        let (spot, direction) = (landing.spot, lap.direction);
        let facing = 2 * self.columns - 1 - spot;
        let faces = spot < self.columns && play.ring.get(facing) > 0;
        // C2
        let capture_move = *play.captures.get_or_insert(faces);
        // C6, C7
        let captures = faces && capture_move;
        let lifted = if captures { facing } else { spot };
        let mut ring = play.ring;
        let seeds = ring.take(lifted);
        let next = if captures {
            self.entering(spot, seeds - 1, direction)
        } else {
            // C9
            self.laps.onward(spot, seeds, direction, Skip::Origin)
        };
        // C10: sowing fills pits, so the row is empty afterwards only if it was empty before.
        if self.rows.across_is_empty(ring) && self.leaves_empty(ring, next) {
            let stopped = || self.after(before, *play);
            if let Some(end) = may_stop(chooser, observer, spot, direction, stopped) {
                return end;
            }
        }
        play.ring = ring;
        let from = Place::Ring(lifted);
        if captures {
            // C4
            play.won += 1;
            observer.moved(Act::Capture, from, Place::Hand, seeds);
            observer.moved(Act::Bank, Place::Hand, Place::STORE, 1);
            if next.seeds == 0 {
                return Next::Stop;
            }
            if next.direction != direction {
                observer.note(Note::TURN, Place::Ring(spot));
            }
        } else {
            observer.moved(Act::Lift, from, Place::Hand, seeds);
        }
        Next::Sow(next)
    }

    /// Returns the lap that sows seeds captured from this own pit (`C5`); `seeds` may be 0.
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
        Lap { first, seeds, direction, skip: Skip::Nothing }
    }

    /// Returns `true` if a lap brings no seed to the opponent's empty row (`C10`).
    #[cold]
    fn leaves_empty(&self, ring: P, lap: Lap) -> bool {
        lap.seeds == 0 || self.rows.across_is_empty(self.laps.sow(ring, lap).0)
    }

    /// Returns the position after a move that ends here, from the opponent's point of view.
    #[inline]
    fn after(&self, before: &TwoRows<P>, play: InPlay<P>) -> TwoRows<P> {
        let mut captured = before.captured;
        captured[Player::Mover] += play.won;
        let ring = play.ring.turned(self.columns);
        let status = Status::going(before.status.to_move.other());
        TwoRows::new(ring, captured.turned(), status)
    }

    /// Returns the features of the mover from this point of view.
    #[inline]
    fn features_of(&self, ring: P, captured: u8) -> [i16; 6] {
        let row = self.rows.own_bits();
        let [filled, two, three] = [1, 2, 3].map(|least| ring.at_least(least));
        let facing = (filled & !row).reverse_bits() >> (32 - 2 * self.columns);
        let count = |pits: u32| (pits & row).count_ones() as i16;
        let exposed = Starts::forward(filled & row & facing).into_iter();
        let exposed: u8 = exposed.map(|start| ring.get(start.spot)).sum();
        [
            i16::from(captured),
            self.rows.totals(ring).own().cast_signed(),
            count(filled),
            count(filled & !two),
            count(two & !three),
            i16::from(exposed),
        ]
    }

    /// Counts the seeds of each side when the player to move is stuck (`C11`).
    fn counted(&self, before: Option<&TwoRows<P>>, position: &TwoRows<P>) -> BySide<u16> {
        let mut rows = self.rows.totals(position.ring);
        if before.is_some_and(|before| self.can_go_on(before)) {
            rows = rows.turned();
        }
        position.status.to_move.arrange(rows + position.captured.map(u16::from))
    }

    /// Returns `true` if some move from here leaves the opponent a move (`C11`).
    fn can_go_on(&self, position: &TwoRows<P>) -> bool {
        let mut leaves_move = |_: Move, after: &TwoRows<P>| {
            if self.has_move(after) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        self.show_moves(position, &mut leaves_move).is_break()
    }
}

impl<P: Pits> Variant for BaoCatalan<P> {
    type Position = TwoRows<P>;

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &TwoRows<P>, _: u8) -> Starts {
        // C1, C3
        Starts::both(position.ring.filled() & self.rows.own_bits())
    }

    #[inline]
    fn turn(
        &self,
        position: &TwoRows<P>,
        _: u8,
        start: Start,
        chooser: &mut impl Chooser<TwoRows<P>>,
        observer: &mut impl Observer,
    ) -> Result<TwoRows<P>, TurnError> {
        let Start { spot, direction } = start;
        let mut play = InPlay { ring: position.ring, won: 0, captures: None };
        let seeds = observer.lift(&mut play.ring, spot);
        let first = self.laps.onward(spot, seeds, direction, Skip::Origin);
        let landed = |play: &mut _, observer: &mut _, lap, landing| {
            self.landed(position, play, chooser, observer, lap, landing)
        };
        let max_sown = self.max_sown;
        play = relay(&self.laps, max_sown, play, |play| &mut play.ring, observer, first, landed)?;
        Ok(self.after(position, play))
    }

    #[inline]
    fn choices(&self, _: &TwoRows<P>, _: u8) -> Choices {
        Choices::Any
    }

    fn possible(&self) -> Possible {
        Possible::moves(Starts::both(self.rows.own_bits()), true)
    }

    fn stuck(&self, before: Option<&TwoRows<P>>, position: &TwoRows<P>) -> Outcome {
        Outcome::by_count(self.counted(before, position))
    }

    fn holdings(&self, position: &TwoRows<P>) -> BySide<u16> {
        position.holdings(&self.rows)
    }
}

impl<P: Pits> Notation for BaoCatalan<P> {
    const START: Option<&'static str> = Some("C1");

    fn fields(&self) -> Vec<Field> {
        vec![TwoRows::<P>::captured()]
    }

    fn write_move(&self, position: &TwoRows<P>, mv: Move, _: &TwoRows<P>) -> String {
        let layout = &self.layout;
        let mut name = layout.start_name(position.status.to_move, mv.start);
        if let Some(sowings) = stopped_after(self, position, mv) {
            let _ = write!(name, "!{sowings}");
        }
        name
    }
}

impl<P: Pits> Repeating for BaoCatalan<P> {
    fn recurrence(&self) -> usize {
        2
    }

    fn repeated(&self, position: &mut TwoRows<P>) -> Option<Outcome> {
        // C12
        Some(Outcome::by_count(self.holdings(position)))
    }
}

impl<P: Pits> Judging for BaoCatalan<P> {
    const LEAD: Lead = Lead::Won;

    const FEATURES: &'static [&'static str] =
        &["tempo", "won", "row", "filled", "ones", "twos", "exposed"];

    #[inline]
    fn features(&self, position: &TwoRows<P>) -> Features {
        let ByTurn([own, across]) = position.captured;
        compared(
            self.features_of(position.ring, own),
            self.features_of(position.ring.turned(self.columns), across),
        )
    }

    #[inline]
    fn weights(&self) -> &Weights {
        &self.weights
    }
}

impl<P: Pits> Solving for BaoCatalan<P> {
    fn count(&self, before: Option<&TwoRows<P>>, position: &TwoRows<P>) -> Option<BySide<u16>> {
        Some(self.counted(before, position))
    }

    #[inline]
    fn set_aside(&self, position: &TwoRows<P>) -> Option<(TwoRows<P>, i16)> {
        Some(position.set_aside())
    }

    #[inline]
    fn exact_key(&self, position: &TwoRows<P>) -> Option<u64> {
        self.rows.number(position.ring)
    }

    fn count_repeated(&self, position: &TwoRows<P>) -> Option<BySide<u16>> {
        // C12
        Some(self.holdings(position))
    }
}
