//! Review of a game: the chances of each player, the quality of each move, and the accuracy of each player.
//!
//! The values come from a search with a fixed number of steps for each position, so every machine finds the same. Near
//! the end of the game the solver replaces it, and its values are exact.

use std::cell::Cell;

use serde::Serialize;

use mankala_core::game::{Ending, Game};
use mankala_core::kernel::board::Side;
use mankala_core::kernel::dice::Dice;
use mankala_core::kernel::pair::BySide;
use mankala_core::play::players::{
    AlphaBeta, Effort, LONGEST_TIME, Player as _, Search, Valuation, proven,
};
use mankala_core::system::threads::work_off;
use mankala_core::variant::{AnyPosition, Move, Outcome, limited, moves};

mod accuracy;
mod exact;
mod openings;
mod puzzle;
mod reason;
mod win;
mod words;

pub use accuracy::accuracies;
pub use exact::{Certified, Tables};
pub use openings::{MOST_PLIES, Opening, OpeningTask, openings};
pub use puzzle::{
    Level, MOST_GAMES, PUZZLES, Puzzle, PuzzleHeader, PuzzleResult, Value, WrittenPuzzle,
    memory as puzzle_memory, puzzles,
};
pub use win::Model;

/// Default work for each position, in polls of 256 steps each: about 30 milliseconds.
pub const EFFORT: u32 = 700;

/// Most work for each position.
pub const MOST_EFFORT: u32 = 1_000_000;

/// Expected points that a search may be wrong by. Losses count beyond this only, unless the move made is proved.
const NOISE: f64 = 0.03;

/// Share of its work that every position gets, as a divisor. The rest goes to those where another move seems better.
const FIRST: u32 = 4;

/// Maximum work to prove the result of a position, in that of a search.
const PROOF: u64 = 2;

/// Maximum work to prove the value that a proved one is compared with, in that of a search.
const REFUTATION: u32 = 16;

/// Number of depths, the last of a search, that must all show a loss.
const DEPTHS: usize = 4;

/// Number of moves in a line.
const LINE: usize = 8;

/// Quality of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::Display, strum::EnumIter)]
#[strum(serialize_all = "lowercase")]
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// No other move has a higher value.
    Best,
    /// The move loses little.
    Good,
    /// The move loses at least 5 % of a point.
    Inaccuracy,
    /// The move loses at least 10 % of a point.
    Mistake,
    /// The move loses at least 15 % of a point.
    Blunder,
}

impl Grade {
    /// Least losses of the lower grades, on a scale from −1 (a loss) to 1 (a win).
    const LEAST: [(f64, Self); 3] =
        [(0.3, Self::Blunder), (0.2, Self::Mistake), (0.1, Self::Inaccuracy)];

    /// Grades a move by the expected points with the best move and with this one, each from 0 to 1.
    pub fn of(best: f64, played: f64) -> Self {
        let loss = 2.0 * (best - played);
        let lower = Self::LEAST.iter().find(|(least, _)| loss >= *least);
        let other = if loss > 0.0 { Self::Good } else { Self::Best };
        lower.map_or(other, |&(_, grade)| grade)
    }
}

/// A move of the game, compared with the best one.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Reviewed {
    /// Number of the ply, from 1.
    pub ply: usize,
    /// Mover.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The best move.
    pub best: String,
    /// The best move with the best moves after it, up to eight in all.
    pub line: Vec<String>,
    /// Expected points of the mover with the best move: 1 for a win, ½ for a draw.
    pub before: f64,
    /// Expected points of the mover with the move made.
    pub after: f64,
    /// Quality of the move.
    #[serde(rename = "judgement")]
    pub grade: Grade,
    /// Whether both values are proved.
    pub proved: bool,
    /// The reason for a low grade, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Reviewed {
    /// Sets the proved value of the position before the move. `sure` states whether the values of the best move and of
    /// the move made are proved.
    fn agree(&mut self, before: f64, sure: &mut [bool; 2]) {
        let loss = self.before - self.after;
        self.before = before;
        self.after = match (self.best == self.text, sure[1]) {
            (true, _) => before,
            (_, true) => self.after.min(before),
            // Both were estimates, of which only the difference counts.
            _ => (before - loss).max(0.0),
        };
        self.grade = Grade::of(before, self.after);
        self.reason = self.reason.take().filter(|_| self.grade > Grade::Good);
        let is_lost = before <= 0.0;
        self.proved |= is_lost;
        *sure = [true, sure[1] || is_lost];
    }
}

