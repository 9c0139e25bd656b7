//! Matches: tables with a row for each game, as in `mankala match`.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use mankala::kernel::board::Side;
use mankala::play::matches::{
    Codec, FileHeader, MatchHeader, PartError, Played, Record, RecordFile, Score, Tally, seated,
};
use mankala::{Loaded, MatchSpec};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::classes::Variant;
use crate::errors;
use crate::function::{Given, Players};
use crate::number::Number;
use crate::table::{Column, Table, counts, lists_of_counts, lists_of_texts, some_texts, texts};
use crate::work::{Watch, long, quick, threads};

/// Games of a match.
#[pyclass(frozen, extends = Table, module = "mankala")]
pub struct Match {
    header: FileHeader,
    /// Records in the format of the command line.
    lines: Vec<String>,
    tally: Tally,
}

/// Converts the games to columns.
fn columns(header: &MatchHeader, games: &[Record]) -> Vec<Column> {
    let seat = |side| {
        let who = games.iter();
        texts(who.map(move |game| &header.players[seated(game.played.game, side)]))
    };
    let played = || games.iter().map(|game| game.played);
    let result = |game: Played| game.result.map(mankala::Outcome::word);
    let mut columns = vec![
        ("game", counts(played().map(|game| game.game))),
        ("south", seat(Side::South)),
        ("north", seat(Side::North)),
        ("opening", counts(played().map(|game| game.opening.into()))),
        ("moves", lists_of_texts(games.iter().map(|game| &game.moves))),
        ("plies", counts(played().map(|game| game.plies.into()))),
        ("result", some_texts(played().map(result))),
        ("reason", texts(played().map(|game| game.reason.to_string()))),
        ("position", texts(games.iter().map(|game| &game.position))),
    ];
    if header.rounds {
        let rounds = lists_of_counts(games.iter().map(|game| &game.rounds));
        columns.insert(5, ("rounds", rounds));
    }
    columns
}

#[pymethods]
impl Match {
    #[doc = stub!("Match.scores")]
    #[getter]
    fn scores(&self) -> ((u64, u64, u64), (u64, u64, u64)) {
        let score = |score: &Score| (score.wins, score.draws, score.losses);
        (score(&self.tally.players[0]), score(&self.tally.players[1]))
    }

    #[doc = stub!("Match.players")]
    #[getter]
    fn players(&self) -> (String, String) {
        let [first, second] = self.header.header.players.clone();
        (first, second)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let again = py.import("mankala._engine")?.getattr("_match_again")?;
        (again, (self.jsonl(),)).into_pyobject(py)
    }

    #[doc = stub!("Match.jsonl")]
    fn jsonl(&self) -> String {
        let mut text = self.header.line() + "\n";
        for line in &self.lines {
            text.push_str(line);
            text.push('\n');
        }
        text
    }
}

/// Settings of a match, as passed by `mankala.match`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Settings {
    south: Given,
    north: Given,
    games: Number,
    seed: Number,
    opening_plies: Number,
    ply_limit: Number,
    rounds: bool,
}

impl Settings {
    /// Returns the match, and its players, which are needed until it ends.
    fn spec(&self, py: Python<'_>, variant: &Py<Variant>) -> PyResult<(MatchSpec, Players)> {
        let loaded = &variant.get().loaded;
        let games = self.games.within("games", 1, 1_000_000_000_000)?;
        let seed = self.seed.within("seed", 0, u64::MAX)?;
        let opening_plies = &self.opening_plies;
        let opening_plies = opening_plies.within("opening_plies", 0, u32::MAX.into())?;
        let ply_limit = self.ply_limit.within("ply_limit", 1, 1_000_000)?;
        if self.rounds && !loaded.rounds.several() {
            let name = &loaded.header.name;
            return Err(errors::argument(format!(
                "{name} has only one round; its file has no section [rounds]"
            )));
        }
        let variants = vec![variant.clone_ref(py)];
        let players = Players::of(py, [&self.south, &self.north], variants)?;
        let spec = MatchSpec {
            opening_plies,
            ply_limit,
            rounds: self.rounds.then_some(loaded.rounds),
            ..MatchSpec::new([players.specs[0], players.specs[1]], games, seed)
        };
        Ok((spec, players))
    }
}

/// Number of games converted to rows at a time; parsed records take several times their size.
const ROWS: usize = 4096;

/// Parses the records of a match, which must be complete and in order.
fn read(first: &FileHeader, lines: &[String]) -> Result<(Vec<Vec<Column>>, Tally), String> {
    let header = &first.header;
    let (codec, mut tally) = (Codec::new(header.clone()), Tally::default());
    let (mut due, mut rows) = (first.games(), Vec::new());
    // A part may be empty, and still needs its columns.
    let none = lines.is_empty().then_some(lines);
    for lines in lines.chunks(ROWS).chain(none) {
        let records = lines.iter().map(|line| codec.read(line.as_bytes()));
        let records = records.collect::<Result<Vec<Record>, String>>()?;
        let found = records.iter().map(|record| record.played.game);
        if !found.eq(due.by_ref().take(records.len())) {
            return Err("expected the games of the match in order".to_owned());
        }
        for record in &records {
            tally.add(&record.played);
        }
        rows.push(columns(header, &records));
    }
    match due.next() {
        Some(game) => Err(format!("game {game} is missing")),
        None => Ok((rows, tally)),
    }
}

