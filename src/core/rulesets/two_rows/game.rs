//! A game on two rows with its tables, and the board as the mover sees it.

use super::{
    Common, Feeding, InPlay, Marked, Marks, Parts, Player, Rows, Setup, Turns, TwoRows, Written,
};
use crate::rulesets::prelude::*;

/// Game on two rows with its tables.
#[derive(Debug, Clone)]
pub struct TwoRowGame<P: Pits, T> {
    /// Layout of the board.
    pub layout: Layout,
    /// Laps on the ring.
    pub laps: LapTable<P>,
    /// Rows of the board.
    pub rows: Rows<P>,
    /// Values of the keys that all two-row rulesets share.
    pub common: Common,
    /// Marks that appear in written positions.
    pub written: Written,
    /// Number of turns that the ruleset counts; 0 for none.
    pub counted: u8,
    /// Opening position.
    pub opening: Marked<P>,
    /// Ruleset-specific part.
    pub turns: T,
    /// Set if a player with a seed in an unmarked pit can always move.
    pub(super) open: bool,
}

/// Counts the seeds in a set of pits.
pub(super) fn total_of<P: Pits>(ring: P, bits: u32) -> u16 {
    Starts::forward(bits).iter().map(|start| u16::from(ring.get(start.spot))).sum()
}

impl<P: Pits, T: Turns> TwoRowGame<P, T> {
    /// Creates the game of a file, with tables for its options.
    pub fn new(
        board: &BoardSpec,
        setup: &Setup,
        rounds: &Rounds,
        common: Common,
        ring: Ring,
        turns: T,
    ) -> Self {
        let sowing = common.sowing;
        let columns = board.pits_a_side();
        let layout = Layout::new(2, columns, ring, sowing.directions());
        Self {
            laps: LapTable::new(layout.circuit(), sowing.directions(), &[sowing.skip()]),
            layout: layout.on_three_rows(board.has_three_rows()),
            rows: Rows::new(columns, u8::from(T::STORES)),
            common,
            written: Written {
                stores: T::STORES,
                directions: sowing.keeps_direction(),
                out: rounds.closes_pits(),
                owned: rounds.moves_border(),
                ..Written::default()
            },
            counted: common.quiet,
            opening: setup.opening(columns, T::STORES),
            open: sowing.frees_singles()
                && common.ending.feeding != Feeding::OneSeed
                && !turns.refuses()
                && !turns.bars(),
            turns,
        }
    }

    /// Returns the mover's pits, as bits.
    #[inline]
    pub fn own_bits(&self, marks: Marks) -> u32 {
        self.rows.owned_bits(marks.strange) & self.rows.all_bits()
    }

    /// Returns the opposite pit.
    #[inline]
    pub const fn opposite(&self, spot: u8) -> u8 {
        // Both rows, and the stores between them, are symmetrical.
        self.rows.beyond() + self.layout.columns() - 1 - spot
    }

    /// Returns the next pit in play.
    #[inline]
    pub fn next_in_play(&self, marks: Marks, spot: u8, direction: Direction) -> u8 {
        let mut next = self.laps.next(spot, direction);
        while marks.out >> next & 1 == 1 && next != spot {
            next = self.laps.next(next, direction);
        }
        next
    }

    /// Returns the lap of seeds lifted from a pit during a move.
    #[inline]
    pub fn lap(
        &self,
        play: &InPlay<P, T::Memory>,
        spot: u8,
        seeds: u8,
        direction: Direction,
    ) -> Lap {
        (self.common.sowing).lap(&self.laps, spot, seeds, direction, self.turns.passed(self, play))
    }

    /// Returns the spot of a player's store, which follows the owner's last pit.
    #[inline]
    pub(super) const fn store(&self, player: Player) -> u8 {
        self.layout.columns() + self.rows.beyond() * player as u8
    }

    /// Returns the ring with the contents of both stores exchanged.
    #[inline]
    pub(super) fn with_stores_changed(&self, mut ring: P) -> P {
        let stores = Player::BOTH.map(|player| self.store(player));
        let [own, across] = stores.map(|store| ring.take(store));
        ring.add(stores[0], across);
        ring.add(stores[1], own);
        ring
    }

    /// Counts the seeds won by each player.
    #[inline]
    pub(super) fn won(&self, ring: P, captured: ByTurn<u8>) -> ByTurn<u8> {
        if T::STORES {
            ByTurn(Player::BOTH).map(|player| ring.get(self.store(player)))
        } else {
            captured
        }
    }

    /// Credits seeds taken off the board to a player.
    pub(super) fn credit(&self, position: &mut Marked<P>, player: Player, seeds: u8) {
        if T::STORES {
            position.ring.add(self.store(player), seeds);
        } else {
            position.captured[player] += seeds;
        }
    }

    /// Returns the position from the other player's view, with that player to move.
    #[inline]
    pub(super) fn turned(&self, position: &Marked<P>) -> Marked<P> {
        TwoRows {
            ring: position.ring.turned(self.rows.beyond()),
            captured: position.captured.turned(),
            marks: position.marks.turned(self.rows.beyond()),
            status: Status { to_move: position.status.to_move.other(), ..position.status },
        }
    }

    /// Returns the position after a pass, from the other player's view.
    #[inline]
    pub(super) fn after_pass(&self, position: &Marked<P>) -> Marked<P> {
        let mut others = self.turned(position);
        others.marks.barred = 0;
        others
    }

    /// Returns the spot that gets the next seed after one in this pit.
    #[inline]
    pub fn next_sown(&self, play: &InPlay<P, T::Memory>, spot: u8, direction: Direction) -> u8 {
        let skip = Skip::Pits(self.turns.passed(self, play));
        self.laps.end(self.laps.onward(spot, 1, direction, skip))
    }

    /// Returns how many turns of each player are counted, for sowing or the ruleset.
    #[inline]
    pub(super) fn counted(&self) -> u8 {
        self.counted.max(self.common.sowing.counted())
    }

    /// Returns `true` if a player has seeds to sow.
    #[inline]
    pub fn has_seeds(&self, ring: P, marks: Marks, player: Player) -> bool {
        let own = self.own_bits(marks);
        let pits = match player {
            Player::Mover => own,
            Player::Other => self.rows.all_bits() & !own,
        };
        ring.filled() & pits & !(marks.all_claimed() | marks.out) != 0
    }

    /// Creates the state of a move before its first lap.
    #[inline]
    pub(in crate::rulesets) fn in_play(before: &Marked<P>) -> InPlay<P, T::Memory> {
        InPlay {
            ring: before.ring,
            captured: if T::STORES { ByTurn([0, 0]) } else { before.captured },
            marks: before.marks,
            again: false,
            store_before: false,
            refused: false,
            parts: Parts::default(),
            memory: T::Memory::default(),
        }
    }
}
