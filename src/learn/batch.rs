//! Many games of one variant, a move in each at a time.
//!
//! A step allocates nothing for a game, but where a move leaves several ways to go on or a rule asks what came before. No number depends
//! on how many threads there are.

use std::sync::Arc;

use super::history::History;
use super::pool::Pool;
use super::seat::{Common, Seat, Terms};
use super::{Actions, Open, Sight, View};
use crate::game::Game;
use crate::kernel::dice::Dice;
use crate::text::notation::write_position;
use crate::variant::{AnyVariant, Outcome, Position};

/// So many games are played by one thread before it looks for more: enough to be worth it, few enough to balance.
const GAMES_A_PART: usize = 256;

/// An action that is not open.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("action {action} is not legal in game {game}, expected one of {legal:?}")]
pub struct Illegal {
    /// The game, from 0.
    pub game: usize,
    /// The action.
    pub action: i64,
    /// What is open there.
    pub legal: Vec<u8>,
}

/// Many games of a variant.
pub struct Batch {
    common: Common,
    seats: Vec<Seat>,
    open: Vec<Open>,
    /// What each has come through; empty where no rule asks.
    histories: Vec<History>,
    dice: Vec<Dice>,
    pool: Pool,
}

/// Some of the games, to be stepped by one thread.
struct Part<'a> {
    seats: &'a mut [Seat],
    open: &'a mut [Open],
    histories: &'a mut [History],
    actions: &'a [i64],
    view: View<'a>,
}

impl dyn AnyVariant {
    /// So many games of it at a time; see [`learn`](crate::learn).
    #[must_use]
    pub fn batch(self: Arc<Self>, games: usize, terms: Terms) -> Batch {
        Batch::new(self, games, terms)
    }
}

impl Batch {
    /// So many games from the opening.
    #[must_use]
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
            tiers: variant.tiers().len() as u8,
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
    /// How many actions there are, see [`Actions`].
    #[must_use]
    pub fn actions(&self) -> u8 {
        self.common.actions.count()
    }

    /// What each number of an observation is: those of [`Sight`], then which start has been chosen (its action + 1) and how many ways are left.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut names = self.common.sight.names();
        names.extend(["start chosen", "ways chosen among"].map(str::to_owned));
        names
    }

    /// How many bytes each game takes, at least.
    #[must_use]
    pub fn size(&self) -> usize {
        let remembers = self.common.variant.recurrence() > 0;
        let history = if remembers { size_of::<History>() } else { 0 };
        size_of::<Seat>() + size_of::<Open>() + history + size_of::<Dice>()
    }

    /// The position of a game as text; `None` if there are fewer games.
    #[must_use]
    pub fn position(&self, game: usize) -> Option<String> {
        let seat = self.seats.get(game)?;
        Some(write_position(&*self.common.variant, &seat.position))
    }

    /// Plays an action in each game that is not over, and writes what is to be seen then.
    ///
    /// # Errors
    ///
    /// The first action that is not open; nothing is played then.
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

    /// Begins these games anew, and writes what is to be seen of all.
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

    /// Draws an action for each game, each that is open equally likely; 0 for games that are over.
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
    /// Steps some games.
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

/// An action as it comes from outside; what is far from any is none.
#[inline]
fn numbered(action: i64) -> u8 {
    u8::try_from(action).unwrap_or(u8::MAX)
}
