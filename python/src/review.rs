//! Reviews of games: tables with a row for each ply, as in `mankala review`.

use std::sync::atomic::Ordering;

use mankala::review::{EFFORT, MOST_EFFORT, Model, ReviewTask, Reviewed, review_all};
use pyo3::prelude::*;

use crate::classes::Game;
use crate::errors;
use crate::number::Number;
use crate::table::{Table, counts, lists_of_texts, numbers, some_texts, texts, truths};
use crate::work::{long, threads};

/// Reviews games; see `mankala.review`.
#[pyfunction]
#[pyo3(name = "_review")]
pub fn review(
    py: Python<'_>,
    reviewed: Vec<Py<Game>>,
    effort: Option<Number>,
    opening: Option<Number>,
    threads: Option<Number>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Table> {
    let effort =
        effort.map_or(Ok(EFFORT), |effort| effort.within("effort", 1, u64::from(MOST_EFFORT)))?;
    let opening: usize =
        opening.map_or(Ok(0), |opening| opening.within("opening", 0, u64::from(u32::MAX)))?;
    let threads = self::threads(threads.as_ref())?;
    let copied = reviewed.iter().map(|game| {
        let model = Model::of(&game.get().variant.get().loaded);
        let copied = game.get().copied(py)?;
        let task =
            ReviewTask { opening: opening.min(copied.plies()), ..ReviewTask::new(model, effort) };
        Ok((task, copied))
    });
    let games = copied.collect::<PyResult<Vec<_>>>()?;
    let found = long(py, progress.as_ref(), |watch| {
        watch.all.store(games.len() as u64, Ordering::Relaxed);
        let tell = || {
            watch.done.fetch_add(1, Ordering::Relaxed);
        };
        review_all(&games, threads, &|| watch.stops(), &tell)
    })?;
    let found = found.ok_or_else(|| errors::internal("the review was stopped"))?;
    let rows = (0..).zip(&found);
    let rows = rows.flat_map(|(game, review)| review.plies.iter().map(move |ply| (game, ply)));
    let rows: Vec<(u64, &Reviewed)> = rows.collect();
    let plies = || rows.iter().map(|&(_, ply)| ply);
    let mut variants: Vec<(String, String)> = Vec::new();
    for game in &reviewed {
        let loaded = &game.get().variant.get().loaded;
        let named = (loaded.label(), loaded.digest());
        if !variants.contains(&named) {
            variants.push(named);
        }
    }
    let (labels, digests): (Vec<String>, Vec<String>) = variants.into_iter().unzip();
    let table = Table::new(vec![
        ("game", counts(rows.iter().map(|&(game, _)| game))),
        ("ply", counts(plies().map(|ply| ply.ply as u64))),
        ("side", texts(plies().map(|ply| ply.side.to_string()))),
        ("move", texts(plies().map(|ply| &ply.text))),
        ("best", texts(plies().map(|ply| &ply.best))),
        ("line", lists_of_texts(plies().map(|ply| &ply.line))),
        ("before", numbers(plies().map(|ply| ply.before))),
        ("after", numbers(plies().map(|ply| ply.after))),
        ("judgement", texts(plies().map(|ply| ply.grade.to_string()))),
        ("proved", truths(plies().map(|ply| ply.proved))),
        ("reason", some_texts(plies().map(|ply| ply.reason.as_ref()))),
    ])?;
    Ok(table.with([
        ("variant", labels.join(" ")),
        ("digest", digests.join(" ")),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
    ]))
}
