//! Tsoro and its relatives: four rows, relays, and captured seeds leave the board.
//!
#![doc = include_str!("tsoro.md")]

use crate::rulesets::four_rows::{FourRows, Memory, OwnRows, Setup};
use crate::rulesets::prelude::*;

mod file;
mod turn;
mod written;

pub use file::{
    DirectionRule, ExtraAfter, FirstPhase, FirstTurn, From, Goal, LapsOfMove, On, Repetition,
    Rules, Singles, StartPits, Takes, Tsoro,
};

/// Game of the Tsoro family with its tables.
#[derive(Debug, Clone)]
pub struct TsoroGame<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    rows: OwnRows<P>,
    opening: FourRows<P>,
    rules: Rules,
    /// Pits from which the first turn of each player starts, as bits; 0 if it is free (`TS6`).
    first_move: u32,
    /// Maximum number of turns that are counted for each player: 1 if first turns have other rules.
    counted: u8,
}

impl<P: Pits> TsoroGame<P> {
    fn new(layout: Layout, setup: &Setup, rules: &Rules, first_move: u32, stop_pits: u32) -> Self {
        let (columns, directions) = (layout.columns(), layout.directions());
        let has_first_turns = rules.direction == DirectionRule::FirstClockwiseThenOwnChoice
            || rules.first_turn == FirstTurn::Gambit
            || rules.first_phase == FirstPhase::SmallPits
            || first_move != 0;
        Self {
            layout,
            laps: LapTable::new(2 * columns, directions, &[Skip::Nothing]),
            rows: OwnRows::new(columns),
            opening: FourRows::opening(setup, columns, stop_pits),
            rules: rules.clone(),
            first_move,
            counted: u8::from(has_first_turns).max(rules.limit.div_ceil(2) as u8),
        }
    }

    /// Returns the directions in which the player to move may sow (`TS2`, `TS3`).
    #[inline]
    fn directions(&self, position: &FourRows<P>) -> Directions {
        let kept = match self.rules.direction {
            DirectionRule::FirstClockwiseThenOwnChoice
                if position.extra.turns[Player::Mover] == 0 =>
            {
                Some(Direction::Forward)
            }
            DirectionRule::FirstClockwiseThenOwnChoice => position.extra.directions[Player::Mover],
            _ => return self.layout.directions(),
        };
        match kept {
            Some(Direction::Forward) => Directions::Forward,
            Some(Direction::Backward) => Directions::Backward,
            None => Directions::Both,
        }
    }

    /// Returns the state besides seeds after a move from this start (`TS3`, `TS6`, `TS21`).
    #[inline]
    fn remembered(&self, before: &FourRows<P>, start: Start) -> Memory {
        let mut memory = before.extra;
        if self.rules.direction == DirectionRule::FirstClockwiseThenOwnChoice
            && memory.turns[Player::Mover] > 0
        {
            memory.directions[Player::Mover] = Some(start.direction);
        }
        if !self.is_first_phase(before) {
            let turns = memory.turns[Player::Mover].saturating_add(1);
            memory.turns[Player::Mover] = turns.min(self.counted);
        }
        memory
    }

    /// Returns `true` if the player to move still starts from small pits (`TS20`).
    #[inline]
    const fn is_first_phase(&self, position: &FourRows<P>) -> bool {
        // The opponent's captures are seeds of the player to move.
        matches!(self.rules.first_phase, FirstPhase::SmallPits) && position.captured.other() < 2
    }

    /// Returns the pits from which the player to move must start if possible, as bits; 0 if they are free.
    #[inline]
    fn first_choice(&self, position: &FourRows<P>) -> u32 {
        let own = position.own;
        if self.is_first_phase(position) {
            // TS20
            own.filled() & !own.at_least(3)
        } else if position.extra.turns[Player::Mover] > 0 {
            0
        } else if self.rules.first_phase == FirstPhase::SmallPits {
            // TS21
            self.fullest(own)
        } else {
            // TS6
            self.first_move
        }
    }

    /// Returns the front pits from which a gambit can be played, as bits; 0 if none is due (`TS7`).
    #[inline]
    fn gambits(&self, position: &FourRows<P>) -> u32 {
        let due =
            self.rules.first_turn == FirstTurn::Gambit && position.extra.turns[Player::Mover] == 0;
        if due && self.empty_back(position.own) != 0 {
            position.own.at_least(2) & self.rows.front_bits()
        } else {
            0
        }
    }

    /// Returns the empty pits of the back row, as bits.
    #[inline]
    fn empty_back(&self, own: P) -> u32 {
        !own.filled() & self.rows.back_bits()
    }

    /// Returns the filled pits with the most seeds, as bits (`TS21`, `TS22`).
    fn fullest(&self, own: P) -> u32 {
        let most = (0..self.laps.len()).map(|spot| own.get(spot)).max();
        own.at_least(most.unwrap_or(1).max(1))
    }

    /// Returns the filled pit with the most empty pits right behind it, as a bit (`TS22`).
    fn rearmost(&self, own: P, direction: Direction) -> u32 {
        let len = self.laps.len();
        // Twice round from the left end of the back row: the first time only counts the empty pits behind it.
        let (mut found, mut most, mut empty) = (0, 0, 0);
        for step in 0..2 * len {
            let spot = match direction {
                Direction::Forward => (len - 1 + step) % len,
                Direction::Backward => (2 * len - 1 - step) % len,
            };
            empty += 1;
            if own.get(spot) > 0 {
                if step >= len && empty > most {
                    (found, most) = (1 << spot, empty);
                }
                empty = 0;
            }
        }
        found
    }

    /// Returns the pits from which a move may start in this direction, apart from first moves (`TS5`).
    #[inline]
    fn startable(&self, own: P, direction: Direction) -> u32 {
        match self.rules.start {
            StartPits::Any => {}
            StartPits::Rearmost => return self.rearmost(own, direction),
            StartPits::Fullest => return self.fullest(own),
        }
        let (filled, several) = (own.filled(), own.at_least(2));
        // The next pit matters for single seeds only.
        let to_empty = self.rows.before_empty(filled, direction) & !several;
        let to_filled = filled & !to_empty;
        match (self.rules.singles, several) {
            (Singles::LastToFilled, 0) if to_filled != 0 => to_filled,
            (Singles::Free, _)
            | (Singles::Last | Singles::LastToFilled, 0)
            | (Singles::FreeThenToEmpty, 1..) => filled,
            (Singles::Last | Singles::LastToEmpty | Singles::LastToFilled, 1..) => several,
            (Singles::LastToEmpty | Singles::FreeThenToEmpty, 0) => to_empty,
            (Singles::ToEmpty, _) => several | to_empty,
        }
    }
}

impl<P: Pits> Repeating for TsoroGame<P> {
    fn recurrence(&self) -> usize {
        match self.rules.repetition {
            Repetition::ThirdTimeDraws => 3,
            Repetition::None => 0,
        }
    }

    fn repeated(&self, _: &mut FourRows<P>) -> Option<Outcome> {
        // TS18
        Some(Outcome::Draw)
    }
}

impl<P: Pits> Judging for TsoroGame<P> {}

impl<P: Pits> Solving for TsoroGame<P> {}
