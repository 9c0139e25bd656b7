//! A request to the engine in the body of a request to the server: what `engine` answers to the same line.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use tokio::sync::oneshot;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::connections::PATIENCE;
use super::guard::only;
use crate::Catalogue;
use crate::api::{self, Call, Kind, LONGEST_REQUEST, Refusal, Watch};
use crate::cli::seats::Seats;

/// Whoever thinks so long answers with what has been found.
pub(super) const LONGEST_THOUGHT: Duration = Duration::from_secs(60);
/// So many requests are worked on, or wait for a seat, at a time.
const MOST_TAKEN: usize = 64;
/// So much of a request that is too long is read nevertheless: many a client listens only when it has said all.
const LONGEST_READ: usize = 16 * LONGEST_REQUEST;

/// The way to those who carry requests out.
#[derive(Clone)]
pub(super) struct Door {
    jobs: Sender<Job>,
    seats: Arc<Seats>,
    places: Arc<Semaphore>,
}

/// A request to be carried out.
pub(super) struct Job {
    call: Call,
    stop: Arc<AtomicBool>,
    reply: oneshot::Sender<api::Response>,
    /// It is taken until the work ends, also where nobody waits for it any longer.
    place: OwnedSemaphorePermit,
}

impl Job {
    /// Does what is asked for.
    pub(super) fn work(self, seats: &Seats, catalogue: &Catalogue) {
        let watch = Watch {
            stop: &|| self.stop.load(Ordering::Relaxed),
            progress: &|_| {},
        };
        let response = seats.answer(&self.call, catalogue, &watch);
        drop(self.place);
        // Who asked may be gone.
        drop(self.reply.send(response));
    }
}

/// Stops a request when it is dropped, as it is when its client goes away.
struct Stop {
    stop: Arc<AtomicBool>,
    seats: Arc<Seats>,
}

impl Drop for Stop {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.seats.wake();
    }
}

impl Door {
    pub(super) fn new(jobs: Sender<Job>, seats: Arc<Seats>) -> Self {
        Self {
            jobs,
            seats,
            places: Arc::new(Semaphore::new(MOST_TAKEN)),
        }
    }

    /// Has a request carried out, and stopped when the time is over.
    async fn ask(&self, call: Call, time: Duration) -> api::Response {
        let id = call.id.clone();
        let asked = async {
            let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
            let stop = Arc::new(AtomicBool::new(false));
            let guard = Stop {
                stop: Arc::clone(&stop),
                seats: Arc::clone(&self.seats),
            };
            let (reply, mut answer) = oneshot::channel();
            let job = Job {
                call,
                stop,
                reply,
                place,
            };
            self.jobs.send(job).ok()?;
            if let Ok(answer) = timeout(time, &mut answer).await {
                return answer.ok();
            }
            drop(guard);
            answer.await.ok()
        };
        asked.await.unwrap_or_else(|| {
            let message = "no thread can be had for it";
            api::Response::refusal(id, Refusal::new(Kind::Stopped, message))
        })
    }
}

/// Answers a request to the engine.
pub(super) async fn answer(State(door): State<Door>, request: Request) -> Response {
    let kind = only(request.headers(), &CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let said = "A request is of the type application/json.\n";
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, said).into_response();
    }
    let Ok(body) = timeout(PATIENCE, read(request.into_body())).await else {
        let said = "The request took too long to come.\n";
        return (StatusCode::REQUEST_TIMEOUT, said).into_response();
    };
    let Some(body) = body else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let response = match Call::read(&body) {
        Ok(call) => door.ask(call, LONGEST_THOUGHT).await,
        Err(refused) => refused,
    };
    ([(CONTENT_TYPE, "application/json")], response.line()).into_response()
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
    use std::sync::Arc;
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use tokio::runtime;

    use super::Door;
    use crate::Catalogue;
    use crate::api::Call;
    use crate::cli::seats::Seats;

    /// A search that nobody lives to see the end of is answered with what it has found.
    #[test]
    fn time_is_bounded() {
        let request = br#"{"request":"choose","game":{"variant":"kalah"},"player":"alphabeta:60"}"#;
        let (seats, catalogue) = (Arc::new(Seats::new()), Catalogue::new());
        let (jobs, due) = channel();
        let door = Door::new(jobs, Arc::clone(&seats));
        thread::scope(|scope| {
            scope.spawn(|| due.into_iter().for_each(|job| job.work(&seats, &catalogue)));
            let clock = runtime::Builder::new_current_thread().enable_time().build();
            let clock = clock.expect("a runtime");
            let call = Call::read(request).expect("a request");
            let response = clock.block_on(door.ask(call, Duration::from_millis(100)));
            let line = response.line();
            assert!(line.contains("\"stopped\":true"), "{line}");
            assert!(!line.contains("\"move\":null"), "{line}");
            drop(door);
        });
    }
}
