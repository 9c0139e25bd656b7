//! Examples for people: the board before, the moves, and the board after or every lap.

use super::super::look::Look;
use super::super::prelude::*;
use crate::files::catalogue::GivenBy;
use crate::files::check::holding;
use crate::files::spec::Example;
use mankala_core::text::trace::Change;

pub(super) fn all(loaded: &Loaded, laps: bool, look: Look) -> Result<String> {
    let shown = holding(loaded, &interrupt::stopped);
    let left_out = loaded.examples.len() - shown.len();
    let mut text = String::new();
    for (example, end) in shown {
        text.push_str(&one(loaded, example, &end, laps, look)?);
        text.push('\n');
    }
    if loaded.examples.is_empty() {
        text.push_str("There are no examples.\n");
    }
    if left_out > 0 {
        let all = loaded.examples.len();
        let mut values = loaded.values.iter();
        let why = if values.any(|written| written.given_by == GivenBy::Change) {
            "because rules were changed"
        } else {
            "see `check`"
        };
        let s = if left_out == 1 { "does" } else { "do" };
        let said =
            format!("{left_out} of the {all} examples of the file {s} not hold here, {why}.");
        text.push_str(&paragraph(&said, "", look.width));
    }
    Ok(text)
}

/// Formats the examples with this name, or with this text in their names.
pub(super) fn named(loaded: &Loaded, name: &str, laps: bool, look: Look) -> Result<String> {
    let wanted = name.to_lowercase();
    let shown = holding(loaded, &interrupt::stopped);
    let called = |fits: &dyn Fn(&str) -> bool| -> Vec<_> {
        shown.iter().filter(|(example, _)| fits(&example.name.to_lowercase())).collect()
    };
    let mut found = called(&|called| called == wanted);
    if found.is_empty() {
        found = called(&|called| called.contains(&wanted));
    }
    if found.is_empty() {
        let names = join(shown.iter().map(|(example, _)| format!("{:?}", example.name)), ", ");
        refuse!("--example: unknown example {name:?}, expected one of {names}");
    }
    let texts = found.iter().map(|(example, end)| one(loaded, example, end, laps, look));
    Ok(texts.collect::<Result<Vec<_>, _>>()?.join("\n"))
}

/// Formats an example: its point, the board before, the moves, the board after.
fn one(loaded: &Loaded, example: &Example, end: &Game, laps: bool, look: Look) -> Result<String> {
    let mut text = format!("{} ({})\n", visible(&example.name), visible(&example.rules.join(", ")));
    text.push_str(&paragraph(&example.shows, "  ", look.width));
    let mut game = loaded.game_at(example.position.as_deref()).map_err(CommandError::input)?;
    text.push_str(&format!("\n{}", look.board(&game, &[])));
    for (label, moves) in [("legal", &example.legal), ("not legal", &example.illegal)] {
        if let Some(moves) = moves {
            let moves = if moves.is_empty() { "none" } else { moves };
            text.push_str(&format!("\n{}", paragraph(moves, &format!("{label}: "), look.width)));
        }
    }
    if example.moves.is_empty() {
        return Ok(text);
    }
    let before = game.diagram();
    if laps {
        for mv in &example.moves {
            let steps = game.trace(mv).map_err(CommandError::input)?;
            text.push_str(&format!("\n{} plays {mv}:\n\n", game.to_move()));
            game.play(mv).map_err(CommandError::input)?;
            text.push_str(&look.steps(&game, &steps));
        }
        return Ok(text);
    }
    text.push_str(&format!("\nafter {}:\n\n", example.moves.join(" ")));
    let after = end.diagram();
    let pits = end.layout().paper().into_iter().flat_map(|(_, pits)| pits);
    let changed: Vec<_> = pits
        .filter_map(|pit| Some((pit, Change::between(before.at(pit), after.at(pit))?)))
        .collect();
    text.push_str(&look.board(end, &changed));
    Ok(text)
}
