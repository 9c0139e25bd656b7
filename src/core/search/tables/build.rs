//! Builder of endgame tables, layer by layer: positions without seeds, then with one, two and more.
//!
//! The bounds within a layer are a fixed point, which does not depend on the order of updates. Several threads may thus
//! update them at a time, and the tables are identical to the byte.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

use super::layer::Layer;
use super::{NONE, Rules, Step, Stray, Tables, better, seen};
use crate::system::threads::{lock, share};

/// Resources for building tables.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// Number of threads.
    pub threads: usize,
    /// Maximum memory in bytes.
    pub memory: usize,
    /// Callback polled now and then; `true` abandons the current layer.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Progress callback: the number of positions processed in the current pass, and their total.
    pub told: &'a (dyn Fn(u64, u64) + Sync),
}

/// Error in building tables.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// A position has more state than its seeds.
    #[error("{} has more state than its seeds, so tables can't hold it", .0.0)]
    Stray(Stray),
    /// There are more positions than can be numbered.
    #[error("there are more positions than can be numbered")]
    TooMany,
    /// The memory limit is too small.
    #[error("tables up to {seeds} seeds need at least {bytes} bytes of memory")]
    Memory {
        /// Maximum number of seeds.
        seeds: u16,
        /// Required memory in bytes.
        bytes: u64,
    },
}

/// Outcome of building a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Built {
    /// The layer is complete.
    Layer,
    /// The layer was abandoned.
    Stopped,
}

/// Tables under construction.
pub struct Build<'a> {
    rules: &'a Rules,
    tables: Tables,
}

/// Memory of a position in bytes while its layer is built: two bounds, and their final form.
const WORKED_ON: u64 = 6;

impl<'a> Build<'a> {
    /// Begins tables of positions with up to this many seeds.
    ///
    /// # Errors
    ///
    /// Returns a [`BuildError`] if there are too many positions.
    pub fn new(rules: &'a Rules, seeds: u16, memory: usize) -> Result<Self, BuildError> {
        let ranks = rules.ranks(seeds).ok_or(BuildError::TooMany)?;
        let build = Self { rules, tables: Tables { ranks, layers: Vec::new() } };
        for seeds in 0..=seeds {
            build.check(seeds, memory)?;
        }
        Ok(build)
    }

    /// Checks that a layer and those before it fit in memory, assuming a byte per position of unfinished layers.
    fn check(&self, seeds: u16, memory: usize) -> Result<(), BuildError> {
        let ranks = &self.tables.ranks;
        let before = (0..seeds).map(|seeds| match self.tables.layers.get(usize::from(seeds)) {
            Some(layer) => layer.length(),
            None => ranks.positions(seeds),
        });
        let last = ranks.positions(seeds).saturating_mul(WORKED_ON);
        let bytes = before.fold(last, u64::saturating_add);
        if bytes > memory as u64 { Err(BuildError::Memory { seeds, bytes }) } else { Ok(()) }
    }

    /// Returns the finished layers.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Returns the finished tables.
    pub fn into_tables(self) -> Tables {
        self.tables
    }

    /// Adds a known layer as the next one.
    pub fn add(&mut self, layer: Layer) {
        self.tables.layers.push(layer);
    }

    /// Returns the number of seeds of the next layer; `None` if all are finished.
    pub fn next(&self) -> Option<u16> {
        let next = self.tables.layers.len() as u16;
        (next <= self.tables.ranks.seeds()).then_some(next)
    }

    /// Builds the next layer.
    ///
    /// # Errors
    ///
    /// Returns a [`BuildError`] if that is impossible.
    pub fn grow(&mut self, workers: &Workers<'_>) -> Result<Built, BuildError> {
        let Some(seeds) = self.next() else { return Ok(Built::Layer) };
        self.check(seeds, workers.memory)?;
        let work = Work::new(self.rules, &self.tables, seeds, workers);
        let whole = work.first() && work.settle();
        if let Some(stray) = lock(&work.stray).take() {
            return Err(BuildError::Stray(stray));
        }
        if !whole {
            return Ok(Built::Stopped);
        }
        let layer = Layer::of(seeds, work.bounds.iter().map(unpacked));
        drop(work);
        self.add(layer);
        Ok(Built::Layer)
    }
}

