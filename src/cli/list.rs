//! `mankala list`: the variants.

use crate::text::visible::visible;
use crate::{Catalogue, Loaded};
use clap::Args;
use serde_json::json;

use super::Failure;
use super::output::Output;
use super::pager::page;

/// Nothing is left to choose.
#[derive(Debug, Args)]
pub(crate) struct Arguments {}

/// Prints a line for each variant; one that can't be read does not keep back the others.
pub(crate) fn run(
    _: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut rows = vec![["name", "title", "board", "region", "year", "source"].map(str::to_owned)];
    let mut mistakes = Vec::new();
    for name in catalogue.names() {
        match catalogue.load(name, &[]) {
            Ok(loaded) if output.is_json() => output.object(&object(&loaded))?,
            Ok(loaded) => rows.push(row(&loaded)),
            Err(mistake) => mistakes.push(mistake.to_string()),
        }
    }
    if !output.is_json() {
        let room = output.look().columns.unwrap_or(usize::MAX);
        page(&table(&rows, room), output)?;
    }
    if mistakes.is_empty() {
        return Ok(());
    }
    Err(Failure::Refused(mistakes.join("\n")))
}

fn object(loaded: &Loaded) -> serde_json::Value {
    let (header, board) = (&loaded.header, loaded.board);
    json!({
        "name": header.name,
        "title": header.title,
        "board": format!("{}x{}", board.rows, board.columns),
        "region": header.region,
        "year": header.year,
        "source": header.sources.first().map(ToString::to_string),
        "ruleset": loaded.ruleset,
    })
}

fn row(loaded: &Loaded) -> [String; 6] {
    let (header, board) = (&loaded.header, loaded.board);
    let source = header.sources.first();
    [
        header.name.clone(),
        header.title.clone(),
        format!("{}x{}", board.rows, board.columns),
        header.region.clone(),
        header.year.to_string(),
        source.map_or_else(String::new, |source| {
            format!("{}, {}", source.author, source.year)
        }),
    ]
}

/// Rows in columns as wide as their widest cell. What has no room at the end of a line is left out.
pub(crate) fn table<const N: usize>(rows: &[[String; N]], room: usize) -> String {
    let rows: Vec<[_; N]> = rows
        .iter()
        .map(|row| row.each_ref().map(|cell| visible(cell)))
        .collect();
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let mut text = String::new();
    for row in &rows {
        let cells = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:<width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        let line = line.trim_end();
        if line.chars().count() > room {
            text.extend(line.chars().take(room.saturating_sub(1)));
            text.push('…');
        } else {
            text.push_str(line);
        }
        text.push('\n');
    }
    text
}
