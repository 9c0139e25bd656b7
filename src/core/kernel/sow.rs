//! Laps around a ring, and the relay of laps that makes a move. No other code drops seeds one after another.

// Sowing a lap is a lookup, which is worth inlining even when optimizing for size.

use std::any::{Any, TypeId};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::Observer;
use crate::kernel::lap::drops;
pub use crate::kernel::lap::{Circuit, Landing, Lap, Skip};
use crate::kernel::layout::Directions;

/// Next step after a lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The move is over.
    Stop,
    /// The hand sows on; the ruleset has already lifted these seeds from their pit.
    Sow(Lap),
    /// The move never ends.
    Endless,
}

/// Error of an endless move (`G3`): it sows more seeds than allowed, or a state repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the move never ends")]
pub struct Endless;

/// Effect of a lap: the seeds it adds to each pit, and the spot where it ends.
///
/// The alignment makes entries of small rings a power of two apart, so finding one needs no multiplication.
#[repr(align(16))]
#[derive(Debug, Clone, Copy, Default)]
struct LapEffect<P> {
    added: P,
    end: u8,
}

/// All laps of one kind, by number of seeds, then by first pit. Laps of few seeds, by far the most
/// frequent, are adjacent. A position holds at most 255 seeds (`G7`), so there are 256 numbers of seeds.
type Laps<P> = [<P as Pits>::PerPit<LapEffect<P>>; 256];

/// Kind of laps on a ring, and the type that holds its pits.
#[derive(PartialEq)]
struct Kind {
    pits: TypeId,
    circuit: Circuit,
    direction: Direction,
    skip: Skip,
}

/// Laps of each kind in use. They take up to 400 kB, and hundreds of variants have the same rings.
static SHARED: Mutex<Vec<(Kind, Weak<dyn Any + Send + Sync>)>> = Mutex::new(Vec::new());

/// Ring of pits with its laps precomputed: what each adds to the pits, and where it ends.
#[derive(Clone)]
pub struct LapTable<P: Pits> {
    circuit: Circuit,
    /// The laps of each kind that is needed.
    laps: [Option<Arc<Laps<P>>>; 6],
    /// Spots that many laps pass over, as bits, forward and backward; their laps are precomputed too.
    closed: [u32; 2],
}

impl<P: Pits> fmt::Debug for LapTable<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = f.debug_struct("LapTable");
        table.field("circuit", &self.circuit).finish_non_exhaustive()
    }
}

impl<P: Pits> LapTable<P> {
    /// Creates the table of a ring of pits, the spots `0..len` of `P`, for laps of these kinds.
    ///
    /// # Panics
    ///
    /// If the length is zero or exceeds the capacity of `P`; layouts are checked before tables are made.
    /// Sowing a lap of another kind panics, as does (in debug builds) a lap that begins outside the ring.
    pub fn new(circuit: impl Into<Circuit>, directions: Directions, skips: &[Skip]) -> Self {
        let circuit = circuit.into();
        let len = circuit.len();
        assert!(len > 0 && usize::from(len) <= P::CAPACITY, "ring of {len} pits");
        let mut table = Self { circuit, laps: Default::default(), closed: [0, 0] };
        for &skip in skips.iter().filter(|skip| !matches!(skip, Skip::Pits(_))) {
            for direction in [Direction::Forward, Direction::Backward] {
                if directions.allow(direction) {
                    table.work_out(direction, skip);
                }
            }
        }
        table
    }

    /// Adds the laps that pass over exactly these spots, given as bits for forward and backward.
    #[must_use]
    pub fn with_closed(mut self, closed: [u32; 2]) -> Self {
        for (direction, closed) in [Direction::Forward, Direction::Backward]
            .into_iter()
            .zip(closed)
            .filter(|&(_, closed)| closed != 0)
        {
            self.closed[direction as usize] = closed;
            self.work_out(direction, Skip::Pits(closed));
        }
        self
    }

    /// Adds the laps of one kind.
    fn work_out(&mut self, direction: Direction, skip: Skip) {
        if let Some(kind) = self.kind(Lap { first: 0, seeds: 0, direction, skip }) {
            self.laps[kind] = Some(shared::<P>(self.circuit, direction, skip));
        }
    }

    /// Returns the number of pits in the ring.
    pub const fn len(&self) -> u8 {
        self.circuit.len()
    }

    /// Returns `true` if the ring has no pit, which never happens.
    pub const fn is_empty(&self) -> bool {
        self.circuit.is_empty()
    }

    /// Returns the index of a lap's kind, or `None` if laps of its kind are not precomputed.
    #[inline(always)]
    const fn kind(&self, lap: Lap) -> Option<usize> {
        let skip = match lap.skip {
            Skip::Nothing => 0,
            Skip::Origin => 1,
            Skip::Pits(pits) if pits != 0 && pits == self.closed[lap.direction as usize] => 2,
            Skip::Pits(_) => return None,
        };
        Some((lap.direction as usize) * 3 + skip)
    }

    /// Looks a lap up; `None` if it passes pits over that no table has closed.
    #[inline(always)]
    fn find(&self, lap: Lap) -> Option<&LapEffect<P>> {
        let kind = self.kind(lap)?;
        debug_assert!(lap.first < self.len(), "{lap:?} on a ring of {} pits", self.len());
        let laps = self.laps[kind].as_ref();
        let laps = laps.expect("the table has no laps of this kind");
        let laps = laps[usize::from(lap.seeds)].as_ref();
        Some(&laps[usize::from(lap.first) % laps.len()])
    }

