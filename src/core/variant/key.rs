//! Hash keys of positions.

use std::hash::{Hash, Hasher};

/// Hashes a position or a part of one to 64 bits; collisions are very unlikely.
#[inline]
pub(crate) fn key<P: Hash>(position: &P) -> u64 {
    let mut mixer = Mixer(0x2545_f491_4f6c_dd1d);
    position.hash(&mut mixer);
    mixer.finish()
}

/// Hasher that mixes words by wide multiplication, with equal results on every machine and in every run.
struct Mixer(u64);

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for &word in words {
            self.write_u64(u64::from_be_bytes(word));
        }
        if !rest.is_empty() {
            let shifted = |word, &byte: &u8| word << 8 | u64::from(byte);
            self.write_u64(rest.iter().fold(0, shifted));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        const ODD: u128 = 0x9e37_79b9_7f4a_7c15;
        let product = u128::from(self.0 ^ word) * ODD;
        // Both halves are taken.
        let folded = (product as u64) ^ (product >> 64) as u64;
        self.0 = folded.rotate_left(29).wrapping_add(0xd1b5_4a32_d192_ed03);
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        // Both halves are taken.
        let halves = [word as u64, (word >> 64) as u64];
        self.write_u64(halves[0]);
        self.write_u64(halves[1]);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        let mut word = self.0;
        word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        word ^ word >> 32
    }
}
