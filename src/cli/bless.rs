//! Fills in the expectations that examples of a file lack; the rest of the file stays unchanged.

use super::prelude::*;
use crate::files::check::{Lack, lacks};

/// Writes the missing expectations into the file, shows them, and returns them.
pub(crate) fn bless(
    file: &str,
    loaded: &Loaded,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<Vec<Value>> {
    let lacks = lacks(loaded);
    if lacks.is_empty() {
        return Ok(Vec::new());
    }
    if catalogue.names().any(|name| name == file) {
        refuse!("{file}: expected the path of a file, found the name of a variant");
    }
    let text = fs::read_to_string(file).of(file)?;
    let plain = without_mark(&text);
    let mark = &text[..text.len() - plain.len()];
    if plain != loaded.text {
        refuse!("{file}: the file changed during the check");
    }
    let mut blessed = Vec::new();
    for lack in &lacks {
        blessed.push(json!({ "example": loaded.examples[lack.index].name, lack.key: lack.value }));
        if !output.is_json() {
            show(loaded, lack, output)?;
        }
    }
    let written = loaded.text_with_lacks(&lacks);
    // The command reads this file, and may still replace it.
    Target::new(Path::new(file), true, &[])?.write(&format!("{mark}{written}"))?;
    Ok(blessed)
}

/// Shows an example with its new expectation: the board, the moves, the board after them.
fn show(loaded: &Loaded, lack: &Lack, output: &mut Output) -> Result {
    let (example, look) = (&loaded.examples[lack.index], output.look());
    output.line(format!("{}: {}", visible(&example.name), visible(&example.shows)))?;
    output.line("")?;
    output.line(look.board(&lack.start, &[]))?;
    if !example.moves.is_empty() {
        output.line(format!("after {}:\n", visible(&example.moves.join(" "))))?;
        output.line(look.board(&lack.end, &[]))?;
    }
    output.line(format!("{} = {:?}\n", lack.key, lack.value))
}
