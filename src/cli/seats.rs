//! Room for requests: a core for each that thinks or plays, and one budget of memory for all.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::memory::megabytes;
use crate::api::{Call, Kind, Refusal, Response, Watch};
use crate::files::catalogue::Catalogue;
use crate::system::memory::free;

/// Requests get half of the free memory, but no more than this.
const MOST_MEMORY: u64 = 1 << 30;
/// Requests get at least this, so that small ones are answered on any machine.
const LEAST_MEMORY: u64 = 64 << 20;
/// No long request is taken beyond so many bytes of all requests that wait or are worked on.
const MOST_HELD: u64 = 32 << 20;

/// Hands out room. A request that waits for room takes none but that of its own bytes.
pub(crate) struct Seats {
    cores: usize,
    memory: u64,
    taken: Mutex<Taken>,
    /// There is more room again, or somebody who waits for some need not wait any longer.
    changed: Condvar,
}

/// The room that is taken.
#[derive(Default)]
struct Taken {
    /// The bytes of all requests, also of those that wait.
    held: u64,
    /// How many requests think or play.
    long: usize,
    /// The memory of those.
    long_memory: u64,
    /// The memory of all requests that are worked on.
    memory: u64,
}

impl Seats {
    pub(crate) fn new() -> Self {
        let memory = free().map_or(MOST_MEMORY, |free| free / 2);
        Self {
            cores: thread::available_parallelism().map_or(1, usize::from),
            memory: memory.clamp(LEAST_MEMORY, MOST_MEMORY),
            taken: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The memory that is left to requests that think or play: the rest is for those that are soon done.
    const fn long_memory(&self) -> u64 {
        self.memory / 4 * 3
    }

    /// Carries a request out as soon as there is room for it, or refuses it where there never will be.
    pub(crate) fn answer(&self, call: &Call, catalogue: &Catalogue, watch: &Watch<'_>) -> Response {
        let is_long = call.request.is_long();
        let needed = call.memory();
        let most = if is_long {
            self.long_memory()
        } else {
            self.memory
        };
        let refuse =
            |kind, message: String| Response::refusal(call.id.clone(), Refusal::new(kind, message));
        if needed > most {
            let [needed, most] = [needed, most].map(megabytes);
            let message = format!("it may take {needed} of memory, and there are {most} for it");
            return refuse(Kind::TooLarge, message);
        }
        let mut taken = self.taken();
        let held = call.bytes as u64;
        if is_long && taken.held > 0 && taken.held + held > MOST_HELD {
            let held = megabytes(taken.held);
            let message = format!("other requests hold {held} already: try again later");
            return refuse(Kind::Busy, message);
        }
        taken.held += held;
        // Who is to stop has a word to say and goes: that takes no core from anyone, and next to no memory.
        let room = |stopped: bool| {
            let needed = if stopped {
                call.memory_to_read()
            } else {
                needed
            };
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
        let mut taken = self.taken();
        taken.held -= held;
        taken.long -= usize::from(is_long);
        taken.long_memory -= long_memory;
        taken.memory -= needed;
        drop(taken);
        self.changed.notify_all();
        response
    }

    /// Lets those who wait for room look whether they are to stop.
    pub(crate) fn wake(&self) {
        // Nobody is between looking and waiting while this holds it.
        drop(self.taken());
        self.changed.notify_all();
    }
}
