//! Batch of games of one variant, stepped together by one move each.
//!
//! A step allocates nothing per game, unless a move has several continuations or a rule depends on earlier positions.
//! Results do not depend on the number of threads.

use std::sync::Arc;

use super::history::History;
use super::pool::Pool;
use super::space::Part;
use super::state::{Common, GameState, Terms};
use super::{Illegal, Open, Space, View};
use crate::game::Game;
use crate::kernel::Dice;
use crate::text::notation::{PositionError, write_position};
use crate::variant::{AnyPosition, AnyVariant, Outcome, Position};

/// Number of games per work item: enough to be worth a thread, few enough to balance the load.
const GAMES_A_PART: usize = 256;

/// Action with which a game waits for a step.
pub const WAIT: i64 = -1;

/// Largest number of attempts to open a game by random moves that do not end it.
const ATTEMPTS: usize = 100;

/// Batch of games of a variant.
pub struct Batch {
    pub(super) common: Common,
    pub(super) states: Vec<GameState>,
    pub(super) open: Vec<Open>,
    /// History of each game; empty if no rule depends on earlier positions.
    pub(super) histories: Vec<History>,
    pub(super) dice: Vec<Dice>,
    /// First position of each game; empty if all begin from the opening.
    pub(super) starts: Vec<AnyPosition>,
    /// Actions of each game, if they are recorded, and the position before them.
    pub(super) records: Vec<(AnyPosition, Vec<u8>)>,
    pool: Pool,
}

/// Slice of the games, stepped by one thread.
struct Slice<'a> {
    states: &'a mut [GameState],
    open: &'a mut [Open],
    histories: &'a mut [History],
    dice: &'a mut [Dice],
    starts: &'a [AnyPosition],
    records: &'a mut [(AnyPosition, Vec<u8>)],
    actions: &'a [i64],
    view: View<'a>,
}

