//! Board layouts: pits, their names, and the mapping from places on a ring to pits.

use crate::kernel::board::{Direction, Pit, Pits, Side};
use crate::kernel::event::Place;
use crate::kernel::lap::Circuit;
use crate::kernel::start::Start;

/// Ring along which a player sows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ring {
    /// The player's own pits only, front row and back row, or three rows.
    Own,
    /// The pits of both players.
    Shared,
    /// The pits of both players, the opponent's from the last to the first.
    SharedWinding,
    /// The pits of both players, and the player's own store after the last own pit.
    ///
    /// The opponent's store is after the opponent's last pit, at the spot after the ring
    /// ([`ring_len`](Layout::ring_len)). That spot is only storage: no lap reaches it.
    SharedWithStore,
    /// The pits of both players, and the player's own store after the last or before the first own pit.
    ///
    /// The ring has a spot for a store at both ends; laps pass over the opponent's.
    SharedWithStoreAtEitherEnd,
    /// The pits and the stores of both players, each store after its owner's last pit.
    SharedWithStores,
    /// The pits of both players, and a space at each end of the board, to the right of each player's last pit.
    SharedWithEnds,
}

impl Ring {
    /// Returns the number of store spots after the pits of each player, and before the first pit.
    const fn stores(self) -> (u8, u8) {
        match self {
            Self::Own | Self::Shared | Self::SharedWinding => (0, 0),
            Self::SharedWithStore => (1, 0),
            Self::SharedWithStoreAtEitherEnd | Self::SharedWithStores | Self::SharedWithEnds => {
                (1, 1)
            }
        }
    }
}

/// Directions in which a player may sow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directions {
    /// Forward only, so moves are written without a direction: counterclockwise on two rows.
    Forward,
    /// Backward only, also written without a direction: clockwise on two rows, counterclockwise on four.
    Backward,
    /// Both directions.
    Both,
}

impl Directions {
    /// Returns `true` if a player may sow in this direction.
    pub const fn allow(self, direction: Direction) -> bool {
        match direction {
            Direction::Forward => !matches!(self, Self::Backward),
            Direction::Backward => !matches!(self, Self::Forward),
        }
    }
}

/// Layout of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    rows: u8,
    columns: u8,
    ring: Ring,
    directions: Directions,
    house: Option<u8>,
    /// Set if the board has three rows, though positions are written as two.
    three_rows: bool,
}

impl Layout {
    /// Creates a board of two, four or six rows, with up to 32 pits a side; rulesets check the values of the file
    /// before.
    ///
    /// # Panics
    ///
    /// If `rows` is not 2, 4 or 6, or a side does not have 1 to 32 pits.
    pub const fn new(rows: u8, columns: u8, ring: Ring, directions: Directions) -> Self {
        assert!(matches!(rows, 2 | 4 | 6), "a board has two, four or six rows");
        assert!(columns >= 1 && columns <= 64 / rows, "a side has 1 to 32 pits");
        Self { rows, columns, ring, directions, house: None, three_rows: false }
    }

    /// Arranges the ring as three rows if `three_rows` is set. Each player has the row next to them, two thirds
    /// of their pits, from the left. The other third is the right half of the middle row, from its right end.
    /// Positions are still written as two rows.
    #[must_use]
    pub const fn on_three_rows(mut self, three_rows: bool) -> Self {
        self.three_rows = three_rows;
        self
    }

    /// Sets the spot of the house of both sides.
    #[must_use]
    pub const fn with_house(mut self, spot: Option<u8>) -> Self {
        self.house = spot;
        self
    }

    /// Returns `true` if the board has three rows, though positions are written as two.
    pub const fn has_three_rows(&self) -> bool {
        self.three_rows
    }

    /// Returns the number of rows of the whole board as written: two, four or six.
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Returns the number of pits in a row.
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Returns the number of pits of each side.
    pub const fn pits_a_side(&self) -> u8 {
        self.rows / 2 * self.columns
    }

    /// Returns the ring along which a player sows.
    pub const fn ring(&self) -> Ring {
        self.ring
    }

    /// Returns the directions in which a player may sow.
    pub const fn directions(&self) -> Directions {
        self.directions
    }

    /// Returns the spot of the house, if there is one.
    pub const fn house(&self) -> Option<u8> {
        self.house
    }

