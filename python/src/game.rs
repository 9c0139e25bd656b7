//! Games in progress: moves, boards, traces, pictures.

use std::sync::{Mutex, PoisonError};

use mankala::api::choose::check_players;
use mankala::kernel::diagram::{Diagram, Value};
use mankala::kernel::layout::Layout;
use mankala::kernel::pair::BySide;
use mankala::learn::Illegal;
use mankala::report::standing_alone;
use mankala::text::notation::legal_moves;
use mankala::text::render::{Marks, board};
use mankala::{Dice, Pit, PlayerSpec, Side};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::classes::{Game, Variant};
use crate::errors;
use crate::number::Number;
use crate::work::{long, quick};

/// Returns the seeds of a board as drawn, row by row, North above.
fn seeds(layout: &Layout, diagram: &Diagram) -> Vec<Vec<i16>> {
    let row = |row: Vec<Pit>| row.into_iter().map(|pit| i16::from(diagram.at(pit)));
    let rows = layout.drawn().into_iter();
    rows.map(|pits| row(pits).collect()).collect()
}

/// Converts the value of a field to a Python object.
fn value<'py>(py: Python<'py>, layout: &Layout, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Seeds(of) | Value::Turns(of) => {
            <(u8, u8)>::from(of.0).into_pyobject(py).map(Bound::into_any)
        }
        Value::Sides(of) => <(bool, bool)>::from(of.0).into_pyobject(py).map(Bound::into_any),
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
    let game = Game::begin(py, variant, start, rounds, true)?;
    let played = game.change(py, |game| moves.iter().try_for_each(|text| game.follow(text)))?;
    played.map_err(errors::illegal)?;
    Ok(game)
}

/// Numbers of actions, converted to a list; a plain `Vec<u8>` would become `bytes`.
pub struct Actions(Vec<u8>);

impl<'py> IntoPyObject<'py> for Actions {
    type Target = PyList;
    type Output = Bound<'py, PyList>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        PyList::new(py, self.0)
    }
}

/// Step of a move: a lap, including the lifting before it, or a capture.
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
    /// Seeds, row by row.
    board: Vec<Vec<i16>>,
    /// Board as drawn.
    drawn: String,
}

/// Rebuilds a step, to unpickle it.
#[pyfunction]
#[pyo3(name = "_step")]
pub fn step(
    text: String,
    position: String,
    changed: Vec<String>,
    hand: u8,
    board: Vec<Vec<i16>>,
    drawn: String,
) -> Step {
    Step { text, position, changed, hand, board, drawn }
}

#[pymethods]
impl Step {
    #[doc = stub!("Step.board")]
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        Ok(PyArray2::from_vec2(py, &self.board)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let again = py.import("mankala._engine")?.getattr("_step")?;
        let given =
            (&self.text, &self.position, &self.changed, self.hand, &self.board, &self.drawn);
        (again, given).into_pyobject(py)
    }

    fn __repr__(&self) -> String {
        format!("{}\n{}", self.text, self.drawn)
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
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let listed = self.at_once(|played| {
            let moves = played.moves.as_ref();
            moves.map(|moves| PyList::new(py, moves))
        })?;
        if let Some(listed) = listed {
            return listed;
        }
        let moves = quick(py, || {
            let mut played = self.played.lock().unwrap_or_else(PoisonError::into_inner);
            let legal = legal_moves(played.game.variant(), played.game.position(), &|| false);
            let moves: Vec<String> = legal.into_iter().map(|legal| legal.text).collect();
            played.moves = Some(moves.clone());
            moves
        })?;
        PyList::new(py, moves)
    }

