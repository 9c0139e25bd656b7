//! Chance: a seeded generator, the same on every machine.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A stream of random numbers that depends on its seed alone.
#[derive(Debug, Clone)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The stream of a seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The stream of one item of a numbered series, unrelated to its neighbours' streams.
    #[must_use]
    pub fn numbered(seed: u64, number: u64) -> Self {
        let mixed = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self::seeded(mixed)
    }

    /// A number below `limit`, each equally likely to within one part in four billion.
    #[must_use]
    #[inline]
    pub fn below(&mut self, limit: u32) -> u32 {
        let draw = self.0.next_u64() >> 32;
        ((draw * u64::from(limit)) >> 32) as u32
    }

    /// Sixty-four random bits.
    #[must_use]
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}
