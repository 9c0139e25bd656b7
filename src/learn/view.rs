//! Where the numbers of many games are written: an array for each kind, a row a game.

/// What is told of games after a step. Rows follow each other without a gap.
#[derive(Debug)]
pub struct View<'a> {
    /// What the player to move sees, as told by [`Batch::names`](super::Batch::names).
    pub observations: &'a mut [i32],
    /// 1 for each action that is open to the player to move, else 0.
    pub masks: &'a mut [i8],
    /// What the step has won for South and for North: 1, 0 or −1.
    pub rewards: &'a mut [f32],
    /// Whether the step ended the game.
    pub terminated: &'a mut [bool],
    /// Whether the game was cut off after the step.
    pub truncated: &'a mut [bool],
    /// Who is to move: 0 for South, 1 for North.
    pub to_move: &'a mut [i8],
}

impl<'a> View<'a> {
    /// The parts of so many games each, the last perhaps of fewer.
    pub(super) fn parts(
        self,
        games: usize,
        width: usize,
        actions: usize,
    ) -> impl Iterator<Item = View<'a>> {
        let observations = self.observations.chunks_mut(games * width);
        let masks = self.masks.chunks_mut(games * actions);
        let rewards = self.rewards.chunks_mut(games * 2);
        let terminated = self.terminated.chunks_mut(games);
        let truncated = self.truncated.chunks_mut(games);
        let to_move = self.to_move.chunks_mut(games);
        let all = (observations.zip(masks)).zip(rewards.zip(terminated));
        let all = all.zip(truncated.zip(to_move));
        all.map(
            |(((observations, masks), (rewards, terminated)), (truncated, to_move))| View {
                observations,
                masks,
                rewards,
                terminated,
                truncated,
                to_move,
            },
        )
    }
}
