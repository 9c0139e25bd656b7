//! Two rows that share one ring, as the mover sees them: what the two-row rulesets have in common.

use crate::board::Pits;
use crate::event::{Act, Event, Observer, Place};

/// The pits of both rows.
#[derive(Debug, Clone)]
pub(crate) struct Rows<P> {
    columns: u8,
    /// The spot of the opponent's first pit.
    beyond: u8,
    own: P,
    across: P,
}

impl<P: Pits> Rows<P> {
    /// Two rows of `columns` pits with `stores` spots of the ring between them, none or one.
    pub(crate) fn new(columns: u8, stores: u8) -> Self {
        let beyond = columns + stores;
        Self {
            columns,
            beyond,
            own: P::range(0, columns),
            across: P::range(beyond, beyond + columns),
        }
    }

    /// The same number of seeds in every pit.
    pub(crate) fn filled_with(&self, seeds: u8) -> P {
        let mut ring = P::default();
        for spot in (0..self.columns).chain(self.beyond..self.beyond + self.columns) {
            ring.put(spot, seeds);
        }
        ring
    }

    /// The mover's pits, as bits.
    #[inline]
    pub(crate) const fn own_bits(&self) -> u32 {
        (1 << self.columns) - 1
    }

    /// Whether the mover has no seed in his row.
    #[inline]
    pub(crate) fn own_is_empty(&self, ring: P) -> bool {
        ring.only(self.own).is_empty()
    }

    /// Whether the opponent has no seed in his row.
    #[inline]
    pub(crate) fn across_is_empty(&self, ring: P) -> bool {
        ring.only(self.across).is_empty()
    }

    /// Whether a row holds no seed.
    #[inline]
    pub(crate) fn one_is_empty(&self, ring: P) -> bool {
        self.own_is_empty(ring) || self.across_is_empty(ring)
    }

    /// The seeds in each row, the mover's first.
    #[inline]
    pub(crate) fn totals(&self, ring: P) -> [u16; 2] {
        [ring.only(self.own).total(), ring.only(self.across).total()]
    }

    /// Hands over what lies in each row, the mover's first, when all of it goes to the rows' owners.
    #[cold]
    pub(crate) fn sweep(&self, ring: P, observer: &mut impl Observer) -> [u8; 2] {
        let mut swept = [0, 0];
        for (row, first, store) in [(0, 0, Place::Store), (1, self.beyond, Place::StoreAcross)] {
            for spot in first..first + self.columns {
                let seeds = ring.get(spot);
                if seeds > 0 {
                    swept[row] += seeds;
                    observer.see(|| Event::moved(Act::Sweep, Place::Ring(spot), store, seeds));
                }
            }
        }
        swept
    }
}
