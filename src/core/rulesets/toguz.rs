//! Toguz Korgool and Toguz Xorgol: even numbers are captured, and one pit of the opponent can be won for good.
//!
#![doc = include_str!("toguz.md")]

use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{Rows, TwoRows, majority};

keys! {
    /// Keys of `[rules]`.
    #[derive(Copy)]
    pub struct Rules {
        /// Direction of sowing (TO1).
        pub direction: DirectionRule,
        /// Minimum number of seeds for a capture; the number must also be even (TO2).
        #[schemars(range(min = 1))]
        pub least: u8 = "two",
        /// Pit that can't become a tuzdik because of the opponent's tuzdik (TO3).
        pub barred: Barred,
    }
}

/// Returns the default of `least`.
const fn two() -> u8 {
    2
}

options! {
    /// Direction of sowing.
    pub enum DirectionRule {
        /// Counterclockwise.
        Counterclockwise,
        /// Clockwise.
        Clockwise,
    }

    /// Pit that can't become a tuzdik because of the opponent's tuzdik.
    pub enum Barred {
        /// The pit of the same number, each counted in its own row.
        SameNumber,
        /// The opposite pit.
        Opposite,
    }
}

/// Ruleset of Toguz Korgool and Toguz Xorgol.
#[derive(Debug, Clone, Copy)]
pub struct Toguz;

impl Ruleset for Toguz {
    type Setup = SameSeeds;
    type Rules = Rules;
    const NAME: &'static str = "toguz";
    const BOOK: &'static str = include_str!("toguz.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        let (columns, seeds) = (board.columns, setup.seeds);
        conflicts.check_board(board, 2, 2..=16);
        conflicts.check_seeds(board, setup);
        conflicts!(conflicts;
            "rules.least" if rules.least == 0 => "must be at least 1";
        );
        conflicts.none()?;
        // The usual board has nine columns.
        Ok(Kumalak::<Pits32>::new(columns, seeds, *rules).boxed())
    }
}

/// Event of a pit that is won for good, by three seeds (`TO3`).
const TUZDIK: Note = Note::new("{pit} becomes {mover}'s tuzdik").marking("tuzdik");

/// Spot that stands for no pit.
const NOWHERE: u8 = u8::MAX;

/// Game of Toguz Korgool with its tables.
#[derive(Debug, Clone)]
pub struct Kumalak<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    rows: Rows<P>,
    columns: u8,
    direction: Direction,
    least: u8,
    barred: Barred,
    /// Set if the game ends once a player has won more than half of the seeds (`TO4`).
    majority: bool,
    opening: ToguzPosition<P>,
}

/// Position, in which a tuzdik holds nothing. Its marks are the tuzdik of each player, as the spot in the opponent's
/// row or `NOWHERE`.
type ToguzPosition<P> = TwoRows<P, ByTurn<u8>>;

impl<P: Pits> Kumalak<P> {
    fn new(columns: u8, seeds: u8, rules: Rules) -> Self {
        let rows = Rows::new(columns, 0);
        let (direction, directions) = match rules.direction {
            DirectionRule::Counterclockwise => (Direction::Forward, Directions::Forward),
            DirectionRule::Clockwise => (Direction::Backward, Directions::Backward),
        };
        Self {
            layout: Layout::new(2, columns, Ring::Shared, directions),
            laps: LapTable::new(2 * columns, directions, &[Skip::Nothing]),
            opening: TwoRows { marks: ByTurn([NOWHERE; 2]), ..TwoRows::opening(&rows, seeds) },
            rows,
            columns,
            direction,
            least: rules.least,
            barred: rules.barred,
            majority: true,
        }
    }

    /// Returns the lap of a pit that has just been emptied (`TO1`).
    #[inline]
    fn lap(&self, start: u8, seeds: u8) -> Lap {
        Lap {
            first: if seeds == 1 { self.laps.next(start, self.direction) } else { start },
            seeds,
            direction: self.direction,
            skip: Skip::Nothing,
        }
    }

