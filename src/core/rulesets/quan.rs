//! Ô ăn quan: relay laps over two rows and two end spaces, whose mandarins are worth several seeds.
//!
#![doc = include_str!("quan.md")]

use crate::kernel::Value;
use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{Rows, TwoRows, store_spots, stored};
use crate::variant::packed_fields;

/// Keys of `[setup]`.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Seeds in each pit (QN1).
    #[schemars(range(min = 1, max = 127))]
    pub seeds: u8,
    /// Seeds that the mandarin in each end space counts for (QN1).
    #[schemars(range(min = 1, max = 127))]
    pub ends: u8,
}

/// Keys of `[rules]`: none but those of all rulesets.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {}

/// Ruleset of Ô ăn quan.
#[derive(Debug, Clone, Copy)]
pub struct Quan;

impl Ruleset for Quan {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "quan";
    const BOOK: &'static str = include_str!("quan.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let Sections { board, setup, .. } = *file;
        let mut conflicts = Conflicts::default();
        conflicts.check_board(board, 2, 2..=15);
        conflicts!(conflicts;
            "setup" if setup.seeds == 0 || setup.ends == 0 => "must be at least 1";
        );
        let pits = 2 * u32::from(board.columns) * u32::from(setup.seeds);
        conflicts.check_total(pits + 2 * u32::from(setup.ends));
        conflicts.none()?;
        Ok(QuanGame::<Pits32>::new(board.columns, *setup).boxed())
    }
}

/// Game of Ô ăn quan with its tables.
#[derive(Debug, Clone)]
pub struct QuanGame<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    rows: Rows<P>,
    opening: QuanPosition<P>,
    /// Seeds that a mandarin counts for.
    ends: u8,
}

/// Debts and mandarins, as the player to move sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Owed {
    /// Seeds borrowed from the opponent.
    debt: ByTurn<u8>,
    /// Whether the mandarin at each player's right has not been captured yet.
    quan: ByTurn<bool>,
}

packed_fields!(Owed { debt, quan });

/// Position. Its ring has the mover's row, the end space at the mover's right, the opponent's row, the other end space.
pub type QuanPosition<P> = TwoRows<P, Owed>;

/// Place of a player's captured seeds: the second field of seeds, after that of the end spaces.
const fn store(player: Player) -> Place {
    match player {
        Player::Mover => Place::Store(1),
        Player::Other => Place::StoreAcross(1),
    }
}

impl<P: Pits> QuanGame<P> {
    fn new(columns: u8, setup: Setup) -> Self {
        let rows = Rows::new(columns, 1);
        let mut opening = QuanPosition::<P>::opening(&rows, setup.seeds);
        for end in [columns, 2 * columns + 1] {
            opening.ring.add(end, setup.ends);
        }
        opening.marks.quan = ByTurn([true, true]);
        Self {
            layout: Layout::new(2, columns, Ring::SharedWithEnds, Directions::Both),
            laps: LapTable::new(2 * columns + 2, Directions::Both, &[Skip::Nothing]),
            rows,
            opening,
            ends: setup.ends,
        }
    }

    /// Returns `true` if a spot is an end space.
    #[inline]
    fn is_end(&self, spot: u8) -> bool {
        self.rows.all_bits() >> spot & 1 == 0
    }

    /// Decides how the turn continues after a lap (`QN3` to `QN5`).
    fn landed(
        &self,
        play: &mut QuanPosition<P>,
        observer: &mut impl Observer,
        lap: Lap,
        landing: Landing,
    ) -> Next {
        let direction = lap.direction;
        let mut next = self.laps.next(landing.spot, direction);
        if !self.is_end(next) && play.ring.get(next) > 0 {
            let seeds = observer.lift(&mut play.ring, next);
            return Next::Sow(self.laps.onward(next, seeds, direction, Skip::Nothing));
        }
        while !self.is_end(next) && play.ring.get(next) == 0 {
            let beyond = self.laps.next(next, direction);
            if play.ring.get(beyond) == 0 {
                break;
            }
            let from = Place::Ring(beyond);
            play.captured[Player::Mover] +=
                observer.capture(&mut play.ring, from, store(Player::Mover));
            if self.is_end(beyond) {
                play.marks.quan[Player::owner(beyond == self.layout.columns())] = false;
            }
            next = self.laps.next(beyond, direction);
        }
        Next::Stop
    }

    /// Lays a captured seed in each of the opponent's pits, if all are empty (`QN6`).
    fn refill(&self, after: &mut QuanPosition<P>, observer: &mut impl Observer) {
        let columns = self.layout.columns();
        let ByTurn([lender, owner]) = after.captured.map(u16::from);
        let enough = lender + owner >= columns.into();
        if !enough || !self.rows.across_is_empty(after.ring) {
            return;
        }
        for spot in self.rows.beyond()..self.rows.beyond() + columns {
            let payer = Player::owner(after.captured[Player::Other] == 0);
            after.captured[payer] -= 1;
            let borrowed = u8::from(payer == Player::Mover);
            after.marks.debt[Player::Other] =
                after.marks.debt[Player::Other].saturating_add(borrowed);
            after.ring.add(spot, 1);
            observer.moved(Act::Join, store(payer), Place::Ring(spot), 1);
        }
    }

