//! Perfect play, as in `mankala solve`.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use mankala::search::Task;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::classes::Game;
use crate::errors;
use crate::memory;
use crate::number::Number;
use crate::table::{Plain, Table, rebuilt, some_integers, texts};
use crate::work::long;

/// Value of a position with perfect play, and of each first move.
#[pyclass(frozen, extends = Table, module = "mankala")]
pub struct Solution {
    #[doc = stub!("Solution.value")]
    #[pyo3(get)]
    value: Option<i32>,
    #[doc = stub!("Solution.low")]
    #[pyo3(get)]
    low: Option<i32>,
    #[doc = stub!("Solution.high")]
    #[pyo3(get)]
    high: Option<i32>,
    #[doc = stub!("Solution.unit")]
    #[pyo3(get)]
    unit: String,
    #[doc = stub!("Solution.line")]
    #[pyo3(get)]
    line: Vec<String>,
    #[doc = stub!("Solution.nodes")]
    #[pyo3(get)]
    nodes: u64,
    #[doc = stub!("Solution.depth")]
    #[pyo3(get)]
    depth: u32,
    #[doc = stub!("Solution.seconds")]
    #[pyo3(get)]
    seconds: f64,
}

/// Everything but the table: value, low, high, unit, line, nodes, depth, seconds.
type Rest = (Option<i32>, Option<i32>, Option<i32>, String, Vec<String>, u64, u32, f64);

#[pymethods]
impl Solution {
    fn __reduce__<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let again = py.import("mankala._engine")?.getattr("_solve_again")?;
        let plain = slf.as_super().plain(py)?;
        let rest: Rest = (
            slf.value,
            slf.low,
            slf.high,
            slf.unit.clone(),
            slf.line.clone(),
            slf.nodes,
            slf.depth,
            slf.seconds,
        );
        (again, (plain, rest)).into_pyobject(py)
    }
}

/// Rebuilds a solution, to unpickle it.
#[pyfunction]
#[pyo3(name = "_solve_again")]
pub fn again(py: Python<'_>, plain: Plain<'_>, rest: Rest) -> PyResult<Py<Solution>> {
    let (value, low, high, unit, line, nodes, depth, seconds) = rest;
    let found = Solution { value, low, high, unit, line, nodes, depth, seconds };
    Py::new(py, (found, rebuilt(plain)?))
}

/// Solves a position; see `mankala.solve`.
#[pyfunction]
#[pyo3(name = "_solve")]
pub fn solve(
    py: Python<'_>,
    game: &Game,
    #[pyo3(from_py_with = errors::typed)] moves: bool,
    #[pyo3(from_py_with = errors::typed)] budget: Option<f64>,
    memory: Number,
) -> PyResult<Py<Solution>> {
    let budget = budget.map(Duration::try_from_secs_f64).transpose();
    let budget =
        budget.map_err(|_| errors::argument("budget: expected a number of seconds, at least 0"))?;
    let memory = memory.within("memory", 0, 1 << 40)?;
    memory::check("memory", memory)?;
    let (loaded, game) = (&game.variant.get().loaded, game.copied(py)?);
    let begin = Instant::now();
    let solution = long(py, None, move |watch| {
        let is_over = || budget.is_some_and(|budget| begin.elapsed() >= budget);
        let stop = || watch.stops() || is_over();
        let task = Task { memory, moves, ..Task::default() };
        game.solve(task, &stop, &mut |far| {
            watch.done.store(far.nodes, Ordering::Relaxed);
        })
    })?;
    let of_moves = |of: &dyn Fn(mankala::search::Bounds) -> Option<i32>| {
        let found = solution.moves.iter();
        some_integers(found.map(|found| of(found.bounds).map(i64::from)))
    };
    let table = Table::new(vec![
        ("move", texts(solution.moves.iter().map(|found| &found.text))),
        ("value", of_moves(&mankala::search::Bounds::value)),
        ("low", of_moves(&|bounds| bounds.low)),
        ("high", of_moves(&|bounds| bounds.high)),
    ])?;
    let table = table.of_variant(loaded);
    let found = Solution {
        value: solution.bounds.value(),
        low: solution.bounds.low,
        high: solution.bounds.high,
        unit: if solution.seeds { "seeds" } else { "result" }.to_owned(),
        line: solution.line,
        nodes: solution.nodes,
        depth: solution.depth,
        seconds: begin.elapsed().as_secs_f64(),
    };
    Py::new(py, (found, table))
}
