//! Choices within a move: the callback that makes them, and the enumeration of all ways to complete a move.

use std::ops::ControlFlow;

use super::{Move, Position, TurnError};
use crate::kernel::{Choice, Direction, Endless, Next, Observer};

/// Decision at a place where a move may be stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Stop here.
    Stop,
    /// Go on.
    GoOn,
    /// A choice in the same state came up before, so the move is a cycle and endless.
    Repeated,
}

/// Callback that makes the choices within a turn.
///
/// A turn calls it in the order in which the choices come up. The same answers always lead to the same next call. The
/// answers are part of the [`Move`].
pub trait Chooser<P> {
    /// Decides at a place where the move may be stopped; called once for each.
    ///
    /// `spot` and `direction` are those of the hand. Together with `stopped`, the position after stopping, they show
    /// whether the move is a cycle.
    fn stop(&mut self, spot: u8, direction: Direction, stopped: &dyn Fn() -> P) -> Decision;

    /// Picks one of several options: a pit to capture, a place for a seed.
    ///
    /// Returns a number below `options`. If there is at most one option, it returns 0 without a choice.
    ///
    /// # Errors
    ///
    /// [`Endless`] if a single start would have more than [`MOST_PICKS`] combinations of picks.
    fn pick(&mut self, options: u16) -> Result<u16, Endless>;
}

impl<P> Chooser<P> for &mut dyn Chooser<P> {
    fn stop(&mut self, spot: u8, direction: Direction, stopped: &dyn Fn() -> P) -> Decision {
        (**self).stop(spot, direction, stopped)
    }

    fn pick(&mut self, options: u16) -> Result<u16, Endless> {
        (**self).pick(options)
    }
}

/// Lets the player stop in this pit, and reports the decision; returns the end of the move, or `None` if it goes on.
///
/// `stopped` returns the position after stopping.
#[inline]
pub fn may_stop<P>(
    chooser: &mut impl Chooser<P>,
    observer: &mut impl Observer,
    spot: u8,
    direction: Direction,
    stopped: impl Fn() -> P,
) -> Option<Next> {
    match chooser.stop(spot, direction, &stopped) {
        Decision::Repeated => Some(Next::Endless),
        Decision::Stop => {
            observer.chose(Choice::Stop);
            Some(Next::Stop)
        }
        Decision::GoOn => {
            observer.chose(Choice::GoOn);
            None
        }
    }
}

/// Maximum number of combinations of picks from a single start.
pub const MOST_PICKS: u32 = 1 << 14;

/// Picks packed into one number: the first is the lowest digit, and each digit has its own base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Packed {
    base: u32,
    number: u32,
}

impl Packed {
    const NOTHING: Self = Self { base: 1, number: 0 };

    /// Appends a digit below `options`.
    fn push(&mut self, digit: u16, options: u16) -> Result<(), Endless> {
        self.number += u32::from(digit) * self.base;
        self.base = self.base.saturating_mul(u32::from(options));
        if self.base > MOST_PICKS { Err(Endless) } else { Ok(()) }
    }
}

/// Chooser that makes the choices of a given move.
#[derive(Debug, Clone, Copy)]
pub struct Fixed {
    /// Number of times that the player still chooses to go on.
    to_go: u16,
    /// Picks not made yet.
    picks: u32,
    base: u32,
    /// Number of calls of `stop`, and of `pick` with several options.
    asked: [u32; 2],
}

impl Fixed {
    /// Creates a chooser that always stops and picks the first option.
    #[inline]
    pub const fn first() -> Self {
        Self { to_go: 0, picks: 0, base: 1, asked: [0; 2] }
    }

    /// Creates a chooser for this move.
    #[inline]
    pub const fn of(mv: Move) -> Self {
        Self { to_go: mv.gone_on, picks: mv.picks, ..Self::first() }
    }

    /// Returns `true` if every choice of the move came up, so the turn played was exactly this move.
    #[inline]
    pub const fn came_up(self) -> bool {
        self.to_go == 0 && self.picks == 0
    }

    /// Returns the number of calls of `stop`, and of `pick` with several options.
    #[inline]
    pub const fn asked(self) -> [u32; 2] {
        self.asked
    }
}

