//! Deeper and deeper: which move of a position is best, by one thread or by several that share a table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::system::threads::beside;
use crate::variant::score::{PROVEN, WON};

/// Searches a move, by its place in the list of moves, to a depth: what it is worth to the player who makes it, exact within the
/// window, else a bound. `None` once it is stopped.
pub(crate) type Look<'a> =
    dyn FnMut(usize, u32, [i32; 2], &dyn Fn() -> bool) -> Option<i32> + Send + 'a;

/// A move by its place in the list of moves, and what it is worth as far as that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ranked {
    pub(crate) place: usize,
    pub(crate) value: i32,
}

/// What is asked of a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Task {
    /// How many moves there are; they are searched in their order at first.
    pub(crate) moves: usize,
    /// How many plies at most.
    pub(crate) deepest: u32,
    /// Whether every move is to be given its value; else they are only shown to be no better than the best.
    pub(crate) all: bool,
    /// Whether values of all moves are looked for near those of the depth before, which finds the same unless what the table holds
    /// hangs on the order in which it was found.
    pub(crate) near: bool,
}

/// How far, in hundredths of a seed, values are looked for from those of the depth before.
const NEAR: i32 = 150;
/// The first depth at which they are: before it there is nothing to save.
const NEAR_FROM: u32 = 5;

/// Hears of a depth that has been searched, and what it has found of each move, the best first.
pub(crate) type Told<'a> = dyn FnMut(u32, &[Ranked]) + 'a;

/// Searches until a depth, the end of the game or `stop` ends it: the best move, unless not one was searched.
///
/// The others search the same on threads of their own as long as that takes, in another order; only what they leave in the table
/// is of use.
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
        let next = others.lock().unwrap_or_else(PoisonError::into_inner).pop();
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

/// Says that a search is over when it is dropped, be it by a panic: else the others would go on for ever.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The same by the thread of this number alone.
fn deepen_alone(
    look: &mut Look<'_>,
    task: Task,
    thread: u64,
    stop: &dyn Fn() -> bool,
    told: &mut Told<'_>,
) -> Option<Ranked> {
    let ranked = (0..task.moves).map(|place| Ranked { place, value: 0 });
    let mut ranked: Vec<Ranked> = ranked.collect();
    let mut best = None;
    for depth in 1..=task.deepest {
        let (found, whole) = search(look, task, thread, &mut ranked, depth, stop);
        let Some(index) = found else { break };
        ranked[..=index].rotate_right(1);
        best = Some(ranked[0]);
        if whole {
            told(depth, &ranked);
        }
        if !whole || ranked[0].value.abs() > PROVEN {
            break;
        }
    }
    best
}

/// In which order a thread looks at the moves, by their places in the list of the last depth. Every second one goes from the last to the
/// first, so that two meet in the middle.
fn order(task: Task, thread: u64) -> impl Iterator<Item = usize> {
    let first = usize::from(!task.all).min(task.moves);
    let rest = task.moves - first;
    let begin = usize::try_from(thread / 2).unwrap_or(0);
    let back = is_back(thread);
    let place = move |index: usize| {
        let index = (index + begin) % rest;
        first + if back { rest - 1 - index } else { index }
    };
    // The best so far is looked at in full, the others only beside it.
    let [before, after] = if back { [0, first] } else { [first, 0] };
    (0..before).chain((0..rest).map(place)).chain(0..after)
}

/// Whether a thread goes from the last move to the first.
const fn is_back(thread: u64) -> bool {
    thread % 2 == 1
}

/// One search of this depth: the index of the best move, and whether all moves were looked at.
fn search(
    look: &mut Look<'_>,
    task: Task,
    thread: u64,
    ranked: &mut [Ranked],
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> (Option<usize>, bool) {
    let mut best: Option<(i32, usize)> = None;
    // Who has not looked at the best so far takes it to be worth what it was.
    let guess = ranked.first().map(|first| first.value);
    let mut alpha = guess.filter(|_| is_back(thread) && depth > 1);
    for index in order(task, thread) {
        let Ranked { place, value: last } = &mut ranked[index];
        let mut look = |window| look(*place, depth, window, stop);
        let found = match alpha.filter(|_| index > 0 && !task.all) {
            None if task.all && task.near && depth >= NEAR_FROM => near(&mut look, *last),
            None => look([-WON, WON]),
            // Most often it only has to be shown that a move is no better.
            Some(alpha) => look([alpha, alpha + 1]).and_then(|value| {
                if value > alpha {
                    look([alpha, WON])
                } else {
                    Some(value)
                }
            }),
        };
        let Some(value) = found else {
            return (best.map(|(_, index)| index), false);
        };
        *last = value;
        alpha = alpha.max(Some(value));
        if best.is_none_or(|(best, _)| value > best) {
            best = Some((value, index));
        }
    }
    (best.map(|(_, index)| index), true)
}

/// The value of a move, looked for near a guess first.
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
