//! Common parts of the rulesets on four rows, where each player sows in their own ring of two rows.

use crate::rulesets::prelude::*;
use crate::variant::KeptDirections;

/// Section `[setup]`: seeds for every pit, for the rows of both players, or for those of one. The most specific
/// key counts.
#[derive(Debug, Clone, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Seeds in each pit that no other key sets.
    #[schemars(range(max = 31))]
    pub seeds: Option<u8>,
    /// Seeds in both front rows, each from its owner's left to the right.
    pub front: Option<Vec<u8>>,
    /// Seeds in both back rows, each from its owner's left to the right.
    pub back: Option<Vec<u8>>,
    /// Seeds in South's rows, if they differ from North's.
    pub south: RowsOfSide,
    /// Seeds in North's rows, if they differ from South's.
    pub north: RowsOfSide,
}

/// Seeds in the rows of one player, as a table in `[setup]`.
#[derive(Debug, Clone, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RowsOfSide {
    /// Seeds in the front row, from the owner's left to the right.
    pub front: Option<Vec<u8>>,
    /// Seeds in the back row, from the owner's left to the right.
    pub back: Option<Vec<u8>>,
}

impl Setup {
    /// Returns the seeds of a side's front row and back row, each with the key that sets them.
    fn rows(&self, side: Side) -> [Option<(&'static str, &[u8])>; 2] {
        let (own, [front, back]) = match side {
            Side::South => (&self.south, ["setup.south.front", "setup.south.back"]),
            Side::North => (&self.north, ["setup.north.front", "setup.north.back"]),
        };
        [
            (front, &own.front, "setup.front", &self.front),
            (back, &own.back, "setup.back", &self.back),
        ]
        .map(|(own_key, own, key, both)| match (own, both) {
            (Some(seeds), _) => Some((own_key, &**seeds)),
            (None, Some(seeds)) => Some((key, &**seeds)),
            (None, None) => None,
        })
    }

    /// Checks that every pit of the board has a number of seeds, and that their total is within limits (`G7`).
    pub fn check(&self, columns: u8, conflicts: &mut Conflicts) {
        let mut total = 0;
        for side in Side::BOTH {
            for (row, said) in ["front", "back"].into_iter().zip(self.rows(side)) {
                if let Some((key, seeds)) = said {
                    let found = seeds.len();
                    conflicts!(conflicts;
                        key if found != usize::from(columns)
                            => "{found} numbers for a row of {columns} pits";
                    );
                    total += seeds.iter().map(|&seeds| u32::from(seeds)).sum::<u32>();
                } else {
                    conflicts!(conflicts;
                        "setup" if self.seeds.is_none()
                            => "no key sets the seeds of {side}'s {row} row";
                    );
                    total += u32::from(columns) * u32::from(self.seeds.unwrap_or(0));
                }
            }
        }
        conflicts!(conflicts; "setup" if total == 0 => "there are no seeds";);
        conflicts.check_total(total);
    }

    /// Builds the ring of a side from a setup that is already [checked](Self::check).
    pub fn ring<P: Pits>(&self, columns: u8, side: Side) -> P {
        let same = vec![self.seeds.unwrap_or(0); usize::from(columns)];
        let [front, back] = self.rows(side).map(|said| said.map_or(&*same, |said| said.1));
        P::of(front.iter().chain(back.iter().rev()).copied())
    }
}

/// Reads names of pits, such as `A1` or `B8`, and returns their spots as bits; any other name is an error.
pub fn pits_named(layout: &Layout, key: &str, names: &[String], conflicts: &mut Conflicts) -> u32 {
    let mut bits = 0;
    for (index, name) in names.iter().enumerate() {
        let pit = layout.named(name).filter(|pit| pit.owner == Side::South);
        let columns = layout.columns();
        conflicts!(conflicts;
            key if pit.is_none() => "expected a pit from A1 to B{columns}, found {name:?}";
            key if names[..index].contains(name) => "{name} is named twice";
        );
        bits |= pit.map_or(0, |pit| 1 << pit.spot);
    }
    bits
}

/// Spots of a player's two rows: the front row from the owner's left, then the back row from the owner's right.
#[derive(Debug, Clone)]
pub struct OwnRows<P> {
    columns: u8,
    front: P,
}

impl<P: Pits> OwnRows<P> {
    /// Creates two rows of `columns` pits.
    pub fn new(columns: u8) -> Self {
        Self { columns, front: P::range(0, columns) }
    }

