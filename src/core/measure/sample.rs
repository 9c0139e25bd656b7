//! Number of different games; players without chance play the same games again and again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::system::number::real;
use crate::variant::Move;

/// Maximum number of different games that are kept; if there are more, an unbiased sample of them is kept.
const KEPT: usize = 1 << 14;

/// Counts of games by the fingerprint of their moves.
///
/// Memory is bounded: above the limit, only fingerprints that end in one zero bit are kept, then in two, and so on. The
/// result depends only on the games, not on their order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "WrittenSample", try_from = "WrittenSample")]
pub struct Sample {
    games: BTreeMap<u64, u64>,
    /// Number of zero bits in which all fingerprints end.
    zeros: u32,
}

/// Serialized form: number of zero bits, and fingerprints with their counts.
type WrittenSample = (u32, Vec<(u64, u64)>);

impl From<Sample> for WrittenSample {
    fn from(sample: Sample) -> Self {
        (sample.zeros, sample.games.into_iter().collect())
    }
}

impl TryFrom<WrittenSample> for Sample {
    type Error = String;

    fn try_from((zeros, games): WrittenSample) -> Result<Self, String> {
        let fits = |&(game, _): &(u64, u64)| game.trailing_zeros() >= zeros;
        if games.len() > KEPT || zeros > u64::BITS || !games.iter().all(fits) {
            return Err("expected at most 16384 fingerprints with enough zero bits".to_owned());
        }
        Ok(Self { games: games.into_iter().collect(), zeros })
    }
}

/// Returns the fingerprint of a game from its moves.
pub(super) fn fingerprint(moves: impl Iterator<Item = Move>) -> u64 {
    let mix = |sum: u64, word: u64| {
        let product = u128::from(sum ^ word) * 0x9e37_79b9_7f4a_7c15_u128;
        // Both halves are taken.
        let folded = (product as u64) ^ (product >> 64) as u64;
        folded.rotate_left(29).wrapping_add(0xd1b5_4a32_d192_ed03)
    };
    moves.fold(0x2545_f491_4f6c_dd1d, |sum, mv| {
        let start = u64::from(mv.start.spot) << 1 | mv.start.direction as u64;
        let choices = u64::from(mv.gone_on) << 32 | u64::from(mv.picks);
        // A start has nine bits, and tiers never need more than the seven bits left.
        mix(sum, u64::from(mv.tier) << 57 | start << 48 | choices)
    })
}

impl Sample {
    /// Counts a game.
    pub fn add(&mut self, fingerprint: u64) {
        if fingerprint.trailing_zeros() >= self.zeros {
            *self.games.entry(fingerprint).or_default() += 1;
            self.thin();
        }
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Self) {
        self.zeros = self.zeros.max(other.zeros);
        for (&fingerprint, times) in &other.games {
            *self.games.entry(fingerprint).or_default() += times;
        }
        self.games.retain(|game, _| game.trailing_zeros() >= self.zeros);
        self.thin();
    }

    /// Returns the number of games in the sample, repeats included.
    pub(super) fn plays(&self) -> u128 {
        self.games.values().map(|&times| u128::from(times)).sum()
    }

    fn thin(&mut self) {
        while self.games.len() > KEPT {
            self.zeros += 1;
            self.games.retain(|game, _| game.trailing_zeros() >= self.zeros);
        }
    }

    /// Returns the number of different games, an estimate if there were very many.
    pub fn different(&self) -> f64 {
        real(self.games.len() as u128) * 2_f64.powf(self.zeros.into())
    }

    /// Returns the effective number of games: the square of their number over the sum of the squared counts.
    ///
    /// L. Kish: Survey Sampling, Wiley 1965, for weights; the inverse of E. H. Simpson's index, Nature 163 (1949), 688.
    pub fn effective(&self) -> f64 {
        let times = || self.games.values().map(|&times| u128::from(times));
        let squares: u128 = times().map(|times| times * times).sum();
        if squares == 0 {
            return 0.0;
        }
        real(self.plays()).powi(2) / real(squares) * 2_f64.powf(self.zeros.into())
    }
}
