//! Many games at a time, for machine learning, with `NumPy` arrays as input and output.

use std::sync::{Arc, Mutex, PoisonError};

use mankala::learn::{self, Terms, View};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::classes::Variant;
use crate::errors;
use crate::memory;
use crate::number::Number;
use crate::work::{quick, threads};

/// Games of one variant that advance by a move each at a time.
#[pyclass(frozen, module = "mankala")]
pub struct Batch {
    variant: Py<Variant>,
    games: usize,
    /// Never locked by a thread that waits for Python's lock.
    played: Mutex<learn::Batch>,
    #[doc = stub!("Batch.observation_names")]
    #[pyo3(get)]
    observation_names: Vec<String>,
    #[doc = stub!("Batch.observations")]
    #[pyo3(get)]
    observations: Py<PyArray2<i32>>,
    #[doc = stub!("Batch.masks")]
    #[pyo3(get)]
    masks: Py<PyArray2<i8>>,
    #[doc = stub!("Batch.rewards")]
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    #[doc = stub!("Batch.terminated")]
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    #[doc = stub!("Batch.truncated")]
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    #[doc = stub!("Batch.to_move")]
    #[pyo3(get)]
    to_move: Py<PyArray1<i8>>,
    /// Actions of the last `sample`.
    drawn: Py<PyArray1<i64>>,
}

/// Borrows an array for writing.
fn held<'py, T: Element, D: numpy::ndarray::Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let held = array.bind(py).try_readwrite();
    held.map_err(|_| errors::refused("another thread is using this batch"))
}

impl Batch {
    /// Runs a task on the games and their arrays, without Python's lock.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut learn::Batch, View<'_>) -> T + Send,
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
            work(&mut batch, view)
        })
    }

    /// Copies an array with a number for each game: the given one may have any memory layout, and another thread
    /// may write to it. `kinds` lists the letters of the accepted types; `name` describes them in messages.
    fn numbers<'py>(
        &self,
        what: &str,
        (kinds, name): (&str, &str),
        given: &Bound<'py, PyAny>,
    ) -> PyResult<PyReadonlyArray1<'py, i64>> {
        let py = given.py();
        let wrong = |found: String| {
            let games = self.games;
            errors::argument(format!(
                "{what}: expected {games} {name}, one for each game, found {found}"
            ))
        };
        let order = PyDict::new(py);
        order.set_item("order", "C")?;
        let own = py
            .import("numpy")?
            .call_method("array", (given,), Some(&order))
            .map_err(|error| {
                let is_none = error.is_instance_of::<PyValueError>(py)
                    || error.is_instance_of::<PyTypeError>(py);
                if is_none {
                    wrong(format!("an object that is not an array: {error}"))
                } else {
                    error
                }
            })?;
        let shape: Vec<usize> = own.getattr("shape")?.extract()?;
        match shape[..] {
            [found] if found == self.games => {}
            [found] => return Err(wrong(found.to_string())),
            _ => return Err(wrong(format!("an array of shape {shape:?}"))),
        }
        let kept = own.getattr("dtype")?;
        let kind: String = kept.getattr("kind")?.extract()?;
        if !kinds.contains(&kind) {
            return Err(wrong(format!("an array of {kept}")));
        }
        // Avoids another copy if the type is right.
        let once = PyDict::new(py);
        once.set_item("copy", false)?;
        let own = own.call_method("astype", ("int64",), Some(&once))?;
        Ok(own.cast_into::<PyArray1<i64>>()?.readonly())
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(
        signature = (variant, games, *, threads=None, restart=true, ply_limit=Number::from(2000), seed=Number::from(1)),
        text_signature = "(variant, games, *, threads=None, restart=True, ply_limit=2000, seed=1)"
    )]
    fn new(
        py: Python<'_>,
        variant: &Bound<'_, PyAny>,
        games: Number,
        threads: Option<Number>,
        restart: bool,
        ply_limit: Number,
        seed: Number,
    ) -> PyResult<Self> {
        let games: usize = games.within("games", 1, 1 << 24)?;
        let terms = Terms {
            ply_limit: ply_limit.within("ply_limit", 1, 1_000_000)?,
            restart,
            seed: seed.within("seed", 0, u64::MAX)?,
            threads: self::threads(threads.as_ref())?,
        };
        let loading = py.import("mankala.loading")?;
        let variant: Py<Variant> = loading.call_method1("load", (variant,))?.extract()?;
        let rules = variant.get().loaded.variant.clone();
        let one = quick(py, || Arc::clone(&rules).batch(1, terms))?;
        let observation_names = one.names();
        let (width, actions) = (observation_names.len(), usize::from(one.actions()));
        // An observation, a mask, two rewards, a sampled action, two flags and the player to move.
        let shown =
            width * size_of::<i32>() + actions + 2 * size_of::<f32>() + size_of::<i64>() + 3;
        memory::check(&format!("{games} games"), games * (one.size() + shown))?;
        let batch = quick(py, || rules.batch(games, terms))?;
        let begun = Self {
            variant,
            games,
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

    #[doc = stub!("Batch.variant")]
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<Variant> {
        self.variant.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.games
    }

    #[doc = stub!("Batch.step")]
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = self.numbers("actions", ("iu", "whole numbers"), actions)?;
        let actions = actions.as_slice()?;
        let stepped = self.with(py, |batch, view| batch.step(actions, view))?;
        stepped.map_err(errors::illegal)
    }

    #[doc = stub!("Batch.reset")]
    #[pyo3(signature = (which=None))]
    fn reset(&self, py: Python<'_>, which: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let which = which.map(|which| self.numbers("which", ("biu", "truths"), which));
        let which = which.transpose()?;
        let which = which.as_ref().map(|which| which.as_slice()).transpose()?;
        let chosen = |game: usize| which.is_none_or(|which| which[game] != 0);
        self.with(py, |batch, view| batch.reset(&chosen, view))
    }

    #[doc = stub!("Batch.sample")]
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut drawn = held(py, &self.drawn)?;
        let actions = drawn.as_slice_mut()?;
        quick(py, || {
            let mut batch = self.played.lock().unwrap_or_else(PoisonError::into_inner);
            batch.draw(actions);
        })?;
        Ok(self.drawn.bind(py).clone())
    }

    #[doc = stub!("Batch.position")]
    fn position(&self, py: Python<'_>, game: Number) -> PyResult<String> {
        let game = game.within("game", 0, self.games as u64 - 1)?;
        let found = quick(py, || {
            let batch = self.played.lock().unwrap_or_else(PoisonError::into_inner);
            batch.position(game)
        })?;
        let games = self.games;
        found.ok_or_else(|| {
            errors::argument(format!("game {game}: expected a number below {games}"))
        })
    }

    fn __repr__(&self) -> String {
        let label = self.variant.get().loaded.label();
        format!("mankala.Batch({label:?}, {})", self.games)
    }
}