    /// Returns the number of spots of a player's ring.
    pub const fn ring_len(&self) -> u8 {
        let (after, before) = self.ring.stores();
        match self.ring {
            Ring::Own => self.pits_a_side(),
            _ => 2 * self.pits_a_side() + after + before,
        }
    }

    /// Returns the ring along which a player sows, as the hand goes round it.
    pub const fn circuit(&self) -> Circuit {
        match self.ring {
            Ring::Own => Circuit::of_rows(self.rows / 2, self.columns),
            Ring::SharedWinding => Circuit::of_rows(1, self.ring_len()).winding(),
            _ => Circuit::of_rows(1, self.ring_len()),
        }
    }

    /// Returns the distance from a player's first pit to the opponent's first pit on a shared ring.
    pub const fn ring_half(&self) -> u8 {
        self.pits_a_side() + self.ring.stores().0
    }

    /// Returns the owner of the store at a spot of the ring that is not a pit.
    pub const fn store_owner(&self, mover: Side, spot: u8) -> Side {
        match self.ring {
            Ring::SharedWithStores | Ring::SharedWithEnds if spot >= 2 * self.pits_a_side() => {
                mover.other()
            }
            _ => mover,
        }
    }

    /// Returns the name of the store or end space at a spot of the ring that is not a pit.
    pub fn store_name(&self, mover: Side, spot: u8) -> String {
        let owner = self.store_owner(mover, spot);
        match self.ring {
            Ring::SharedWithEnds => format!("the end at {owner}'s right"),
            _ => format!("{owner}'s store"),
        }
    }

    /// Returns the pit at a place, as the given mover sees it; `None` for stores and the hand.
    pub fn pit(&self, mover: Side, place: Place) -> Option<Pit> {
        let (side, owner) = (self.pits_a_side(), mover.other());
        match place {
            Place::Ring(spot) if spot < side => Some(Pit { owner: mover, spot }),
            Place::Ring(spot) => {
                let passed = self.ring_half();
                Some(Pit { owner, spot: spot.checked_sub(passed).filter(|&spot| spot < side)? })
            }
            Place::Across(spot) => Some(Pit { owner, spot }),
            Place::Hand | Place::Store(_) | Place::StoreAcross(_) => None,
        }
    }

    /// Returns the seeds of all pits, `[south, north]` by spot, from the rings as the mover sees them.
    ///
    /// On a shared ring `across` is not used.
    pub fn spread<P: Pits>(&self, mover: Side, own: P, across: P) -> [Vec<u8>; 2] {
        let side = usize::from(self.pits_a_side());
        let mut pits = [vec![0; side], vec![0; side]];
        for (place, ring) in self.places(own, across) {
            if let Some(pit) = self.pit(mover, place) {
                pits[pit.owner.index()][usize::from(pit.spot)] = ring;
            }
        }
        pits
    }

    /// Returns the rings as the mover sees them, own and across, from the seeds of all pits.
    pub fn gather<P: Pits>(&self, mover: Side, pits: &[Vec<u8>; 2]) -> (P, P) {
        let (mut own, mut across) = (P::default(), P::default());
        for (place, _) in self.places(own, across) {
            if let Some(pit) = self.pit(mover, place) {
                let seeds = pits[pit.owner.index()][usize::from(pit.spot)];
                match place {
                    Place::Ring(spot) => own.add(spot, seeds),
                    Place::Across(spot) => across.add(spot, seeds),
                    Place::Hand | Place::Store(_) | Place::StoreAcross(_) => {}
                }
            }
        }
        (own, across)
    }

    /// Returns every place of both rings with its seeds.
    fn places<P: Pits>(&self, own: P, across: P) -> impl Iterator<Item = (Place, u8)> {
        let (ring, beyond) = match self.ring {
            Ring::Own => (self.pits_a_side(), self.pits_a_side()),
            _ => (2 * self.ring_half(), 0),
        };
        let own = (0..ring).map(move |spot| (Place::Ring(spot), own.get(spot)));
        own.chain((0..beyond).map(move |spot| (Place::Across(spot), across.get(spot))))
    }

