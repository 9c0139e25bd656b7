//! `mankala apply`: plays moves and prints the position, on request with each lap and capture.

use super::prelude::*;
use crate::api::play::{Ply, Stage};

/// Position and moves.
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

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let loaded = arguments.variant.load(catalogue)?;
    let mut game = arguments.position.game(&loaded, output)?;
    let look = output.look();
    if arguments.trace && !output.is_json() {
        output.line(look.board(&game, &[]))?;
    }
    for (number, text) in (1..).zip(&arguments.moves) {
        let mover = game.to_move();
        let stages = game.trace(text);
        let played = stages.and_then(|steps| Ok((steps, game.play(text)?)));
        let (steps, written) = match played {
            Ok(played) => played,
            Err(error) => {
                if output.is_json() {
                    let (position, words) = (&error.position, error.told());
                    output.object(&json!({ "position": position, "move": text, "error": words, "refused": error.refused }))?;
                }
                return Err(match arguments.moves.len() {
                    1 => CommandError::input(error),
                    _ => CommandError::Input(format!("move {number}: {error}")),
                });
            }
        };
        if output.is_json() {
            let mut object = json!(Ply::of(&game, Some(&written)));
            if arguments.trace {
                let layout = game.layout();
                let stages = steps.iter().map(|step| json!(Stage::new(layout, step)));
                object["trace"] = stages.collect();
            }
            output.object(&object)?;
        } else if arguments.trace {
            output.line(format!("{}: {mover} plays {written}", game.plies()))?;
            output.text(&look.steps(&game, &steps))?;
        }
    }
    if !output.is_json() {
        if !arguments.trace {
            output.line(look.board(&game, &[]))?;
        }
        output.line(look.score(&game))?;
        output.line(game.text())?;
    } else if arguments.moves.is_empty() {
        output.object(&json!(Ply::of(&game, None)))?;
    }
    Ok(())
}