    /// Returns `true` if a spot is in the front row.
    #[inline]
    pub const fn in_front(&self, spot: u8) -> bool {
        spot < self.columns
    }

    /// Returns the opponent's front pit that faces this front pit.
    #[inline]
    pub const fn facing(&self, spot: u8) -> u8 {
        self.columns - 1 - spot
    }

    /// Returns the opponent's back pit behind the one that faces this front pit.
    #[inline]
    pub const fn facing_back(&self, spot: u8) -> u8 {
        self.columns + spot
    }

    /// Returns the opponent's back pit in the same column as this back pit.
    #[inline]
    pub const fn back_facing_back(&self, spot: u8) -> u8 {
        3 * self.columns - 1 - spot
    }

    /// Returns the player's back pit behind this front pit, or the front pit before this back pit.
    #[inline]
    pub const fn behind(&self, spot: u8) -> u8 {
        2 * self.columns - 1 - spot
    }

    /// Returns the spots of the front row, as bits.
    #[inline]
    pub const fn front_bits(&self) -> u32 {
        (1 << self.columns) - 1
    }

    /// Returns the spots of the back row, as bits.
    #[inline]
    pub const fn back_bits(&self) -> u32 {
        self.front_bits() << self.columns
    }

    /// Returns the filled pits whose next pit in this direction is empty, as bits.
    #[inline]
    pub const fn before_empty(&self, filled: u32, direction: Direction) -> u32 {
        let around = 2 * self.columns as u32 - 1;
        let next_is_filled = match direction {
            Direction::Forward => filled >> 1 | filled << around,
            Direction::Backward => filled << 1 | filled >> around,
        };
        filled & !next_is_filled
    }

    /// Reverses the first `columns` bits: a front row in the opponent's numbering.
    #[inline]
    pub const fn mirrored(&self, bits: u32) -> u32 {
        bits.reverse_bits() >> (32 - self.columns)
    }

    /// Returns the features of a ring against the opponent's.
    ///
    /// The first three are seeds in the front row, seeds in the back row, and filled front pits. The others are pits
    /// with one seed, pits with more, and seeds in front pits that face filled ones.
    #[inline]
    pub fn features_of(&self, own: P, across: P) -> [i16; 6] {
        let [filled, several] = [1, 2].map(|least| own.at_least(least));
        let front = filled & self.front_bits();
        let facing = self.mirrored(across.filled() & self.front_bits());
        let exposed = Starts::forward(front & facing).into_iter();
        let exposed: u8 = exposed.map(|start| own.get(start.spot)).sum();
        let in_front = own.masked(self.front).total().cast_signed();
        let count = |pits: u32| pits.count_ones() as i16;
        [
            in_front,
            own.total().cast_signed() - in_front,
            count(front),
            count(filled & !several),
            count(several),
            i16::from(exposed),
        ]
    }

    /// Returns `true` if the front row of a ring holds no seed.
    #[inline]
    pub fn front_is_empty(&self, ring: P) -> bool {
        ring.masked(self.front).is_empty()
    }
}

/// Position of a game in which each player sows in their own ring, from the mover's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FourRows<P, X = Memory> {
    /// Mover's ring.
    pub own: P,
    /// Opponent's ring, with the opponent's numbering.
    pub across: P,
    /// Seeds beside the board: captured, or in reserve.
    pub captured: ByTurn<u8>,
    /// State that only some games need.
    pub extra: X,
    /// Player to move, and the result.
    pub status: Status,
}

crate::variant::position!(FourRows<P, X> { own, across; captured, extra });

/// State besides seeds; a game that does not use a part leaves it as in the opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Memory {
    /// Number of turns that each player has made, up to a limit that the game sets.
    pub turns: ByTurn<u8>,
    /// Direction that each player keeps.
    pub directions: KeptDirections,
    /// Pits with a special role, as bits.
    pub pits: Spots,
    /// Whether the player who moved last has won by a capture.
    pub won: bool,
}

crate::variant::packed_fields!(Memory { turns, directions, pits, won });

