//! Cheap polling of a stop callback.

use std::cell::Cell;
use std::ops::ControlFlow;

/// Returns a callback that ends work once no polls are `left`, or once `stop` returns `true`. A limit on polls gives the
/// same results on every machine, unlike one on time.
pub fn limited(left: &Cell<u32>, stop: &dyn Fn() -> bool) -> impl Fn() -> bool {
    move || match left.get() {
        0 => true,
        polls => {
            left.set(polls - 1);
            stop()
        }
    }
}

/// Counter of steps that calls `stop` once in many steps, as a call takes longer than most steps.
#[derive(Debug)]
pub struct Poll {
    left: u32,
    stopped: bool,
}

impl Default for Poll {
    fn default() -> Self {
        Self { left: Self::STEPS, stopped: false }
    }
}

impl Poll {
    /// Steps between two calls. A step plays a few moves at most, and a move takes at most a fifth of a millisecond.
    const STEPS: u32 = 256;

    /// Counts a step; breaks once `stop` returns `true`.
    #[inline]
    pub fn step(&mut self, stop: &dyn Fn() -> bool) -> ControlFlow<()> {
        self.left -= 1;
        if self.left > 0 { ControlFlow::Continue(()) } else { self.ask(stop) }
    }

    /// Counts many steps at once; breaks once `stop` returns `true`.
    #[inline]
    pub fn steps(&mut self, steps: u32, stop: &dyn Fn() -> bool) -> ControlFlow<()> {
        // Keep at least one, so that the next step calls `stop`.
        self.left = self.left.saturating_sub(steps).max(1);
        if self.left > 1 { ControlFlow::Continue(()) } else { self.ask(stop) }
    }

    /// Returns `true` if the last call of `stop` did.
    pub const fn is_stopped(&self) -> bool {
        self.stopped
    }

    #[cold]
    fn ask(&mut self, stop: &dyn Fn() -> bool) -> ControlFlow<()> {
        self.stopped = stop();
        if self.stopped {
            // The next step calls `stop` again.
            self.left = 1;
            return ControlFlow::Break(());
        }
        self.left = Self::STEPS;
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asks_once_in_many_steps_and_stays_stopped() {
        let (asked, mut poll) = (Cell::new(0), Poll::default());
        let third = || {
            asked.set(asked.get() + 1);
            asked.get() >= 3
        };
        let steps = (1..10_000).find(|_| poll.step(&third).is_break());
        assert_eq!(steps, Some(3 * Poll::STEPS));
        assert!(poll.is_stopped() && poll.step(&third).is_break());
        assert_eq!(asked.get(), 4);
    }
}
