//! The player that searches all lines to a depth.

use std::ops::ControlFlow;

use super::score::{self, PROVEN, WON, at_rest, estimate, seen_from};
use super::table::{Bound, Found, Table, stamp};
use super::{DEEPEST, Effort, Player};
use crate::game::Game;
use crate::kernel::dice::Dice;
use crate::play::clock::{self, Instant};
use crate::variant::{Move, Play, Position, Variant, moves};

/// Alpha-beta search: iterative deepening, a transposition table of fixed size, moves ordered by what
/// was best before and by evaluation.
///
/// - A ply is a move; where the same player moves again that is a ply too.
/// - Wins are exact: a result in reach is found with its distance, the nearest win and the farthest
///   loss are preferred, and search ends when the result is proven.
/// - At full depth a position is worth [`Variant::evaluate`], if its player can move.
/// - Equal moves are taken by chance: the moves are shuffled before the search.
/// - The table is emptied before each move and answers only for exactly the same depth, so the value is
///   that of plain search without a table. Where the rules end a game by repetition, a position that came
///   up in the game or on the way from the root is worth its result, except at full depth; values in the
///   table do not know by which way their position was reached and can be off in such games.
#[derive(Debug)]
pub struct AlphaBeta<V: Variant> {
    effort: Effort,
    table: Table,
    /// A list of moves for each ply, reused.
    lists: Vec<Vec<Candidate<V::Position>>>,
    /// Keys of the positions of the game, sorted, where the rules look at repetition.
    past: Vec<u64>,
    /// Keys of the positions on the way from the root.
    way: Vec<u64>,
    nodes: u64,
}

/// What stays the same during a search.
struct Search<'a, V> {
    variant: &'a V,
    deadline: Option<Instant>,
    stop: &'a dyn Fn() -> bool,
}

impl<V> Search<'_, V> {
    /// Whether it has to end where it is.
    fn is_over(&self) -> bool {
        (self.stop)() || self.deadline.is_some_and(|end| clock::now() >= end)
    }
}

/// A move with the position after it and what it promises.
#[derive(Debug, Clone, Copy)]
struct Candidate<P> {
    mv: Move,
    after: P,
    promise: i32,
}

/// How often, in nodes, to look whether to go on.
const GLANCE: u64 = 512;

/// How large the table is, for [`Table::new`].
fn bits(effort: Effort) -> u32 {
    match effort {
        Effort::Count(depth) | Effort::EachMove(depth) => (2 * depth + 5).clamp(10, 19),
        Effort::Milliseconds(_) => 19,
    }
}

impl<V: Variant> AlphaBeta<V> {
    /// A player that searches so deep, or so long.
    #[must_use]
    pub fn new(effort: Effort) -> Self {
        Self {
            effort,
            table: Table::new(bits(effort)),
            lists: Vec::new(),
            past: Vec::new(),
            way: Vec::new(),
            nodes: 0,
        }
    }

    /// The bytes that it needs for its table; all else is little.
    #[must_use]
    pub fn memory(effort: Effort) -> usize {
        Table::memory(bits(effort))
    }

