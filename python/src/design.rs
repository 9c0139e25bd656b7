//! Searches over rules, as in `mankala design`.

use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use mankala::PlayerSpec;
use mankala::design::{Known, Line, Plan, Work, axis, first_line, read, run};
use mankala::report::{Best, Designed};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::classes::Variant;
use crate::errors;
use crate::memory;
use crate::number::Number;
use crate::table::{
    Plain, Table, Values, counts, rebuilt, some_numbers, some_texts, texts, truths,
};
use crate::variant::{self, CATALOGUE};
use crate::work::{long, threads};

/// Games found by a search, with a row for each of the best.
#[pyclass(frozen, extends = Table, module = "mankala")]
pub struct Design {
    /// JSON, CSV, HTML and text.
    forms: [String; 4],
    cells: Py<Table>,
}

/// Converts the best games to columns.
fn columns(designed: &Designed) -> Vec<(String, Values)> {
    let best = || designed.best.iter();
    let holds = |stage| truths(best().map(|it| designed.holds(it, stage)));
    let mut columns = vec![
        ("game".to_owned(), texts(best().map(|it| &it.game))),
        ("file".to_owned(), some_texts(best().map(|it| it.file.as_ref()))),
        ("title".to_owned(), texts(best().map(|it| &it.title))),
        ("nearest".to_owned(), texts(best().map(|it| &it.near))),
        ("differs".to_owned(), texts(best().map(|it| &it.differs))),
        ("front".to_owned(), truths(best().map(|it| it.front))),
    ];
    for (stage, name) in Best::STAGES.iter().enumerate() {
        columns.push((format!("reached_{name}"), holds(stage)));
    }
    for (place, measure) in designed.measures.iter().enumerate() {
        for (stage, name) in Best::STAGES.iter().enumerate() {
            for (end, which) in ["", "_low", "_high"].iter().enumerate() {
                let figures = best().map(|it| it.figure(stage, place).map(|ends| ends[end]));
                columns.push((format!("{measure}_{name}{which}"), some_numbers(figures)));
            }
        }
    }
    columns.push(("text".to_owned(), some_texts(best().map(|it| it.text.as_ref()))));
    columns
}

/// Converts the cells of the archive to a table.
fn cells(designed: &Designed) -> PyResult<Table> {
    let cells = || designed.cells.iter();
    let tenth = |axis: usize| counts(cells().map(|cell| cell.at[axis] as u64));
    let misses = cells().map(|cell| Some(cell.misses).filter(|misses| misses.is_finite()));
    let table = Table::new(vec![
        ("across", tenth(0)),
        ("up", tenth(1)),
        ("game", texts(cells().map(|cell| &cell.game))),
        ("misses", some_numbers(misses)),
        ("stage", texts(cells().map(|cell| &cell.stage))),
    ])?;
    let [across, up] = designed.spread.map(|measure| measure.to_string());
    Ok(table.with([("across", across), ("up", up)]))
}

#[pymethods]
impl Design {
    #[doc = stub!("Design.json")]
    fn json(&self) -> &str {
        &self.forms[0]
    }

    #[doc = stub!("Design.csv")]
    fn csv(&self) -> &str {
        &self.forms[1]
    }

    #[doc = stub!("Design.html")]
    fn html(&self) -> &str {
        &self.forms[2]
    }

    fn __str__(&self) -> &str {
        &self.forms[3]
    }

    fn __repr__(&self) -> String {
        format!("<mankala.Design: {}>", self.forms[3])
    }

    #[doc = stub!("Design.cells")]
    #[getter]
    fn cells(&self, py: Python<'_>) -> Py<Table> {
        self.cells.clone_ref(py)
    }

