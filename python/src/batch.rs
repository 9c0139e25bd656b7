//! Many games at a time, for machine learning, with `NumPy` arrays as input and output.

use std::sync::{Arc, Mutex, PoisonError};

use mankala::learn::{self, Terms, View};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::classes::Variant;
use crate::errors;
use crate::memory;
use crate::number::Number;
use crate::work::{quick, threads};

/// Games of one variant that advance together, one move each.
#[pyclass(frozen, module = "mankala")]
pub struct Batch {
    variant: Py<Variant>,
    games: usize,
    /// A thread that waits for Python's lock never locks it.
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
    #[doc = stub!("Batch.final_observations")]
    #[pyo3(get)]
    final_observations: Py<PyArray2<i32>>,
    #[doc = stub!("Batch.final_to_move")]
    #[pyo3(get)]
    final_to_move: Py<PyArray1<i8>>,
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

/// Copies an array.
fn copied<T: Element, D: numpy::ndarray::Dimension>(
    py: Python<'_>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<Py<PyArray<T, D>>> {
    let copy = array.bind(py).call_method0("copy")?;
    Ok(copy.cast_into()?.unbind())
}

/// First positions as arguments: one for all games, or one for each.
#[derive(FromPyObject)]
enum Positions {
    All(String),
    Each(Vec<String>),
}

impl Batch {
    /// Returns the number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Creates the arrays of a batch.
    fn of(py: Python<'_>, variant: Py<Variant>, batch: learn::Batch) -> Self {
        let observation_names = batch.names();
        let games = batch.games();
        let (width, actions) = (observation_names.len(), usize::from(batch.actions()));
        Self {
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
            final_observations: PyArray2::zeros(py, [games, width], false).unbind(),
            final_to_move: PyArray1::zeros(py, games, false).unbind(),
            drawn: PyArray1::zeros(py, games, false).unbind(),
        }
    }

