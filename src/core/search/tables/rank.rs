//! Ranking of the positions with a given number of seeds: a bijection to the numbers below their count.

use super::{MOST_PITS, Spread};

/// Maximum number of distinct sets of claimed pits.
const MOST_CLAIMS: usize = 1 << 16;

/// Ranking of the positions of a game.
///
/// Positions with the same claimed pits are consecutive. Among them, seeds are spread over the `k` free pits. The sums
/// of the first 1, 2, … `k` − 1 pits become distinct by adding 0, 1 and so on. The combinatorial number system ranks
/// such sets without gaps.
#[derive(Debug, Clone)]
pub(super) struct Ranks {
    pub(super) pits: u8,
    /// Binomial coefficients by `n` and `k`; the maximum number if they overflow.
    choose: Vec<[u64; MOST_PITS + 1]>,
    /// Possible sets of claimed pits, in ascending order.
    claims: Vec<u32>,
    /// By seeds, the first rank of each set of claimed pits, and last the number of positions.
    first: Vec<Vec<u64>>,
}

impl Ranks {
    /// Creates the ranking of positions with up to this many seeds; `None` if there are too many sets of claimed pits
    /// or too many positions.
    pub(super) fn new(pits: u8, may_claim: &dyn Fn(u32) -> bool, seeds: u16) -> Option<Self> {
        let most = usize::from(seeds) + usize::from(pits);
        let mut choose = vec![[0_u64; MOST_PITS + 1]; most + 1];
        for n in 0..=most {
            choose[n][0] = 1;
            for k in 1..=MOST_PITS.min(n) {
                choose[n][k] = choose[n - 1][k - 1].saturating_add(choose[n - 1][k]);
            }
        }
        let mut ranks = Self { pits, choose, claims: claims(pits, may_claim)?, first: Vec::new() };
        for seeds in 0..=seeds {
            let mut first = vec![0_u64];
            for &claims in &ranks.claims {
                let begin = *first.last()?;
                first.push(begin.checked_add(ranks.spreads(seeds, claims)?)?);
            }
            ranks.first.push(first);
        }
        Some(ranks)
    }

    /// Counts the ways to spread seeds with these pits claimed.
    fn spreads(&self, seeds: u16, claims: u32) -> Option<u64> {
        let free = usize::from(self.pits) - claims.count_ones() as usize;
        let Some(bars) = free.checked_sub(1) else { return Some(u64::from(seeds == 0)) };
        let directions = self.choose[usize::from(seeds) + bars][bars];
        (directions < u64::MAX).then_some(directions)
    }

    /// Returns the maximum number of seeds.
    pub(super) fn seeds(&self) -> u16 {
        (self.first.len() - 1) as u16
    }

    pub(super) fn positions(&self, seeds: u16) -> u64 {
        let first = &self.first[usize::from(seeds)];
        first[first.len() - 1]
    }

    /// Returns the rank of a position with this many seeds; `None` if its pits cannot be claimed together.
    #[inline]
    pub(super) fn rank(&self, seeds: u16, spread: &Spread) -> Option<u64> {
        let claims = spread.claims;
        let way =
            if claims == self.claims[0] { 0 } else { self.claims.binary_search(&claims).ok()? };
        let mut rank = self.first[usize::from(seeds)][way];
        let (mut sum, mut bars) = (0, 0);
        let last = self.pits - 1;
        for pit in 0..last {
            if claims >> pit & 1 == 0 {
                sum += usize::from(spread.pits[usize::from(pit)]);
                bars += 1;
                rank += self.choose[sum + bars - 1][bars];
            }
        }
        // If the last pit is claimed, the last free pit was counted although it is determined by the others.
        if claims >> last & 1 == 1 && bars > 0 {
            rank -= self.choose[sum + bars - 1][bars];
        }
        Some(rank)
    }

    /// Returns the position with this many seeds and this rank.
    pub(super) fn spread(&self, seeds: u16, rank: u64) -> Spread {
        let first = &self.first[usize::from(seeds)];
        let way = first.partition_point(|&first| first <= rank) - 1;
        let claims = self.claims[way];
        let mut spread = Spread { pits: [0; MOST_PITS], claims };
        let free: Vec<u8> = (0..self.pits).filter(|&pit| claims >> pit & 1 == 0).collect();
        let mut left = rank - first[way];
        // Sum of all pits up to the current one, from the last.
        let mut upto = usize::from(seeds);
        for bars in (1..free.len()).rev() {
            let mut sum = upto;
            while self.choose[sum + bars - 1][bars] > left {
                sum -= 1;
            }
            left -= self.choose[sum + bars - 1][bars];
            spread.pits[usize::from(free[bars])] = (upto - sum) as u8;
            upto = sum;
        }
        if let Some(&pit) = free.first() {
            spread.pits[usize::from(pit)] = upto as u8;
        }
        spread
    }
}

/// Lists all sets of pits that can be claimed; `None` if there are too many. Every subset of a claimable set is
/// claimable.
fn claims(pits: u8, may_claim: &dyn Fn(u32) -> bool) -> Option<Vec<u32>> {
    let mut directions = vec![0];
    let mut next = 0;
    while next < directions.len() {
        let claimed: u32 = directions[next];
        next += 1;
        let after = 32 - claimed.leading_zeros();
        let more = (after..u32::from(pits)).map(|pit| claimed | 1 << pit);
        directions.extend(more.filter(|&claims| may_claim(claims)));
        if directions.len() > MOST_CLAIMS {
            return None;
        }
    }
    directions.sort_unstable();
    Some(directions)
}