/// Number of positions per work item.
const CHUNK: usize = 1 << 12;

/// Unsettled positions of a chunk, and their links within the layer.
#[derive(Debug, Default)]
struct Chunk {
    open: Vec<Open>,
    /// Moves within the layer, of all open positions in turn: twice the rank of the target, plus 1 if the same player
    /// moves again.
    moves: Vec<u32>,
    /// Whether the moves are stored; otherwise they are generated each time.
    noted: bool,
    /// During the analysis of cycles: the bounds proved before, and those of an ending by repetition.
    cycles: Vec<[[i16; 2]; 2]>,
}

#[derive(Debug, Clone, Copy)]
struct Open {
    /// Index in the chunk.
    place: u16,
    /// End of its moves.
    end: u32,
    /// Best bounds of the moves that leave the layer.
    leaving: [i16; 2],
}

/// Phase of the computation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Results that follow from ends of the game and from won seeds.
    Ends,
    /// Results that also follow from endings by repetition.
    Cycles,
}

struct Work<'a> {
    rules: &'a Rules,
    /// Layers with fewer seeds.
    below: &'a Tables,
    seeds: u16,
    workers: &'a Workers<'a>,
    /// Bounds of all positions, each pair in one word.
    bounds: Vec<AtomicU32>,
    chunks: Vec<Mutex<Chunk>>,
    /// Memory left for storing moves, in bytes.
    room: AtomicUsize,
    stray: Mutex<Option<Stray>>,
    stopped: AtomicBool,
}

fn packed([low, high]: [i16; 2]) -> u32 {
    u32::from(low.cast_unsigned()) | u32::from(high.cast_unsigned()) << 16
}

fn unpacked(word: &AtomicU32) -> [i16; 2] {
    let word = word.load(Ordering::Relaxed);
    [word as u16, (word >> 16) as u16].map(u16::cast_signed)
}

impl<'a> Work<'a> {
    fn new(rules: &'a Rules, below: &'a Tables, seeds: u16, workers: &'a Workers<'a>) -> Self {
        let positions = below.ranks.positions(seeds) as usize;
        let most = seeds.cast_signed();
        let unknown = packed([-most, most]);
        let taken = below.bytes() as usize + positions * WORKED_ON as usize;
        Self {
            rules,
            below,
            seeds,
            workers,
            bounds: (0..positions).map(|_| AtomicU32::new(unknown)).collect(),
            chunks: (0..positions.div_ceil(CHUNK)).map(|_| Mutex::default()).collect(),
            room: AtomicUsize::new(workers.memory.saturating_sub(taken)),
            stray: Mutex::default(),
            stopped: AtomicBool::new(false),
        }
    }

    /// Runs a function on every chunk, on all threads; returns `false` if stopped.
    fn each(&self, backward: bool, work: &(dyn Fn(usize, &mut Chunk) + Sync)) -> bool {
        let next = AtomicUsize::new(0);
        let all = self.chunks.len();
        share(self.workers.threads.min(all), &|_| {
            loop {
                let turn = next.fetch_add(1, Ordering::Relaxed);
                if turn >= all || self.stopped.load(Ordering::Relaxed) {
                    return;
                }
                if (self.workers.stop)() {
                    self.stopped.store(true, Ordering::Relaxed);
                    return;
                }
                let index = if backward { all - 1 - turn } else { turn };
                work(index, &mut lock(&self.chunks[index]));
                let done = ((turn + 1) * CHUNK).min(self.bounds.len());
                (self.workers.told)(done as u64, self.bounds.len() as u64);
            }
        });
        !self.stopped.load(Ordering::Relaxed)
    }

