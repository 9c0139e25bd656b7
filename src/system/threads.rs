//! Work shared out over threads, or done on the one there is.

use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

/// How many threads there can be if so many are wanted: WebAssembly has one, and traps on starting another.
pub(crate) fn usable(wanted: usize) -> usize {
    if cfg!(target_family = "wasm") {
        1
    } else {
        wanted.max(1)
    }
}

/// Does the same work on several threads, the caller's among them, and collects what each made of it.
///
/// The threads are numbered from 0. There are fewer of them where the system allows no more.
///
/// # Panics
///
/// If the work panics.
pub(crate) fn share<T: Send>(threads: usize, work: &(dyn Fn(u64) -> T + Sync)) -> Vec<T> {
    let (own, others) = beside(threads.saturating_sub(1), work, || work(0));
    std::iter::once(own).chain(others).collect()
}

/// Does work on this thread, and other work on so many beside it: what came of both.
///
/// The others are numbered from 1. There are fewer of them where the system allows no more.
///
/// # Panics
///
/// If the work panics.
#[expect(
    clippy::disallowed_methods,
    reason = "after asking how many there can be"
)]
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
            .map_while(|number| {
                let helper = Builder::new().spawn_scoped(scope, move || other(number));
                helper.ok()
            })
            .collect();
        let own = own();
        let others = helpers
            .into_iter()
            .map(|helper| helper.join().expect("a thread that works"));
        (own, others.collect())
    })
}

/// Does a piece of work after another until there is none, on several threads.
///
/// # Panics
///
/// If the work panics.
pub(crate) fn work_off<T: Send>(
    threads: usize,
    pieces: impl Iterator<Item = T> + Send,
    work: &(dyn Fn(T) + Sync),
) {
    let pieces = Mutex::new(pieces);
    let next = || {
        let mut pieces = pieces.lock().unwrap_or_else(PoisonError::into_inner);
        pieces.next()
    };
    share(threads, &|_| {
        while let Some(piece) = next() {
            work(piece);
        }
    });
}
