//! The engine at work: Python runs on beside it, Ctrl-C stops it, and a panic becomes an exception.
//!
//! No thread outlives a call, so that a process may fork.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors;
use crate::number::Number;

/// So often Python is asked whether somebody wants to stop.
const ASKED: Duration = Duration::from_millis(40);

/// What a panic says.
fn panicked(payload: &(dyn Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    errors::internal(format!(
        "the engine broke off: {}",
        text.unwrap_or("it did not say why")
    ))
}

/// Does something short, without Python's lock.
pub fn quick<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let done = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
    done.map_err(|payload| panicked(&*payload))
}

/// Whoever waits for something long: it is to look whether it should stop, and to say how far it has come.
#[derive(Debug, Default)]
pub struct Watch {
    /// Set once nobody waits any longer.
    stop: AtomicBool,
    /// What is done.
    pub done: AtomicU64,
    /// What there is to do, as far as it is known.
    pub all: AtomicU64,
}

impl Watch {
    /// Whether to stop.
    pub fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Does something long, without Python's lock, on a thread of its own; what it comes to once it was stopped is thrown away.
///
/// `progress` is called with what is done and what there is to do.
///
/// # Errors
///
/// What a handler of a signal raised, like `KeyboardInterrupt`, or `progress`; an `InternalError` after a panic.
pub fn long<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let watch = &Watch::default();
    let progress = &progress.map(|progress| progress.clone().unbind());
    let (mut told, mut raised) = (0, None);
    let mut look = || {
        if raised.is_some() {
            return;
        }
        let looked = Python::attach(|py| {
            py.check_signals()?;
            let done = watch.done.load(Ordering::Relaxed);
            if let (Some(progress), true) = (progress, done > told) {
                told = done;
                progress.call1(py, (done, watch.all.load(Ordering::Relaxed)))?;
            }
            Ok(())
        });
        if let Err(error) = looked {
            watch.stop.store(true, Ordering::Relaxed);
            raised = Some(error);
        }
    };
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (finished, wait) = channel();
            let worker = scope.spawn(move || {
                let done = catch_unwind(AssertUnwindSafe(|| work(watch)));
                // Who waits is there until the thread has ended.
                let _ = finished.send(());
                done
            });
            while wait.recv_timeout(ASKED) == Err(RecvTimeoutError::Timeout) {
                look();
            }
            look();
            worker.join().and_then(|done| done)
        })
    });
    match raised {
        Some(error) => Err(error),
        None => done.map_err(|payload| panicked(&*payload)),
    }
}

/// How many threads play: as many as are wanted, or as the machine runs at once.
pub fn threads(wanted: Option<&Number>) -> PyResult<usize> {
    let all = || thread::available_parallelism().map_or(1, usize::from);
    wanted.map_or_else(|| Ok(all()), |wanted| wanted.within("threads", 1, 256))
}

/// Refuses a number of threads before anything is played.
#[pyfunction]
#[pyo3(name = "_check_threads")]
pub fn check_threads(threads: Option<Number>) -> PyResult<()> {
    self::threads(threads.as_ref()).map(drop)
}

/// Panics, so that a test can see what comes of it.
#[pyfunction]
#[pyo3(name = "_fail")]
#[expect(clippy::panic_in_result_fn, reason = "it is there to panic")]
pub fn fail(py: Python<'_>) -> PyResult<()> {
    quick(py, || panic!("on purpose"))
}
