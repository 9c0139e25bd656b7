//! Laps: where they start and end, and which pits receive their seeds.

use crate::kernel::board::Direction;

/// Pits that a lap passes over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Skip {
    /// None: every pit of the ring gets its seed.
    Nothing,
    /// The pit before the first one, where the seeds were lifted.
    Origin,
    /// These spots, as bits: pits out of play, or closed to the player.
    Pits(u32),
}

/// One sowing: a number of seeds dropped one by one, starting in a first pit.
///
/// The first pit need not follow the pit where the seeds come from, so seeds that enter at a kichwa
/// make an ordinary lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lap {
    /// Spot where the first seed falls.
    pub first: u8,
    /// Number of seeds, at least one.
    pub seeds: u8,
    /// Direction of sowing.
    pub direction: Direction,
    /// Pits that are passed over.
    pub skip: Skip,
}

/// End of a lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Landing {
    /// Spot where the last seed fell.
    pub spot: u8,
    /// Seeds in that pit now, the last one included.
    pub seeds: u8,
}

impl Landing {
    /// Returns `true` if the pit was empty before the last seed fell (`G2`).
    #[inline]
    pub const fn was_empty(self) -> bool {
        self.seeds == 1
    }

    /// Returns `true` if the last seed fell before the spot `limit` and `condition` holds.
    ///
    /// One comparison makes one branch. With `&&` there would be two, and each alone is hard to predict.
    #[inline]
    pub const fn is_before_if(self, limit: u8, condition: bool) -> bool {
        u16::from_le_bytes([self.spot, !condition as u8]) < limit as u16
    }
}

/// Ring of pits as a hand goes round it.
///
/// Forward the hand goes to the next higher spot. Backward it goes to the next lower one. On one or two rows both
/// directions are the same ring. On more rows the hand visits the rows in the same order in both directions; backward
/// it enters each from its other end.
/// A winding ring takes the second half of its spots from the last to the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Circuit {
    len: u8,
    /// First spots of the rows, as bits.
    firsts: u32,
    /// Distance from the first spot of a row to the last one of the next row.
    jump: u8,
    winding: bool,
}

impl Circuit {
    /// Creates the ring of `rows` rows of `columns` pits each.
    pub const fn of_rows(rows: u8, columns: u8) -> Self {
        let (mut firsts, mut row) = (1, 1);
        while rows > 2 && row < rows {
            firsts |= 1 << (row * columns);
            row += 1;
        }
        let len = rows * columns;
        let jump = if rows > 2 { 2 * columns } else { len } - 1;
        Self { len, firsts, jump, winding: false }
    }

    /// Turns the second half of the ring round.
    #[must_use]
    pub const fn winding(self) -> Self {
        Self { winding: true, ..self }
    }

    /// Returns the number of pits.
    #[inline]
    pub const fn len(self) -> u8 {
        self.len
    }

    /// Returns `true` if the ring has no pit, which never happens.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Returns the spot after `spot` in a direction.
    // A few instructions for every lap.
    #[inline(always)]
    pub const fn next(self, spot: u8, direction: Direction) -> u8 {
        if self.winding {
            return self.wound(self.unwound(self.wound(spot), direction));
        }
        self.unwound(spot, direction)
    }

    /// Exchanges a spot and its place on a winding ring.
    const fn wound(self, spot: u8) -> u8 {
        if spot < self.len / 2 { spot } else { self.len + self.len / 2 - 1 - spot }
    }

    /// Returns the spot after `spot` on the ring that does not wind.
    // A few instructions for every lap.
    #[inline(always)]
    const fn unwound(self, spot: u8, direction: Direction) -> u8 {
        let next = match direction {
            Direction::Forward => spot + 1,
            Direction::Backward if self.firsts >> (spot & 31) & 1 == 1 => spot + self.jump,
            Direction::Backward => return spot - 1,
        };
        if next >= self.len { next - self.len } else { next }
    }
}

impl From<u8> for Circuit {
    /// Creates a ring of this number of pits.
    fn from(len: u8) -> Self {
        Self::of_rows(1, len)
    }
}

/// Returns the pits that receive the seeds of a lap, in order.
///
/// This is the definition of sowing; a [`LapTable`](crate::kernel::sow::LapTable) holds its precomputed sums.
pub fn drops(circuit: impl Into<Circuit>, lap: Lap) -> impl Iterator<Item = u8> {
    let circuit = circuit.into();
    let len = circuit.len;
    let first = lap.first % len;
    let step = move |spot: u8| circuit.next(spot, lap.direction);
    let origin = (0..len).find(|&spot| lap.skip == Skip::Origin && step(spot) == first);
    let ring = u32::MAX >> (32 - u32::from(len.clamp(1, 32)));
    let passed_over = move |spot: &u8| match lap.skip {
        Skip::Nothing => false,
        Skip::Origin => Some(*spot) == origin && len > 1,
        // If all pits were passed over, no seed could fall anywhere.
        Skip::Pits(pits) => pits >> (spot & 31) & 1 == 1 && pits & ring != ring,
    };
    std::iter::successors(Some(first), move |&spot| Some(step(spot)))
        .filter(move |spot| !passed_over(spot))
        .take(usize::from(lap.seeds))
}
