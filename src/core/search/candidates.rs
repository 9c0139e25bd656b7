//! Move ordering: the moves of a position with all that is known before they are searched.

use std::hint::black_box;
use std::ops::ControlFlow;

use super::frame::{Aim, Candidate, Core, Frame};
use super::margin::Scale;
use super::score::{Asks, Score, from_table, meet};
use super::table::{Bound, NO_MOVE};
use crate::variant::{AnyPosition, AnyVariant, Move, Position, Wish, score};

/// Limit of history scores; beyond it all are halved.
const MOST_HISTORY: i32 = 1 << 12;

/// Bonus of the killer moves of a ply, in hundredths of a seed.
const KILLERS: [i32; 2] = [120, 80];
/// Bonus of a move after which the same player moves again, in hundredths of a seed.
const AGAIN: i32 = 600;

const fn start_of(mv: Move) -> u8 {
    (mv.start.spot << 1 | mv.start.direction as u8) & 127
}

impl Core {
    /// Returns a move already known to cause a cutoff, with its value, preferably a proved one.
    pub(super) fn cutoff(
        &self,
        frame: &Frame<'_>,
        list: &[Candidate],
        depth: u8,
        ply: u32,
        beta: i32,
    ) -> Option<(usize, Score)> {
        if !matches!(frame.aim, Aim::Solve(_)) {
            if depth < 3 {
                return None;
            }
            return list.iter().enumerate().find_map(|(place, candidate)| {
                let found = self.table.probe(candidate.key).filter(|_| !candidate.over)?;
                let same = candidate.same;
                let bound = if same { Bound::Lower } else { Bound::Upper };
                let fits = found.bound == bound || found.bound == Bound::Exact;
                if !fits || !self.answers(frame.aim, &found, depth - 1, Asks::Nobody) {
                    return None;
                }
                let score = Score::of(from_table(found.value, ply + 1)).before(same, 0);
                (score.value >= beta).then_some((place, score))
            });
        }
        let place = list.iter().position(|candidate| candidate.known.proved[0] >= beta)?;
        let known = list[place].known;
        Some((place, Score { value: known.proved[0], ..known }))
    }

    /// Updates killers and history with a move that caused a cutoff.
    pub(super) fn praise(&mut self, mv: Move, depth: u8, ply: u32) {
        let start = start_of(mv);
        let killers = &mut self.killers[ply as usize];
        if killers[0] != start {
            *killers = [start, killers[0]];
        }
        let score = &mut self.history[usize::from(start)];
        *score += i32::from(depth) * i32::from(depth);
        if *score > MOST_HISTORY {
            for score in &mut self.history {
                *score /= 2;
            }
        }
    }

