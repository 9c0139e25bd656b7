//! The aim of a search and its frame, which stay the same while it runs, and its core, which is used again.

use std::sync::Arc;

use super::bygone::Bygone;
use super::candidate::{Candidate, STARTS};
use super::margin::Scale;
use super::table::{AGES, Found, NO_MOVE, Table};
use super::worth::Asks;
use crate::variant::score::Judge;
use crate::variant::{AnyPosition, AnyVariant, Glance, Position};

/// What a search is after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Evaluations at a depth, wins by their distance.
    Play {
        /// The value is that of plain search to the same depth: nothing is reduced, and the table answers for this depth only.
        exact: bool,
    },
    /// What the game comes to, on this scale. What is unknown at a depth is estimated, and never passes for proved.
    Solve(Scale),
}

/// Says on a scale what is proved of a position, if anything is.
pub(crate) type Known<'a> = dyn Fn(Scale, &AnyPosition) -> Option<[i32; 2]> + 'a;

/// What stays the same during a search.
pub(crate) struct Frame<'a> {
    pub(crate) variant: &'a dyn AnyVariant,
    /// Whether the rules look at repetition.
    pub(crate) recurs: bool,
    pub(crate) aim: Aim,
    /// By what positions at full depth are judged, and moves put in order, unless the aim is to solve. Who judges plainly reduces nothing.
    pub(crate) judge: Judge,
    /// What is known without searching.
    pub(crate) known: Option<&'a Known<'a>>,
    /// What was there before, where a solver looks at repetition.
    pub(crate) bygone: Bygone,
    /// Asked now and then; once it says yes the search ends where it is.
    pub(crate) stop: &'a dyn Fn() -> bool,
}

impl Frame<'_> {
    /// Whether what the table holds, and so what is found, hangs on the order in which moves are looked at: repetitions
    /// end games, and values are to be the same for ever. Then order and table are used in the plainest way.
    pub(crate) fn ways_matter(&self) -> bool {
        self.aim == (Aim::Play { exact: true }) && self.recurs
    }

    /// What is proved of a position that is searched by this key, without looking at its moves, and whether it is all that can be.
    #[inline]
    pub(super) fn limits(
        &self,
        scale: Scale,
        position: &AnyPosition,
        key: u64,
    ) -> ([i32; 2], bool) {
        let limits = || scale.limits(position);
        // What is known holds without a past.
        if self.has_past(position) {
            return match self.bygone.again(key) {
                Some(value) => (value.map_or_else(limits, |value| [value; 2]), true),
                None => (limits(), false),
            };
        }
        match self.known.and_then(|known| known(scale, position)) {
            Some(bounds) => (bounds, true),
            None => (limits(), false),
        }
    }

    /// What a position is looked up by when it is searched.
    #[inline]
    pub(super) fn key(&self, scale: Scale, position: &AnyPosition) -> u64 {
        self.with_past(scale.key(self.variant, position), position)
    }

    /// The key of a position, given that without a past.
    #[inline]
    pub(super) fn with_past(&self, key: u64, position: &AnyPosition) -> u64 {
        if self.bygone.is_empty() {
            return key;
        }
        let side = position.status().to_move;
        self.bygone.key(key, side, position.seeds())
    }

    /// Whether a position may lead to one that was there before.
    #[inline]
    fn has_past(&self, position: &AnyPosition) -> bool {
        !self.bygone.is_empty() && self.bygone.holds(position.seeds())
    }
}

/// What a search needs besides: its table, and lists that are used again.
#[derive(Debug)]
pub(crate) struct Core {
    pub(super) table: Arc<Table>,
    /// A list of moves for each ply, reused.
    pub(super) lists: Vec<Vec<Candidate>>,
    /// Starts that were good in other positions of a ply.
    pub(super) killers: Vec<[u8; 2]>,
    /// How good each start was anywhere.
    pub(super) history: [i32; STARTS],
    /// Keys of the positions of the game, sorted, where the rules look at repetition.
    pub(crate) past: Vec<u64>,
    /// The positions on the way from the root: their keys, and how many seeds they hold.
    pub(super) way: Vec<(u64, u16)>,
    /// The number of this search in the table.
    pub(super) age: u8,
    /// Whether a position came back on the way.
    pub(super) cycles: bool,
    pub(crate) nodes: u64,
    /// Counts nodes, and the moves that are looked at in them.
    pub(super) glance: Glance,
}

impl Core {
    /// A search with this table.
    pub(crate) fn new(table: Arc<Table>) -> Self {
        Self {
            table,
            lists: Vec::new(),
            killers: Vec::new(),
            history: [0; STARTS],
            past: Vec::new(),
            way: Vec::new(),
            age: 0,
            cycles: false,
            nodes: 0,
            glance: Glance::default(),
        }
    }

    /// Begins a search whose unproved results are not those of earlier ones.
    pub(crate) fn begin(&mut self) {
        // Two numbers, as both players may be asked about the same position.
        self.age = (self.age + 2) % AGES;
        self.way.clear();
        for killers in &mut self.killers {
            *killers = [NO_MOVE; 2];
        }
    }

    /// Forgets everything that was found out before.
    pub(crate) fn forget(&mut self) {
        self.age = 0;
        self.history = [0; STARTS];
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.clear();
        }
    }

    /// The number of a search in the table, by who asks.
    pub(super) const fn age_for(&self, asks: Asks) -> u8 {
        match asks {
            Asks::Other => self.age + 1,
            Asks::Nobody | Asks::Mover => self.age,
        }
    }

    /// What a remembered value may be used for here.
    #[inline]
    pub(super) fn answers(&self, aim: Aim, found: &Found, depth: u8, asks: Asks) -> bool {
        match aim {
            Aim::Play { exact: true } => found.depth == depth,
            Aim::Play { exact: false } => found.depth >= depth,
            Aim::Solve(_) => found.depth >= depth && found.age == self.age_for(asks),
        }
    }
}
