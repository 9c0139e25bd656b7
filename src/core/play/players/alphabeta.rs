//! Player by alpha-beta search.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Chosen, DEEPEST, Effort, Player, Search, Valuation, Weighed};
use crate::game::Game;
use crate::kernel::Dice;
use crate::search::bygone::Bygone;
use crate::search::deepen::{Exact, Look, Ranked, Task, Told, deepen};
use crate::search::frame::{Aim, Core, Frame};
use crate::search::table::Table;
use crate::system::clock;
use crate::variant::score::WON;
use crate::variant::{AnyPosition, Move, moves};

/// Alpha-beta search with iterative deepening and a transposition table of fixed size.
///
/// - A ply is one move; an extra move by the same player is a ply too.
/// - Wins are exact: a result in reach is found with its distance. The nearest win and the farthest loss are preferred,
///   and search ends when the result is proven.
/// - At full depth, if its player can move, the value of a position is
///   [`Judging::evaluate`](crate::variant::Judging::evaluate), or [`Play::judge`](crate::variant::Play::judge) if
///   weights are requested.
/// - Ties between moves are broken at random: the moves are shuffled before the search.
/// - If repetition ends a game, a position that already occurred in it or on the path has the value of its repetition,
///   except at full depth. Values in the table ignore the path to their position, so they can be wrong in such games.
///
/// With a depth limit, values equal those of plain search: the table is cleared before each move and used only at equal
/// depth. With a time limit, the table is kept between moves and deeper entries count. With a time limit, unless the
/// player is `plain`, unpromising moves are first searched to a reduced depth. Several threads search the same position
/// with one table.
#[derive(Debug)]
pub struct AlphaBeta {
    how: Search,
    core: Core,
    /// Searches of other threads, with the same table.
    others: Vec<Core>,
}

/// Legal move with the position right after it.
type Candidate = (Move, AnyPosition);

/// Returns the function that searches a move of a game.
fn look<'a>(
    core: &'a mut Core,
    game: &'a Game,
    how: Search,
    candidates: &'a [Candidate],
) -> Box<Look<'a>> {
    Box::new(move |place, depth, window, stop| {
        let (_, after) = &candidates[place];
        core.after(&frame(how, game, stop), game.position(), after, depth - 1, window)
    })
}

/// Returns the settings of a search that ends once `stop` returns `true`.
fn frame<'a>(how: Search, game: &'a Game, stop: &'a dyn Fn() -> bool) -> Frame<'a> {
    Frame {
        variant: game.variant(),
        recurs: game.variant().recurrence() > 0,
        aim: aim(how),
        judge: how.judge,
        known: None,
        bygone: Bygone::default(),
        stop,
    }
}

/// Lists the legal moves in random order.
fn shuffled(game: &Game, dice: &mut Dice, stop: &dyn Fn() -> bool) -> Vec<Candidate> {
    let mut candidates = moves(game.variant(), game.position(), stop);
    dice.shuffle(&mut candidates);
    candidates
}

fn aim(how: Search) -> Aim {
    Aim::Play { exact: how.effort.time().is_none() }
}

impl AlphaBeta {
    /// Creates a player with these settings.
    pub fn new(how: Search) -> Self {
        let table = Arc::new(Table::new(Self::memory(how)));
        let others = (1..how.threads()).map(|_| Core::new(Arc::clone(&table)));
        Self { how, others: others.collect(), core: Core::new(table) }
    }

    /// Returns the memory for the table in bytes; all else is small.
    pub fn memory(how: Search) -> usize {
        match how.effort {
            Effort::Count(depth) | Effort::EachMove(depth) => 32 << (2 * depth + 5).clamp(10, 19),
            // Sixteen megabytes per second: a table larger than it gets filled only costs cache misses.
            Effort::Milliseconds(time) => (time.div_ceil(1000).clamp(1, 4) as usize) << 24,
        }
    }