    /// Moves the seeds in tuzdiks to their owners' stores (`TO3`).
    #[inline]
    fn collect(&self, after: &mut ToguzPosition<P>, observer: &mut impl Observer) {
        for (player, row) in [(Player::Mover, self.columns), (Player::Other, 0)] {
            let tuzdik = after.marks[player];
            if tuzdik != NOWHERE {
                let pit = Place::Ring(row + tuzdik);
                after.captured[player] += observer.bank(&mut after.ring, pit, player.store());
            }
        }
    }

    /// Returns `true` if three seeds in this pit of the opponent's row make it the mover's tuzdik (`TO3`).
    #[inline]
    fn becomes_tuzdik(&self, number: u8, tuzdik: ByTurn<u8>) -> bool {
        tuzdik.own() == NOWHERE
            && number != last_pit(&self.layout)
            && number != self.barred.in_row(&self.layout, tuzdik.other())
    }
}

/// Returns the pit of a row that the other player's seeds reach last.
const fn last_pit(layout: &Layout) -> u8 {
    match layout.directions() {
        Directions::Backward => 0,
        _ => layout.columns() - 1,
    }
}

impl Barred {
    /// Returns the pit of the other row that this tuzdik bars; `NOWHERE` if there is none.
    #[inline]
    const fn in_row(self, layout: &Layout, tuzdik: u8) -> u8 {
        match self {
            Self::Opposite if tuzdik != NOWHERE => layout.columns() - 1 - tuzdik,
            Self::Opposite | Self::SameNumber => tuzdik,
        }
    }
}

impl<P: Pits> Variant for Kumalak<P> {
    type Position = ToguzPosition<P>;

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &ToguzPosition<P>, _: u8) -> Starts {
        // TO1: a tuzdik is always empty.
        let spots = position.ring.filled() & self.rows.own_bits();
        match self.direction {
            Direction::Forward => Starts::forward(spots),
            Direction::Backward => Starts::backward(spots),
        }
    }

    // Called once a move; a copy of its result costs as much as the move.
    #[inline(always)]
    fn turn(
        &self,
        position: &ToguzPosition<P>,
        _: u8,
        start: Start,
        _: &mut impl Chooser<ToguzPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<ToguzPosition<P>, TurnError> {
        let mover = position.status.to_move;
        let mut after = *position;
        let seeds = observer.lift(&mut after.ring, start.spot);
        let lap = self.lap(start.spot, seeds);
        let (ring, landing) = self.laps.sow(after.ring, lap);
        after.ring = ring;
        observer.sown(lap);
        self.collect(&mut after, observer);
        if landing.spot >= self.columns {
            let number = landing.spot - self.columns;
            let three = landing.seeds == 3 && self.becomes_tuzdik(number, after.marks);
            // TO2, TO3
            let even = landing.seeds % 2 == 0 && landing.seeds >= self.least;
            if (even || three) && number != after.marks[Player::Mover] {
                let pit = Place::Ring(landing.spot);
                after.captured[Player::Mover] +=
                    observer.capture(&mut after.ring, pit, Place::STORE);
                if three {
                    after.marks[Player::Mover] = number;
                    observer.note(TUZDIK, pit);
                }
            }
        }
        // TO4
        let mut result = None;
        if after.captured != position.captured && self.majority {
            result = majority(after.ring, after.captured, mover);
        }
        if result.is_none() && self.rows.across_is_empty(after.ring) {
            let swept = self.rows.sweep(after.ring, ByTurn(Player::BOTH), observer);
            after.ring = P::default();
            after.captured[Player::Mover] += swept.own();
            result = Some(Outcome::by_count(mover.arrange(after.captured.map(u16::from))));
        }
        Ok(TwoRows {
            ring: after.ring.turned(self.columns),
            captured: after.captured.turned(),
            marks: after.marks.turned(),
            status: Status { to_move: mover.other(), result },
        })
    }

    fn possible(&self) -> Possible {
        Possible::moves(Starts::both(self.rows.own_bits()), false)
    }

    fn ended(&self, position: &ToguzPosition<P>) -> Option<Outcome> {
        // TO4, G9
        let without_seeds = || {
            let result = Outcome::by_count(self.holdings(position));
            self.rows.own_is_empty(position.ring).then_some(result)
        };
        let by_majority = || majority(position.ring, position.captured, position.status.to_move);
        let decided = self.majority.then(by_majority).flatten();
        decided.or_else(without_seeds)
    }

    fn stuck(&self, _: Option<&ToguzPosition<P>>, position: &ToguzPosition<P>) -> Outcome {
        // TO4: the turn before has ended the game, so this is never called.
        Outcome::by_count(self.holdings(position))
    }

    fn holdings(&self, position: &ToguzPosition<P>) -> BySide<u16> {
        position.holdings(&self.rows)
    }
}

