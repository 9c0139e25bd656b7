//! Tables of text, as wide as their cells or as the terminal.

use super::Result;
use super::output::Output;
use mankala_core::text::join;
use mankala_core::text::visible::visible;
use mankala_core::text::width::{cut, padded, widest};

/// Number of spaces between two columns.
const GAP: usize = 2;

/// Prints rows below their titles, in columns as wide as their widest cell.
pub(crate) fn table<const N: usize>(
    titles: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
    output: &mut Output,
) -> Result {
    let rows: Vec<_> = rows.into_iter().map(Vec::from).collect();
    let columns = titles.map(|title| TableColumn::new(title, None, None));
    output.text(&fitted(&columns, &rows, usize::MAX))
}

/// A column of a table with a limited width.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TableColumn<'t> {
    /// Heading of the column.
    pub title: &'t str,
    /// Minimum width, if its cells may be cut.
    pub least: Option<usize>,
    /// Position in the order in which columns are left out; `None` for a column that stays.
    pub leaves: Option<u8>,
}

impl<'t> TableColumn<'t> {
    pub(crate) const fn new(title: &'t str, least: Option<usize>, leaves: Option<u8>) -> Self {
        Self { title, least, leaves }
    }
}

/// Fits rows into a width: first cuts cells, then leaves columns out. Only the columns that stay may exceed it.
pub(crate) fn fitted(columns: &[TableColumn<'_>], rows: &[Vec<String>], width: usize) -> String {
    let head = columns.iter().map(|column| column.title.to_owned()).collect();
    let rows = [&[head], rows].concat();
    let escaped = |row: &Vec<String>| row.iter().map(|cell| visible(cell).into_owned()).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(escaped).collect();
    let width_of = |column: usize| widest(rows.iter().map(|row| &*row[column]));
    let natural: Vec<usize> = (0..columns.len()).map(width_of).collect();
    let least = |column: &TableColumn<'_>| column.least.unwrap_or(usize::MAX);
    let given = columns.iter().zip(&natural).map(|(column, &own)| least(column).min(own));
    let mut given: Vec<usize> = given.collect();
    let mut kept: Vec<usize> = (0..columns.len()).collect();
    let all = |kept: &[usize], given: &[usize]| {
        let cells: usize = kept.iter().map(|&column| given[column]).sum();
        cells + GAP * kept.len().saturating_sub(1)
    };
    while all(&kept, &given) > width {
        let leaving = kept.iter().filter(|&&column| columns[column].leaves.is_some());
        let Some(&first) = leaving.min_by_key(|&&column| columns[column].leaves) else {
            break;
        };
        kept.retain(|&column| column != first);
    }
    // The remaining width goes to the columns that are cut most.
    for _ in all(&kept, &given)..width {
        let cut = kept.iter().filter(|&&column| given[column] < natural[column]);
        let Some(&column) =
            cut.max_by_key(|&&column| 1000 * (natural[column] - given[column]) / natural[column])
        else {
            break;
        };
        given[column] += 1;
    }
    let line = |row: &Vec<String>| {
        let cells = kept.iter().map(|&column| {
            let width = given[column];
            padded(&cut(&row[column], width), width)
        });
        format!("{}\n", join(cells, &" ".repeat(GAP)).trim_end())
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_tables_cut_cells_and_leave_columns_out() {
        let columns = [
            TableColumn::new("name", None, None),
            TableColumn::new("title", Some(4), None),
            TableColumn::new("year", None, Some(0)),
        ];
        let row = ["kalah", "A long title", "1940"].map(str::to_owned).to_vec();
        for (width, line) in [
            (40, "kalah  A long title  1940"),
            (22, "kalah  A long t…  1940"),
            (17, "kalah  A l…  1940"),
            (16, "kalah  A long t…"),
            (11, "kalah  A l…"),
            (5, "kalah  A l…"),
        ] {
            let text = fitted(&columns, std::slice::from_ref(&row), width);
            assert_eq!(text.lines().nth(1), Some(line), "{width}");
        }
    }
}
