//! Reviews as a Parquet table with a row a ply; `docs/review.md` describes it.

use super::Result;
use super::file::Target;
use super::game_table::Out;
use super::parquet::{Column, Kind, Writer};
use crate::review::Review;

/// Reviews of the next games of a file, with their numbers; `None` at the end.
pub(super) type Rows<'a> = dyn FnMut() -> Result<Option<Vec<(u64, Review)>>> + 'a;

/// Columns of a row.
const COLUMNS: [(&str, Kind); 11] = [
    ("game", Kind::Number),
    ("ply", Kind::Number),
    ("side", Kind::Text),
    ("move", Kind::Text),
    ("best", Kind::Text),
    ("line", Kind::Texts),
    ("before", Kind::Real),
    ("after", Kind::Real),
    ("grade", Kind::Text),
    ("proved", Kind::Truth),
    ("reason", Kind::SomeText),
];

/// Writes the plies of all games to `place` or standard output.
pub(super) fn write(place: Option<&mut Target>, rows: &mut Rows<'_>) -> Result {
    let mut writer = Writer::begin(Out::to(place)?, COLUMNS.to_vec())?;
    while let Some(found) = rows()? {
        let plies = found.iter().flat_map(|(_, review)| &review.plies);
        let words = plies.map(|ply| [ply.side.to_string(), ply.grade.to_string()]);
        let words: Vec<[String; 2]> = words.collect();
        let mut columns: [Column<'_>; 11] = Default::default();
        let [
            number,
            place,
            side,
            own,
            best,
            line,
            before,
            after,
            grade,
            proved,
            reason,
        ] = &mut columns;
        let plies = found
            .iter()
            .flat_map(|(game, review)| review.plies.iter().map(|ply| (*game, ply)));
        for ((game, ply), [mover, verdict]) in plies.zip(&words) {
            number.number(game);
            place.number(ply.ply as u64);
            side.text(Some(mover));
            own.text(Some(&ply.text));
            best.text(Some(&ply.best));
            line.list_of_texts(ply.line.iter().map(String::as_str));
            before.real(ply.before);
            after.real(ply.after);
            grade.text(Some(verdict));
            proved.number(ply.proved.into());
            reason.text(ply.reason.as_deref());
        }
        writer.group(words.len() as u64, &columns)?;
    }
    let version = format!("mankala version {}", env!("CARGO_PKG_VERSION"));
    writer.finish(("mankala review", "1"), &version)?.close()
}
