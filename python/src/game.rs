//! Games in progress: moves, boards, traces, pictures.

use std::sync::Mutex;

use mankala::kernel::diagram::{Diagram, Value};
use mankala::kernel::layout::Layout;
use mankala::kernel::pair::BySide;
use mankala::report::standing_alone;
use mankala::text::render::{Marks, board};
use mankala::{Dice, PlayerSpec, Side};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::classes::{Game, Variant};
use crate::errors;
use crate::number::Number;
use crate::work::long;

/// Returns the seeds of a board as drawn: `[rows, columns]`, North above.
fn seeds<'py>(
    py: Python<'py>,
    layout: &Layout,
    diagram: &Diagram,
) -> PyResult<Bound<'py, PyArray2<i16>>> {
    let rows = layout.drawn();
    let shape = [rows.len(), rows.first().map_or(0, Vec::len)];
    let pits = rows.into_iter().flatten();
    let seeds: Vec<i16> = pits.map(|pit| i16::from(diagram.at(pit))).collect();
    PyArray1::from_vec(py, seeds).reshape(shape)
}

/// Converts the value of a field to a Python object.
fn value<'py>(py: Python<'py>, layout: &Layout, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Seeds(of) | Value::Turns(of) => <(u8, u8)>::from(of.0)
            .into_pyobject(py)
            .map(Bound::into_any),
        Value::Sides(of) => <(bool, bool)>::from(of.0)
            .into_pyobject(py)
            .map(Bound::into_any),
        Value::Swap(swap) => Ok(swap.to_string().into_pyobject(py)?.into_any()),
        Value::Number(number) => Ok(number.into_pyobject(py)?.into_any()),
        Value::Directions(of) => {
            let BySide([south, north]) = of.map(|way| way.map(|way| way.letter().to_string()));
            (south, north).into_pyobject(py).map(Bound::into_any)
        }
        Value::Pits(pits) => {
            let names = pits.iter().map(|&pit| layout.name(pit));
            let names = PyTuple::new(py, names.collect::<Vec<_>>())?;
            Ok(names.into_any())
        }
    }
}

/// Replays a game, to unpickle it.
#[pyfunction]
#[pyo3(name = "_again")]
pub fn again(
    py: Python<'_>,
    variant: Py<Variant>,
    start: Option<String>,
    rounds: bool,
    moves: Vec<String>,
) -> PyResult<Game> {
    let game = Game::begin(py, variant, start, rounds)?;
    let played = game.with(py, |game| {
        moves.iter().try_for_each(|text| game.follow(text))
    })?;
    played.map_err(errors::illegal)?;
    Ok(game)
}

/// Step of a move: a lap with the lifting before it, or a capture.
#[pyclass(frozen, module = "mankala")]
pub struct Step {
    #[doc = stub!("Step.text")]
    #[pyo3(get)]
    text: String,
    #[doc = stub!("Step.position")]
    #[pyo3(get)]
    position: String,
    #[doc = stub!("Step.changed")]
    #[pyo3(get)]
    changed: Vec<String>,
    #[doc = stub!("Step.hand")]
    #[pyo3(get)]
    hand: u8,
    layout: Layout,
    diagram: Diagram,
}

#[pymethods]
impl Step {
    #[doc = stub!("Step.board")]
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        seeds(py, &self.layout, &self.diagram)
    }

    fn __repr__(&self) -> String {
        let drawn = board(&self.layout, &self.diagram, Marks::default());
        format!("{}\n{}", self.text, drawn.trim_end())
    }
}

#[pymethods]
impl Game {
    #[doc = stub!("Game.variant")]
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<Variant> {
        self.variant.clone_ref(py)
    }