impl<P: Pits> Notation for Kumalak<P> {
    const START: Option<&'static str> = Some("TO1");

    fn fields(&self) -> Vec<Field> {
        let barred = self.barred;
        let tuzdik = Field::new(
            "tuzdik",
            FieldKind::PitEach,
            |_, position: &ToguzPosition<P>| {
                let bit = |spot: u8| 1_u32.checked_shl(spot.into()).unwrap_or(0);
                position.marks.turned().map(bit)
            },
            move |layout, position: &mut ToguzPosition<P>, spots| {
                set_tuzdiks(layout, position, spots, barred)
            },
        );
        vec![ToguzPosition::<P>::captured(), tuzdik]
    }
}

impl<P: Pits> Repeating for Kumalak<P> {}

impl<P: Pits> Judging for Kumalak<P> {
    const LEAD: Lead = Lead::Won;
}

impl<P: Pits> Solving for Kumalak<P> {
    fn count(
        &self,
        _: Option<&ToguzPosition<P>>,
        position: &ToguzPosition<P>,
    ) -> Option<BySide<u16>> {
        // Seeds won after a majority do not count.
        (!self.majority).then(|| self.holdings(position))
    }

    fn set_aside(&self, position: &ToguzPosition<P>) -> Option<(ToguzPosition<P>, i16)> {
        (!self.majority).then(|| position.set_aside())
    }

    fn played_out(&self) -> Option<Self> {
        let majority = false;
        self.majority.then(|| Self { majority, ..self.clone() })
    }

    fn claims(&self, position: &ToguzPosition<P>) -> u32 {
        let ByTurn([own, across]) = position.marks.map(|tuzdik| match tuzdik {
            NOWHERE => 0,
            tuzdik => 1 << tuzdik,
        });
        own << self.columns | across
    }

    fn with_claims(&self, pits: u32) -> Option<ToguzPosition<P>> {
        let row = (1 << self.columns) - 1;
        let mut position = TwoRows { ring: P::default(), ..self.opening };
        let spots = ByTurn([pits & row, pits >> self.columns]);
        set_tuzdiks(&self.layout, &mut position, spots, self.barred).ok()?;
        Some(position)
    }
}

/// Sets the tuzdiks of a written position; refuses those that TO3 excludes.
fn set_tuzdiks<P: Pits>(
    layout: &Layout,
    position: &mut ToguzPosition<P>,
    ByTurn([own, across]): Spots,
    barred: Barred,
) -> Result<(), String> {
    let mover = position.status.to_move;
    let name = |owner, spot| layout.name(Pit { owner, spot });
    let mut in_row = [NOWHERE; 2];
    for (row, (spots, owner)) in [(own, mover), (across, mover.other())].into_iter().enumerate() {
        for Start { spot, .. } in Starts::forward(spots) {
            let name = name(owner, spot);
            let first = u8::try_from(row).unwrap_or(0) * layout.columns();
            if spot == last_pit(layout) {
                return Err(format!("{name} is the last pit of its row, which can't be a tuzdik"));
            }
            if position.ring.get(first + spot) > 0 {
                return Err(format!("{name} holds seeds, so it can't be a tuzdik"));
            }
            if in_row[row] != NOWHERE {
                return Err(format!("{name} is the second tuzdik in its row"));
            }
            if row == 1 && barred.in_row(layout, in_row[0]) == spot {
                let what = match barred {
                    Barred::SameNumber => "has the number of",
                    Barred::Opposite => "lies opposite",
                };
                return Err(format!("{name} {what} the other tuzdik"));
            }
            in_row[row] = spot;
        }
    }
    position.marks = ByTurn(in_row).turned();
    Ok(())
}
