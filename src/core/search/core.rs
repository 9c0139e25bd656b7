//! Search core: alpha-beta over legal moves with a transposition table, for any kind of value.

use std::sync::Arc;

use super::frame::{Aim, Candidate, Core, Frame};
use super::margin::Scale;
use super::score::{Asks, Score, decided_by, decides, meet, to_table};
use super::table::{Bound, Stored, WIDEST};
use crate::variant::score::{self, Judge};
use crate::variant::{AnyPosition, Position};

impl Core {
    /// Returns the value of a move for its player, given the position it leads to.
    pub(crate) fn after(
        &mut self,
        frame: &Frame<'_>,
        before: &AnyPosition,
        after: &AnyPosition,
        depth: u32,
        [alpha, beta]: [i32; 2],
    ) -> Option<i32> {
        let status = after.status();
        if let Some(outcome) = status.result {
            return Some(score::of_outcome(outcome, before.status().to_move, 1));
        }
        let same = before.status().to_move == status.to_move;
        let window = if same { [alpha, beta] } else { [-beta, -alpha] };
        let key = frame.variant.key(after);
        let depth = u8::try_from(depth).unwrap_or(u8::MAX);
        let score = self.node(frame, before, after, key, depth, 1, window, Asks::Nobody)?;
        Some(score.before(same, 0).value)
    }

    fn static_value(
        frame: &Frame<'_>,
        before: &AnyPosition,
        position: &AnyPosition,
        ply: u32,
        asks: Asks,
        proved: [i32; 2],
    ) -> Score {
        let Aim::Solve(scale) = frame.aim else {
            return Score::of(frame.variant.static_value(before, position, ply, frame.judge));
        };
        let value = match asks {
            Asks::Mover => proved[0],
            Asks::Other => proved[1],
            Asks::Nobody => scale
                .estimate(
                    frame.variant.properties().lead,
                    frame.variant.estimate(position, Judge::Plain),
                )
                .clamp(proved[0], proved[1]),
        };
        Score { value, proved }
    }

    /// Returns the value of a position for its player to move; `None` if the search is stopped.
    ///
    /// The position is not over, and won seeds are set aside if this search does so.
    #[expect(clippy::too_many_arguments, reason = "the parameters of a node")]
    pub(super) fn node(
        &mut self,
        frame: &Frame<'_>,
        before: &AnyPosition,
        position: &AnyPosition,
        key: u64,
        depth: u8,
        ply: u32,
        [alpha, beta]: [i32; 2],
        asks: Asks,
    ) -> Option<Score> {
        let variant = frame.variant;
        let mut proved = [-WIDEST, WIDEST];
        let solves = matches!(frame.aim, Aim::Solve(_));
        let mut looked_up = false;
        if let Aim::Solve(scale) = frame.aim {
            (proved, looked_up) = frame.limits(scale, position, key);
            self.cycles |= looked_up && proved[0] < proved[1];
        }
        if depth == 0 || looked_up {
            return Some(Self::static_value(frame, before, position, ply, asks, proved));
        }
        self.nodes += 1;
        if self.poll.step(frame.stop).is_break() {
            return None;
        }
        if frame.aim == Aim::Solve(Scale::SeedsToGo) {
            // At worst the opponent wins the other seeds. This bound costs less than a look into the table.
            let least = 2 * i32::from(variant.in_reach(position)) - i32::from(position.seeds());
            proved[0] = proved[0].max(least);
            if least >= beta {
                return Some(Score { value: least, proved });
            }
        }
        let seeds = if solves { position.seeds() } else { 0 };
        if solves {
            if asks == Asks::Nobody && self.comes_back(key, seeds) {
                self.cycles = true;
                return Some(Self::static_value(frame, before, position, ply, asks, proved));
            }
        } else if frame.recurs && self.came_up(key) {
            let outcome = variant.repeated(&mut { *position });
            if let Some(outcome) = outcome {
                return Some(Score::of(score::of_outcome(outcome, position.status().to_move, ply)));
            }
        }
        if depth == 1 && !solves && !frame.path_matters() {
            // Searching one ply is faster than probing the table.
            let (poll, stop) = (&mut self.poll, frame.stop);
            let best = variant.best_static_value(position, ply, beta, frame.judge, poll, stop);
            if self.poll.is_stopped() {
                return None;
            }
            return Some(best.map_or_else(|| Self::stuck(frame, before, position, ply), Score::of));
        }
        let known = self.table.probe(key).unwrap_or(Stored::NOTHING);
        if solves {
            proved = meet(proved, known.proved);
            if let Some(value) = decides(proved, alpha, beta) {
                return Some(Score { value, proved });
            }
        }
        if self.answers(frame.aim, &known, depth, asks)
            && let Some(value) = decided_by(&known, ply, alpha, beta)
        {
            return Some(Score { value, proved });
        }
        self.path.push((key, seeds));
        let hint = (proved, known.best);
        let found = self.look(frame, position, hint, depth, ply, [alpha, beta], asks)?;
        self.path.pop();
        let Some((score, best)) = found else {
            return Some(Self::stuck(frame, before, position, ply));
        };
        let value = score.value;
        let bound = if value >= beta {
            Bound::Lower
        } else if value <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let found = Stored {
            proved: score.proved,
            value: to_table(value, ply),
            bound,
            depth,
            best,
            age: self.age_for(asks),
        };
        self.table.store(key, found);
        if self.table.is_crowded()
            && let Some(table) = Arc::get_mut(&mut self.table)
        {
            table.grow();
        }
        Some(score)
    }

