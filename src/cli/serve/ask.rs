//! A request to the engine in the body of a request to the server: what `engine` answers to the same line.

use std::convert::Infallible;
use std::future::{Future as _, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use hyper::body::Frame;
use tokio::sync::mpsc::{OwnedPermit, Receiver, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep, timeout};

use super::connections::{LONGEST_THOUGHT, PATIENCE};
use super::guard::only;
use crate::api::{self, Call, Id, Kind, LONGEST_REQUEST, Outgoing, Refusal, Watch};
use crate::cli::seats::Seats;
use crate::files::catalogue::Catalogue;

/// So many requests that think or play are worked on, or wait for room, at a time; more are refused.
const MOST_LONG: usize = 256;
/// So many others are worked on at a time; more wait.
const MOST_SHORT: usize = 64;
/// So many requests are read at a time.
const MOST_READ: usize = 64;
/// So much of a request that is too long is read nevertheless: many a client listens only when it has said all.
const LONGEST_READ: usize = 16 * LONGEST_REQUEST;
/// So many words of progress wait for a slow client; what comes then is not said.
const MOST_WORDS: usize = 16;

/// The type of an answer alone.
const ONE: &str = "application/json";
/// The type of lines of JSON.
const LINES: &str = "application/x-ndjson";

/// The way to those who carry requests out.
#[derive(Clone)]
pub(super) struct Door {
    jobs: Sender<Job>,
    seats: Arc<Seats>,
    long: Arc<Semaphore>,
    short: Arc<Semaphore>,
    reading: Arc<Semaphore>,
}

/// A request to be carried out.
pub(super) struct Job {
    call: Call,
    stop: Arc<AtomicBool>,
    words: tokio::sync::mpsc::Sender<api::Response>,
    /// There is room for the last word, however many others wait.
    last: OwnedPermit<api::Response>,
    /// It is taken until the work ends, also where nobody waits for it any longer.
    place: OwnedSemaphorePermit,
}

impl Job {
    /// Does what is asked for.
    pub(super) fn work(self, seats: &Seats, catalogue: &Catalogue) {
        let watch = Watch {
            stop: &|| self.stop.load(Ordering::Relaxed),
            progress: &|response| drop(self.words.try_send(response.clone())),
        };
        let response = seats.answer(&self.call, catalogue, &watch);
        drop(self.place);
        self.last.send(response);
    }
}

/// What is said to a request: how far it has come, and at last its answer. It is stopped when this is dropped, as it is when its
/// client goes away.
struct Reply {
    words: Receiver<api::Response>,
    /// What the request is known by.
    id: Option<Id>,
    /// Its last word has been said.
    done: bool,
    /// When it has taken too long.
    late: Pin<Box<Sleep>>,
    stop: Arc<AtomicBool>,
    seats: Arc<Seats>,
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Reply {
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.seats.wake();
    }

    /// The next word; none after the last.
    fn poll_word(&mut self, context: &mut Context<'_>) -> Poll<Option<api::Response>> {
        if self.done {
            return Poll::Ready(None);
        }
        if !self.stop.load(Ordering::Relaxed) && self.late.as_mut().poll(context).is_ready() {
            self.stop();
        }
        let word = ready!(self.words.poll_recv(context)).unwrap_or_else(|| {
            let message = "no thread can be had for it";
            api::Response::refusal(self.id.clone(), Refusal::new(Kind::Stopped, message))
        });
        self.done = !matches!(word.says, Outgoing::Progress(_));
        Poll::Ready(Some(word))
    }
}

/// Each word is a line.
impl HttpBody for Reply {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let line = |word: api::Response| Ok(Frame::data((word.line() + "\n").into()));
        self.get_mut().poll_word(context).map(|word| word.map(line))
    }
}

impl Door {
    pub(super) fn new(jobs: Sender<Job>, seats: Arc<Seats>) -> Self {
        Self {
            jobs,
            seats,
            long: Arc::new(Semaphore::new(MOST_LONG)),
            short: Arc::new(Semaphore::new(MOST_SHORT)),
            reading: Arc::new(Semaphore::new(MOST_READ)),
        }
    }

