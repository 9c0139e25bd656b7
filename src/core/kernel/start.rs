//! Starts of moves: a pit and a direction, and sets of them as bits.

use std::fmt;

use crate::kernel::board::Direction;
use crate::kernel::dice::Dice;

/// Pit and direction in which a move starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Start {
    /// Spot on the mover's ring.
    pub spot: u8,
    /// Direction of sowing; forward where the rules leave no choice.
    pub direction: Direction,
}

/// Set of starts: up to 32 spots in two directions.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Starts(u64);

impl Starts {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// All starts.
    pub const ALL: Self = Self(u64::MAX);

    /// Returns the spots of a bit mask, forward.
    #[inline]
    pub const fn forward(spots: u32) -> Self {
        Self(spots as u64)
    }

    /// Returns the spots of a bit mask, backward.
    #[inline]
    pub const fn backward(spots: u32) -> Self {
        Self((spots as u64) << 32)
    }

    /// Returns the spots of two bit masks, one for each direction.
    #[inline]
    pub const fn new(forward: u32, backward: u32) -> Self {
        Self(forward as u64 | (backward as u64) << 32)
    }

    /// Returns the spots of a bit mask, in both directions.
    #[inline]
    pub const fn both(spots: u32) -> Self {
        Self::new(spots, spots)
    }

    #[inline]
    const fn bit(start: Start) -> u64 {
        1 << ((start.spot & 31) as u32 + 32 * start.direction as u32)
    }

    /// Returns an iterator over the starts.
    #[inline]
    pub const fn iter(self) -> Iter {
        Iter(self)
    }

    /// Adds a start.
    #[inline]
    pub fn insert(&mut self, start: Start) {
        self.0 |= Self::bit(start);
    }

    /// Removes a start.
    #[inline]
    pub fn remove(&mut self, start: Start) {
        self.0 &= !Self::bit(start);
    }

    /// Returns `true` if a start is in the set.
    #[inline]
    pub const fn contains(self, start: Start) -> bool {
        self.0 & Self::bit(start) != 0
    }

    /// Returns the number of starts.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns `true` if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the starts that are in both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the starts that are not in the other set.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[inline]
    const fn start(bit: u32) -> Start {
        let direction = if bit < 32 { Direction::Forward } else { Direction::Backward };
        Start { spot: (bit & 31) as u8, direction }
    }

    /// Returns the start of the lowest bit; the set must not be empty.
    #[inline]
    const fn lowest(self) -> Start {
        Self::start(self.0.trailing_zeros())
    }

    /// Returns the `n`-th start, from 0; `n` must be less than the number of starts.
    #[inline]
    pub fn nth(self, n: u32) -> Start {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits - 1;
        }
        Self(bits).lowest()
    }

    /// Returns a random start, each equally likely; the set must not be empty.
    #[inline]
    pub fn draw(self, dice: &mut Dice) -> Start {
        let bit = if self.0 < 256 {
            draw_bit_of_byte(self.0 as u8, dice)
        } else {
            draw_bit(self.0, dice)
        };
        Self::start(bit)
    }
}

/// Returns a random set bit, without branches that depend on it.
#[inline(never)]
fn draw_bit(bits: u64, dice: &mut Dice) -> u32 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // The number of set bits in each byte and all bytes below it.
    let pairs = bits - ((bits >> 1) & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let sums = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(LOW);
    let n = dice.below((sums >> 56) as u32);
    // Bytes with a sum of at most n precede the byte that holds the bit.
    let before = ((((u64::from(n) * LOW) | HIGH) - sums) & HIGH) >> 7;
    let place = (before.wrapping_mul(LOW) >> 56) as u32 * 8;
    let rank = n - ((sums << 8) >> place & 0xff) as u32;
    place + nth_of_byte(BITS[usize::from((bits >> place) as u8)], rank)
}

/// Returns a random set bit of a byte; most sets of starts fit in one.
#[inline]
fn draw_bit_of_byte(bits: u8, dice: &mut Dice) -> u32 {
    let known = BITS[usize::from(bits)];
    nth_of_byte(known, dice.below((known >> 32) as u32))
}

/// Returns the place of the `n`-th set bit of a byte from its entry in [`BITS`].
#[inline]
const fn nth_of_byte(known: u64, n: u32) -> u32 {
    (known >> (4 * (n & 7))) as u32 & 7
}

/// Set bits of every byte: their places in four bits each, lowest first, and above these eight the
/// number of set bits.
static BITS: [u64; 256] = {
    let mut bits = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut count) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                bits[byte] |= place << (4 * count);
                count += 1;
            }
            place += 1;
        }
        bits[byte] |= count << 32;
        byte += 1;
    }
    bits
};

impl FromIterator<Start> for Starts {
    fn from_iter<I: IntoIterator<Item = Start>>(starts: I) -> Self {
        starts.into_iter().fold(Self::NONE, |set, start| Self(set.0 | Self::bit(start)))
    }
}

impl IntoIterator for Starts {
    type Item = Start;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        Iter(self)
    }
}

/// Iterator over the starts of a set: forward before backward, each by ascending spot.
#[derive(Debug, Clone)]
pub struct Iter(Starts);

impl Iterator for Iter {
    type Item = Start;

    // Two instructions, worth inlining even when optimizing for size.
    #[inline(always)]
    fn next(&mut self) -> Option<Start> {
        let Starts(bits) = self.0;
        if bits == 0 {
            return None;
        }
        let start = self.0.lowest();
        self.0 = Starts(bits & (bits - 1));
        Some(start)
    }
}

impl fmt::Debug for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