/// State of one game, all of it.
pub(super) struct Table<'a> {
    pub(super) state: &'a mut GameState,
    pub(super) open: &'a mut Open,
    pub(super) history: Option<&'a mut History>,
    pub(super) record: Option<&'a mut (AnyPosition, Vec<u8>)>,
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
        let space = Space::new(Arc::clone(&variant), terms.scope);
        let state = GameState {
            position: *Game::new(Arc::clone(&variant)).position(),
            plies: 0,
            part: Part::default(),
            terminated: false,
            truncated: false,
        };
        let recurrence = variant.recurrence();
        let mut common = Common {
            width: space.names().len(),
            space,
            variant,
            opening: (state, Open::default()),
            terms,
        };
        common.opening = common.settled(state);
        let (state, open) = common.opening;
        let records = if terms.records { games } else { 0 };
        let mut batch = Self {
            common,
            states: vec![state; games],
            open: vec![open; games],
            histories: vec![History::default(); if recurrence > 0 { games } else { 0 }],
            dice: Vec::new(),
            starts: Vec::new(),
            records: vec![(state.position, Vec::new()); records],
            pool: Pool::new(terms.threads),
        };
        batch.seed(terms.seed);
        batch
    }

    /// Returns an independent copy.
    #[must_use]
    pub fn copy(&self) -> Self {
        Self {
            common: self.common.clone(),
            states: self.states.clone(),
            open: self.open.clone(),
            histories: self.histories.clone(),
            dice: self.dice.clone(),
            starts: self.starts.clone(),
            records: self.records.clone(),
            pool: Pool::new(self.common.terms.threads),
        }
    }

    /// Seeds the random numbers of all games anew.
    pub fn seed(&mut self, seed: u64) {
        self.dice = (0..self.states.len() as u64).map(|game| Dice::numbered(seed, game)).collect();
    }

    /// Seeds the random numbers of each game: those of the first game of a batch with this seed.
    pub fn seed_each(&mut self, seeds: &[u64]) {
        self.dice = seeds.iter().map(|&seed| Dice::numbered(seed, 0)).collect();
    }

    /// Sets the position from which each game begins; [`reset`](Self::reset) then begins them.
    pub fn begin_at(&mut self, positions: Vec<AnyPosition>) {
        self.starts = positions;
    }

    /// Continues a game from a position, with an empty history, and writes its observation.
    ///
    /// # Errors
    ///
    /// Returns a [`PositionError`] if the position is invalid; then nothing changes.
    pub fn set(
        &mut self,
        game: usize,
        position: &str,
        view: &mut View<'_>,
    ) -> Result<(), PositionError> {
        let from = Game::from_text(Arc::clone(&self.common.variant), position)?;
        (self.states[game], self.open[game]) = self.common.state_at(*from.position());
        if let Some(history) = self.histories.get_mut(game) {
            history.clear();
        }
        if let Some(record) = self.records.get_mut(game) {
            *record = (*from.position(), Vec::new());
        }
        self.show(game, view);
        Ok(())
    }

    /// Returns the first position of a game and its moves since; `None` if they are not recorded.
    pub fn record(&self, game: usize) -> Option<(String, Vec<String>)> {
        let (first, actions) = self.records.get(game)?;
        let variant = &self.common.variant;
        let space = Space::new(Arc::clone(variant), self.common.terms.scope);
        let mut played = Game::from_position(Arc::clone(variant), *first);
        let mut pending = space.pending(&played);
        for &action in actions {
            // Each action was open when it was recorded.
            let _ = space.act(&mut played, &mut pending, action.into());
        }
        Some((write_position(&**variant, first), played.record()))
    }

    /// Returns the number of games.
    pub const fn games(&self) -> usize {
        self.states.len()
    }

    /// Returns the number of actions, see [`Actions`](super::Actions).
    pub fn actions(&self) -> u8 {
        self.common.space.actions.count()
    }

    /// Returns the name of each number of an observation, see [`Space::names`].
    pub fn names(&self) -> Vec<String> {
        self.common.space.names().to_vec()
    }

    /// Returns the memory that each game takes, in bytes, at least.
    pub fn size(&self) -> usize {
        let history = if self.common.variant.recurrence() > 0 { size_of::<History>() } else { 0 };
        size_of::<GameState>() + size_of::<Open>() + history + size_of::<Dice>()
    }

    /// Returns the position of a game as text, or `None` if there is no such game.
    pub fn position(&self, game: usize) -> Option<String> {
        Some(write_position(&*self.common.variant, &self.states.get(game)?.position))
    }

    /// Plays an action in each game that is not over, and writes the new observations. A game with the action [`WAIT`]
    /// stays as it is.
    ///
    /// # Errors
    ///
    /// Returns the first action that is not open; then no action is played.
    pub fn step(&mut self, actions: &[i64], view: View<'_>) -> Result<(), Illegal> {
        let numbers = &self.common.space.actions;
        let mut all = self.open.iter().zip(actions).zip(&self.states);
        let refused = all.position(|((&open, &action), state)| {
            action != WAIT && !numbers.allows(open, numbered(action)) && !state.is_over()
        });
        if let Some(game) = refused {
            let (open, action) = (self.open[game], actions[game]);
            return Err(Illegal { game, action, legal: numbers.list(open) });
        }
        let common = &self.common;
        let parts = parts(
            (&mut self.states, &mut self.open),
            (&mut self.histories, &mut self.records),
            (&mut self.dice, &self.starts),
            actions,
            view.parts(GAMES_A_PART, common.width, common.space.actions.count().into()),
        );
        self.pool.work_off(parts, &|part| common.step(part));
        Ok(())
    }

    /// Restarts the selected games and writes the observations of all games.
    pub fn reset(&mut self, which: &dyn Fn(usize) -> bool, mut view: View<'_>) {
        for game in 0..self.states.len() {
            if which(game) {
                let table = Table {
                    state: &mut self.states[game],
                    open: &mut self.open[game],
                    history: self.histories.get_mut(game),
                    record: self.records.get_mut(game),
                };
                self.common.begin(table, self.starts.get(game), &mut self.dice[game]);
            }
            self.show(game, &mut view);
        }
    }

    /// Writes the observation of a game that has just begun or was left as it was.
    fn show(&self, game: usize, view: &mut View<'_>) {
        let (state, open) = (&self.states[game], self.open[game]);
        let flags = [state.terminated, state.truncated];
        self.common.show((state, open, self.histories.get(game)), flags, game, view);
        view.rewards[2 * game..][..2].fill(0.0);
    }

    /// Draws an open action for each game uniformly at random; 0 for games that are over.
    pub fn draw(&mut self, actions: &mut [i64]) {
        let numbers = &self.common.space.actions;
        let open = self.open.chunks(GAMES_A_PART);
        let drawn = actions.chunks_mut(GAMES_A_PART);
        let dice = self.dice.chunks_mut(GAMES_A_PART);
        self.pool.work_off(open.zip(drawn).zip(dice).collect(), &|((open, drawn), dice)| {
            for ((&open, drawn), dice) in open.iter().zip(drawn).zip(dice) {
                *drawn = numbers.draw(open, dice).into();
            }
        });
    }
}