    #[doc = stub!("Design.variants")]
    fn variants(slf: PyRef<'_, Self>, py: Python<'_>) -> PyResult<Vec<Variant>> {
        let (games, texts) =
            (slf.as_super().column(py, "game")?, slf.as_super().column(py, "text")?);
        let games = games.extract::<Vec<String>>()?.into_iter();
        let texts = texts.extract::<Vec<Option<String>>>()?;
        let load = |(game, text): (String, Option<String>)| match text {
            Some(text) => variant::parse(py, "the text", &text, Vec::new(), (false, false)),
            None => variant::load(py, &game, Vec::new()),
        };
        games.zip(texts).map(load).collect()
    }

    fn __reduce__<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let again = py.import("mankala._engine")?.getattr("_design_again")?;
        let (plain, cells) = (slf.as_super().plain(py)?, slf.cells.get().plain(py)?);
        (again, (plain, cells, slf.forms.clone())).into_pyobject(py)
    }
}

/// Rebuilds a result, to unpickle it.
#[pyfunction]
#[pyo3(name = "_design_again")]
pub fn again(
    py: Python<'_>,
    plain: Plain<'_>,
    cells: Plain<'_>,
    forms: [String; 4],
) -> PyResult<Py<Design>> {
    let cells = Py::new(py, rebuilt(cells)?)?;
    Py::new(py, (Design { forms, cells }, rebuilt(plain)?))
}

/// Settings of a search, as passed by `mankala.design`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Settings {
    goal: String,
    variants: Vec<String>,
    candidates: Option<Number>,
    budget: Option<f64>,
    seed: Number,
    player: String,
    confirm: String,
    games: Number,
    best: Number,
    spread: [String; 2],
    ply_limit: Number,
    parts: Number,
    shard: String,
    blind: bool,
}

/// Parses an argument; the error names it.
fn parsed<T>(name: &str, read: Result<T, impl Display>) -> PyResult<T> {
    read.map_err(|error| {
        let error = error.to_string();
        let error = error.replace("`compare --list-measures`", "docs/measures.md");
        errors::argument(format!("{name}: {error}"))
    })
}

impl Settings {
    fn plan(&self) -> PyResult<Plan> {
        let candidates = self.candidates.as_ref();
        let candidates = candidates.map(|most| most.within("candidates", 1, 100_000_000));
        let [across, up] = [0, 1].map(|place| parsed("spread", axis(&self.spread[place])));
        let plan = Plan {
            goal: parsed("goal", self.goal.parse())?,
            spread: [across?, up?],
            bases: self.variants.clone(),
            player: parsed("player", self.player.parse::<PlayerSpec>())?,
            stronger: parsed("confirm", self.confirm.parse::<PlayerSpec>())?,
            seed: self.seed.within("seed", 0, u64::MAX)?,
            games: self.games.within("games", 64, 10_000_000)?,
            ply_limit: self.ply_limit.within("ply_limit", 1, 1_000_000)?,
            blind: self.blind,
            candidates: candidates.transpose()?,
            budget: self.budget.map(Duration::from_secs_f64),
            parts: self.parts.within("parts", 1, 1000)?,
            shard: parsed("shard", self.shard.parse())?,
            best: self.best.within("best", 1, 10_000)?,
        };
        plan.checked().map_err(errors::argument)
    }
}

/// Opens or creates the file of a search, and reads its results.
fn open(path: &Path, plan: &Plan, known: &mut Known) -> Result<File, String> {
    let about = |error: &dyn Display| format!("keep: can't use {}: {error}", path.display());
    let told = |error: std::io::Error| about(&error);
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(path).map_err(told)?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(about(&"another run is writing to this file"));
    }
    let end = read(&file, plan, known).map_err(|error| about(&error))?;
    file.set_len(end).map_err(told)?;
    file.seek(SeekFrom::Start(end)).map_err(told)?;
    if end == 0 {
        writeln!(file, "{}", first_line(plan)).map_err(told)?;
    }
    Ok(file)
}

/// Reads results of other runs: names and texts of files.
fn read_all(plan: &Plan, texts: &[(String, String)]) -> Result<Known, String> {
    let mut known = Known::default();
    for (name, text) in texts {
        let read = read(text.as_bytes(), plan, &mut known);
        read.map_err(|error| format!("known: can't use {name}: {error}"))?;
    }
    Ok(known)
}

