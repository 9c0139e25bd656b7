//! Opening of a game on two rows: the same number of seeds in every pit, or a number for each.

use super::{Rows, TwoRows};
use crate::rulesets::prelude::*;

keys! {
    /// Keys of `[setup]`: `seeds`, or `south` and `north`.
    pub struct Setup {
        /// Seeds in each pit.
        #[schemars(range(min = 1, max = 127))]
        pub seeds: Option<u8>,
        /// Seeds in each of South's pits, from the left end.
        pub south: Option<Vec<u8>>,
        /// Seeds in each of North's pits, from North's left end; by default, those of South.
        pub north: Option<Vec<u8>>,
        /// Seeds that South and North have won before the first move.
        pub captured: [u8; 2],
    }
}

impl Setup {
    /// Checks that there is exactly one opening, that it fits the board, and that it obeys `G7`.
    pub fn check(&self, board: &BoardSpec, conflicts: &mut Conflicts) {
        let columns = usize::from(board.pits_a_side());
        for (key, row) in [("setup.south", &self.south), ("setup.north", &self.north)] {
            if let Some(row) = row {
                let found = row.len();
                conflicts!(conflicts;
                    key if found != columns => "expected {columns} numbers, found {found}";
                );
            }
        }
        let one = self.seeds.is_some() != self.south.is_some();
        conflicts!(conflicts;
            "setup" if !one => "expected either `seeds` or `south`";
            "setup.north" if self.seeds.is_some() && self.north.is_some()
                => "requires setup.south";
            "setup.seeds" if self.seeds == Some(0) => "must be at least 1";
        );
        let total: u32 = self
            .rows(board.pits_a_side())
            .concat()
            .into_iter()
            .chain(self.captured)
            .map(u32::from)
            .sum();
        conflicts.check_total(total);
    }

    /// Returns the rows of South and of North, each from its owner's left.
    pub fn rows(&self, columns: u8) -> [Vec<u8>; 2] {
        match (self.seeds, &self.south) {
            (Some(seeds), _) => [0, 1].map(|_| vec![seeds; usize::from(columns)]),
            (None, Some(south)) => {
                [south.clone(), self.north.clone().unwrap_or_else(|| south.clone())]
            }
            (None, None) => [Vec::new(), Vec::new()],
        }
    }

    /// Returns the opening position on a checked board, with or without `stores` in the ring.
    pub fn opening<P: Pits, X: Default>(&self, columns: u8, stores: bool) -> TwoRows<P, X> {
        let rows = Rows::<P>::new(columns, u8::from(stores));
        let mut ring = P::default();
        let mut captured = ByTurn(self.captured);
        if stores {
            ring.add(columns, captured.own());
            ring.add(columns + rows.beyond(), captured.other());
            captured = ByTurn([0, 0]);
        }
        for (row, first) in self.rows(columns).into_iter().zip([0, rows.beyond()]) {
            for (spot, seeds) in (first..).zip(row) {
                ring.add(spot, seeds);
            }
        }
        TwoRows { ring, captured, marks: X::default(), status: Status::going(Side::South) }
    }
}
