//! State of one game of a batch: playing actions and writing observations.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::space::Part;
use super::{Open, Scope, Space};
use crate::variant::{AnyPosition, AnyVariant, Position};

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

#[derive(Debug, Clone, Copy)]
pub(super) struct GameState {
    pub(super) position: AnyPosition,
    pub(super) plies: u32,
    pub(super) part: Part,
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
    /// Notes an action. If it completes a move, advances like [`Game::play`](crate::Game::play), but without the
    /// repetition rule.
    #[inline]
    pub(super) fn act(&self, state: &mut GameState, open: &mut Open, action: u8) {
        let chosen = (&mut state.part, &mut *open);
        let selected = self.space.select(&state.position, chosen, action);
        let Some((_, after)) = selected else { return };
        let before = std::mem::replace(&mut state.position, after);
        state.plies += 1;
        if state.part.chosen != 0 {
            state.part = Part::default();
        }
        if state.position.status().result.is_none() {
            (state.part.tier, *open) = Open::of(&*self.variant, self.space.tiers, &state.position);
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
        let open;
        (state.part.tier, open) = Open::of(&*self.variant, self.space.tiers, &state.position);
        (state, open)
    }
}
