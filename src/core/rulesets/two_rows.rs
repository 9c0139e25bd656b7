//! Common parts of the two-row rulesets: two rows that share one ring, as the mover sees them.
//!
//! A ruleset of this crate or another one implements [`Turns`], which decides what follows a lap. It declares its own
//! keys and the common ones with [`two_row_rules!`](crate::two_row_rules), and passes both to [`TwoRowGame::new`].
//! Together with [`Setup`], this implements the opening, feeding, passing, the end, repetition and the written
//! positions. [`by_pits!`](crate::by_pits) selects the type of the pits.

mod ending;
mod game;
mod hand;
mod moves;
mod outcome;
mod parts;
mod passing;
mod position;
mod rules;
mod setup;
mod sowing;
mod taking;
mod turn;
mod turns;
mod variant;

pub use ending::{Ending, Feeding, Goal, Repetition, Rest, Stuck};
pub use game::TwoRowGame;
pub(super) use hand::FEW_LEFT;
pub use hand::{Hand, InHand, InPlay, Of};
pub(super) use moves::stopped_after;
pub use parts::{Parts, holding};
pub use position::{Marked, Marks, TwoRows, Written, store_spots, stored, turned_bits};
pub use rules::{Common, Counts, MostSown, two_row_rules};
pub use setup::Setup;
pub use sowing::{CrossingBack, DirectionRule, From, Origin, Singles, Sowing};
pub use taking::{GrandSlam, Taking, Whose};
pub(super) use taking::{LEAVES_ONE, TAKES_NOTHING};
pub use turns::Turns;

pub use crate::kernel::Player;
use crate::kernel::{Act, ByTurn, Observer, Outcome, Pits, Place, Side};

/// Rules in words that the two-row rulesets share.
pub const WORDS: &str = include_str!("two_rows.md");

/// Pits of both rows.
#[derive(Debug, Clone)]
pub struct Rows<P> {
    columns: u8,
    /// Spot of the opponent's first pit.
    beyond: u8,
    /// The mover's pits, and all pits, as bits.
    bits: [u32; 2],
    own: P,
    across: P,
    /// Pits that belong to the player of the other row from the beginning, as bits.
    crossed: u32,
}

impl<P: Pits> Rows<P> {
    /// Creates two rows of `columns` pits with `stores` spots of the ring between them, 0 or 1.
    pub fn new(columns: u8, stores: u8) -> Self {
        let beyond = columns + stores;
        let row = (1 << columns) - 1;
        Self {
            columns,
            beyond,
            bits: [row, row | row << beyond],
            own: P::range(0, columns),
            across: P::range(beyond, beyond + columns),
            crossed: 0,
        }
    }

    /// Gives each player the left half of both rows, from the player's view, instead of a row.
    pub const fn part_in_halves(&mut self) {
        let right = self.own_bits() >> self.columns.div_ceil(2) << self.columns.div_ceil(2);
        self.crossed = right | right << self.beyond;
    }

    /// Returns the mover's pits as bits, after the `strange` ones have changed their owner.
    #[inline]
    pub(crate) const fn owned_bits(&self, strange: u32) -> u32 {
        self.own_bits() ^ strange ^ self.crossed
    }

    /// Returns a ring with the same number of seeds in every pit.
    pub fn filled_with(&self, seeds: u8) -> P {
        let mut ring = P::default();
        for spot in (0..self.columns).chain(self.beyond..self.beyond + self.columns) {
            ring.add(spot, seeds);
        }
        ring
    }

    /// Returns the number of pits in a row.
    #[inline]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Returns the mover's pits, as bits.
    #[inline]
    pub const fn own_bits(&self) -> u32 {
        self.bits[0]
    }

    /// Returns all pits, as bits.
    #[inline]
    pub const fn all_bits(&self) -> u32 {
        self.bits[1]
    }

    /// Returns the spot of the opponent's first pit.
    #[inline]
    pub const fn beyond(&self) -> u8 {
        self.beyond
    }

    /// Returns the left and the right pits of both rows, as bits; a middle pit is in both halves.
    #[inline]
    pub const fn halves(&self) -> [u32; 2] {
        let row = self.own_bits();
        let left = row >> (self.columns / 2);
        let right = (row >> (self.columns / 2)) << (self.columns / 2);
        [left | left << self.beyond, right | right << self.beyond]
    }

    /// Returns the rightmost of these pits for the mover: the first in the opponent's row, else the mover's last.
    #[inline]
    pub const fn farthest_right(&self, pits: u32) -> u8 {
        let across = pits & !self.own_bits();
        if across == 0 { pits.ilog2() as u8 } else { across.trailing_zeros() as u8 }
    }

    /// Returns the pits at the ends of both rows, as bits.
    #[inline]
    pub const fn ends(&self) -> u32 {
        let row = 1 | 1 << (self.columns - 1);
        row | row << self.beyond
    }

    /// Returns the pit of these nearest to the mover's right end, own pits first; 0 if there is none.
    #[inline]
    pub const fn nearest_to_right(&self, pits: u32) -> u8 {
        let own = pits & self.own_bits();
        let among = if own == 0 { pits } else { own };
        match among.checked_ilog2() {
            Some(spot) => spot as u8,
            None => 0,
        }
    }

    /// Returns `true` if the mover's row is empty.
    #[inline]
    pub fn own_is_empty(&self, ring: P) -> bool {
        ring.masked(self.own).is_empty()
    }

    /// Returns `true` if the opponent's row is empty.
    #[inline]
    pub fn across_is_empty(&self, ring: P) -> bool {
        ring.masked(self.across).is_empty()
    }

    /// Returns `true` if a row is empty.
    #[inline]
    pub fn one_is_empty(&self, ring: P) -> bool {
        self.own_is_empty(ring) || self.across_is_empty(ring)
    }

    /// Counts the seeds in each row.
    #[inline]
    pub fn totals(&self, ring: P) -> ByTurn<u16> {
        ByTurn([ring.masked(self.own).total(), ring.masked(self.across).total()])
    }

    /// Encodes the seeds in the rows as a number if it fits in 64 bits: for each pit, one zero per seed, then a one.
    #[inline]
    pub fn number(&self, ring: P) -> Option<u64> {
        if u32::from(ring.total()) + self.bits[1].count_ones() > 63 {
            return None;
        }
        let (mut number, bytes) = (1, ring.bytes());
        for first in [0, self.beyond].map(usize::from) {
            for seeds in &bytes.as_ref()[first..first + usize::from(self.columns)] {
                number = number << (seeds + 1) | 1;
            }
        }
        Some(number)
    }

    /// Reports that `takers` get the seeds in the mover's and the opponent's row, and returns the number for each
    /// player.
    #[cold]
    pub fn sweep(
        &self,
        ring: P,
        takers: ByTurn<Player>,
        observer: &mut impl Observer,
    ) -> ByTurn<u8> {
        let mut swept = ByTurn([0, 0]);
        for (first, taker) in [0, self.beyond].into_iter().zip(takers.0) {
            for spot in first..first + self.columns {
                let seeds = ring.get(spot);
                if seeds > 0 {
                    swept[taker] += seeds;
                    observer.moved(Act::Sweep, Place::Ring(spot), taker.store(), seeds);
                }
            }
        }
        swept
    }
}

/// Returns the result if a player has won more than half of all seeds, or both have half.
#[inline]
pub fn majority<P: Pits>(ring: P, won: ByTurn<u8>, mover: Side) -> Option<Outcome> {
    let won = won.map(u16::from);
    let total = ring.total() + won.0[0] + won.0[1];
    Outcome::by_majority(mover.arrange(won), total)
}
