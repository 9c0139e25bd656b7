//! What the examples of a file lack, written into it; everything else in the file stays as it is.

use std::fs;
use std::path::Path;

use crate::files::catalogue::{Catalogue, Loaded};
use crate::files::check::{Lack, lacks};
use crate::text::visible::visible;
use crate::text::without_mark;
use serde_json::{Value, json};

use super::Failure;
use super::file::Place;
use super::output::Output;

/// Writes what the examples of a file lack into it, and shows it; returns what was written.
pub(crate) fn bless(
    file: &str,
    loaded: &Loaded,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<Vec<Value>, Failure> {
    let refuse = |error: &dyn std::fmt::Display| Failure::Refused(format!("{file}: {error}"));
    let lacks = lacks(loaded);
    if lacks.is_empty() {
        return Ok(Vec::new());
    }
    if catalogue.names().any(|name| name == file) {
        return Err(refuse(
            &"this is the name of a variant, only a file named by its path can be written into",
        ));
    }
    let text = fs::read_to_string(file).map_err(|error| refuse(&error))?;
    let plain = without_mark(&text);
    let mark = &text[..text.len() - plain.len()];
    if plain != loaded.text {
        return Err(refuse(&"the file was changed meanwhile"));
    }
    let mut blessed = Vec::new();
    for lack in &lacks {
        let name = &loaded.examples[lack.index].name;
        blessed.push(json!({ "example": name, lack.key: lack.value }));
        if !output.is_json() {
            show(loaded, lack, output)?;
        }
    }
    let written = loaded.text_with_lacks(&lacks);
    // The file itself is what is to be written.
    Place::new(Path::new(file), true, &[])?.write(&format!("{mark}{written}"))?;
    Ok(blessed)
}

/// Shows an example with what it lacked: the board, the moves, the board after them.
fn show(loaded: &Loaded, lack: &Lack, output: &mut Output) -> Result<(), Failure> {
    let (example, look) = (&loaded.examples[lack.index], output.look());
    output.line(format!(
        "{}: {}",
        visible(&example.name),
        visible(&example.shows)
    ))?;
    output.line("")?;
    output.line(look.board(&lack.start, &[]))?;
    if !example.moves.is_empty() {
        let moves = example.moves.join(" ");
        output.line(format!("after {}:\n", visible(&moves)))?;
        output.line(look.board(&lack.end, &[]))?;
    }
    output.line(format!("{} = {:?}\n", lack.key, lack.value))
}
