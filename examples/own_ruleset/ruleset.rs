//! The ruleset: the keys of its files, and the rules of a turn.
//!
#![doc = include_str!("ruleset.md")]

use mankala::prelude::*;

// Step 1: the keys of variant files, and how a game is built from them. `schema` and `show` print the
// doc comments of the fields.

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    /// Number of seeds in a pit that makes a herd (N2).
    herd: u8,
}

/// Ruleset: its name, its rule book, and the construction of games from files.
pub(crate) struct Mine;

impl Ruleset for Mine {
    type Setup = SameSeeds;
    type Rules = Rules;
    const NAME: &'static str = "ngombe";
    const BOOK: &'static str = include_str!("ruleset.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let Sections {
            board,
            setup,
            rules,
            ..
        } = *file;
        let mut conflicts = Conflicts::default();
        conflicts.check_board(board, 2, 1..=16);
        conflicts.check_seeds(board, setup);
        conflicts.none()?;
        let layout = Layout::new(2, board.columns, Ring::Shared, Directions::Forward);
        Ok(Herding {
            laps: LapTable::new(layout.ring_len(), Directions::Forward, &[Skip::Nothing]),
            rows: Rows::new(board.columns, 0),
            seeds: setup.seeds,
            herd: rules.herd,
            layout,
        }
        .boxed())
    }
}

// Step 2: the game. Positions are from the mover's view; this game uses a ready-made type for them.

struct Herding {
    layout: Layout,
    laps: LapTable<Pits32>,
    rows: Rows<Pits32>,
    seeds: u8,
    herd: u8,
}

type Position = TwoRows<Pits32>;

/// Text of a captured herd in traces.
const HERD: Note = Note::new("the herd in {pit} goes home with {mover}");

impl Variant for Herding {
    type Position = Position;

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn opening(&self) -> Position {
        TwoRows::opening(&self.rows, self.seeds)
    }

    /// Returns the pits in which a move may start.
    fn starts(&self, position: &Position, _tier: u8) -> Starts {
        Starts::forward(position.ring.filled() & self.rows.own_bits())
    }

    /// Plays a move and reports every seed that moves to the observer.
    fn turn(
        &self,
        position: &Position,
        _tier: u8,
        Start { spot, .. }: Start,
        _chooser: &mut impl Chooser<Position>,
        observer: &mut impl Observer,
    ) -> Result<Position, TurnError> {
        let (mut ring, mut captured) = (position.ring, position.captured);
        let seeds = observer.lift(&mut ring, spot); // N1
        let way = Direction::Forward;
        let lap = self.laps.onward(spot, seeds, way, Skip::Nothing);
        let (mut ring, last) = self.laps.sow(ring, lap);
        observer.sown(lap);
        if last.seeds == self.herd {
            let herd = Place::Ring(last.spot);
            captured[Player::Mover] += observer.bank(&mut ring, herd, Place::STORE); // N2
            observer.note(HERD, herd);
        }
        let ring = ring.turned(self.layout.columns());
        let status = Status::going(position.status.to_move.other());
        Ok(TwoRows::new(ring, captured.turned(), status))
    }

    /// Returns the result if the player to move has no move.
    fn stuck(&self, _before: Option<&Position>, position: &Position) -> Outcome {
        Outcome::by_count(self.holdings(position)) // N3
    }

    fn holdings(&self, position: &Position) -> BySide<u16> {
        position.holdings(&self.rows)
    }
}

// Step 3: what a game may say besides. A written position has the captured seeds; all else is as usual.

impl Notation for Herding {
    fn fields(&self) -> Vec<Field> {
        vec![Position::captured()]
    }
}

impl Repeating for Herding {}

impl Judging for Herding {}

impl Solving for Herding {}
