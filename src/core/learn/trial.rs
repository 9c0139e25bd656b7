//! Copies of games of a batch, to try actions on.

use super::batch::Table;
use super::history::History;
use super::pool::Pool;
use super::state::{Common, GameState};
use super::{Batch, Open};
use crate::kernel::Side;
use crate::variant::{Outcome, Position};

/// Copy of a game of a batch.
#[derive(Debug, Clone)]
pub struct Trial {
    state: GameState,
    open: Open,
    history: Option<History>,
}

/// Rules of the copies; the length of games is not limited.
pub struct Trials {
    common: Common,
}

impl Batch {
    /// Copies all games, with threads to play them on.
    pub(crate) fn trials(&self) -> (Trials, Vec<Trial>, Pool) {
        let mut common = self.common.clone();
        common.terms.ply_limit = u32::MAX;
        let pool = Pool::new(common.terms.threads);
        let trial = |game| Trial {
            state: self.states[game],
            open: self.open[game],
            history: self.histories.get(game).cloned(),
        };
        (Trials { common }, (0..self.states.len()).map(trial).collect(), pool)
    }
}

impl Trial {
    /// Returns the player to move.
    pub fn to_move(&self) -> Side {
        self.state.position.status().to_move
    }

    /// Returns the result, if the game has ended.
    pub fn result(&self) -> Option<Outcome> {
        self.state.position.status().result
    }

    /// Returns `true` if no action is open.
    pub fn is_over(&self) -> bool {
        self.open.is_empty()
    }
}

impl Trials {
    /// Returns the length of an observation and the number of actions.
    pub fn shape(&self) -> [usize; 2] {
        [self.common.width, self.actions()]
    }

    /// Returns the number of actions.
    pub fn actions(&self) -> usize {
        self.common.space.actions.count().into()
    }

    /// Returns the open actions in order.
    pub fn list(&self, trial: &Trial) -> Vec<u8> {
        self.common.space.actions.list(trial.open)
    }

    /// Plays an open action.
    pub fn act(&self, trial: &mut Trial, action: u8) {
        let mut table = Table {
            state: &mut trial.state,
            open: &mut trial.open,
            history: trial.history.as_mut(),
            record: None,
        };
        self.common.play(&mut table, action);
    }

    /// Writes the observation of the player to move and the mask of each copy, a row for each.
    pub fn show_all<'a>(
        &self,
        trials: impl Iterator<Item = &'a Trial>,
        observations: &mut [i32],
        masks: &mut [i8],
    ) {
        let [width, actions] = self.shape();
        let rows = observations.chunks_mut(width).zip(masks.chunks_mut(actions));
        for (trial, (row, mask)) in trials.zip(rows) {
            self.common.observe((&trial.state, trial.open, trial.history.as_ref()), row);
            self.common.space.actions.mask(trial.open, mask);
        }
    }
}
