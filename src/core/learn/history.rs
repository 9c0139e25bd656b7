//! History of a game, for rules about repeated positions.
//!
//! A batch steps thousands of games in turn, so each history must be fetched from memory. It therefore stores one byte
//! per action, and replays them only if a position may have recurred, which is rare.

use super::Open;
use super::state::{Common, GameState};
use crate::variant::{AnyPosition, Position};

/// Number of actions that are stored; after more of them without an irreversible one, positions are stored instead.
const MOST_ACTIONS: usize = 32;

/// Value of `count` that marks a history of positions.
const POSITIONS: u8 = u8::MAX;

/// History of a game since its last irreversible move.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    /// Part of the key of the position before each action. Entries left from earlier actions do no harm.
    keys: [u16; MOST_ACTIONS],
    actions: [u8; MOST_ACTIONS],
    count: u8,
    /// Key of the current position, if known.
    key: Option<u64>,
    /// State of the game before the first action.
    from: Option<GameState>,
    past: Vec<AnyPosition>,
}

#[inline]
const fn part(key: u64) -> u16 {
    (key >> 48) as u16
}

impl History {
    /// Creates the history of a game after these positions.
    pub(super) fn of_positions(past: Vec<AnyPosition>) -> Self {
        Self { count: POSITIONS, past, ..Self::default() }
    }

    /// Clears the history but keeps its allocation.
    #[inline]
    pub(super) const fn clear(&mut self) {
        self.count = 0;
        self.key = None;
    }
}

impl Common {
    /// Stores an action before it is played.
    #[inline]
    pub(super) fn note(&self, history: &mut History, state: &GameState, action: u8) {
        let place = usize::from(history.count);
        if place == 0 {
            history.from = Some(*state);
        }
        if place < MOST_ACTIONS {
            let known = *history.key.get_or_insert_with(|| self.variant.key(&state.position));
            history.keys[place] = part(known);
            history.actions[place] = action;
            history.count += 1;
        } else if history.count != POSITIONS {
            self.remember_positions(history);
        }
    }

    /// Ends the game if the position occurred before and the rules end the game by repetition.
    #[inline]
    pub(super) fn recall(
        &self,
        state: &mut GameState,
        open: &mut Open,
        history: &mut History,
        before: &AnyPosition,
    ) {
        let after = state.position;
        if self.variant.never_returns(before, &after) {
            history.clear();
        } else if after.status().result.is_none()
            && self.go(history, before, &after) >= self.variant.recurrence()
        {
            state.position.status_mut().result = self.variant.repeated(&mut state.position);
            self.close(state, open);
        }
    }

    /// Advances to the next position and returns how often that has occurred, including now.
    #[inline]
    fn go(&self, history: &mut History, before: &AnyPosition, after: &AnyPosition) -> usize {
        if history.count == POSITIONS {
            history.past.push(*before);
            let past = history.past.iter();
            return 1 + past.filter(|past| *past == after).count();
        }
        let next = self.variant.key(after);
        history.key = Some(next);
        // Compare with all entries: that takes no branch.
        let same = |all: bool, &key: &u16| all | (key == part(next));
        if history.keys.iter().fold(false, same) { self.came_up(history, after) } else { 1 }
    }

    /// Counts how often a position occurred in a game up to its current position, `now`.
    pub(super) fn occurred(
        &self,
        history: &History,
        now: &AnyPosition,
        position: &AnyPosition,
    ) -> usize {
        match history.count {
            0 => usize::from(now == position),
            POSITIONS => history.past.iter().chain([now]).filter(|past| *past == position).count(),
            _ => {
                let own = part(self.variant.key(position));
                let known = now == position || history.keys.contains(&own);
                if known { self.came_up(history, position) } else { 0 }
            }
        }
    }

    /// Counts how often the position occurs in the history.
    #[inline(never)]
    fn came_up(&self, history: &History, position: &AnyPosition) -> usize {
        let mut times = 0;
        self.replay(history, &mut |past| times += usize::from(past == position));
        times
    }

    #[inline(never)]
    fn remember_positions(&self, history: &mut History) {
        history.past = self.past(history);
        history.count = POSITIONS;
    }

    /// Returns the positions of the history before the current one, which is stored when the game advances.
    pub(super) fn past(&self, history: &History) -> Vec<AnyPosition> {
        if history.count == POSITIONS {
            return history.past.clone();
        }
        let mut past = Vec::new();
        if history.count > 0 {
            self.replay(history, &mut |position| past.push(*position));
            past.pop();
        }
        past
    }

    /// Visits each position of the history, including the last.
    fn replay(&self, history: &History, each: &mut dyn FnMut(&AnyPosition)) {
        let Some(mut state) = history.from else { return };
        each(&state.position);
        for &action in &history.actions[..usize::from(history.count)] {
            let plies = state.plies;
            self.act(&mut state, &mut Open::default(), action);
            if state.plies > plies {
                each(&state.position);
            }
        }
    }
}
