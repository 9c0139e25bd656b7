//! Batch of games of one variant, stepped together by one move each.
//!
//! A step allocates nothing per game, unless a move has several continuations or a rule depends on earlier positions.
//! Results do not depend on the number of threads.

use std::sync::Arc;

use super::history::History;
use super::pool::Pool;
use super::seat::{Common, Seat, Terms};
use super::{Actions, Open, Sight, View};
use crate::game::Game;
use crate::kernel::dice::Dice;
use crate::text::notation::write_position;
use crate::variant::{AnyVariant, Outcome, Position};

/// Number of games per work item: enough to be worth a thread, few enough to balance the load.
const GAMES_A_PART: usize = 256;

/// Error for an action that is not open.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("action {action} is not legal in game {game}, expected one of {legal:?}")]
pub struct Illegal {
    /// Index of the game, from 0.
    pub game: usize,
    /// Rejected action.
    pub action: i64,
    /// Actions that are open in that game.
    pub legal: Vec<u8>,
}

/// Batch of games of a variant.
pub struct Batch {
    common: Common,
    seats: Vec<Seat>,
    open: Vec<Open>,
    /// History of each game; empty if no rule depends on earlier positions.
    histories: Vec<History>,
    dice: Vec<Dice>,
    pool: Pool,
}

/// Slice of the games, stepped by one thread.
struct Part<'a> {
    seats: &'a mut [Seat],
    open: &'a mut [Open],
    histories: &'a mut [History],
    actions: &'a [i64],
    view: View<'a>,
}

impl dyn AnyVariant {
    /// Creates a batch of this many games; see [`learn`](crate::learn).
    pub fn batch(self: Arc<Self>, games: usize, terms: Terms) -> Batch {
        Batch::new(self, games, terms)
    }
}

impl Batch {
    /// Creates a batch of this many games from the opening.
    pub fn new(variant: Arc<dyn AnyVariant>, games: usize, terms: Terms) -> Self {
        let sight = Sight::of(Arc::clone(&variant));
        let seat = Seat {
            position: *Game::new(Arc::clone(&variant)).position(),
            plies: 0,
            tier: 0,
            chosen: 0,
            ways: [0, 0],
            terminated: false,
            truncated: false,
        };
        let recurrence = variant.recurrence();
        let mut common = Common {
            actions: Actions::new(variant.layout()),
            tiers: variant.properties().tiers.len() as u8,
            variant,
            width: sight.names().len() + 2,
            sight,
            opening: (seat, Open::default()),
            terms,
        };
        common.opening = common.settled(seat);
        let (seat, open) = common.opening;
        Self {
            common,
            seats: vec![seat; games],
            open: vec![open; games],
            histories: vec![History::default(); if recurrence > 0 { games } else { 0 }],
            dice: (0..games as u64)
                .map(|game| Dice::numbered(terms.seed, game))
                .collect(),
            pool: Pool::new(terms.threads),
        }
    }
}

impl Batch {
    /// Returns the number of actions, see [`Actions`].
    pub fn actions(&self) -> u8 {
        self.common.actions.count()
    }

    /// Returns the name of each number of an observation: those of [`Sight`], then two about continuations.
    ///
    /// These two are the chosen start (its action + 1) and the number of continuations left.
    pub fn names(&self) -> Vec<String> {
        let mut names = self.common.sight.names();
        names.extend(["start chosen", "ways chosen among"].map(str::to_owned));
        names
    }

    /// Returns the memory that each game takes, in bytes, at least.
    pub fn size(&self) -> usize {
        let remembers = self.common.variant.recurrence() > 0;
        let history = if remembers { size_of::<History>() } else { 0 };
        size_of::<Seat>() + size_of::<Open>() + history + size_of::<Dice>()
    }

    /// Returns the position of a game as text, or `None` if there is no such game.
    pub fn position(&self, game: usize) -> Option<String> {
        let seat = self.seats.get(game)?;
        Some(write_position(&*self.common.variant, &seat.position))
    }

