//! Trees of openings, as in `mankala openings`, and puzzles, as in `mankala puzzles`.

use std::sync::atomic::Ordering;

use mankala::review::{
    Level, MOST_EFFORT, MOST_PLIES, Model, OpeningTask, puzzle_memory, puzzles as find_puzzles,
};
use pyo3::prelude::*;

use crate::classes::{Game, Variant};
use crate::errors;
use crate::memory;
use crate::number::Number;
use crate::table::{
    Table, counts, lists_of_texts, numbers, some_integers, some_texts, texts, truths,
};
use crate::work::{long, threads};

/// Finds the values of first moves; see `mankala.openings`.
#[pyfunction]
#[pyo3(name = "_openings")]
pub fn openings(
    py: Python<'_>,
    game: &Game,
    plies: Number,
    effort: Option<Number>,
    seed: Number,
    threads: Option<Number>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Table> {
    let task = OpeningTask {
        plies: plies.within("plies", 1, MOST_PLIES.into())?,
        effort: effort.map_or(Ok(OpeningTask::EFFORT), |effort| {
            effort.within("effort", 1, MOST_EFFORT.into())
        })?,
        seed: seed.within("seed", 0, u64::MAX)?,
        tables: None,
    };
    let threads = self::threads(threads.as_ref())?;
    memory::check("effort", OpeningTask::memory(task.effort) * threads)?;
    let loaded = &game.variant.get().loaded;
    let (model, game) = (Model::of(loaded), game.copied(py)?);
    let found = long(py, progress.as_ref(), |watch| {
        let tell = &mut |done: usize, all: usize| {
            watch.all.store(all as u64, Ordering::Relaxed);
            watch.done.store(done as u64, Ordering::Relaxed);
        };
        mankala::review::openings(&game, model, &task, threads, &|| watch.stops(), tell)
    })?;
    let found = found.ok_or_else(|| errors::internal("the search was stopped"))?;
    let margins = found.iter().map(|it| it.margin.map(i64::from));
    let table = Table::new(vec![
        ("line", lists_of_texts(found.iter().map(|it| &it.line))),
        ("side", texts(found.iter().map(|it| it.side.to_string()))),
        ("chance", numbers(found.iter().map(|it| it.chance))),
        ("proved", truths(found.iter().map(|it| it.proved))),
        ("margin", some_integers(margins)),
        ("position", texts(found.iter().map(|it| &it.position))),
    ])?;
    Ok(table.of_variant(loaded).with([("seed", task.seed.to_string())]))
}

/// Finds puzzles; see `mankala.puzzles`.
#[pyfunction]
#[pyo3(name = "_puzzles")]
pub fn puzzles(
    py: Python<'_>,
    variant: &Variant,
    count: Number,
    seed: Number,
    threads: Option<Number>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Table> {
    let count = count.within("count", 1, 100_000)?;
    let seed: u64 = seed.within("seed", 0, u64::MAX)?;
    let threads = self::threads(threads.as_ref())?;
    memory::check("threads", puzzle_memory() * threads)?;
    let loaded = &variant.loaded;
    let found = long(py, progress.as_ref(), |watch| {
        watch.all.store(count as u64, Ordering::Relaxed);
        let stop = || watch.stops();
        find_puzzles(loaded, &Level::ALL, count, seed, threads, &stop, &mut |found| {
            let made = found.puzzles.len() as u64;
            watch.done.store(made, Ordering::Relaxed);
        })
    })?;
    let found = found.ok_or_else(|| errors::internal("the search was stopped"))?;
    if found.puzzles.is_empty() {
        return Err(errors::refused(found.nothing()));
    }
    let all = || found.puzzles.iter();
    let joined = |lines: &Vec<Vec<String>>| lines.iter().map(|line| line.join(" ")).collect();
    let lines: Vec<Vec<String>> = all().map(|it| joined(&it.solution)).collect();
    let table = Table::new(vec![
        ("position", texts(all().map(|it| &it.position))),
        ("side", texts(all().map(|it| it.side.to_string()))),
        ("value", texts(all().map(|it| it.value.to_string()))),
        ("plies", counts(all().map(|it| it.plies as u64))),
        ("difficulty", some_texts(all().map(|it| it.difficulty.as_ref()))),
        ("themes", lists_of_texts(all().map(|it| &it.themes))),
        ("solution", lists_of_texts(&lines)),
    ])?;
    Ok(table.of_variant(loaded).with([("seed", seed.to_string())]))
}
