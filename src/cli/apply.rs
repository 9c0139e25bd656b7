//! `mankala apply`: plays moves and prints the position, each lap and capture on request.

use crate::text::render::{Marks, board};
use crate::text::score::Score;
use crate::text::trace::{Change, Step};
use crate::{AnyGame, Catalogue, Layout, Pit};
use clap::Args;
use serde_json::{Value, json};

use super::Failure;
use super::moves::result;
use super::output::Output;
use super::variant::{PositionArgs, VariantArgs};

/// Which moves of which position.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The moves, in order.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Show each lap and capture as a board.
    #[arg(long)]
    trace: bool,
}

/// Plays the moves.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let loaded = arguments.variant.load(catalogue)?;
    let mut game = arguments.position.game(&loaded, output)?;
    if arguments.trace && !output.is_json() {
        output.line(picture(&*game, output))?;
    }
    for text in &arguments.moves {
        let steps = game.trace(text).map_err(Failure::refused)?;
        let mover = game.to_move();
        let written = game.play(text).map_err(Failure::refused)?;
        if output.is_json() {
            let mut object = ply_object(&*game, Some(&written));
            if arguments.trace {
                let layout = game.layout();
                object["trace"] = steps.iter().map(|step| step_object(layout, step)).collect();
            }
            output.object(&object)?;
        } else if arguments.trace {
            output.line(format!("{}: {mover} plays {written}", game.plies()))?;
            let text = steps_text(game.layout(), &steps, output.has_colour());
            output.text(&text)?;
        }
    }
    if !output.is_json() {
        if !arguments.trace {
            output.line(picture(&*game, output))?;
        }
        output.line(format!("{}\n", score(&*game)))?;
        output.line(game.text())?;
    } else if arguments.moves.is_empty() {
        output.object(&ply_object(&*game, None))?;
    }
    Ok(())
}

/// The position as a board.
pub(crate) fn picture(game: &dyn AnyGame, output: &Output) -> String {
    marked(game, &[], output)
}

/// The position as a board, with the pits marked that changed.
pub(crate) fn marked(game: &dyn AnyGame, changed: &[(Pit, Change)], output: &Output) -> String {
    let colour = output.has_colour();
    board(game.layout(), &game.diagram(), Marks { changed, colour })
}

/// A ply of `apply`, `replay` and `play`.
pub(crate) fn ply_object(game: &dyn AnyGame, written: Option<&str>) -> Value {
    let mut object = json!({
        "ply": game.plies(),
        "move": written,
        "position": game.text(),
        "result": result(game.result()),
        "holdings": game.holdings(),
    });
    let rounds = game.rounds();
    if let Some((round, position)) = rounds.last() {
        let (seeds, points) = (round.end.seeds, round.points);
        object["rounds_over"] = rounds.len().into();
        object["last_round"] = json!({
            "plies": round.plies,
            "position": position,
            "result": result(Some(round.end.result)),
            "holdings": seeds,
            "points": points,
        });
    }
    object
}

/// The seeds that count for each side, added up.
///
/// What the last move took from the board because the game was over is shown as lying there.
pub(crate) fn score(game: &dyn AnyGame) -> Score {
    let score = Score::new(game.layout(), &game.diagram(), game.holdings());
    let mut earlier = game.boxed_clone();
    let last = game.record().pop();
    let Some(last) = last.filter(|_| game.result().is_some() && earlier.undo()) else {
        return score;
    };
    let events = earlier.events(&last).unwrap_or_default();
    score.before_sweep(earlier.to_move(), &events)
}

fn step_object(layout: &Layout, step: &Step) -> Value {
    let changed: Vec<String> = step
        .changed
        .iter()
        .map(|&(pit, _)| layout.name(pit))
        .collect();
    json!({
        "text": step.text,
        "board": step.diagram.write(layout),
        "changed": changed,
        "hand": step.hand,
    })
}

/// The steps of a move, a board each.
pub(crate) fn steps_text(layout: &Layout, steps: &[Step], colour: bool) -> String {
    let mut text = String::new();
    for (number, step) in (1..).zip(steps) {
        let hand = if step.hand > 0 {
            format!(" ({} in hand)", step.hand)
        } else {
            String::new()
        };
        let marks = Marks {
            changed: &step.changed,
            colour,
        };
        let board = board(layout, &step.diagram, marks);
        text.push_str(&format!("{number}. {}{hand}\n{board}\n", step.text));
    }
    text
}