    #[doc = stub!("Game.moves")]
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let moves = self.with(py, |game| game.moves())?;
        Ok(moves.into_iter().map(|legal| legal.text).collect())
    }

    #[doc = stub!("Game.play")]
    fn play(&self, py: Python<'_>, r#move: &str) -> PyResult<String> {
        let played = self.with(py, |game| game.play(r#move))?;
        played.map_err(errors::illegal)
    }

    #[doc = stub!("Game.undo")]
    fn undo(&self, py: Python<'_>) -> PyResult<String> {
        let undone = self.with(py, |game| {
            let last = game.record().pop();
            last.filter(|_| game.undo())
        })?;
        undone.ok_or_else(|| errors::refused("no move has been played"))
    }

    #[doc = stub!("Game.board")]
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let (layout, diagram) = self.with(py, |game| (game.layout().clone(), game.diagram()))?;
        seeds(py, &layout, &diagram)
    }

    #[doc = stub!("Game.fields")]
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (layout, diagram) = self.with(py, |game| (game.layout().clone(), game.diagram()))?;
        let fields = PyDict::new(py);
        for (name, found) in &diagram.fields {
            fields.set_item(name, value(py, &layout, found)?)?;
        }
        Ok(fields)
    }

    #[doc = stub!("Game.holdings")]
    #[getter]
    fn holdings(&self, py: Python<'_>) -> PyResult<(u16, u16)> {
        let BySide([south, north]) = self.with(py, |game| game.holdings())?;
        Ok((south, north))
    }

    #[doc = stub!("Game.position")]
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |game| game.text())
    }

    #[doc = stub!("Game.to_move")]
    #[getter]
    fn to_move(&self, py: Python<'_>) -> PyResult<String> {
        let side = self.with(py, |game| game.to_move())?;
        Ok(side.letter().to_string())
    }

    #[doc = stub!("Game.result")]
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        let result = self.with(py, |game| game.result())?;
        Ok(result.map(mankala::Outcome::word))
    }

    #[doc = stub!("Game.ending")]
    #[getter]
    fn ending(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let ending = self.with(py, |game| game.ending())?;
        Ok(ending.map(|ending| ending.to_string()))
    }

    #[doc = stub!("Game.record")]
    #[getter]
    fn record(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |game| game.record())
    }

    #[doc = stub!("Game.trace")]
    fn trace(&self, py: Python<'_>, r#move: &str) -> PyResult<Vec<Step>> {
        let traced = self.with(py, |game| {
            let steps = game.trace(r#move)?;
            Ok((game.layout().clone(), steps))
        })?;
        let traced: Result<_, mankala::text::notation::MoveError> = traced;
        let (layout, steps) = traced.map_err(errors::illegal)?;
        let step = |step: mankala::text::trace::Step| Step {
            position: step.diagram.write(&layout),
            changed: step
                .changed
                .iter()
                .map(|&(pit, _)| layout.name(pit))
                .collect(),
            text: step.text,
            hand: step.hand,
            layout: layout.clone(),
            diagram: step.diagram,
        };
        Ok(steps.into_iter().map(step).collect())
    }

    #[doc = stub!("Game.choose")]
    #[pyo3(signature = (player, *, seed=Number::from(1)), text_signature = "($self, player, *, seed=1)")]
    fn choose(&self, py: Python<'_>, player: &str, seed: Number) -> PyResult<Option<String>> {
        let player: PlayerSpec = player.parse().map_err(errors::argument)?;
        let seed = seed.within("seed", 0, u64::MAX)?;
        let game = self.copied(py)?;
        long(py, None, move |watch| {
            game.choose(player, &mut Dice::seeded(seed), &|| watch.stops())
        })
    }

    /// Returns the position as numbers, as a side sees it.
    #[pyo3(name = "_numbers")]
    fn numbers<'py>(&self, py: Python<'py>, side: &str) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let side = match side {
            "S" => Side::South,
            "N" => Side::North,
            _ => return Err(errors::argument("expected S or N")),
        };
        let numbers = self.with(py, |game| game.observation(side))?;
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// Returns each legal move with the number of its start.
    #[pyo3(name = "_starts")]
    fn starts(&self, py: Python<'_>) -> PyResult<Vec<(u8, String)>> {
        self.with(py, |game| game.actions())
    }

    #[doc = stub!("Game.copy")]
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self {
            variant: self.variant.clone_ref(py),
            start: self.start.clone(),
            rounds: self.rounds,
            played: Mutex::new(self.copied(py)?),
        })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |game| {
            let drawn = board(game.layout(), &game.diagram(), Marks::default());
            drawn.trim_end().to_owned()
        })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let title = &self.variant.get().loaded.header.title;
        self.with(py, |game| {
            standing_alone(game.layout(), &game.diagram(), title)
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let again = py.import("mankala._engine")?.getattr("_again")?;
        let moves = self.with(py, |game| game.record())?;
        let given = (self.variant.clone_ref(py), &self.start, self.rounds, moves);
        (again, given.into_pyobject(py)?).into_pyobject(py)
    }
}
