//! Variants: loaded by name or path, or from a text, with changes.

use std::sync::{Arc, LazyLock};

use mankala::api::variant::Shape;
use mankala::atlas::mechanisms::Profile;
use mankala::files::catalogue::{COMMAND_LINE, GivenBy, Written};
use mankala::learn::Scope;
use mankala::text::diagnostic::Diagnostics;
use mankala::{Catalogue, Loaded, api};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Map, Value, json};

use crate::classes::{Game, Variant};
use crate::errors;
use crate::work::{long, quick};

/// Variants of the engine.
pub static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);

/// Returns the full key: `columns` is `board.columns` if no other section has such a key.
fn full(change: &str, loaded: &Loaded) -> PyResult<String> {
    let (key, value) = change.split_once('=').unwrap_or((change, ""));
    if key.contains('.') {
        return Ok(change.to_owned());
    }
    let last = |known: &str| known.rsplit('.').next() == Some(key);
    let known = loaded.values.iter().map(|written| written.key.as_str());
    let known: Vec<&str> = known.filter(|known| last(known)).collect();
    match known[..] {
        [one] => Ok(format!("{one}={value}")),
        [] => {
            let keys = loaded.values.iter().map(|written| written.key.as_str());
            let keys = keys.collect::<Vec<_>>().join(", ");
            let name = &loaded.header.name;
            Err(errors::variant(format!("unknown key {key:?} of {name}, expected one of {keys}")))
        }
        _ => {
            Err(errors::variant(format!("ambiguous key {key:?}, expected {}", known.join(" or "))))
        }
    }
}

/// Writes errors in the terms of Python instead of those of the command line.
fn in_python(wrong: Diagnostics, changes: &[String]) -> String {
    let wrong = wrong.renamed(COMMAND_LINE, "source");
    let wrong = changes
        .iter()
        .fold(wrong, |wrong, change| wrong.renamed(&format!("--set {change}"), "changes"));
    wrong.to_string().replace("`mankala list`", "mankala.variants()")
}

fn made(loaded: Loaded, changes: Vec<String>) -> Variant {
    Variant::new(Arc::new(loaded), changes, Scope::default())
}

/// Loads a variant with its changes; if needed, loads it without them first, to find its keys.
fn read(
    py: Python<'_>,
    changes: &[String],
    read: impl Fn(&[String]) -> Result<Loaded, Diagnostics> + Sync,
) -> PyResult<Variant> {
    let read = |changes: &[String]| {
        let loaded = quick(py, || read(changes))?;
        loaded.map_err(|wrong| errors::variant(in_python(wrong, changes)))
    };
    if changes.iter().all(|change| change.contains('.')) {
        return Ok(made(read(changes)?, changes.to_vec()));
    }
    let bare = read(&[])?;
    let changes = changes.iter().map(|change| full(change, &bare));
    let changes = changes.collect::<PyResult<Vec<String>>>()?;
    Ok(made(read(&changes)?, changes))
}

/// Loads a variant by name or path; see `mankala.load`.
#[pyfunction]
#[pyo3(name = "_load")]
pub fn load(py: Python<'_>, name: &str, changes: Vec<String>) -> PyResult<Variant> {
    let variant = read(py, &changes, |changes| CATALOGUE.load(name, changes))?;
    // Includes the changes after the name.
    let own = variant.loaded.values.iter();
    let own = own.filter(|written| written.given_by == GivenBy::Change);
    let changes = own.map(|written| format!("{}={}", written.key, written.value)).collect();
    Ok(Variant { changes, ..variant })
}

/// Loads a variant from a text; `origin` is its name in messages. `scope` is as in `Variant.numbered`.
#[pyfunction]
#[pyo3(name = "_parse")]
#[pyo3(signature = (origin, text, changes, scope=(false, false)))]
pub fn parse(
    py: Python<'_>,
    origin: &str,
    text: &str,
    changes: Vec<String>,
    scope: (bool, bool),
) -> PyResult<Variant> {
    let (possible_only, repetitions) = scope;
    let variant = read(py, &changes, |changes| CATALOGUE.parse(origin, text, changes))?;
    let scope = Scope { possible_only, repetitions };
    Ok(Variant { scope, ..variant })
}

/// Converts JSON to Python objects.
fn from_json<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// Answers a request in JSON; see `mankala.ask`.
#[pyfunction]
#[pyo3(name = "_ask")]
pub fn ask(py: Python<'_>, request: &str, progress: Option<Bound<'_, PyAny>>) -> PyResult<String> {
    long(py, progress.as_ref(), |watch| {
        let calls = api::Watch { stop: &|| watch.stops(), progress: &|_| {} };
        api::respond(&CATALOGUE, request.as_bytes(), &calls)
    })
}