/// Review of a whole game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Review {
    /// Accuracy of South and North in percent; null for a player who did not move.
    pub accuracy: BySide<Option<f64>>,
    /// The loser's costliest move since the winner was last level or behind; null without a winner or such a move.
    pub turning_point: Option<usize>,
    /// Moves, in order.
    pub plies: Vec<Reviewed>,
}

/// Legal move with the position right after it and the expected points of its player.
#[derive(Debug, Clone, Copy)]
struct Valued {
    mv: Move,
    after: AnyPosition,
    points: f64,
    proved: bool,
}

/// Settings of a review.
#[derive(Debug, Clone, Copy)]
pub struct ReviewTask<'a> {
    /// Model of winning chances.
    pub model: Model,
    /// Work for each position, in polls of 256 steps.
    pub effort: u32,
    /// Number of plies at the start that are not reviewed, those of a random opening.
    pub opening: usize,
    /// Endgame tables for the solver.
    pub tables: Option<&'a Tables>,
    /// Bounds that certificates prove.
    pub proofs: &'a [Certified],
}

impl ReviewTask<'_> {
    /// Reviews all plies, without tables and certificates.
    pub const fn new(model: Model, effort: u32) -> Self {
        Self { model, effort, opening: 0, tables: None, proofs: &[] }
    }
}

