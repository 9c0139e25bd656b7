//! Handler of engine requests over HTTP: a request in the body gets the same answer as from `engine`.

use super::super::prelude::*;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use futures_util::StreamExt as _;
use futures_util::stream::unfold;
use tokio::sync::mpsc::{OwnedPermit, Receiver, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout, timeout_at};

use super::connections::{LONGEST_THOUGHT, PATIENCE};
use super::guard::only;
use crate::api::{self, Call, Id, Kind, LONGEST_REQUEST, Outgoing, RequestError, Watch};
use crate::cli::resources::ResourcePool;

/// Maximum number of long requests, running or waiting; more are refused.
const MOST_LONG: usize = 256;
/// Maximum number of short requests at a time; more wait.
const MOST_SHORT: usize = 64;
/// Maximum number of requests that are read at a time.
const MOST_READ: usize = 64;
/// Size up to which an oversized body is drained before the reply; many clients read only after sending everything.
const LONGEST_READ: usize = 16 * LONGEST_REQUEST;
/// Size of the queue of progress for a slow client; more is dropped.
const MOST_WORDS: usize = 16;

/// Content type of a single answer.
const ONE: &str = "application/json";
/// Content type of JSON Lines.
const LINES: &str = "application/x-ndjson";

#[derive(Clone)]
pub(super) struct Handler {
    jobs: Sender<Job>,
    resources: Arc<ResourcePool>,
    long: Arc<Semaphore>,
    short: Arc<Semaphore>,
    reading: Arc<Semaphore>,
}

/// A request for the workers.
pub(super) struct Job {
    call: Call,
    stop: Arc<AtomicBool>,
    words: tokio::sync::mpsc::Sender<api::Response>,
    /// Room for the last response, however many others wait.
    last: OwnedPermit<api::Response>,
    /// Permit that is held until the work ends, even if the client is gone.
    place: OwnedSemaphorePermit,
}

impl Job {
    pub(super) fn work(self, resources: &ResourcePool, catalogue: &Catalogue) {
        let watch = Watch {
            stop: &|| self.stop.load(Ordering::Relaxed),
            progress: &|response| drop(self.words.try_send(response.clone())),
        };
        let response = resources.answer(&self.call, catalogue, &watch);
        drop(self.place);
        self.last.send(response);
    }
}

/// Responses to a request: progress, then the answer. Dropping it cancels the request, as happens when the client
/// disconnects.
struct Reply {
    words: Receiver<api::Response>,
    id: Option<Id>,
    /// Set after the last response.
    done: bool,
    /// End of the time for the request.
    late: Instant,
    stop: Arc<AtomicBool>,
    resources: Arc<ResourcePool>,
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Reply {
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.resources.wake();
    }

    /// Waits for the next response; `None` after the last.
    async fn next_word(&mut self) -> Option<api::Response> {
        if self.done {
            return None;
        }
        let word = if let Ok(word) = timeout_at(self.late, self.words.recv()).await {
            word
        } else {
            self.stop();
            self.words.recv().await
        };
        let word = word.unwrap_or_else(|| {
            let message = "could not start a worker thread";
            api::Response::error(self.id.clone(), RequestError::new(Kind::Stopped, message))
        });
        self.done = !matches!(word.says, Outgoing::Progress(_));
        Some(word)
    }

    /// Streams each response as a line.
    fn lines(self) -> Body {
        Body::from_stream(unfold(self, |mut reply: Self| async move {
            let word = reply.next_word().await?;
            Some((Ok::<_, Infallible>(word.line() + "\n"), reply))
        }))
    }
}

impl Handler {
    pub(super) fn new(jobs: Sender<Job>, resources: Arc<ResourcePool>) -> Self {
        Self {
            jobs,
            resources,
            long: Arc::new(Semaphore::new(MOST_LONG)),
            short: Arc::new(Semaphore::new(MOST_SHORT)),
            reading: Arc::new(Semaphore::new(MOST_READ)),
        }
    }

    /// Starts a request, with a timeout.
    async fn ask(&self, call: Call, time: Duration) -> Reply {
        let (words, heard) = channel(MOST_WORDS);
        let reply = Reply {
            words: heard,
            id: call.id.clone(),
            done: false,
            late: Instant::now() + time,
            stop: Arc::default(),
            resources: Arc::clone(&self.resources),
        };
        // Short requests never wait for long ones.
        let place = if call.request.is_long() {
            Arc::clone(&self.long).try_acquire_owned().ok()
        } else {
            Arc::clone(&self.short).acquire_owned().await.ok()
        };
        let Some(place) = place else {
            let message = format!(
                "{MOST_LONG} searches and measurements are already in progress; try again later"
            );
            let refusal = RequestError::new(Kind::Busy, message);
            // The queue is still empty, so this can't fail.
            drop(words.try_send(api::Response::error(call.id, refusal)));
            return reply;
        };
        if let Ok(last) = words.clone().try_reserve_owned() {
            let job = Job { call, stop: Arc::clone(&reply.stop), words, last, place };
            // If no worker takes the job, its drop ends the reply with an error.
            drop(self.jobs.send(job));
        }
        reply
    }
}