    /// Has a request carried out, and stopped when the time is over.
    async fn ask(&self, call: Call, time: Duration) -> Reply {
        let (words, heard) = channel(MOST_WORDS);
        let reply = Reply {
            words: heard,
            id: call.id.clone(),
            done: false,
            late: Box::pin(sleep(time)),
            stop: Arc::default(),
            seats: Arc::clone(&self.seats),
        };
        // What is soon done never waits for what takes long.
        let place = if call.request.is_long() {
            Arc::clone(&self.long).try_acquire_owned().ok()
        } else {
            Arc::clone(&self.short).acquire_owned().await.ok()
        };
        let Some(place) = place else {
            let message =
                format!("{MOST_LONG} searches and measurements are there already: try again later");
            let refusal = Refusal::new(Kind::Busy, message);
            // There is room for it: nothing else has been said.
            drop(words.try_send(api::Response::refusal(call.id, refusal)));
            return reply;
        };
        if let Ok(last) = words.clone().try_reserve_owned() {
            let stop = Arc::clone(&reply.stop);
            let job = Job {
                call,
                stop,
                words,
                last,
                place,
            };
            // A job that nobody takes is dropped, and the reply says so.
            drop(self.jobs.send(job));
        }
        reply
    }
}

/// Answers a request to the engine: with its answer, or where progress is asked for with a line for each word of that, and the
/// answer as the last line.
pub(super) async fn answer(State(door): State<Door>, request: Request) -> Response {
    let kind = only(request.headers(), &CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let said = "A request is of the type application/json.\n";
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, said).into_response();
    }
    let body = async {
        let _place = door.reading.acquire().await;
        read(request.into_body()).await
    };
    let Ok(body) = timeout(PATIENCE, body).await else {
        let said = "The request took too long to come.\n";
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
    let mut reply = door.ask(call, LONGEST_THOUGHT).await;
    if told {
        return ([(CONTENT_TYPE, LINES)], Body::new(reply)).into_response();
    }
    let word = poll_fn(|context| reply.poll_word(context)).await;
    let line = word.map(|word| word.line()).unwrap_or_default();
    ([(CONTENT_TYPE, ONE)], line).into_response()
}

/// What came, or enough of it to see that it is too long; nothing if it breaks off.
async fn read(body: Body) -> Option<Vec<u8>> {
    let (mut body, mut bytes, mut count) = (pin!(body), Vec::new(), 0);
    while let Some(frame) = poll_fn(|context| body.as_mut().poll_frame(context)).await {
        if let Ok(data) = frame.ok()?.into_data() {
            let room = (LONGEST_REQUEST + 1).saturating_sub(bytes.len());
            bytes.extend_from_slice(&data[..data.len().min(room)]);
            count += data.len();
            if count > LONGEST_READ {
                break;
            }
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::Arc;
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use tokio::runtime;

    use super::{Door, MOST_WORDS};
    use crate::Catalogue;
    use crate::api::{Call, Outgoing, Response};
    use crate::cli::seats::Seats;

    /// What is said to a request that has so much time, by who listens only after the work is done if they are slow.
    fn words(request: &str, time: Duration, slow: bool) -> Vec<Response> {
        let (seats, catalogue) = (Arc::new(Seats::new()), Catalogue::new());
        let (jobs, due) = channel();
        let (done, finished) = channel();
        let door = Door::new(jobs, Arc::clone(&seats));
        thread::scope(|scope| {
            scope.spawn(|| {
                for job in due {
                    job.work(&seats, &catalogue);
                    done.send(()).expect("somebody waits");
                }
            });
            let clock = runtime::Builder::new_current_thread().enable_time().build();
            clock.expect("a runtime").block_on(async {
                let call = Call::read(request.as_bytes()).expect("a request");
                let mut reply = door.ask(call, time).await;
                // The door is where jobs come from.
                drop(door);
                if slow {
                    finished.recv().expect("the work is done");
                }
                let mut words = Vec::new();
                while let Some(word) = poll_fn(|context| reply.poll_word(context)).await {
                    words.push(word);
                }
                words
            })
        })
    }

    /// A search that nobody lives to see the end of is answered with what it has found.
    #[test]
    fn time_is_bounded() {
        let request = r#"{"request":"choose","game":{"variant":"kalah"},"player":"alphabeta:60"}"#;
        let words = words(request, Duration::from_millis(100), false);
        let lines: Vec<String> = words.iter().map(Response::line).collect();
        let [line] = &lines[..] else {
            panic!("{lines:?}")
        };
        assert!(line.contains("\"stopped\":true"), "{line}");
        assert!(!line.contains("\"move\":null"), "{line}");
    }

    /// Nobody waits for somebody who does not listen, and they get the answer all the same.
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
