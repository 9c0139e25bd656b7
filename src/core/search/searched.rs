//! Search of one game for the solver, with positions as numbers.

use std::sync::Arc;

use super::bygone::Bygone;
use super::certify;
use super::frame::{Aim, Core, Frame, Known};
use super::margin::Scale;
use super::score::{Asks, Score, meet};
use super::solution::{Bounds, Method, Task};
use super::table::Table;
use super::whole::Whole;
use crate::search::proof::{Step, Vertices};
use crate::text::notation::legal_moves;
use crate::variant::score::Judge;
use crate::variant::{AnyPosition, AnyVariant, Position};

/// Number of positions that are always listed, as it takes little time.
const FEW: usize = 1 << 16;

/// Position to solve, with its proved bounds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Root {
    before: u32,
    position: u32,
    key: u64,
    /// Limits of the value, within the range that the task asks for. All values exclude seeds already won.
    pub(super) limits: [i32; 2],
    pub(super) proved: [i32; 2],
    pub(super) guess: i32,
}

impl Root {
    /// Narrows the proved bounds, within the limits.
    pub(super) fn learn(&mut self, proved: [i32; 2]) {
        let [least, most] = self.limits;
        self.proved = meet(self.proved, proved.map(|bound| bound.clamp(least, most)));
    }
}

/// Position after a move.
pub(super) enum After {
    /// The game is over, with this value for the mover.
    Over(i32),
    /// The game goes on: the position to search, whether the same player moves again, and the mover's lead in seeds
    /// won.
    Root(Root, bool, i32),
}

/// Search of a game, with positions numbered in the order they are reached.
pub(super) struct Searched<'a> {
    /// Game of the question, and the scale of its values.
    asked: &'a dyn AnyVariant,
    asked_scale: Scale,
    /// Game to search. If a majority ends the game, it is played on instead, so that positions that differ only in won
    /// seeds are equal.
    frame: Frame<'a>,
    scale: Scale,
    pub(super) core: Core,
    positions: Vec<AnyPosition>,
    /// Vertices of the game as a graph.
    pub(super) vertices: Vertices<'a>,
    memory: usize,
    /// Whether only the winner counts, not the margin.
    winner: bool,
    /// All reachable positions, if they are few enough to list.
    whole: Option<Whole>,
    /// Limit on positions in the last attempt to list them.
    tried: usize,
}

impl<'a> Searched<'a> {
    /// Prepares the search of a position, with the table of the task.
    ///
    /// `played_out` is the same game [played to its last seed](Solving::played_out), if it can end earlier.
    pub(super) fn new(
        asked: &'a dyn AnyVariant,
        played_out: Option<&'a dyn AnyVariant>,
        position: &AnyPosition,
        known: Option<&'a Known<'a>>,
        task: Task<'_>,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let seeds = asked.diagram(position).total();
        let variant = played_out.unwrap_or(asked);
        let scale = Scale::of(variant, position, seeds);
        let (memory, asked_scale) = (task.memory, Scale::of(asked, position, seeds));
        Self {
            asked,
            asked_scale,
            frame: Frame {
                variant,
                recurs: variant.recurrence() > 0,
                aim: Aim::Solve(scale),
                judge: Judge::Plain,
                known,
                bygone: Bygone::default(),
                stop,
            },
            scale,
            core: Core::new(Arc::new(Table::new(memory))),
            positions: vec![*position],
            vertices: Vertices::new(asked, position, seeds, stop),
            memory,
            winner: task.method == Method::Winner || asked_scale == Scale::Result,
            whole: None,
            tried: 0,
        }
    }

    fn at(&self, position: u32) -> &AnyPosition {
        &self.positions[position as usize]
    }

    fn number(&mut self, position: AnyPosition) -> u32 {
        self.positions.push(position);
        u32::try_from(self.positions.len() - 1).unwrap_or(u32::MAX)
    }

    /// Returns the position to search, and the mover's lead in seeds won.
    fn root(&mut self, before: u32, position: &AnyPosition) -> (Root, i32) {
        let variant = self.frame.variant;
        let (settled, won) = self.scale.settle(variant, position);
        let key = self.frame.key(self.scale, &settled);
        let mut limits = self.scale.limits(&settled);
        if self.winner {
            // The margin of a win does not matter.
            limits = limits.map(|bound| bound.clamp(-1 - won, 1 - won));
        }
        let mut root = Root {
            before,
            position: self.number(settled),
            key,
            limits,
            proved: limits,
            guess: self.scale.estimate(
                variant.properties().lead,
                variant.estimate(&settled, Judge::Plain),
            ),
        };
        root.learn(self.frame.limits(self.scale, &settled, key).0);
        (root, won)
    }
}