/// Divides the games of a batch into parts; histories, records and starts may be empty.
fn parts<'a>(
    (states, open): (&'a mut [GameState], &'a mut [Open]),
    (histories, records): (&'a mut [History], &'a mut [(AnyPosition, Vec<u8>)]),
    (dice, starts): (&'a mut [Dice], &'a [AnyPosition]),
    actions: &'a [i64],
    mut shown: impl Iterator<Item = View<'a>>,
) -> Vec<Slice<'a>> {
    let mut states = states.chunks_mut(GAMES_A_PART);
    let mut open = open.chunks_mut(GAMES_A_PART);
    let mut histories = histories.chunks_mut(GAMES_A_PART);
    let mut records = records.chunks_mut(GAMES_A_PART);
    let mut dice = dice.chunks_mut(GAMES_A_PART);
    let mut starts = starts.chunks(GAMES_A_PART);
    let mut actions = actions.chunks(GAMES_A_PART);
    let part = || {
        Some(Slice {
            states: states.next()?,
            open: open.next()?,
            histories: histories.next().unwrap_or_default(),
            dice: dice.next()?,
            starts: starts.next().unwrap_or_default(),
            records: records.next().unwrap_or_default(),
            actions: actions.next()?,
            view: shown.next()?,
        })
    };
    std::iter::from_fn(part).collect()
}

impl Common {
    fn step(&self, part: Slice<'_>) {
        let mut view = part.view;
        let games = part.states.iter_mut().zip(part.open).zip(part.actions);
        for (game, ((state, open), &action)) in games.enumerate() {
            let mut rewards = [0.0, 0.0];
            let mut flags = [state.terminated, state.truncated];
            if !state.is_over() && action != WAIT {
                let mut table = Table {
                    state: &mut *state,
                    open: &mut *open,
                    history: part.histories.get_mut(game),
                    record: part.records.get_mut(game),
                };
                self.play(&mut table, numbered(action));
                flags = [table.state.terminated, table.state.truncated];
                rewards = match table.state.position.status().result {
                    Some(Outcome::South) => [1.0, -1.0],
                    Some(Outcome::North) => [-1.0, 1.0],
                    Some(Outcome::Draw) | None => rewards,
                };
                if table.state.is_over() {
                    let row = &mut view.final_observations[game * self.width..][..self.width];
                    self.observe((table.state, *table.open, table.history.as_deref()), row);
                    view.final_to_move[game] = table.state.position.status().to_move.index() as i8;
                    if self.terms.restart {
                        self.begin(table, part.starts.get(game), &mut part.dice[game]);
                    }
                }
            }
            view.rewards[2 * game..][..2].copy_from_slice(&rewards);
            self.show((state, *open, part.histories.get(game)), flags, game, &mut view);
        }
    }

    /// Plays an open action in a game that is not over.
    #[inline]
    pub(super) fn play(&self, table: &mut Table<'_>, action: u8) {
        let Table { state, open, history, record } = table;
        if let Some((_, actions)) = record {
            actions.push(action);
        }
        let Some(history) = history else {
            self.act(state, open, action);
            return;
        };
        self.note(history, state, action);
        let (before, plies) = (state.position, state.plies);
        self.act(state, open, action);
        if state.plies > plies {
            self.recall(state, open, history, &before);
        }
    }

    /// Begins a game, with random moves if it has an opening of them. Its moves are counted from there.
    #[inline]
    fn begin(&self, mut table: Table<'_>, start: Option<&AnyPosition>, dice: &mut Dice) {
        let first = start.map_or(self.opening, |&start| self.state_at(start));
        for attempt in 0..=ATTEMPTS {
            (*table.state, *table.open) = first;
            if let Some(history) = &mut table.history {
                history.clear();
            }
            if let Some((from, actions)) = &mut table.record {
                *from = first.0.position;
                actions.clear();
            }
            let plies = if attempt < ATTEMPTS { self.terms.opening_plies } else { 0 };
            while !table.state.is_over()
                && (table.state.plies < plies || table.state.part.chosen != 0)
            {
                let action = self.space.actions.draw(*table.open, dice);
                self.play(&mut table, action);
            }
            if !table.state.is_over() {
                table.state.plies = 0;
                break;
            }
        }
    }

    /// Returns a game at the start from a position.
    pub(super) fn state_at(&self, position: AnyPosition) -> (GameState, Open) {
        let (state, _) = self.opening;
        self.settled(GameState { position, terminated: false, ..state })
    }
}

/// Converts an action from a caller; one outside of `u8` becomes 255, which is never open.
#[inline]
fn numbered(action: i64) -> u8 {
    u8::try_from(action).unwrap_or(u8::MAX)
}
