//! Analysis of all positions of a game with few of them.
//!
//! Only values that depend on cycles stay open, unless a rule gives the result of a repetition.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use super::frame::Frame;
use super::margin::Scale;
use super::tables::{better, seen};
use crate::variant::{AnyPosition, Poll, Position};

/// All reachable positions with the best provable bounds.
#[derive(Debug)]
pub(super) struct Whole {
    places: HashMap<u64, u32>,
    bounds: Vec<[i16; 2]>,
    /// Bounds that hold whatever the rules say about repetition.
    certain: Vec<[i16; 2]>,
}

/// Moves of all positions.
#[derive(Default)]
struct Graph {
    /// Moves that do not end the game, those of the first position first.
    steps: Vec<Step>,
    /// Number of moves up to those of each position.
    ends: Vec<usize>,
    /// Best value of the moves that end the game, for each position.
    over: Vec<Option<i16>>,
    /// Bounds of the value of each position if it recurs; empty if the rules do not consider repetition.
    again: Vec<[i16; 2]>,
}

impl Graph {
    /// Returns the numbers of the moves of a position.
    fn moves(&self, place: usize) -> Range<usize> {
        let first = place.checked_sub(1).map_or(0, |last| self.ends[last]);
        first..self.ends[place]
    }
}

/// Move: the position it leads to, whether the same player moves again, and the seeds won for good.
struct Step {
    to: u32,
    gain: i16,
    same: bool,
}

/// Approximate memory of an expanded position and its moves, in bytes.
const KNOWN: usize = 96;
/// Approximate additional memory of a waiting position, in bytes.
const WAITING: usize = 2 * size_of::<AnyPosition>();

impl Whole {
    /// Analyses all positions reachable from `root`; `None` if they are more than `most` or exceed the memory, or if the
    /// search is stopped.
    pub(super) fn of(
        frame: &Frame<'_>,
        scale: Scale,
        root: &AnyPosition,
        memory: usize,
        most: usize,
    ) -> Option<Self> {
        let (variant, stop) = (frame.variant, frame.stop);
        let short = |value: i32| i16::try_from(value).unwrap_or(0);
        let key = |position: &AnyPosition| frame.key(scale, position);
        let (mut waiting, mut found) = (VecDeque::from([*root]), 1);
        let mut whole = Self {
            places: HashMap::from([(key(root), 0)]),
            bounds: Vec::new(),
            certain: Vec::new(),
        };
        let (mut graph, mut poll) = (Graph::default(), Poll::default());
        while let Some(position) = waiting.pop_front() {
            let bytes = found * KNOWN + waiting.len() * WAITING;
            if poll.step(stop).is_break() || bytes > memory || found > most {
                return None;
            }
            let (limits, looked_up) = frame.limits(scale, &position, key(&position));
            whole.bounds.push(limits.map(short));
            if frame.recurs {
                let again = scale.again(variant, &position).map_or(limits, |value| [value; 2]);
                graph.again.push(again.map(short));
            }
            if looked_up {
                graph.over.push(None);
                graph.ends.push(graph.steps.len());
                continue;
            }
            let mut best = None;
            let flow = variant.show_moves(&position, &mut |_, after| {
                let same = position.status().to_move == after.status().to_move;
                if let Some(outcome) = variant.outcome(&position, after) {
                    let value = short(scale.over(variant, Some(&position), after, outcome));
                    best = best.max(Some(if same { value } else { -value }));
                    return poll.step(stop);
                }
                let (settled, won) = scale.settle(variant, after);
                let next = u32::try_from(found).unwrap_or(u32::MAX);
                let to = *whole.places.entry(key(&settled)).or_insert(next);
                if to == next {
                    found += 1;
                    waiting.push_back(settled);
                }
                let gain = short(if same { won } else { -won });
                graph.steps.push(Step { to, gain, same });
                poll.step(stop)
            });
            if flow.is_break() {
                return None;
            }
            graph.over.push(best);
            graph.ends.push(graph.steps.len());
        }
        drop(waiting);
        let tighter = |_: usize, [least, most]: [i16; 2], [low, high]: [i16; 2]| {
            [low.max(least), high.min(most)]
        };
        while whole.sweep(&graph, &tighter, stop)? {}
        whole.certain.clone_from(&whole.bounds);
        while !graph.again.is_empty() && whole.cycles(&graph, stop)? {
            while whole.sweep(&graph, &tighter, stop)? {}
        }
        Some(whole)
    }

    /// Finds the values that players can force by repetition; returns `true` if that improves any bound.
    ///
    /// A set of positions holds a value for a player as in the analysis of endgame tables. All positions may be in it at
    /// first, also those with other numbers of seeds: play that never ends stays among positions with the same seeds.
    fn cycles(&mut self, graph: &Graph, stop: &dyn Fn() -> bool) -> Option<bool> {
        let proved = self.bounds.clone();
        for (place, bounds) in self.bounds.iter_mut().enumerate() {
            // Bounds that were looked up can't get better.
            if graph.over[place].is_some() || !graph.moves(place).is_empty() {
                bounds.reverse();
            }
        }
        let looser = |place: usize, [least, most]: [i16; 2], [low, high]: [i16; 2]| {
            let (again, proved) = (graph.again[place], proved[place]);
            let low = low.min(again[0]).min(least).max(proved[0]);
            [low, high.max(again[1]).max(most).min(proved[1])]
        };
        while self.sweep(graph, &looser, stop)? {}
        Some(self.bounds != proved)
    }

    /// Recomputes all bounds from those after each move, in reverse order; returns `true` if any changed.
    ///
    /// The function `merge` gets the place of a position, its bounds so far, and those from its moves.
    fn sweep(
        &mut self,
        graph: &Graph,
        merge: &dyn Fn(usize, [i16; 2], [i16; 2]) -> [i16; 2],
        stop: &dyn Fn() -> bool,
    ) -> Option<bool> {
        let (mut changed, mut poll) = (false, Poll::default());
        for place in (0..self.bounds.len()).rev() {
            if poll.step(stop).is_break() {
                return None;
            }
            let moves = &graph.steps[graph.moves(place)];
            let after = moves.iter().map(|it| seen(self.bounds[it.to as usize], it.same, it.gain));
            let all = after.chain(graph.over[place].map(|value| [value, value]));
            let Some(found) = all.reduce(better) else { continue };
            let new = merge(place, self.bounds[place], found);
            changed |= new != self.bounds[place];
            self.bounds[place] = new;
        }
        Some(changed)
    }

    /// Returns the proved bounds of a position, if it was analysed: the best ones, and those that hold whatever the
    /// rules say about repetition.
    pub(super) fn find(&self, key: u64) -> Option<[[i32; 2]; 2]> {
        let place = *self.places.get(&key)? as usize;
        Some([self.bounds[place], self.certain[place]].map(|bounds| bounds.map(i32::from)))
    }
}
