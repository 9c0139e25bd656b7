//! Iterative deepening at the root, on one thread or on several that share a table.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::system::threads::{beside, lock};
use crate::variant::score::{PROVEN, WON};

/// Function that searches a move, given by its index, to a depth.
///
/// Returns the value for the mover, exact within the window and else a bound; `None` if stopped.
pub(crate) type Look<'a> =
    dyn FnMut(usize, u32, [i32; 2], &dyn Fn() -> bool) -> Option<i32> + Send + 'a;

/// Move, by its index in the list of moves, with its value as far as known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ranked {
    pub(crate) place: usize,
    pub(crate) value: i32,
}

/// Settings of a search at the root.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Task {
    /// Number of moves, searched in their order at first.
    pub(crate) moves: usize,
    /// Maximum depth in plies.
    pub(crate) deepest: u32,
    pub(crate) exact: Exact,
    /// Whether to use aspiration windows around the values of the previous depth. These windows do not change the
    /// result, unless the entries of the table depend on the order of the search.
    pub(crate) near: bool,
}

/// Moves that need an exact value; the others are only shown to be no better than the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exact {
    /// The best move.
    Best,
    /// The best move and the first of the list, which stays first. One thread only.
    BestAndFirst,
    /// Every move.
    All,
}

/// Half width of the aspiration window, in hundredths of a seed.
const NEAR: i32 = 150;
/// First depth with aspiration windows, which save nothing before.
const NEAR_FROM: u32 = 5;

/// Callback after each completed depth, with the moves and their values, best first.
pub(crate) type Told<'a> = dyn FnMut(u32, &[Ranked]) + 'a;

/// Searches until the depth limit, a proven result or `stop`; returns the best move, if any was searched.
///
/// The other searches run meanwhile on their own threads, in another order; they only contribute table entries.
pub(crate) fn deepen(
    own: &mut Look<'_>,
    others: Vec<Box<Look<'_>>>,
    task: Task,
    stop: &dyn Fn() -> bool,
    told: &mut Told<'_>,
) -> Option<Ranked> {
    if others.is_empty() {
        return deepen_alone(own, task, 0, stop, told);
    }
    let (count, over) = (others.len(), AtomicBool::new(false));
    let others = Mutex::new(others);
    let other = |number: u64| {
        let next = lock(&others).pop();
        if let Some(mut look) = next {
            let stop = || over.load(Ordering::Relaxed);
            deepen_alone(&mut *look, task, number, &stop, &mut |_, _| ());
        }
    };
    let (best, _) = beside(count, &other, || {
        let _end = End(&over);
        deepen_alone(own, task, 0, stop, told)
    });
    best
}

/// Guard that stops the other searches when dropped, even by a panic.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Searches with increasing depth on the thread of this number.
fn deepen_alone(
    look: &mut Look<'_>,
    task: Task,
    thread: u64,
    stop: &dyn Fn() -> bool,
    told: &mut Told<'_>,
) -> Option<Ranked> {
    let mut ranked: Vec<Ranked> = (0..task.moves).map(|place| Ranked { place, value: 0 }).collect();
    let mut best = None;
    for depth in 1..=task.deepest {
        let (found, whole) = search(look, task, thread, &mut ranked, depth, stop);
        let Some(index) = found else { break };
        let first = usize::from(task.exact == Exact::BestAndFirst).min(index);
        best = Some(ranked[index]);
        ranked[first..=index].rotate_right(1);
        if whole {
            told(depth, &ranked);
        }
        let proven = |ranked: &Ranked| ranked.value.abs() > PROVEN;
        if !whole || proven(&ranked[0]) && best.as_ref().is_some_and(proven) {
            break;
        }
    }
    best
}

/// Returns the order in which a thread searches the moves of the previous depth's list. Odd threads go backward, so
/// that two threads meet in the middle.
fn order(task: Task, thread: u64) -> impl Iterator<Item = usize> {
    let first = usize::from(task.exact != Exact::All).min(task.moves);
    let rest = task.moves - first;
    let begin = usize::try_from(thread / 2).unwrap_or(0);
    let back = is_back(thread);
    let place = move |index: usize| {
        let index = (index + begin) % rest;
        first + if back { rest - 1 - index } else { index }
    };
    // The best move so far gets a full window, the others a null window.
    let [before, after] = if back { [0, first] } else { [first, 0] };
    (0..before).chain((0..rest).map(place)).chain(0..after)
}

/// Returns `true` if a thread goes from the last move to the first.
const fn is_back(thread: u64) -> bool {
    thread % 2 == 1
}

/// Searches to one depth; returns the index of the best move, and `true` if all moves were searched.
fn search(
    look: &mut Look<'_>,
    task: Task,
    thread: u64,
    ranked: &mut [Ranked],
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> (Option<usize>, bool) {
    let mut best: Option<(i32, usize)> = None;
    // A thread that has not yet searched the best move assumes its last value.
    let guess = ranked.first().map(|first| first.value);
    let mut alpha = guess.filter(|_| is_back(thread) && depth > 1);
    for index in order(task, thread) {
        let Ranked { place, value: last } = &mut ranked[index];
        let mut look = |window| look(*place, depth, window, stop);
        let found = match alpha.filter(|_| index > 0 && task.exact != Exact::All) {
            None if task.exact != Exact::Best && task.near && depth >= NEAR_FROM => {
                near(&mut look, *last)
            }
            None => look([-WON, WON]),
            // Most moves only need to be shown to be no better.
            Some(alpha) => look([alpha, alpha + 1])
                .and_then(|value| if value > alpha { look([alpha, WON]) } else { Some(value) }),
        };
        let Some(value) = found else { return (best.map(|(_, index)| index), false) };
        *last = value;
        alpha = alpha.max(Some(value));
        if best.is_none_or(|(best, _)| value > best) {
            best = Some((value, index));
        }
    }
    (best.map(|(_, index)| index), true)
}

/// Searches a move with a window around a guess first.
fn near(look: &mut dyn FnMut([i32; 2]) -> Option<i32>, guess: i32) -> Option<i32> {
    let [low, high] = [guess - NEAR, guess + NEAR].map(|bound| bound.clamp(-WON, WON));
    let value = look([low, high])?;
    if value <= low && low > -WON {
        look([-WON, value + 1])
    } else if value >= high && high < WON {
        look([value - 1, WON])
    } else {
        Some(value)
    }
}
