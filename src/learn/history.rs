//! What a game has come through, for rules about positions that come back.
//!
//! Thousands of games are stepped one after another, and what each of them remembers has to come from memory. So actions are
//! remembered, a byte each, and positions found again from them where one may have come back, which is seldom.

use super::Open;
use super::seat::{Common, Seat};
use crate::variant::{AnyPosition, Position};

/// So many actions are remembered; where more are done without one that rules out what came before, positions are.
const MOST_ACTIONS: usize = 32;

/// Said instead of how many actions there are where positions are remembered.
const POSITIONS: u8 = u8::MAX;

/// What a game has come through since something was done that can't be undone.
#[derive(Debug, Clone)]
pub(super) struct History {
    /// The position before each action by a part of its key. What is left of earlier actions does no harm.
    keys: [u16; MOST_ACTIONS],
    actions: [u8; MOST_ACTIONS],
    count: u8,
    /// The key of the position it has come to, if it is known.
    key: Option<u64>,
    /// Where the actions begin.
    from: Option<Seat>,
    past: Vec<AnyPosition>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            keys: [0; MOST_ACTIONS],
            actions: [0; MOST_ACTIONS],
            count: 0,
            key: None,
            from: None,
            past: Vec::new(),
        }
    }
}

/// A part of a key.
#[inline]
const fn part(key: u64) -> u16 {
    (key >> 48) as u16
}

impl History {
    /// Forgets all, and keeps the room for it.
    #[inline]
    pub(super) const fn clear(&mut self) {
        self.count = 0;
        self.key = None;
    }
}

impl Common {
    /// Remembers an action that is about to be done.
    #[inline]
    pub(super) fn note(&self, history: &mut History, seat: &Seat, action: u8) {
        let place = usize::from(history.count);
        if place == 0 {
            history.from = Some(*seat);
        }
        if place < MOST_ACTIONS {
            let known = *history
                .key
                .get_or_insert_with(|| self.variant.key(&seat.position));
            history.keys[place] = part(known);
            history.actions[place] = action;
            history.count += 1;
        } else if history.count != POSITIONS {
            self.remember_positions(history);
        }
    }

    /// Asks whether the game has been one that this position came up in, and ends it where the rules do.
    #[inline]
    pub(super) fn recall(
        &self,
        seat: &mut Seat,
        open: &mut Open,
        history: &mut History,
        before: &AnyPosition,
    ) {
        let after = seat.position;
        if self.variant.never_returns(before, &after) {
            history.clear();
        } else if after.status().result.is_none()
            && self.go(history, before, &after) >= self.variant.recurrence()
        {
            let result = self.variant.repeated(&mut seat.position);
            seat.position.status_mut().result = result;
            self.close(seat, open);
        }
    }

    /// Goes on from one position to the next: how often that has come up, this time included.
    #[inline]
    fn go(&self, history: &mut History, before: &AnyPosition, after: &AnyPosition) -> usize {
        if history.count == POSITIONS {
            history.past.push(*before);
            let past = history.past.iter();
            return 1 + past.filter(|past| *past == after).count();
        }
        let next = self.variant.key(after);
        history.key = Some(next);
        // All of them, since that takes no branch.
        let same = |all: bool, &key: &u16| all | (key == part(next));
        if history.keys.iter().fold(false, same) {
            self.came_up(history, after)
        } else {
            1
        }
    }

    /// How often the position has come up that a game has come to.
    #[inline(never)]
    fn came_up(&self, history: &History, position: &AnyPosition) -> usize {
        let mut times = 0;
        self.replay(history, &mut |past| times += usize::from(past == position));
        times
    }

    /// Remembers positions from now on.
    #[inline(never)]
    fn remember_positions(&self, history: &mut History) {
        let mut past = std::mem::take(&mut history.past);
        past.clear();
        self.replay(history, &mut |position| past.push(*position));
        // The one that the game has come to is remembered when it goes on.
        past.pop();
        history.past = past;
        history.count = POSITIONS;
    }

    /// Each position that the game has come through, the last one too.
    fn replay(&self, history: &History, each: &mut dyn FnMut(&AnyPosition)) {
        let Some(mut seat) = history.from else {
            return;
        };
        each(&seat.position);
        for &action in &history.actions[..usize::from(history.count)] {
            let plies = seat.plies;
            self.act(&mut seat, &mut Open::default(), action);
            if seat.plies > plies {
                each(&seat.position);
            }
        }
    }
}
