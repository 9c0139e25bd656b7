//! Two classes that lead to each other: a variant begins games, and a game knows its variant.

use std::sync::{Arc, Mutex, PoisonError};

use mankala::Loaded;
use pyo3::prelude::*;

use crate::errors;
use crate::work::quick;

/// Game with its rules.
#[pyclass(frozen, module = "mankala")]
pub struct Variant {
    pub loaded: Arc<Loaded>,
    /// Changes made to it, needed to load it again.
    pub changes: Vec<String>,
}

impl Variant {
    pub fn new(loaded: Loaded, changes: Vec<String>) -> Self {
        Self {
            loaded: Arc::new(loaded),
            changes,
        }
    }
}

/// Game of one variant, with its history.
#[pyclass(frozen, module = "mankala")]
pub struct Game {
    pub variant: Py<Variant>,
    /// First position; `None` for the opening.
    pub start: Option<String>,
    pub rounds: bool,
    /// Never locked by a thread that waits for Python's lock.
    pub played: Mutex<mankala::Game>,
}

impl Game {
    /// Starts a game.
    pub fn begin(
        py: Python<'_>,
        variant: Py<Variant>,
        start: Option<String>,
        rounds: bool,
    ) -> PyResult<Self> {
        let loaded = &variant.get().loaded;
        if rounds && !loaded.rounds.several() {
            let name = &loaded.header.name;
            return Err(errors::argument(format!(
                "{name} is over with its first round; its file has no section [rounds]"
            )));
        }
        let open = || {
            let mut game = match &start {
                Some(position) => loaded.game_from(position)?,
                None => loaded.game(),
            };
            if rounds {
                game.over_rounds(loaded.rounds);
            }
            Ok(game)
        };
        let begun: Result<_, mankala::text::notation::PositionError> = quick(py, open)?;
        Ok(Self {
            played: Mutex::new(begun.map_err(errors::position)?),
            variant,
            start,
            rounds,
        })
    }

    /// Runs a task on the game, without Python's lock.
    pub fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut mankala::Game) -> T + Send,
    ) -> PyResult<T> {
        quick(py, || {
            let mut game = self.played.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut game)
        })
    }

    /// Returns a copy of the game, for long computations.
    pub fn copied(&self, py: Python<'_>) -> PyResult<mankala::Game> {
        self.with(py, |game| game.clone())
    }
}
