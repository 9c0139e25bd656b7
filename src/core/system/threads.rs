//! Work shared among threads, or done on the only one.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

/// Limits a wanted number of threads to the usable one: WebAssembly has one thread and traps on starting another.
pub(crate) fn usable(wanted: usize) -> usize {
    if cfg!(target_family = "wasm") { 1 } else { wanted.max(1) }
}

/// Locks data that are valid even if a thread panicked with the lock.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does the same work on several threads, including the caller's, and collects the results.
///
/// The threads are numbered from 0. Fewer of them run where the system refuses more.
///
/// # Panics
///
/// If the work panics.
pub(crate) fn share<T: Send>(threads: usize, work: &(dyn Fn(u64) -> T + Sync)) -> Vec<T> {
    let (own, others) = beside(threads.saturating_sub(1), work, || work(0));
    std::iter::once(own).chain(others).collect()
}

/// Does `own` on this thread and `other` on `others` more threads, and returns both results.
///
/// The other threads are numbered from 1. Fewer of them run where the system refuses more.
///
/// # Panics
///
/// If the work panics.
#[expect(clippy::disallowed_methods, reason = "limited by `usable`")]
pub(crate) fn beside<T: Send, U>(
    others: usize,
    other: &(dyn Fn(u64) -> T + Sync),
    own: impl FnOnce() -> U,
) -> (U, Vec<T>) {
    let threads = usable(others.saturating_add(1)) as u64;
    if threads == 1 {
        return (own(), Vec::new());
    }
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map_while(|number| Builder::new().spawn_scoped(scope, move || other(number)).ok())
            .collect();
        let own = own();
        let others = helpers.into_iter().map(|helper| helper.join().expect("a thread that works"));
        (own, others.collect())
    })
}

/// Works off an iterator of pieces on several threads.
///
/// # Panics
///
/// If the work panics.
pub fn work_off<T: Send>(
    threads: usize,
    pieces: impl Iterator<Item = T> + Send,
    work: &(dyn Fn(T) + Sync),
) {
    let pieces = Mutex::new(pieces);
    let next = || lock(&pieces).next();
    share(threads, &|_| {
        while let Some(piece) = next() {
            work(piece);
        }
    });
}