    #[doc = stub!("Game.play")]
    fn play(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = errors::typed)] r#move: String,
    ) -> PyResult<String> {
        let played = self.change(py, |game| game.play(&r#move))?;
        played.map_err(errors::illegal)
    }

    #[doc = stub!("Game.actions")]
    #[getter]
    fn actions(&self) -> PyResult<Actions> {
        let space = self.variant.get().space();
        let actions = self.at_once(|played| space.list(played.pending(space)))?;
        Ok(Actions(actions))
    }

    #[doc = stub!("Game.play_action")]
    fn play_action(&self, action: Number) -> PyResult<()> {
        let action = match action {
            Number::Whole(action) => i64::try_from(action).unwrap_or(i64::MAX),
            Number::Other(_) => action.within("action", 0, 255)?,
        };
        let space = self.variant.get().space();
        let done = self.at_once(|played| played.act(space, action))?;
        done.map_err(|Illegal { action, legal, .. }| {
            errors::illegal(format!("action {action} is not legal, expected one of {legal:?}"))
        })
    }

    #[doc = stub!("Game.mask")]
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let space = self.variant.get().space();
        let mask = self.at_once(|played| space.mask(played.pending(space)))?;
        Ok(PyArray1::from_vec(py, mask))
    }

    #[doc = stub!("Game.observation")]
    #[pyo3(signature = (side=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = errors::typed)] side: Option<String>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let side = match side.as_deref() {
            None => None,
            Some("S") => Some(Side::South),
            Some("N") => Some(Side::North),
            Some(side) => {
                let message = format!("side: expected S, N or None, found {side:?}");
                return Err(errors::argument(message));
            }
        };
        let space = self.variant.get().space();
        let numbers = self.at_once(|played| {
            let side = side.unwrap_or_else(|| played.game.to_move());
            played.pending(space);
            let pending = played.pending.as_ref();
            pending.map(|pending| space.observe(&played.game, pending, side))
        })?;
        Ok(PyArray1::from_vec(py, numbers.unwrap_or_default()))
    }

    #[doc = stub!("Game.undo")]
    fn undo(&self, py: Python<'_>) -> PyResult<String> {
        let undone = self.change(py, |game| {
            let last = game.record().pop();
            last.filter(|_| game.undo())
        })?;
        undone.ok_or_else(|| errors::refused("no move has been played"))
    }

    #[doc = stub!("Game.board")]
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let seeds = self.with(py, |game| seeds(game.layout(), &game.diagram()))?;
        Ok(PyArray2::from_vec2(py, &seeds)?)
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
        let BySide([south, north]) = self.with(py, mankala::Game::holdings)?;
        Ok((south, north))
    }

    #[doc = stub!("Game.position")]
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, mankala::Game::text)
    }

    #[doc = stub!("Game.to_move")]
    #[getter]
    fn to_move(&self) -> PyResult<&'static str> {
        let side = self.at_once(|played| played.game.to_move())?;
        Ok(match side {
            Side::South => "S",
            Side::North => "N",
        })
    }

    #[doc = stub!("Game.result")]
    #[getter]
    fn result(&self) -> PyResult<Option<&'static str>> {
        let result = self.at_once(|played| played.game.result())?;
        Ok(result.map(mankala::Outcome::word))
    }

    #[doc = stub!("Game.ending")]
    #[getter]
    fn ending(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let ending = self.with(py, mankala::Game::ending)?;
        Ok(ending.map(|ending| ending.to_string()))
    }

    #[doc = stub!("Game.record")]
    #[getter]
    fn record(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, mankala::Game::record)
    }

    #[doc = stub!("Game.plies")]
    #[getter]
    fn plies(&self) -> PyResult<usize> {
        self.at_once(|played| played.game.plies())
    }

    #[doc = stub!("Game.trace")]
    fn trace(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = errors::typed)] r#move: String,
    ) -> PyResult<Vec<Step>> {
        let traced = self.with(py, |game| {
            let steps = game.trace(&r#move)?;
            Ok((game.layout().clone(), steps))
        })?;
        let traced: Result<_, mankala::text::notation::MoveError> = traced;
        let (layout, steps) = traced.map_err(errors::illegal)?;
        let step = |step: mankala::text::trace::Step| Step {
            position: step.diagram.write(&layout),
            changed: step.changed.iter().map(|&(pit, _)| layout.name(pit)).collect(),
            board: seeds(&layout, &step.diagram),
            drawn: board(&layout, &step.diagram, Marks::default()).trim_end().to_owned(),
            text: step.text,
            hand: step.hand,
        };
        Ok(steps.into_iter().map(step).collect())
    }

    #[doc = stub!("Game.choose")]
    #[pyo3(signature = (player, *, seed=Number::from(1)), text_signature = "($self, player, *, seed=1)")]
    fn choose(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = errors::typed)] player: String,
        seed: Number,
    ) -> PyResult<Option<String>> {
        let player: PlayerSpec = player.parse().map_err(errors::argument)?;
        let checked = check_players(&self.variant.get().loaded, &[player]);
        checked.map_err(errors::argument)?;
        let seed = seed.within("seed", 0, u64::MAX)?;
        let game = self.copied(py)?;
        long(py, None, move |watch| game.choose(player, &mut Dice::seeded(seed), &|| watch.stops()))
    }

    #[doc = stub!("Game.copy")]
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self {
            variant: self.variant.clone_ref(py),
            start: self.start.clone(),
            rounds: self.rounds,
            played: Mutex::new(quick(py, || {
                self.played.lock().unwrap_or_else(PoisonError::into_inner).clone()
            })?),
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
        self.with(py, |game| standing_alone(game.layout(), &game.diagram(), title))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let again = py.import("mankala._engine")?.getattr("_again")?;
        let moves = self.with(py, mankala::Game::record)?;
        let given = (self.variant.clone_ref(py), &self.start, self.rounds, moves);
        (again, given.into_pyobject(py)?).into_pyobject(py)
    }
}
