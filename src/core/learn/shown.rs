//! Observations of a batch: what it writes of each game.

use super::history::History;
use super::state::{Common, GameState};
use super::{Open, View};
use crate::variant::Position;

/// State of a game with its open actions, and its history if rules depend on it.
pub(super) type Shown<'a> = (&'a GameState, Open, Option<&'a History>);

impl Common {
    /// Writes the observation, flags and mask of a game.
    #[inline]
    pub(super) fn show(
        &self,
        shown: Shown<'_>,
        [terminated, truncated]: [bool; 2],
        game: usize,
        view: &mut View<'_>,
    ) {
        let (state, open, _) = shown;
        view.terminated[game] = terminated;
        view.truncated[game] = truncated;
        view.to_move[game] = state.position.status().to_move.index() as i8;
        self.observe(shown, &mut view.observations[game * self.width..][..self.width]);
        let actions = usize::from(self.space.actions.count());
        self.space.actions.mask(open, &mut view.masks[game * actions..][..actions]);
    }

    /// Writes the observation of the player to move.
    #[inline]
    pub(super) fn observe(&self, (state, open, history): Shown<'_>, row: &mut [i32]) {
        self.space.sight.write(&state.position, state.position.status().to_move, row);
        row[self.width - 2] = state.part.chosen.into();
        row[self.width - 1] = state.part.directions[1].cast_signed();
        if self.space.repetitions > 0 {
            let counts = &mut row[self.width - 2 - self.space.repetitions..self.width - 2];
            self.count_repetitions((state, open, history), counts);
        }
    }

    /// Writes for each open action how often the position after it has occurred.
    #[inline(never)]
    fn count_repetitions(&self, (state, open, history): Shown<'_>, counts: &mut [i32]) {
        counts.fill(0);
        // A game that was cut off could go on.
        let going = || Open::of(&*self.variant, self.space.tiers, &state.position).1;
        let open = if state.truncated { going() } else { open };
        for action in self.space.actions.list(open) {
            let mut next = *state;
            self.act(&mut next, &mut Open::default(), action);
            if next.plies > state.plies
                && let Some(history) = history
            {
                let times = self.occurred(history, &state.position, &next.position);
                counts[usize::from(action)] = (times as u32).cast_signed();
            }
        }
    }
}