/// Runs a search, and writes each result.
fn searched(
    py: Python<'_>,
    plan: &Plan,
    known: Known,
    write: &mut (dyn FnMut(String) -> std::io::Result<()> + Send),
    threads: usize,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Designed> {
    let need = plan.player.memory().max(plan.stronger.memory());
    memory::check("player", 2 * need)?;
    let mut failed = None;
    let designed = long(py, progress, |watch| {
        let (numbers, each) = plan.own_parts();
        let all = each.checked_mul(numbers.count() as u64);
        let all = all.filter(|_| each < u64::MAX).unwrap_or(0);
        watch.all.store(all, Ordering::Relaxed);
        let mut keep = |line: &Line| {
            failed = write(line.text() + "\n").err();
            match failed {
                None => ControlFlow::Continue(()),
                Some(_) => ControlFlow::Break(()),
            }
        };
        let mut work = Work {
            catalogue: &CATALOGUE,
            threads,
            known,
            keep: &mut keep,
            tell: &mut |candidates, _| watch.done.store(candidates, Ordering::Relaxed),
            stop: &|| watch.stops(),
            folder: None,
            program: "mankala",
        };
        run(plan, &mut work)
    })?;
    match failed {
        Some(error) => Err(errors::argument(format!("keep: {error}"))),
        None => designed.ok_or_else(|| errors::internal("the search was stopped")),
    }
}

/// Searches for games; see `mankala.design`. `others` are the names and texts of files with results.
#[pyfunction]
#[pyo3(name = "_design")]
pub fn design(
    py: Python<'_>,
    settings: Settings,
    command: &str,
    keep: Option<PathBuf>,
    others: Vec<(String, String)>,
    threads: Option<Number>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Py<Design>> {
    let plan = settings.plan()?;
    let threads = self::threads(threads.as_ref())?;
    let mut known = read_all(&plan, &others).map_err(errors::argument)?;
    let opened = keep.as_deref().map(|path| open(path, &plan, &mut known));
    let mut file = opened.transpose().map_err(errors::argument)?;
    let mut write = |line: String| match &mut file {
        Some(file) => file.write_all(line.as_bytes()),
        None => Ok(()),
    };
    let mut designed = searched(py, &plan, known, &mut write, threads, progress.as_ref())?;
    designed.command = format!("{command}, candidates={})", designed.counts.candidates);
    let table = Table::of(vec![columns(&designed)])?.with([
        ("goal", designed.goal.words.clone()),
        ("seed", designed.seed.to_string()),
        ("candidates", designed.counts.candidates.to_string()),
        ("reached", designed.reached.to_string()),
        ("command", designed.command.clone()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
    ]);
    let found = Design {
        forms: [designed.json().to_string(), designed.csv(), designed.page(), designed.words()],
        cells: Py::new(py, cells(&designed)?)?,
    };
    Py::new(py, (found, table))
}

/// Searches a part, and returns its results in the format of the file of a search.
#[pyfunction]
#[pyo3(name = "_design_part")]
pub fn part(
    py: Python<'_>,
    settings: Settings,
    shard: &str,
    threads: Option<Number>,
) -> PyResult<String> {
    let plan = Plan { shard: parsed("shard", shard.parse())?, ..settings.plan()? };
    let threads = self::threads(threads.as_ref())?;
    let mut text = first_line(&plan) + "\n";
    let mut write = |line: String| {
        text += &line;
        Ok(())
    };
    searched(py, &plan, Known::default(), &mut write, threads, None)?;
    Ok(text)
}

/// Returns the error in the result of a part of a search, if there is one.
#[pyfunction]
#[pyo3(name = "_design_part_wrong")]
pub fn part_wrong(settings: Settings, text: &str) -> PyResult<Option<String>> {
    let read = read(text.as_bytes(), &settings.plan()?, &mut Known::default());
    Ok(read.err().map(|error| error.to_string()))
}
