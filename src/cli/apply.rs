//! `mankala apply`: plays moves and prints the position, each lap and capture on request.

use crate::text::trace::Step;
use crate::{AnyGame, Catalogue, Layout};
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
    let look = output.look();
    if arguments.trace && !output.is_json() {
        output.line(look.board(&*game, &[]))?;
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
            output.text(&look.steps(game.layout(), &steps))?;
        }
    }
    if !output.is_json() {
        if !arguments.trace {
            output.line(look.board(&*game, &[]))?;
        }
        output.line(look.score(&*game))?;
        output.line(game.text())?;
    } else if arguments.moves.is_empty() {
        output.object(&ply_object(&*game, None))?;
    }
    Ok(())
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