    /// How many positions the last search looked at, those at full depth not counted.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of the game's position for its player to move, and the best move; `None` without a legal move.
    ///
    /// Values are those of [`Variant::evaluate`]; a win in `n` plies is worth [`WON`] − `n`, far above them all.
    /// Once `stop` says yes, the best so far is returned.
    pub fn search(
        &mut self,
        game: &Game<V>,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<(i32, Move, V::Position)> {
        let search = Search {
            variant: game.variant(),
            deadline: self.effort.time().map(|time| clock::now() + time),
            stop,
        };
        let mut candidates = moves(search.variant, game.position());
        shuffle(&mut candidates, dice);
        self.begin(game);
        let deepest = match self.effort {
            Effort::Count(depth) | Effort::EachMove(depth) => depth,
            Effort::Milliseconds(_) => DEEPEST,
        };
        let mut best = None;
        for depth in 1..=deepest {
            let (found, whole) = self.iterate(&search, game.position(), &candidates, depth);
            let Some((value, index)) = found else { break };
            let chosen = candidates.remove(index);
            best = Some((value, chosen.0, chosen.1));
            candidates.insert(0, chosen);
            if !whole || value.abs() > PROVEN {
                break;
            }
        }
        best.or_else(|| candidates.first().map(|&(mv, after)| (0, mv, after)))
    }

    /// What each legal move is worth to the player who makes it, searched to the depth of this player; as far as it came once
    /// `stop` says yes.
    ///
    /// # Panics
    ///
    /// If this player is limited by time.
    pub fn values(&mut self, game: &Game<V>, stop: &dyn Fn() -> bool) -> Vec<(Move, i32)> {
        let depth = match self.effort {
            Effort::Count(depth) | Effort::EachMove(depth) => depth,
            Effort::Milliseconds(_) => {
                panic!("a search to a depth was expected, not one limited by time")
            }
        };
        let search = Search {
            variant: game.variant(),
            deadline: None,
            stop,
        };
        self.begin(game);
        let position = game.position();
        let all = moves(search.variant, position).into_iter();
        all.map_while(|(mv, after)| {
            let value = self.after(&search, position, &after, depth - 1, 1, [-WON, WON])?;
            Some((mv, value))
        })
        .collect()
    }

    /// Forgets the last search.
    fn begin(&mut self, game: &Game<V>) {
        self.table.clear();
        self.nodes = 0;
        self.way.clear();
        self.past.clear();
        if game.variant().recurrence() > 0 {
            let past = game.this_round().iter().map(|(past, _)| score::key(past));
            self.past.extend(past);
            self.past.push(score::key(game.position()));
            self.past.sort_unstable();
        }
    }

    /// One search of this depth: value and index of the best move, and whether all moves were looked at.
    fn iterate(
        &mut self,
        search: &Search<'_, V>,
        position: &V::Position,
        candidates: &[(Move, V::Position)],
        depth: u32,
    ) -> (Option<(i32, usize)>, bool) {
        let mut best: Option<(i32, usize)> = None;
        for (index, (_, after)) in candidates.iter().enumerate() {
            let alpha = best.map_or(-WON, |best| best.0);
            let Some(value) = self.after(search, position, after, depth - 1, 1, [alpha, WON])
            else {
                return (best, false);
            };
            if best.is_none_or(|best| value > best.0) {
                best = Some((value, index));
            }
        }
        (best, true)
    }

    /// The value of a move for the player who makes it, given the position it leads to.
    fn after(
        &mut self,
        search: &Search<'_, V>,
        before: &V::Position,
        after: &V::Position,
        depth: u32,
        ply: u32,
        [alpha, beta]: [i32; 2],
    ) -> Option<i32> {
        let same = before.status().to_move == after.status().to_move;
        let window = if same { [alpha, beta] } else { [-beta, -alpha] };
        let value = self.value(search, before, after, depth, ply, window)?;
        Some(if same { value } else { -value })
    }

    /// The value of a position for its player to move: exact within the window, else a bound.
    ///
    /// `None` when time is up, or the search is stopped.
    fn value(
        &mut self,
        search: &Search<'_, V>,
        before: &V::Position,
        position: &V::Position,
        depth: u32,
        ply: u32,
        [mut alpha, beta]: [i32; 2],
    ) -> Option<i32> {
        let variant = search.variant;
        if depth == 0 || position.status().result.is_some() {
            return Some(at_rest(variant, before, position, ply));
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(GLANCE) && search.is_over() {
            return None;
        }
        let key = score::key(position);
        if variant.recurrence() > 0 && self.came_up(key) {
            let outcome = variant.repeated(&mut { *position });
            if let Some(outcome) = outcome {
                return Some(score::of_outcome(outcome, position.status().to_move, ply));
            }
        }
        let depth_word = u8::try_from(depth).unwrap_or(u8::MAX);
        let known = self.table.find(key);
        if let Some(known) = known.filter(|known| known.depth == depth_word) {
            let value = from_here(known.value, ply);
            let decides = match known.bound {
                Bound::Exact => true,
                Bound::Least => value >= beta,
                Bound::Most => value <= alpha,
            };
            if decides {
                return Some(value);
            }
        }
        let lowest = alpha;
        let (mut value, mut best) = (-WON - 1, None);
        if depth == 1 {
            let _ = variant.each_move(position, &mut |mv, after| {
                let worth = at_rest(variant, position, after, ply + 1);
                let worth = seen_from(position, after, worth);
                if worth > value {
                    (value, best) = (worth, Some(mv));
                }
                if value >= beta {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        } else {
            let mut list = self.list(variant, position, known.map_or(0, |known| known.best), ply);
            self.way.push(key);
            for candidate in &list {
                let (after, window) = (&candidate.after, [alpha, beta]);
                let worth = self.after(search, position, after, depth - 1, ply + 1, window)?;
                if worth > value {
                    (value, best) = (worth, Some(candidate.mv));
                    alpha = alpha.max(value);
                }
                if value >= beta {
                    break;
                }
            }
            self.way.pop();
            list.clear();
            self.lists[ply as usize] = list;
        }
        if best.is_none() {
            let outcome = variant.stuck(Some(before), position);
            return Some(score::of_outcome(outcome, position.status().to_move, ply));
        }
        let bound = if value >= beta {
            Bound::Least
        } else if value <= lowest {
            Bound::Most
        } else {
            Bound::Exact
        };
        let found = Found {
            depth: depth_word,
            bound,
            value: to_table(value, ply),
            best: best.map_or(0, stamp),
        };
        self.table.keep(key, found);
        Some(value)
    }

    /// The legal moves, the most promising first.
    fn list(
        &mut self,
        variant: &V,
        position: &V::Position,
        known: u32,
        ply: u32,
    ) -> Vec<Candidate<V::Position>> {
        let ply = ply as usize;
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        let _ = variant.each_move(position, &mut |mv, after| {
            let promise = match after.status().result {
                _ if known == stamp(mv) => i32::MAX,
                Some(outcome) => score::of_outcome(outcome, position.status().to_move, 0),
                None => seen_from(position, after, estimate(variant, after)),
            };
            list.push(Candidate {
                mv,
                after: *after,
                promise,
            });
            ControlFlow::Continue(())
        });
        list.sort_by_key(|candidate| -candidate.promise);
        list
    }

    /// Whether a position came up in the game or on the way from the root.
    fn came_up(&self, key: u64) -> bool {
        self.way.contains(&key) || self.past.binary_search(&key).is_ok()
    }
}

impl<V: Variant> Player<V> for AlphaBeta<V> {
    fn choose(
        &mut self,
        game: &Game<V>,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Move, V::Position)> {
        let variant = game.variant();
        let (mut only, mut count) = (None, 0);
        let _ = variant.each_move(game.position(), &mut |mv, after| {
            only = Some((mv, *after));
            count += 1;
            if count > 1 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if count < 2 {
            return only;
        }
        self.search(game, dice, stop)
            .map(|(_, mv, after)| (mv, after))
    }
}

/// Distances in the table count from the position itself, those in the search from the root.
fn to_table(value: i32, ply: u32) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    match value {
        value if value > PROVEN => value + ply,
        value if value < -PROVEN => value - ply,
        value => value,
    }
}

/// The way back.
fn from_here(value: i32, ply: u32) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    match value {
        value if value > PROVEN => value - ply,
        value if value < -PROVEN => value + ply,
        value => value,
    }
}

/// Puts a list in random order.
fn shuffle<T>(list: &mut [T], dice: &mut Dice) {
    for end in (1..list.len()).rev() {
        let bound = u32::try_from(end + 1).unwrap_or(u32::MAX);
        list.swap(end, dice.below(bound) as usize);
    }
}
