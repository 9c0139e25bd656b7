//! How far long work has come: one line on a terminal, nothing elsewhere.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use crate::text::visible::visible;

/// How often it is told.
const OFTEN: Duration = Duration::from_millis(200);

/// A line that changes while work goes on, and is gone when this is dropped.
pub(crate) struct Progress {
    shown: bool,
    begin: Instant,
    last: Instant,
}

impl Progress {
    /// Begins now.
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Self {
            shown: io::stderr().is_terminal(),
            begin: now,
            last: now,
        }
    }

    /// Says where the work is, in these words.
    pub(crate) fn say(&mut self, words: impl FnOnce() -> String) {
        if self.is_due() {
            let _ = write!(io::stderr(), "\r{} \x1b[K", words());
        }
    }

    /// Whether it is time to tell.
    fn is_due(&mut self) -> bool {
        let due = self.shown && self.last.elapsed() >= OFTEN;
        if due {
            self.last = Instant::now();
        }
        due
    }

    /// So many games of all are done; `about` says more of them.
    pub(crate) fn show(&mut self, done: u64, all: u64, about: &str) {
        if !self.is_due() {
            return;
        }
        #[expect(clippy::cast_precision_loss, reason = "shown without decimals")]
        let (played, left) = (done as f64, all.saturating_sub(done) as f64);
        let rate = played / self.begin.elapsed().as_secs_f64();
        let _ = write!(
            io::stderr(),
            "\r{done} of {all} games{}, {rate:.1} a second, {:.0} s left \x1b[K",
            visible(about),
            left / rate
        );
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
