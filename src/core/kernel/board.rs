//! Sides, directions and the seeds in pits; knows no rules.

// Every lap calls these functions of an instruction or two, worth inlining even when optimizing for size.

use std::fmt;
use std::hash::Hash;
use std::hint::select_unpredictable;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the two players.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub enum Side {
    /// The player below the board in drawings, with capital row letters; moves first.
    #[serde(rename = "S")]
    South,
    /// The player above the board in drawings, with small row letters.
    #[serde(rename = "N")]
    North,
}

impl Side {
    /// Both sides, South first.
    pub const BOTH: [Self; 2] = [Self::South, Self::North];

    /// Returns the opponent's side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// Returns 0 for South, 1 for North: the index of this side in an array with South's first.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter used in written positions.
    pub const fn letter(self) -> char {
        match self {
            Self::South => 'S',
            Self::North => 'N',
        }
    }
}

/// Error of parsing a word that is not one of the expected ones.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct WordError {
    /// The word read, truncated to 60 characters.
    pub found: String,
    /// Description of the expected words.
    pub expected: &'static str,
}

impl WordError {
    /// Creates the error from the word read and a description of the expected ones.
    pub fn new(found: &str, expected: &'static str) -> Self {
        Self { found: found.chars().take(60).collect(), expected }
    }
}

impl FromStr for Side {
    type Err = WordError;

    /// Parses the letter of a side, `S` or `N`.
    fn from_str(text: &str) -> Result<Self, WordError> {
        match text {
            "S" => Ok(Self::South),
            "N" => Ok(Self::North),
            _ => Err(WordError::new(text, "the player to move, S or N")),
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::South => "South",
            Self::North => "North",
        })
    }
}

/// Direction of sowing around a ring.
///
/// Spots of a ring are numbered from the owner's left end of the front row, so forward is left to
/// right along that row. With four rows that is clockwise, with two rows counterclockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Direction {
    /// Towards higher spots: left to right along the owner's front row.
    #[default]
    Forward,
    /// Towards lower spots: right to left along the owner's front row.
    Backward,
}

impl Direction {
    /// Returns the opposite direction.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }

    /// Returns the letter of the direction along the owner's front row: `R` forward, `L` backward.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Forward => "R",
            Self::Backward => "L",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letter())
    }
}

impl FromStr for Direction {
    type Err = WordError;

    /// Parses the letter of a direction along the owner's front row, `R` or `L`.
    fn from_str(text: &str) -> Result<Self, WordError> {
        match text {
            "R" => Ok(Self::Forward),
            "L" => Ok(Self::Backward),
            _ => Err(WordError::new(text, "a direction, R or L")),
        }
    }
}

/// Pit, given by its owner and its spot on the owner's side of the board.
///
/// Spots count from the left end of the owner's front row to its right end. With four rows they continue
/// along the back row from right to left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pit {
    /// Side on which the pit lies.
    pub owner: Side,
    /// Place along the owner's pits, from 0.
    pub spot: u8,
}

