//! Progress of long work: one line on a terminal, no output elsewhere.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::interrupt;
use mankala_core::system::number::real;
use mankala_core::text::visible::visible;

/// Interval between updates.
const OFTEN: Duration = Duration::from_millis(200);

/// A line that is updated during the work, and erased on drop.
pub(crate) struct ProgressLine {
    shown: bool,
    begin: Instant,
    last: Instant,
}

impl ProgressLine {
    /// Starts the clock.
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Self { shown: io::stderr().is_terminal(), begin: now, last: now }
    }

    /// Shows these words, if an update is due.
    pub(crate) fn say(&mut self, words: impl FnOnce() -> String) {
        if self.is_due() {
            let _ = write!(io::stderr(), "\r{} \x1b[K", words());
        }
    }

    fn is_due(&mut self) -> bool {
        let due = self.shown && self.last.elapsed() >= OFTEN;
        if due {
            self.last = Instant::now();
        }
        due
    }

    /// Shows the number of finished games and `about`.
    pub(crate) fn show(&mut self, done: u64, all: u64, about: &str) {
        if !self.is_due() {
            return;
        }
        let [played, left] = [done, all.saturating_sub(done)].map(|games| real(games.into()));
        let rate = played / self.begin.elapsed().as_secs_f64();
        let _ = write!(
            io::stderr(),
            "\r{done} of {all} games{}, {rate:.1} per second, {:.0} s left \x1b[K",
            visible(about),
            left / rate
        );
    }
}

/// Returns a condition to stop that also shows these words and the elapsed time.
///
/// For work that reports nothing of its progress, but asks often whether to stop. The line is erased when the condition is
/// dropped.
pub(crate) fn ticking(words: impl Fn() -> String) -> impl Fn() -> bool {
    let line = ProgressLine::new();
    let (shown, begin, line) = (line.shown, line.begin, Mutex::new(line));
    move || {
        // Another thread that shows the line is enough.
        if shown && let Ok(mut line) = line.try_lock() {
            line.say(|| format!("{}, {} s", words(), begin.elapsed().as_secs()));
        }
        interrupt::stopped()
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
