//! State of one game of a batch: playing actions and writing observations.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::actions::{digits, group};
use super::{Open, Scope, Space};
use crate::text::notation::legal_ways;
use crate::variant::{AnyPosition, AnyVariant, Fixed, Move, Position, Start};

/// Settings of a batch.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Terms {
    /// Number of moves after which a game is truncated.
    pub ply_limit: u32,
    /// Whether a game that is over restarts in the same step.
    pub restart: bool,
    /// Random seed.
    pub seed: u64,
    /// Number of random moves that open each game.
    pub opening_plies: u32,
    /// Whether the actions of each game are recorded.
    pub records: bool,
    /// Maximum number of threads.
    pub threads: usize,
    /// Actions and observations.
    pub scope: Scope,
}

/// State of one game.
#[derive(Debug, Clone, Copy)]
pub(super) struct GameState {
    pub(super) position: AnyPosition,
    pub(super) plies: u32,
    /// Tier of the legal moves.
    pub(super) tier: u8,
    /// Chosen start with several continuations (its action + 1), else 0.
    pub(super) chosen: u8,
    /// Index of the first continuation left, and number of continuations left.
    pub(super) directions: [u32; 2],
    pub(super) terminated: bool,
    pub(super) truncated: bool,
}

impl GameState {
    pub(super) const fn is_over(&self) -> bool {
        self.terminated || self.truncated
    }
}

/// Data shared by all games of a batch.
#[derive(Clone)]
pub(super) struct Common {
    pub(super) variant: Arc<dyn AnyVariant>,
    pub(super) space: Space,
    /// Length of an observation.
    pub(super) width: usize,
    pub(super) opening: (GameState, Open),
    pub(super) terms: Terms,
}

impl Common {
    /// Plays an open action.
    #[inline]
    pub(super) fn act(&self, state: &mut GameState, open: &mut Open, action: u8) {
        let Some(start) = self.space.actions.start(action) else {
            self.act_otherwise(state, open, action);
            return;
        };
        let mut first = Fixed::first();
        let turn = self
            .variant
            .turn(&state.position, state.tier, start, &mut first, None);
        if first.asked() != [0, 0] {
            self.choose_among(state, open, start);
        } else if let Ok(after) = turn {
            self.advance(state, open, after);
        }
    }

    /// Passes, swaps, or selects a continuation.
    #[inline(never)]
    fn act_otherwise(&self, state: &mut GameState, open: &mut Open, action: u8) {
        let start = state.chosen.checked_sub(1);
        let Some(start) = start.and_then(|start| self.space.actions.start(start)) else {
            if let Some(after) = self.variant.pass(&state.position) {
                self.advance(state, open, after);
            }
            return;
        };
        let [first, count] = state.directions;
        let digit = action.saturating_sub(self.space.actions.first_digit());
        let size = group(count);
        let passed = u32::from(digit) * size;
        state.directions = [first + passed, size.min(count.saturating_sub(passed))];
        self.choose_among(state, open, start);
    }

    /// Plays the only continuation left, or asks for another digit.
    #[inline(never)]
    fn choose_among(&self, state: &mut GameState, open: &mut Open, start: Start) {
        let position = &state.position;
        if state.directions[1] > 1 {
            *open = digits(state.directions[1]);
            return;
        }
        let directions = legal_ways(&*self.variant, position, Move::new(state.tier, start));
        if state.chosen == 0 && directions.len() > 1 {
            state.chosen = self.space.actions.number(start) + 1;
            state.directions = [0, directions.len() as u32];
            *open = digits(state.directions[1]);
        } else if let Some(way) = directions.get(state.directions[0] as usize) {
            let after = self.variant.make(position, way.mv, &mut |_| ());
            self.advance(state, open, after.unwrap_or(way.after));
        }
    }

    /// Advances to the position after a move like [`Game::play`](crate::Game::play), but without the repetition rule.
    #[inline]
    fn advance(&self, state: &mut GameState, open: &mut Open, after: AnyPosition) {
        let before = std::mem::replace(&mut state.position, after);
        state.plies += 1;
        if state.chosen != 0 {
            (state.chosen, state.directions) = (0, [0, 0]);
        }
        if state.position.status().result.is_none() {
            (state.tier, *open) = Open::of(&*self.variant, self.space.tiers, &state.position);
            if open.is_empty() {
                let result = self.variant.stuck(Some(&before), &state.position);
                state.position.status_mut().result = Some(result);
            }
        }
        self.close(state, open);
    }

    /// Updates the flags for the end of a game.
    #[inline]
    pub(super) fn close(&self, state: &mut GameState, open: &mut Open) {
        state.terminated = state.position.status().result.is_some();
        state.truncated = !state.terminated && state.plies >= self.terms.ply_limit;
        if state.is_over() {
            *open = Open::default();
        }
    }

    /// Returns a game at its start, with its open actions.
    pub(super) fn settled(&self, mut state: GameState) -> (GameState, Open) {
        state.terminated = state.position.status().result.is_some();
        if state.terminated {
            return (state, Open::default());
        }
        let (tier, open) = Open::of(&*self.variant, self.space.tiers, &state.position);
        (GameState { tier, ..state }, open)
    }
}