    /// Reads the games, without Python's lock.
    pub fn read<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&learn::Batch) -> T + Send,
    ) -> PyResult<T> {
        quick(py, || {
            let batch = self.played.lock().unwrap_or_else(PoisonError::into_inner);
            work(&batch)
        })
    }

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
        let mut final_observations = held(py, &self.final_observations)?;
        let mut final_to_move = held(py, &self.final_to_move)?;
        let view = View {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            to_move: to_move.as_slice_mut()?,
            final_observations: final_observations.as_slice_mut()?,
            final_to_move: final_to_move.as_slice_mut()?,
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
        let own =
            py.import("numpy")?.call_method("array", (given,), Some(&order)).map_err(|error| {
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
        signature = (
            variant, games=None, *, positions=None, any_seeds=false, opening_plies=Number::from(0), threads=None,
            restart=true, ply_limit=Number::from(2000), seed=Number::from(1), seeds=None, records=false,
        ),
        text_signature = "(variant, games=None, *, positions=None, any_seeds=False, opening_plies=0, threads=None, restart=True, ply_limit=2000, seed=1, seeds=None, records=False)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        variant: &Bound<'_, PyAny>,
        games: Option<Number>,
        positions: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = errors::typed)] any_seeds: bool,
        opening_plies: Number,
        threads: Option<Number>,
        #[pyo3(from_py_with = errors::typed)] restart: bool,
        ply_limit: Number,
        seed: Number,
        seeds: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = errors::typed)] records: bool,
    ) -> PyResult<Self> {
        let positions = positions.map(|given| {
            let wrong = |_| errors::argument("positions: expected a text, or a list of texts");
            given.extract::<Positions>().map_err(wrong)
        });
        let positions = positions.transpose()?;
        let seeds = seeds.map(|given| {
            let wrong = |_| errors::argument("seeds: expected a list of whole numbers");
            given.extract::<Vec<Number>>().map_err(wrong)
        });
        let seeds = seeds.transpose()?;
        let listed = match &positions {
            Some(Positions::Each(each)) => Some(each.len()),
            _ => seeds.as_ref().map(Vec::len),
        };
        let games: usize = match (games, listed) {
            (Some(games), _) => games.within("games", 1, 1 << 24)?,
            (None, Some(listed)) if listed > 0 => listed,
            (None, _) => {
                return Err(errors::argument(
                    "games: expected a number, or a list of positions or seeds",
                ));
            }
        };
        let loading = py.import("mankala.loading")?;
        let variant: Py<Variant> = loading.call_method1("load", (variant,))?.extract()?;
        let terms = Terms {
            ply_limit: ply_limit.within("ply_limit", 1, 1_000_000)?,
            restart,
            seed: seed.within("seed", 0, u64::MAX)?,
            opening_plies: opening_plies.within("opening_plies", 0, 1000)?,
            records,
            threads: self::threads(threads.as_ref())?,
            scope: variant.get().scope,
        };
        let rules = variant.get().loaded.variant.clone();
        let counted = |what: &str, found: usize| {
            let message = || format!("{what}: expected {games}, one for each game, found {found}");
            (found == games).then_some(()).ok_or_else(|| errors::argument(message()))
        };
        let seeds = seeds.map(|seeds| {
            counted("seeds", seeds.len())?;
            let seeds = seeds.iter().map(|seed| seed.within("seeds", 0, u64::MAX));
            seeds.collect::<PyResult<Vec<u64>>>()
        });
        let seeds = seeds.transpose()?;
        let starts = match positions {
            None => Vec::new(),
            Some(Positions::All(text)) => {
                vec![*variant.get().start(py, &text, any_seeds)?.position(); games]
            }
            Some(Positions::Each(each)) => {
                counted("positions", each.len())?;
                let each = each.iter();
                let each =
                    each.map(|text| Ok(*variant.get().start(py, text, any_seeds)?.position()));
                each.collect::<PyResult<Vec<_>>>()?
            }
        };
        let one = quick(py, || Arc::clone(&rules).batch(1, terms))?;
        let (width, actions) = (one.names().len(), usize::from(one.actions()));
        // Two observations, a mask, two rewards, a sampled action, two flags and two players to move.
        let shown =
            2 * width * size_of::<i32>() + actions + 2 * size_of::<f32>() + size_of::<i64>() + 4;
        memory::check(&format!("{games} games"), games * (one.size() + shown))?;
        let batch = quick(py, || {
            let mut batch = rules.batch(games, terms);
            if let Some(seeds) = &seeds {
                batch.seed_each(seeds);
            }
            batch.begin_at(starts);
            batch
        })?;
        let begun = Self::of(py, variant, batch);
        begun.reset(py, None, None)?;
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
    #[pyo3(signature = (which=None, *, seed=None))]
    fn reset(
        &self,
        py: Python<'_>,
        which: Option<&Bound<'_, PyAny>>,
        seed: Option<Number>,
    ) -> PyResult<()> {
        let which = which.map(|which| self.numbers("which", ("biu", "truths"), which));
        let which = which.transpose()?;
        let which = which.as_ref().map(|which| which.as_slice()).transpose()?;
        let seed = seed.map(|seed| seed.within("seed", 0, u64::MAX));
        let seed: Option<u64> = seed.transpose()?;
        let chosen = |game: usize| which.is_none_or(|which| which[game] != 0);
        self.with(py, |batch, view| {
            if let Some(seed) = seed {
                batch.seed(seed);
            }
            batch.reset(&chosen, view);
        })
    }

    #[doc = stub!("Batch.set")]
    #[pyo3(signature = (game, position, *, any_seeds=false))]
    fn set(
        &self,
        py: Python<'_>,
        game: Number,
        #[pyo3(from_py_with = errors::typed)] position: String,
        #[pyo3(from_py_with = errors::typed)] any_seeds: bool,
    ) -> PyResult<()> {
        let game = game.within("game", 0, self.games as u64 - 1)?;
        self.variant.get().start(py, &position, any_seeds)?;
        let set = self.with(py, |batch, mut view| batch.set(game, &position, &mut view))?;
        set.map_err(errors::position)
    }

    #[doc = stub!("Batch.record")]
    fn record(&self, py: Python<'_>, game: Number) -> PyResult<(String, Vec<String>)> {
        let game = game.within("game", 0, self.games as u64 - 1)?;
        let found = self.read(py, |batch| batch.record(game))?;
        found.ok_or_else(|| {
            errors::refused("moves are not recorded; expected a batch with records=True")
        })
    }

    #[doc = stub!("Batch.copy")]
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let played = self.read(py, learn::Batch::copy)?;
        Ok(Self {
            variant: self.variant.clone_ref(py),
            games: self.games,
            played: Mutex::new(played),
            observation_names: self.observation_names.clone(),
            observations: copied(py, &self.observations)?,
            masks: copied(py, &self.masks)?,
            rewards: copied(py, &self.rewards)?,
            terminated: copied(py, &self.terminated)?,
            truncated: copied(py, &self.truncated)?,
            to_move: copied(py, &self.to_move)?,
            final_observations: copied(py, &self.final_observations)?,
            final_to_move: copied(py, &self.final_to_move)?,
            drawn: copied(py, &self.drawn)?,
        })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let again = py.import("mankala._engine")?.getattr("_batch_again")?;
        let text = self.read(py, learn::Batch::save)?;
        let shown = (
            copied(py, &self.rewards)?,
            copied(py, &self.terminated)?,
            copied(py, &self.truncated)?,
            copied(py, &self.final_observations)?,
            copied(py, &self.final_to_move)?,
        );
        (again, (self.variant.clone_ref(py), text, shown)).into_pyobject(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py)
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
        let found = self.read(py, |batch| batch.position(game))?;
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

/// Arrays of the last step, in a pickle: rewards, flags, last observations and their players.
type Shown<'py> = (
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray2<i32>>,
    Bound<'py, PyArray1<i8>>,
);

/// Rebuilds a batch, to unpickle it.
#[pyfunction]
#[pyo3(name = "_batch_again")]
pub fn again(
    py: Python<'_>,
    variant: Py<Variant>,
    text: &str,
    shown: Shown<'_>,
) -> PyResult<Batch> {
    let (rewards, terminated, truncated, observations, to_move) = shown;
    let rules = Arc::clone(&variant.get().loaded.variant);
    let batch = quick(py, || learn::Batch::load(&rules, text))?;
    let batch = Batch::of(py, variant, batch.map_err(errors::argument)?);
    batch.with(py, |batch, view| batch.reset(&|_| false, view))?;
    fill(py, &batch.rewards, &rewards)?;
    fill(py, &batch.terminated, &terminated)?;
    fill(py, &batch.truncated, &truncated)?;
    fill(py, &batch.final_observations, &observations)?;
    fill(py, &batch.final_to_move, &to_move)?;
    Ok(batch)
}

/// Copies an array of equal shape.
fn fill<T: Element + Copy, D: numpy::ndarray::Dimension>(
    py: Python<'_>,
    array: &Py<PyArray<T, D>>,
    from: &Bound<'_, PyArray<T, D>>,
) -> PyResult<()> {
    from.copy_to(array.bind(py))
}