impl<P> Chooser<P> for Fixed {
    #[inline]
    fn stop(&mut self, _spot: u8, _way: Direction, _stopped: &dyn Fn() -> P) -> Decision {
        self.asked[0] += 1;
        match self.to_go.checked_sub(1) {
            None => Decision::Stop,
            Some(left) => {
                self.to_go = left;
                Decision::GoOn
            }
        }
    }

    #[inline]
    fn pick(&mut self, options: u16) -> Result<u16, Endless> {
        if options < 2 {
            return Ok(0);
        }
        self.asked[1] += 1;
        let mut packed = Packed { base: self.base, number: 0 };
        packed.push(0, options)?;
        self.base = packed.base;
        let options = u32::from(options);
        let first = self.picks % options;
        self.picks /= options;
        Ok(first as u16)
    }
}

/// Enumerates all moves from one start: visits each stopped move and goes on, and repeats the turn for every other
/// combination of picks.
pub(super) struct Every<'a, P> {
    /// Move so far.
    mv: Move,
    visit: &'a mut dyn FnMut(Move, &P) -> ControlFlow<()>,
    /// Picks of this run, each with its number of options.
    picks: Vec<(u16, u16)>,
    /// Number of picks made in this run.
    made: usize,
    packed: Packed,
    /// Moves stopped before this number of picks were visited in an earlier run.
    fresh_from: usize,
    /// States in which the move could be stopped.
    met: Vec<(u8, Direction, P)>,
    found: Enumeration,
    flow: ControlFlow<()>,
}

/// Result of the enumeration of the moves from one start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Enumeration {
    /// Set if there is a legal move.
    pub legal: bool,
    /// Set if one way never ends (`G3`).
    pub endless: bool,
}

impl<'a, P: Position> Every<'a, P> {
    /// Visits every way to complete the move `mv` and reports what was found.
    pub(super) fn show(
        mv: Move,
        visit: &'a mut dyn FnMut(Move, &P) -> ControlFlow<()>,
        turn: &mut dyn FnMut(&mut Self) -> Result<P, TurnError>,
    ) -> ControlFlow<(), Enumeration> {
        let mut every = Self {
            mv,
            visit,
            picks: Vec::new(),
            made: 0,
            packed: Packed::NOTHING,
            fresh_from: 0,
            met: Vec::new(),
            found: Enumeration::default(),
            flow: ControlFlow::Continue(()),
        };
        loop {
            let played = turn(&mut every);
            every.flow?;
            match played {
                Ok(position) => every.see(&position)?,
                Err(refusal) => every.found.endless |= refusal == TurnError::Endless,
            }
            if !every.next_run() {
                return ControlFlow::Continue(every.found);
            }
        }
    }

    fn see(&mut self, position: &P) -> ControlFlow<()> {
        self.found.legal = true;
        self.mv.picks = self.packed.number;
        (self.visit)(self.mv, position)
    }

    /// Prepares the next combination of picks; `false` if there is none.
    fn next_run(&mut self) -> bool {
        self.picks.truncate(self.made);
        while let Some((picked, options)) = self.picks.pop() {
            if picked + 1 < options {
                self.picks.push((picked + 1, options));
                break;
            }
        }
        self.fresh_from = self.picks.len();
        self.made = 0;
        self.packed = Packed::NOTHING;
        self.mv.gone_on = 0;
        self.met.clear();
        !self.picks.is_empty()
    }
}

impl<P: Position> Chooser<P> for Every<'_, P> {
    fn stop(&mut self, spot: u8, way: Direction, stopped: &dyn Fn() -> P) -> Decision {
        let state = (spot, way, stopped());
        if self.met.contains(&state) || self.mv.gone_on == u16::MAX {
            return Decision::Repeated;
        }
        if self.made >= self.fresh_from {
            self.flow = self.see(&state.2);
            if self.flow.is_break() {
                return Decision::Stop;
            }
        }
        self.met.push(state);
        self.mv.gone_on += 1;
        Decision::GoOn
    }

    fn pick(&mut self, options: u16) -> Result<u16, Endless> {
        if options < 2 {
            return Ok(0);
        }
        if self.made == self.picks.len() {
            self.picks.push((0, options));
        }
        let (picked, _) = self.picks[self.made];
        self.packed.push(picked, options)?;
        self.made += 1;
        Ok(picked)
    }
}
