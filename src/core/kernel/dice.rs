//! Random numbers: a seeded generator with the same output on every machine.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// Random number generator that depends only on its seed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// Creates the generator of a random seed.
    pub fn seeded(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Creates the generator of one item of a numbered series, independent of those of its neighbours.
    pub fn numbered(seed: u64, number: u64) -> Self {
        let mixed = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self::seeded(mixed)
    }

    /// Returns a number below `limit`, each equally likely to within one part in four billion.
    #[inline]
    pub fn below(&mut self, limit: u32) -> u32 {
        let draw = self.0.next_u64() >> 32;
        ((draw * u64::from(limit)) >> 32) as u32
    }

    /// Shuffles a list, each order equally likely.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let choices = u32::try_from(last + 1).unwrap_or(u32::MAX);
            list.swap(last, self.below(choices) as usize);
        }
    }

    /// Returns 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}