    /// Lists the legal moves with their promise. Stops at a move that is known to cause a cutoff. `None` if the search
    /// is stopped.
    pub(super) fn list(
        &mut self,
        frame: &Frame<'_>,
        position: &AnyPosition,
        best: u8,
        depth: u8,
        ply: u32,
        beta: i32,
    ) -> Option<Vec<Candidate>> {
        let (variant, row) = (frame.variant, ply as usize);
        if self.lists.len() <= row {
            self.lists.resize_with(row + 1, Vec::new);
            self.killers.resize(row + 1, [NO_MOVE; 2]);
        }
        let mut list = std::mem::take(&mut self.lists[row]);
        let killers = self.killers[row];
        let history = &self.history;
        let solves = matches!(frame.aim, Aim::Solve(_));
        // Whether keys are needed, for the table or for the past of the game.
        let keyed = depth > 2 || frame.recurs;
        let (mut index, mut stopped) = (0_u8, false);
        let (side, lead) = (position.status().to_move, variant.properties().lead);
        let wish = match frame.aim {
            Aim::Play { .. } => Wish::Estimate { judge: frame.judge, keyed },
            Aim::Solve(scale) => Wish::Settle { aside: scale == Scale::SeedsToGo },
        };
        let cut = variant.show_facts(position, wish, &mut |mv, after, facts| {
            let status = after.status();
            let same = side == status.to_move;
            let start = start_of(mv);
            // Among moves that give another one, prefer the last pits: they leave the others unchanged.
            let again = if frame.path_matters() {
                0
            } else {
                AGAIN * i32::from(same) + i32::from(mv.start.spot)
            };
            let often = history[usize::from(start)] / (MOST_HISTORY / 64);
            let mut candidate = Candidate {
                mv,
                after: *after,
                key: facts.key,
                promise: i32::MAX,
                gain: 0,
                same,
                index,
                known: Score::of(0),
                over: status.result.is_some(),
            };
            match (frame.aim, status.result) {
                (Aim::Play { .. }, Some(outcome)) => {
                    let value = score::of_outcome(outcome, side, ply + 1);
                    candidate.known = Score::of(value);
                    candidate.promise = value;
                }
                (Aim::Play { .. }, None) => {
                    candidate.promise = after.seen_from(position, facts.value) + often + again;
                    if let Some(place) = killers.iter().position(|&killer| killer == start) {
                        candidate.promise += KILLERS[place];
                    }
                }
                (Aim::Solve(scale), Some(outcome)) => {
                    let value = scale.over(variant, Some(position), after, outcome);
                    candidate.known = Score::exactly(value).before(same, 0);
                    candidate.promise = 100 * candidate.known.value;
                }
                (Aim::Solve(scale), None) => {
                    candidate.gain = if same { facts.won } else { -facts.won };
                    candidate.key = frame.with_past(facts.key, after);
                    let (proved, _) = frame.limits(scale, after, candidate.key);
                    let value = scale.estimate(lead, facts.value).clamp(proved[0], proved[1]);
                    candidate.known = Score { value, proved }.before(same, candidate.gain);
                    candidate.promise = again;
                }
            }
            let enough = solves && candidate.known.proved[0] >= beta;
            list.push(candidate);
            index = index.saturating_add(1);
            if enough {
                return ControlFlow::Break(());
            }
            let flow = self.poll.step(frame.stop);
            stopped = flow.is_break();
            flow
        });
        if stopped {
            return None;
        }
        if solves && cut.is_continue() {
            self.approach(&list);
            self.look_up(&mut list);
        } else if keyed && !solves {
            self.approach(&list);
        }
        if let Some(best) = list.get_mut(usize::from(best)) {
            best.promise = i32::MAX;
        }
        Some(list)
    }

    /// Returns a line of best play from a position on, as far as the table holds it.
    pub(crate) fn line(
        &self,
        variant: &dyn AnyVariant,
        position: &AnyPosition,
        most: usize,
    ) -> Vec<(Move, AnyPosition)> {
        let next = |position: &AnyPosition| {
            let found = self.table.probe(variant.key(position));
            let mut best = found.filter(|_| position.status().result.is_none())?.best;
            let mut next = None;
            let _ = variant.show_moves(position, &mut |mv, after| {
                next = (best == 0).then_some((mv, *after));
                best = best.wrapping_sub(1);
                next.map_or(ControlFlow::Continue(()), |_| ControlFlow::Break(()))
            });
            next
        };
        std::iter::successors(next(position), |(_, after)| next(after)).take(most).collect()
    }

    /// Prefetches the table entries of all candidates, each of which may be a cache miss.
    fn approach(&self, list: &[Candidate]) {
        let open = list.iter().filter(|candidate| candidate.is_open());
        black_box(open.fold(0, |all, candidate| all ^ self.table.approach(candidate.key)));
    }

    /// Adds table entries to the candidates.
    fn look_up(&self, list: &mut [Candidate]) {
        for candidate in list.iter_mut().filter(|candidate| !candidate.over) {
            let Score { mut value, mut proved } = candidate.known;
            let found = candidate.is_open().then(|| self.table.probe(candidate.key));
            if let Some(found) = found.flatten() {
                let found = Score { value, proved: found.proved };
                proved = meet(proved, found.before(candidate.same, candidate.gain).proved);
            }
            value = value.clamp(proved[0], proved[1]);
            candidate.known = Score { value, proved };
            candidate.promise += 100 * value;
        }
    }
}
