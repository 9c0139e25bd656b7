//! Comparisons of variants by measures, as in `mankala compare`.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use mankala::play::matches::Shard;
use mankala::report::{ComparisonProgress, Keeping, KeptFile, Piece, Report, first_line};
use mankala::{Loaded, Measure};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::classes::Variant;
use crate::errors;
use crate::function::{Given, Players};
use crate::number::Number;
use crate::table::{Column, Plain, Table, counts, rebuilt, some_numbers, texts, truths};
use crate::work::{Watch, long, quick, threads};

/// Report with a row for every measure of every variant and player.
#[pyclass(frozen, extends = Table, module = "mankala")]
pub struct Comparison {
    report: Shown,
}

/// Report, or the texts of one that was unpickled.
enum Shown {
    Report(Box<Report>),
    /// JSON, CSV, HTML and text.
    Written([String; 4]),
}

impl Comparison {
    /// Writes the report in one of four forms.
    fn written(&self, form: usize) -> String {
        match &self.report {
            Shown::Report(report) => match form {
                0 => report.json().to_string(),
                1 => report.csv(),
                2 => report.page(),
                _ => report.table(),
            },
            Shown::Written(forms) => forms[form].clone(),
        }
    }
}

/// Converts the rows of a report to columns.
fn columns(report: &Report) -> Vec<Column> {
    let rows = report.rows();
    let all = |of: &dyn Fn(&mankala::report::Row<'_>) -> String| texts(rows.iter().map(of));
    let number = |at: usize| some_numbers(rows.iter().map(|row| row.values()[at]));
    let seed = report.comparison.seed;
    vec![
        ("variant", texts(rows.iter().map(|row| row.variant))),
        ("player", all(&|row| row.spec.players[0].stated())),
        ("opponent", all(&|row| row.spec.players[1].stated())),
        ("opening_plies", counts(rows.iter().map(|row| row.spec.opening_plies.into()))),
        ("games", counts(rows.iter().map(|row| row.spec.games))),
        ("seed", counts(rows.iter().map(|_| seed))),
        ("version", all(&|_| env!("CARGO_PKG_VERSION").to_owned())),
        ("measure", all(&|row| row.measure.to_string())),
        ("unit", texts(rows.iter().map(|row| row.measure.unit()))),
        ("value", number(0)),
        ("low", number(1)),
        ("high", number(2)),
        ("median", number(3)),
        ("p5", number(4)),
        ("p95", number(5)),
        ("rounds", truths(rows.iter().map(|row| row.spec.rounds.is_some()))),
    ]
}

#[pymethods]
impl Comparison {
    #[doc = stub!("Comparison.json")]
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || self.written(0))
    }

    #[doc = stub!("Comparison.csv")]
    fn csv(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || self.written(1))
    }

    #[doc = stub!("Comparison.html")]
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || self.written(2))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || self.written(3))
    }

    fn __reduce__<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let again = py.import("mankala._engine")?.getattr("_compare_again")?;
        let plain = slf.as_super().plain(py)?;
        let forms = [0, 1, 2, 3].map(|form| slf.written(form));
        (again, (plain, forms)).into_pyobject(py)
    }
}

/// Rebuilds a report, to unpickle it.
#[pyfunction]
#[pyo3(name = "_compare_again")]
pub fn again(py: Python<'_>, plain: Plain<'_>, forms: [String; 4]) -> PyResult<Py<Comparison>> {
    let report = Shown::Written(forms);
    Py::new(py, (Comparison { report }, rebuilt(plain)?))
}

/// Settings of a comparison, as passed by `mankala.compare`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Settings {
    games: Number,
    seed: Number,
    players: Vec<Given>,
    judges: Option<Vec<Given>>,
    measures: Option<Vec<String>>,
    opening_plies: Option<Number>,
    ply_limit: Number,
    rounds: bool,
    strength: Option<Number>,
}

impl Settings {
    /// Returns the comparison, and its players, which are needed until it ends.
    fn comparison(
        &self,
        py: Python<'_>,
        variants: &Named,
        threads: Option<&Number>,
    ) -> PyResult<(mankala::Comparison, Players)> {
        let variants = variants.iter().map(|(_, variant)| variant.clone_ref(py));
        let judges = self.judges.iter().flatten();
        let given = self.players.iter().chain(judges);
        let players = Players::of(py, given, variants.collect())?;
        let (own, judges) = players.specs.split_at(self.players.len());
        let games = self.games.within("games", 1, 1_000_000_000)?;
        let seed = self.seed.within("seed", 0, u64::MAX)?;
        let opening_plies = self.opening_plies.as_ref();
        let opening_plies = opening_plies.map(|plies| plies.within("opening_plies", 0, 1000));
        let strength = self.strength.as_ref();
        let strength = strength.map(|games| games.within("strength", 1, 1_000_000));
        let comparison = mankala::Comparison {
            players: own.to_vec(),
            judges: match &self.judges {
                Some(_) => judges.to_vec(),
                None => mankala::Comparison::usual_judges(),
            },
            measures: self.measures.as_deref().map(chosen).transpose()?,
            opening_plies: opening_plies.transpose()?,
            ply_limit: self.ply_limit.within("ply_limit", 1, 1_000_000)?,
            rounds: self.rounds,
            strength: strength.transpose()?,
            threads: self::threads(threads)?,
            ..mankala::Comparison::new(games, seed)
        };
        Ok((comparison, players))
    }
}

