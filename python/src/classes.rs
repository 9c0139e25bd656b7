//! Two classes that refer to each other: a variant begins games, and a game knows its variant.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use mankala::Loaded;
use mankala::learn::{Pending, Scope, Space};
use mankala::text::notation::write_position;
use pyo3::prelude::*;

use crate::errors;
use crate::work::{caught, quick};

/// Game with its rules.
#[pyclass(frozen, module = "mankala")]
pub struct Variant {
    pub loaded: Arc<Loaded>,
    /// Changes made to it, needed to load it again.
    pub changes: Vec<String>,
    pub scope: Scope,
    pub space: OnceLock<Space>,
}

impl Variant {
    pub fn new(loaded: Arc<Loaded>, changes: Vec<String>, scope: Scope) -> Self {
        Self { loaded, changes, scope, space: OnceLock::new() }
    }

    /// Starts a game from a written position, which must have as many seeds as the opening, unless it may have any.
    pub fn start(
        &self,
        py: Python<'_>,
        position: &str,
        any_seeds: bool,
    ) -> PyResult<mankala::Game> {
        let begun = quick(py, || self.loaded.game_from(position))?;
        let game = begun.map_err(errors::position)?;
        let (found, usual) = (game.seeds(), self.loaded.game().seeds());
        if found != usual && !any_seeds {
            return Err(errors::position(format!(
                "expected {usual} seeds, as in the opening, found {found}; any_seeds=True allows any number"
            )));
        }
        Ok(game)
    }

    /// Returns its actions and observations.
    pub fn space(&self) -> &Space {
        let variant = || Arc::clone(&self.loaded.variant);
        self.space.get_or_init(|| Space::new(variant(), self.scope))
    }
}

/// Game of one variant, with its history.
#[pyclass(frozen, module = "mankala")]
pub struct Game {
    pub variant: Py<Variant>,
    /// First position; `None` for the opening.
    pub start: Option<String>,
    pub rounds: bool,
    /// A thread that waits for Python's lock never locks it.
    pub played: Mutex<Played>,
}

/// State of a game, and values derived from it.
#[derive(Clone)]
pub struct Played {
    pub game: mankala::Game,
    /// Open actions, computed on first use.
    pub pending: Option<Pending>,
    /// Legal moves, computed on first use.
    pub moves: Option<Vec<String>>,
}

impl Played {
    fn new(game: mankala::Game) -> Self {
        Self { game, pending: None, moves: None }
    }

    /// Returns the open actions.
    pub fn pending(&mut self, space: &Space) -> &mut Pending {
        let game = &self.game;
        self.pending.get_or_insert_with(|| space.pending(game))
    }

    /// Plays an action.
    pub fn act(&mut self, space: &Space, action: i64) -> Result<(), mankala::learn::Illegal> {
        let mut pending = std::mem::take(self.pending(space));
        let done = space.act(&mut self.game, &mut pending, action);
        (self.pending, self.moves) = (Some(pending), None);
        done
    }
}

impl Game {
    /// Starts a game.
    pub fn begin(
        py: Python<'_>,
        variant: Py<Variant>,
        start: Option<String>,
        rounds: bool,
        any_seeds: bool,
    ) -> PyResult<Self> {
        let loaded = &variant.get().loaded;
        if rounds && !loaded.rounds.several() {
            let name = &loaded.header.name;
            return Err(errors::argument(format!(
                "{name} is over with its first round; its file has no section [rounds]"
            )));
        }
        let mut game = match &start {
            Some(position) => variant.get().start(py, position, any_seeds)?,
            None => loaded.game(),
        };
        if rounds {
            game.over_rounds(loaded.rounds);
        }
        Ok(Self { played: Mutex::new(Played::new(game)), variant, start, rounds })
    }

    /// Wraps a game in progress.
    pub fn of(variant: Py<Variant>, game: mankala::Game) -> Self {
        let rules = game.variant();
        let first = game.past().first().map_or(game.position(), |(first, _)| first);
        let start = (*first != rules.opening()).then(|| write_position(rules, first));
        Self {
            variant,
            start,
            rounds: game.is_over_rounds(),
            played: Mutex::new(Played::new(game)),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Played> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the game, without Python's lock.
    pub fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mankala::Game) -> T + Send,
    ) -> PyResult<T> {
        quick(py, || work(&self.lock().game))
    }

    /// Changes the game, without Python's lock.
    pub fn change<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut mankala::Game) -> T + Send,
    ) -> PyResult<T> {
        quick(py, || {
            let mut played = self.lock();
            (played.pending, played.moves) = (None, None);
            work(&mut played.game)
        })
    }

    /// Runs a task that takes less time than releasing Python's lock.
    pub fn at_once<T>(&self, work: impl FnOnce(&mut Played) -> T) -> PyResult<T> {
        caught(|| work(&mut self.lock()))
    }

    /// Returns a copy of the game, for long computations.
    pub fn copied(&self, py: Python<'_>) -> PyResult<mankala::Game> {
        self.with(py, mankala::Game::clone)
    }
}
