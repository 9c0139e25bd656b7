//! Parallel play of the games of a match, with results in order and bounded memory.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use super::{MatchSpec, Played, Table, Watcher};
use crate::game::Game;
use crate::system::clock;
use crate::system::threads::{lock, usable};
use crate::variant::AnyVariant;

/// Maximum number of games in a batch.
const LARGEST_BATCH: u64 = 64;
/// Target duration of a batch.
const BATCH_TIME: Duration = Duration::from_millis(20);
/// Number of batches that a thread may be ahead of the output.
const AHEAD: u64 = 16;

/// Shared scheduler state: finished batches and the next game to play.
struct Schedule<T> {
    /// Next game to assign.
    next: u64,
    /// Next game to output.
    due: u64,
    /// Finished batches by their first game, each with a flag for completeness.
    finished: BTreeMap<u64, (Vec<T>, bool)>,
    /// Size of the next batch.
    batch: u64,
    /// Number of active workers.
    working: usize,
}

/// Plays the games numbered `games` of a match on `threads` threads.
///
/// Each thread creates a watcher with `watcher`, which observes its games one after another. After each game, `finish`
/// converts it on that thread. `sink` receives the results on the caller's thread, in the order of the game numbers and
/// in batches. The results do not depend on the number of threads.
///
/// The sink may break off. Once `stop` returns `true`, the results finished without a gap are passed on, and unfinished
/// games are dropped.
///
/// # Panics
///
/// Panics if a player, a watcher or `finish` panics.
#[expect(clippy::too_many_arguments, reason = "what varies from use to use")]
pub fn play_series<W: Watcher, T: Send>(
    variant: &Arc<dyn AnyVariant>,
    spec: &MatchSpec,
    games: Range<u64>,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    watcher: impl Fn() -> W + Sync,
    finish: impl Fn(&mut W, &Game, Played) -> T + Sync,
    mut sink: impl FnMut(Vec<T>) -> ControlFlow<()>,
) {
    let worker = || -> Worker<'_, T> {
        let mut table = Table::new(Arc::clone(variant), *spec);
        let (mut watcher, finish) = (watcher(), &finish);
        Box::new(move |games, halted| {
            let game = |number| {
                let played = table.play(number, &mut watcher, halted)?;
                Some(finish(&mut watcher, &table.game, played))
            };
            games.map_while(game).collect()
        })
    };
    share_out(games, usable(threads), stop, &worker, &mut sink);
}

/// Worker function that plays the games of these numbers; it returns fewer if it is stopped.
type Worker<'a, T> = Box<dyn FnMut(Range<u64>, &dyn Fn() -> bool) -> Vec<T> + 'a>;

/// Distributes games among worker threads.
#[expect(clippy::disallowed_methods, reason = "after asking how many threads there can be")]
fn share_out<'a, T: Send>(
    games: Range<u64>,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    worker: &(dyn Fn() -> Worker<'a, T> + Sync),
    sink: &mut dyn FnMut(Vec<T>) -> ControlFlow<()>,
) {
    if threads == 1 {
        return play_alone(games, stop, worker, sink);
    }
    let schedule = Mutex::new(Schedule {
        next: games.start,
        due: games.start,
        finished: BTreeMap::new(),
        batch: 1,
        working: threads,
    });
    let (freed, brought) = (Condvar::new(), Condvar::new());
    let broken = AtomicBool::new(false);
    let halted = || stop() || broken.load(Ordering::Relaxed);
    let window = AHEAD * threads as u64 * LARGEST_BATCH;

    let work = || {
        let _leave = Leave { schedule: &schedule, brought: &brought, broken: &broken };
        let mut play = worker();
        loop {
            let batch = {
                let mut schedule = lock(&schedule);
                while schedule.next < games.end
                    && schedule.next >= schedule.due + window
                    && !halted()
                {
                    let (waited, _) = freed
                        .wait_timeout(schedule, BATCH_TIME)
                        .unwrap_or_else(PoisonError::into_inner);
                    schedule = waited;
                }
                if schedule.next >= games.end || halted() {
                    return;
                }
                let batch = schedule.next..games.end.min(schedule.next + schedule.batch);
                schedule.next = batch.end;
                batch
            };
            let begin = clock::now();
            let finished = play(batch.clone(), &halted);
            let (quick, slow) = (begin.elapsed() < BATCH_TIME / 2, begin.elapsed() > BATCH_TIME);
            let whole = finished.len() as u64 == batch.end - batch.start;
            let mut schedule = lock(&schedule);
            schedule.finished.insert(batch.start, (finished, whole));
            if quick {
                schedule.batch = LARGEST_BATCH.min(2 * schedule.batch);
            } else if slow {
                schedule.batch = 1.max(schedule.batch / 2);
            }
            brought.notify_one();
        }
    };

    std::thread::scope(|scope| {
        // A user or a container may be allowed fewer threads than there are cores.
        let spawn = |_: &usize| Builder::new().spawn_scoped(scope, work).is_ok();
        let started = (0..threads).take_while(spawn).count();
        if started == 0 {
            return play_alone(games.clone(), stop, worker, sink);
        }
        lock(&schedule).working -= threads - started;
        loop {
            let (items, whole) = {
                let mut schedule = lock(&schedule);
                loop {
                    let due = schedule.due;
                    if let Some(batch) = schedule.finished.remove(&due) {
                        schedule.due += batch.0.len() as u64;
                        break batch;
                    }
                    if schedule.working == 0 {
                        return;
                    }
                    schedule = brought.wait(schedule).unwrap_or_else(PoisonError::into_inner);
                }
            };
            freed.notify_all();
            if sink(items).is_break() {
                broken.store(true, Ordering::Relaxed);
                return;
            }
            if !whole {
                return;
            }
        }
    });
}

/// Plays all games on the caller's thread.
fn play_alone<'a, T>(
    games: Range<u64>,
    stop: &(dyn Fn() -> bool + Sync),
    worker: &dyn Fn() -> Worker<'a, T>,
    sink: &mut dyn FnMut(Vec<T>) -> ControlFlow<()>,
) {
    let mut play = worker();
    for number in games {
        let finished = play(number..number + 1, stop);
        if finished.is_empty() || sink(finished).is_break() {
            return;
        }
    }
}

/// Guard that deregisters a worker when it ends, even by a panic.
struct Leave<'a, T> {
    schedule: &'a Mutex<Schedule<T>>,
    brought: &'a Condvar,
    broken: &'a AtomicBool,
}

impl<T> Drop for Leave<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.broken.store(true, Ordering::Relaxed);
        }
        let mut schedule = lock(self.schedule);
        schedule.working -= 1;
        self.brought.notify_one();
    }
}
