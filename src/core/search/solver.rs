//! Solver of one game: its search, and what is known about the values of its positions.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::bygone::Bygone;
use super::frame::{Aim, Core, Frame, Known};
use super::margin::Scale;
use super::score::{Asks, Score, meet};
use super::solution::{Bounds, Method, Task};
use super::table::Table;
use super::whole::Whole;
use crate::search::proof::Vertices;
use crate::variant::score::Judge;
use crate::variant::{AnyPosition, AnyVariant, Position};

/// Number of positions that are always listed, as it takes little time.
const FEW: usize = 1 << 16;

/// Position to solve, with its proved bounds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Root {
    before: AnyPosition,
    position: AnyPosition,
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

/// Position after a move: the value for the mover if the game is over. Otherwise, the position to search, whether the
/// same player moves again, and the mover's lead in seeds won.
pub(super) type After = ControlFlow<i32, (Root, bool, i32)>;

pub(super) struct Stopped;

pub(super) struct Solver<'a> {
    /// Game of the question, and the scale of its values.
    pub(super) asked: &'a dyn AnyVariant,
    asked_scale: Scale,
    /// Game to search. If a majority ends the game, it is played on instead, so that positions that differ only in won
    /// seeds are equal.
    pub(super) frame: Frame<'a>,
    scale: Scale,
    pub(super) core: Core,
    pub(super) vertices: Vertices<'a>,
    /// Whether only the winner counts, not the margin.
    winner: bool,
    /// All reachable positions, if they are few enough to list.
    whole: Option<Whole>,
    /// Limit on positions in the last attempt to list them.
    tried: usize,
    /// Memory of the task, in bytes.
    pub(super) memory: usize,
    /// Depth of the last search.
    pub(super) depth: u8,
    /// Bounds of the first position before an analysis of repetitions improved them.
    pub(super) certain: Option<[i32; 2]>,
}

impl<'a> Solver<'a> {
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
        let [asked_scale, scale] = [asked, variant].map(|game| Scale::of(game, position, seeds));
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
            core: Core::new(Arc::new(Table::growing(task.memory))),
            vertices: Vertices::new(asked, position, seeds, stop),
            winner: task.method == Method::Winner || asked_scale == Scale::Result,
            whole: None,
            tried: 0,
            memory: task.memory,
            depth: 0,
            certain: None,
        }
    }

    /// Returns the position to search, and the mover's lead in seeds won.
    pub(super) fn root(&self, before: &AnyPosition, position: &AnyPosition) -> (Root, i32) {
        let variant = self.frame.variant;
        let (settled, won) = self.scale.settle(variant, position);
        let key = self.frame.key(self.scale, &settled);
        let mut limits = self.scale.limits(&settled);
        if self.winner {
            // The margin of a win does not matter.
            limits = limits.map(|bound| bound.clamp(-1 - won, 1 - won));
        }
        let mut root = Root {
            before: *before,
            position: settled,
            key,
            limits,
            proved: limits,
            guess: self
                .scale
                .estimate(variant.properties().lead, variant.estimate(&settled, Judge::Plain)),
        };
        root.learn(self.frame.limits(self.scale, &settled, key).0);
        (root, won)
    }

    /// Returns the value known after a move, from the side of the player who made it.
    pub(super) fn after(&self, before: &AnyPosition, reached: &AnyPosition) -> After {
        let same = before.status().to_move == reached.status().to_move;
        let turned = |value: i32| if same { value } else { -value };
        if let Some(outcome) = self.asked.outcome(before, reached) {
            let value = (self.asked_scale).over(self.asked, Some(before), reached, outcome);
            return After::Break(turned(value));
        }
        let (root, won) = self.root(before, reached);
        After::Continue((root, same, turned(won)))
    }

    /// Marks a position as left by the game, so that its recurrence counts if the rules consider repetition.
    pub(super) fn leave(&mut self, position: &AnyPosition) {
        let variant = self.frame.variant;
        // If only the third occurrence counts, a second one may still be part of a proof.
        if variant.recurrence() != 2 {
            return;
        }
        let (settled, _) = self.scale.settle(variant, position);
        let key = self.scale.key(variant, &settled);
        let again = self.scale.again(variant, &settled);
        self.frame.bygone.add(key, settled.status().to_move, settled.seeds(), again);
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

    /// Runs a null-window search, which only tells whether the value is at least `least`.
    pub(super) fn ask(
        &mut self,
        root: &mut Root,
        depth: u8,
        least: i32,
        asks: Asks,
    ) -> Result<Score, Stopped> {
        let (before, position, window) = (&root.before, &root.position, [least - 1, least]);
        let (core, frame) = (&mut self.core, &self.frame);
        let score = core.node(frame, before, position, root.key, depth, 0, window, asks);
        let score = score.ok_or(Stopped)?;
        root.learn(score.proved);
        Ok(score)
    }

    /// Returns bounds from the analysis of all reachable positions, if there are few of these: the best ones, and those
    /// that hold whatever the rules say about repetition.
    ///
    /// A call runs the analysis from this position, unless an earlier one reached it. It may list as many positions as
    /// were searched, or with `patient` as many as fit into the memory. After a failure, these must be twice as many.
    pub(super) fn whole(&mut self, root: &Root, patient: bool) -> Option<[[i32; 2]; 2]> {
        let searched = usize::try_from(self.core.nodes).unwrap_or(usize::MAX);
        let most = searched.max(if patient { usize::MAX } else { FEW });
        let is_due = match &self.whole {
            Some(whole) => whole.find(root.key).is_none(),
            None => most / 2 >= self.tried,
        };
        if is_due {
            self.tried = most;
            self.whole = Whole::of(&self.frame, self.scale, &root.position, self.memory, most);
        }
        self.whole.as_ref()?.find(root.key)
    }

    /// Returns the proved bounds of a game whose first position has these bounds and limits, and this lead in seeds won.
    pub(super) fn bounds(&self, proved: [i32; 2], limits: [i32; 2], won: i32) -> Bounds {
        let [proved, limits] = [proved, limits].map(|bounds| bounds.map(|bound| bound + won));
        let Bounds { low, high } = Bounds::of(proved, limits);
        if self.asked_scale == Scale::Result || !self.winner {
            return Bounds { low, high };
        }
        // A win may have any margin.
        Bounds { low: low.filter(|&low| low >= 0), high: high.filter(|&high| high <= 0) }
    }

    /// Returns the bounds of a position that hold whatever the rules say about repetition, if all positions were analysed.
    pub(super) fn certain(&self, root: &Root) -> Option<[i32; 2]> {
        let [_, certain] = self.whole.as_ref()?.find(root.key)?;
        Some(certain)
    }

    /// Returns `true` if best play from a position never ends. The analysis of all reachable positions then left its
    /// value open, and no rule ends the game when a position is repeated.
    pub(super) fn is_endless(&self, root: &Root) -> bool {
        let is_open = self.certain(root).is_some_and(|[low, high]| low < high);
        // A game played on after a majority ends earlier by its own rules.
        is_open && self.scale == self.asked_scale && self.asked.recurrence() == 0
    }
}