    /// Processes all positions for the first time and stores the unsettled ones.
    fn first(&self) -> bool {
        self.each(false, &|index, chunk| {
            chunk.noted = self.room.load(Ordering::Relaxed) > 0 && self.bounds.len() < 1 << 31;
            let begin = index * CHUNK;
            let mut moves = Vec::new();
            for rank in begin..(begin + CHUNK).min(self.bounds.len()) {
                let leaving = self.look(rank, &mut moves);
                let [low, high] = self.narrowed(rank, leaving, moves.iter().copied());
                if low == high {
                    continue;
                }
                if chunk.noted {
                    chunk.moves.extend(moves.iter().map(|&to| to as u32));
                }
                chunk.open.push(Open {
                    place: (rank - begin) as u16,
                    end: chunk.moves.len() as u32,
                    leaving,
                });
            }
            chunk.open.shrink_to_fit();
            chunk.moves.shrink_to_fit();
            let noted = size_of::<u32>() * chunk.moves.len() + size_of::<Open>() * chunk.open.len();
            let less = |room: usize| Some(room.saturating_sub(noted));
            let _ = (self.room).fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        })
    }

    /// Generates the moves of a position: returns the best bounds of those that leave the layer, and collects the
    /// others.
    fn look(&self, rank: usize, moves: &mut Vec<u64>) -> [i16; 2] {
        moves.clear();
        let spread = self.below.ranks.spread(self.seeds, rank as u64);
        let (mut leaving, mut strange) = (NONE, None);
        let mut bring = |bounds| leaving = better(leaving, bounds);
        let shown = self.rules.show(&spread, &mut |step| match step {
            Step::Over(value) => bring([value, value]),
            Step::To { spread, same, gain } => {
                let seeds = spread.seeds();
                if seeds == self.seeds && gain == 0 {
                    match self.below.ranks.rank(seeds, &spread) {
                        Some(to) => moves.push(to << 1 | u64::from(same)),
                        None => strange = Some(spread),
                    }
                } else {
                    match self.below.bounds(&spread) {
                        Some(bounds) => bring(seen(bounds, same, gain)),
                        None => strange = Some(spread),
                    }
                }
            }
        });
        let strange = strange.map(|spread| Stray(self.rules.text(&spread)));
        if let Some(stray) = shown.err().or(strange) {
            *lock(&self.stray) = Some(stray);
            self.stopped.store(true, Ordering::Relaxed);
        }
        leaving
    }

    /// Derives the bounds of a position from those of the positions after its moves.
    fn derived(&self, leaving: [i16; 2], moves: impl Iterator<Item = u64>) -> [i16; 2] {
        moves.fold(leaving, |best, to| {
            let bounds = unpacked(&self.bounds[(to >> 1) as usize]);
            better(best, seen(bounds, to & 1 == 1, 0))
        })
    }

    fn narrowed(
        &self,
        rank: usize,
        leaving: [i16; 2],
        moves: impl Iterator<Item = u64>,
    ) -> [i16; 2] {
        let [low, high] = self.derived(leaving, moves);
        let [least, most] = unpacked(&self.bounds[rank]);
        let bounds = [low.max(least), high.min(most)];
        self.bounds[rank].store(packed(bounds), Ordering::Relaxed);
        bounds
    }

    /// Updates positions until nothing changes.
    fn settle(&self) -> bool {
        while self.repeat(Phase::Ends) {
            if !self.rules.ends_by_repetition() || !self.cycles() {
                break;
            }
        }
        !self.stopped.load(Ordering::Relaxed)
    }

    /// Updates open positions in a phase until none changes; returns `false` if stopped.
    fn repeat(&self, phase: Phase) -> bool {
        let changed = AtomicBool::new(true);
        let mut backward = true;
        while changed.swap(false, Ordering::Relaxed) {
            let whole = self.each(backward, &|index, chunk| {
                if self.sweep(index, chunk, phase, backward) {
                    changed.store(true, Ordering::Relaxed);
                }
            });
            if !whole {
                return false;
            }
            backward = !backward;
        }
        true
    }

