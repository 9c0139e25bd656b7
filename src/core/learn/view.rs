//! Output arrays of a batch: one array per kind of value, one row per game.

/// Output arrays of a step. Rows are contiguous.
#[derive(Debug)]
pub struct View<'a> {
    /// Observations of the player to move, with the columns of [`Batch::names`](super::Batch::names).
    pub observations: &'a mut [i32],
    /// 1 for each action that is open to the player to move, else 0.
    pub masks: &'a mut [i8],
    /// Rewards of the step for South and for North: 1, 0 or −1.
    pub rewards: &'a mut [f32],
    /// Whether the step ended the game.
    pub terminated: &'a mut [bool],
    /// Whether the game was truncated after the step.
    pub truncated: &'a mut [bool],
    /// Player to move: 0 for South, 1 for North.
    pub to_move: &'a mut [i8],
    /// Observations of the last positions of games that the step ended or truncated; all others are left as they are.
    pub final_observations: &'a mut [i32],
    /// Player to move in these positions.
    pub final_to_move: &'a mut [i8],
}

impl<'a> View<'a> {
    /// Splits the arrays into parts of this many games; the last may have fewer.
    pub(super) fn parts(
        self,
        games: usize,
        width: usize,
        actions: usize,
    ) -> impl Iterator<Item = View<'a>> {
        let mut observations = self.observations.chunks_mut(games * width);
        let mut masks = self.masks.chunks_mut(games * actions);
        let mut rewards = self.rewards.chunks_mut(games * 2);
        let mut terminated = self.terminated.chunks_mut(games);
        let mut truncated = self.truncated.chunks_mut(games);
        let mut to_move = self.to_move.chunks_mut(games);
        let mut final_observations = self.final_observations.chunks_mut(games * width);
        let mut final_to_move = self.final_to_move.chunks_mut(games);
        std::iter::from_fn(move || {
            Some(View {
                observations: observations.next()?,
                masks: masks.next()?,
                rewards: rewards.next()?,
                terminated: terminated.next()?,
                truncated: truncated.next()?,
                to_move: to_move.next()?,
                final_observations: final_observations.next()?,
                final_to_move: final_to_move.next()?,
            })
        })
    }
}