    /// Moves the seeds of the rows to their owners (`QN7`).
    fn sweep(&self, after: &mut QuanPosition<P>, observer: &mut impl Observer) {
        for (first, player) in [0, self.rows.beyond()].into_iter().zip(Player::BOTH) {
            for spot in first..first + self.layout.columns() {
                let from = Place::Ring(spot);
                after.captured[player] +=
                    observer.moved_all(Act::Sweep, &mut after.ring, from, store(player));
            }
        }
    }

    /// Returns the result by the seeds of the players and their debts (`QN7`).
    fn counted(&self, position: &QuanPosition<P>) -> Outcome {
        // Returning a debt changes the difference by twice its size.
        let owed = position.marks.debt.turned().map(|debt| 2 * u16::from(debt));
        Outcome::by_count(position.holdings(&self.rows) + position.status.to_move.arrange(owed))
    }
}

impl<P: Pits> Variant for QuanGame<P> {
    type Position = QuanPosition<P>;

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &QuanPosition<P>, _: u8) -> Starts {
        // QN2
        Starts::both(position.ring.filled() & self.rows.own_bits())
    }

    fn turn(
        &self,
        position: &QuanPosition<P>,
        _: u8,
        start: Start,
        _: &mut impl Chooser<QuanPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<QuanPosition<P>, TurnError> {
        let Start { spot, direction } = start;
        let mut play = *position;
        let seeds = observer.lift(&mut play.ring, spot);
        let first = self.laps.onward(spot, seeds, direction, Skip::Nothing);
        let landed = |play: &mut _, observer: &mut _, lap, landing| {
            self.landed(play, observer, lap, landing)
        };
        // No turn is endless: to go round, seeds must fall in the end spaces, and none leaves these.
        play = relay(&self.laps, u32::MAX, play, |play| &mut play.ring, observer, first, landed)?;
        if play.marks.quan == ByTurn([false, false]) {
            self.sweep(&mut play, observer);
            play.status.result = Some(self.counted(&play));
        } else {
            self.refill(&mut play, observer);
        }
        Ok(QuanPosition {
            ring: play.ring.turned(self.rows.beyond()),
            captured: play.captured.turned(),
            marks: Owed { debt: play.marks.debt.turned(), quan: play.marks.quan.turned() },
            status: Status { to_move: play.status.to_move.other(), ..play.status },
        })
    }

    fn possible(&self) -> Possible {
        Possible::moves(Starts::both(self.rows.own_bits()), false)
    }

    fn ended(&self, position: &QuanPosition<P>) -> Option<Outcome> {
        (position.marks.quan == ByTurn([false, false])).then(|| self.counted(position))
    }

    fn stuck(&self, _: Option<&QuanPosition<P>>, position: &QuanPosition<P>) -> Outcome {
        self.counted(position)
    }

    fn holdings(&self, position: &QuanPosition<P>) -> BySide<u16> {
        position.holdings(&self.rows)
    }
}

/// Creates the field of the seeds that a side owes.
fn debt_of<P: Pits>(name: &'static str, side: Side) -> Field {
    Field::new(
        name,
        FieldKind::Number,
        move |_, position: &QuanPosition<P>| {
            u16::from(position.marks.debt[Player::owner(position.status.to_move == side)])
        },
        move |_, position: &mut QuanPosition<P>, debt| {
            let player = Player::owner(position.status.to_move == side);
            let debt = u8::try_from(debt).map_err(|_| "expected 0 to 255".to_owned())?;
            position.marks.debt[player] = debt;
            Ok(())
        },
    )
}

impl<P: Pits> Notation for QuanGame<P> {
    const START: Option<&'static str> = Some("QN2");

    fn fields(&self) -> Vec<Field> {
        let least = self.ends;
        let quan = Field::new(
            "quan",
            FieldKind::Sides,
            |_, position: &QuanPosition<P>| position.marks.quan,
            move |layout, position: &mut QuanPosition<P>, quan: ByTurn<bool>| {
                let end_spaces = store_spots(layout).map(|end| position.ring.get(end));
                let lies = |player| !quan[player] || end_spaces[player] >= least;
                if !Player::BOTH.into_iter().all(lies) {
                    return Err(format!(
                        "an end space with a mandarin holds at least {least} seeds"
                    ));
                }
                position.marks.quan = quan;
                Ok(())
            },
        )
        .or(Value::Sides(BySide([true, true])));
        let debts = [debt_of::<P>("debt-S", Side::South), debt_of::<P>("debt-N", Side::North)];
        let seeds = [stored::<QuanPosition<P>>("ends"), QuanPosition::<P>::captured()];
        seeds.into_iter().chain([quan]).chain(debts).collect()
    }
}

impl<P: Pits> Repeating for QuanGame<P> {
    fn recurrence(&self) -> usize {
        3
    }

    fn repeated(&self, position: &mut QuanPosition<P>) -> Option<Outcome> {
        // QN8
        Some(self.counted(position))
    }
}

impl<P: Pits> Judging for QuanGame<P> {}

impl<P: Pits> Solving for QuanGame<P> {}