/// Reviews a game; `None` if stopped.
///
/// The review goes backwards, as a search uses the results of later positions. `tell` receives the number of plies that
/// are done.
pub fn review(
    played: &Game,
    task: &ReviewTask<'_>,
    stop: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(usize),
) -> Option<Review> {
    let (mut engine, mut game) = (Engine::default(), played.clone());
    let opening = task.opening.min(played.plies());
    let past = || played.past().iter().enumerate().skip(opening).rev();
    let count = played.plies() - opening;
    let mut work = u64::from(task.effort) * count as u64;
    // Proofs get up to half of it.
    let mut exact = work / 2;
    // A single position has nothing to share.
    let first = task.effort / if count == 1 { 2 } else { FIRST };
    let (mut found, mut is_solved) = (Vec::new(), true);
    let round_ends = played.round_ends();
    // Proved points of South after the move. A resignation proves nothing, nor do all rounds together.
    let is_proof = round_ends.is_empty() && played.ending() != Some(Ending::Resignation);
    let result = played.result().filter(|_| is_proof).map(|it| it.points(Side::South));
    let mut known = result;
    let of = |side: Side, points: f64| if side == Side::South { points } else { 1.0 - points };
    for (number, &(_, mv)) in past() {
        game.undo();
        if round_ends.contains(&(number + 1)) {
            // Each round is solved from its end.
            (is_solved, known) = (true, None);
        }
        let share = if is_solved { exact.min(PROOF * u64::from(task.effort)) } else { 0 };
        let polls = Cell::new(u32::try_from(share).unwrap_or(u32::MAX));
        let points = known.map(|points| of(game.to_move(), points));
        let solved =
            is_solved.then(|| MoveValues::solved(&game, mv, points, task, &polls, stop)).flatten();
        is_solved = solved.is_some();
        let used = share - u64::from(polls.get());
        (work, exact) = (work - used, exact - used);
        let values = match solved {
            Some(values) => values,
            None => engine.found(&game, mv, task.model, first, &mut work, stop)?,
        };
        known = is_solved.then(|| of(game.to_move(), values.best.points));
        found.push(values);
        if stop() {
            return None;
        }
    }
    game.clone_from(played);
    let mut open = found.iter().filter(|found| found.is_open).count() as u64;
    // For each ply, whether the value of the best move and that of the move made are proved.
    let (mut plies, mut sure) = (Vec::<Reviewed>::new(), Vec::<[bool; 2]>::new());
    let begins_round = |ply: &Reviewed| round_ends.contains(&(ply.ply - 1));
    for ((_, &(_, mv)), mut found) in past().zip(found) {
        game.undo();
        if found.is_open {
            let share = u32::try_from(work / open).unwrap_or(u32::MAX);
            // A shorter search would replace better values.
            if share > first {
                found = engine.found(&game, mv, task.model, share, &mut work, stop)?;
            }
            open -= 1;
        }
        found.certified(&game, task.proofs, stop);
        let opening = task.model.opening(game.position()).filter(|_| game.plies() == 0);
        if let Some((points, solved)) = opening {
            found.opened(&game, points, solved.best, stop);
        }
        let next = plies.last().zip(sure.last()).filter(|(next, _)| !begins_round(next));
        let proved = match next {
            Some((next, sure)) => sure[0].then(|| next.points_of(game.to_move(), next.before)),
            None => result.map(|points| of(game.to_move(), points)),
        };
        if let Some(points) = proved {
            found.prove(&game, points, stop);
        }
        found.certified(&game, task.proofs, stop);
        if let Some((points, solved)) = opening {
            found.opened(&game, points, solved.best, stop);
        }
        found.settle(&game, task, &mut work, stop);
        let (made, best) = (&found.made, &found.best);
        if made.proved {
            let same_round = plies.iter_mut().zip(&mut sure).rev();
            let same_round = same_round.take_while(|(next, _)| !begins_round(next));
            carry_on((game.to_move(), made.points), same_round);
        }
        sure.push([best.proved, made.proved]);
        if stop() {
            return None;
        }
        let next = plies.last().filter(|next| !begins_round(next));
        let ply = found.told(&game, next.map_or(&[], |next| &next.line), stop);
        plies.push(ply);
        tell(plies.len());
    }
    plies.reverse();
    Some(Review {
        accuracy: accuracies(&plies),
        turning_point: turning_point(&plies, played.result()),
        plies,
    })
}

