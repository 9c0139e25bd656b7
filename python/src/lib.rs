//! The engine of mankala in Python: what the package `mankala` hands on.
//!
//! | file | purpose |
//! |---|---|
//! | `errors` | what is wrong, as exceptions |
//! | `work` | the engine at work without Python's lock, stopped by Ctrl-C, its panics caught |
//! | `memory` | how much memory may be asked for |
//! | `number` | numbers as they are given |
//! | `variant` | variants by name, path or text |
//! | `game` | a game that is played |
//! | `batch` | many games at a time, for programs that learn |
//! | `table` | results in columns, handed over by Arrow's C stream |
//! | `compare` | measures of variants |
//! | `series` | matches |
//! | `count` | perft |
//! | `solve` | perfect play |
//!
//! Its types are told in `mankala/_engine.pyi`, and its words too: `build.rs` takes them into the engine, for `help()`.

#![expect(clippy::doc_markdown, reason = "the words of the stubs are Python's")]

/// What the stubs say of a function or a class's member.
macro_rules! stub {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $name, ".txt"))
    };
}

mod batch;
mod classes;
mod compare;
mod count;
mod errors;
mod game;
mod memory;
mod number;
mod series;
mod solve;
mod table;
mod variant;
mod work;

use pyo3::prelude::*;

/// The compiled half of the package `mankala`.
#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<classes::Variant>()?;
    module.add_class::<classes::Game>()?;
    module.add_class::<game::Step>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<table::Table>()?;
    module.add_class::<compare::Comparison>()?;
    module.add_class::<series::Match>()?;
    module.add_class::<count::Perft>()?;
    module.add_class::<solve::Solution>()?;
    module.add_function(wrap_pyfunction!(variant::load, module)?)?;
    module.add_function(wrap_pyfunction!(variant::parse, module)?)?;
    module.add_function(wrap_pyfunction!(variant::variants, module)?)?;
    module.add_function(wrap_pyfunction!(game::again, module)?)?;
    module.add_function(wrap_pyfunction!(compare::compare, module)?)?;
    module.add_function(wrap_pyfunction!(compare::compare_part, module)?)?;
    module.add_function(wrap_pyfunction!(compare::compare_part_wrong, module)?)?;
    module.add_function(wrap_pyfunction!(series::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(series::part_wrong, module)?)?;
    module.add_function(wrap_pyfunction!(count::perft, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(work::check_threads, module)?)?;
    module.add_function(wrap_pyfunction!(work::fail, module)?)?;
    Ok(())
}
