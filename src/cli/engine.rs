//! `mankala engine`: reads requests and writes responses as JSON Lines; requests run in parallel.

use std::io::{self, Write as _};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{self, Builder, Scope};

use serde::Deserialize;

use super::lines::next_bytes;
use super::prelude::*;
use super::resources::ResourcePool;
use crate::api::{Call, Id, LONGEST_REQUEST, Request, RequestError, Response, Watch};
use mankala_core::system::threads::lock;

/// No options; `mankala schema api` prints the schema of requests and responses.
#[derive(Debug, Args)]
pub(crate) struct Arguments {}

/// Maximum number of requests in progress; further ones are read when one is answered.
const MOST_TAKEN: usize = 256;
/// Maximum number of bytes of the requests in progress.
const MOST_BYTES: usize = 64 << 20;
/// Size of the queue of responses for a slow reader.
const MOST_LINES: usize = 64;
/// Maximum size of a line that cancels a request, in bytes.
const LONGEST_CANCEL: usize = 1000;

/// Cancels a request, which is then answered with the results so far.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cancel {
    cancel: Id,
    #[serde(default)]
    id: Option<Id>,
}

/// The requests in progress.
#[derive(Default)]
struct Jobs {
    taken: usize,
    /// Bytes of these requests.
    bytes: usize,
    /// Stop flags of the requests with an id.
    stops: HashMap<Id, Arc<AtomicBool>>,
}

/// State shared by the reader and the workers.
struct Shared<'c> {
    catalogue: &'c Catalogue,
    resources: ResourcePool,
    jobs: Mutex<Jobs>,
    /// Signals that a request is finished.
    ended: Condvar,
}

/// Answers requests until the input ends or the reader of the answers is gone.
pub(crate) fn run(_arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    output.flush()?;
    end_without_a_reader();
    let shared = Shared {
        catalogue,
        resources: ResourcePool::new(),
        jobs: Mutex::default(),
        ended: Condvar::new(),
    };
    let (lines, due) = sync_channel(MOST_LINES);
    thread::scope(|scope| {
        Builder::new().spawn_scoped(scope, move || write(&due))?;
        // The writer ends when reader and workers drop their ends of the channel.
        shared.read(scope, lines)
    })
}

/// Prints each line as soon as it comes.
fn write(due: &Receiver<String>) {
    let mut out = io::stdout().lock();
    for line in due {
        if let Err(error) = writeln!(out, "{line}").and_then(|()| out.flush()) {
            let is_gone = error.kind() == io::ErrorKind::BrokenPipe;
            if !is_gone {
                eprintln!("error: standard output: {error}");
            }
            // The reader blocks on input that may never come.
            exit(i32::from(!is_gone));
        }
    }
}

/// Polls whether the answers still have a reader, so that no search goes on for a client that is gone.
fn end_without_a_reader() {
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
        // Without this thread, the next answer detects it.
        drop(Builder::new().spawn(watch));
    }
}

impl Shared<'_> {
    /// Reads requests and starts their work.
    fn read<'s>(&'s self, scope: &'s Scope<'s, '_>, lines: SyncSender<String>) -> Result {
        let mut input = BufReader::new(io::stdin().lock());
        while let Some((line, whole)) = next_bytes(&mut input, LONGEST_REQUEST)? {
            if whole && line.trim_ascii().is_empty() {
                continue;
            }
            // Serde would accept an array of two as the fields of an object.
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
                // The writer receives until the program ends.
                drop(lines.send(line));
            }
        }
        drop(lines);
        Ok(())
    }

    /// Cancels a request, and reports whether it was in progress.
    fn cancel(&self, Cancel { cancel, id }: &Cancel) -> String {
        let jobs = lock(&self.jobs);
        let stop = jobs.stops.get(cancel);
        if let Some(stop) = stop {
            stop.store(true, Ordering::Relaxed);
        }
        let answer = json!({ "cancelled": cancel, "found": stop.is_some() });
        drop(jobs);
        self.resources.wake();
        visible_json(&json!({ "id": id, "answer": answer }).to_string()).into_owned()
    }

    /// Starts a worker for a request; returns the response if there is one at once.
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
        let waited = self.ended.wait_while(lock(&self.jobs), full);
        let mut jobs = waited.unwrap_or_else(PoisonError::into_inner);
        if let Some(id) = &call.id {
            if jobs.stops.contains_key(id) {
                let id = json!(id);
                let message = format!("the request with the id {id} is still in progress");
                return Some(Response::error(None, RequestError::invalid("id", message)).line());
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
                let message = format!("could not start a worker thread: {error}");
                let refusal = RequestError::new(crate::api::Kind::Stopped, message);
                Some(Response::error(call.id.clone(), refusal).line())
            }
        }
    }

    /// Carries out a request, and returns its last response.
    fn work(&self, call: &Call, stop: &AtomicBool, lines: &SyncSender<String>) -> String {
        let watch = Watch {
            stop: &|| stop.load(Ordering::Relaxed),
            progress: &|response| drop(lines.send(response.line())),
        };
        let line = self.resources.answer(call, self.catalogue, &watch).line();
        // Before the answer is sent, so that its reader can use the id again.
        self.leave(call);
        line
    }

    fn leave(&self, call: &Call) {
        let mut jobs = lock(&self.jobs);
        jobs.taken -= 1;
        jobs.bytes -= call.bytes;
        if let Some(id) = &call.id {
            jobs.stops.remove(id);
        }
        drop(jobs);
        self.ended.notify_all();
    }
}
