//! Moves as numbers: first the start, then the continuation.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::kernel::{Dice, Direction, Directions, Layout, Place, Side, Start, Starts, Swap};
use crate::variant::{AnyPosition, AnyVariant, Choices, Fixed, Move, Offer, Possible};

/// Base of the digits that select one of several continuations of a start.
pub const BASE: u8 = 16;

/// Settings of actions and observations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// Whether only actions are numbered that the rules may allow in some position.
    pub possible_only: bool,
    /// Whether observations contain repetitions, where these end a game: for each open action, how often the position
    /// after it has occurred.
    pub repetitions: bool,
}

impl Scope {
    /// Returns the number of repetitions in an observation.
    pub(super) fn repetitions(self, variant: &dyn AnyVariant, actions: &Actions) -> usize {
        if self.repetitions && variant.recurrence() > 0 { actions.count().into() } else { 0 }
    }
}

/// Action space of a variant, the same for both players.
#[derive(Debug, Clone)]
pub struct Actions {
    /// Start of each action; `None` if the pit is on no ring.
    starts: Vec<Option<Start>>,
    /// Action of each start, by spot, forward before backward.
    numbers: [u8; 64],
    /// Number of actions to pass, 0 or 1.
    passes: u8,
    digits: u8,
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

/// Error for an action that is not open.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("action {action} is not legal in game {game}, expected one of {legal:?}")]
pub struct Illegal {
    /// Index of the game, from 0.
    pub game: usize,
    /// Rejected action.
    pub action: i64,
    /// Actions that are open in that game.
    pub legal: Vec<u8>,
}

impl Open {
    /// Returns `true` if no action is open.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.starts.is_empty() && self.digits == 0 && !self.pass
    }

    /// Returns the tier of the legal moves, and the open actions.
    #[inline]
    pub(super) fn of(variant: &dyn AnyVariant, tiers: u8, position: &AnyPosition) -> (u8, Self) {
        for tier in 0..tiers {
            let offer = variant.offer(position, tier);
            let mut starts = offer.starts;
            if !starts.is_empty() && !offer.sure {
                starts = legal(variant, position, tier, offer);
            }
            if !starts.is_empty() {
                let open = Self { starts, pass: position.swap() == Swap::Open, ..Self::default() };
                return (tier, open);
            }
        }
        (0, Self { pass: variant.pass(position).is_some(), ..Self::default() })
    }
}

fn legal(variant: &dyn AnyVariant, position: &AnyPosition, tier: u8, offer: Offer) -> Starts {
    let mut legal = offer.starts;
    for start in offer.starts {
        let mut first = Fixed::first();
        let turn = variant.turn(position, tier, start, &mut first, None);
        let another = || {
            let mv = Move::new(tier, start);
            let stop = &mut |_, _: &AnyPosition| ControlFlow::Break(());
            variant.each_way(position, mv, stop).is_break()
        };
        let chosen = offer.choices != Choices::None && first.asked() != [0, 0];
        if turn.is_err() && !(chosen && another()) {
            legal.remove(start);
        }
    }
    legal
}

impl Actions {
    /// Creates the actions of a variant: those of its board, or only those that its rules may allow
    /// ([`Possible`]).
    pub fn new(variant: &dyn AnyVariant, possible_only: bool) -> Self {
        let layout = variant.layout();
        let possible = if possible_only { variant.properties().possible } else { Possible::ANY };
        let side = layout.pits_a_side();
        let two_ways = layout.directions() == Directions::Both;
        let mut actions = Self {
            starts: vec![None; usize::from(side) * if two_ways { 4 } else { 2 }],
            numbers: [0; 64],
            passes: possible.pass.into(),
            digits: if possible.choices { BASE } else { 0 },
        };
        for start in possible.starts {
            let pit = layout.pit(Side::South, Place::Ring(start.spot));
            if let Some(pit) = pit.filter(|_| layout.directions().allow(start.direction)) {
                let across = if pit.owner == Side::South { 0 } else { side };
                let back = two_ways && start.direction == Direction::Backward;
                let number = pit.spot + across + if back { 2 * side } else { 0 };
                actions.starts[usize::from(number)] = Some(start);
            }
        }
        if possible_only {
            actions.starts.retain(Option::is_some);
        }
        for (number, start) in (0..).zip(&actions.starts) {
            if let Some(start) = start {
                actions.numbers[Self::place(*start)] = number;
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
        self.first_digit() + self.digits
    }

    /// Returns the action that passes, or swaps if a swap is open; where neither is possible, no action has this meaning.
    #[inline]
    pub fn pass(&self) -> u8 {
        self.starts.len() as u8
    }

    /// Returns the action of the first digit, which is also the number of actions before it.
    #[inline]
    pub fn first_digit(&self) -> u8 {
        self.pass() + self.passes
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

    /// Returns the name of each action, as if the player to move were South.
    pub fn names(&self, layout: &Layout) -> Vec<String> {
        let start = |start: &Option<Start>| {
            let place = start.map(|start| (start, layout.start_pit(Side::South, start)));
            let two_ways = layout.directions() == Directions::Both;
            place.map_or_else(
                || "-".to_owned(),
                |(start, pit)| match start.direction {
                    _ if !two_ways => layout.name(pit),
                    way => format!("{} {way}", layout.name(pit)),
                },
            )
        };
        let mut names: Vec<String> = self.starts.iter().map(start).collect();
        names.extend((0..self.passes).map(|_| "pass or swap".to_owned()));
        names.extend((1..=self.digits).map(|digit| format!("way {digit}")));
        names
    }

    /// Returns the open actions in order.
    pub fn list(&self, open: Open) -> Vec<u8> {
        (0..self.count()).filter(|&action| self.allows(open, action)).collect()
    }

    /// Returns `true` if the action is open.
    #[inline]
    pub fn allows(&self, open: Open, action: u8) -> bool {
        match self.start(action) {
            Some(start) => open.starts.contains(start),
            None if action < self.first_digit() => open.pass && action == self.pass(),
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

/// Returns the size of the groups of continuations of which one digit selects one.
pub(super) fn group(directions: u32) -> u32 {
    let mut size = 1;
    while size * u32::from(BASE) < directions {
        size *= u32::from(BASE);
    }
    size
}

/// Returns the open digits for choosing among this many continuations.
pub(super) fn digits(directions: u32) -> Open {
    Open { digits: directions.div_ceil(group(directions)) as u8, ..Open::default() }
}