    /// Searches the moves until one causes a cutoff; returns the best value and the index of its move.
    ///
    /// The inner `None` means that there are no moves, the outer one that the search is stopped.
    #[expect(clippy::too_many_arguments, reason = "as node")]
    #[expect(clippy::option_option, reason = "stopped, or without a move")]
    fn look(
        &mut self,
        frame: &Frame<'_>,
        position: &AnyPosition,
        (mut proved, hint): ([i32; 2], u8),
        depth: u8,
        ply: u32,
        [mut alpha, beta]: [i32; 2],
        asks: Asks,
    ) -> Option<Option<(Score, u8)>> {
        let mut list = self.list(frame, position, hint, depth, ply, beta)?;
        let (mut value, mut best) = (i32::MIN, None);
        if let Some((place, score)) = self.cutoff(frame, &list, depth, ply, beta) {
            (value, best) = (score.value, Some((list[place].mv, list[place].index)));
            proved[0] = proved[0].max(score.proved[0]);
        }
        // Upper bound over all moves so far.
        let mut most = -WIDEST;
        let (count, first) = (u32::try_from(list.len()).unwrap_or(u32::MAX), self.order.len());
        self.order.extend(0..count);
        for place in 0..list.len() {
            if value >= beta {
                break;
            }
            let candidate = &list[bring_best(&list, &mut self.order[first + place..])];
            let score =
                self.candidate(frame, position, candidate, place, depth, ply, [alpha, beta], asks)?;
            if score.value > value {
                (value, best) = (score.value, Some((candidate.mv, candidate.index)));
                alpha = alpha.max(value);
            }
            proved[0] = proved[0].max(score.proved[0]);
            most = most.max(score.proved[1]);
        }
        self.order.truncate(first);
        list.clear();
        self.lists[ply as usize] = list;
        let Some((mv, index)) = best else { return Some(None) };
        if value >= beta {
            self.praise(mv, depth, ply);
        } else {
            proved[1] = proved[1].min(most).max(proved[0]);
        }
        if matches!(frame.aim, Aim::Solve(_)) {
            value = value.clamp(proved[0], proved[1]);
        }
        Some(Some((Score { value, proved }, index)))
    }

    /// Returns the value for a player without a move.
    fn stuck(frame: &Frame<'_>, before: &AnyPosition, position: &AnyPosition, ply: u32) -> Score {
        let outcome = frame.variant.stuck(Some(before), position);
        match frame.aim {
            Aim::Solve(scale) => {
                Score::exactly(scale.over(frame.variant, Some(before), position, outcome))
            }
            Aim::Play { .. } => {
                Score::of(score::of_outcome(outcome, position.status().to_move, ply))
            }
        }
    }

    /// Searches a move and returns its value for its player.
    #[expect(clippy::too_many_arguments, reason = "as node")]
    fn candidate(
        &mut self,
        frame: &Frame<'_>,
        position: &AnyPosition,
        candidate: &Candidate,
        place: usize,
        depth: u8,
        ply: u32,
        [alpha, beta]: [i32; 2],
        asks: Asks,
    ) -> Option<Score> {
        if candidate.over {
            return Some(candidate.known);
        }
        let solves = matches!(frame.aim, Aim::Solve(_));
        if solves {
            let [low, high] = candidate.known.proved;
            if high <= alpha || low == high {
                return Some(Score { value: high, proved: [low, high] });
            }
            if depth == 1 && !candidate.is_free() {
                let value = match asks {
                    Asks::Nobody => candidate.known.value,
                    Asks::Mover => low,
                    Asks::Other => high,
                };
                return Some(Score { value, proved: [low, high] });
            }
        }
        let after = &candidate.after;
        let (same, gain) = (candidate.same, candidate.gain);
        let mut search = |depth: u8, alpha: i32, beta: i32| {
            let window =
                if same { [alpha - gain, beta - gain] } else { [gain - beta, gain - alpha] };
            let asks = asks.after(same);
            let (key, ply) = (candidate.key, ply + 1);
            let score = self.node(frame, position, after, key, depth, ply, window, asks)?;
            Some(score.before(same, gain))
        };
        // A move that wins seeds and gives another one costs no depth: there are only finitely many of them.
        if candidate.is_free() && solves {
            return search(depth, alpha, beta);
        }
        if place == 0 || beta - alpha <= 1 && frame.aim != (Aim::Play { exact: false }) {
            return search(depth - 1, alpha, beta);
        }
        // Assume that the first move is best: the others only need to be refuted.
        let reduced = match frame.aim {
            Aim::Play { exact: false } if depth >= 3 && !same && frame.judge != Judge::Plain => {
                1 + u8::from(place >= 3 && depth >= 6)
            }
            _ => 0,
        };
        let mut score = search(depth - 1 - reduced, alpha, alpha + 1)?;
        if reduced > 0 && score.value > alpha {
            score = search(depth - 1, alpha, alpha + 1)?;
        }
        if score.value > alpha && score.value < beta {
            score = search(depth - 1, alpha, beta)?;
        }
        Some(score)
    }

    /// Returns `true` if a position occurred in the game or on the path.
    fn came_up(&self, key: u64) -> bool {
        self.path.iter().any(|&(other, _)| other == key) || self.past.binary_search(&key).is_ok()
    }

    /// Returns `true` if a position with this many seeds is on the path since a seed last left the board.
    fn comes_back(&self, key: u64, seeds: u16) -> bool {
        let path = self.path.iter().rev();
        path.take_while(|&&(_, then)| then == seeds).any(|&(other, _)| other == key)
    }
}

/// Moves the index of the most promising candidate to the front and returns it; the first if several are equal.
#[inline]
fn bring_best(list: &[Candidate], order: &mut [u32]) -> usize {
    let mut best = 0;
    for place in 1..order.len() {
        if list[order[place] as usize].promise > list[order[best] as usize].promise {
            best = place;
        }
    }
    order.swap(0, best);
    order[0] as usize
}
