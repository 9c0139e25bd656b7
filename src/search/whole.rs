//! Analysis of all positions of a game with few of them: only values that depend on cycles stay open.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use super::frame::Frame;
use super::margin::Scale;
use crate::variant::{AnyPosition, Poll, Position};

/// All reachable positions with the best provable bounds.
#[derive(Debug)]
pub(super) struct Whole {
    places: HashMap<u64, u32>,
    bounds: Vec<[i16; 2]>,
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
        };
        let (mut steps, mut ends) = (Vec::new(), Vec::new());
        // Best value of the moves that end the game, for each position.
        let (mut over, mut poll) = (Vec::new(), Poll::default());
        while let Some(position) = waiting.pop_front() {
            let bytes = found * KNOWN + waiting.len() * WAITING;
            if poll.step(stop).is_break() || bytes > memory || found > most {
                return None;
            }
            let (limits, looked_up) = frame.limits(scale, &position, key(&position));
            whole.bounds.push(limits.map(short));
            if looked_up {
                over.push(None);
                ends.push(steps.len());
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
                steps.push(Step { to, gain, same });
                poll.step(stop)
            });
            if flow.is_break() {
                return None;
            }
            over.push(best);
            ends.push(steps.len());
        }
        drop(waiting);
        while whole.sweep(&steps, &ends, &over, stop)? {}
        Some(whole)
    }

    /// Recomputes all bounds from those after each move, in reverse order; returns `true` if any changed.
    fn sweep(
        &mut self,
        steps: &[Step],
        ends: &[usize],
        over: &[Option<i16>],
        stop: &dyn Fn() -> bool,
    ) -> Option<bool> {
        let (mut changed, mut poll) = (false, Poll::default());
        for place in (0..ends.len()).rev() {
            if poll.step(stop).is_break() {
                return None;
            }
            let moves: Range<usize> =
                place.checked_sub(1).map_or(0, |last| ends[last])..ends[place];
            let after = steps[moves].iter().map(|step| {
                let [low, high] = self.bounds[step.to as usize];
                if step.same {
                    [low + step.gain, high + step.gain]
                } else {
                    [step.gain - high, step.gain - low]
                }
            });
            let all = after.chain(over[place].map(|value| [value, value]));
            let Some([low, high]) = all.reduce(|a, b| [a[0].max(b[0]), a[1].max(b[1])]) else {
                continue;
            };
            let [least, most] = self.bounds[place];
            let better = [low.max(least), high.min(most)];
            changed |= better != [least, most];
            self.bounds[place] = better;
        }
        Some(changed)
    }

    /// Returns the proved bounds of a position, if it was analysed.
    pub(super) fn find(&self, key: u64) -> Option<[i32; 2]> {
        let place = *self.places.get(&key)?;
        Some(self.bounds[place as usize].map(i32::from))
    }
}
