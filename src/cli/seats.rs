//! The seats of those who think or play: as many as there are cores, because each needs one, and memory.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::Catalogue;
use crate::api::{Call, Request, Response, Watch};

/// Seats for requests that take long; all others are carried out at once.
pub(crate) struct Seats {
    all: usize,
    taken: Mutex<usize>,
    /// One is free again, or somebody who waits for one need not wait any longer.
    changed: Condvar,
}

impl Seats {
    pub(crate) fn new() -> Self {
        Self {
            all: thread::available_parallelism().map_or(1, usize::from),
            taken: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    fn taken(&self) -> MutexGuard<'_, usize> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Carries a request out, as soon as there is a seat if it needs one.
    pub(crate) fn answer(&self, call: &Call, catalogue: &Catalogue, watch: &Watch<'_>) -> Response {
        if !matches!(call.request, Request::Choose(_) | Request::Measure(_)) {
            return call.run(catalogue, watch);
        }
        // Who is to stop has a word to say and goes: that takes no seat from anyone.
        let full = |taken: &mut usize| *taken >= self.all && !(watch.stop)();
        let waited = self.changed.wait_while(self.taken(), full);
        *waited.unwrap_or_else(PoisonError::into_inner) += 1;
        let response = call.run(catalogue, watch);
        *self.taken() -= 1;
        self.changed.notify_all();
        response
    }

    /// Lets those who wait for a seat look whether they are to stop.
    pub(crate) fn wake(&self) {
        // Nobody is between looking and waiting while this holds it.
        drop(self.taken());
        self.changed.notify_all();
    }
}
