//! `mankala engine`: a request a line on standard input, a response a line on standard output, as many at a time as there are.

use std::collections::HashMap;
use std::io::{self, BufReader, Write as _};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, Scope};

use clap::Args;
use serde::Deserialize;
use serde_json::json;

use super::Failure;
use super::lines::next_bytes;
use super::output::Output;
use super::seats::Seats;
use crate::api::{Call, Id, LONGEST_REQUEST, Refusal, Request, Response, Watch};
use crate::files::catalogue::Catalogue;
use crate::text::visible::visible_json;

/// Nothing more to say: `mankala schema api` tells what is read and answered.
#[derive(Debug, Args)]
pub(crate) struct Arguments {}

/// So many requests are taken at a time; what comes then is read when one of them is answered.
const MOST_TAKEN: usize = 256;
/// So many bytes of requests are taken at a time.
const MOST_BYTES: usize = 64 << 20;
/// So many responses wait for a slow reader.
const MOST_LINES: usize = 64;
/// A line that cancels something is no longer.
const LONGEST_CANCEL: usize = 1000;

/// That a request is to be stopped: it is answered with what has been found so far.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cancel {
    cancel: Id,
    #[serde(default)]
    id: Option<Id>,
}

/// The requests that are being worked on.
#[derive(Default)]
struct Jobs {
    taken: usize,
    /// The bytes of those that are taken.
    bytes: usize,
    /// What stops those that have an id.
    stops: HashMap<Id, Arc<AtomicBool>>,
}

/// What the reader and the workers share.
struct Desk<'c> {
    catalogue: &'c Catalogue,
    seats: Seats,
    jobs: Mutex<Jobs>,
    /// A job has ended.
    ended: Condvar,
}

/// Answers requests until there are no more, or until nobody reads the answers.
pub(crate) fn run(
    _arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    output.flush()?;
    end_when_nobody_reads();
    let desk = Desk {
        catalogue,
        seats: Seats::new(),
        jobs: Mutex::default(),
        ended: Condvar::new(),
    };
    let (lines, due) = sync_channel(MOST_LINES);
    thread::scope(|scope| {
        Builder::new().spawn_scoped(scope, move || write(&due))?;
        // The writer ends when reader and workers have, which hold the other end of its channel.
        desk.read(scope, lines)
    })
}

/// Prints lines as they come, each at once.
fn write(due: &Receiver<String>) {
    let mut out = io::stdout().lock();
    for line in due {
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            // The reader waits for input that may never come.
            exit(0);
        }
    }
}

/// Looks whether anyone can still read the answers, so that no search goes on for a client that is gone.
fn end_when_nobody_reads() {
    #[cfg(unix)]
    {
        use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
        use std::os::fd::AsFd;
        use std::time::Duration;

        let watch = || {
            loop {
                thread::sleep(Duration::from_millis(200));
                let out = io::stdout();
                let mut ends = [PollFd::new(out.as_fd(), PollFlags::empty())];
                let found = poll(&mut ends, PollTimeout::ZERO);
                let gone = |flags: PollFlags| flags.contains(PollFlags::POLLERR);
                if found.is_ok() && ends[0].revents().is_some_and(gone) {
                    exit(0);
                }
            }
        };
        // Without it the next answer tells.
        drop(Builder::new().spawn(watch));
    }
}

impl Desk<'_> {
    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads requests and sees to each.
    fn read<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        lines: SyncSender<String>,
    ) -> Result<(), Failure> {
        let mut input = BufReader::new(io::stdin().lock());
        while let Some((line, whole)) = next_bytes(&mut input, LONGEST_REQUEST)? {
            if whole && line.trim_ascii().is_empty() {
                continue;
            }
            // A list of two would be taken for the fields of an object in their order.
            let cancel = line.len() <= LONGEST_CANCEL && line.trim_ascii().starts_with(b"{");
            let cancel = cancel.then(|| serde_json::from_slice(&line).ok()).flatten();
            let said = match cancel {
                Some(cancel) => Some(self.cancel(&cancel)),
                None => match Call::read(&line) {
                    Ok(call) => self.take(scope, call, &lines),
                    Err(refused) => Some(refused.line()),
                },
            };
            if let Some(line) = said {
                // It is taken until the program ends.
                drop(lines.send(line));
            }
        }
        drop(lines);
        Ok(())
    }

    /// Stops a request, and says whether it was being worked on.
    fn cancel(&self, Cancel { cancel, id }: &Cancel) -> String {
        let jobs = self.jobs();
        let stop = jobs.stops.get(cancel);
        if let Some(stop) = stop {
            stop.store(true, Ordering::Relaxed);
        }
        let answer = json!({ "cancelled": cancel, "found": stop.is_some() });
        drop(jobs);
        self.seats.wake();
        let line = json!({ "id": id, "answer": answer }).to_string();
        visible_json(&line).into_owned()
    }

    /// Gives a request to a worker; what can be said at once is returned.
    fn take<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        call: Call,
        lines: &SyncSender<String>,
    ) -> Option<String> {
        if let Request::Hello(_) = call.request {
            return Some(call.run(self.catalogue, &Watch::NONE).line());
        }
        let stop = Arc::new(AtomicBool::new(false));
        let full = |jobs: &mut Jobs| {
            jobs.taken >= MOST_TAKEN || jobs.taken > 0 && jobs.bytes + call.bytes > MOST_BYTES
        };
        let waited = self.ended.wait_while(self.jobs(), full);
        let mut jobs = waited.unwrap_or_else(PoisonError::into_inner);
        if let Some(id) = &call.id {
            if jobs.stops.contains_key(id) {
                let id = json!(id);
                let message = format!("a request with the id {id} is still being worked on");
                return Some(Response::refusal(None, Refusal::invalid("id", message)).line());
            }
            jobs.stops.insert(id.clone(), Arc::clone(&stop));
        }
        jobs.taken += 1;
        jobs.bytes += call.bytes;
        drop(jobs);
        let lines = lines.clone();
        let call = Arc::new(call);
        let work = {
            let call = Arc::clone(&call);
            move || drop(lines.send(self.work(&call, &stop, &lines)))
        };
        match Builder::new().spawn_scoped(scope, work) {
            Ok(_) => None,
            Err(error) => {
                self.leave(&call);
                let message = format!("no thread can be had for it: {error}");
                let refusal = Refusal::new(crate::api::Kind::Stopped, message);
                Some(Response::refusal(call.id.clone(), refusal).line())
            }
        }
    }

    /// Does what is asked for, and returns the last word.
    fn work(&self, call: &Call, stop: &AtomicBool, lines: &SyncSender<String>) -> String {
        let watch = Watch {
            stop: &|| stop.load(Ordering::Relaxed),
            progress: &|response| drop(lines.send(response.line())),
        };
        let line = self.seats.answer(call, self.catalogue, &watch).line();
        // Before it is answered, so that its id can be used again by whoever reads the answer.
        self.leave(call);
        line
    }

    /// A request is worked on no longer.
    fn leave(&self, call: &Call) {
        let mut jobs = self.jobs();
        jobs.taken -= 1;
        jobs.bytes -= call.bytes;
        if let Some(id) = &call.id {
            jobs.stops.remove(id);
        }
        drop(jobs);
        self.ended.notify_all();
    }
}
