//! Runs the engine: other Python threads continue meanwhile, Ctrl-C stops it, and a panic becomes an exception.
//!
//! No thread outlives a call, so a process may fork.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors;
use crate::number::Number;

/// Interval at which pending signals are checked.
const ASKED: Duration = Duration::from_millis(40);

/// Converts a panic to an exception.
fn panicked(payload: &(dyn Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    errors::internal(format!("the engine panicked: {}", text.unwrap_or("no message")))
}

/// Runs a short task without Python's lock.
pub fn quick<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let done = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
    done.map_err(|payload| panicked(&*payload))
}

/// Runs a task that takes less time than releasing Python's lock.
pub fn caught<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| panicked(&*payload))
}

/// Stop flag and progress of a long task.
#[derive(Debug, Default)]
pub struct Watch {
    /// Set once the caller no longer waits.
    stop: AtomicBool,
    /// Units done so far.
    pub done: AtomicU64,
    /// Units in all, as far as known.
    pub all: AtomicU64,
}

impl Watch {
    /// Returns `true` if the task should stop.
    pub fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Runs a long task without Python's lock, on its own thread; the result of a stopped task is discarded.
///
/// `progress` is called with the units done and the units in all.
///
/// # Errors
///
/// An exception of a signal handler, like `KeyboardInterrupt`, or of `progress`; an `InternalError` after a panic.
pub fn long<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    if let Some(given) = progress.filter(|progress| !progress.is_callable()) {
        let found = given.repr()?;
        return Err(errors::wrong_type(format!("progress: expected a function, found {found}")));
    }
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
                // The receiver exists until the thread has ended.
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

/// Returns the number of threads: as given, or one for each processor.
pub fn threads(wanted: Option<&Number>) -> PyResult<usize> {
    let all = || thread::available_parallelism().map_or(1, usize::from);
    wanted.map_or_else(|| Ok(all()), |wanted| wanted.within("threads", 1, 256))
}

/// Checks a number of threads before anything is played.
#[pyfunction]
#[pyo3(name = "_check_threads")]
pub fn check_threads(threads: Option<Number>) -> PyResult<()> {
    self::threads(threads.as_ref()).map(drop)
}

/// Panics, to test how panics are handled.
#[pyfunction]
#[pyo3(name = "_fail")]
#[expect(clippy::panic_in_result_fn, reason = "its purpose is to panic")]
pub fn fail(py: Python<'_>) -> PyResult<()> {
    quick(py, || panic!("on purpose"))
}
