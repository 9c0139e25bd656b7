//! Perft: counts of move sequences, as in `mankala perft`.

use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::classes::Game;
use crate::number::Number;
use crate::table::{Plain, Table, counts, rebuilt, texts};
use crate::work::{long, threads};

/// Number of move sequences, in all and for each first move.
#[pyclass(frozen, extends = Table, module = "mankala")]
pub struct Perft {
    #[doc = stub!("Perft.depth")]
    #[pyo3(get)]
    depth: u32,
    #[doc = stub!("Perft.nodes")]
    #[pyo3(get)]
    nodes: u64,
    #[doc = stub!("Perft.seconds")]
    #[pyo3(get)]
    seconds: f64,
}

#[pymethods]
impl Perft {
    fn __int__(&self) -> u64 {
        self.nodes
    }

    fn __reduce__<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let again = py.import("mankala._engine")?.getattr("_perft_again")?;
        let plain = slf.as_super().plain(py)?;
        (again, (plain, slf.depth, slf.nodes, slf.seconds)).into_pyobject(py)
    }
}

/// Counts move sequences; see `mankala.perft`.
#[pyfunction]
#[pyo3(name = "_perft")]
pub fn perft(
    py: Python<'_>,
    game: &Game,
    depth: Number,
    threads: Option<Number>,
) -> PyResult<Py<Perft>> {
    let depth = depth.within("depth", 0, mankala::play::perft::DEEPEST.into())?;
    let (loaded, game) = (&game.variant.get().loaded, game.copied(py)?);
    let begin = Instant::now();
    let threads = self::threads(threads.as_ref())?;
    let divided = long(py, None, move |watch| game.divide(depth, threads, &|| watch.stops()))?;
    let seconds = begin.elapsed().as_secs_f64();
    // The empty sequence has no first move.
    let nodes = match depth {
        0 => 1,
        _ => divided.iter().map(|(_, nodes)| nodes).sum(),
    };
    let table = Table::new(vec![
        ("move", texts(divided.iter().map(|(text, _)| text))),
        ("nodes", counts(divided.iter().map(|&(_, nodes)| nodes))),
    ])?;
    let table = table.of_variant(loaded);
    let found = Perft { depth, nodes, seconds };
    Py::new(py, (found, table))
}

/// Rebuilds counts, to unpickle them.
#[pyfunction]
#[pyo3(name = "_perft_again")]
pub fn again(
    py: Python<'_>,
    plain: Plain<'_>,
    depth: u32,
    nodes: u64,
    seconds: f64,
) -> PyResult<Py<Perft>> {
    let found = Perft { depth, nodes, seconds };
    Py::new(py, (found, rebuilt(plain)?))
}
