//! The parts of a search: its aim and settings (the frame), constant while it runs, and its working memory (the core),
//! which later searches reuse.

use std::sync::Arc;

use super::bygone::Bygone;
use super::margin::Scale;
use super::score::{Asks, Score};
use super::table::{AGES, NO_MOVE, Stored, Table};
use crate::variant::score::Judge;
use crate::variant::{AnyPosition, AnyVariant, Move, Poll, Position};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Finds evaluations at a depth, and wins by their distance.
    Play {
        /// Whether values must equal those of plain search: no reductions, and table entries of exactly this depth
        /// only.
        exact: bool,
    },
    /// Finds the outcome of the game on this scale. Unknown values at a depth are estimated, but never count as proved.
    Solve(Scale),
}

/// Function that returns the proved bounds of a position on a scale, if any.
pub(crate) type Known<'a> = dyn Fn(Scale, &AnyPosition) -> Option<[i32; 2]> + 'a;

/// Settings that stay constant during a search.
pub(crate) struct Frame<'a> {
    pub(crate) variant: &'a dyn AnyVariant,
    /// Whether the rules consider repetition.
    pub(crate) recurs: bool,
    pub(crate) aim: Aim,
    /// Evaluation at full depth and for move ordering, unless the aim is to solve. Plain evaluation rules out
    /// reductions.
    pub(crate) judge: Judge,
    /// Source of bounds that need no search.
    pub(crate) known: Option<&'a Known<'a>>,
    /// Earlier positions, if a solver considers repetition.
    pub(crate) bygone: Bygone,
    /// Callback polled now and then; `true` stops the search.
    pub(crate) stop: &'a dyn Fn() -> bool,
}

impl Frame<'_> {
    /// Returns `true` if results depend on move order, because repetitions end the game and values must be
    /// reproducible.
    ///
    /// Move ordering and the table are then used in the simplest way.
    pub(crate) fn path_matters(&self) -> bool {
        self.aim == (Aim::Play { exact: true }) && self.recurs
    }

    /// Returns the bounds of a position that are known without its moves, and `true` if no search can improve them.
    #[inline]
    pub(super) fn limits(
        &self,
        scale: Scale,
        position: &AnyPosition,
        key: u64,
    ) -> ([i32; 2], bool) {
        let limits = || scale.limits(position);
        // Known bounds hold for positions that can't lead to an earlier one.
        if !self.bygone.positions.is_empty() && self.bygone.holds(position.seeds()) {
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

    #[inline]
    pub(super) fn key(&self, scale: Scale, position: &AnyPosition) -> u64 {
        self.with_past(scale.key(self.variant, position), position)
    }

    /// Returns the table key of a position, given its plain key.
    #[inline]
    pub(super) fn with_past(&self, key: u64, position: &AnyPosition) -> u64 {
        if self.bygone.positions.is_empty() {
            return key;
        }
        self.bygone.key(key, position.status().to_move, position.seeds())
    }
}

/// Move with the position after it; all values are from the mover's side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) after: AnyPosition,
    pub(super) key: u64,
    pub(super) promise: i32,
    /// Seeds won for good by the move.
    pub(super) gain: i32,
    /// Whether the same player moves again.
    pub(super) same: bool,
    /// Index of the move in the order of generation.
    pub(super) index: u8,
    pub(super) known: Score,
    pub(super) over: bool,
}

impl Candidate {
    /// Returns `true` unless the exact value is known.
    pub(super) const fn is_open(&self) -> bool {
        let [low, high] = self.known.proved;
        !self.over && low < high
    }

    /// Returns `true` if the same player moves again and the move wins seeds.
    pub(super) const fn is_free(&self) -> bool {
        self.same && self.gain > 0
    }
}

/// Number of distinct move starts, by which moves are recorded.
const STARTS: usize = 128;

/// State of a search: the table, and reusable lists.
#[derive(Debug)]
pub(crate) struct Core {
    pub(super) table: Arc<Table>,
    /// Move list of each ply, reused.
    pub(super) lists: Vec<Vec<Candidate>>,
    /// Orders in which the lists of all plies are searched, one after the other. Candidates are too large to be moved.
    pub(super) order: Vec<u32>,
    /// Killer moves: starts that caused cutoffs in other positions of a ply.
    pub(super) killers: Vec<[u8; 2]>,
    pub(super) history: [i32; STARTS],
    /// Sorted keys of the game's positions, if the rules consider repetition.
    pub(crate) past: Vec<u64>,
    /// Path from the root: the keys of its positions, and their numbers of seeds.
    pub(super) path: Vec<(u64, u16)>,
    /// Age of this search in the table.
    pub(super) age: u8,
    /// Whether a position recurred on the path.
    pub(super) cycles: bool,
    pub(crate) nodes: u64,
    /// Counts nodes and their moves, to poll for a stop.
    pub(super) poll: Poll,
}

impl Core {
    pub(crate) fn new(table: Arc<Table>) -> Self {
        Self {
            table,
            lists: Vec::new(),
            order: Vec::new(),
            killers: Vec::new(),
            history: [0; STARTS],
            past: Vec::new(),
            path: Vec::new(),
            age: 0,
            cycles: false,
            nodes: 0,
            poll: Poll::default(),
        }
    }

    /// Begins a search that does not reuse unproved results of earlier ones.
    pub(crate) fn begin(&mut self) {
        // Two ages, as searches for either player may reach the same position.
        self.age = (self.age + 2) % AGES;
        self.path.clear();
        self.order.clear();
        for killers in &mut self.killers {
            *killers = [NO_MOVE; 2];
        }
    }

    /// Clears all results of earlier searches.
    pub(crate) fn forget(&mut self) {
        self.age = 0;
        self.history = [0; STARTS];
        self.poll = Poll::default();
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.clear();
        }
    }

    /// Returns the age with which a search marks its table entries; it depends on the player for whom unknown values
    /// are scored pessimistically.
    pub(super) const fn age_for(&self, asks: Asks) -> u8 {
        match asks {
            Asks::Other => self.age + 1,
            Asks::Nobody | Asks::Mover => self.age,
        }
    }

    /// Returns `true` if a table entry is valid for this search.
    #[inline]
    pub(super) fn answers(&self, aim: Aim, found: &Stored, depth: u8, asks: Asks) -> bool {
        match aim {
            Aim::Play { exact: true } => found.depth == depth,
            Aim::Play { exact: false } => found.depth >= depth,
            Aim::Solve(_) => found.depth >= depth && found.age == self.age_for(asks),
        }
    }
}
