//! Choices within a move: who makes them, and how every way through a move is found.

use std::ops::ControlFlow;

use super::{Move, Position, Refusal};
use crate::kernel::board::Direction;
use crate::kernel::sow::Endless;

/// What to do where a move may be stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Stop here.
    Stop,
    /// Go on.
    GoOn,
    /// The same choice in the same state came up before: the move goes in circles and is endless.
    Repeated,
}

/// Someone who makes the choices within a move.
///
/// A turn asks in the order in which the choices come up, and asks the same where the same was chosen
/// before. What was answered is part of the [`Move`].
pub trait Chooser<P> {
    /// Asked once for each place where the move may be stopped.
    ///
    /// `spot` and `direction` tell where the hand is; with `stopped`, the position that stopping leads
    /// to, they tell whether the move goes in circles.
    fn stop(&mut self, spot: u8, direction: Direction, stopped: impl FnOnce() -> P) -> Decision;

    /// Asked where one of several things is to be picked: a pit to capture, a place for a seed.
    ///
    /// The answer is less than `options`. With one option or none there is nothing to ask: it is 0.
    ///
    /// # Errors
    ///
    /// [`Endless`] where a single move would have more than [`MOST_PICKS`] ways.
    fn pick(&mut self, options: u16) -> Result<u16, Endless>;
}

/// In how many ways the picks of a single start may be made.
pub const MOST_PICKS: u32 = 1 << 14;

/// Packs picks into one number: the first is the lowest digit, each digit with its own base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Packed {
    base: u32,
    number: u32,
}

impl Packed {
    const NOTHING: Self = Self { base: 1, number: 0 };

    /// Adds a digit below `options`.
    fn push(&mut self, digit: u16, options: u16) -> Result<(), Endless> {
        self.number += u32::from(digit) * self.base;
        self.base = self.base.saturating_mul(u32::from(options));
        if self.base > MOST_PICKS {
            return Err(Endless);
        }
        Ok(())
    }
}

/// Makes the choices of one given move.
#[derive(Debug, Clone, Copy)]
pub struct Fixed {
    /// How often it still goes on where it may stop.
    to_go: u16,
    /// The picks that are not made yet.
    picks: u32,
    base: u32,
    /// How often it was asked whether to stop, and what to pick.
    asked: [u32; 2],
}

impl Fixed {
    /// Stops wherever it may, and picks the first of everything.
    #[must_use]
    #[inline]
    pub const fn first() -> Self {
        Self {
            to_go: 0,
            picks: 0,
            base: 1,
            asked: [0; 2],
        }
    }

    /// The choices of this move.
    #[must_use]
    #[inline]
    pub const fn of(mv: Move) -> Self {
        Self {
            to_go: mv.gone_on,
            picks: mv.picks,
            ..Self::first()
        }
    }

    /// Whether every choice came up, so that it was this move and no other that was played.
    #[must_use]
    #[inline]
    pub const fn came_up(self) -> bool {
        self.to_go == 0 && self.picks == 0
    }

    /// How often it was asked whether to stop, and how often what to pick.
    #[must_use]
    #[inline]
    pub const fn asked(self) -> [u32; 2] {
        self.asked
    }
}

impl<P> Chooser<P> for Fixed {
    #[inline]
    fn stop(&mut self, _spot: u8, _way: Direction, _stopped: impl FnOnce() -> P) -> Decision {
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
        let mut packed = Packed {
            base: self.base,
            number: 0,
        };
        packed.push(0, options)?;
        self.base = packed.base;
        let options = u32::from(options);
        let first = self.picks % options;
        self.picks /= options;
        Ok(first as u16)
    }
}

/// Finds every way through the moves of one start: shows each stopped move and goes on, and plays the
/// turn anew for every other thing that can be picked.
pub(super) struct Every<'a, P> {
    /// The move so far.
    mv: Move,
    visit: &'a mut dyn FnMut(Move, &P) -> ControlFlow<()>,
    /// What is picked in this run, and out of how many.
    picks: Vec<(u16, u16)>,
    /// How many picks were made in this run.
    made: usize,
    packed: Packed,
    /// Moves stopped before so many picks were shown in an earlier run.
    fresh_from: usize,
    /// The states in which the move could be stopped.
    met: Vec<(u8, Direction, P)>,
    found: Found,
    flow: ControlFlow<()>,
}

/// What the ways through the moves of one start came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Found {
    /// Whether there is a legal move.
    pub legal: bool,
    /// Whether a way never ends (`G3`).
    pub endless: bool,
}

impl<'a, P: Position> Every<'a, P> {
    /// Shows every move that begins as `mv` does; tells what there was.
    pub(super) fn show(
        mv: Move,
        visit: &'a mut dyn FnMut(Move, &P) -> ControlFlow<()>,
        turn: &mut dyn FnMut(&mut Self) -> Result<P, Refusal>,
    ) -> ControlFlow<(), Found> {
        let mut every = Self {
            mv,
            visit,
            picks: Vec::new(),
            made: 0,
            packed: Packed::NOTHING,
            fresh_from: 0,
            met: Vec::new(),
            found: Found::default(),
            flow: ControlFlow::Continue(()),
        };
        loop {
            let played = turn(&mut every);
            every.flow?;
            match played {
                Ok(position) => every.see(&position)?,
                Err(refusal) => every.found.endless |= refusal == Refusal::Endless,
            }
            if !every.next_run() {
                return ControlFlow::Continue(every.found);
            }
        }
    }

    /// Shows the move as it is now.
    fn see(&mut self, position: &P) -> ControlFlow<()> {
        self.found.legal = true;
        self.mv.picks = self.packed.number;
        (self.visit)(self.mv, position)
    }

    /// Makes ready for the next way to pick; `false` if there is none.
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
    fn stop(&mut self, spot: u8, way: Direction, stopped: impl FnOnce() -> P) -> Decision {
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