    /// Plays an action in each game that is not over, and writes the new observations.
    ///
    /// # Errors
    ///
    /// Returns the first action that is not open; then no action is played.
    pub fn step(&mut self, actions: &[i64], view: View<'_>) -> Result<(), Illegal> {
        let numbers = &self.common.actions;
        let mut all = self.open.iter().zip(actions).zip(&self.seats);
        let refused = all.position(|((&open, &action), seat)| {
            !numbers.allows(open, numbered(action)) && !seat.is_over()
        });
        if let Some(game) = refused {
            let (open, action) = (self.open[game], actions[game]);
            let all = 0..numbers.count();
            let legal = all.filter(|&number| numbers.allows(open, number));
            return Err(Illegal {
                game,
                action,
                legal: legal.collect(),
            });
        }
        let common = &self.common;
        let mut histories = self.histories.chunks_mut(GAMES_A_PART);
        let histories = std::iter::from_fn(move || Some(histories.next().unwrap_or_default()));
        let games = (self.seats.chunks_mut(GAMES_A_PART)).zip(self.open.chunks_mut(GAMES_A_PART));
        let asked = actions.chunks(GAMES_A_PART).zip(histories);
        let shown = view.parts(GAMES_A_PART, common.width, common.actions.count().into());
        let parts = games.zip(asked).zip(shown);
        let parts = parts.map(|(((seats, open), (actions, histories)), view)| Part {
            seats,
            open,
            histories,
            actions,
            view,
        });
        self.pool
            .work_off(parts.collect(), &|part| common.step(part));
        Ok(())
    }

    /// Restarts the selected games and writes the observations of all games.
    pub fn reset(&mut self, which: &dyn Fn(usize) -> bool, mut view: View<'_>) {
        for game in 0..self.seats.len() {
            if which(game) {
                (self.seats[game], self.open[game]) = self.common.opening;
                if let Some(history) = self.histories.get_mut(game) {
                    history.clear();
                }
            }
            let (seat, open) = (&self.seats[game], self.open[game]);
            let flags = [seat.terminated, seat.truncated];
            self.common.show(seat, open, flags, game, &mut view);
            view.rewards[2 * game..][..2].fill(0.0);
        }
    }

    /// Draws an open action for each game uniformly at random; 0 for games that are over.
    pub fn draw(&mut self, actions: &mut [i64]) {
        let numbers = &self.common.actions;
        let open = self.open.chunks(GAMES_A_PART);
        let drawn = actions.chunks_mut(GAMES_A_PART);
        let dice = self.dice.chunks_mut(GAMES_A_PART);
        let parts = open.zip(drawn).zip(dice);
        self.pool
            .work_off(parts.collect(), &|((open, drawn), dice)| {
                for ((&open, drawn), dice) in open.iter().zip(drawn).zip(dice) {
                    *drawn = numbers.draw(open, dice).into();
                }
            });
    }
}

impl Common {
    fn step(&self, part: Part<'_>) {
        let mut view = part.view;
        let games = part.seats.iter_mut().zip(part.open).zip(part.actions);
        for (game, ((seat, open), &action)) in games.enumerate() {
            let mut rewards = [0.0, 0.0];
            let mut flags = [seat.terminated, seat.truncated];
            if !seat.is_over() {
                let (mut history, action) = (part.histories.get_mut(game), numbered(action));
                if let Some(history) = &mut history {
                    self.note(history, seat, action);
                    let (before, plies) = (seat.position, seat.plies);
                    self.act(seat, open, action);
                    if seat.plies > plies {
                        self.recall(seat, open, history, &before);
                    }
                } else {
                    self.act(seat, open, action);
                }
                flags = [seat.terminated, seat.truncated];
                rewards = match seat.position.status().result {
                    Some(Outcome::South) => [1.0, -1.0],
                    Some(Outcome::North) => [-1.0, 1.0],
                    Some(Outcome::Draw) | None => rewards,
                };
                if seat.is_over() && self.terms.restart {
                    (*seat, *open) = self.opening;
                    if let Some(history) = history {
                        history.clear();
                    }
                }
            }
            view.rewards[2 * game..][..2].copy_from_slice(&rewards);
            self.show(seat, *open, flags, game, &mut view);
        }
    }
}

/// Converts an action from a caller; one outside of `u8` becomes 255, which is never open.
#[inline]
fn numbered(action: i64) -> u8 {
    u8::try_from(action).unwrap_or(u8::MAX)
}