/// Variants with their names in tables.
type Named = Vec<(String, Py<Variant>)>;

fn named(variants: &Named) -> Vec<(String, Loaded)> {
    let variants = variants.iter();
    let named = variants.map(|(name, variant)| (name.clone(), (*variant.get().loaded).clone()));
    named.collect()
}

/// Forwards the progress of a comparison.
fn tell(watch: &Watch, far: ComparisonProgress<'_>) {
    watch.all.store(far.all, Ordering::Relaxed);
    watch.done.store(far.done, Ordering::Relaxed);
}

/// Plays and measures variants, or joins `parts` played before; see `mankala.compare`.
#[pyfunction]
#[pyo3(name = "_compare")]
pub fn compare(
    py: Python<'_>,
    variants: Named,
    settings: Settings,
    command: String,
    parts: Vec<String>,
    threads: Option<Number>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Py<Comparison>> {
    let (comparison, players) = settings.comparison(py, &variants, threads.as_ref())?;
    let variants = named(&variants);
    let report = long(py, progress.as_ref(), |watch| {
        let mut known = comparison.wanted(&variants);
        for part in &parts {
            let file = KeptFile::open(part.as_bytes());
            let read = file.and_then(|mut file| known.read(&mut file));
            read.map_err(|error| error.to_string())?;
        }
        let stop = &|| watch.stops() || players.failed();
        let report = if parts.is_empty() {
            comparison.run(&variants, stop, |far| tell(watch, far))
        } else {
            let keeping =
                Keeping { known, shard: Shard::WHOLE, keep: &mut |_| ControlFlow::Continue(()) };
            comparison.run_kept(&variants, keeping, stop, |far| tell(watch, far))
        };
        report.ok_or_else(|| "not all games were played".to_owned())
    })?;
    players.check()?;
    let report = Report { command, ..report.map_err(errors::internal)? };
    let digests = variants.iter().map(|(_, loaded)| loaded.digest());
    let digests: Vec<String> = digests.collect();
    let named = variants.iter().map(|(name, _)| &**name);
    let table = Table::new(columns(&report))?.with([
        ("variant", named.collect::<Vec<_>>().join(" ")),
        ("digest", digests.join(" ")),
        ("seed", comparison.seed.to_string()),
        ("command", report.command.clone()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
    ]);
    let report = Shown::Report(Box::new(report));
    Py::new(py, (Comparison { report }, table))
}

/// Plays one part of a comparison and returns it in the format of `mankala compare --keep`.
#[pyfunction]
#[pyo3(name = "_compare_part")]
pub fn compare_part(
    py: Python<'_>,
    variants: Named,
    settings: Settings,
    shard: &str,
    threads: Option<Number>,
) -> PyResult<String> {
    let (comparison, players) = settings.comparison(py, &variants, threads.as_ref())?;
    let variants = named(&variants);
    let shard = shard.parse().map_err(errors::argument)?;
    let played = long(py, None, |watch| {
        let mut text = first_line::<Piece>() + "\n";
        let keeping = Keeping {
            known: comparison.wanted(&variants),
            shard,
            keep: &mut |piece| {
                text.push_str(&piece.line());
                text.push('\n');
                ControlFlow::Continue(())
            },
        };
        let stop = &|| watch.stops() || players.failed();
        let _ = comparison.play_part(&variants, keeping, stop, |_| {});
        text
    })?;
    players.check()?;
    Ok(played)
}

/// Returns the error in the result of a part of a comparison, if there is one, and the number of games that it lacks.
#[pyfunction]
#[pyo3(name = "_compare_part_lacks")]
pub fn compare_part_lacks(
    py: Python<'_>,
    variants: Named,
    settings: Settings,
    shard: &str,
    text: &str,
) -> PyResult<(Option<String>, u64)> {
    let (comparison, _players) = settings.comparison(py, &variants, None)?;
    let variants = named(&variants);
    let shard = shard.parse().map_err(errors::argument)?;
    quick(py, || {
        let mut known = comparison.wanted(&variants);
        let file = KeptFile::open(text.as_bytes());
        let read = file.and_then(|mut file| known.read(&mut file));
        (read.err().map(|error| error.to_string()), known.lacks(shard))
    })
}

/// Parses names of measures and groups; each measure is listed once and in order.
fn chosen(words: &[String]) -> PyResult<Vec<Measure>> {
    let mut all = Vec::new();
    for word in words {
        let named = Measure::named(word).ok_or_else(|| {
            errors::argument(format!(
                "{word:?}: expected a group (fair, skill, length, decided, foresight, choice, captures, endings, size), \
                 the name of a measure, dozen or all"
            ))
        })?;
        all.extend(named);
    }
    all.sort();
    all.dedup();
    Ok(all)
}