    /// Works out a lap seed by seed.
    ///
    /// It takes the parts of a lap: a whole one would have to lie in memory, on the hot path too.
    #[cold]
    fn pass_over(&self, first: u8, seeds: u8, direction: Direction, skip: Skip) -> LapEffect<P> {
        let lap = Lap { first, seeds, direction, skip };
        let mut effect = LapEffect::<P>::default();
        for spot in drops(self.circuit, lap) {
            effect.added.add(spot, 1);
            effect.end = spot;
        }
        effect
    }

    /// Returns a result derived from the effect of a lap, which is looked up if possible.
    #[inline(always)]
    fn of_effect<T>(&self, lap: Lap, derive: impl Fn(&LapEffect<P>) -> T) -> T {
        match self.find(lap) {
            Some(effect) => derive(effect),
            None => derive(&self.pass_over(lap.first, lap.seeds, lap.direction, lap.skip)),
        }
    }

    /// Sows one lap, whatever its length, in one step.
    #[inline(always)]
    pub fn sow(&self, pits: P, lap: Lap) -> (P, Landing) {
        self.of_effect(lap, |&LapEffect { added, end: spot }| {
            let pits = pits.plus(added);
            (pits, Landing { spot, seeds: pits.get(spot) })
        })
    }

    /// Returns the seeds that a lap adds to each pit.
    #[inline(always)]
    pub fn added(&self, lap: Lap) -> P {
        self.of_effect(lap, |effect| effect.added)
    }

    /// Returns the spot where a lap ends.
    #[inline(always)]
    pub fn end(&self, lap: Lap) -> u8 {
        self.of_effect(lap, |effect| effect.end)
    }

    /// Returns the spot after `spot` in a direction.
    #[inline(always)]
    pub fn next(&self, spot: u8, direction: Direction) -> u8 {
        self.circuit.next(spot, direction)
    }

    /// Returns the lap that sows `seeds` lifted from `spot`, starting in the next pit.
    #[inline(always)]
    pub fn onward(&self, spot: u8, seeds: u8, direction: Direction, skip: Skip) -> Lap {
        Lap { first: self.next(spot, direction), seeds, direction, skip }
    }
}

/// Returns the laps of one kind, which other tables may share.
fn shared<P: Pits>(circuit: Circuit, direction: Direction, skip: Skip) -> Arc<Laps<P>> {
    let kind = Kind { pits: TypeId::of::<P>(), circuit, direction, skip };
    let mut all = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = all.iter().find(|(known, _)| *known == kind).and_then(|(_, laps)| laps.upgrade());
    if let Some(laps) = known.and_then(|laps| laps.downcast().ok()) {
        return laps;
    }
    let laps = worked_out::<P>(circuit, direction, skip);
    all.retain(|(_, laps)| laps.strong_count() > 0);
    let weak = Arc::downgrade(&laps);
    all.push((kind, weak));
    laps
}

/// Computes the laps of one kind from every first pit, seed by seed.
fn worked_out<P: Pits>(circuit: Circuit, direction: Direction, skip: Skip) -> Arc<Laps<P>> {
    let mut laps = vec![P::per_pit(LapEffect::default()); 256];
    for first in 0..circuit.len() {
        let place = usize::from(first);
        let mut added = P::default();
        let mut round = 0;
        for end in drops(circuit, Lap { first, seeds: u8::MAX, direction, skip }) {
            if round > 0 && end == laps[1].as_mut()[place].end {
                break;
            }
            added.add(end, 1);
            round += 1;
            laps[round].as_mut()[place] = LapEffect { added, end };
        }
        // Each further round adds one more seed to every pit.
        for seeds in round + 1..256 {
            let before = laps[seeds - round].as_mut()[place];
            let added = before.added.plus(added);
            laps[seeds].as_mut()[place] = LapEffect { added, ..before };
        }
    }
    Arc::<[_]>::from(laps).try_into().unwrap_or_else(|_| unreachable!("256 numbers of seeds"))
}

/// Number of laps that a relay sows before it checks for repeated states; a power of two.
const UNWATCHED: u32 = 32;

/// Sows lap after lap until the callback `landed` returns [`Next::Stop`], and returns the resulting `play`.
///
/// `play` is the state that decides how the move continues: if it recurs with the same lap, the move is endless. It is
/// passed and returned by value so that it can stay in registers. `ring` returns its ring that is sown.
///
/// # Errors
///
/// [`Endless`] if more than `max_sown` seeds would be sown, if a state repeats, or if `landed` returns it.
#[inline]
pub fn relay<P: Pits, S: Copy + Eq, O: Observer>(
    laps: &LapTable<P>,
    max_sown: u32,
    mut play: S,
    ring: impl Fn(&mut S) -> &mut P,
    observer: &mut O,
    first: Lap,
    mut landed: impl FnMut(&mut S, &mut O, Lap, Landing) -> Next,
) -> Result<S, Endless> {
    let (mut left, mut lap) = (max_sown, first);
    let mut held = None;
    let mut count = 0_u32;
    loop {
        left = left.checked_sub(lap.seeds.into()).ok_or(Endless)?;
        let sown = ring(&mut play);
        let (pits, landing) = laps.sow(*sown, lap);
        *sown = pits;
        observer.sown(lap);
        match landed(&mut play, observer, lap, landing) {
            Next::Sow(next) => lap = next,
            Next::Stop => return Ok(play),
            Next::Endless => return Err(Endless),
        }
        count += 1;
        if count >= UNWATCHED && recurs(&mut held, (play, lap), count) {
            return Err(Endless);
        }
    }
}

/// Returns `true` if a long relay is in the state that it held; holds the state at laps 32, 64, 128 …
#[cold]
#[inline(never)]
fn recurs<S: Copy + Eq>(held: &mut Option<S>, state: S, count: u32) -> bool {
    if *held == Some(state) {
        return true;
    }
    if count.is_power_of_two() {
        *held = Some(state);
    }
    false
}
