//! Resources for requests: a core for each long one, and one memory budget for all.

use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use super::memory::size;
use crate::api::{Call, Kind, RequestError, Response, Watch};
use crate::files::catalogue::Catalogue;
use mankala_core::system::memory::free;
use mankala_core::system::threads::lock;

/// Upper bound of the budget, in bytes; otherwise half of the free memory.
const MOST_MEMORY: u64 = 1 << 30;
/// Lower bound of the budget, in bytes, so that small requests work on any machine.
const LEAST_MEMORY: u64 = 64 << 20;
/// Maximum number of bytes of all requests, waiting ones included, for accepting another long request.
const MOST_HELD: u64 = 32 << 20;

/// Allocator of resources. A waiting request uses only the memory of its own bytes.
pub(crate) struct ResourcePool {
    cores: usize,
    memory: u64,
    taken: Mutex<Taken>,
    /// Signals that resources were freed, or that a waiting request was stopped.
    changed: Condvar,
}

#[derive(Default)]
struct Taken {
    /// Bytes of all requests, including waiting ones.
    held: u64,
    /// Number of long requests.
    long: usize,
    /// Memory of the long requests.
    long_memory: u64,
    /// Memory of all running requests.
    memory: u64,
}

impl ResourcePool {
    pub(crate) fn new() -> Self {
        let memory = free().map_or(MOST_MEMORY, |free| free / 2);
        Self {
            cores: thread::available_parallelism().map_or(1, usize::from),
            memory: memory.clamp(LEAST_MEMORY, MOST_MEMORY),
            taken: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Carries out a request when there are resources for it; refuses one that exceeds the budget.
    pub(crate) fn answer(&self, call: &Call, catalogue: &Catalogue, watch: &Watch<'_>) -> Response {
        let is_long = call.request.is_long();
        let needed = call.memory();
        // A part of the memory is reserved for short requests.
        let most = if is_long { self.memory / 4 * 3 } else { self.memory };
        let refuse = |kind, message: String| {
            Response::error(call.id.clone(), RequestError::new(kind, message))
        };
        if needed > most {
            let [needed, most] = [needed, most].map(size);
            let message =
                format!("the request may need {needed} of memory, but only {most} is available");
            return refuse(Kind::TooLarge, message);
        }
        let mut taken = lock(&self.taken);
        let held = call.bytes as u64;
        if is_long && taken.held > 0 && taken.held + held > MOST_HELD {
            let held = size(taken.held);
            let message = format!("other requests already hold {held}; try again later");
            return refuse(Kind::Busy, message);
        }
        taken.held += held;
        // A stopped request only writes an error: it needs no core and hardly any memory.
        let room = |stopped: bool| {
            let needed = if stopped { call.memory_to_read() } else { needed };
            (needed, is_long && !stopped)
        };
        let full = |taken: &mut Taken| {
            let (needed, is_long) = room((watch.stop)());
            let long_full = taken.long >= self.cores || taken.long_memory + needed > most;
            is_long && long_full || taken.memory + needed > self.memory
        };
        let waited = self.changed.wait_while(taken, full);
        let mut taken = waited.unwrap_or_else(PoisonError::into_inner);
        let (needed, is_long) = room((watch.stop)());
        let long_memory = if is_long { needed } else { 0 };
        taken.long += usize::from(is_long);
        taken.long_memory += long_memory;
        taken.memory += needed;
        drop(taken);
        let response = call.run(catalogue, watch);
        let mut taken = lock(&self.taken);
        taken.held -= held;
        taken.long -= usize::from(is_long);
        taken.long_memory -= long_memory;
        taken.memory -= needed;
        drop(taken);
        self.changed.notify_all();
        response
    }

    /// Makes waiting requests check whether they were stopped.
    pub(crate) fn wake(&self) {
        // While the lock is held, no request is between its check and its wait.
        drop(lock(&self.taken));
        self.changed.notify_all();
    }
}