    /// Returns the name of a pit: the letter of its row, capital for South, and its number from the owner's left.
    pub fn name(&self, pit: Pit) -> String {
        let letter = row_letter(pit.owner, self.row_of(pit.spot));
        format!("{letter}{}", self.number(pit.spot))
    }

    /// Returns the row of a pit, counted from its owner's front row, which is 0.
    pub const fn row_of(&self, spot: u8) -> u8 {
        let rows = self.rows / 2;
        // From the front row the ring goes to the hindmost row, then forward row by row.
        (rows - spot / self.columns % rows) % rows
    }

    /// Returns the number of a pit in its row, from the owner's left, starting with 1.
    pub const fn number(&self, spot: u8) -> u8 {
        let place = spot % self.columns;
        if self.row_of(spot).is_multiple_of(2) { place + 1 } else { self.columns - place }
    }

    /// Returns the spots of a row, counted from the front row, from their owner's left.
    pub fn spots_of(&self, row: u8) -> impl DoubleEndedIterator<Item = u8> + use<> {
        let (rows, columns) = (self.rows / 2, self.columns);
        let first = (rows - row) % rows * columns;
        let last = first + columns - 1;
        let spot = move |place| {
            if row.is_multiple_of(2) { first + place } else { last - place }
        };
        (0..columns).map(spot)
    }

    /// Returns the pit of this name, if the board has it.
    pub fn named(&self, name: &str) -> Option<Pit> {
        Side::BOTH.into_iter().find_map(|owner| {
            let mut pits = (0..self.pits_a_side()).map(|spot| Pit { owner, spot });
            pits.find(|&pit| self.name(pit) == name)
        })
    }

    /// Returns the letter of a direction as the owner of the pit sees it: behind the front row forward is to the left.
    pub const fn direction_letter(&self, start: Start) -> char {
        let rightward = self.row_of(start.spot).is_multiple_of(2);
        match (start.direction, rightward) {
            (Direction::Forward, true) | (Direction::Backward, false) => 'R',
            (Direction::Backward, true) | (Direction::Forward, false) => 'L',
        }
    }

    /// Returns the pit of a start, in either row of a shared ring.
    pub fn start_pit(&self, mover: Side, start: Start) -> Pit {
        let Start { spot, .. } = start;
        let own = Pit { owner: mover, spot };
        self.pit(mover, Place::Ring(spot)).unwrap_or(own)
    }

    /// Returns the name of a start: the pit, and the direction if there are two.
    pub fn start_name(&self, mover: Side, start: Start) -> String {
        let pit = self.start_pit(mover, start);
        let (name, spot) = (self.name(pit), pit.spot);
        let start = Start { spot, ..start };
        match self.directions {
            Directions::Forward | Directions::Backward => name,
            Directions::Both => format!("{name}{}", self.direction_letter(start)),
        }
    }

    /// Returns the rows as on the board, from the top, each with its pits from left to right.
    pub fn drawn(&self) -> Vec<Vec<Pit>> {
        if !self.three_rows {
            return self.paper().into_iter().map(|(_, pits)| pits).collect();
        }
        let near = self.columns / 3 * 2;
        let row = |owner, spots: std::ops::Range<u8>| spots.map(move |spot| Pit { owner, spot });
        let middle = row(Side::South, near..self.columns).rev();
        vec![
            row(Side::North, 0..near).rev().collect(),
            row(Side::North, near..self.columns).chain(middle).collect(),
            row(Side::South, 0..near).collect(),
        ]
    }

    /// Returns the rows as written, from the top: the letter of each row and its pits from left to right.
    pub fn paper(&self) -> Vec<(char, Vec<Pit>)> {
        let row = |owner, row| {
            let pits = self.spots_of(row).map(move |spot| Pit { owner, spot });
            let pits: Vec<Pit> = match owner {
                Side::South => pits.collect(),
                Side::North => pits.rev().collect(),
            };
            (row_letter(owner, row), pits)
        };
        let rows = 0..self.rows / 2;
        let north = rows.clone().rev().map(|depth| row(Side::North, depth));
        north.chain(rows.map(|depth| row(Side::South, depth))).collect()
    }
}

/// Returns the letter of a row, counted from its owner's front row: capital for South.
const fn row_letter(owner: Side, row: u8) -> char {
    match owner {
        Side::South => (b'A' + row) as char,
        Side::North => (b'a' + row) as char,
    }
}
