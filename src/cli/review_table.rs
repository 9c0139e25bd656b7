//! Reviews as a Parquet table with a row a ply; `docs/review.md` describes it.

use super::game_table::Out;
use super::parquet::{Kind, Writer};
use super::prelude::*;
use crate::review::Review;

/// Reviews of the next games of a file, with their numbers; `None` at the end.
pub(super) type Rows<'a> = dyn FnMut() -> Result<Option<Vec<(u64, Review)>>> + 'a;

const COLUMNS: [(&str, Kind); 11] = [
    ("game", Kind::Number),
    ("ply", Kind::Number),
    ("side", Kind::Text),
    ("move", Kind::Text),
    ("best", Kind::Text),
    ("line", Kind::Texts),
    ("before", Kind::Real),
    ("after", Kind::Real),
    ("judgement", Kind::Text),
    ("proved", Kind::Truth),
    ("reason", Kind::SomeText),
];

/// Writes the plies of all games to `place` or standard output.
pub(super) fn write(place: Option<&mut Target>, rows: &mut Rows<'_>) -> Result {
    let mut writer = Writer::begin(Out::to(place)?, COLUMNS.to_vec())?;
    while let Some(found) = rows()? {
        let plies = found.iter().flat_map(|(game, review)| {
            review.plies.iter().map(move |ply| {
                let mut row = json!(ply);
                row["game"] = (*game).into();
                row["side"] = ply.side.to_string().into();
                row
            })
        });
        writer.objects(&plies.collect::<Vec<_>>())?;
    }
    let version = format!("mankala version {}", env!("CARGO_PKG_VERSION"));
    writer.finish(("mankala review", "1"), &version)?.close()
}