    /// Updates the open positions of a chunk once; returns `true` if any changed.
    fn sweep(&self, index: usize, chunk: &mut Chunk, phase: Phase, backward: bool) -> bool {
        let begin = index * CHUNK;
        let (mut changed, mut settled) = (false, 0);
        let mut made = Vec::new();
        let count = chunk.open.len();
        for turn in 0..count {
            let place = if backward { count - 1 - turn } else { turn };
            let Open { place: in_chunk, end, leaving } = chunk.open[place];
            let rank = begin + usize::from(in_chunk);
            let old = unpacked(&self.bounds[rank]);
            if phase == Phase::Ends && old[0] == old[1] {
                settled += 1;
                continue;
            }
            let [low, high] = if chunk.noted {
                let first = place.checked_sub(1).map_or(0, |before| chunk.open[before].end);
                let moves = &chunk.moves[first as usize..end as usize];
                self.derived(leaving, moves.iter().map(|&to| u64::from(to)))
            } else {
                self.look(rank, &mut made);
                self.derived(leaving, made.iter().copied())
            };
            let new = match phase {
                Phase::Ends => [low.max(old[0]), high.min(old[1])],
                Phase::Cycles => {
                    let [proved, repeated] = chunk.cycles[place];
                    let low = low.min(repeated[0]).min(old[0]).max(proved[0]);
                    let high = high.max(repeated[1]).max(old[1]).min(proved[1]);
                    [low, high]
                }
            };
            if new != old {
                self.bounds[rank].store(packed(new), Ordering::Relaxed);
                changed = true;
            }
        }
        if 2 * settled > count {
            self.forget_settled(begin, chunk);
        }
        changed
    }

    fn forget_settled(&self, begin: usize, chunk: &mut Chunk) {
        let (mut open, mut moves) = (Vec::new(), Vec::new());
        let mut first = 0;
        for old in &chunk.open {
            let [low, high] = unpacked(&self.bounds[begin + usize::from(old.place)]);
            if low != high {
                moves.extend_from_slice(&chunk.moves[first..old.end as usize]);
                open.push(Open { end: moves.len() as u32, ..*old });
            }
            first = old.end as usize;
        }
        (chunk.open, chunk.moves) = (open, moves);
    }

    /// Finds the values that players can force by repetition; returns `true` if that improves any bound.
    ///
    /// A set of positions holds a value for a player under three conditions. The player always has a move that stays in
    /// the set. Moves of the opponent stay in it or yield more. Repetition yields enough at each position. Initially
    /// the set has all open positions.
    fn cycles(&self) -> bool {
        let most = self.seeds.cast_signed();
        let begun = self.each(false, &|index, chunk| {
            self.forget_settled(index * CHUNK, chunk);
            chunk.cycles.clear();
            for open in &chunk.open {
                let rank = index * CHUNK + usize::from(open.place);
                let spread = self.below.ranks.spread(self.seeds, rank as u64);
                let repeated = self.rules.repeated(&spread);
                let proved = unpacked(&self.bounds[rank]);
                chunk.cycles.push([proved, repeated.map_or([-most, most], |value| [value, value])]);
                self.bounds[rank].store(packed([proved[1], proved[0]]), Ordering::Relaxed);
            }
        });
        if !begun || !self.repeat(Phase::Cycles) {
            return false;
        }
        let proved = AtomicBool::new(false);
        self.each(false, &|index, chunk| {
            for (open, [before, _]) in chunk.open.iter().zip(&chunk.cycles) {
                let now = unpacked(&self.bounds[index * CHUNK + usize::from(open.place)]);
                debug_assert!(now[0] <= now[1], "a lower bound exceeds its upper bound");
                if now != *before {
                    proved.store(true, Ordering::Relaxed);
                }
            }
        }) && proved.into_inner()
    }
}
