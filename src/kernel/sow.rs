//! The kernel: laps around a ring, and the relay of laps that makes a move. The only code that drops seeds one after another.

#![expect(
    clippy::inline_always,
    reason = "looking a lap up is all that sowing it takes, also where code is made small rather than fast"
)]

use std::fmt;

use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::{Observer, Tell};
use crate::kernel::lap::drops;
pub use crate::kernel::lap::{Landing, Lap, Skip};
use crate::kernel::layout::Ways;

/// What follows when a lap has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The move is over.
    Stop,
    /// The hand sows on; the ruleset has already lifted these seeds from their pit.
    Sow(Lap),
    /// The move is known never to end.
    Endless,
}

/// A move that never ends (`G3`): more than the allowed number of seeds was sown, or a state came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the move never ends")]
pub struct Endless;

/// What a lap does: the seeds it adds to each pit, and where it ends.
///
/// Aligned so that those of small rings lie a power of two apart, and are found without a multiplication.
#[repr(align(16))]
#[derive(Debug, Clone, Copy, Default)]
struct LapEffect<P> {
    added: P,
    end: u8,
}

/// All laps of one kind, by number of seeds, then by first pit: those of few seeds, by far the most
/// frequent, lie together. There are 0 to 255 seeds, the most a position can hold (`G7`).
type Laps<P> = Box<[<P as Pits>::PerPit<LapEffect<P>>; 256]>;

/// A ring of pits with its laps worked out: what each adds to the pits, and where it ends.
#[derive(Clone)]
pub struct LapTable<P: Pits> {
    len: u8,
    /// For each kind of lap that is needed all of them, nothing for the others.
    laps: [Option<Laps<P>>; 6],
    /// The spots that laps pass over so often that these are worked out too, forward and backward.
    closed: [u32; 2],
}

impl<P: Pits> fmt::Debug for LapTable<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = f.debug_struct("LapTable");
        table.field("len", &self.len).finish_non_exhaustive()
    }
}

impl<P: Pits> LapTable<P> {
    /// The table of a ring of `len` pits, the spots `0..len` of `P`, for laps of these kinds.
    ///
    /// # Panics
    ///
    /// If `len` is zero or more than `P` holds; layouts are checked before tables are made. A lap of
    /// another kind than those named here panics when it is sown, and in debug builds one that begins
    /// outside the ring.
    #[must_use]
    pub fn new(len: u8, ways: Ways, skips: &[Skip]) -> Self {
        assert!(
            len > 0 && usize::from(len) <= P::CAPACITY,
            "ring of {len} pits"
        );
        let mut table = Self {
            len,
            laps: Default::default(),
            closed: [0, 0],
        };
        for &skip in skips.iter().filter(|skip| !matches!(skip, Skip::Pits(_))) {
            for direction in [Direction::Forward, Direction::Backward] {
                if ways.allow(direction) {
                    table.work_out(direction, skip);
                }
            }
        }
        table
    }

    /// The same, and laps that pass over just these spots are worked out too, going forward or backward.
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

    /// Works out the laps of one kind, from every first pit, one seed after another.
    fn work_out(&mut self, direction: Direction, skip: Skip) {
        let lap = |first, seeds| Lap {
            first,
            seeds,
            direction,
            skip,
        };
        let nothing = P::per_pit(LapEffect::default());
        let mut laps = vec![nothing; 256];
        for first in 0..self.len {
            let place = usize::from(first);
            let mut added = P::default();
            let mut round = 0;
            for end in drops(self.len, lap(first, u8::MAX)) {
                if round > 0 && end == laps[1].as_mut()[place].end {
                    break;
                }
                added.add(end, 1);
                round += 1;
                laps[round].as_mut()[place] = LapEffect { added, end };
            }
            // From there on it is the same again, with a seed more in every pit.
            for seeds in round + 1..256 {
                let before = laps[seeds - round].as_mut()[place];
                let added = before.added.plus(added);
                laps[seeds].as_mut()[place] = LapEffect { added, ..before };
            }
        }
        let laps = laps.into_boxed_slice().try_into();
        if let Some(kind) = self.kind(lap(0, 0)) {
            self.laps[kind] = laps.ok();
        }
    }

