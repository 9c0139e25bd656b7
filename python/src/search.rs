//! Searches in the games of a batch: the engine walks the trees, and a Python function evaluates positions.

use mankala::play::evaluated::Evaluated;
use mankala::play::guided::{Guided, GuidedSpec};
use mankala::play::lookahead::Lookahead;
use numpy::ndarray::Dimension;
use numpy::{
    Element, IxDyn, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2,
    PyReadonlyArrayDyn,
};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::batch::Batch;
use crate::errors;
use crate::memory;
use crate::number::Number;
use crate::work::{long, quick};

/// Size of the trees above which the free memory is checked, in bytes; the limit doubles each time.
const CHECKED: usize = 1 << 26;

/// Visits and values of a tree search.
type Found<'py> = (Bound<'py, PyArray2<i32>>, Bound<'py, PyArray1<f32>>);

/// Best actions and values of an alpha-beta search.
type Best<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f32>>);

/// Converts an answer of `evaluate` to an array of this shape.
fn array<'py>(
    what: &str,
    shape: &[usize],
    given: &Bound<'py, PyAny>,
) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
    let py = given.py();
    let wrong = |found: String| {
        errors::argument(format!("evaluate: expected {what} of shape {shape:?}, found {found}"))
    };
    let order = PyDict::new(py);
    order.set_item("order", "C")?;
    order.set_item("dtype", "float32")?;
    let own = py.import("numpy")?.call_method("array", (given,), Some(&order));
    let own = own.map_err(|error| {
        if error.is_instance_of::<PyException>(py) {
            wrong(format!("an object that is not an array: {error}"))
        } else {
            error
        }
    })?;
    let own = own.cast_into::<PyArray<f32, IxDyn>>()?;
    let found = numpy::PyUntypedArrayMethods::shape(&own).to_vec();
    if found != shape {
        return Err(wrong(format!("an array of shape {found:?}")));
    }
    Ok(own.readonly())
}

/// Lets a function write into two new arrays.
fn fill<A: Element, B: Element, D: Dimension, E: Dimension>(
    first: &Bound<'_, PyArray<A, D>>,
    second: &Bound<'_, PyArray<B, E>>,
    write: impl FnOnce(&mut [A], &mut [B]) + Send,
) -> PyResult<()> {
    let (mut one, mut other) = (first.readwrite(), second.readwrite());
    let (one, other) = (one.as_slice_mut()?, other.as_slice_mut()?);
    quick(first.py(), || write(one, other))
}

/// Runs a search to its end.
fn run(py: Python<'_>, search: &mut dyn Evaluated, evaluate: &Bound<'_, PyAny>) -> PyResult<()> {
    let [width, actions] = search.shape();
    let mut checked = CHECKED;
    loop {
        let asked = long(py, None, |watch| search.walk(&|| watch.stops()))?;
        if asked == 0 {
            return Ok(());
        }
        let observations = PyArray2::<i32>::zeros(py, [asked, width], false);
        let masks = PyArray2::<i8>::zeros(py, [asked, actions], false);
        fill(&observations, &masks, |rows, open| search.show(rows, open))?;
        let answer = evaluate.call1((observations, masks))?;
        let (priors, values): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            answer.extract().map_err(|_| {
                errors::argument("evaluate: expected a pair of arrays, priors and values")
            })?;
        let priors = array("priors", &[asked, actions], &priors)?;
        let values = array("values", &[asked], &values)?;
        let (priors, values) = (priors.as_slice()?, values.as_slice()?);
        let received = quick(py, || search.receive(priors, values))?;
        received.map_err(|error| errors::argument(format!("evaluate: {error}")))?;
        if search.size() > checked {
            checked = 2 * search.size();
            memory::check("the trees of this search", search.size())?;
        }
    }
}

/// Searches all games of a batch by PUCT; see `mankala.search`.
#[pyfunction]
#[pyo3(name = "_search")]
pub fn search<'py>(
    py: Python<'py>,
    batch: &Batch,
    evaluate: &Bound<'py, PyAny>,
    simulations: Number,
    exploration: f32,
    noise: f32,
    random: Option<PyReadonlyArray2<'py, f32>>,
) -> PyResult<Found<'py>> {
    let spec = GuidedSpec {
        simulations: simulations.within("simulations", 1, 1_000_000)?,
        exploration,
        noise,
    };
    let random = random.as_ref().map(|random| random.as_slice()).transpose()?;
    let random = random.unwrap_or_default();
    let mut search = batch.read(py, |batch| Guided::new(batch, spec, random))?;
    run(py, &mut search, evaluate)?;
    let [_, actions] = search.shape();
    let games = batch.games();
    let visits = PyArray2::zeros(py, [games, actions], false);
    let values = PyArray1::zeros(py, games, false);
    fill(&visits, &values, |rows, told| search.tell(rows, told))?;
    Ok((visits, values))
}

/// Searches all games of a batch by alpha-beta; see `mankala.alphabeta`.
#[pyfunction]
#[pyo3(name = "_alphabeta")]
pub fn alphabeta<'py>(
    py: Python<'py>,
    batch: &Batch,
    evaluate: &Bound<'py, PyAny>,
    depth: Number,
) -> PyResult<Best<'py>> {
    let depth = depth.within("depth", 1, 100)?;
    let mut search = batch.read(py, |batch| Lookahead::new(batch, depth))?;
    run(py, &mut search, evaluate)?;
    let actions = PyArray1::zeros(py, batch.games(), false);
    let values = PyArray1::zeros(py, batch.games(), false);
    fill(&actions, &values, |best, told| search.tell(best, told))?;
    Ok((actions, values))
}
