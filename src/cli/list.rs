//! `mankala list`: the variants.

use crate::Catalogue;
use serde_json::json;

use super::Failure;
use super::output::Output;
use super::variant::load;

/// Prints a line for each embedded variant.
pub(crate) fn run(output: &mut Output) -> Result<(), Failure> {
    let mut rows = vec![["name", "title", "board", "region", "year", "source"].map(str::to_owned)];
    for name in Catalogue::names() {
        let loaded = load(name, &[])?;
        let (header, board) = (&loaded.header, loaded.board);
        let source = header.sources.first();
        if output.is_json() {
            output.object(&json!({
                "name": header.name,
                "title": header.title,
                "board": format!("{}x{}", board.rows, board.columns),
                "region": header.region,
                "year": header.year,
                "source": source.map(ToString::to_string),
                "ruleset": loaded.ruleset,
            }))?;
        } else {
            rows.push([
                header.name.clone(),
                header.title.clone(),
                format!("{}x{}", board.rows, board.columns),
                header.region.clone(),
                header.year.to_string(),
                source.map_or_else(String::new, |source| {
                    format!("{}, {}", source.author, source.year)
                }),
            ]);
        }
    }
    if !output.is_json() {
        table(&rows, output)?;
    }
    Ok(())
}

/// Prints rows in columns as wide as their widest cell.
pub(crate) fn table<const N: usize>(
    rows: &[[String; N]],
    output: &mut Output,
) -> Result<(), Failure> {
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: [usize; N] = std::array::from_fn(width);
    for row in rows {
        let cells = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:<width$}"));
        output.line(cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
