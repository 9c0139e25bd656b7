//! Persistent worker threads: starting threads for each step would take as long as the step.

use std::process;
use std::sync::Mutex;
use std::vec::IntoIter;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::system::threads::{lock, usable};

/// Number of work items per thread; with fewer, waking another thread does not pay.
const PIECES_A_THREAD: usize = 8;

/// Threads of a batch, including the caller's.
pub(crate) struct Pool {
    threads: usize,
    /// All threads but the caller's, once needed, with the id of the process they belong to.
    others: Option<(ThreadPool, u32)>,
}

impl Pool {
    /// Creates a pool of at most this many threads, none of them started yet.
    pub(crate) fn new(threads: usize) -> Self {
        Self { threads: usable(threads), others: None }
    }

    /// Runs the work items, on more threads if there are more items.
    ///
    /// A thread begins with the same items in every step, which are still in its cache, and then takes items left by
    /// others.
    ///
    /// # Panics
    ///
    /// Panics if the work panics.
    pub(crate) fn work_off<T: Send>(&mut self, pieces: Vec<T>, work: &(dyn Fn(T) + Sync)) {
        let threads = pieces.len().div_ceil(PIECES_A_THREAD).min(self.threads);
        let pool = if threads > 1 { self.others() } else { None };
        let Some(pool) = pool else { return pieces.into_iter().for_each(work) };
        let share = pieces.len().div_ceil(threads);
        let mut pieces = pieces.into_iter();
        let shares = (0..threads).map(|_| pieces.by_ref().take(share).collect::<Vec<T>>());
        let shares: Vec<_> = shares.map(|share| Mutex::new(share.into_iter())).collect();
        let next = |share: &Mutex<IntoIter<T>>| lock(share).next();
        let begin = |thread: usize| {
            for share in shares.iter().cycle().skip(thread).take(threads) {
                while let Some(piece) = next(share) {
                    work(piece);
                }
            }
        };
        pool.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, thread| {
                if thread.index() + 1 < threads {
                    begin(thread.index() + 1);
                }
            });
            begin(0);
        });
    }

    /// Returns the threads besides the caller's, or `None` if there are none or the system refuses them.
    fn others(&mut self) -> Option<&ThreadPool> {
        let process = process::id();
        // A forked process has none of the threads.
        let live = self.others.as_ref().is_some_and(|&(_, of)| of == process);
        if !live && self.threads > 1 {
            let pool = ThreadPoolBuilder::new().num_threads(self.threads - 1);
            self.others = pool.build().ok().map(|pool| (pool, process));
        }
        self.others.as_ref().map(|(pool, _)| pool)
    }
}