impl Memory {
    /// Returns this state from the opponent's point of view.
    #[must_use]
    #[inline]
    pub const fn turned(self) -> Self {
        let Self { turns, directions, pits, .. } = self;
        Self { turns: turns.turned(), directions: directions.turned(), pits: pits.turned(), ..self }
    }
}

impl<P> FourRows<P, ()> {
    /// Creates a position of a game with seeds in the rings and no other state.
    #[inline]
    pub const fn new(ByTurn([own, across]): ByTurn<P>, status: Status) -> Self
    where
        P: Copy,
    {
        Self { own, across, captured: ByTurn([0, 0]), extra: (), status }
    }
}

impl<P: Pits, X> FourRows<P, X>
where
    Self: Position,
{
    /// Returns the field `captured`: the seeds that each player has captured.
    pub fn captured() -> Field {
        Self::aside("captured")
    }

    /// Returns the field of this name for the seeds that each player has beside the board.
    pub fn aside(name: &'static str) -> Field {
        Field::stored(name, FieldKind::Seeds, |position: &mut Self| &mut position.captured)
    }

    /// Counts the seeds on each side, captured ones included.
    pub fn holdings(&self) -> BySide<u16> {
        let held = ByTurn([self.own.total(), self.across.total()]) + self.captured.map(u16::from);
        self.status.to_move.arrange(held)
    }
}

impl<P: Pits> FourRows<P> {
    /// Builds the opening: South to move, no turn made, the same pits marked on both sides.
    pub fn opening(setup: &Setup, columns: u8, marked: u32) -> Self {
        let [own, across] = Side::BOTH.map(|side| setup.ring(columns, side));
        let pits = ByTurn([marked; 2]);
        Self {
            own,
            across,
            captured: ByTurn([0, 0]),
            extra: Memory { pits, ..Memory::default() },
            status: Status::going(Side::South),
        }
    }

    /// Returns the result by the seeds once the players have made this many turns together; 0 for no limit.
    pub fn by_limit(&self, limit: u16) -> Option<Outcome> {
        let ByTurn([own, across]) = self.extra.turns.map(u16::from);
        let over = limit > 0 && own + across >= limit;
        over.then(|| Outcome::by_count(self.holdings()))
    }

    /// Returns the field `turns`: the number of turns that each player has made, up to `most`.
    pub fn turns(most: u8) -> Field {
        Field::stored("turns", FieldKind::Turns { most }, |position: &mut Self| {
            &mut position.extra.turns
        })
    }

    /// Returns the field `dir`: the direction that each player keeps.
    pub fn directions() -> Field {
        Field::stored("dir", FieldKind::Directions, |position: &mut Self| {
            &mut position.extra.directions
        })
    }

    /// Returns the field `out`: the pits out of play, for each player all closed pits or none.
    pub fn out() -> Field {
        Field::new(
            "out",
            FieldKind::Pits,
            |_, position: &Self| position.extra.pits,
            |layout, position: &mut Self, pits| {
                // Until now the pits of the opening are set.
                let mover = position.status.to_move;
                for (owner, (closed, out)) in [mover, mover.other()]
                    .into_iter()
                    .zip(position.extra.pits.0.into_iter().zip(pits.0))
                {
                    if out != 0 && out != closed {
                        let spots = (0..layout.ring_len()).filter(|spot| closed >> spot & 1 == 1);
                        let names = spots.map(|spot| layout.name(Pit { owner, spot }));
                        let names = names.collect::<Vec<_>>().join(",");
                        return Err(format!("{owner}'s pits out of play are {names} or none"));
                    }
                }
                position.extra.pits = pits;
                Ok(())
            },
        )
    }

    /// Returns the field of the player who has just won by a capture.
    pub fn won(name: &'static str) -> Field {
        Field::new(
            name,
            FieldKind::Sides,
            |_, position: &Self| ByTurn([false, position.extra.won]),
            |_, position: &mut Self, ByTurn([own, across])| {
                if own {
                    let mover = position.status.to_move;
                    return Err(format!("{mover} is to move and can't have just won"));
                }
                position.extra.won = across;
                Ok(())
            },
        )
    }

    /// Returns a field of the pits with a special role.
    pub fn marked(name: &'static str) -> Field {
        Field::stored(name, FieldKind::Pits, |position: &mut Self| &mut position.extra.pits)
    }
}