/// Reviews games on several threads; `None` if stopped. The results do not depend on the number of threads.
///
/// `tell` is called after each game.
pub fn review_all(
    games: &[(ReviewTask<'_>, Game)],
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    tell: &(dyn Fn() + Sync),
) -> Option<Vec<Review>> {
    let mut found = vec![None; games.len()];
    work_off(threads, games.iter().zip(&mut found), &|((task, game), found)| {
        *found = review(game, task, stop, &mut |_| ());
        tell();
    });
    found.into_iter().collect()
}

/// Gives the proved points of a player to the plies that follow, as far as they are not proved already.
fn carry_on<'a>(
    (mut side, mut points): (Side, f64),
    plies: impl Iterator<Item = (&'a mut Reviewed, &'a mut [bool; 2])>,
) {
    for (ply, sure) in plies {
        if sure[0] {
            return;
        }
        ply.agree(ply.points_of(side, points), sure);
        // In a lost position every move loses, so the value holds for the position after it, too.
        if !sure[1] {
            return;
        }
        (side, points) = (ply.side, ply.after);
    }
}

/// Returns the loser's costliest move since the winner was last level or behind.
fn turning_point(plies: &[Reviewed], result: Option<Outcome>) -> Option<usize> {
    let winner = result?.winner()?;
    let last = plies.iter().rposition(|ply| ply.points_of(winner, ply.before) <= 0.5)?;
    let costly = plies[last..].iter().filter(|ply| ply.side != winner && ply.grade > Grade::Good);
    let loss = |ply: &Reviewed| ply.before - ply.after;
    // Of equal ones, the first.
    costly.rev().max_by(|one, other| loss(one).total_cmp(&loss(other))).map(|ply| ply.ply)
}

/// Returns the loss that each of the last depths shows beyond the error of a search.
fn shown(losses: &[f64]) -> f64 {
    let least = losses.iter().rev().take(DEPTHS).copied();
    (least.fold(1.0, f64::min) - NOISE).max(0.0)
}

/// Move that was made and the best one, with the line that the best one begins; empty if it is the move made.
struct MoveValues {
    made: Valued,
    best: Valued,
    line: Vec<String>,
    /// Whether the search prefers another move, without a proof.
    is_open: bool,
}

impl MoveValues {
    /// Solves a position; `known` are the proved points of the move that was made, if those of the next position are.
    ///
    /// Of equal moves, the best is that which was made, or else the first move of the line.
    fn solved(
        game: &Game,
        mv: Move,
        known: Option<f64>,
        task: &ReviewTask<'_>,
        polls: &Cell<u32>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        if let Some(points) = known {
            let all = moves(game.variant(), game.position(), stop);
            let (_, after) = *all.iter().find(|(other, _)| *other == mv)?;
            if points >= 1.0
                || all.len() == 1
                || exact::outcome(game, task.tables, polls, stop)?.0 <= points
            {
                let made = Valued { mv, after, points, proved: true };
                return Some(Self { made, best: made, line: Vec::new(), is_open: false });
            }
        }
        let (valued, line) = exact::solved(game, task.tables, polls, stop)?;
        let mut made = *valued.iter().find(|valued| valued.mv == mv)?;
        // The solver does not know the positions before, which a repetition takes into account.
        made.points = known.unwrap_or(made.points);
        let first =
            |valued: &&Valued| line.first() == Some(&game.write_move(valued.mv, valued.after));
        // A search that ran out of work has no line.
        let best = valued.iter().max_by(|one, other| one.points.total_cmp(&other.points))?;
        let best = valued.iter().find(first).unwrap_or(best);
        let (best, line) = if best.points > made.points {
            let line =
                if line.is_empty() { vec![game.write_move(best.mv, best.after)] } else { line };
            (*best, line)
        } else {
            (made, Vec::new())
        };
        Some(Self { made, best, line, is_open: false })
    }

    /// Returns the reviewed move. `next` is the best line after it.
    fn told(self, game: &Game, next: &[String], stop: &dyn Fn() -> bool) -> Reviewed {
        let Self { made, best, line, .. } = self;
        let grade = Grade::of(best.points, made.points);
        let reason = (grade > Grade::Good).then(|| reason::reason(game, &made, &best, stop));
        let text = game.write_move(made.mv, made.after);
        let line =
            if line.is_empty() { [std::slice::from_ref(&text), next].concat() } else { line };
        Reviewed {
            ply: game.plies() + 1,
            side: game.to_move(),
            text,
            best: game.write_move(best.mv, best.after),
            line: line.into_iter().take(LINE).collect(),
            before: best.points,
            after: made.points,
            grade,
            proved: made.proved && best.proved,
            reason: reason.flatten(),
        }
    }

    /// Sets the proved points of the move made. The best move loses nothing, whatever its value turns out to be.
    fn prove(&mut self, game: &Game, points: f64, stop: &dyn Fn() -> bool) {
        (self.made.points, self.made.proved) = (points, true);
        if self.best.points < points || self.best.mv == self.made.mv {
            (self.best, self.line) = (self.made, Vec::new());
            // Another move may still be better, except than a win.
            let is_forced = || moves(game.variant(), game.position(), stop).len() == 1;
            self.best.proved = points >= 1.0 || is_forced();
        }
    }

    /// Sets values by the known points of the opening. A proof and an estimate don't compare: an estimated move loses as
    /// much against the known points as against the best estimate. It loses a little at least.
    fn opened(&mut self, game: &Game, points: f64, best: Option<&str>, stop: &dyn Fn() -> bool) {
        let is_best = |mv, after| best == Some(&*game.write_move(mv, after));
        let holds = self.made.proved && self.made.points >= points;
        if points <= 0.0 || holds || is_best(self.made.mv, self.made.after) {
            (self.made.points, self.made.proved) = (points, true);
            (self.best, self.line) = (self.made, Vec::new());
            return;
        }
        if !self.made.proved {
            let loss = (self.best.points - self.made.points).max(NOISE);
            self.made.points = (points - loss).max(0.0);
        }
        let all = moves(game.variant(), game.position(), stop);
        if let Some(&(mv, after)) = all.iter().find(|&&(mv, after)| is_best(mv, after)) {
            if self.best.mv != mv || self.line.is_empty() {
                self.line = vec![game.write_move(mv, after)];
            }
            self.best = Valued { mv, after, points, proved: true };
        } else if self.best.mv == self.made.mv {
            self.best = self.made;
        } else {
            self.best.points = points;
        }
    }

    /// Tries to prove the value of the best move if only that of the move made is proved. If only the best is proved, it
    /// tries to prove the move made, unless that has a high grade.
    fn settle(
        &mut self,
        game: &Game,
        task: &ReviewTask<'_>,
        work: &mut u64,
        stop: &dyn Fn() -> bool,
    ) {
        let is_blamed = Grade::of(self.best.points, self.made.points) > Grade::Good;
        if self.made.proved == self.best.proved || self.best.proved && !is_blamed {
            return;
        }
        // Other positions keep a quarter of what is left.
        let share = u32::try_from(*work / 4 * 3).unwrap_or(u32::MAX);
        let share = share.min(REFUTATION.saturating_mul(task.effort));
        let polls = Cell::new(share);
        let mut asked = game.clone();
        if self.best.proved {
            asked.commit(self.made.mv, &self.made.after);
        }
        let found = exact::outcome(&asked, task.tables, &polls, stop);
        *work -= u64::from(share - polls.get());
        let Some((points, line)) = found else { return };
        if self.best.proved {
            let same = asked.to_move() == game.to_move();
            let points = if same { points } else { 1.0 - points };
            (self.made.points, self.made.proved) = (points, true);
        } else if points > self.made.points {
            let all = moves(game.variant(), game.position(), stop);
            let is_first = |mv, after| line.first() == Some(&game.write_move(mv, after));
            if let Some(&(mv, after)) = all.iter().find(|&&(mv, after)| is_first(mv, after)) {
                (self.best, self.line) = (Valued { mv, after, points, proved: true }, line);
            }
            return;
        }
        if self.made.points >= self.best.points || !self.best.proved {
            (self.best, self.line) = (self.made, Vec::new());
        }
    }

    /// Replaces the values by those that certificates prove, if both are proved: a proof and an estimate don't compare.
    fn certified(&mut self, game: &Game, proofs: &[Certified], stop: &dyn Fn() -> bool) {
        let [low, high] = exact::certified(game, &self.made.after, proofs);
        if low < high && !self.made.proved || self.made.proved && self.best.proved {
            return;
        }
        let bounds = moves(game.variant(), game.position(), stop).into_iter();
        let bounds = bounds.map(|(mv, after)| (mv, after, exact::certified(game, &after, proofs)));
        let bounds: Vec<_> = bounds.collect();
        let most = bounds.iter().map(|&(.., [_, high])| high).fold(0.0, f64::max);
        let Some(&(mv, after, _)) = bounds.iter().find(|(.., [least, _])| *least >= most) else {
            return;
        };
        if low >= high {
            (self.made.points, self.made.proved) = (low, true);
        }
        (self.best, self.line) = if self.made.points >= most {
            (self.made, Vec::new())
        } else {
            let best = Valued { mv, after, points: most, proved: true };
            (best, vec![game.write_move(mv, after)])
        };
    }
}

/// Search that compares moves with the best ones, with a fixed amount of work. It remembers positions, so those of a
/// game are searched best from the last one on.
#[derive(Debug)]
pub struct Engine(AlphaBeta);

impl Default for Engine {
    fn default() -> Self {
        Self(AlphaBeta::new(Self::search()))
    }
}

impl Engine {
    /// Returns the memory that a search takes, in bytes.
    pub fn memory() -> usize {
        AlphaBeta::memory(Self::search())
    }

    /// Clears the results of earlier searches, as before the first game.
    pub fn forget(&mut self) {
        self.0.forget();
    }

    fn search() -> Search {
        // The time limit is never reached: the number of polls ends the search.
        Effort::Milliseconds(LONGEST_TIME).into()
    }

    /// Compares a move with the best one; `told` receives both with their values, in hundredths of a seed, after each
    /// depth of the search.
    ///
    /// The first depth is always completed, unless `stop` returns `true`.
    pub fn depths(
        &mut self,
        game: &Game,
        mv: Move,
        polls: &Cell<u32>,
        stop: &dyn Fn() -> bool,
        told: &mut dyn FnMut([(Move, AnyPosition, i32); 2]),
    ) {
        let (is_begun, limit) = (Cell::new(false), limited(polls, stop));
        let is_over = || if is_begun.get() { limit() } else { stop() };
        self.0.compare(game, mv, &is_over, &mut |both| {
            is_begun.set(true);
            told(both);
        });
    }

    /// Returns the values of all moves, in hundredths of a seed, from one depth.
    fn values(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        polls: &Cell<u32>,
        stop: &dyn Fn() -> bool,
    ) -> Vec<(Move, i32)> {
        let (is_begun, limit) = (Cell::new(false), limited(polls, stop));
        let is_over = || if is_begun.get() { limit() } else { stop() };
        let tell = &mut |_: &_| is_begun.set(true);
        let weighed = self.0.weigh(game, dice, &is_over, tell).moves.into_iter();
        let value = |(mv, _, valuation)| match valuation {
            Valuation::Value(value) => Some((mv, value)),
            Valuation::Sampled { .. } => None,
        };
        weighed.filter_map(value).collect()
    }

    /// Compares a move with the best one, with this many polls of the work; `None` if stopped.
    fn found(
        &mut self,
        game: &Game,
        mv: Move,
        model: Model,
        share: u32,
        work: &mut u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<MoveValues> {
        let (mut last, mut losses) = (None, Vec::new());
        let polls = Cell::new(share);
        self.depths(game, mv, &polls, stop, &mut |depth| {
            let both = depth.map(|(mv, after, value)| Valued {
                mv,
                after,
                points: model.points(game, value),
                proved: proven(value).is_some(),
            });
            let [made, best] = &both;
            // What is proved holds at every depth.
            if made.proved || best.proved {
                losses.clear();
            }
            losses.push(best.points - made.points);
            last = Some(both);
        });
        *work -= u64::from(share - polls.get());
        let [mut made, mut best] = last?;
        let is_open = best.mv != mv && !(made.proved && best.proved);
        if is_open && !made.proved {
            made.points = best.points - shown(&losses);
        }
        // Of equal moves, the one that was made is as good as any.
        if made.points >= best.points {
            best = made;
        }
        let mut line = Vec::new();
        if best.mv != mv {
            line.push(game.write_move(best.mv, best.after));
            let mut game = game.clone();
            game.commit(best.mv, &best.after);
            for (mv, after) in self.0.line(&game, LINE - 1) {
                line.push(game.write_move(mv, after));
                game.commit(mv, &after);
            }
        }
        Some(MoveValues { made, best, line, is_open })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_depths_must_all_show_a_loss() {
        let is = |losses: &[f64], loss: f64| (shown(losses) - loss).abs() < 1e-9;
        assert!(is(&[0.0, 0.2, 0.13, 0.4, 0.2], 0.1));
        assert!(is(&[0.2, 0.0, 0.4, 0.4], 0.0));
        assert!(is(&[0.13], 0.1));
        assert!(is(&[0.02, 0.3, 0.3, 0.3], 0.0));
    }
}