/// Checks that a text is a part of a match, complete and in order.
fn check(due: &FileHeader, text: &str) -> Result<(), String> {
    let told = |error: PartError| error.to_string();
    let mut file = RecordFile::open(text.as_bytes()).map_err(told)?;
    let first = file.first().ok_or("the header is missing")?;
    let differences = due.differences(first);
    if !differences.is_empty() {
        return Err(format!("expected another part: {differences}"));
    }
    let mut found = 0;
    while file.next_record().map_err(told)?.is_some() {
        found += 1;
    }
    let games = due.games();
    let all = games.end - games.start;
    if found != all || !file.rest().is_empty() {
        return Err(format!("expected {all} complete games, found {found}"));
    }
    Ok(())
}

/// Returns the header of a part.
fn header(loaded: &Loaded, spec: &MatchSpec, shard: &str) -> PyResult<FileHeader> {
    Ok(FileHeader {
        header: MatchHeader::new(loaded.label(), loaded.digest(), spec),
        shard: shard.parse().map_err(errors::argument)?,
    })
}

/// Returns the error in the result of a part of a match, if there is one.
#[pyfunction]
#[pyo3(name = "_match_part_wrong")]
pub fn part_wrong(
    py: Python<'_>,
    variant: Py<Variant>,
    settings: Settings,
    shard: &str,
    text: &str,
) -> PyResult<Option<String>> {
    let (spec, _players) = settings.spec(py, &variant)?;
    let due = header(&variant.get().loaded, &spec, shard)?;
    quick(py, || check(&due, text).err())
}

/// Plays a match or a part of it, or joins `parts` played before; see `mankala.match`.
#[pyfunction]
#[pyo3(name = "_match")]
pub fn play_match(
    py: Python<'_>,
    variant: Py<Variant>,
    settings: Settings,
    #[pyo3(from_py_with = errors::typed)] shard: String,
    parts: Vec<String>,
    threads: Option<Number>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Py<Match>> {
    let loaded = &variant.get().loaded;
    let (spec, players) = settings.spec(py, &variant)?;
    let header = header(loaded, &spec, &shard)?;
    let threads = self::threads(threads.as_ref())?;
    let played = |watch: &Watch| {
        let games = header.games();
        watch.all.store(games.end - games.start, Ordering::Relaxed);
        let mut lines = Vec::new();
        let mut sink = |finished: Vec<(Played, String)>| {
            let count = finished.len() as u64;
            watch.done.fetch_add(count, Ordering::Relaxed);
            lines.extend(finished.into_iter().map(|(_, line)| line));
            ControlFlow::Continue(())
        };
        let (variant, stop) = (Arc::clone(&loaded.variant), || watch.stops() || players.failed());
        variant.play_games(&header.header, &spec, games, threads, &stop, &mut sink);
        lines
    };
    let found = long(py, progress.as_ref(), |watch| {
        // Each part begins with a header line, which was checked when the part was received.
        let given = parts.iter().flat_map(|part| part.lines().skip(1));
        let lines = match parts[..] {
            [] => played(watch),
            _ => given.map(str::to_owned).collect(),
        };
        read(&header, &lines).map(|(rows, tally)| (rows, lines, tally))
    })?;
    players.check()?;
    let (rows, lines, tally) = found.map_err(errors::internal)?;
    made(py, header, rows, lines, tally)
}

/// Creates the table of a match.
fn made(
    py: Python<'_>,
    header: FileHeader,
    rows: Vec<Vec<Column>>,
    lines: Vec<String>,
    tally: Tally,
) -> PyResult<Py<Match>> {
    let of = &header.header;
    let [south, north] = of.players.clone();
    let table = Table::of(rows)?.with([
        ("variant", of.variant.clone()),
        ("digest", of.rules.clone()),
        ("south", south),
        ("north", north),
        ("seed", of.seed.to_string()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
    ]);
    let found = Match { header, lines, tally };
    Py::new(py, (found, table))
}

/// Reads the records of a match, to unpickle it.
#[pyfunction]
#[pyo3(name = "_match_again")]
pub fn again(py: Python<'_>, text: &str) -> PyResult<Py<Match>> {
    let found = quick(py, || {
        let file = RecordFile::open(text.as_bytes()).map_err(|error| error.to_string())?;
        let header = file.first().ok_or("the header is missing")?.clone();
        let lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
        read(&header, &lines).map(|(rows, tally)| (header, rows, lines, tally))
    })?;
    let (header, rows, lines, tally) = found.map_err(errors::argument)?;
    made(py, header, rows, lines, tally)
}