#[doc = stub!("variants")]
#[pyfunction]
pub fn variants() -> Vec<String> {
    CATALOGUE.names().map(str::to_owned).collect()
}

#[pymethods]
impl Variant {
    #[doc = stub!("Variant.name")]
    #[getter]
    fn name(&self) -> &str {
        &self.loaded.header.name
    }

    #[doc = stub!("Variant.title")]
    #[getter]
    fn title(&self) -> &str {
        &self.loaded.header.title
    }

    #[doc = stub!("Variant.label")]
    #[getter]
    fn label(&self) -> String {
        self.loaded.label()
    }

    #[doc = stub!("Variant.rules")]
    #[getter]
    fn rules(&self) -> String {
        self.loaded.text_in_words()
    }

    #[doc = stub!("Variant.region")]
    #[getter]
    fn region(&self) -> &str {
        &self.loaded.header.region
    }

    #[doc = stub!("Variant.about")]
    #[getter]
    fn about(&self) -> &str {
        &self.loaded.header.about
    }

    #[doc = stub!("Variant.attested")]
    #[getter]
    fn attested<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &json!(self.loaded.header.attested))
    }

    #[doc = stub!("Variant.sources")]
    #[getter]
    fn sources<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &json!(self.loaded.header.sources))
    }

    #[doc = stub!("Variant.mechanisms")]
    #[getter]
    fn mechanisms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &json!(Profile::of(&self.loaded).json()))
    }

    #[doc = stub!("Variant.ruleset")]
    #[getter]
    fn ruleset(&self) -> &'static str {
        self.loaded.ruleset
    }

    #[doc = stub!("Variant.digest")]
    #[getter]
    fn digest(&self) -> String {
        self.loaded.digest()
    }

    #[doc = stub!("Variant.text")]
    #[getter]
    fn text(&self) -> &str {
        &self.loaded.text
    }

    #[doc = stub!("Variant.values")]
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for Written { key, value, .. } in &self.loaded.values {
            let read: Result<Map<String, Value>, _> = toml::from_str(&format!("value = {value}"));
            let read = read.map_err(errors::internal)?;
            values.set_item(key, from_json(py, &read["value"])?)?;
        }
        Ok(values)
    }

    #[doc = stub!("Variant.shape")]
    #[getter]
    fn shape(&self) -> (usize, usize) {
        let game = self.loaded.game();
        let rows = game.layout().drawn();
        (rows.len(), rows.first().map_or(0, Vec::len))
    }

    #[doc = stub!("Variant.pits")]
    #[getter]
    fn pits(&self) -> Vec<Vec<String>> {
        Shape::from(self.loaded.variant.layout()).rows
    }

    #[doc = stub!("Variant.two_ways")]
    #[getter]
    fn two_ways(&self) -> bool {
        Shape::from(self.loaded.variant.layout()).two_ways
    }

    #[doc = stub!("Variant.observation_names")]
    #[getter]
    fn observation_names(&self) -> Vec<String> {
        self.space().names().to_vec()
    }

    #[doc = stub!("Variant.action_names")]
    #[getter]
    fn action_names(&self) -> Vec<String> {
        let layout = self.loaded.variant.layout();
        self.space().actions().names(layout)
    }

    #[doc = stub!("Variant.numbered")]
    #[pyo3(signature = (*, possible_only=false, repetitions=false))]
    fn numbered(
        &self,
        #[pyo3(from_py_with = errors::typed)] possible_only: bool,
        #[pyo3(from_py_with = errors::typed)] repetitions: bool,
    ) -> Self {
        let scope = Scope { possible_only, repetitions };
        Self::new(Arc::clone(&self.loaded), self.changes.clone(), scope)
    }

    #[doc = stub!("Variant.game")]
    #[pyo3(signature = (position=None, *, rounds=false, any_seeds=false))]
    fn game(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = errors::typed)] position: Option<String>,
        #[pyo3(from_py_with = errors::typed)] rounds: bool,
        #[pyo3(from_py_with = errors::typed)] any_seeds: bool,
    ) -> PyResult<Game> {
        let variant = slf.clone().unbind();
        Game::begin(slf.py(), variant, position, rounds, any_seeds)
    }

    fn __repr__(&self) -> String {
        format!("mankala.load({:?})", self.loaded.label())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.name() == other.name() && self.digest() == other.digest()
    }

    fn __hash__(&self) -> u64 {
        u64::from_str_radix(&self.loaded.digest(), 16).unwrap_or(0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parse = py.import("mankala._engine")?.getattr("_parse")?;
        let Loaded { origin, text, .. } = &*self.loaded;
        let scope = (self.scope.possible_only, self.scope.repetitions);
        let given = (origin, text, &self.changes, scope).into_pyobject(py)?;
        (parse, given).into_pyobject(py)
    }
}