/// Answers an engine request with one JSON object, or with `every` with JSON Lines: the progress, then the answer.
pub(super) async fn answer(State(handler): State<Handler>, request: Request) -> Response {
    let kind = only(request.headers(), &CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let said = "Expected the content type application/json.\n";
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, said).into_response();
    }
    let body = async {
        let _place = handler.reading.acquire().await;
        read(request.into_body()).await
    };
    let Ok(body) = timeout(PATIENCE, body).await else {
        let said = "The request took too long to arrive.\n";
        return (StatusCode::REQUEST_TIMEOUT, said).into_response();
    };
    let Some(body) = body else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let call = match Call::read(&body) {
        Ok(call) => call,
        Err(refused) => return ([(CONTENT_TYPE, ONE)], refused.line()).into_response(),
    };
    let told = call.every.is_some();
    let mut reply = handler.ask(call, LONGEST_THOUGHT).await;
    if told {
        return ([(CONTENT_TYPE, LINES)], reply.lines()).into_response();
    }
    let word = reply.next_word().await;
    let line = word.map(|word| word.line()).unwrap_or_default();
    ([(CONTENT_TYPE, ONE)], line).into_response()
}

/// Reads the body, or enough of it to detect that it is too long; `None` if it breaks off.
async fn read(body: Body) -> Option<Vec<u8>> {
    let (mut parts, mut bytes, mut count) = (body.into_data_stream(), Vec::new(), 0);
    while let Some(part) = parts.next().await
        && count <= LONGEST_READ
    {
        let data = part.ok()?;
        let room = (LONGEST_REQUEST + 1).saturating_sub(bytes.len());
        bytes.extend_from_slice(&data[..data.len().min(room)]);
        count += data.len();
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;
    use crate::Catalogue;
    use crate::api::Response;
    use tokio::runtime;

    /// Collects the responses to a request with this timeout; a slow client reads them only after the work.
    fn words(request: &str, time: Duration, slow: bool) -> Vec<Response> {
        let (resources, catalogue) = (Arc::new(ResourcePool::new()), Catalogue::new());
        let (jobs, due) = channel();
        let (done, finished) = channel();
        let handler = Handler::new(jobs, Arc::clone(&resources));
        thread::scope(|scope| {
            scope.spawn(|| {
                for job in due {
                    job.work(&resources, &catalogue);
                    done.send(()).expect("the test waits");
                }
            });
            let clock = runtime::Builder::new_current_thread().enable_time().build();
            clock.expect("a runtime").block_on(async {
                let call = Call::read(request.as_bytes()).expect("a request");
                let mut reply = handler.ask(call, time).await;
                // The channel of jobs ends with the handler.
                drop(handler);
                if slow {
                    finished.recv().expect("the work is done");
                }
                let mut words = Vec::new();
                while let Some(word) = reply.next_word().await {
                    words.push(word);
                }
                words
            })
        })
    }

    /// A search without end is cut off, and answers with its results so far.
    #[test]
    fn time_is_bounded() {
        let request = r#"{"request":"choose","game":{"variant":"kalah"},"player":"alphabeta:60"}"#;
        let words = words(request, Duration::from_millis(100), false);
        let lines: Vec<String> = words.iter().map(Response::line).collect();
        let [line] = &lines[..] else { panic!("{lines:?}") };
        assert!(line.contains("\"stopped\":true"), "{line}");
        assert!(!line.contains("\"move\":null"), "{line}");
    }

    /// A client that does not read delays no one, and still gets the answer.
    #[test]
    fn words_for_slow_clients_are_few() {
        let request = r#"{"id":7,"request":"measure","variant":"kalah","games":500,"every":0}"#;
        let words = words(request, Duration::from_secs(60), true);
        let (last, progress) = words.split_last().expect("an answer");
        assert!(matches!(last.says, Outgoing::Answer(_)), "{last:?}");
        assert_eq!(progress.len(), MOST_WORDS - 1);
        let told = |word: &Response| matches!(word.says, Outgoing::Progress(_));
        assert!(progress.iter().all(told), "{progress:?}");
    }
}
