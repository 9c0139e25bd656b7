//! The kernel: laps around a ring, and the relay of laps that makes a move. The only code that drops seeds one after another.

use std::fmt;

use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::{Event, Observer};
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endless;

/// What a lap does: the seeds it adds to each pit, and where it ends.
#[derive(Debug, Clone, Copy, Default)]
struct Worked<P> {
    added: P,
    end: u8,
}

/// All laps of one kind, by number of seeds, then by first pit: those of few seeds, by far the most
/// frequent, lie together. There are 0 to 255 seeds, the most a position can hold (`G7`).
type Laps<P> = Box<[<P as Pits>::PerPit<Worked<P>>; 256]>;

/// A ring of pits with its laps worked out: what each adds to the pits, and where it ends.
#[derive(Clone)]
pub struct Tracks<P: Pits> {
    len: u8,
    /// For each kind of lap that is needed all of them, nothing for the others.
    laps: [Option<Laps<P>>; 4],
}

impl<P: Pits> fmt::Debug for Tracks<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tracks = f.debug_struct("Tracks");
        tracks.field("len", &self.len).finish_non_exhaustive()
    }
}

impl<P: Pits> Tracks<P> {
    /// The tracks of a ring of `len` pits, the spots `0..len` of `P`, for laps of these kinds.
    ///
    /// # Panics
    ///
    /// If `len` is zero or more than `P` holds; layouts are checked before tracks are made. A lap of
    /// another kind than those named here panics when it is sown.
    #[must_use]
    pub fn new(len: u8, ways: Ways, skips: &[Skip]) -> Self {
        assert!(
            len > 0 && usize::from(len) <= P::CAPACITY,
            "ring of {len} pits"
        );
        let mut tracks = Self {
            len,
            laps: Default::default(),
        };
        for &skip in skips {
            tracks.work_out(Direction::Forward, skip);
            if ways == Ways::Both {
                tracks.work_out(Direction::Backward, skip);
            }
        }
        tracks
    }

    /// Works out the laps of one kind, from every first pit, one seed after another.
    fn work_out(&mut self, direction: Direction, skip: Skip) {
        let lap = |first, seeds| Lap {
            first,
            seeds,
            direction,
            skip,
        };
        let nothing = P::per_pit(Worked::default());
        let mut laps = vec![nothing; 256];
        for first in 0..self.len {
            let mut added = P::default();
            for (seeds, end) in (1..).zip(drops(self.len, lap(first, u8::MAX))) {
                added.put(end, 1);
                laps[seeds].as_mut()[usize::from(first)] = Worked { added, end };
            }
        }
        let laps = laps.into_boxed_slice().try_into();
        self.laps[Self::kind(lap(0, 0))] = laps.ok();
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

    /// The kind of a lap.
    #[inline]
    const fn kind(lap: Lap) -> usize {
        (lap.direction as usize) * 2 + lap.skip as usize
    }

    /// What a lap does.
    #[inline]
    fn worked(&self, lap: Lap) -> Worked<P> {
        let laps = self.laps[Self::kind(lap)].as_ref();
        let laps = laps.expect("the tracks have no laps of this kind");
        laps[usize::from(lap.seeds)].as_ref()[usize::from(lap.first) % P::CAPACITY]
    }

    /// Sows one lap, whatever its length, in one step.
    #[must_use]
    #[inline]
    pub fn sow(&self, pits: P, lap: Lap) -> (P, Landing) {
        let Worked { added, end: spot } = self.worked(lap);
        let pits = pits.plus(added);
        let seeds = pits.get(spot);
        (pits, Landing { spot, seeds })
    }

    /// The spot where a lap ends.
    #[must_use]
    #[inline]
    pub fn end(&self, lap: Lap) -> u8 {
        self.worked(lap).end
    }

    /// The spot after `spot` in a direction.
    #[must_use]
    #[inline]
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
    #[inline]
    pub fn onward(&self, spot: u8, seeds: u8, direction: Direction, skip: Skip) -> Lap {
        Lap {
            first: self.next(spot, direction),
            seeds,
            direction,
            skip,
        }
    }
}

/// A move in progress, as a ruleset sees it.
///
/// `Eq` compares the whole state of the move: if it comes back with the same lap, the move is endless.
pub trait Relay: Copy + Eq {
    /// The pits of the ring that is sown.
    type Pits: Pits;

    /// The ring that is sown.
    fn ring(&mut self) -> &mut Self::Pits;
}

/// After so many laps a relay is watched for states that come back.
const UNWATCHED: u32 = 32;

/// Sows lap after lap until the ruleset says stop; `landed` answers at the end of each lap.
///
/// # Errors
///
/// [`Endless`] if more than `max_sown` seeds would be sown, if a state comes back, or if `landed` says so.
#[inline]
pub fn relay<R: Relay, O: Observer>(
    tracks: &Tracks<R::Pits>,
    max_sown: u32,
    state: &mut R,
    first: Lap,
    observer: &mut O,
    mut landed: impl FnMut(&mut R, Lap, Landing, &mut O) -> Next,
) -> Result<(), Endless> {
    let mut lap = first;
    let mut sown = 0;
    for _ in 0..UNWATCHED {
        match step(
            tracks,
            max_sown,
            state,
            lap,
            &mut sown,
            observer,
            &mut landed,
        )? {
            Some(next) => lap = next,
            None => return Ok(()),
        }
    }
    watched(tracks, max_sown, state, lap, sown, observer, &mut landed)
}

/// Sows one lap and asks what follows.
#[inline]
fn step<R: Relay, O: Observer>(
    tracks: &Tracks<R::Pits>,
    max_sown: u32,
    state: &mut R,
    lap: Lap,
    sown: &mut u32,
    observer: &mut O,
    landed: &mut impl FnMut(&mut R, Lap, Landing, &mut O) -> Next,
) -> Result<Option<Lap>, Endless> {
    *sown = sown.saturating_add(u32::from(lap.seeds));
    if *sown > max_sown {
        return Err(Endless);
    }
    let (pits, landing) = tracks.sow(*state.ring(), lap);
    *state.ring() = pits;
    observer.see(|| Event::Sow(lap));
    match landed(state, lap, landing, observer) {
        Next::Sow(next) => Ok(Some(next)),
        Next::Stop => Ok(None),
        Next::Endless => Err(Endless),
    }
}

/// Goes on with a long relay, holding a state back at laps 1, 2, 4, 8 … to see whether it returns.
#[cold]
#[inline(never)]
fn watched<R: Relay, O: Observer>(
    tracks: &Tracks<R::Pits>,
    max_sown: u32,
    state: &mut R,
    mut lap: Lap,
    mut sown: u32,
    observer: &mut O,
    landed: &mut impl FnMut(&mut R, Lap, Landing, &mut O) -> Next,
) -> Result<(), Endless> {
    let mut held = (*state, lap);
    let (mut laps, mut hold_at) = (0_u32, 1);
    loop {
        match step(tracks, max_sown, state, lap, &mut sown, observer, landed)? {
            Some(next) => lap = next,
            None => return Ok(()),
        }
        if (*state, lap) == held {
            return Err(Endless);
        }
        laps += 1;
        if laps == hold_at {
            held = (*state, lap);
            hold_at *= 2;
        }
    }
}
