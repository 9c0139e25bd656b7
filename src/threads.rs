//! Work shared out over threads, or done on the one there is.

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
#[expect(
    clippy::disallowed_methods,
    reason = "after asking how many there can be"
)]
pub(crate) fn share<T: Send>(threads: usize, work: &(dyn Fn(u64) -> T + Sync)) -> Vec<T> {
    let threads = usable(threads) as u64;
    if threads == 1 {
        return vec![work(0)];
    }
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map_while(|number| {
                let helper = Builder::new().spawn_scoped(scope, move || work(number));
                helper.ok()
            })
            .collect();
        let own = work(0);
        let others = helpers
            .into_iter()
            .map(|helper| helper.join().expect("a thread that works"));
        std::iter::once(own).chain(others).collect()
    })
}