    /// Returns the value of the position for its player to move, and the best move; `None` without a legal move.
    ///
    /// Values are those of [`Judging::evaluate`](crate::variant::Judging::evaluate); a win in `n` plies is worth [`WON`] − `n`, far above them all.
    /// Once `stop` says yes, the best so far is returned.
    pub fn search(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<(i32, Move, AnyPosition)> {
        self.deepen(game, &shuffled(game, dice, stop), stop, Exact::Best, &mut |_, _| {})
    }

    /// Searches with increasing depth, and reports each depth with the values of the moves that need exact ones.
    fn deepen(
        &mut self,
        game: &Game,
        candidates: &[Candidate],
        stop: &dyn Fn() -> bool,
        exact: Exact,
        told: &mut Told<'_>,
    ) -> Option<(i32, Move, AnyPosition)> {
        let deadline = self.how.effort.time().map(|time| clock::now() + time);
        let stop = || stop() || deadline.is_some_and(|end| clock::now() >= end);
        self.begin(game);
        let how = self.how;
        let task = Task {
            moves: candidates.len(),
            deepest: match how.effort {
                Effort::Count(depth) | Effort::EachMove(depth) => depth,
                Effort::Milliseconds(_) => DEEPEST,
            },
            exact,
            near: !frame(how, game, &stop).path_matters(),
        };
        let others = self.others.iter_mut().map(|core| look(core, game, how, candidates)).collect();
        let own = &mut *look(&mut self.core, game, how, candidates);
        let best = deepen(own, others, task, &stop, told);
        let Ranked { place, value } = best.unwrap_or(Ranked { place: 0, value: 0 });
        candidates.get(place).map(|&(mv, after)| (value, mv, after))
    }

    /// Compares a move with the best one. `told` receives both with their values, the move first, after each completed
    /// depth; both values are from one search, so that they differ only where the moves do.
    ///
    /// Results of earlier searches are used again, those of later positions of the same game most.
    pub fn compare(
        &mut self,
        game: &Game,
        made: Move,
        stop: &dyn Fn() -> bool,
        told: &mut dyn FnMut([(Move, AnyPosition, i32); 2]),
    ) {
        let mut candidates = moves(game.variant(), game.position(), stop);
        candidates.sort_by_key(|&(mv, _)| mv != made);
        self.deepen(game, &candidates, stop, Exact::BestAndFirst, &mut |_, ranked| {
            let valued = |ranked: &Ranked| {
                let (mv, after) = candidates[ranked.place];
                (mv, after, ranked.value)
            };
            let better = |other: &&Ranked| other.value > ranked[0].value;
            let best = ranked.get(1).filter(better).unwrap_or(&ranked[0]);
            told([&ranked[0], best].map(valued));
        });
    }

    /// Clears the results of earlier searches.
    pub fn forget(&mut self) {
        self.core.forget();
    }

    /// Returns a line of best play from a position on, as far as the table holds it.
    pub fn line(&self, game: &Game, most: usize) -> Vec<(Move, AnyPosition)> {
        self.core.line(game.variant(), game.position(), most)
    }

    /// Returns the value of each legal move for the player who makes it, at this depth of plies, but at least one.
    ///
    /// Once `stop` returns `true`, the values so far are returned.
    pub fn values(&mut self, game: &Game, depth: u32, stop: &dyn Fn() -> bool) -> Vec<(Move, i32)> {
        let frame = frame(self.how, game, stop);
        self.begin(game);
        let (position, below) = (game.position(), depth.saturating_sub(1));
        let all = moves(frame.variant, position, stop).into_iter();
        all.map_while(|(mv, after)| {
            Some((mv, self.core.after(&frame, position, &after, below, [-WON, WON])?))
        })
        .collect()
    }

    /// Prepares a search of the game's position; clears the table if the search is exact.
    fn begin(&mut self, game: &Game) {
        if aim(self.how) == (Aim::Play { exact: true }) {
            self.core.forget();
        }
        let mut past = Vec::new();
        let variant = game.variant();
        if variant.recurrence() > 0 {
            past.extend(game.this_round().iter().map(|(past, _)| variant.key(past)));
            past.push(variant.key(game.position()));
            past.sort_unstable();
        }
        for core in self.others.iter_mut().chain([&mut self.core]) {
            core.begin();
            core.nodes = 0;
            core.past.clone_from(&past);
        }
    }
}

impl Player for AlphaBeta {
    fn choose(&mut self, game: &Game, dice: &mut Dice, stop: &dyn Fn() -> bool) -> Chosen {
        let mut only = None;
        let several = game.variant().show_moves(game.position(), &mut |mv, after| match only
            .replace((mv, *after))
        {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        });
        if several.is_continue() {
            return only;
        }
        let (_, mv, after) = self.search(game, dice, stop)?;
        Some((mv, after))
    }

    fn weigh(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
        told: &mut dyn FnMut(&Weighed),
    ) -> Weighed {
        let mut weighed = Weighed { choice: None, depth: Some(0), moves: Vec::new() };
        let candidates = shuffled(game, dice, stop);
        let best = self.deepen(game, &candidates, stop, Exact::All, &mut |depth, ranked| {
            let moves = ranked.iter().map(|&Ranked { place, value }| {
                let (mv, after) = candidates[place];
                (mv, after, Valuation::Value(value))
            });
            weighed.moves = moves.collect();
            weighed.choice = weighed.moves.first().map(|&(mv, after, _)| (mv, after));
            weighed.depth = Some(depth);
            told(&weighed);
        });
        weighed.choice = best.map(|(_, mv, after)| (mv, after));
        weighed
    }
}
