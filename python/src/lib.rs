//! Compiled half of the Python package `mankala`.
//!
//! | file | purpose |
//! |---|---|
//! | `errors` | exceptions |
//! | `work` | runs the engine without Python's lock, stops it on Ctrl-C and catches its panics |
//! | `memory` | limit on memory |
//! | `number` | whole numbers as arguments |
//! | `variant` | variants by name, path or text |
//! | `game` | games, move by move |
//! | `batch` | many games at a time, for machine learning |
//! | `search` | searches in the games of a batch, with a learned evaluation |
//! | `table` | tables, exported through Arrow's C stream interface |
//! | `compare` | measures of variants |
//! | `design` | searches over rules |
//! | `series` | matches |
//! | `function` | players that are Python functions |
//! | `ladder` | ladders, with ratings |
//! | `review` | reviews of games |
//! | `openings` | trees of openings, and puzzles |
//! | `count` | perft |
//! | `solve` | perfect play |
//!
//! `mankala/_engine.pyi` holds the types and docstrings; `build.rs` embeds the docstrings for `help()`.

#![expect(clippy::doc_markdown, reason = "the docstrings of the stubs are Python's")]

/// Includes the docstring of a function or a class's member from the stubs.
macro_rules! stub {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $name, ".txt"))
    };
}

mod batch;
mod classes;
mod compare;
mod count;
mod design;
mod errors;
mod function;
mod game;
mod ladder;
mod memory;
mod number;
mod openings;
mod review;
mod search;
mod series;
mod solve;
mod table;
mod variant;
mod work;

use pyo3::prelude::*;

/// Compiled half of the package `mankala`.
#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<classes::Variant>()?;
    module.add_class::<classes::Game>()?;
    module.add_class::<game::Step>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<table::Table>()?;
    module.add_class::<compare::Comparison>()?;
    module.add_class::<design::Design>()?;
    module.add_class::<series::Match>()?;
    module.add_class::<count::Perft>()?;
    module.add_class::<solve::Solution>()?;
    module.add_class::<ladder::Schedule>()?;
    module.add_function(wrap_pyfunction!(variant::load, module)?)?;
    module.add_function(wrap_pyfunction!(variant::parse, module)?)?;
    module.add_function(wrap_pyfunction!(variant::variants, module)?)?;
    module.add_function(wrap_pyfunction!(variant::ask, module)?)?;
    module.add_function(wrap_pyfunction!(game::again, module)?)?;
    module.add_function(wrap_pyfunction!(game::step, module)?)?;
    module.add_function(wrap_pyfunction!(table::rebuilt, module)?)?;
    module.add_function(wrap_pyfunction!(batch::again, module)?)?;
    module.add_function(wrap_pyfunction!(compare::again, module)?)?;
    module.add_function(wrap_pyfunction!(design::again, module)?)?;
    module.add_function(wrap_pyfunction!(series::again, module)?)?;
    module.add_function(wrap_pyfunction!(count::again, module)?)?;
    module.add_function(wrap_pyfunction!(solve::again, module)?)?;
    module.add_function(wrap_pyfunction!(compare::compare, module)?)?;
    module.add_function(wrap_pyfunction!(compare::compare_part, module)?)?;
    module.add_function(wrap_pyfunction!(compare::compare_part_lacks, module)?)?;
    module.add_function(wrap_pyfunction!(design::design, module)?)?;
    module.add_function(wrap_pyfunction!(design::part, module)?)?;
    module.add_function(wrap_pyfunction!(design::part_wrong, module)?)?;
    module.add_function(wrap_pyfunction!(series::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(series::part_wrong, module)?)?;
    module.add_function(wrap_pyfunction!(count::perft, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(review::review, module)?)?;
    module.add_function(wrap_pyfunction!(openings::openings, module)?)?;
    module.add_function(wrap_pyfunction!(openings::puzzles, module)?)?;
    module.add_function(wrap_pyfunction!(ladder::rate, module)?)?;
    module.add_function(wrap_pyfunction!(search::search, module)?)?;
    module.add_function(wrap_pyfunction!(search::alphabeta, module)?)?;
    module.add_function(wrap_pyfunction!(work::check_threads, module)?)?;
    module.add_function(wrap_pyfunction!(work::fail, module)?)?;
    Ok(())
}
