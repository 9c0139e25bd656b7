//! Asks whether work is to stop, often enough and not too often.

use std::ops::ControlFlow;

/// A count of steps, so that `stop` is asked once in many: asking takes longer than most steps.
#[derive(Debug)]
pub struct Glance {
    left: u32,
    stopped: bool,
}

impl Default for Glance {
    fn default() -> Self {
        Self {
            left: Self::STEPS,
            stopped: false,
        }
    }
}

impl Glance {
    /// Steps between two questions. A step makes a few moves at most, and a move takes a fifth of a millisecond at most.
    const STEPS: u32 = 256;

    /// Counts a step; breaks once `stop` says yes.
    #[inline]
    pub fn step(&mut self, stop: &dyn Fn() -> bool) -> ControlFlow<()> {
        self.left -= 1;
        if self.left > 0 {
            return ControlFlow::Continue(());
        }
        self.ask(stop)
    }

    /// Counts many steps at once; breaks once `stop` says yes.
    #[inline]
    pub fn steps(&mut self, steps: u32, stop: &dyn Fn() -> bool) -> ControlFlow<()> {
        // One is left at least, so that the next step asks.
        self.left = self.left.saturating_sub(steps).max(1);
        if self.left > 1 {
            return ControlFlow::Continue(());
        }
        self.ask(stop)
    }

    /// Returns `true` if `stop` said yes when it was last asked.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        self.stopped
    }

    #[cold]
    fn ask(&mut self, stop: &dyn Fn() -> bool) -> ControlFlow<()> {
        self.stopped = stop();
        if self.stopped {
            // The next step asks again.
            self.left = 1;
            return ControlFlow::Break(());
        }
        self.left = Self::STEPS;
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::Glance;

    #[test]
    fn asks_once_in_many_steps_and_stays_stopped() {
        let (asked, mut glance) = (Cell::new(0), Glance::default());
        let third = || {
            asked.set(asked.get() + 1);
            asked.get() >= 3
        };
        let steps = (1..10_000).find(|_| glance.step(&third).is_break());
        assert_eq!(steps, Some(3 * Glance::STEPS));
        assert!(glance.is_stopped() && glance.step(&third).is_break());
        assert_eq!(asked.get(), 4);
    }
}
