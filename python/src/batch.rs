//! Many games at a time, for programs that learn: arrays of `NumPy` in and out.

use std::sync::{Mutex, PoisonError};

use mankala::learn::{AnyBatch, Terms, View};
use numpy::{
    AllowTypeChange, Element, PyArray, PyArray1, PyArray2, PyArrayLike1, PyArrayMethods,
    PyReadwriteArray,
};
use pyo3::prelude::*;

use crate::compare::within;
use crate::errors;
use crate::variant::Variant;
use crate::work::{quick, threads};

/// Games of one variant, a move in each at a time.
#[pyclass(frozen, module = "mankala")]
pub struct Batch {
    variant: Py<Variant>,
    games: usize,
    threads: usize,
    /// Never held together with Python's lock, but by who waits for neither.
    played: Mutex<Box<dyn AnyBatch>>,
    #[pyo3(get)]
    observation_names: Vec<String>,
    #[pyo3(get)]
    observations: Py<PyArray2<i32>>,
    #[pyo3(get)]
    masks: Py<PyArray2<i8>>,
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    to_move: Py<PyArray1<i8>>,
    /// What was drawn last.
    drawn: Py<PyArray1<i64>>,
}

/// An array to write to.
fn held<'py, T: Element, D: numpy::ndarray::Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let held = array.bind(py).try_readwrite();
    held.map_err(|_| errors::refused("another thread is at work with this batch"))
}

impl Batch {
    /// Does something with the games and the arrays that show them, without Python's lock.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyBatch, View<'_>) -> T + Send,
    ) -> PyResult<T> {
        let (mut observations, mut masks) = (held(py, &self.observations)?, held(py, &self.masks)?);
        let (mut rewards, mut to_move) = (held(py, &self.rewards)?, held(py, &self.to_move)?);
        let mut terminated = held(py, &self.terminated)?;
        let mut truncated = held(py, &self.truncated)?;
        let view = View {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            to_move: to_move.as_slice_mut()?,
        };
        quick(py, move || {
            let mut batch = self.played.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut **batch, view)
        })
    }

    /// Whether an array has a value for each game.
    fn fits(&self, what: &str, found: usize) -> PyResult<()> {
        if found == self.games {
            return Ok(());
        }
        let games = self.games;
        Err(errors::argument(format!(
            "{what}: expected {games}, one for each game, found {found}"
        )))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (variant, games, *, threads=None, restart=true, ply_limit=2000, seed=1))]
    fn new(
        py: Python<'_>,
        variant: &Bound<'_, PyAny>,
        games: usize,
        threads: Option<u16>,
        restart: bool,
        ply_limit: u32,
        seed: u64,
    ) -> PyResult<Self> {
        within("games", games as u64, 1, 1 << 24)?;
        within("ply_limit", ply_limit.into(), 1, 1_000_000)?;
        let loading = py.import("mankala.loading")?;
        let variant: Py<Variant> = loading.call_method1("load", (variant,))?.extract()?;
        let rules = variant.get().loaded.variant.clone();
        let terms = Terms {
            ply_limit,
            restart,
            seed,
        };
        let batch = quick(py, || rules.batch(games, terms))?;
        let observation_names = batch.names();
        let (width, actions) = (observation_names.len(), usize::from(batch.actions()));
        let begun = Self {
            variant,
            games,
            threads: self::threads(threads),
            played: Mutex::new(batch),
            observation_names,
            observations: PyArray2::zeros(py, [games, width], false).unbind(),
            masks: PyArray2::zeros(py, [games, actions], false).unbind(),
            rewards: PyArray2::zeros(py, [games, 2], false).unbind(),
            terminated: PyArray1::zeros(py, games, false).unbind(),
            truncated: PyArray1::zeros(py, games, false).unbind(),
            to_move: PyArray1::zeros(py, games, false).unbind(),
            drawn: PyArray1::zeros(py, games, false).unbind(),
        };
        begun.reset(py, None)?;
        Ok(begun)
    }

    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<Variant> {
        self.variant.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.games
    }

    fn step(
        &self,
        py: Python<'_>,
        actions: PyArrayLike1<'_, i64, AllowTypeChange>,
    ) -> PyResult<()> {
        let actions = actions.as_array();
        self.fits("actions", actions.len())?;
        let copy;
        let actions = if let Some(actions) = actions.as_slice() {
            actions
        } else {
            copy = actions.to_vec();
            &copy
        };
        let stepped = self.with(py, |batch, view| batch.step(actions, view, self.threads))?;
        stepped.map_err(errors::illegal)
    }

    #[pyo3(signature = (which=None))]
    fn reset(
        &self,
        py: Python<'_>,
        which: Option<PyArrayLike1<'_, bool, AllowTypeChange>>,
    ) -> PyResult<()> {
        let which = which.map(|which| which.as_array().to_vec());
        if let Some(which) = &which {
            self.fits("which", which.len())?;
        }
        let chosen = |game: usize| which.as_ref().is_none_or(|which| which[game]);
        self.with(py, |batch, view| batch.reset(&chosen, view))
    }

    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut drawn = held(py, &self.drawn)?;
        let actions = drawn.as_slice_mut()?;
        quick(py, || {
            let mut batch = self.played.lock().unwrap_or_else(PoisonError::into_inner);
            batch.draw(actions, self.threads);
        })?;
        Ok(self.drawn.bind(py).clone())
    }

    fn position(&self, py: Python<'_>, game: usize) -> PyResult<String> {
        let found = quick(py, || {
            let batch = self.played.lock().unwrap_or_else(PoisonError::into_inner);
            batch.position(game)
        })?;
        let games = self.games;
        found.ok_or_else(|| errors::argument(format!("game {game}: there are {games}, from 0")))
    }

    fn __repr__(&self) -> String {
        let label = self.variant.get().loaded.label();
        format!("mankala.Batch({label:?}, {})", self.games)
    }
}
