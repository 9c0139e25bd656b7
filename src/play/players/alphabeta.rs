//! The player that searches all lines to a depth.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{DEEPEST, Effort, Player, Weighed, Worth};
use crate::game::Game;
use crate::kernel::dice::Dice;
use crate::play::clock;
use crate::search::core::{Aim, Core, Frame};
use crate::search::score::{PROVEN, WON};
use crate::search::table::Table;
use crate::variant::{Move, Play, Variant, key, moves};

/// Alpha-beta search: iterative deepening, a transposition table of fixed size, moves ordered by what
/// was best before, by evaluation, and by what was good in other positions.
///
/// - A ply is a move; where the same player moves again that is a ply too.
/// - Wins are exact: a result in reach is found with its distance, the nearest win and the farthest
///   loss are preferred, and search ends when the result is proven.
/// - At full depth a position is worth [`Variant::evaluate`], if its player can move.
/// - Equal moves are taken by chance: the moves are shuffled before the search.
/// - Where the rules end a game by repetition, a position that came up in the game or on the way from the root is worth
///   its result, except at full depth; values in the table do not know by which way their position was reached and
///   can be off in such games.
///
/// Limited by depth, it is exact: the table is emptied before each move and answers only for exactly the same depth, so
/// the value is that of plain search without a table. Limited by time, it is as strong as it can be: the table is
/// kept from move to move, deeper results count too, and moves that do not look best are searched less deeply at first.
#[derive(Debug)]
pub struct AlphaBeta<V: Variant> {
    effort: Effort,
    core: Core<V>,
}

/// A legal move, the position right after it, and what it is worth as far as that is known.
type Candidate<P> = (Move, P, i32);

/// Hears of a depth that has been searched, and what it has found of each move.
type Told<'a, P> = dyn FnMut(u32, &[Candidate<P>]) + 'a;

/// Of which moves a search finds the value: others are only shown to be no better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Values {
    OfBest,
    OfAll,
}

/// How many bytes the table takes, for [`Table::new`].
fn bytes(effort: Effort) -> usize {
    match effort {
        Effort::Count(depth) | Effort::EachMove(depth) => 32 << (2 * depth + 5).clamp(10, 19),
        // Sixteen megabytes a second: in a larger one than is filled everything lies farther away.
        Effort::Milliseconds(time) => (time.div_ceil(1000).clamp(1, 4) as usize) << 24,
    }
}

impl<V: Variant> AlphaBeta<V> {
    /// A player that searches so deep, or so long.
    #[must_use]
    pub fn new(effort: Effort) -> Self {
        Self {
            effort,
            core: Core::new(Arc::new(Table::new(bytes(effort)))),
        }
    }

    /// The bytes that it needs for its table; all else is little.
    #[must_use]
    pub fn memory(effort: Effort) -> usize {
        bytes(effort)
    }