/// Seeds in a ring of pits, one byte a pit.
///
/// A position holds at most 255 seeds in all (`G7`), so no byte overflows and a whole lap can be added
/// at once. Spots are below [`CAPACITY`](Self::CAPACITY). Debug builds check that; release builds map
/// larger spots to existing ones.
pub trait Pits: Copy + Eq + Hash + Default + fmt::Debug + Send + Sync + 'static {
    /// Maximum number of pits.
    const CAPACITY: usize;

    /// Array with an item for each pit.
    type PerPit<T: Copy + Send + Sync>: Copy + Send + Sync + AsRef<[T]> + AsMut<[T]>;

    /// Returns an array with the same item for each pit.
    fn per_pit<T: Copy + Send + Sync>(item: T) -> Self::PerPit<T>;

    /// Returns pits with these seeds, from spot 0 on; further pits are empty.
    fn of(seeds: impl IntoIterator<Item = u8>) -> Self {
        let mut pits = Self::default();
        (0..).zip(seeds).for_each(|(spot, seeds)| pits.add(spot, seeds));
        pits
    }

    /// Returns the seeds in a pit.
    fn get(self, spot: u8) -> u8;

    /// Adds seeds to a pit, to a total of at most 255 (`G7`). Debug builds check that; in release builds an
    /// excess spills into the next pit.
    fn add(&mut self, spot: u8, seeds: u8);

    /// Empties a pit and returns its seeds.
    fn take(&mut self, spot: u8) -> u8;

    /// Adds every pit of `more` to the pit at the same spot, within the limit of [`add`](Self::add).
    #[must_use]
    fn plus(self, more: Self) -> Self;

    /// Keeps the pits of `range` and empties the others.
    #[must_use]
    fn masked(self, range: Self) -> Self;

    /// Returns a mask for [`masked`](Self::masked): the spots `from..to`.
    fn range(from: u8, to: u8) -> Self;

    /// Returns `true` if all pits are empty.
    fn is_empty(self) -> bool;

    /// Returns a bit for each pit with at least `least` seeds, from 1 to 128; spot 0 is the lowest bit.
    fn at_least(self, least: u8) -> u32;

    /// Returns a bit for each filled pit; spot 0 is the lowest bit.
    fn filled(self) -> u32 {
        self.at_least(1)
    }

    /// Returns a bit for each filled pit in the first half of the capacity. For rows that fit there this
    /// halves the work.
    fn filled_in_first_half(self) -> u32;

    /// Returns the total number of seeds.
    fn total(self) -> u16;

    /// Returns the seeds of each pit, by spot.
    #[must_use]
    fn bytes(self) -> Self::PerPit<u8>;

    /// Returns the ring of `2 * half` pits seen from the other side: spot `half` becomes spot 0.
    #[must_use]
    fn turned(self, half: u8) -> Self;

    /// Converts to the type with the largest capacity; each spot keeps its number.
    fn wide(self) -> Pits32;

    /// Converts back; spots beyond the capacity are dropped.
    fn narrow(wide: Pits32) -> Self;

    /// Selects one of two rings without a branch, for conditions that are hard to predict.
    #[inline(always)]
    fn select(first: bool, rings: [Self; 2]) -> Self {
        select_unpredictable(first, rings[0], rings[1])
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Returns a bit for each of eight bytes that is at least `least`, from 1 to 128.
#[inline(always)]
const fn bits_at_least(bytes: u64, least: u8) -> u32 {
    let carry = ONES * (0x80 - least as u64);
    let high = (((bytes & !HIGH) + carry) | bytes) & HIGH;
    // Gathers the eight high bits into the top byte.
    (high.wrapping_mul(0x0002_0408_1020_4081) >> 56) as u32
}

/// Returns the sum of sixteen bytes, which is at most 255 in a position (`G7`), so that no partial sum overflows.
#[inline]
const fn sum(bytes: u128) -> u16 {
    let words = (bytes as u64).wrapping_add((bytes >> 64) as u64);
    (words.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u16
}

/// Returns `true` if no byte of a sum carries into the next one. With a loop, perft of Oware in debug builds takes 1.4
/// times as long.
fn fit(words: [u64; 2], others: [u64; 2]) -> bool {
    words.into_iter().zip(others).all(|(word, other)| {
        let carries = word & other | (word | other) & !word.wrapping_add(other);
        carries & HIGH == 0
    })
}

/// Up to 16 pits in one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pits16(u128);

impl Pits16 {
    /// Returns the two halves: shifting 128 bits by a variable distance is slow.
    #[inline(always)]
    const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    #[inline(always)]
    const fn of(low: u64, high: u64) -> Self {
        Self(low as u128 | (high as u128) << 64)
    }

    /// Returns a ring with seeds in one pit only.
    #[inline(always)]
    const fn single(spot: u8, seeds: u8) -> u128 {
        let word = (seeds as u64) << (8 * (spot & 7));
        if spot & 8 == 0 { word as u128 } else { (word as u128) << 64 }
    }
}

impl Pits for Pits16 {
    const CAPACITY: usize = 16;

    type PerPit<T: Copy + Send + Sync> = [T; 16];

    fn per_pit<T: Copy + Send + Sync>(item: T) -> [T; 16] {
        [item; 16]
    }

    #[inline(always)]
    fn bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }

    #[inline(always)]
    fn get(self, spot: u8) -> u8 {
        debug_assert!(spot < 16, "spot {spot} is out of range for 16 pits");
        let [low, high] = self.words();
        let word = if spot & 8 == 0 { low } else { high };
        (word >> (8 * (spot & 7))) as u8
    }

    #[inline(always)]
    fn add(&mut self, spot: u8, seeds: u8) {
        debug_assert!(
            self.get(spot).checked_add(seeds).is_some(),
            "{seeds} more seeds in pit {spot} of {self:?}"
        );
        self.0 = self.0.wrapping_add(Self::single(spot, seeds));
    }

    #[inline(always)]
    fn take(&mut self, spot: u8) -> u8 {
        let seeds = self.get(spot);
        self.0 ^= Self::single(spot, seeds);
        seeds
    }

    #[inline(always)]
    fn plus(self, more: Self) -> Self {
        debug_assert!(fit(self.words(), more.words()), "{more:?} more seeds in {self:?}");
        Self(self.0.wrapping_add(more.0))
    }

    #[inline(always)]
    fn masked(self, range: Self) -> Self {
        Self(self.0 & range.0)
    }

    fn range(from: u8, to: u8) -> Self {
        let below =
            |spot: u8| u128::MAX.checked_shl(8 * u32::from(spot)).map_or(u128::MAX, |high| !high);
        Self(below(to) & !below(from))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn at_least(self, least: u8) -> u32 {
        bits_at_least(self.0 as u64, least) | bits_at_least((self.0 >> 64) as u64, least) << 8
    }

    #[inline(always)]
    fn filled_in_first_half(self) -> u32 {
        let [low, _] = self.words();
        bits_at_least(low, 1)
    }

    #[inline]
    fn total(self) -> u16 {
        sum(self.0)
    }

    #[inline]
    fn turned(self, half: u8) -> Self {
        // Both halves fit in a word; shifts by 64 take two steps.
        let [low, high] = self.words();
        let (up, down) = ((8 * half - 8) & 63, (64 - 8 * half) & 63);
        let own = low & (u64::MAX >> down);
        let across = low >> up >> 8 | high << down;
        Self::of(across | own << up << 8, own >> down)
    }

    #[inline(always)]
    fn wide(self) -> Pits32 {
        Pits32([self, Self(0)])
    }

    #[inline(always)]
    fn narrow(wide: Pits32) -> Self {
        wide.0[0]
    }
}

/// Up to 32 pits in two halves of 16.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pits32([Pits16; 2]);

impl Pits32 {
    /// Returns the half that contains a spot.
    #[inline(always)]
    const fn half(&mut self, spot: u8) -> &mut Pits16 {
        let [low, high] = &mut self.0;
        if spot & 16 == 0 { low } else { high }
    }
}

impl Pits for Pits32 {
    const CAPACITY: usize = 32;

    type PerPit<T: Copy + Send + Sync> = [T; 32];

    fn per_pit<T: Copy + Send + Sync>(item: T) -> [T; 32] {
        [item; 32]
    }

    #[inline(always)]
    fn bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        let (low, high) = bytes.split_at_mut(16);
        low.copy_from_slice(&self.0[0].bytes());
        high.copy_from_slice(&self.0[1].bytes());
        bytes
    }

    #[inline(always)]
    fn get(self, spot: u8) -> u8 {
        debug_assert!(spot < 32, "spot {spot} is out of range for 32 pits");
        let [low, high] = self.0;
        let half = if spot & 16 == 0 { low } else { high };
        half.get(spot & 15)
    }

    #[inline(always)]
    fn add(&mut self, spot: u8, seeds: u8) {
        debug_assert!(spot < 32, "spot {spot} is out of range for 32 pits");
        self.half(spot).add(spot & 15, seeds);
    }

    #[inline(always)]
    fn take(&mut self, spot: u8) -> u8 {
        debug_assert!(spot < 32, "spot {spot} is out of range for 32 pits");
        self.half(spot).take(spot & 15)
    }

    #[inline(always)]
    fn plus(self, more: Self) -> Self {
        Self([self.0[0].plus(more.0[0]), self.0[1].plus(more.0[1])])
    }

    #[inline(always)]
    fn masked(self, range: Self) -> Self {
        Self([self.0[0].masked(range.0[0]), self.0[1].masked(range.0[1])])
    }

    fn range(from: u8, to: u8) -> Self {
        Self([
            Pits16::range(from.min(16), to.min(16)),
            Pits16::range(from.max(16) - 16, to.max(16) - 16),
        ])
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0[0].is_empty() && self.0[1].is_empty()
    }

    #[inline(always)]
    fn at_least(self, least: u8) -> u32 {
        self.0[0].at_least(least) | self.0[1].at_least(least) << 16
    }

    #[inline(always)]
    fn filled_in_first_half(self) -> u32 {
        self.0[0].filled()
    }

    #[inline]
    fn total(self) -> u16 {
        // A position holds at most 255 seeds, so that no pit overflows.
        self.0[0].plus(self.0[1]).total()
    }

    #[inline]
    fn turned(self, half: u8) -> Self {
        let [low, high] = self.0;
        if half <= 8 {
            return Self([low.turned(half), high]);
        }
        // Each half moves by a word and some bits; shifts by 64 take two steps.
        let (up, down) = (8 * half - 72, 128 - 8 * half);
        let ([first, second], [third, fourth]) = (low.words(), high.words());
        let own = second & !(u64::MAX << up << 8);
        let right = |word: u64, next: u64| word >> up >> 8 | next << down;
        let left = |word: u64, before: u64| word << up << 8 | before >> down;
        Self([
            Pits16::of(right(second, third), right(third, fourth) | left(first, 0)),
            Pits16::of(right(fourth, 0) | left(own, first), left(0, own)),
        ])
    }

    #[inline(always)]
    fn wide(self) -> Self {
        self
    }

    #[inline(always)]
    fn narrow(wide: Self) -> Self {
        wide
    }

    #[inline(always)]
    fn select(first: bool, [one, other]: [Self; 2]) -> Self {
        let half = |half: usize| Pits16::select(first, [one.0[half], other.0[half]]);
        Self([half(0), half(1)])
    }
}

/// Exactly two rows of `HALF` pits, at most eight, each in a word: turning the ring swaps two words.
///
/// For the most common boards: their size is known at compile time and costs nothing in each move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PitsInHalves<const HALF: u8>([u64; 2]);

impl<const HALF: u8> PitsInHalves<HALF> {
    /// Returns a ring with seeds in one pit only.
    #[inline(always)]
    const fn single(spot: u8, seeds: u8) -> [u64; 2] {
        let (own, place) = Self::place(spot);
        let word = (seeds as u64) << place;
        if own { [word, 0] } else { [0, word] }
    }

    /// Returns whether a pit lies in the first half, and its bit offset in the word of its half.
    #[inline(always)]
    const fn place(spot: u8) -> (bool, u8) {
        let own = spot < HALF;
        let spot = if own { spot } else { spot - HALF };
        (own, 8 * (spot & 7))
    }
}

impl<const HALF: u8> Pits for PitsInHalves<HALF> {
    const CAPACITY: usize = {
        assert!(HALF >= 1 && HALF <= 8, "a row has 1 to 8 pits");
        2 * HALF as usize
    };

    type PerPit<T: Copy + Send + Sync> = [T; 16];

    fn per_pit<T: Copy + Send + Sync>(item: T) -> [T; 16] {
        [item; 16]
    }

    #[inline(always)]
    fn bytes(self) -> [u8; 16] {
        let half = usize::from(HALF);
        let [own, across] = self.0.map(u64::to_le_bytes);
        let mut bytes = [0; 16];
        bytes[..half].copy_from_slice(&own[..half]);
        bytes[half..2 * half].copy_from_slice(&across[..half]);
        bytes
    }

    #[inline(always)]
    fn get(self, spot: u8) -> u8 {
        debug_assert!(spot < 2 * HALF, "spot {spot} is out of range for two rows of {HALF} pits");
        let (own, place) = Self::place(spot);
        let word = if own { self.0[0] } else { self.0[1] };
        (word >> place) as u8
    }

    #[inline(always)]
    fn add(&mut self, spot: u8, seeds: u8) {
        debug_assert!(
            self.get(spot).checked_add(seeds).is_some(),
            "{seeds} more seeds in pit {spot} of {self:?}"
        );
        let [own, across] = Self::single(spot, seeds);
        self.0 = [self.0[0].wrapping_add(own), self.0[1].wrapping_add(across)];
    }

    #[inline(always)]
    fn take(&mut self, spot: u8) -> u8 {
        let seeds = self.get(spot);
        let [own, across] = Self::single(spot, seeds);
        self.0 = [self.0[0] ^ own, self.0[1] ^ across];
        seeds
    }

    #[inline(always)]
    fn plus(self, more: Self) -> Self {
        debug_assert!(fit(self.0, more.0), "{more:?} more seeds in {self:?}");
        let half = |half: usize| self.0[half].wrapping_add(more.0[half]);
        Self([half(0), half(1)])
    }

    #[inline(always)]
    fn masked(self, range: Self) -> Self {
        Self([self.0[0] & range.0[0], self.0[1] & range.0[1]])
    }

    fn range(from: u8, to: u8) -> Self {
        let mut range = Self::default();
        for spot in from..to {
            range.add(spot, u8::MAX);
        }
        range
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    #[inline(always)]
    fn at_least(self, least: u8) -> u32 {
        let [own, across] = [bits_at_least(self.0[0], least), bits_at_least(self.0[1], least)];
        own | across << HALF
    }

    #[inline(always)]
    fn filled_in_first_half(self) -> u32 {
        bits_at_least(self.0[0], 1)
    }

    #[inline]
    fn total(self) -> u16 {
        sum(u128::from(self.0[0]) | u128::from(self.0[1]) << 64)
    }

    #[inline(always)]
    fn turned(self, half: u8) -> Self {
        debug_assert_eq!(half, HALF, "the halves of these pits are fixed");
        Self([self.0[1], self.0[0]])
    }

    #[inline(always)]
    fn wide(self) -> Pits32 {
        let [own, across] = self.0;
        let shift = 8 * u32::from(HALF);
        let ring = u128::from(own) | u128::from(across) << shift;
        Pits32([Pits16(ring), Pits16(0)])
    }

    #[inline(always)]
    fn narrow(wide: Pits32) -> Self {
        let Pits16(ring) = wide.0[0];
        let shift = 8 * u32::from(HALF);
        let half = |ring: u128| ring as u64 & (u64::MAX >> (64 - shift));
        Self([half(ring), half(ring >> shift)])
    }

    #[inline(always)]
    fn select(first: bool, [one, other]: [Self; 2]) -> Self {
        // Word by word, so that neither ring has to be in memory.
        let half = |half: usize| select_unpredictable(first, one.0[half], other.0[half]);
        Self([half(0), half(1)])
    }
}

/// Implements `Debug` as the list of seeds, lowest spot first.
macro_rules! list_seeds {
    ($pits:ty $(, const $half:ident: $type:ty)?) => {
        impl $(<const $half: $type>)? fmt::Debug for $pits {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let spots = 0..u8::try_from(Self::CAPACITY).unwrap_or(u8::MAX);
                f.debug_list()
                    .entries(spots.map(|spot| self.get(spot)))
                    .finish()
            }
        }
    };
}

list_seeds!(Pits16);
list_seeds!(Pits32);
list_seeds!(PitsInHalves<HALF>, const HALF: u8);
