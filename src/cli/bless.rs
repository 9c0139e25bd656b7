//! What the examples of a file lack, written into it; everything else in the file stays as it is.

use std::fs;
use std::path::Path;

use crate::files::check::{Lack, lacks};
use crate::text::visible::visible;
use crate::text::without_mark;
use crate::{Catalogue, Loaded};
use serde_json::{Value, json};
use toml_edit::{DocumentMut, Item, value};

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
    let mut document: DocumentMut = plain.parse().map_err(|error| refuse(&error))?;
    let mut blessed = Vec::new();
    for lack in &lacks {
        let examples = document.get_mut("example");
        let written = examples.and_then(|examples| write(examples, lack));
        written.ok_or_else(|| refuse(&"the file was changed meanwhile"))?;
        let name = &loaded.examples[lack.index].name;
        blessed.push(json!({ "example": name, lack.key: lack.value }));
        if !output.is_json() {
            show(loaded, lack, output)?;
        }
    }
    let mut written = document.to_string();
    if plain.contains("\r\n") {
        written = written.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    let mark = &text[..text.len() - plain.len()];
    // The file itself is what is to be written.
    Place::new(Path::new(file), true, &[])?.write(&format!("{mark}{written}"))?;
    Ok(blessed)
}

/// Writes what an example lacks into the list of examples, whichever way that is written.
fn write(examples: &mut Item, lack: &Lack) -> Option<()> {
    let Item::ArrayOfTables(tables) = examples else {
        let example = examples.as_array_mut()?.get_mut(lack.index)?;
        let example = example.as_inline_table_mut()?;
        example.insert(lack.key, (&lack.value).into());
        return Some(());
    };
    let example = tables.get_mut(lack.index)?;
    let keys: Vec<String> = example.iter().map(|(key, _)| key.to_owned()).collect();
    example.insert(lack.key, value(&lack.value));
    // It stands behind what it follows from, as in a file written by hand.
    let cause = |key: &String| matches!(&**key, "name" | "rules" | "position" | "moves");
    let place = keys.iter().rposition(cause).map_or(0, |last| last + 1);
    let rank = |key: &str| match keys.iter().position(|other| other == key) {
        Some(index) => (index, 1),
        None => (place, 0),
    };
    example.sort_values_by(|a, _, b, _| rank(a).cmp(&rank(b)));
    Some(())
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
    output.line(look.board(&*lack.start, &[]))?;
    if !example.moves.is_empty() {
        let moves = example.moves.join(" ");
        output.line(format!("after {}:\n", visible(&moves)))?;
        output.line(look.board(&*lack.end, &[]))?;
    }
    output.line(format!("{} = {:?}\n", lack.key, lack.value))
}