impl Searched<'_> {
    /// Returns the initial position: its number, how to search it, and the mover's lead in seeds won.
    pub(super) fn first(&mut self) -> (u32, (Root, i32)) {
        let position = *self.at(0);
        (0, self.root(0, &position))
    }

    /// Returns the notations of the legal moves, with the positions after them.
    pub(super) fn legal(&mut self, position: u32) -> Vec<(String, u32)> {
        let legal = legal_moves(self.asked, self.at(position), self.frame.stop);
        let legal = legal.into_iter();
        legal
            .map(|legal| (legal.text, self.number(legal.after)))
            .collect()
    }

    /// Returns the value known after a move, from the side of the player who made it.
    pub(super) fn after(&mut self, position: u32, after: u32) -> After {
        let variant = self.asked;
        let (before, reached) = (*self.at(position), *self.at(after));
        let same = before.status().to_move == reached.status().to_move;
        let turned = |value: i32| if same { value } else { -value };
        if let Some(outcome) = variant.outcome(&before, &reached) {
            let scale = self.asked_scale;
            let value = scale.over(variant, Some(&before), &reached, outcome);
            return After::Over(turned(value));
        }
        let (root, won) = self.root(position, &reached);
        After::Root(root, same, turned(won))
    }

    /// Returns `true` if a position equals one of the others.
    pub(super) fn is_among(&self, position: u32, others: &[u32]) -> bool {
        let position = self.at(position);
        others.iter().any(|&other| self.at(other) == position)
    }

    /// Marks a position as left by the game, so that its recurrence counts if the rules consider repetition.
    pub(super) fn leave(&mut self, position: u32) {
        let variant = self.frame.variant;
        // If only the third occurrence counts, a second one may still be part of a proof.
        if variant.recurrence() != 2 {
            return;
        }
        let (settled, _) = self.scale.settle(variant, self.at(position));
        let key = self.scale.key(variant, &settled);
        let again = self.scale.again(variant, &settled);
        let side = settled.status().to_move;
        self.frame.bygone.add(key, side, settled.seeds(), again);
        (self.whole, self.tried) = (None, 0);
    }

    /// Forgets all positions left by the game.
    pub(super) fn return_to_start(&mut self) {
        // If no position was left, the known bounds of all positions still hold.
        if !self.frame.bygone.positions.is_empty() {
            self.frame.bygone = Bygone::default();
            (self.whole, self.tried) = (None, 0);
        }
    }

    /// Searches a position; `None` if the search is stopped.
    pub(super) fn node(
        &mut self,
        root: &Root,
        depth: u8,
        window: [i32; 2],
        asks: Asks,
    ) -> Option<Score> {
        let [before, position] =
            [root.before, root.position].map(|vertex| &self.positions[vertex as usize]);
        self.core.node(
            &self.frame,
            before,
            position,
            root.key,
            depth,
            0,
            window,
            asks,
        )
    }

    /// Returns bounds from the analysis of all reachable positions, if there are few of these: the best ones, and those
    /// that hold whatever the rules say about repetition.
    ///
    /// The first call runs the analysis, from this position. After a failure, a call runs it again if it may list at
    /// least twice as many positions: as many as were searched, or with `patient` as many as fit into the memory.
    pub(super) fn whole(&mut self, root: &Root, patient: bool) -> Option<[[i32; 2]; 2]> {
        let searched = usize::try_from(self.core.nodes).unwrap_or(usize::MAX);
        let most = searched.max(if patient { usize::MAX } else { FEW });
        if self.whole.is_none() && most / 2 >= self.tried {
            self.tried = most;
            let position = &self.positions[root.position as usize];
            self.whole = Whole::of(&self.frame, self.scale, position, self.memory, most);
        }
        self.whole.as_ref()?.find(root.key)
    }

    /// Returns the proved bounds of a game whose first position has these bounds and limits, and this lead in seeds won.
    pub(super) fn bounds(&self, proved: [i32; 2], limits: [i32; 2], won: i32) -> Bounds {
        let Bounds { low, high } = Bounds::of(proved, limits).plus(won);
        if self.asked_scale == Scale::Result || !self.winner {
            return Bounds { low, high };
        }
        // A win may have any margin.
        Bounds {
            low: low.filter(|&low| low >= 0),
            high: high.filter(|&high| high <= 0),
        }
    }

    /// Returns the bounds of a position that hold whatever the rules say about repetition, if all positions were analysed.
    pub(super) fn certain(&self, root: &Root) -> Option<[i32; 2]> {
        self.whole
            .as_ref()?
            .find(root.key)
            .map(|[_, certain]| certain)
    }

    /// Returns `true` if best play from a position never ends. The analysis of all reachable positions then left its
    /// value open, and no rule ends the game when a position is repeated.
    pub(super) fn is_endless(&self, root: &Root) -> bool {
        let is_open = self.certain(root).is_some_and(|[low, high]| low < high);
        // A game played on after a majority ends earlier by its own rules.
        is_open && self.scale == self.asked_scale && self.asked.recurrence() == 0
    }

    /// Returns the start of the game among its vertices, and the maximum number of vertices in a proof.
    pub(super) fn ground(&mut self) -> (Step, usize) {
        let root = self.vertices.step(None, &self.positions[0]);
        (root, self.memory / (certify::SIZE + Vertices::SIZE))
    }

    /// Returns how to search a vertex, and the mover's lead in seeds won.
    pub(super) fn root_at(&mut self, vertex: u32) -> (Root, i32) {
        let position = *self.vertices.position(vertex);
        let before = self.number(position);
        self.root(before, &position)
    }

    /// Drops the position created by [`root_at`](Self::root_at) and all later ones.
    pub(super) fn forget(&mut self, root: &Root) {
        self.positions.truncate(root.before as usize);
    }
}
