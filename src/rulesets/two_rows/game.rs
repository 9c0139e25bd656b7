//! A game on two rows with its tables; its board as the mover sees it.

use super::{
    Ending, Feeding, InPlay, Marked, Marks, Parts, Player, Rows, Sowing, Turns, TwoRows, Written,
};
use crate::kernel::board::{Direction, Pits};
use crate::kernel::lap::{Lap, Skip};
use crate::kernel::layout::{Layout, Ring};
use crate::kernel::pair::ByTurn;
use crate::kernel::sow::LapTable;
use crate::variant::{Starts, Status};

/// A game on two rows with its tables.
#[derive(Debug, Clone)]
pub struct TwoRowGame<P: Pits, T> {
    /// Layout of the board.
    pub layout: Layout,
    /// The laps on its ring.
    pub laps: LapTable<P>,
    /// Its rows.
    pub rows: Rows<P>,
    /// How seeds are sown.
    pub sowing: Sowing,
    /// How the game ends.
    pub ending: Ending,
    /// What positions are written with.
    pub written: Written,
    /// How many turns the ruleset has counted; none where it is 0.
    pub counted: u8,
    /// In the first so many turns, both players' together, nothing is captured.
    pub quiet: u8,
    /// A move that sows more is endless (`G3`).
    pub max_sown: u32,
    /// The first position.
    pub opening: Marked<P>,
    /// What the ruleset adds.
    pub turns: T,
    /// Whether every player can move who has a seed in a pit that is not marked.
    pub(super) open: bool,
}

/// Seeds in a set of pits.
pub(super) fn total_of<P: Pits>(ring: P, bits: u32) -> u16 {
    Starts::forward(bits)
        .iter()
        .map(|start| u16::from(ring.get(start.spot)))
        .sum()
}

impl<P: Pits, T: Turns> TwoRowGame<P, T> {
    /// A game with tables made for its options.
    pub fn new(
        columns: u8,
        ring: Ring,
        sowing: Sowing,
        ending: Ending,
        opening: Marked<P>,
        turns: T,
    ) -> Self {
        let rows = Rows::new(columns, u8::from(T::STORES));
        let layout = Layout::new(2, columns, ring, sowing.ways());
        Self {
            laps: LapTable::new(layout.ring_len(), sowing.ways(), sowing.skips()),
            layout,
            rows,
            sowing,
            ending,
            written: Written {
                stores: T::STORES,
                ways: sowing.keeps_way(),
                ..Written::default()
            },
            counted: 0,
            quiet: 0,
            max_sown: 10_000,
            opening,
            open: sowing.frees_singles()
                && ending.feeding != Feeding::OneSeed
                && !turns.refuses()
                && !turns.bars(),
            turns,
        }
    }

    /// The pits that the mover owns, as bits.
    #[must_use]
    #[inline]
    pub fn own_bits(&self, marks: Marks) -> u32 {
        Sowing::own(&self.rows, marks) & self.rows.all_bits()
    }

    /// The pit opposite this one.
    #[must_use]
    #[inline]
    pub const fn opposite(&self, spot: u8) -> u8 {
        // Both rows and the stores between them lie symmetrically.
        self.rows.beyond() + self.layout.columns() - 1 - spot
    }

    /// The next pit in play.
    #[inline]
    pub(super) fn next_in_play(&self, marks: Marks, spot: u8, direction: Direction) -> u8 {
        let mut next = self.laps.next(spot, direction);
        while marks.out >> next & 1 == 1 && next != spot {
            next = self.laps.next(next, direction);
        }
        next
    }

    /// The lap of seeds lifted from a pit in the course of a move.
    #[inline]
    pub fn lap(
        &self,
        play: &InPlay<P, T::Memory>,
        spot: u8,
        seeds: u8,
        direction: Direction,
    ) -> Lap {
        let passed = self.turns.passed(self, play);
        (self.sowing).lap(&self.laps, spot, seeds, direction, passed)
    }

    /// The spot of a player's store, which lies after the last pit of its owner.
    #[inline]
    pub(super) const fn store(&self, player: Player) -> u8 {
        self.layout.columns() + self.rows.beyond() * player as u8
    }

    /// The ring with the seeds of both stores in each other's place.
    #[inline]
    pub(super) fn with_stores_changed(&self, mut ring: P) -> P {
        let stores = Player::BOTH.map(|player| self.store(player));
        let [own, across] = stores.map(|store| ring.take(store));
        ring.add(stores[0], across);
        ring.add(stores[1], own);
        ring
    }

    /// Counts what each player has won.
    #[inline]
    pub(super) fn won(&self, ring: P, captured: ByTurn<u8>) -> ByTurn<u8> {
        if T::STORES {
            ByTurn(Player::BOTH).map(|player| ring.get(self.store(player)))
        } else {
            captured
        }
    }

    /// Puts seeds that left the board to a player's credit.
    pub(super) fn credit(&self, position: &mut Marked<P>, player: Player, seeds: u8) {
        if T::STORES {
            position.ring.add(self.store(player), seeds);
        } else {
            position.captured[player] += seeds;
        }
    }

    /// How far it is round to the opponent's first pit.
    #[inline]
    pub(super) const fn half(&self) -> u8 {
        self.rows.beyond()
    }

    /// The position as the other player sees it, who is to move.
    #[inline]
    pub(super) fn turned(&self, position: &Marked<P>) -> Marked<P> {
        TwoRows {
            ring: position.ring.turned(self.half()),
            captured: position.captured.turned(),
            marks: position.marks.turned(self.half()),
            status: Status {
                to_move: position.status.to_move.other(),
                ..position.status
            },
        }
    }

    /// The position as the other player sees it, when who is to move passes.
    #[inline]
    pub(super) fn after_pass(&self, position: &Marked<P>) -> Marked<P> {
        let mut others = self.turned(position);
        others.marks.barred = 0;
        others
    }

    /// The spot that gets the seed after one that fell in this pit.
    #[inline]
    pub fn next_sown(&self, play: &InPlay<P, T::Memory>, spot: u8, direction: Direction) -> u8 {
        let skip = Skip::Pits(self.turns.passed(self, play));
        self.laps.end(self.laps.onward(spot, 1, direction, skip))
    }

    /// How many turns of each player are counted, as far as sowing or the ruleset asks.
    #[inline]
    pub(super) const fn counted(&self) -> u8 {
        if self.sowing.counted() > self.counted {
            self.sowing.counted()
        } else {
            self.counted
        }
    }

    /// Whether a player has seeds to sow.
    #[inline]
    pub fn has_seeds(&self, ring: P, marks: Marks, player: Player) -> bool {
        let own = self.own_bits(marks);
        let pits = match player {
            Player::Mover => own,
            Player::Other => self.rows.all_bits() & !own,
        };
        ring.filled() & pits & !(marks.all_claimed() | marks.out) != 0
    }

    /// What changes in a move, as it is before.
    #[inline]
    pub(super) fn in_play(before: &Marked<P>) -> InPlay<P, T::Memory> {
        InPlay {
            ring: before.ring,
            captured: if T::STORES {
                ByTurn([0, 0])
            } else {
                before.captured
            },
            marks: before.marks,
            again: false,
            store_before: false,
            refused: false,
            parts: Parts::default(),
            memory: T::Memory::default(),
        }
    }
}
