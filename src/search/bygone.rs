//! Positions that were there before the one that is searched, where the rules end a game with one that comes back.

use crate::kernel::board::Side;

/// Positions of one game, all with the same number of seeds: once a seed has left the board none of them can come back.
#[derive(Debug, Default)]
pub(crate) struct Bygone {
    /// Their keys with whoever is to move, and what coming back to each is worth to its player to move, if that is known.
    positions: Vec<(u64, Option<i32>)>,
    /// How many seeds they hold.
    seeds: u16,
    /// Mixed into the keys of positions with as many seeds, so that what is found out about them stays apart from what holds
    /// without a past.
    salt: u64,
}

/// An odd number with bits of all kinds: the golden ratio.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A key that says who is to move: without a past a position may be looked up as the same one turned round, but it is that one
/// which was there.
#[inline]
const fn sided(key: u64, side: Side) -> u64 {
    match side {
        Side::South => key,
        Side::North => key ^ MIXER,
    }
}

impl Bygone {
    /// Another position has been there: its key without a past, who is to move, its seeds, and what it is worth to that player if it
    /// comes back.
    pub(super) fn add(&mut self, key: u64, side: Side, seeds: u16, again: Option<i32>) {
        if !self.holds(seeds) {
            *self = Self::default();
        }
        let key = sided(key, side);
        self.positions.push((key, again));
        self.seeds = seeds;
        self.salt = (self.salt ^ key)
            .wrapping_add(1)
            .wrapping_mul(MIXER)
            .rotate_left(29);
    }

    /// Whether a position with so many seeds can lead to one of these.
    #[inline]
    pub(super) fn holds(&self, seeds: u16) -> bool {
        seeds == self.seeds && !self.positions.is_empty()
    }

    /// Whether there are none.
    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The key of a position with so many seeds, given that without a past.
    #[inline]
    pub(super) fn key(&self, key: u64, side: Side, seeds: u16) -> u64 {
        if self.holds(seeds) {
            sided(key, side) ^ self.salt
        } else {
            key
        }
    }

    /// What the position with this [`key`](Self::key) and as many seeds as these is worth if it is one of them: nothing within where
    /// that is not known.
    #[inline]
    #[expect(clippy::option_option, reason = "none of these, or not known")]
    pub(super) fn again(&self, key: u64) -> Option<Option<i32>> {
        let mut positions = self.positions.iter();
        let found = positions.find(|(other, _)| other ^ self.salt == key)?;
        Some(found.1)
    }
}

#[cfg(test)]
mod tests {
    use super::Bygone;
    use crate::kernel::board::Side;

    #[test]
    fn what_was_there_is_found_until_a_seed_is_gone() {
        let mut bygone = Bygone::default();
        assert_eq!(bygone.key(7, Side::South, 4), 7);
        assert_eq!(bygone.key(7, Side::North, 4), 7);
        assert!(!bygone.holds(4));
        bygone.add(7, Side::South, 4, Some(-1));
        bygone.add(9, Side::North, 4, None);
        let south = |bygone: &Bygone, key| bygone.key(key, Side::South, 4);
        let north = |bygone: &Bygone, key| bygone.key(key, Side::North, 4);
        assert_ne!(south(&bygone, 7), 7);
        assert_eq!(bygone.again(south(&bygone, 7)), Some(Some(-1)));
        assert_eq!(bygone.again(north(&bygone, 9)), Some(None));
        assert_eq!(bygone.again(south(&bygone, 8)), None);
        // The same boards turned round were not there.
        assert_eq!(bygone.again(north(&bygone, 7)), None);
        assert_eq!(bygone.again(south(&bygone, 9)), None);
        // Fewer seeds have no past.
        assert_eq!(bygone.key(7, Side::South, 3), 7);
        assert!(!bygone.holds(3));
        bygone.add(5, Side::South, 3, None);
        assert_eq!(bygone.again(bygone.key(5, Side::South, 3)), Some(None));
        assert_eq!(bygone.key(7, Side::South, 4), 7);
    }
}
