//! I Pere: the rightmost pit of each row is a store in the ring, which its owner sows once.
//!
#![doc = include_str!("pere.md")]

use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{Counts, Rows, TwoRows};

keys! {
    /// Keys of `[rules]`.
    #[derive(Copy)]
    pub struct Rules {
        /// Numbers of seeds in a pit that are captured (PE3, PE5).
        pub counts: Counts = "two_three",
        /// Least number of seeds in a hogon that its owner must sow, once in a game (PE4).
        #[schemars(range(min = 1))]
        pub full: u8 = "thirteen",
    }
}

/// Returns the default of `counts`.
fn two_three() -> Counts {
    Counts::of(&[2, 3])
}

/// Returns the default of `full`.
const fn thirteen() -> u8 {
    13
}

/// Ruleset of I Pere.
#[derive(Debug, Clone, Copy)]
pub struct Pere;

impl Ruleset for Pere {
    type Setup = SameSeeds;
    type Rules = Rules;
    const NAME: &'static str = "pere";
    const BOOK: &'static str = include_str!("pere.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        conflicts.check_board(board, 2, 3..=16);
        conflicts.check_seeds(board, setup);
        conflicts!(conflicts;
            "rules.full" if rules.full == 0 => "must be at least 1";
            "rules.counts" if rules.counts.is_none() => "expected at least one number";
        );
        conflicts.none()?;
        Ok(PereGame::<Pits32>::new(board.columns, setup.seeds, *rules).boxed())
    }
}

/// Position. No seed leaves the ring; the marks say which players have sown their hogon.
type PerePosition<P> = TwoRows<P, ByTurn<bool>>;

/// Game of I Pere with its tables.
#[derive(Debug, Clone)]
pub struct PereGame<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    rows: Rows<P>,
    /// Spot of the mover's hogon, the last of their row.
    hogon: u8,
    /// Both hogons, as bits.
    hogons: u32,
    rules: Rules,
    opening: PerePosition<P>,
}

impl<P: Pits> PereGame<P> {
    fn new(columns: u8, seeds: u8, rules: Rules) -> Self {
        let rows = Rows::new(columns, 0);
        let hogon = columns - 1;
        let hogons = 1 << hogon | 1 << (hogon + columns);
        let mut opening = PerePosition::<P>::opening(&rows, seeds);
        for hogon in [hogon, hogon + columns] {
            // PE1
            let seeds = opening.ring.take(hogon - 1);
            opening.ring.add(hogon, seeds);
        }
        let laps = LapTable::new(2 * columns, Directions::Forward, &[Skip::Nothing]);
        Self {
            layout: Layout::new(2, columns, Ring::Shared, Directions::Forward),
            laps: laps.with_closed([hogons, 0]),
            rows,
            hogon,
            hogons,
            rules,
            opening,
        }
    }

    /// Moves the seeds of a pit to the mover's hogon if they are captured (`PE3`, `PE5`).
    fn capture(&self, ring: &mut P, observer: &mut impl Observer, spot: u8) {
        let seeds = ring.get(spot);
        if self.rules.counts.has(seeds) {
            observer.move_some(Act::Capture, ring, spot, Place::Ring(self.hogon), seeds);
        }
    }
}

impl<P: Pits> Variant for PereGame<P> {
    type Position = PerePosition<P>;

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &PerePosition<P>, _: u8) -> Starts {
        let hogon = 1 << self.hogon;
        let full = position.ring.get(self.hogon) >= self.rules.full;
        Starts::forward(if full && !position.marks.own() {
            // PE4
            hogon
        } else {
            // PE2
            position.ring.filled() & self.rows.own_bits() & !hogon
        })
    }

    fn turn(
        &self,
        position: &PerePosition<P>,
        _: u8,
        Start { spot, direction }: Start,
        _: &mut impl Chooser<PerePosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<PerePosition<P>, TurnError> {
        let (mut ring, mut marks) = (position.ring, position.marks);
        let sows_hogon = spot == self.hogon;
        let skip = if sows_hogon { Skip::Pits(self.hogons) } else { Skip::Nothing };
        let seeds = observer.lift(&mut ring, spot);
        let lap = self.laps.onward(spot, seeds, direction, skip);
        let (mut ring, landing) = self.laps.sow(ring, lap);
        observer.sown(lap);
        let beyond = self.rows.beyond();
        if sows_hogon {
            marks[Player::Mover] = true;
            for spot in beyond..beyond + self.hogon {
                self.capture(&mut ring, observer, spot);
            }
        } else if landing.spot != self.hogon {
            self.capture(&mut ring, observer, landing.spot);
        }
        Ok(TwoRows {
            ring: ring.turned(beyond),
            marks: marks.turned(),
            status: Status::going(position.status.to_move.other()),
            ..*position
        })
    }

    fn possible(&self) -> Possible {
        Possible::moves(Starts::forward(self.rows.own_bits()), false)
    }

    fn stuck(&self, _: Option<&PerePosition<P>>, position: &PerePosition<P>) -> Outcome {
        // PE6
        Outcome::by_count(self.holdings(position))
    }

    fn holdings(&self, position: &PerePosition<P>) -> BySide<u16> {
        // Seeds in other pits count for nobody.
        let hogons = [self.hogon, self.hogon + self.rows.columns()];
        let held = ByTurn(hogons).map(|hogon| u16::from(position.ring.get(hogon)));
        position.status.to_move.arrange(held)
    }
}

impl<P: Pits> Notation for PereGame<P> {
    fn fields(&self) -> Vec<Field> {
        vec![Field::stored("sown", FieldKind::Sides, |position: &mut PerePosition<P>| {
            &mut position.marks
        })]
    }

    fn refused_by(&self, _: &PerePosition<P>, refused: IllegalMove) -> Option<&'static str> {
        let barred = matches!(refused, IllegalMove::Barred(spot) if spot != self.hogon);
        Some(if barred { "PE4" } else { "PE2" })
    }
}

impl<P: Pits> Repeating for PereGame<P> {}

impl<P: Pits> Judging for PereGame<P> {}

impl<P: Pits> Solving for PereGame<P> {
    #[inline]
    fn starts_are_moves(&self, _: &PerePosition<P>, _: u8) -> bool {
        true
    }

    #[inline]
    fn never_returns(&self, _: &PerePosition<P>, _: &PerePosition<P>) -> bool {
        // Each hogon is sown once. In other turns the hogons gain seeds together, or seeds only move on in a row.
        true
    }

    fn count(
        &self,
        _: Option<&PerePosition<P>>,
        position: &PerePosition<P>,
    ) -> Option<BySide<u16>> {
        Some(self.holdings(position))
    }
}