    /// How many pits the ring has.
    #[must_use]
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether the ring has no pit; it never is.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The kind of a lap, if laps of its kind may have been worked out.
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
        debug_assert!(
            lap.first < self.len,
            "{lap:?} on a ring of {} pits",
            self.len
        );
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
        let lap = Lap {
            first,
            seeds,
            direction,
            skip,
        };
        let mut effect = LapEffect::<P>::default();
        for spot in drops(self.len, lap) {
            effect.added.add(spot, 1);
            effect.end = spot;
        }
        effect
    }

    /// Sows one lap, whatever its length, in one step.
    #[must_use]
    #[inline(always)]
    pub fn sow(&self, pits: P, lap: Lap) -> (P, Landing) {
        let sown = |&LapEffect { added, end: spot }: &LapEffect<P>| {
            let pits = pits.plus(added);
            let seeds = pits.get(spot);
            (pits, Landing { spot, seeds })
        };
        match self.find(lap) {
            Some(effect) => sown(effect),
            None => sown(&self.pass_over(lap.first, lap.seeds, lap.direction, lap.skip)),
        }
    }

    /// Returns the seeds that a lap adds to each pit.
    #[must_use]
    #[inline(always)]
    pub fn added(&self, lap: Lap) -> P {
        match self.find(lap) {
            Some(effect) => effect.added,
            None => {
                self.pass_over(lap.first, lap.seeds, lap.direction, lap.skip)
                    .added
            }
        }
    }

    /// Returns the spot where a lap ends.
    #[must_use]
    #[inline(always)]
    pub fn end(&self, lap: Lap) -> u8 {
        match self.find(lap) {
            Some(effect) => effect.end,
            None => {
                self.pass_over(lap.first, lap.seeds, lap.direction, lap.skip)
                    .end
            }
        }
    }

    /// The spot after `spot` in a direction.
    #[must_use]
    #[inline(always)]
    pub fn next(&self, spot: u8, direction: Direction) -> u8 {
        match direction {
            Direction::Forward if spot + 1 >= self.len => 0,
            Direction::Forward => spot + 1,
            Direction::Backward if spot == 0 => self.len - 1,
            Direction::Backward => spot - 1,
        }
    }

    /// The lap that sows `seeds` lifted from `spot`, from the next pit on.
    #[must_use]
    #[inline(always)]
    pub fn onward(&self, spot: u8, seeds: u8, direction: Direction, skip: Skip) -> Lap {
        Lap {
            first: self.next(spot, direction),
            seeds,
            direction,
            skip,
        }
    }
}

/// What changes in the course of a move and decides how it goes on: if it comes back with the same lap, the move is
/// endless.
pub trait Sown: Copy + Eq {
    /// The pits of the ring that is sown.
    type Pits: Pits;

    /// Returns the ring that is sown.
    fn ring(&mut self) -> &mut Self::Pits;
}

/// How many laps a relay sows before it is watched for states that come back.
const UNWATCHED: u32 = 32;

/// Sows lap after lap until `landed`, asked where each one ends, says stop; returns what has become of `play`.
///
/// It comes by value and goes by value so that it can stay in registers.
///
/// # Errors
///
/// [`Endless`] if more than `max_sown` seeds would be sown, if a state comes back, or if `landed` says so.
#[inline]
pub fn relay<S: Sown, O: Observer>(
    laps: &LapTable<S::Pits>,
    max_sown: u32,
    play: S,
    observer: &mut O,
    first: Lap,
    landed: impl FnMut(&mut S, &mut O, Lap, Landing) -> Next,
) -> Result<S, Endless> {
    let mut lap = first;
    let mut relay = Relay {
        laps,
        left: max_sown,
        play,
        observer,
        landed,
    };
    for _ in 0..UNWATCHED {
        match relay.step(lap)? {
            Some(next) => lap = next,
            None => return Ok(relay.play),
        }
    }
    relay.watched(lap)
}

/// A relay of laps under way.
struct Relay<'a, S: Sown, O, F> {
    laps: &'a LapTable<S::Pits>,
    /// How many seeds may still be sown.
    left: u32,
    play: S,
    observer: &'a mut O,
    landed: F,
}

impl<S: Sown, O: Observer, F: FnMut(&mut S, &mut O, Lap, Landing) -> Next> Relay<'_, S, O, F> {
    /// Sows one lap and asks what follows.
    #[inline]
    fn step(&mut self, lap: Lap) -> Result<Option<Lap>, Endless> {
        self.left = self.left.checked_sub(lap.seeds.into()).ok_or(Endless)?;
        let ring = self.play.ring();
        let (pits, landing) = self.laps.sow(*ring, lap);
        *ring = pits;
        self.observer.sown(lap);
        match (self.landed)(&mut self.play, self.observer, lap, landing) {
            Next::Sow(next) => Ok(Some(next)),
            Next::Stop => Ok(None),
            Next::Endless => Err(Endless),
        }
    }

    /// Goes on with a long relay, holding a state back at laps 1, 2, 4, 8 … to see whether it returns.
    #[cold]
    #[inline(never)]
    fn watched(mut self, mut lap: Lap) -> Result<S, Endless> {
        let mut held = (self.play, lap);
        let (mut count, mut hold_at) = (0_u32, 1);
        loop {
            match self.step(lap)? {
                Some(next) => lap = next,
                None => return Ok(self.play),
            }
            if (self.play, lap) == held {
                return Err(Endless);
            }
            count += 1;
            if count == hold_at {
                held = (self.play, lap);
                hold_at *= 2;
            }
        }
    }
}