    /// How many positions the last search looked at, those at full depth not counted.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.core.nodes
    }

    /// What the search is after.
    fn aim(&self) -> Aim {
        let exact = self.effort.time().is_none();
        Aim::Play { exact }
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
        self.deepen(game, dice, stop, Values::OfBest, &mut |_, _| {})
    }

    /// Searches deeper and deeper; where all values are wanted, each depth is told with the moves, the best first.
    fn deepen(
        &mut self,
        game: &Game<V>,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
        wanted: Values,
        told: &mut Told<'_, V::Position>,
    ) -> Option<(i32, Move, V::Position)> {
        let deadline = self.effort.time().map(|time| clock::now() + time);
        let frame = Frame {
            variant: game.variant(),
            aim: self.aim(),
            tables: None,
            stop: &|| stop() || deadline.is_some_and(|end| clock::now() >= end),
        };
        let candidates = moves(frame.variant, game.position()).into_iter();
        let mut candidates: Vec<_> = candidates.map(|(mv, after)| (mv, after, 0)).collect();
        shuffle(&mut candidates, dice);
        self.begin(game);
        let deepest = match self.effort {
            Effort::Count(depth) | Effort::EachMove(depth) => depth,
            Effort::Milliseconds(_) => DEEPEST,
        };
        let mut best = None;
        for depth in 1..=deepest {
            let found = self.iterate(&frame, game.position(), &mut candidates, depth, wanted);
            let (Some((value, index)), whole) = found else {
                break;
            };
            let chosen = candidates.remove(index);
            best = Some((value, chosen.0, chosen.1));
            candidates.insert(0, chosen);
            if whole {
                told(depth, &candidates);
            }
            if !whole || value.abs() > PROVEN {
                break;
            }
        }
        best.or_else(|| candidates.first().map(|&(mv, after, _)| (0, mv, after)))
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
        let frame = Frame {
            variant: game.variant(),
            aim: self.aim(),
            tables: None,
            stop,
        };
        self.begin(game);
        let position = game.position();
        let all = moves(frame.variant, position).into_iter();
        all.map_while(|(mv, after)| {
            let value = self
                .core
                .after(&frame, position, &after, depth - 1, [-WON, WON])?;
            Some((mv, value))
        })
        .collect()
    }

    /// Begins with the game as it is now; forgets the last search where exactness is asked.
    fn begin(&mut self, game: &Game<V>) {
        if self.aim() == (Aim::Play { exact: true }) {
            self.core.forget();
        }
        self.core.begin();
        self.core.nodes = 0;
        self.core.past.clear();
        if game.variant().recurrence() > 0 {
            let past = game.this_round().iter().map(|(past, _)| key(past));
            self.core.past.extend(past);
            self.core.past.push(key(game.position()));
            self.core.past.sort_unstable();
        }
    }

    /// One search of this depth: value and index of the best move, and whether all moves were looked at.
    fn iterate(
        &mut self,
        frame: &Frame<'_, V>,
        position: &V::Position,
        candidates: &mut [Candidate<V::Position>],
        depth: u32,
        wanted: Values,
    ) -> (Option<(i32, usize)>, bool) {
        let mut best: Option<(i32, usize)> = None;
        for (index, (_, after, worth)) in candidates.iter_mut().enumerate() {
            let mut search = |window| self.core.after(frame, position, after, depth - 1, window);
            let value = match best.filter(|_| wanted == Values::OfBest) {
                None => search([-WON, WON]),
                // Most often it only has to be shown that a move is no better.
                Some((best, _)) => search([best, best + 1]).and_then(|value| {
                    if value > best {
                        search([best, WON])
                    } else {
                        Some(value)
                    }
                }),
            };
            let Some(value) = value else {
                return (best, false);
            };
            *worth = value;
            if best.is_none_or(|best| value > best.0) {
                best = Some((value, index));
            }
        }
        (best, true)
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
        let _ = variant.show_moves(game.position(), &mut |mv, after| {
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

    fn weigh(
        &mut self,
        game: &Game<V>,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
        told: &mut dyn FnMut(&Weighed<V::Position>),
    ) -> Weighed<V::Position> {
        let mut weighed = Weighed {
            choice: None,
            depth: Some(0),
            moves: Vec::new(),
        };
        let mut tell = |depth, candidates: &[Candidate<V::Position>]| {
            let moves = candidates.iter();
            weighed.choice = candidates.first().map(|&(mv, after, _)| (mv, after));
            weighed.depth = Some(depth);
            weighed.moves = moves
                .map(|&(mv, after, value)| (mv, after, Worth::Value(value)))
                .collect();
            told(&weighed);
        };
        let best = self.deepen(game, dice, stop, Values::OfAll, &mut tell);
        weighed.choice = best.map(|(_, mv, after)| (mv, after));
        weighed
    }
}

/// Puts a list in random order.
fn shuffle<T>(list: &mut [T], dice: &mut Dice) {
    for end in (1..list.len()).rev() {
        let bound = u32::try_from(end + 1).unwrap_or(u32::MAX);
        list.swap(end, dice.below(bound) as usize);
    }
}
