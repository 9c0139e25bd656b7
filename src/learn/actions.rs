//! Moves as numbers: first the start, then the continuation.

use crate::game::Game;
use crate::kernel::board::{Direction, Side};
use crate::kernel::dice::Dice;
use crate::kernel::event::Place;
use crate::kernel::layout::{Layout, Ways};
use crate::kernel::start::{Start, Starts};
use crate::text::notation::{Legal, legal_moves};
use crate::variant::Move;

/// Base of the digits that select one of several continuations of a start.
pub const BASE: u8 = 16;

/// Action space of a board, the same for both players.
#[derive(Debug, Clone)]
pub struct Actions {
    /// Start of each action; `None` if the pit is on no ring.
    starts: Vec<Option<Start>>,
    /// Action of each start, by spot, forward before backward.
    numbers: [u8; 64],
}

/// Actions that are open to the player to move.
#[derive(Debug, Clone, Copy, Default)]
pub struct Open {
    /// Starts of legal moves.
    pub starts: Starts,
    /// Number of continuations to choose among after a start, as far as one action selects.
    pub digits: u8,
    /// Whether the only move is a pass, or the player may swap.
    pub pass: bool,
}

impl Open {
    /// Returns `true` if no action is open.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.starts.is_empty() && self.digits == 0 && !self.pass
    }
}

impl Game {
    /// Returns each legal move with the action that starts it.
    pub fn actions(&self) -> Vec<(u8, String)> {
        let actions = Actions::new(self.layout());
        let numbered = |legal: Legal| match legal.mv {
            Move::PASS | Move::SWAP => (actions.pass(), legal.text),
            mv => (actions.number(mv.start), legal.text),
        };
        let moves = legal_moves(self.variant(), self.position(), &|| false).into_iter();
        moves.map(numbered).collect()
    }
}

impl Actions {
    /// Creates the actions of a board.
    pub fn new(layout: &Layout) -> Self {
        let (side, two_ways) = (layout.pits_a_side(), layout.ways() == Ways::Both);
        let mut actions = Self {
            starts: vec![None; usize::from(side) * if two_ways { 4 } else { 2 }],
            numbers: [0; 64],
        };
        for start in Starts::new(u32::MAX, u32::MAX) {
            let pit = layout.pit(Side::South, Place::Ring(start.spot));
            if let Some(pit) = pit.filter(|_| layout.ways().allow(start.direction)) {
                let across = if pit.owner == Side::South { 0 } else { side };
                let back = two_ways && start.direction == Direction::Backward;
                let number = pit.spot + across + if back { 2 * side } else { 0 };
                actions.numbers[Self::place(start)] = number;
                actions.starts[usize::from(number)] = Some(start);
            }
        }
        actions
    }

    #[inline]
    const fn place(start: Start) -> usize {
        (start.spot & 31) as usize + 32 * start.direction as usize
    }

    /// Returns the number of actions, all digits included: at most 145.
    #[inline]
    pub fn count(&self) -> u8 {
        self.first_digit() + BASE
    }

    /// Returns the action that passes, or swaps if a swap is open.
    #[inline]
    pub fn pass(&self) -> u8 {
        self.starts.len() as u8
    }

    /// Returns the action of the first digit, which is also the number of actions before it.
    #[inline]
    pub fn first_digit(&self) -> u8 {
        self.pass() + 1
    }

    /// Returns the action of a start.
    #[inline]
    pub fn number(&self, start: Start) -> u8 {
        self.numbers[Self::place(start)]
    }

    /// Returns the start of an action; `None` for a pass and for digits.
    #[inline]
    pub fn start(&self, action: u8) -> Option<Start> {
        self.starts.get(usize::from(action)).copied().flatten()
    }

    /// Returns `true` if the action is open.
    #[inline]
    pub fn allows(&self, open: Open, action: u8) -> bool {
        match self.start(action) {
            Some(start) => open.starts.contains(start),
            None if action == self.pass() => open.pass,
            None => {
                let digit = action.checked_sub(self.first_digit());
                digit.is_some_and(|digit| digit < open.digits)
            }
        }
    }

    /// Writes a mask with one entry per action: 1 if it is open, else 0.
    #[inline]
    pub fn mask(&self, open: Open, row: &mut [i8]) {
        row.fill(0);
        for start in open.starts {
            row[usize::from(self.number(start))] = 1;
        }
        if open.pass {
            row[usize::from(self.pass())] = 1;
        }
        for digit in 0..open.digits {
            row[usize::from(self.first_digit() + digit)] = 1;
        }
    }

    /// Draws an open action uniformly at random; 0 if there is none.
    #[must_use]
    #[inline]
    pub fn draw(&self, open: Open, dice: &mut Dice) -> u8 {
        let starts = open.starts.len();
        if starts > 0 && open.pass && dice.below(starts + 1) == starts {
            self.pass()
        } else if starts > 0 {
            self.number(open.starts.draw(dice))
        } else if open.digits > 0 {
            self.first_digit() + dice.below(open.digits.into()) as u8
        } else if open.pass {
            self.pass()
        } else {
            0
        }
    }
}
